/**
 * What `standin proxy` costs: its CPU time for a request, beside that of http-proxy, which only forwards; and the memory that
 * streams of 100 MB take. `npm run proxy-cost`; http-proxy is one of the peers (`npm ci --prefix bench/peers`).
 *
 * The two take turns with the same request to the same service, and CPU time is measured, not the time of the clock: other work
 * on the machine slows both alike. The figure is the median of the ratios of the rounds.
 */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { Agent, request as send } from 'undici'
import { readArguments } from '../scripts/read-arguments.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { formatSpread } from './statistics.ts'

const { values } = readArguments(import.meta.filename, {
  options: { rounds: { type: 'string', default: '20' }, requests: { type: 'string', default: '4000' } },
})
const rounds = Number(values.rounds)
const requests = Number(values.requests)

/** Requests to each before the first round: the functions are compiled then. */
const warmUp = 20_000

const concurrency = 16
const mebibyte = 1024 * 1024

/** What usage.js reports. */
interface Usage {
  /** Microseconds. */
  readonly cpu: number
  /** Bytes. */
  readonly memory: number
}

const usageOf = async (server: ServerProcess): Promise<Usage> => (await server.ask()) as Usage

const start = (...args: readonly string[]): Promise<ServerProcess> =>
  startServer(['--import', './bench/usage.js', ...args], { isPinned: false, output: 'channel' })

const pets = JSON.stringify(
  Array.from({ length: 20 }, (_, index) => ({
    id: index + 1,
    name: `Animal ${index + 1}`,
    categoryId: 1,
    status: 'sold',
  })),
)

/** A service that responds at once, and sends back what it gets at any other path. */
const startService = async (): Promise<string> => {
  const server = createServer((incoming, answer) => {
    answer.writeHead(200, { 'Content-Type': 'application/json' })
    if (incoming.url?.startsWith('/v1/pets')) answer.end(pets)
    else incoming.pipe(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const load = async (url: string, count: number, agent: Agent): Promise<void> => {
  let left = count
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const { body, statusCode } = await send(`${url}/v1/pets?limit=20`, {
        dispatcher: agent,
        headers: { authorization: 'Bearer key', accept: 'application/json' },
      })
      if (statusCode !== 200) throw new TypeError(`status ${statusCode}`)
      await body.text()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, client))
}

/** Microseconds of CPU time for a request. */
const measure = async (server: ServerProcess, agent: Agent): Promise<number> => {
  const before = await usageOf(server)
  await load(server.url, requests, agent)
  const after = await usageOf(server)
  return (after.cpu - before.cpu) / requests
}

/** Sends as many bytes as it receives. */
const stream = async (url: string, size: number): Promise<void> => {
  const chunk = Buffer.alloc(64 * 1024)
  function* chunks(): Generator<Buffer> {
    for (let sent = 0; sent < size; sent += chunk.length) yield chunk
  }
  const outgoing = request(`${url}/echo`, { method: 'POST', agent: false })
  Readable.from(chunks()).pipe(outgoing)
  const [answer] = await once(outgoing, 'response')
  answer.resume()
  await once(answer, 'end')
}

/** In which of two rounds each is first changes: what the machine does meanwhile is the same for both. */
const compareCpu = async (peer: ServerProcess, own: ServerProcess): Promise<void> => {
  const agent = new Agent({ connections: concurrency })
  for (const server of [peer, own]) await load(server.url, warmUp, agent)
  const costs: { readonly peer: number[]; readonly own: number[] } = { peer: [], own: [] }
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 1) costs.own.push(await measure(own, agent))
    costs.peer.push(await measure(peer, agent))
    if (round % 2 === 0) costs.own.push(await measure(own, agent))
  }
  await agent.close()
  const ratios = costs.own.map((cost, round) => cost / (costs.peer[round] ?? Number.NaN))
  console.log(`${rounds} rounds of ${requests} requests each; median (lowest–highest)`)
  console.log(`http-proxy: ${formatSpread(costs.peer, 1)} µs of CPU a request`)
  console.log(`standin proxy: ${formatSpread(costs.own, 1)} µs of CPU a request, validated`)
  console.log(`standin proxy takes ${formatSpread(ratios, 2)} times as much`)
}

const measureMemory = async (server: ServerProcess): Promise<void> => {
  await stream(server.url, 8 * mebibyte)
  const { memory: before } = await usageOf(server)
  let largest = before
  const timer = setInterval(() => {
    usageOf(server).then(({ memory }) => {
      largest = Math.max(largest, memory)
    }, console.error)
  }, 50)
  await stream(server.url, 100 * mebibyte)
  clearInterval(timer)
  console.log(`100 MB both ways: ${((largest - before) / mebibyte).toFixed(0)} MB more memory`)
}

const service = await startService()
const peer = await start('bench/peers/http-proxy.js', service)
const own = await start('dist/bin.js', 'proxy', '--port', '0', '--log', 'silent', '--upstream', service)
try {
  await compareCpu(peer, own)
  await measureMemory(own)
} finally {
  await Promise.all([peer.stop(), own.stop()])
}
process.exit()
