/**
 * `npm run scaling`: measures servers in memory, with --data and with --store, one and three, in interleaved rounds. All
 * processes share the cores of this machine, so CPU time per request is the figure to compare; requests a second depend on
 * how much the load itself needs. `--quick` takes a few seconds and gives rough numbers only. docs/scaling.md has results.
 */
import { cpus, loadavg } from 'node:os'
import { BenchError } from './server-process.ts'
import { type Load, startLoad } from './start-load.ts'
import { formatSpread, median } from './statistics.ts'
import type { LoadCommand } from './store-load.ts'
import { hasRedis, type Servers, type Storage, startServers } from './store-servers.ts'

const quick = process.argv.includes('--quick')
const only = process.argv.includes('--only') ? (process.argv.at(process.argv.indexOf('--only') + 1) ?? '') : ''
const rounds = quick ? 1 : 5
const milliseconds = quick ? 150 : 2_000
const clients = 100

interface Case {
  readonly name: string
  readonly storage: Storage
  readonly servers: number
  readonly kind: LoadCommand['kind']
  /** How many sandboxes the requests name. */
  readonly sandboxes: number
  readonly isSticky: boolean
}

interface Measured {
  readonly perSecond: number
  /** Microseconds of CPU time per request, or per life. */
  readonly serverCpu: number
  readonly redisCpu: number
}

const one = { servers: 1, sandboxes: 1, isSticky: true } as const

const storages: readonly (readonly [string, Storage])[] = [
  ['memory', 'memory'],
  ['`--data`', 'data'],
  ['`--store`', 'store'],
]

const caseOf = (kind: Case['kind'], name: string, storage: Storage): Case => ({ ...one, name, storage, kind })

const three = (kind: Case['kind'], sandboxes: number): readonly Case[] =>
  [false, true].map((isSticky) => ({
    name: `three servers, ${isSticky ? 'sticky' : 'any server'}`,
    storage: 'store',
    servers: 3,
    kind,
    sandboxes,
    isSticky,
  }))

const tables: readonly (readonly [string, readonly Case[]])[] = [
  ['Mix of requests, one sandbox', storages.map(([name, storage]) => caseOf('mix', name, storage))],
  ['Creates only, one sandbox', storages.map(([name, storage]) => caseOf('creates', name, storage))],
  ['Mix of requests, three servers, one sandbox', [caseOf('mix', 'one server', 'store'), ...three('mix', 1)]],
  [
    'Mix of requests, three servers, 100 sandboxes',
    [{ ...caseOf('mix', 'one server', 'store'), sandboxes: 100 }, ...three('mix', 100)],
  ],
  [
    'Lives of sandboxes: create from a template of 100 records, one create, one list, delete',
    [...storages.map(([name, storage]) => caseOf('lives', name, storage)), ...three('lives', 1)],
  ],
]

const send = async (url: string, method: string, path: string, body?: object): Promise<void> => {
  const headers = { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' }
  const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  await response.arrayBuffer()
  if (response.status >= 400) throw new BenchError(`${method} ${path} is ${response.status}`)
}

/** The sandbox that lives start from. The default one has 30 records. */
const createTemplate = async (url: string): Promise<void> => {
  await send(url, 'POST', '/_sandbox/sandboxes', { id: 'template' })
  for (let count = 30; count < 100; count++)
    await send(url, 'POST', '/~template/v1/pets', { name: 'Rex', categoryId: 1 })
}

const namesOf = ({ sandboxes }: Case): readonly string[] =>
  sandboxes === 1 ? ['default'] : Array.from({ length: sandboxes }, (_, index) => `team-${index}`)

const measure = async (one: Case, servers: Servers, load: Load): Promise<Measured> => {
  const names = namesOf(one)
  const [url = ''] = servers.urls
  // Without the records of earlier rounds.
  for (const name of names) if (name === 'default') await send(url, 'POST', '/_sandbox/sandboxes/default/reset')
  const command = { urls: servers.urls, kind: one.kind, sandboxes: names, isSticky: one.isSticky, clients }
  const run = (milliseconds: number) =>
    load.run({ ...command, milliseconds }).catch((error) => {
      throw new BenchError(`${one.name}: ${error instanceof Error ? error.message : error}`)
    })
  await run(milliseconds / 4)
  const before = servers.cpu()
  const { count, milliseconds: took } = await run(milliseconds)
  const after = servers.cpu()
  return {
    perSecond: (count / took) * 1000,
    serverCpu: ((after.servers - before.servers) * 1000) / count,
    redisCpu: ((after.redis - before.redis) * 1000) / count,
  }
}

/** The servers of each kind, which are started once. */
const clusters = new Map<string, Servers>()

const openCluster = async ({ storage, servers }: Case): Promise<Servers> => {
  const name = `${storage} ${servers}`
  const known = clusters.get(name)
  if (known) return known
  const started = await startServers(storage, servers)
  clusters.set(name, started)
  await createTemplate(started.urls[0] ?? '')
  return started
}

const compare = async (cases: readonly Case[], load: Load): Promise<readonly string[]> => {
  const measured = new Map<Case, Measured[]>(cases.map((one) => [one, []]))
  for (let round = 0; round < rounds; round++)
    for (const [one, all] of measured) all.push(await measure(one, await openCluster(one), load))
  const [first = []] = measured.values()
  const ratio = (all: readonly Measured[], of: (one: Measured) => number): string =>
    median(all.map((one, round) => of(one) / of(first[round] ?? one))).toFixed(2)
  const rows = [...measured].map(([{ name }, all]) => {
    const columns = [
      formatSpread(all.map(({ perSecond }) => perSecond)),
      ratio(all, ({ perSecond }) => perSecond),
      formatSpread(all.map(({ serverCpu }) => serverCpu)),
      formatSpread(all.map(({ redisCpu }) => redisCpu)),
      ratio(all, ({ serverCpu, redisCpu }) => serverCpu + redisCpu),
    ]
    return `| ${[name, ...columns].join(' | ')} |`
  })
  return [
    '| | a second | ratio | CPU of servers, µs each | CPU of Redis, µs each | CPU ratio |',
    '|---|---|---|---|---|---|',
    ...rows,
  ]
}

const load = startLoad()
try {
  console.log(
    `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load average ${loadavg()[0]?.toFixed(1)}; ${rounds} interleaved rounds of ${milliseconds} ms with ${clients} connections: median (lowest–highest)`,
  )
  if (!hasRedis) console.log('redis-server is not installed: --store is not measured')
  for (const [title, cases] of tables.filter(([title]) => title.includes(only))) {
    const possible = cases.filter(({ storage }) => hasRedis || storage !== 'store')
    if (possible.length === 0) continue
    console.log(['', `## ${title}`, '', ...(await compare(possible, load))].join('\n'))
  }
} finally {
  load.stop()
  await Promise.all([...clusters.values()].map((servers) => servers.stop()))
}
