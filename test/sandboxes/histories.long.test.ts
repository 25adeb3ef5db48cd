/**
 * Generated histories of requests, control calls, forks, resets, failures and restarts: servers that store what happens
 * give the same answers as one in memory only. HISTORIES=1000 runs more of them, SEED=7 runs others.
 */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileLog } from '../../src/log/file/file-log.ts'
import { buildWorker } from '../log/build-worker.ts'
import { createMemoryStorage, openMemoryLog } from '../log/memory-log.ts'
import { delayed, expireLogs, openSharedMemoryLog } from '../log/shared-memory-log.ts'
import { describeRedis } from '../log/with-redis.ts'
import { checkHistories, type HistoryOptions } from '../support/histories/check.ts'
import { loadHistorySetup } from '../support/histories/files.ts'
import type { TestTime } from '../support/histories/servers.ts'
import { noon } from '../support/serve-scenarios.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const histories = Number(process.env.HISTORIES ?? 3)
const seed = Number(process.env.SEED ?? 1)
const timeout = 180_000 + histories * 10_000
const time: TestTime = { now: noon }
const setup = await loadHistorySetup(() => time.now)

const check = async (name: string, options: Pick<HistoryOptions, 'createStorage' | 'replicas' | 'outages'>) => {
  const started = performance.now()
  const figures = await checkHistories({ ...options, setup, time, histories, seed })
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(`${name}: ${JSON.stringify(figures)} in ${seconds} s, seed ${seed}`)
  expect(figures.compared).toBeGreaterThan(histories * 30)
}

describe('generated histories give the same answers as in memory only', () => {
  let workerFile = ''
  beforeAll(async () => {
    workerFile = await buildWorker()
  })
  afterAll(() => rmSync(dirname(workerFile), { recursive: true }))

  it(
    'on one server with the simplest adapter',
    () => {
      const createStorage: HistoryOptions['createStorage'] = async (choose) => {
        const storage = createMemoryStorage(() => time.now)
        return { openLog: async () => delayed(openMemoryLog(storage), () => choose(3)) }
      }
      return check('simplest adapter', { createStorage, replicas: 1, outages: ['full', 'unavailable', 'unknown'] })
    },
    timeout,
  )

  it(
    'on one server with a folder',
    () => {
      const createStorage = async () => {
        const folder = await createTemporaryFolder()
        return { openLog: () => openFileLog({ folder: folder.path, workerFile }), discard: folder.remove }
      }
      return check('folder', { createStorage, replicas: 1, outages: ['full', 'unavailable'] })
    },
    timeout,
  )

  it(
    'on three replicas with the simplest shared adapter',
    () => {
      const createStorage: HistoryOptions['createStorage'] = async (choose) => {
        const listeners = new Set<(message: Buffer) => void>()
        const storage = { ...createMemoryStorage(() => time.now), listeners, turns: () => choose(4) }
        return { openLog: async () => openSharedMemoryLog(storage), expire: () => expireLogs(storage) }
      }
      return check('simplest shared adapter', {
        createStorage,
        replicas: 3,
        outages: ['full', 'unavailable', 'unknown'],
      })
    },
    timeout,
  )
})

describeRedis('generated histories give the same answers as in memory only, on three replicas', (setUp) => {
  it(
    'with a store',
    () => {
      const createStorage = async () => ({ openLog: (await setUp()).open })
      return check('store', { createStorage, replicas: 3, outages: ['full', 'unavailable', 'unknown'] })
    },
    timeout,
  )
})
