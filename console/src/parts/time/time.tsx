/**
 * The clock of the sandbox: what time it is there, how to change it, and what happens next on it.
 */
import './time.css'
import { Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { AdvanceForm } from './advance-form.tsx'
import { useClockControl } from './change-clock.ts'
import { ClockFace } from './clock-face.tsx'
import { SetForm } from './set-form.tsx'
import { Upcoming } from './upcoming.tsx'

const Time = () => {
  const { sandbox } = useConsole()
  const control = useClockControl()
  const reading = sandbox.value.clock.value
  return (
    <div class="time">
      <header class="page-header">
        <div>
          <p class="page-kicker">Sandbox {sandbox.value.id}</p>
          <h1>Time</h1>
        </div>
      </header>
      {reading ? (
        <div class="time-grid">
          <div class="time-main">
            <ClockFace reading={reading} control={control} />
            <Upcoming reading={reading} control={control} />
          </div>
          <div class="time-controls">
            <AdvanceForm control={control} />
            <SetForm reading={reading} control={control} />
          </div>
        </div>
      ) : (
        <Skeleton lines={6} label="Loading the clock" />
      )}
    </div>
  )
}

export default Time
