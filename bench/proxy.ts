/**
 * What `standin proxy` costs: its CPU time for a request, beside that of http-proxy, which only forwards; and the memory that
 * streams of 100 MB take. `npm run proxy-cost`; http-proxy is one of the peers (`npm ci --prefix bench/peers`).
 *
 * The two take turns, and CPU time is measured, not the time of the clock: other work on the machine changes neither.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Agent, request as send } from 'undici'
import { createStandin } from '../src/index.ts'

const rounds = 8
const requests = 1_500
const concurrency = 16

interface Usage {
  /** Microseconds. */
  readonly cpu: number
  /** Bytes. */
  readonly memory: number
}

const usageOf = async (child: ChildProcess): Promise<Usage> => {
  const answer = once(child, 'message')
  child.send('usage')
  return (await answer)[0]
}

const startChild = async (file: string, ...args: readonly string[]) => {
  const child = fork(file, args, { execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : [] })
  const [{ port }] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}` }
}

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

const load = async (url: string, agent: Agent): Promise<void> => {
  let left = requests
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

/** The other side of `usageOf`, like that in bench/peers/http-proxy.js. */
const answerUsage = (port: number | undefined): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system, memory: process.memoryUsage().rss })
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ port })
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0

const compare = async (): Promise<void> => {
  const service = await startService()
  const here = fileURLToPath(import.meta.url)
  const proxies = {
    'http-proxy': await startChild(fileURLToPath(new URL('peers/http-proxy.js', import.meta.url)), service),
    standin: await startChild(here, service),
  }
  const agent = new Agent({ connections: concurrency })
  const costs: Record<string, number[]> = { 'http-proxy': [], standin: [] }
  for (let round = 0; round < rounds; round++)
    for (const [name, { child, url }] of Object.entries(proxies)) {
      const before = await usageOf(child)
      await load(url, agent)
      const after = await usageOf(child)
      // The first rounds compile.
      if (round >= 3) costs[name]?.push((after.cpu - before.cpu) / requests)
    }
  const [peer, own] = [median(costs['http-proxy'] ?? []), median(costs.standin ?? [])]
  console.log(`http-proxy ${peer.toFixed(0)} µs of CPU a request`)
  console.log(`standin proxy ${own.toFixed(0)} µs, validated: ${(own / peer).toFixed(2)} times as much`)
  const { child, url } = proxies.standin
  await stream(url, 8 * 1024 * 1024)
  const { memory: before } = await usageOf(child)
  let largest = before
  const timer = setInterval(() => {
    usageOf(child).then(({ memory }) => {
      largest = Math.max(largest, memory)
    }, console.error)
  }, 50)
  await stream(url, 100 * 1024 * 1024)
  clearInterval(timer)
  console.log(`100 MB both ways: ${((largest - before) / 1024 / 1024).toFixed(0)} MB more memory`)
  for (const proxy of Object.values(proxies)) proxy.child.disconnect()
  await agent.close()
  process.exit()
}

const [upstream] = process.argv.slice(2)
if (upstream === undefined) await compare()
else {
  const standin = await createStandin({ port: 0, proxy: { upstream: [upstream] } })
  answerUsage(standin.port)
}
