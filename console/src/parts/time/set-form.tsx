/**
 * Sets the clock to a date and time.
 */
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Field, Select } from '../../components/field.tsx'
import { type ClockReading, timeAt } from '../../state/sandbox-state.ts'
import type { ClockControl } from './change-clock.ts'
import { formatClock, formatDay, formatUtc, fromInput, isUtcHere, localZone, toInput } from './format-time.ts'

interface SetFormProps {
  readonly reading: ClockReading
  readonly control: ClockControl
}

type Zone = 'utc' | 'local'

export const SetForm = ({ reading, control }: SetFormProps) => {
  const [zone, setZone] = useState<Zone>('utc')
  const [text, setText] = useState(() => toInput(timeAt(reading, Date.now()), 'utc'))
  const [isChecked, setChecked] = useState(false)
  const time = fromInput(text, zone)
  const submit = (event: Event): void => {
    event.preventDefault()
    setChecked(true)
    if (time !== undefined) control.set(time)
  }
  const change = (next: Zone): void => {
    if (time !== undefined) setText(toInput(time, next))
    setZone(next)
  }
  const hasLocal = time !== undefined ? !isUtcHere(time) : false
  return (
    <section class="panel" aria-labelledby="set-title">
      <h2 id="set-title">Set</h2>
      <form class="time-form" onSubmit={submit}>
        <Field
          label="Date and time"
          hint={time === undefined ? undefined : describe(time, zone, hasLocal)}
          error={isChecked && time === undefined ? 'Give a complete date and time.' : undefined}
        >
          {(attributes) => (
            <input
              {...attributes}
              class="input"
              type="datetime-local"
              step="1"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <Select
          label="Time zone"
          value={zone}
          onChange={(value) => change(value === 'local' ? 'local' : 'utc')}
          options={[
            { value: 'utc', label: 'UTC' },
            { value: 'local', label: localZone() },
          ]}
        />
        <Button type="submit" isBusy={control.isBusy}>
          Set the clock
        </Button>
      </form>
    </section>
  )
}

/** The same time in the other zone. */
const describe = (time: number, zone: Zone, hasLocal: boolean): string => {
  if (!hasLocal) return formatUtc(time)
  return zone === 'utc' ? `${formatDay(time)}, ${formatClock(time)} in ${localZone()}` : formatUtc(time)
}
