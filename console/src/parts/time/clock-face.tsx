/**
 * The time on the sandbox's clock, large, and whether it is the real one.
 */
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { PauseIcon, PlayIcon, RefreshIcon } from '../../components/icons.tsx'
import { useNow } from '../../components/relative-time.tsx'
import { type ClockReading, timeAt } from '../../state/sandbox-state.ts'
import type { ClockControl } from './change-clock.ts'
import { formatDuration } from './duration.ts'
import { formatClock, formatDay, isUtcHere, localZone } from './format-time.ts'

interface ClockFaceProps {
  readonly reading: ClockReading
  readonly control: ClockControl
}

export const ClockFace = ({ reading, control }: ClockFaceProps) => {
  const here = useNow()
  const time = timeAt(reading, here)
  const isReal = !reading.set && !reading.frozen
  return (
    <section class={`time-face ${isReal ? '' : 'time-face-taped'}`} aria-label="The clock">
      <p class="time-state">
        <Badge tone={isReal ? 'good' : 'tape'}>{isReal ? 'real time' : reading.frozen ? 'frozen' : 'set'}</Badge>
        <span>{describeState(reading, time - here)}</span>
      </p>
      <time class="time-now" dateTime={new Date(time).toISOString()}>
        <span class="time-day">{formatDay(time, 'UTC')}</span>
        <span class="time-clock">
          {formatClock(time, 'UTC')} <small>UTC</small>
        </span>
      </time>
      {!isUtcHere(time) && (
        <p class="hint">
          {formatDay(time)}, {formatClock(time)} in {localZone()}
        </p>
      )}
      <div class="time-actions">
        {reading.frozen ? (
          <Button icon={PlayIcon} tone="primary" isBusy={control.isBusy} onClick={control.run}>
            Let it run
          </Button>
        ) : (
          <Button icon={PauseIcon} isBusy={control.isBusy} onClick={control.freeze}>
            Freeze
          </Button>
        )}
        {!isReal && (
          <Button icon={RefreshIcon} isBusy={control.isBusy} onClick={control.returnToReal}>
            Back to real time
          </Button>
        )}
      </div>
    </section>
  )
}

const describeState = ({ set, frozen }: ClockReading, ahead: number): string => {
  if (frozen) return 'It stays at this time until you let it run or advance it.'
  if (!set) return 'It follows the clock of the server.'
  return Math.abs(ahead) < 1_000
    ? 'It runs at the speed of real time.'
    : `It runs, ${formatDuration(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} real time.`
}
