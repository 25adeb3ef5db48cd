/**
 * The simplest adapter that several processes could share: each client opens the same storage. Every call takes a few turns
 * of the event loop, so that the calls of several clients interleave.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../../src/log/log.ts'
import { headOf, type MemoryStorage, openMemoryLog, readSince } from './memory-log.ts'

export interface SharedMemoryStorage extends MemoryStorage {
  readonly listeners: Set<(message: Buffer) => void>
  /** How many turns of the event loop the next call takes. */
  readonly turns: () => number
}

/** Deletes the logs that nobody has used for their time to live. */
export const expireLogs = ({ logs, now }: MemoryStorage): void => {
  for (const [name, { expires }] of logs) if (expires !== undefined && now() >= expires) logs.delete(name)
}

/** Calls go to the storage after a while, appends and removals in their order, and their results come after a while. */
export const delayed = (log: Log, turns: () => number): Log => {
  const wait = async (): Promise<void> => {
    for (let left = turns(); left > 0; left--) await nextTurn()
  }
  let changing: Promise<unknown> = Promise.resolve()
  const inOrder =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const before = changing
      const sent = wait().then(() => before)
      const called = sent.then(() => call(...args))
      changing = called.catch(() => {})
      const result = await called
      await wait()
      return result
    }
  const slow =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await wait()
      const result = await call(...args)
      await wait()
      return result
    }
  const { shared } = log
  return {
    ...log,
    list: slow(log.list),
    load: slow(log.load),
    loadPoint: slow(log.loadPoint),
    append: inOrder(log.append),
    checkpoint: slow(log.checkpoint),
    remove: inOrder(log.remove),
    shared: shared && { ...shared, since: slow(shared.since), touch: slow(shared.touch), count: slow(shared.count) },
  }
}

export const openSharedMemoryLog = (storage: SharedMemoryStorage): Log => {
  const { logs, listeners, turns, now } = storage
  let own: ((message: Buffer) => void) | undefined
  const log: Log = {
    ...openMemoryLog(storage),
    close: async () => {
      if (own) listeners.delete(own)
    },
    shared: {
      since: async (name, head) => {
        const log = logs.get(name)
        if (!log) return { kind: head === undefined ? 'current' : 'replaced' }
        return head === headOf(log) ? { kind: 'current' } : readSince(log, head)
      },
      touch: async (name, ttl) => {
        const log = logs.get(name)
        if (log) log.expires = now() + ttl
      },
      count: async (prefix) => [...logs.keys()].filter((name) => name.startsWith(prefix)).length,
      publish: (message) => {
        for (const listener of listeners) queueMicrotask(() => listener(message))
      },
      subscribe: async (listener) => {
        own = listener
        listeners.add(listener)
      },
      delivered: async () => {},
      attend: async () => ({ others: [], wasPresent: true }),
      leave: async () => {},
      connections: () => 1,
      ping: async () => {},
    },
  }
  return delayed(log, turns)
}
