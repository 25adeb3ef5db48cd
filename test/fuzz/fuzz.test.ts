/**
 * A fuzzer over sockets: valid requests of five documents and of the control API, changed at random, with seeds. No request
 * crashes or blocks the server or gets a 500, every rejection has the shape of errors, and what is rejected changes nothing.
 * `FUZZ=500000 npx vitest run test/fuzz` sends more; `FUZZ_SEED` begins elsewhere.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStandin, type Standin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { controlRoutes } from '../support/control-document.ts'
import { cpuTimeOf } from '../support/cpu-time.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { type FuzzRequest, formatAttempt } from './mutate.ts'
import { createRandom } from './random.ts'
import { type RawResponse, type Received, send } from './responses.ts'

const documents = [
  '../../spec/animal-store.yaml',
  'workshop.yaml',
  'gadgets-2.0.yaml',
  'gadgets-3.0.yaml',
  'oracle.yaml',
]
const total = Number(process.env.FUZZ ?? 20_000)
const firstSeed = Number(process.env.FUZZ_SEED ?? 1)
/** In CI the number of requests is bounded by time as well: the machine may be slow. */
const maxTime = process.env.FUZZ === undefined ? 90_000 : Number.POSITIVE_INFINITY

interface Target {
  readonly name: string
  readonly standin: Standin
  readonly requests: readonly FuzzRequest[]
  readonly resources: readonly string[]
}

const requestsOf = async (standin: Standin): Promise<FuzzRequest[]> => {
  const requests: FuzzRequest[] = []
  const sandbox = `${standin.url}/_sandbox/sandboxes/default`
  for (const { operation } of standin.coverage().operations) {
    const { status, json } = await call(`${sandbox}/requests?operation=${encodeURIComponent(operation)}`)
    if (status !== 200) continue
    const { method, path, headers, text } = json as {
      method: string
      path: string
      headers: Record<string, string>
      text: string | null
    }
    requests.push({
      method,
      target: path,
      headers: [['Host', '127.0.0.1'], ...Object.entries(headers)],
      body: text ?? '',
    })
  }
  return requests
}

/** Routes that wait or never end, that compare whole sandboxes, and that stop what the fuzzer relies on. */
const skipped = /^(GET \/events|POST .*\/await|DELETE \/sandboxes\/\{id\})$/

const controlRequests: readonly FuzzRequest[] = controlRoutes
  .filter(({ name }) => !skipped.test(name))
  .map(({ method, path, body }) => ({
    method,
    target: `/_sandbox${path
      .replace('{id}', 'default')
      .replace('{resource}', 'pets')
      .replace('{scenario}', 'own')
      .replace(/\{\w+\}/g, '1')}`,
    headers: [['Host', '127.0.0.1'], ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const])],
    body:
      body === undefined
        ? ''
        : '{"by":"1h","now":"2030-01-01T00:00:00Z","key":"k","name":"n","id":"s","source":"description: x","path":"/"}',
  }))

/** What a rejected request must not change: the records of all resources. */
const stateOf = async ({ standin, resources }: Target): Promise<string> => {
  const { store } = standin.defaultSandbox
  const pages = resources.map((name) => store.page(name, { filters: [], limit: 500 }))
  return (await Promise.all(pages)).map((records) => records.map(({ json }) => json).join()).join(';')
}

const isShaped = ({ status, head, body }: RawResponse): boolean => {
  if (status < 400 || body === '') return true
  if (!/\r\ncontent-type: [^\r]*(json|xml|text)/i.test(head)) return false
  if (!/\r\ncontent-type: [^\r]*json/i.test(head)) return body.length > 2
  try {
    return JSON.stringify(JSON.parse(body)).length > 4
  } catch {
    return false
  }
}

const describeProblem = (seed: number, name: string, problem: string, bytes: Uint8Array, received?: Received): string =>
  [
    `seed ${seed}, ${name}: ${problem}`,
    JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 600)),
    JSON.stringify(received?.responses.map(({ status, body }) => `${status} ${body.slice(0, 300)}`)),
  ].join('\n') // prettier-ignore

describe('fuzzed requests', () => {
  const targets: Target[] = []
  let folder: TemporaryFolder
  beforeAll(async () => {
    folder = await createTemporaryFolder()
    for (const name of documents) {
      const file = name.startsWith('..') ? join('spec', name.slice('../../spec/'.length)) : join('test/documents', name)
      const standin = await createStandin({
        documents: [file],
        folder: join(folder.path, name.replaceAll('/', '_')),
        port: 0,
        generate: 3,
        cors: false,
        // A second request whose body is never complete.
        requestTimeout: 3_000,
      })
      const requests = [...(await requestsOf(standin)), ...controlRequests]
      targets.push({ name, standin, requests, resources: (await standin.describe()).resources.map(({ name }) => name) })
    }
  })
  afterAll(async () => {
    for (const { standin } of targets) await standin.close()
    await folder.remove()
  })

  it(
    `${total} of them crash nothing, block nobody, get no 500, and are rejected in shape and without effect`,
    async () => {
      const problems: string[] = []
      const begin = performance.now()
      let sent = 0
      let slowest = 0
      let isDone = false
      const statuses = new Map<number, number>()
      const watch = (async () => {
        while (!isDone) {
          const start = performance.now()
          // On a busy machine the process itself waits.
          const time = await cpuTimeOf(() => call(`${targets[0]?.standin.url}/_sandbox/health`))
          slowest = Math.max(slowest, Math.min(time, performance.now() - start))
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      })()
      const fuzz = async (target: Target, index: number): Promise<void> => {
        let state = await stateOf(target)
        for (let seed = firstSeed + index; seed < firstSeed + total; seed += targets.length) {
          if (performance.now() - begin > maxTime || problems.length >= 10) return
          const random = createRandom(seed)
          const bytes = formatAttempt(random.pick(target.requests), random.pick(target.requests), random)
          const report = (problem: string, received?: Received) =>
            problems.push(describeProblem(seed, target.name, problem, bytes, received))
          sent++
          try {
            const received = await send(target.standin.url, bytes)
            for (const { status } of received.responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
            if (received.responses.some(({ status }) => status === 500)) report('a 500', received)
            if (!received.responses.every(isShaped)) report('an error without its shape', received)
            const now = await stateOf(target)
            if (now !== state && received.responses.every(({ status }) => status >= 400))
              report('a rejected request changed records', received)
            state = now
          } catch (error) {
            report(String(error))
          }
          if (seed % 1_000 < targets.length) {
            await call(`${target.standin.url}/_sandbox/sandboxes/default/reset`, { method: 'POST' })
            state = await stateOf(target)
          }
        }
      }
      await Promise.all(targets.map(fuzz))
      isDone = true
      await watch
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
      console.log(
        `${sent} requests in ${Math.round((performance.now() - begin) / 1_000)} s; longest wait of others ${Math.round(slowest)} ms; ${counts.join(', ')}`,
      )
      expect(problems.join('\n\n')).toBe('')
      expect(slowest).toBeLessThan(2_000)
    },
    process.env.FUZZ === undefined ? 300_000 : 7_200_000,
  )
})
