/**
 * Rewinding: a fork at each exchange of a generated history, and the records as of then, are what was observed there, for
 * all places where sandboxes are stored. EXCHANGES sets how many there are, SEED the history.
 */
import { describe, expect, it } from 'vitest'
import { Connection } from '../../src/log/redis/connection.ts'
import { asStrings } from '../../src/log/redis/replies.ts'
import { createStandin, type Standin } from '../../src/standin.ts'
import type { StandinOptions } from '../../src/standin-options.ts'
import { countRows, createFolders } from '../log/log-files.ts'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { compareMoments, countStatuses, generateMoments } from '../support/generated-moments.ts'
import { startRedisServer } from '../support/redis-server.ts'

const count = Number(process.env.EXCHANGES ?? 30)
const seed = Number(process.env.SEED ?? 1)
/** Each 15th exchange or so adds an entry of this length. Checkpoints are written after each megabyte. */
const padding = 'x'.repeat(Math.min(900_000, Math.ceil(50_000_000 / count)))
const limit = 180_000 + count * 1_500

const start = (options: StandinOptions): Promise<Standin> =>
  createStandin({ documents: ['test/documents/workshop.yaml'], basePath: '/', anyKey: true, port: 0, ...options })

const newFolder = createFolders()

describe(`forks at each of ${count} exchanges are as the sandbox was there`, () => {
  it(
    'in memory',
    async () => {
      await using standin = await start({ journal: count, rewind: true })
      const moments = await generateMoments(() => standin, { count, seed, padding })
      const differences = await compareMoments(standin, moments)
      console.log(`in memory: ${count} exchanges (${countStatuses(moments)}), ${differences.length} differences`)
      expect(differences).toEqual([])
    },
    limit,
  )

  it(
    'with --data',
    async () => {
      const data = newFolder()
      await using standin = await start({ journal: count, data })
      const moments = await generateMoments(() => standin, { count, seed, padding })
      const differences = await compareMoments(standin, moments)
      expect(countRows(data).part, 'parts of checkpoints').toBeGreaterThan(0)
      console.log(`--data: ${count} exchanges, ${differences.length} differences`)
      expect(differences).toEqual([])
    },
    limit,
  )
})

describeWithRedis(`forks at each of ${count} exchanges are as the sandbox was there`, (program) => {
  it(
    'on other replicas, also on one that was started later',
    async () => {
      await using server = await startRedisServer({}, program)
      await using first = await start({ store: server.url, journal: count })
      await using second = await start({ store: server.url, journal: count })
      const at = (number: number): Standin => (number % 2 === 0 ? first : second)
      const moments = await generateMoments(at, { count, seed, padding })
      const admin = await Connection.open({ url: server.url, report: () => {}, patience: 5_000, isChecked: false })
      expect(asStrings(await admin.run(['KEYS', 'standin:{sandbox:subject}:parts:*']))).not.toEqual([])
      admin.abandon()
      await using later = await start({ store: server.url, journal: count })
      const found = {
        other: [
          ...(await compareMoments(
            second,
            moments.filter((_, number) => at(number) === first),
          )),
          ...(await compareMoments(
            first,
            moments.filter((_, number) => at(number) === second),
          )),
        ],
        later: await compareMoments(later, moments),
      }
      console.log(
        `${program}: ${count} exchanges, ${found.other.length} differences on another replica, ` +
          `${found.later.length} on one that was started later`,
      )
      expect(found).toEqual({ other: [], later: [] })
    },
    2 * limit,
  )
})
