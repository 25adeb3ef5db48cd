/**
 * The mark that tape makes on a stage, where a stand-in stands.
 */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect class="logo-floor" width="32" height="32" rx="7" />
    <path class="logo-tape" d="M6 8.6 26 7v5.4L6 14z" />
    <path class="logo-tape" d="M13.4 14.6h5.4L18 26h-5z" />
  </svg>
)
