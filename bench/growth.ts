/**
 * `tsx bench/growth.ts [requests] [sandboxes] [--everything]`: sends requests to many sandboxes, and prints how the memory of
 * the process grows after the first tenth of them. The limits of journals are reached by then, so that it must not grow any
 * more. `--everything`: meanwhile 20 clients never read their stream of events, 1,000 clients abandon their wait for
 * exchanges, and the document is edited and reloaded 2,000 times. The server is a process of its own (growth-server.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, type RequestOptions, request as sendRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StandinOptions } from '../src/index.ts'
import type { GrowthMessage } from './growth-server.ts'
import { BenchError } from './server-process.ts'

export interface Growth {
  readonly requests: number
  readonly sandboxes: number
  readonly options?: Omit<StandinOptions, 'onReload'>
  /** What else happens in a tenth of the requests. */
  readonly meanwhile?: (server: GrowthServer, tenth: number) => Promise<void>
  /** Called ten times with the bytes that are in use. */
  readonly report?: (requests: number, bytes: number) => void
}

/** The server that grows or not. */
class GrowthServer implements AsyncDisposable {
  readonly #child: ChildProcess
  url = ''

  constructor(options: StandinOptions) {
    const server = join(import.meta.dirname, 'growth-server.ts')
    this.#child = spawn(process.execPath, ['--import', 'tsx', server, JSON.stringify(options)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }

  async start(): Promise<void> {
    this.url = (await this.#next('listening')).url
  }

  async measure(): Promise<number> {
    const answer = this.#next('used')
    this.#child.send('measure')
    return (await answer).bytes
  }

  /** Resolves with the findings of the next reload. */
  async reloaded(): Promise<readonly string[]> {
    return (await this.#next('reloaded')).findings
  }

  #next<Kind extends GrowthMessage['kind']>(kind: Kind): Promise<Extract<GrowthMessage, { kind: Kind }>> {
    return new Promise((resolve, reject) => {
      const end = (): void => reject(new BenchError('the server has ended'))
      const listen = (message: GrowthMessage): void => {
        if (!isOf(message, kind)) return
        this.#child.off('message', listen).off('exit', end)
        resolve(message)
      }
      this.#child.on('message', listen).once('exit', end)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGKILL')
    await ended
  }
}

const isOf = <Kind extends GrowthMessage['kind']>(
  message: GrowthMessage,
  kind: Kind,
): message is Extract<GrowthMessage, { kind: Kind }> => message.kind === kind

interface Sent {
  readonly path: string
  readonly method?: string
  readonly body?: string
  readonly type?: string
}

const kinds: readonly ((index: number) => Sent)[] = [
  () => ({ path: '/v1/pets?limit=20' }),
  (index) => ({ path: `/v1/pets/${(index % 24) + 1}` }),
  (index) => ({ path: '/v1/pets', method: 'POST', body: `{"name":${index}}` }),
  (index) => ({ path: `/v1/nothing/${index}` }),
  (index) => ({ path: '/v1/pets', method: 'POST', body: '{}', type: `text/x-${index}` }),
]

/** Clients that send at once, each on a connection of its own. */
const clients = 8

const optionsOf = (index: number, sandboxes: number): Sent & RequestOptions => {
  const { type = 'application/json', ...sent } = kinds[index % kinds.length]?.(index) ?? { path: '/' }
  const headers = {
    Authorization: 'Bearer sandbox-key',
    'Sandbox-Id': `sandbox-${Math.floor(index / kinds.length) % sandboxes}`,
    ...(sent.body === undefined ? {} : { 'Content-Type': type, 'Content-Length': sent.body.length }),
  }
  return { ...sent, headers }
}

/** Bytes by which the memory of the server grows from the first tenth of the requests to the last. */
export const measureGrowth = async ({
  requests,
  sandboxes,
  options = {},
  meanwhile,
  report,
}: Growth): Promise<number> => {
  await using server = new GrowthServer(options)
  await server.start()
  const { hostname, port } = new URL(server.url)
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const send = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const { body, ...rest } = optionsOf(index, sandboxes)
      const sent = sendRequest({ hostname, port, agent, ...rest }, (response) => {
        response.resume().once('end', resolve)
      })
      sent.once('error', reject)
      sent.end(body)
    })
  const each = Math.floor(requests / 10)
  const sendTenth = async (tenth: number): Promise<void> => {
    let next = tenth * each
    const client = async (): Promise<void> => {
      while (next < (tenth + 1) * each) await send(next++)
    }
    await Promise.all(Array.from({ length: clients }, client))
  }
  let first = 0
  let last = 0
  try {
    for (let tenth = 0; tenth < 10; tenth++) {
      await Promise.all([meanwhile?.(server, tenth), sendTenth(tenth)])
      last = await server.measure()
      if (tenth === 0) first = last
      report?.((tenth + 1) * each, last)
    }
  } finally {
    agent.destroy()
  }
  return last - first
}

const total = { streams: 20, awaits: 1_000, reloads: 2_000 }

interface Everything extends AsyncDisposable {
  readonly options: NonNullable<Growth['options']>
  readonly meanwhile: (server: GrowthServer, tenth: number) => Promise<void>
}

const converse = async ({ url }: GrowthServer, text: string): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.write(text, resolve))
  return socket
}

const condition = '{"operation":"listPets","count":9,"timeout":"10m"}'
const head = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n'
const awaitText = `POST /_sandbox/sandboxes/default/exchanges/await ${head}Content-Type: application/json\r\nContent-Length: ${condition.length}\r\n\r\n${condition}`

/** The sample API in a folder of its own, so that it can be edited. */
const prepareEverything = async (): Promise<Everything> => {
  const folder = await mkdtemp(join(tmpdir(), 'standin-growth-'))
  await cp('spec', join(folder, 'spec'), { recursive: true })
  const document = join(folder, 'spec', 'animal-store.yaml')
  const text = await readFile(document, 'utf8')
  const streams: Socket[] = []
  const reload = async (server: GrowthServer, count: number): Promise<void> => {
    const done = server.reloaded()
    await writeFile(document, `${text}\n# edit ${count}\n`)
    for (const finding of await done) process.stdout.write(`reload: ${finding}\n`)
  }
  const openStreams = async (server: GrowthServer): Promise<void> => {
    while (streams.length < total.streams) {
      const socket = await converse(server, `GET /_sandbox/events ${head}\r\n`)
      socket.pause()
      streams.push(socket)
    }
  }
  return {
    options: {
      documents: [document],
      fixtures: 'fixtures/default',
      watch: true,
    },
    meanwhile: async (server, tenth) => {
      await openStreams(server)
      for (let count = 0; count < total.awaits / 10; count++) {
        const socket = await converse(server, awaitText)
        await nextTurn()
        socket.destroy()
      }
      for (let count = 0; count < total.reloads / 10; count++)
        await reload(server, (tenth * total.reloads) / 10 + count)
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of streams) socket.destroy()
      await rm(folder, { recursive: true })
    },
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

if (process.argv[1]?.endsWith('growth.ts')) {
  const everything = process.argv.includes('--everything')
  const [requests = '1000000', sandboxes = '1000'] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
  await using parts = everything ? await prepareEverything() : undefined
  const growth = await measureGrowth({
    requests: Number(requests),
    sandboxes: Number(sandboxes),
    ...parts,
    report: (count, bytes) => process.stdout.write(`${count} requests: ${megabytes(bytes)}\n`),
  })
  process.stdout.write(`growth after the first tenth: ${megabytes(growth)}\n`)
}
