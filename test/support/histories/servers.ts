/**
 * The servers of a history: one in memory only, and those that are compared with it.
 */
import type { Setup } from '../../../src/loading/setup.ts'
import type { Log } from '../../../src/log/log.ts'
import { type Replica, startReplica } from '../replica.ts'
import { createFaults, type Faults, withFaults } from './faults.ts'

/** The time of all servers of a test. */
export interface TestTime {
  /** Epoch milliseconds. */
  now: number
}

export interface SystemParts {
  readonly setup: Setup
  readonly time: TestTime
  /** Opens the same storage each time. */
  readonly openLog: () => Promise<Log>
  readonly replicas: number
  /** Deletes what has expired in the storage. */
  readonly expire?: () => void
}

/** Replicas on one storage. */
export interface System extends AsyncDisposable {
  readonly faults: Faults
  readonly replicas: readonly Replica[]
  readonly isShared: boolean
  /** Closes a replica, and starts another one in its place. */
  readonly restart: (index: number) => Promise<void>
  readonly expire: () => void
  /** What was reported: failures that affect no request. */
  readonly reported: readonly unknown[]
}

/** Characters of entries after which a checkpoint is written: few, so that many are written. */
const checkpointAfter = 3_000

export const openSystem = async ({ setup, time, openLog, replicas: count, expire }: SystemParts): Promise<System> => {
  const faults = createFaults()
  const reported: unknown[] = []
  const replicas: Replica[] = []
  const start = async (): Promise<Replica> => {
    const log = withFaults(await openLog(), faults)
    const report = (error: unknown): void => {
      if (faults.outage === undefined) reported.push(error)
    }
    return startReplica({ setup, now: () => time.now, durability: { log, place: 'a test', report, checkpointAfter } })
  }
  for (let index = 0; index < count; index++) replicas.push(await start())
  return {
    faults,
    replicas,
    reported,
    isShared: replicas[0]?.sandboxes.isShared ?? false,
    restart: async (index) => {
      await replicas[index]?.close()
      replicas[index] = await start()
    },
    expire: () => expire?.(),
    [Symbol.asyncDispose]: async () => {
      for (const replica of replicas) await replica.close()
    },
  }
}
