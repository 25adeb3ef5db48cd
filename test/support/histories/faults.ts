/**
 * A log whose storage fails when a test wants it.
 */
import { type Log, LogError } from '../../../src/log/log.ts'
import type { OutageKind } from './commands.ts'

export interface Faults {
  /** Undefined: the storage works. */
  outage: OutageKind | undefined
  /** How many changes of sandboxes were stored without being acknowledged. */
  unacknowledged: number
}

export const createFaults = (): Faults => ({ outage: undefined, unacknowledged: 0 })

export const withFaults = (log: Log, faults: Faults): Log => {
  /** For calls that change something. `isDone` tells from the result whether they did. */
  const change = async <Result>(
    name: string,
    run: () => Promise<Result>,
    isDone = (_: Result): boolean => true,
  ): Promise<Result> => {
    const { outage } = faults
    if (outage === undefined) return run()
    if (outage === 'unknown' && name.startsWith('sandbox:') && isDone(await run())) faults.unacknowledged++
    throw new LogError(outage, `a test says that the outcome is: ${outage}`)
  }
  const read = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (faults.outage === 'unavailable') throw new LogError('unavailable', 'a test wants it')
    return run()
  }
  const { shared } = log
  return {
    list: () => read(() => log.list()),
    load: (names) => read(() => log.load(names)),
    loadPoint: (point) => read(() => log.loadPoint(point)),
    append: (name, head, effects, options) =>
      change(
        name,
        () => log.append(name, head, effects, options),
        ({ kind }) => kind === 'appended',
      ),
    checkpoint: (name, head, parts) => change('', () => log.checkpoint(name, head, parts)),
    remove: (name) => change(name, () => log.remove(name)),
    close: () => log.close(),
    shared: shared && {
      ...shared,
      since: (name, head) => read(() => shared.since(name, head)),
      touch: (name, ttl) => read(() => shared.touch(name, ttl)),
      count: (prefix) => read(() => shared.count(prefix)),
    },
  }
}
