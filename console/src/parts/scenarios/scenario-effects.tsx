/**
 * What a scenario leaves behind: records whose lifecycle it holds, and records that exist only under it.
 */
import type { ScenarioSource } from '../../api/types.ts'
import { findPart } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'

interface ScenarioEffectsProps {
  readonly scenario: ScenarioSource
}

export const ScenarioEffects = ({ scenario: { holds, records, name } }: ScenarioEffectsProps) => {
  const { navigator } = useConsole()
  if (holds.length === 0 && records.length === 0) return null
  return (
    <div class="scenarios-effects">
      {holds.length > 0 && (
        <>
          <p>
            <strong>Hold:</strong> a record that is created under {name} keeps its <code>{holds.join(', ')}</code>,
            however far the clock advances. Other records are not affected.
          </p>
          <p>
            When you switch it off, the held records start to change, as if they had just been created. Records that a
            single request created with the header stay held until the sandbox is reset.
          </p>
          {findPart('time') && (
            <p>
              <a href={navigator.href({ part: 'time', path: [] })}>See the held records and advance the clock</a>
            </p>
          )}
        </>
      )}
      {records.length > 0 && (
        <p>
          <strong>Records:</strong> requests under {name} use records of their own, which start{' '}
          {records.includes('none') ? 'empty' : `as the fixture set ${records.join(', ')}`}. What they create is not
          visible when it is off. A reset of the sandbox deletes it.
        </p>
      )}
    </div>
  )
}
