/**
 * The adapter for Redis and Valkey keeps what every adapter promises.
 */
import { afterAll, beforeAll, describe } from 'vitest'
import { openRedisLog } from '../../src/log/redis/redis-log.ts'
import { findRedisServer, type RedisServer, startRedisServer, withoutRedis } from '../support/redis-server.ts'
import { describeLog, type LogUnderTest } from './log-contract.ts'
import { describeOrigins } from './origin-contract.ts'

const program = findRedisServer()
if (!program) console.log(`skipped: ${withoutRedis}`)

describe.skipIf(!program)('Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedisServer()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  /** Each test has a database of its own. */
  let database = 0
  const create = async (): Promise<LogUnderTest> => {
    const url = `${server.url}/${database++ % 16}`
    const { Connection } = await import('../../src/log/redis/connection.ts')
    const connection = await Connection.open({ url, report: () => {}, patience: 2_000, isChecked: false })
    await connection.run(['FLUSHDB'])
    await connection.close()
    return { open: () => openRedisLog({ url, report: () => {} }), discard: async () => {} }
  }

  describeLog('Redis', create)
  describeOrigins('Redis', create)
})
