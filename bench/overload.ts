/**
 * `npm run overload`: how the server treats others while slow connections are open, and while it gets ten times the requests
 * that it can handle. `-- --write` writes docs/overload.md. `--quick` takes a few seconds; its milliseconds say nothing.
 *
 * The server has core 0. The flood and this process share core 1, where the flood has the lower priority, so that requests
 * are timed soon after their responses arrive. The delay of the server's own event loop is measured in the server.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { FloodCommand, FloodReport } from './flood.ts'
import { measureQueue } from './queue-cost.ts'
import { BenchError } from './server-process.ts'
import { createLargeRecords, openSlowClients } from './slow-clients.ts'
import { startStandin } from './standin-server.ts'

const quick = process.argv.includes('--quick')
/** Seconds of each limit. They are lower than the defaults, so that a run takes less time. */
const limit = quick ? 3 : 15
const slowClients = quick ? 40 : 500
const floodTime = quick ? 1_000 : 8_000
const connections = 100

/** What loop-delay.js reports, in milliseconds. */
interface LoopDelay {
  readonly median: number
  /** Of 99%. */
  readonly most: number
  readonly slowest: number
}

interface Timed {
  readonly status: number
  readonly milliseconds: number
}

/** One request on a connection of its own. */
const ask = (url: string): Promise<Timed> =>
  new Promise((resolve, reject) => {
    const begin = performance.now()
    const sent = request(url, { headers: { Authorization: 'Bearer sandbox-key' }, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - begin }))
    })
    sent.once('error', reject)
    sent.end()
  })

/** Repeats a request until another promise is settled. */
const askDuring = async (url: string, whole: Promise<unknown>): Promise<readonly Timed[]> => {
  const all: Timed[] = []
  let isDone = false
  const end = whole.finally(() => {
    isDone = true
  })
  while (!isDone) {
    all.push(await ask(url))
    await wait(20)
  }
  await end
  return all
}

const printed: string[] = []

const print = (line: string): void => {
  printed.push(line)
  process.stdout.write(`${line}\n`)
}

const row = (name: string, all: readonly Timed[]): string => {
  const times = all.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (share: number): string =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0)
  const statuses = [...new Set(all.map(({ status }) => status))].sort().join(', ')
  return `| ${name} | ${all.length} | ${statuses} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`
}

const tableHead = [
  '| requests of others | number | statuses | ms, median | ms, 99% | ms, slowest |',
  '|---|---|---|---|---|---|',
]

const flood = async (command: FloodCommand): Promise<FloodReport> => {
  // On a busy machine a flood of low priority would hardly begin, and --quick measures nothing.
  const priority = quick ? [] : ['nice', '-n', '10', 'taskset', '-c', '1']
  const [program = '', ...args] = [...priority, process.execPath, '--import', 'tsx', 'bench/flood.ts']
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const answered: Promise<readonly unknown[]> = once(child, 'message')
  child.send(command)
  const [report] = await Promise.race([
    answered,
    once(child, 'exit').then(() => {
      throw new BenchError('the process that sends the flood has ended')
    }),
  ])
  child.kill('SIGKILL')
  return report as FloodReport
}

const introduction = `# Overload

What others notice while a server has slow clients, or more requests than it can handle. \`npm run overload -- --write\` measures it and
writes this page. [limits.md](limits.md#overload) has the limits. The server runs on one core, its clients on another.
`

const limits = ['headers', 'request', 'send', 'idle'].flatMap((name) => [`--${name}-timeout`, `${limit}s`])
if (cpus().length < 2) throw new BenchError('the server and its clients need a core each')
if (!quick) spawnSync('taskset', ['-cp', '1', String(process.pid)])
const server = await startStandin(limits, { node: ['--import', './bench/loop-delay.js'], output: 'channel' })
const pets = `${server.url}/v1/pets?limit=20`
const health = `${server.url}/_sandbox/health`

/** The delay of the server's event loop since the last call. */
const readLoopDelay = async (): Promise<LoopDelay> => (await server.ask()) as LoopDelay

const describeLoopDelay = ({ median, most, slowest }: LoopDelay): string =>
  `One turn of the server's event loop took ${median.toFixed(0)} ms (median), 99% at most ${most.toFixed(0)} ms, and the slowest ${slowest.toFixed(0)} ms.`

const measureSlowClients = async (): Promise<void> => {
  await createLargeRecords(server.url)
  await ask(pets)
  await ask(health)
  await wait(200)
  const before = server.sockets()
  await readLoopDelay()
  const begin = performance.now()
  const slow = await openSlowClients(server.url, slowClients)
  // On a busy machine the first may be closed before the last is open.
  while (server.sockets() < before + slowClients && performance.now() - begin < limit * 1_000) await wait(10)
  let lastClosed = 0
  const closed = (async () => {
    // One socket more: the request of another client.
    while (server.sockets() > before + 1) {
      if (performance.now() - begin > (limit + 60) * 1_000) break
      await wait(100)
    }
    lastClosed = performance.now() - begin
  })()
  const fresh = await askDuring(pets, closed)
  slow.close()
  const delay = await readLoopDelay()
  print(`## ${slowClients} slow connections\n\n${[...tableHead, row('a list', fresh)].join('\n')}\n`)
  print(
    `Of the slow connections a quarter each sends nothing, a byte of its headers or body each half second, or reads nothing of 5 MB. ` +
      `The last of them was closed ${(lastClosed / 1_000 - limit).toFixed(1)} s after its limit of ${limit} s. ${describeLoopDelay(delay)}\n`,
  )
}

const describeFlood = ({ sent, unsent, statuses, bare }: FloodReport): string =>
  `${sent} requests sent, ${unsent} more not read in time; ${Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')}; 503 without Retry-After: ${bare}`

const measureOverload = async (): Promise<void> => {
  // Hot code is compiled by now.
  await flood({ url: server.url, connections: 32, milliseconds: floodTime / 4 })
  const before = server.cpu()
  const capacity = await flood({ url: server.url, connections: 32, milliseconds: floodTime / 4 })
  const each = (server.cpu() - before) / (capacity.statuses['200'] ?? 1)
  const perSecond = Math.round(1_000 / each)
  await wait(3_000)
  await readLoopDelay()
  // The flood needs time of the same core, most of it where its process starts.
  const own = monitorEventLoopDelay({ resolution: 2 })
  own.enable()
  const flooding = flood({ url: server.url, connections, perSecond: perSecond * 10, milliseconds: floodTime })
  const [healthy, fresh] = await Promise.all([askDuring(health, flooding), askDuring(pets, flooding)])
  const ended = performance.now()
  own.disable()
  const delay = await readLoopDelay()
  let normal = 0
  for (let good = 0; good < 10 && performance.now() - ended < 30_000; ) {
    const { status, milliseconds } = await ask(pets)
    good = status === 200 && milliseconds < 50 ? good + 1 : 0
    if (good === 1) normal = performance.now() - ended
  }
  print(`## Ten times the capacity of ${perSecond} requests a second of CPU time, on ${connections} connections\n`)
  print([...tableHead, row('health', healthy), row('a list on a new connection', fresh)].join('\n'))
  print(
    `\nThe flood: ${describeFlood(await flooding)}. ${describeLoopDelay(delay)} What measured it was late itself by up to ${(own.max / 1e6).toFixed(0)} ms.\n`,
  )
  print(`Back to normal (ten lists in a row under 50 ms): after ${normal.toFixed(0)} ms.\n`)
  const queue = measureQueue()
  print(
    `Without overload, the queue takes ${(queue * 1_000).toFixed(2)} µs of CPU time for a request, ${((queue / each) * 100).toFixed(2)}% of the ${(each * 1_000).toFixed(0)} µs that a list takes.`,
  )
}

try {
  print(
    `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load average ${loadavg()[0]?.toFixed(1)}\n`,
  )
  if (!process.argv.includes('--no-slow')) await measureSlowClients()
  await measureOverload()
  if (process.argv.includes('--write'))
    writeFileSync(new URL('../docs/overload.md', import.meta.url), `${introduction}\n${printed.join('\n')}\n`)
} finally {
  await server.stop()
}
