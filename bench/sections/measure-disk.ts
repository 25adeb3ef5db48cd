/**
 * Measures what `--data` costs: creates over 100 connections with many records against few, and against memory only, and
 * the time that a start needs to load many records.
 */
import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { load } from '../load.ts'
import { kinds } from '../requests.ts'
import { BenchError, type ServerProcess } from '../server-process.ts'
import { createPets, startStandin } from '../standin-server.ts'
import { median } from '../statistics.ts'
import { temporaryFolder } from '../temporary-folder.ts'

export interface DiskOptions {
  readonly rounds: number
  readonly seconds: number
  readonly isQuick: boolean
}

const connections = 100

const { create } = kinds
const { headers } = create

/** Not bound to one core: with `--data`, the server writes in a thread of its own. */
const start = (...args: readonly string[]): Promise<ServerProcess> =>
  startStandin(['--max-body', '100mb', ...args], { isPinned: false })

/** Replaces all records through the control API. */
const fill = async ({ url }: ServerProcess, count: number): Promise<void> => {
  const path = `${url}/_sandbox/sandboxes/default/records/pets`
  const response = await fetch(path, { method: 'PUT', headers, body: JSON.stringify(createPets(count)) })
  await response.arrayBuffer()
  if (!response.ok) throw new BenchError(`filling got ${response.status}`)
}

/** Creates records one by one, over many connections. */
const createAll = async ({ url }: ServerProcess, count: number): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = count
  const createOne = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(url + create.path, { method: 'POST', agent, headers }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
      })
      sent.on('error', reject)
      sent.end(create.body)
    })
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const status = await createOne()
      if (status !== 201) throw new BenchError(`a create got ${status}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  agent.destroy()
}

interface Total {
  readonly server: ServerProcess
  /** Records at the beginning of each round. */
  readonly records: number
  requests: number
  /** Milliseconds of CPU time. */
  cpu: number
  readonly perSecond: number[]
}

const totalOf = (server: ServerProcess, records: number): Total => ({
  server,
  records,
  requests: 0,
  cpu: 0,
  perSecond: [],
})

/** Adds up all rounds, because some of them write a checkpoint. */
const runRounds = async (totals: readonly Total[], { rounds, seconds }: DiskOptions): Promise<void> => {
  for (let round = 0; round < rounds; round++)
    for (const total of totals) {
      await fill(total.server, total.records)
      await load(total.server.url, [create], { seconds: 1, connections })
      const before = total.server.cpu()
      const { requests, perSecond } = await load(total.server.url, [create], { seconds, connections })
      total.cpu += total.server.cpu() - before
      total.requests += requests
      total.perSecond.push(perSecond)
    }
}

const microseconds = ({ cpu, requests }: Total): number => (cpu * 1000) / requests

const compareCreates = async (folder: string, options: DiskOptions): Promise<readonly string[]> => {
  const memory = totalOf(await start(), 100)
  const few = totalOf(await start('--data', join(folder, 'few')), 100)
  const many = totalOf(await start('--data', join(folder, 'many')), options.isQuick ? 5_000 : 50_000)
  try {
    await runRounds([memory, few, many], options)
  } finally {
    for (const { server } of [memory, few, many]) await server.stop()
  }
  const describe = (name: string, total: Total, base: Total): string => {
    const speed = median(total.perSecond.map((perSecond, round) => perSecond / (base.perSecond[round] ?? Number.NaN)))
    const cpu = microseconds(total) / microseconds(base)
    const cells = [microseconds(total).toFixed(0), median(total.perSecond).toFixed(0), cpu.toFixed(2), speed.toFixed(2)]
    return `| ${name}, ${total.records} records | ${cells.join(' | ')} |`
  }
  return [
    '| creates over 100 connections | µs CPU | requests a second | CPU, ratio | requests a second, ratio |',
    '|---|---|---|---|---|',
    describe('in memory', memory, memory),
    describe('on disk, against memory', few, memory),
    describe('on disk, against few records', many, few),
    '',
    'Limits: half of the requests a second of memory only; with 50,000 records at most 1.3 times the CPU time of 100.',
  ]
}

/** Milliseconds until the first response of a server on the folder: wall time, and CPU time of all threads. */
const restart = async (folder: string): Promise<{ readonly wall: number; readonly cpu: number }> => {
  const started = performance.now()
  const server = await start('--data', folder)
  const response = await fetch(`${server.url}/v1/pets/7`, { headers })
  await response.arrayBuffer()
  const [wall, cpu] = [performance.now() - started, server.cpu()]
  await server.stop()
  if (response.status !== 200) throw new BenchError(`a stored record got ${response.status}`)
  return { wall, cpu }
}

const measureStarts = async (folder: string, { rounds, isQuick }: DiskOptions): Promise<readonly string[]> => {
  const count = isQuick ? 5_000 : 100_000
  const ways: readonly (readonly [string, (server: ServerProcess) => Promise<void>])[] = [
    ['no records', async () => {}],
    [`${count} records, created one by one`, (server) => createAll(server, count)],
    [`${count} records, put at once`, (server) => fill(server, count)],
  ]
  const rows: string[] = []
  for (const [index, [name, write]] of ways.entries()) {
    const data = join(folder, `start-${index}`)
    const server = await start('--data', data)
    await write(server)
    await server.stop()
    const times: { readonly wall: number; readonly cpu: number }[] = []
    for (let round = 0; round < rounds; round++) times.push(await restart(data))
    const [wall, cpu] = [median(times.map((time) => time.wall)), median(times.map((time) => time.cpu))]
    rows.push(`| ${name} | ${wall.toFixed(0)} | ${cpu.toFixed(0)} |`)
  }
  return [
    '| start | ms to the first response | ms CPU |',
    '|---|---|---|',
    ...rows,
    '',
    'Limit: the first response in 2 s with 100,000 records.',
  ]
}

/** Tables of all of it. */
export const measureDisk = async (options: DiskOptions): Promise<readonly string[]> => {
  const folder = temporaryFolder()
  try {
    return [...(await compareCreates(folder, options)), '', ...(await measureStarts(folder, options))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
