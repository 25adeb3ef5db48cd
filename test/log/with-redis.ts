/**
 * Tests with a Redis server: one for all tests of a file, an empty database for each test, and everything closed afterwards.
 */
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { type Log, LogError, type SharedLog } from '../../src/log/log.ts'
import { Connection } from '../../src/log/redis/connection.ts'
import { openRedisLog } from '../../src/log/redis/redis-log.ts'
import { asStrings } from '../../src/log/redis/replies.ts'
import { findRedisServers, type RedisServer, startRedisServer, withoutRedis } from '../support/redis-server.ts'

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

interface RedisOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** Each test gets a server of its own, because it kills or changes it. */
  readonly isOwn?: boolean
  /** With both Redis and Valkey, where both are installed. */
  readonly isForBoth?: boolean
}

/** Skipped where neither Redis nor Valkey is installed. */
export const describeRedis = (
  name: string,
  body: (setUp: () => Promise<RedisTest>) => void,
  options: RedisOptions = {},
): void => {
  const [first, ...others] = findRedisServers()
  if (first === undefined) describe.skip(`${name} (skipped: ${withoutRedis})`, () => it('', () => {}))
  else
    for (const program of options.isForBoth ? [first, ...others] : [first]) describeWith(program, name, body, options)
}

/** A busy machine may take longer to answer than a server waits. */
const openPatiently = async (url: string, reports: string[]): Promise<Log> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await openRedisLog({ url, report: (message) => reports.push(message) })
    } catch (error) {
      if (attempt === 3 || !(error instanceof LogError) || !error.message.includes('no reply within')) throw error
    }
}

const describeWith = (
  program: string,
  name: string,
  body: (setUp: () => Promise<RedisTest>) => void,
  { settings = {}, isOwn = false }: RedisOptions,
): void => {
  describe(`${name} (${program})`, () => {
    let common: RedisServer | undefined
    let database = 0
    const closing: (() => unknown)[] = []
    beforeAll(async () => {
      if (!isOwn) common = await startRedisServer(settings, program)
    })
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close()
    })
    afterAll(() => common?.[Symbol.asyncDispose]())

    body(async () => {
      const server = common ?? (await startRedisServer(settings, program))
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
          const log = await openPatiently(at, reports)
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
