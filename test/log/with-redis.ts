/**
 * Tests with a Redis server: one for all tests of a file, an empty database for each test, and everything closed afterwards.
 */
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { Log, SharedLog } from '../../src/log/log.ts'
import { Connection } from '../../src/log/redis/connection.ts'
import { openRedisLog } from '../../src/log/redis/redis-log.ts'
import { asStrings } from '../../src/log/redis/replies.ts'
import { findRedisServer, type RedisServer, startRedisServer, withoutRedis } from '../support/redis-server.ts'

export interface RedisTest {
  readonly server: RedisServer
  readonly url: string
  /** Opens the adapter. `reports` gets what it reports. */
  readonly open: (options?: {
    readonly url?: string
    readonly reports?: string[]
  }) => Promise<Log & { shared: SharedLog }>
  /** Sends commands of a test's own. */
  readonly admin: () => Promise<Connection>
  /** All keys, without those that only remember for a minute that a log was deleted. */
  readonly keys: () => Promise<readonly string[]>
}

/** `isOwn`: each test gets a server of its own, because it kills or changes it. */
export const describeRedis = (
  name: string,
  body: (setUp: () => Promise<RedisTest>) => void,
  { settings = {}, isOwn = false }: { settings?: Readonly<Record<string, string>>; isOwn?: boolean } = {},
): void => {
  const program = findRedisServer()
  describe.skipIf(!program)(program ? name : `${name} (skipped: ${withoutRedis})`, () => {
    let common: RedisServer | undefined
    let database = 0
    const closing: (() => unknown)[] = []
    beforeAll(async () => {
      if (!isOwn) common = await startRedisServer(settings)
    })
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close()
    })
    afterAll(() => common?.[Symbol.asyncDispose]())

    body(async () => {
      const server = common ?? (await startRedisServer(settings))
      if (!common) closing.push(() => server[Symbol.asyncDispose]())
      const url = common ? `${server.url}/${database++ % 16}` : server.url
      const admin = async (): Promise<Connection> => {
        const connection = await Connection.open({ url, report: () => {}, patience: 5_000, isChecked: false })
        closing.push(() => connection.abandon())
        return connection
      }
      await (await admin()).run(['FLUSHDB'])
      return {
        server,
        url,
        open: async ({ url: at = url, reports = [] } = {}) => {
          const log = await openRedisLog({ url: at, report: (message) => reports.push(message) })
          closing.push(() => log.close())
          if (!log.shared) throw new TypeError('the log is not shared')
          return Object.assign(log, { shared: log.shared })
        },
        admin,
        keys: async () =>
          asStrings(await (await admin()).run(['KEYS', 'standin:*'])).filter((key) => !key.includes('}:gone:')),
      }
    })
  })
}
