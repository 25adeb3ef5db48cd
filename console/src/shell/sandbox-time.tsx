/**
 * The time on the sandbox's clock. It runs on here between two readings of the server's.
 */
import { useNow } from '../components/relative-time.tsx'
import { type ClockReading, timeAt } from '../state/sandbox-state.ts'

export const SandboxTime = ({ reading }: { readonly reading: ClockReading }) => {
  const time = new Date(timeAt(reading, useNow()))
  const day = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const clock = time.toLocaleTimeString('en-GB', { timeZone: 'UTC' })
  return (
    <time
      class="sandbox-time"
      dateTime={time.toISOString()}
      title={`${time.toISOString()} on the clock of the sandbox`}
    >
      {reading.set && `${day}, `}
      {clock} UTC
    </time>
  )
}
