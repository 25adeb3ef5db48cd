/**
 * `npm run bench`: measures Standin against bare Koa in interleaved rounds, with one core for the server and one for the load.
 * Compare the ratios: absolute numbers differ between machines. `--write` updates docs/performance.md. `--quick` takes a
 * tenth of the time and gives rough numbers only.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareDocuments } from './compare-documents.ts'
import { type BenchRequest, load, loadTool } from './load.ts'
import { measureDisk } from './measure-disk.ts'
import { BenchError, type ServerProcess, startServer } from './server-process.ts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 5
const seconds = quick ? 2 : 3

const key = { Authorization: 'Bearer sandbox-key' }
const json = { ...key, 'Content-Type': 'application/json' }

const requests: readonly BenchRequest[] = [
  { name: 'list', method: 'GET', path: '/v1/pets', headers: key },
  { name: 'get', method: 'GET', path: '/v1/pets/7', headers: key },
  {
    name: 'create',
    method: 'POST',
    path: '/v1/pets',
    headers: json,
    body: '{"name":"Rex","categoryId":1,"status":"available"}',
  },
  {
    name: 'invalid create',
    method: 'POST',
    path: '/v1/pets',
    headers: json,
    body: '{"categoryId":"one","status":"lost"}',
  },
  { name: 'missing key', method: 'GET', path: '/v1/pets', headers: {} },
]

const growing: readonly BenchRequest[] = [
  { name: 'get', method: 'GET', path: '/v1/pets/77', headers: key },
  { name: 'filtered list', method: 'GET', path: '/v1/pets?status=pending', headers: key },
  {
    name: 'create',
    method: 'POST',
    path: '/v1/pets',
    headers: json,
    body: '{"name":"Rex","categoryId":1,"status":"sold"}',
  },
]

interface Measured {
  /** Microseconds of CPU time per request. */
  readonly cpu: number
  readonly perSecond: number
}

const standinArgs = (...more: readonly string[]) => ['dist/bin.js', 'serve', '--port', '0', '--log', 'silent', ...more]

/** Removes records of earlier rounds: this measures the cost of a request, and growth with the store separately. */
const resetRecords = async ({ url }: ServerProcess): Promise<void> => {
  const response = await fetch(`${url}/_sandbox/sandboxes/default/reset`, { method: 'POST' })
  await response.arrayBuffer()
}

const measure = async (server: ServerProcess, request: BenchRequest): Promise<Measured> => {
  await load(server.url, request, 1)
  const before = server.cpu()
  const { requests: count, perSecond } = await load(server.url, request, seconds)
  return { cpu: ((server.cpu() - before) * 1000) / count, perSecond }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Bare Koa responds with the status, type and bytes of Standin's own response. */
const bareKoaFor = async (url: string, { method, path, headers, body }: BenchRequest): Promise<ServerProcess> => {
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const reply = { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
  return startServer(['bench/bare-koa.js', JSON.stringify(reply)])
}

const compareWithKoa = async (): Promise<readonly string[]> => {
  const rows: string[] = []
  const ratios: number[] = []
  for (const request of requests) {
    const standin = await startServer(standinArgs())
    const koa = await bareKoaFor(standin.url, request)
    const measured: { standin: Measured; koa: Measured }[] = []
    for (let round = 0; round < rounds; round++) {
      await resetRecords(standin)
      measured.push({ koa: await measure(koa, request), standin: await measure(standin, request) })
    }
    const ratio = median(measured.map((round) => round.standin.cpu / round.koa.cpu))
    ratios.push(ratio)
    const speed = median(measured.map((round) => round.standin.perSecond / round.koa.perSecond))
    const [koaCpu, standinCpu] = [
      median(measured.map((round) => round.koa.cpu)),
      median(measured.map((round) => round.standin.cpu)),
    ]
    rows.push(
      `| ${request.name} | ${koaCpu.toFixed(1)} | ${standinCpu.toFixed(1)} | **${ratio.toFixed(2)}** | ${speed.toFixed(2)} |`,
    )
    await Promise.all([standin.stop(), koa.stop()])
  }
  return [
    '| request | bare Koa, µs CPU | Standin, µs CPU | CPU ratio | requests a second, ratio |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `CPU ratio over these requests: median ${median(ratios).toFixed(2)}, worst ${Math.max(...ratios).toFixed(2)} (limits: 1.70 and 2.00).`,
  ]
}

const writeFixtures = (count: number): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'standin-bench-')), 'fixtures')
  mkdirSync(folder)
  const statuses = ['available', 'pending', 'sold']
  const pets = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Animal ${index + 1}`,
    categoryId: (index % 6) + 1,
    status: statuses[index % 3],
  }))
  writeFileSync(join(folder, 'pets.json'), JSON.stringify(pets))
  writeFileSync(join(folder, 'keys.yaml'), readFileSync('fixtures/default/keys.yaml'))
  return folder
}

const compareGrowth = async (): Promise<readonly string[]> => {
  const [few, many] = [writeFixtures(100), writeFixtures(100_000)]
  const rows: string[] = []
  for (const request of growing) {
    const small = await startServer(standinArgs('--fixtures', few))
    const large = await startServer(standinArgs('--fixtures', many))
    const measured: { small: Measured; large: Measured }[] = []
    for (let round = 0; round < rounds; round++)
      measured.push({ small: await measure(small, request), large: await measure(large, request) })
    const ratio = median(measured.map((round) => round.large.cpu / round.small.cpu))
    rows.push(
      `| ${request.name} | ${median(measured.map((round) => round.small.cpu)).toFixed(1)} | ${median(measured.map((round) => round.large.cpu)).toFixed(1)} | **${ratio.toFixed(2)}** |`,
    )
    await Promise.all([small.stop(), large.stop()])
  }
  return [
    '| request | 100 records, µs CPU | 100,000 records, µs CPU | growth (limit: 1.25) |',
    '|---|---|---|---|',
    ...rows,
  ]
}

const compareStart = async (): Promise<readonly string[]> => {
  const kinds = { 'bare Koa': ['bench/bare-koa.js'], Standin: standinArgs() }
  const startups: Record<string, number[]> = { 'bare Koa': [], Standin: [] }
  const memory: Record<string, number[]> = { 'bare Koa': [], Standin: [] }
  for (let round = 0; round < rounds * 2; round++) {
    for (const [name, args] of Object.entries(kinds)) {
      const server = await startServer(args)
      startups[name]?.push(server.startup)
      memory[name]?.push(server.memory())
      await server.stop()
    }
  }
  const of = (table: Record<string, number[]>, name: string) => median(table[name] ?? [])
  const row = (label: string, table: Record<string, number[]>) =>
    `| ${label} | ${of(table, 'bare Koa').toFixed(0)} | ${of(table, 'Standin').toFixed(0)} | **${(of(table, 'Standin') / of(table, 'bare Koa')).toFixed(2)}** |`
  return [
    '| | bare Koa | Standin | ratio |',
    '|---|---|---|---|',
    row('start until listening, ms', startups),
    row('resident memory after start, MiB', memory),
  ]
}

const writeScenarios = (count: number): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'standin-bench-')), 'scenarios')
  mkdirSync(folder)
  const steps = 'steps:\n  - when: { operation: createPet, call: 2 }\n    respond: { status: 401 }\n'
  for (let index = 0; index < count; index++)
    writeFileSync(join(folder, `bench-${index}.yaml`), `description: Number ${index}\n${steps}`)
  return folder
}

/** The cost of loaded scenarios for a request that does not use one. */
const compareScenarios = async (): Promise<readonly string[]> => {
  const request = requests.find(({ name }) => name === 'get') ?? requests[0]
  if (!request) return []
  const rows: string[] = []
  const cases = [
    ['500 more scenarios loaded', ['--scenarios', writeScenarios(500)]],
    ['a scenario on for another operation', ['--scenario', 'messages-left-queued']],
  ] as const
  for (const [name, args] of cases) {
    const plain = await startServer(standinArgs())
    const other = await startServer(standinArgs(...args))
    const measured: { plain: Measured; other: Measured }[] = []
    for (let round = 0; round < rounds; round++)
      measured.push({ plain: await measure(plain, request), other: await measure(other, request) })
    const ratio = median(measured.map((round) => round.other.cpu / round.plain.cpu))
    rows.push(
      `| ${name} | ${median(measured.map((round) => round.plain.cpu)).toFixed(1)} | ${median(measured.map((round) => round.other.cpu)).toFixed(1)} | **${ratio.toFixed(2)}** |`,
    )
    await Promise.all([plain.stop(), other.stop()])
  }
  return ['| get, with | without, µs CPU | with, µs CPU | ratio |', '|---|---|---|---|', ...rows]
}

/** Times for forking, resetting, snapshotting and restoring a sandbox in this process, and the memory of 10,000 forks. */
const measureSandboxes = async (): Promise<readonly string[]> => {
  const { createStandin } = await import('../src/index.ts')
  const rows: string[] = []
  for (const count of [100, 100_000]) {
    await using standin = await createStandin({ port: 0, fixtures: writeFixtures(count), maxSandboxes: 100_000 })
    const control = async (method: string, path: string, body?: object): Promise<number> => {
      const started = performance.now()
      const response = await fetch(`${standin.url}/_sandbox${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      await response.arrayBuffer()
      if (response.status >= 400) throw new BenchError(`${method} ${path} is ${response.status}`)
      return performance.now() - started
    }
    await control('POST', '/sandboxes', { id: 'full' })
    const time = async (run: () => Promise<number>): Promise<number> => {
      const times: number[] = []
      for (let turn = 0; turn < 200; turn++) times.push(await run())
      return median(times)
    }
    const health = await time(() => control('GET', '/health'))
    const rowsOf = {
      fork: await time(() => control('POST', '/sandboxes', { from: 'full' })),
      reset: await time(() => control('POST', '/sandboxes/full/reset')),
      snapshot: await time(() => control('POST', '/sandboxes/full/snapshots', { name: 'one' })),
      restore: await time(() => control('POST', '/sandboxes/full/snapshots/one/restore')),
    }
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    for (let made = 0; made < 10_000; made++) await control('POST', '/sandboxes', { from: 'full' })
    globalThis.gc?.()
    const memory = (process.memoryUsage().heapUsed - before) / 1024 / 1024
    for (const [name, took] of Object.entries(rowsOf))
      rows.push(`| ${name} | ${count} | ${took.toFixed(2)} | ${Math.max(0, took - health).toFixed(2)} |`)
    rows.push(`| memory of 10,000 forks, MB | ${count} | **${memory.toFixed(1)}** | |`)
  }
  return [
    '| | records in it | ms over HTTP, median | more than a health request |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Limits: each under a millisecond at the median, 10,000 forks under 50 MB.',
  ]
}

const sections: readonly (readonly [string, () => Promise<readonly string[]>])[] = [
  ['Cost of a request, compared with bare Koa', compareWithKoa],
  ['Growth with the number of records', compareGrowth],
  ['Scenarios that do not apply to the request', compareScenarios],
  ['Sandboxes', measureSandboxes],
  ['Sandboxes on disk', () => measureDisk({ rounds, seconds, isQuick: quick })],
  ['Start and memory', compareStart],
  ['Start on large documents, compared with Prism', compareDocuments],
]

/** Replaces sections of the same title; appends new ones. */
const putSections = (page: string, text: string): string => {
  const [head = '', ...kept] = page.trimEnd().split(/^(?=## )/m)
  const titleOf = (section: string) => section.split('\n')[0] ?? ''
  const made = new Map(
    text
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [titleOf(section), section.trimEnd()]),
  )
  const all = new Map([...kept.map((section) => [titleOf(section), section.trimEnd()] as const), ...made])
  return `${[head.trimEnd(), ...all.values()].join('\n\n')}\n`
}

/** `--only documents`: runs the sections whose title contains that word; the page keeps the others. */
const only = process.argv.includes('--only') ? (process.argv.at(process.argv.indexOf('--only') + 1) ?? '') : ''

const lines = [
  '# Performance',
  '',
  `Written by \`npm run bench -- --write\`: ${rounds} interleaved rounds of ${seconds} s each, medians; ${loadTool} sends the load over 32 connections. Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}); server and load on one core each. Bare Koa returns one constant reply to every request: the same status, media type and body as Standin. It does not parse bodies, match paths, check keys or send Standin's headers.`,
]
for (const [title, compare] of sections.filter(([name]) => name.includes(only))) {
  const table = await compare()
  lines.push('', `## ${title}`, '', ...table)
  console.log(['', title, '', ...table].join('\n'))
}
if (process.argv.includes('--write')) {
  const page = readFileSync('docs/performance.md', 'utf8')
  const text = lines.join('\n')
  writeFileSync('docs/performance.md', only === '' ? `${text}\n` : putSections(page, text))
}
