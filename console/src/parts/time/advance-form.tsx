/**
 * Advances the clock, by a button or by a duration in words.
 */
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { ForwardIcon } from '../../components/icons.tsx'
import type { ClockControl } from './change-clock.ts'
import { parseDuration } from './duration.ts'

const steps = [
  { label: '1 s', by: 1_000 },
  { label: '10 s', by: 10_000 },
  { label: '1 min', by: 60_000 },
  { label: '1 h', by: 3_600_000 },
  { label: '1 day', by: 86_400_000 },
]

export const AdvanceForm = ({ control }: { readonly control: ClockControl }) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const submit = (event: Event): void => {
    event.preventDefault()
    const by = parseDuration(text)
    if (by === undefined || by === 0) {
      setError(`Write a duration such as 2h, 90s or 1 day 30 min${text === '' ? '.' : `, not “${text}”.`}`)
      return
    }
    setError(undefined)
    setText('')
    control.advance(by)
  }
  return (
    <section class="panel" aria-labelledby="advance-title">
      <h2 id="advance-title">Advance</h2>
      <div class="time-steps">
        {steps.map(({ label, by }) => (
          <Button key={by} onClick={() => control.advance(by)}>
            <span class="visually-hidden">Advance by</span> {label}
          </Button>
        ))}
      </div>
      <form class="time-form" onSubmit={submit}>
        <TextField
          label="Another duration"
          placeholder="2h"
          hint="A minus goes back: -1d."
          value={text}
          onInput={(value) => {
            setText(value)
            setError(undefined)
          }}
          error={error}
          maxLength={60}
        />
        <Button type="submit" icon={ForwardIcon} isBusy={control.isBusy}>
          Advance
        </Button>
      </form>
    </section>
  )
}
