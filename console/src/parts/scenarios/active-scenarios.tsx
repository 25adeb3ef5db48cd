/**
 * What is active in the sandbox, in the order in which it is tried.
 */
import type { Scenario } from '../../api/types.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { ChevronIcon, CloseIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { ScenarioSwitch } from './switch-scenarios.ts'

interface ActiveScenariosProps {
  readonly control: ScenarioSwitch
  readonly known: readonly Scenario[]
}

export const ActiveScenarios = ({ control, known }: ActiveScenariosProps) => {
  const { sandbox, navigator } = useConsole()
  const { active, turn, turnAllOff, move } = control
  if (active.length === 0)
    return (
      <p class="scenarios-inactive">
        No scenario is active in “{sandbox.value.id}”. Requests are handled as the documents describe.
      </p>
    )
  return (
    <section class="scenarios-active" aria-labelledby="active-scenarios">
      <div class="panel-header">
        <h2 id="active-scenarios">Active in “{sandbox.value.id}”</h2>
        {active.length > 1 && (
          <Button size="small" tone="quiet" onClick={turnAllOff}>
            All off
          </Button>
        )}
      </div>
      <ol class="scenarios-order">
        {active.map((name, index) => (
          <li key={name}>
            {active.length > 1 && <span class="scenarios-position">{index + 1}</span>}
            <a href={navigator.href({ part: 'scenarios', path: [name] })}>{name}</a>
            {!known.some((each) => each.name === name) && <span>not defined</span>}
            <span class="scenarios-tools">
              {index > 0 && (
                <IconButton
                  class="scenarios-up"
                  size="small"
                  icon={ChevronIcon}
                  label={`Try ${name} before ${active[index - 1]}`}
                  onClick={() => move(name, -1)}
                />
              )}
              {index < active.length - 1 && (
                <IconButton
                  size="small"
                  icon={ChevronIcon}
                  label={`Try ${name} after ${active[index + 1]}`}
                  onClick={() => move(name, 1)}
                />
              )}
              <IconButton
                size="small"
                icon={CloseIcon}
                label={`Switch ${name} off`}
                onClick={() => turn(name, false)}
              />
            </span>
          </li>
        ))}
      </ol>
      {active.length > 1 && <p>Tried from top to bottom, until a step responds.</p>}
    </section>
  )
}
