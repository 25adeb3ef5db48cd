/**
 * `npm run overload`: how the server treats others while slow connections are open, and while it gets ten times the requests
 * that it can handle. docs/performance.md has results. `--quick` takes a few seconds; its milliseconds say nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { FloodCommand, FloodReport } from './flood.ts'
import { BenchError, startServer } from './server-process.ts'
import { openSlowClients } from './slow-clients.ts'

const quick = process.argv.includes('--quick')
/** Seconds of each limit. They are lower than the defaults, so that a run takes less time. */
const limit = quick ? 3 : 15
const slowClients = quick ? 40 : 500
const floodTime = quick ? 1_000 : 8_000
const connections = 100

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

const print = (line: string): void => void process.stdout.write(`${line}\n`)

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
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/flood.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
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

const limits = ['headers', 'request', 'send', 'idle'].flatMap((name) => [`--${name}-timeout`, `${limit}s`])
const server = await startServer(['dist/bin.js', 'serve', '--port', '0', '--log', 'silent', ...limits], {
  isPinned: false,
})
const pets = `${server.url}/v1/pets?limit=20`
const health = `${server.url}/_sandbox/health`

const measureSlowClients = async (): Promise<void> => {
  await ask(pets)
  await ask(health)
  await wait(200)
  const before = server.sockets()
  const begin = performance.now()
  const slow = await openSlowClients(server.url, slowClients)
  while (server.sockets() < before + slowClients) await wait(10)
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
  print(`## ${slowClients} slow connections\n\n${[...tableHead, row('a list', fresh)].join('\n')}\n`)
  print(
    `Of the slow connections a quarter each sends nothing, a byte of its headers or body each half second, or does not read. ` +
      `The last of them was closed ${(lastClosed / 1_000 - limit).toFixed(1)} s after its limit of ${limit} s.\n`,
  )
}

const describeFlood = ({ sent, unsent, statuses, bare }: FloodReport): string =>
  `${sent} requests sent, ${unsent} more not read in time; ${Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')}; 503 without Retry-After: ${bare}`

const measureOverload = async (): Promise<void> => {
  const capacity = await flood({ url: server.url, connections: 32, milliseconds: floodTime / 4 })
  const perSecond = Math.round(((capacity.statuses['200'] ?? 0) / (floodTime / 4)) * 1_000)
  await wait(3_000)
  const flooding = flood({ url: server.url, connections, perSecond: perSecond * 10, milliseconds: floodTime })
  const [healthy, fresh] = await Promise.all([askDuring(health, flooding), askDuring(pets, flooding)])
  const ended = performance.now()
  let normal = 0
  for (let good = 0; good < 10 && performance.now() - ended < 30_000; ) {
    const { status, milliseconds } = await ask(pets)
    good = status === 200 && milliseconds < 50 ? good + 1 : 0
    if (good === 1) normal = performance.now() - ended
  }
  print(`## Ten times the capacity of ${perSecond} requests a second, on ${connections} connections\n`)
  print([...tableHead, row('health', healthy), row('a list on a new connection', fresh)].join('\n'))
  print(`\nThe flood: ${describeFlood(await flooding)}.`)
  print(`Back to normal (ten lists in a row under 50 ms): after ${normal.toFixed(0)} ms.`)
}

try {
  print(
    `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load average ${loadavg()[0]?.toFixed(1)}\n`,
  )
  if (!process.argv.includes('--no-slow')) await measureSlowClients()
  await measureOverload()
} finally {
  await server.stop()
}
