/**
 * Shows what is in one state: a button for each state, with how many are in it. The choice is in the address, as `state`.
 */
import './state-filter.css'
import { useConsole } from '../state/console-state.ts'

interface StateFilterProps<State extends string> {
  /** What the choice is, for screen readers. */
  readonly label: string
  readonly choices: readonly State[]
  /** Undefined: all. */
  readonly shown: State | undefined
  /** Of everything that there is. */
  readonly states: readonly State[]
}

export const StateFilter = <State extends string>({ label, choices, shown, states }: StateFilterProps<State>) => {
  const { navigator } = useConsole()
  return (
    <fieldset class="state-filter">
      <legend class="visually-hidden">{label}</legend>
      {[undefined, ...choices].map((state) => (
        <button
          key={state ?? 'all'}
          type="button"
          class="state-choice"
          aria-pressed={state === shown}
          onClick={() => navigator.setQuery({ state: state ?? '' })}
        >
          {state ?? 'all'}{' '}
          <span class="state-count">
            {state === undefined ? states.length : states.filter((one) => one === state).length}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
