/**
 * Records whose lifecycle a scenario holds: the clock does not change them.
 */
import type { UpcomingChange } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { ChangeText } from './upcoming-entry.tsx'

/** The others are counted. */
const maxShown = 20

export const HeldChanges = ({ held }: { readonly held: readonly UpcomingChange[] }) => (
  <section class="panel time-held" aria-labelledby="held-title">
    <div class="panel-header">
      <h2 id="held-title">Held</h2>
      <Badge tone="tape">{held.length === 1 ? '1 record' : `${held.length} records`}</Badge>
    </div>
    <p class="hint">Advancing the clock does not change these records. Without the hold, this would happen:</p>
    <ul>
      {held.slice(0, maxShown).map((change, index) => (
        <li key={index} class="time-held-entry">
          <span>
            <ChangeText change={change} />
          </span>
          <HeldBy change={change} />
        </li>
      ))}
    </ul>
    {held.length > maxShown && <p class="hint">And {held.length - maxShown} more.</p>}
  </section>
)

const HeldBy = ({ change: { held } }: { readonly change: UpcomingChange }) => {
  const { navigator } = useConsole()
  if (!held) return null
  if (held.until === 'reset') return <span class="hint">held until the sandbox is reset</span>
  return (
    <span class="hint">
      held by{' '}
      {held.scenarios.map((name, index) => {
        const target = findTarget('scenario', name)
        return (
          <span key={name}>
            {index > 0 && ', '}
            {target ? <a href={navigator.href(target)}>{name}</a> : name}
          </span>
        )
      })}{' '}
      until you switch it off
    </span>
  )
}
