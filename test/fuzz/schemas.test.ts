/**
 * A fuzzer of validators over sockets: one server for a document with many operations, each with a generated schema, and
 * bodies that are made for it. Every body gets an answer, and others are served meanwhile. `FUZZ=100000 npx vitest run
 * test/fuzz/schemas` sends more pairs of a schema and a body; `FUZZ_SEED` begins elsewhere.
 */
import { Agent, request } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../src/ports.ts'
import { createStandin } from '../../src/standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, ref, requestBody } from '../support/write-document.ts'
import { componentsOf, createValue, names, type SchemaGroup, schemaGroups } from './generate-schemas.ts'
import { createRandom } from './random.ts'

const total = Number(process.env.FUZZ ?? 1_000)
const firstSeed = Number(process.env.FUZZ_SEED ?? 1)
const valuesOfGroup = 20
/** Groups in one document, and therefore pairs on one server: 2,000. */
const groupsOfDocument = 100

type Result = 'valid' | 'invalid' | 'tooManySteps' | 'endless' | 'notCompiled' | 'unexpected'

interface Answer {
  readonly status: number
  readonly text: string
}

const agent = new Agent({ keepAlive: true })

const send = (url: string, body?: Json): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' }
    const sent = request(url, { agent, ...(body === undefined ? {} : { method: 'POST', headers }) }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

const classify = ({ status, text }: Answer): Result => {
  if (text.includes('takes too long to validate')) return 'tooManySteps'
  if (text.includes('refers to itself endlessly')) return 'endless'
  if (status === 500 && text.includes('cannot be compiled')) return 'notCompiled'
  if (status === 204) return 'valid'
  return status === 400 || status === 422 ? 'invalid' : 'unexpected'
}

const documentOf = (groups: readonly SchemaGroup[]): object =>
  openApi({
    paths: Object.fromEntries(
      groups.flatMap((_, index) =>
        names.map((name) => [
          `/groups-${index}${name}`,
          { post: { requestBody: requestBody(ref(`G${index}${name}`)), responses: { 204: { description: 'valid' } } } },
        ]),
      ),
    ),
    components: { schemas: Object.assign({}, ...groups.map((group, index) => componentsOf(group, `G${index}`))) },
  })

const createReport = () => ({
  counts: { valid: 0, invalid: 0, tooManySteps: 0, endless: 0, notCompiled: 0, unexpected: 0 },
  problems: [] as string[],
  /** The pair that took the most CPU time, in milliseconds: other processes do not count. */
  slowest: { milliseconds: 0, pair: '' },
  /** Nanoseconds that a health check took. */
  others: createHistogram(),
})

type Report = ReturnType<typeof createReport>

/** Repeats a request of another client. Returns a function that stops it. */
const askOthers = (url: string, { others }: Report): (() => Promise<void>) => {
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      const begin = process.hrtime.bigint()
      await send(`${url}/_sandbox/health`)
      others.record(process.hrtime.bigint() - begin)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return () => {
    isDone = true
    return asking
  }
}

const fuzzGroups = async (groups: readonly SchemaGroup[], seed: number, report: Report): Promise<void> => {
  await using folder = await createTemporaryFolder({ 'api.json': JSON.stringify(documentOf(groups)) })
  await using standin = await createStandin({
    documents: [`${folder.path}/api.json`],
    port: 0,
    cors: false,
    journal: 10,
  })
  const url = standin.url ?? ''
  const stop = askOthers(url, report)
  for (const [index, group] of groups.entries()) {
    const random = createRandom(seed + index)
    for (let turn = 0; turn < valuesOfGroup; turn++) {
      const name = random.pick(names)
      const value = createValue(group, name, random)
      const before = process.cpuUsage()
      const answer = await send(`${url}/groups-${index}${name}`, value)
      const { user, system } = process.cpuUsage(before)
      const milliseconds = (user + system) / 1_000
      if (milliseconds > report.slowest.milliseconds)
        report.slowest = { milliseconds, pair: `seed ${seed + index}, ${name}, turn ${turn}, ${answer.status}` }
      const result = classify(answer)
      report.counts[result]++
      if (result === 'unexpected' || (result === 'endless' && !group.isEndless))
        report.problems.push(`seed ${seed + index}, ${name}, ${JSON.stringify(value)}: ${answer.status} ${answer.text}`)
    }
  }
  await stop()
}

it(
  `${total} pairs of a schema and a value are decided, and others are served meanwhile`,
  async () => {
    const report = createReport()
    const groups = fc.sample(schemaGroups, { numRuns: Math.ceil(total / valuesOfGroup), seed: firstSeed })
    for (let first = 0; first < groups.length && report.problems.length < 10; first += groupsOfDocument)
      await fuzzGroups(groups.slice(first, first + groupsOfDocument), firstSeed + first, report)
    agent.destroy()
    const { counts, problems, slowest, others } = report
    const milliseconds = (nanoseconds: number): number => Math.round(nanoseconds / 1e6)
    console.log(
      `${JSON.stringify(counts)}; CPU time of the slowest pair ${Math.round(slowest.milliseconds)} ms (${slowest.pair}); ${others.count} requests of ` +
        `others: 99% within ${milliseconds(others.percentile(99))} ms, slowest ${milliseconds(others.max)} ms`,
    )
    expect(problems.slice(0, 3)).toEqual([])
    expect(counts.valid).toBeGreaterThan(total / 20)
    expect(counts.invalid).toBeGreaterThan(total / 20)
    // Only nested schemas with unevaluatedProperties.
    expect(counts.tooManySteps).toBeLessThan(total / 200)
  },
  process.env.FUZZ === undefined ? 120_000 : 7_200_000,
)
