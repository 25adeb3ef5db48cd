/**
 * Changes of the sandbox's clock. Each can be undone: the clock is then where it would be without the change.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import { useConsole } from '../../state/console-state.ts'
import { type ClockReading, timeAt } from '../../state/sandbox-state.ts'
import { formatDuration } from './duration.ts'
import { formatUtc } from './format-time.ts'

export interface ClockControl {
  readonly isBusy: boolean
  readonly freeze: () => void
  readonly run: () => void
  /** Epoch milliseconds. Whether it is frozen stays as it is. */
  readonly set: (now: number) => void
  /** Milliseconds; negative: back. */
  readonly advance: (by: number) => void
  /** Just after a time: what is due then has happened. */
  readonly advanceTo: (time: number) => void
  readonly returnToReal: () => void
}

export const useClockControl = (): ClockControl => {
  const { api, sandbox, toaster } = useConsole()
  const [waiting, setWaiting] = useState(0)
  const state = sandbox.value
  const path = { id: state.id }
  const reading = state.clock.value
  const change = async (run: () => Promise<unknown>, text: string): Promise<void> => {
    setWaiting((count) => count + 1)
    try {
      await state.inTurn(async () => {
        const before = state.clock.peek()
        await run()
        await state.sandbox.refetch()
        toaster.show(text, before ? { undo: () => restore(before) } : {})
      })
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
    } finally {
      setWaiting((count) => count - 1)
    }
  }
  const restore = async (before: ClockReading): Promise<void> => {
    if (!before.set && !before.frozen) await api.call('clearClock', { path })
    else {
      const now = new Date(timeAt(before, Date.now())).toISOString()
      await api.call('setClock', { path, body: { now, frozen: before.frozen } })
    }
    await state.sandbox.refetch()
  }
  const frozen = reading?.frozen ?? false
  return {
    isBusy: waiting > 0,
    freeze: () => void change(() => api.call('setClock', { path, body: { frozen: true } }), 'The clock is frozen'),
    run: () => void change(() => api.call('setClock', { path, body: { frozen: false } }), 'The clock runs'),
    set: (now) =>
      void change(
        () => api.call('setClock', { path, body: { now: new Date(now).toISOString(), frozen } }),
        `The clock is set to ${formatUtc(now)}`,
      ),
    advance: (by) =>
      void change(
        () => api.call('advanceClock', { path, body: { by: `${by}ms` } }),
        by < 0 ? `The clock went back ${formatDuration(by)}` : `The clock advanced by ${formatDuration(by)}`,
      ),
    advanceTo: (time) =>
      void change(
        () => api.call('setClock', { path, body: { now: new Date(time + 1).toISOString(), frozen } }),
        `The clock is at ${formatUtc(time)}`,
      ),
    returnToReal: () => void change(() => api.call('clearClock', { path }), 'The clock follows real time'),
  }
}
