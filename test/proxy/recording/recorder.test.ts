/**
 * When a recording is written, and which requests its scenarios distinguish.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { loadSetup } from '../../../src/loading/setup.ts'
import type { RecordingSummary } from '../../../src/proxy/proxy-options.ts'
import { Recorder } from '../../../src/proxy/recording/recorder.ts'
import { sampleExchange } from '../../support/sample-exchange.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'
import { openApi, response } from '../../support/write-document.ts'
import { type Handler, json, startProxy } from '../start-proxy.ts'

const query = (...names: readonly string[]) => names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }))

const document = openApi({
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'tenant' } } },
  paths: {
    '/status': {
      get: {
        operationId: 'getStatus',
        security: [{ key: [] }, {}],
        parameters: query('of', 'constructor'),
        responses: { 200: response({ type: 'object' }) },
      },
    },
  },
})

const open = async (folder: string, interval: number, onError = (_: unknown): void => {}): Promise<Recorder> => {
  const { path } = await createTemporaryFolder({ 'api.json': JSON.stringify(document) })
  const setup = await loadSetup({
    documents: [join(path, 'api.json')],
    fixtures: undefined,
    scenarios: undefined,
    active: [],
    keys: [],
    anyKey: false,
    generate: 0,
    seed: 1,
    folder: path,
    now: Date.now,
  })
  return Recorder.open({ folder, keepsPersonal: false, version: '0', current: { setup }, onError, interval })
}

describe('a recording', () => {
  it('is not written again before it has been written', async () => {
    await using folder = await createTemporaryFolder()
    const recorder = await open(join(folder.path, 'recording'), 1)
    let [pending, most, writes] = [0, 0, 0]
    const write = recorder.write.bind(recorder)
    recorder.write = async () => {
      writes++
      most = Math.max(most, ++pending)
      const summary = await write()
      pending--
      return summary
    }
    for (let round = 0; round < 100; round++) {
      recorder.observe(sampleExchange({ body: Buffer.from('x'.repeat(100_000)) }), undefined)
      await sleep(1)
    }
    expect(most).toBe(1)
    expect(writes).toBeGreaterThan(1)
    expect(await recorder.close()).toMatchObject({ exchanges: 100 })
  })

  it('that could not be written is written later, even if nothing more is recorded', async () => {
    await using folder = await createTemporaryFolder()
    const record = join(folder.path, 'recording')
    const errors: unknown[] = []
    const recorder = await open(record, 10, (error) => errors.push(error))
    // It may be writing there just now.
    await rm(record, { recursive: true, maxRetries: 100, retryDelay: 5 })
    recorder.observe(sampleExchange(), undefined)
    while (errors.length === 0) await sleep(5)
    await mkdir(join(record, 'fixtures'), { recursive: true })
    await mkdir(join(record, 'scenarios'))
    while (!(await readdir(record)).includes('recording.har')) await sleep(5)
    expect(JSON.parse(await readFile(join(record, 'recording.har'), 'utf8')).log.entries).toHaveLength(1)
    await recorder.close()
  })

  it('lets other work run while it is written', async () => {
    await using folder = await createTemporaryFolder()
    const recorder = await open(join(folder.path, 'recording'), 1_000_000)
    const body = Buffer.from(JSON.stringify({ text: 'mail to somebody@people.test and others. '.repeat(500) }))
    for (let index = 0; index < 500; index++)
      recorder.observe(sampleExchange({ headers: { 'content-type': 'application/json' }, body }), undefined)
    let [last, longest] = [performance.now(), 0]
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 1)
    const started = performance.now()
    await recorder.close()
    clearInterval(timer)
    expect(longest).toBeLessThan((performance.now() - started) / 3)
  })
})

/** The steps of all scenarios, and the summary, after these requests. */
const record = async (handler: Handler, targets: readonly string[], described = document) => {
  await using folder = await createTemporaryFolder()
  const summaries: RecordingSummary[] = []
  const path = join(folder.path, 'recording')
  const proxy = await startProxy({
    document: described,
    handler,
    proxy: { record: path, onRecorded: (summary) => summaries.push(summary) },
  })
  for (const target of targets) await proxy.call(target)
  await proxy[Symbol.asyncDispose]()
  const files = await readdir(join(path, 'scenarios'))
  const contents = await Promise.all(files.map((file) => readFile(join(path, 'scenarios', file), 'utf8')))
  return { steps: contents.flatMap((text) => JSON.parse(text).steps), notes: summaries.flatMap(({ notes }) => notes) }
}

const echo: Handler = ({ url }, answer) => json(answer, 200, { url })

describe('the scenarios of a recording', () => {
  it('have no conditions of undocumented query parameters, which are noted; the latest response counts', async () => {
    const { steps, notes } = await record(echo, [
      '/status?of=a&_=1',
      '/status?of=a&_=2&utm_source=x',
      '/status?of=b&_=3',
    ])
    expect(steps).toEqual([
      {
        when: { operation: 'getStatus', query: { of: 'a' } },
        respond: { status: 200, body: { url: '/status?of=a&_=2&utm_source=x' } },
      },
      {
        when: { operation: 'getStatus', query: { of: 'b' } },
        respond: { status: 200, body: { url: '/status?of=b&_=3' } },
      },
    ])
    expect(notes).toEqual([
      'scenarios do not distinguish requests by query parameters that the document does not have: _, utm_source',
    ])
  })

  it('have at most 50 steps, and what is left out is noted', async () => {
    const requests = (count: number) => Array.from({ length: count }, (_, index) => `/status?of=${index}`)
    const { steps, notes } = await record(echo, [...requests(60), '/status?of=0', '/status?of=55'])
    expect(steps).toHaveLength(50)
    expect(notes).toEqual(['10 requests are not in recorded-getStatus-200: a scenario has at most 50 steps'])
    const repeated = await record(echo, [...requests(5), ...Array.from({ length: 60 }, () => '/status?of=4')])
    expect(repeated.notes).toEqual([])
  })

  it('have conditions of the properties of a parameter in the style deepObject', async () => {
    const filter = { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } }
    const get = { operationId: 'getStatus', parameters: [filter], responses: { 200: response({ type: 'object' }) } }
    const described = openApi({ paths: { '/status': { get } } })
    const { steps, notes } = await record(echo, ['/status?filter[of]=a', '/status?filter[of]=b'], described)
    expect(steps.map(({ when }: { when: object }) => when)).toEqual([
      { operation: 'getStatus', query: { 'filter[of]': 'a' } },
      { operation: 'getStatus', query: { 'filter[of]': 'b' } },
    ])
    expect(notes).toEqual([])
  })

  it('have no conditions of credentials in the query', async () => {
    const { steps, notes } = await record(echo, ['/status?of=a&tenant=zq-19', '/status?of=b&tenant=zq-19'])
    expect(steps.map(({ when }: { when: object }) => when)).toEqual([
      { operation: 'getStatus', query: { of: 'a' } },
      { operation: 'getStatus', query: { of: 'b' } },
    ])
    expect(notes).toEqual([])
  })

  it('have conditions of parameters with the names of what every object has', async () => {
    const { steps } = await record(echo, ['/status?constructor=a', '/status?constructor=b&constructor=c'])
    expect(steps.map(({ when }: { when: { query: object } }) => when.query)).toEqual([
      { constructor: 'a' },
      { constructor: ['b', 'c'] },
    ])
  })
})
