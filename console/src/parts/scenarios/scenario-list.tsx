/**
 * All scenarios, each with its description and its switch.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Scenario } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { TextField } from '../../components/field.tsx'
import { Switch } from '../../components/switch.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { ScenarioSwitch } from './switch-scenarios.ts'

interface ScenarioListProps {
  readonly control: ScenarioSwitch
  readonly scenarios: readonly Scenario[]
  readonly selected: string | undefined
}

/** From this number on, there is a search field. */
const manyScenarios = 8

export const ScenarioList = ({ control, scenarios, selected }: ScenarioListProps) => {
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/)
  const found = scenarios.filter(({ name, description }) =>
    words.every((word) => `${name} ${description}`.toLowerCase().includes(word)),
  )
  return (
    <div class="scenarios-all">
      {scenarios.length >= manyScenarios && (
        <TextField
          label="Find a scenario"
          isLabelHidden
          type="search"
          placeholder="Find a scenario"
          value={text}
          onInput={setText}
        />
      )}
      {found.length === 0 && (
        <p class="hint" role="status">
          No scenario contains “{text}” in its name or description.
        </p>
      )}
      <ul class="scenarios-list">
        {found.map((scenario) => (
          <Entry key={scenario.name} scenario={scenario} control={control} isSelected={scenario.name === selected} />
        ))}
      </ul>
    </div>
  )
}

interface EntryProps {
  readonly scenario: Scenario
  readonly control: ScenarioSwitch
  readonly isSelected: boolean
}

const Entry = ({ scenario: { name, description, saved }, control, isSelected }: EntryProps) => {
  const { navigator } = useConsole()
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li ref={element} class={`scenarios-entry ${isSelected ? 'scenarios-selected' : ''}`}>
      <a
        class="scenarios-link"
        href={navigator.href({ part: 'scenarios', path: [name] })}
        aria-current={isSelected ? 'true' : undefined}
      >
        <span class="scenarios-name">
          {name} {!saved && <Badge tone="warning">not saved</Badge>}
        </span>
        <span class="scenarios-text">{description}</span>
      </a>
      <Switch label={name} isOn={control.active.includes(name)} onChange={(isOn) => control.turn(name, isOn)} />
    </li>
  )
}
