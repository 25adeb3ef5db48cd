/**
 * Exchanges that the server has only counted, because they were too many to describe. The list is read again when the traffic is
 * calm, not while it is heavy: reading 10,000 exchanges each second would slow the server down.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import { createCalm } from './soon.ts'

export interface MissingExchanges {
  /** How many are not in the list. */
  readonly count: ReadonlySignal<number>
  readonly add: (count: number) => void
  /** Reads the list again at once. Rejects if that fails; then they are still missing. */
  readonly load: () => Promise<void>
  /** After the list has been emptied. */
  readonly forget: () => void
}

/** Milliseconds without a missing exchange. The server reports them each second. */
const calmTime = 2_000

export const createMissingExchanges = (read: () => Promise<void>): MissingExchanges => {
  const count = signal(0)
  const load = async (): Promise<void> => {
    calm.cancel()
    // Others can be missed while it is read.
    const known = count.peek()
    await read()
    count.value = Math.max(0, count.peek() - known)
  }
  // After a failure it is read with the next ones, or on request.
  const calm = createCalm(() => void load().catch(() => {}), calmTime)
  return {
    count,
    add: (more) => {
      count.value += more
      calm.call()
    },
    load,
    forget: () => {
      calm.cancel()
      count.value = 0
    },
  }
}
