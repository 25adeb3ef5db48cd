/**
 * Something that is on or off, and changes at once.
 */
interface SwitchProps {
  /** What is on or off. */
  readonly label: string
  readonly isOn: boolean
  readonly isBusy?: boolean
  readonly onChange: (isOn: boolean) => void
}

export const Switch = ({ label, isOn, isBusy = false, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    class="switch"
    aria-checked={isOn}
    aria-label={label}
    aria-busy={isBusy}
    onClick={() => {
      if (!isBusy) onChange(!isOn)
    }}
  >
    <span class="switch-track">
      <span class="switch-thumb" />
    </span>
    <span class="switch-word" aria-hidden="true">
      {isOn ? 'On' : 'Off'}
    </span>
  </button>
)
