/**
 * The operations that a scenario applies to; for each, a request to send.
 */
import { useState } from 'preact/hooks'
import type { ScenarioSource } from '../../api/types.ts'
import { MethodBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { PlayIcon } from '../../components/icons.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { SendRequest } from './send-request.tsx'

type ScenarioOperation = ScenarioSource['operations'][number]

interface ScenarioOperationsProps {
  readonly scenario: ScenarioSource
  readonly isOn: boolean
}

/** More are shown on request. */
const firstShown = 8

export const ScenarioOperations = ({ scenario: { operations, name, steps }, isOn }: ScenarioOperationsProps) => {
  const [isAll, setAll] = useState(false)
  const [open, setOpen] = useState<string | undefined>(undefined)
  const shown = isAll ? operations : operations.slice(0, firstShown)
  return (
    <section aria-labelledby="scenario-operations">
      <h3 id="scenario-operations">
        Applies to {operations.length === 1 ? '1 operation' : `${operations.length} operations`}
      </h3>
      {operations.length === 0 && <p class="hint">No served document has an operation that a step matches.</p>}
      <ul class="scenarios-operations">
        {shown.map((operation) => {
          // The scenario is loaded again while a request is written.
          const key = `${operation.document} ${operation.operation}`
          return (
            <Row
              key={key}
              operation={operation}
              hasSteps={steps.length > 1}
              isOpen={key === open}
              onToggle={() => setOpen(key === open ? undefined : key)}
            >
              <SendRequest operation={operation} scenario={name} isOn={isOn} />
            </Row>
          )
        })}
      </ul>
      {operations.length > shown.length && (
        <Button size="small" onClick={() => setAll(true)}>
          Show all {operations.length}
        </Button>
      )}
    </section>
  )
}

interface RowProps {
  readonly operation: ScenarioOperation
  readonly hasSteps: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: preact.ComponentChildren
}

const Row = ({ operation: { operation, method, path, steps }, hasSteps, isOpen, onToggle, children }: RowProps) => {
  const { navigator } = useConsole()
  const target = findTarget('operation', operation)
  return (
    <li>
      <div class="scenarios-operation">
        <MethodBadge method={method} />
        <span class="scenarios-path">{path}</span>
        {target ? <a href={navigator.href(target)}>{operation}</a> : <span>{operation}</span>}
        {hasSteps && <span class="scenarios-step">step {steps.join(', ')}</span>}
        <Button size="small" icon={PlayIcon} aria-expanded={isOpen} onClick={onToggle}>
          Try it<span class="visually-hidden">{operation}</span>
        </Button>
      </div>
      {isOpen && children}
    </li>
  )
}
