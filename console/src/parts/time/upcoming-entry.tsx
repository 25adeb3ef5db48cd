/**
 * One change that the clock will make, and a button that advances to it.
 */
import type { UpcomingChange } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ForwardIcon } from '../../components/icons.tsx'
import { useNow } from '../../components/relative-time.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { type ClockReading, timeAt } from '../../state/sandbox-state.ts'
import type { ClockControl } from './change-clock.ts'
import { formatDuration } from './duration.ts'
import { formatUtc } from './format-time.ts'

interface UpcomingEntryProps {
  readonly change: UpcomingChange
  readonly reading: ClockReading
  readonly control: ClockControl
}

const kinds = { lifecycle: 'lifecycle', key: 'key', sunset: 'sunset', ttl: 'end of the sandbox' } as const

export const UpcomingEntry = ({ change, reading, control }: UpcomingEntryProps) => {
  const here = useNow()
  const { kind, at, what, clock } = change
  if (at === null) return null
  const time = Date.parse(at)
  const isSandbox = clock === 'sandbox'
  const left = time - (isSandbox ? timeAt(reading, here) : here)
  return (
    <li class="time-change">
      <p class="time-when">
        <strong>{left <= 0 ? 'now' : `in ${formatDuration(Math.max(1_000, left))}`}</strong>
        <time dateTime={at}>{formatUtc(time)}</time>
      </p>
      <div class="time-what">
        <p>
          <ChangeText change={change} />
        </p>
        <p class="time-kind">
          <Badge>{kinds[kind]}</Badge>
          {!isSandbox && <span class="hint">in real time, whatever the clock of the sandbox is</span>}
        </p>
      </div>
      {isSandbox && (
        <Button size="small" icon={ForwardIcon} onClick={() => control.advanceTo(time)}>
          Just after this<span class="visually-hidden">{what}</span>
        </Button>
      )}
    </li>
  )
}

/** The sentence, with a link to the records that it is about. */
export const ChangeText = ({ change: { what, resource } }: { readonly change: UpcomingChange }) => {
  const { navigator } = useConsole()
  const target = resource === undefined ? undefined : findTarget('resource', resource)
  return target ? <a href={navigator.href(target)}>{what}</a> : <span>{what}</span>
}
