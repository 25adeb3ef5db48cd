/**
 * What to do where the server does not keep earlier states.
 */
export const RewindHint = () => (
  <p class="hint">
    This server does not keep earlier states of the records. Start it with <code>--rewind</code>, or with{' '}
    <code>--data FOLDER</code>, to see what each request changed and to return to any of them.
  </p>
)
