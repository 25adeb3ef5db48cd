/**
 * `tsx bench/growth.ts [requests] [sandboxes] [--everything]`: sends requests to many sandboxes, and prints how the memory of
 * the process grows after the first tenth of them. The limits of journals are reached by then, so that it must not grow any
 * more. `--everything`: meanwhile 20 clients never read their stream of events, 1,000 clients abandon their wait for
 * exchanges, and the document is edited and reloaded 2,000 times.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createStandin, type Standin, type StandinOptions } from '../src/index.ts'
import { measureUsedMemory } from '../test/support/used-memory.ts'

export interface Growth {
  readonly requests: number
  readonly sandboxes: number
  readonly options?: StandinOptions
  /** What else happens in a tenth of the requests. */
  readonly meanwhile?: (standin: Standin, tenth: number) => Promise<void>
  /** Called ten times with the bytes that are in use. */
  readonly report?: (requests: number, bytes: number) => void
}

/** Bytes by which the memory grows from the first tenth of the requests to the last. */
export const measureGrowth = async ({ requests, sandboxes, options, meanwhile, report }: Growth): Promise<number> => {
  await using standin = await createStandin(options)
  const kinds = [
    () => ['/v1/pets?limit=20', {}] as const,
    (index: number) => [`/v1/pets/${(index % 24) + 1}`, {}] as const,
    (index: number) => ['/v1/pets', { method: 'POST', body: `{"name":${index}}` }] as const,
    (index: number) => [`/v1/nothing/${index}`, {}] as const,
    (index: number) => ['/v1/pets', { method: 'POST', body: '{}', type: `text/x-${index}` }] as const,
  ]
  const send = async (index: number): Promise<void> => {
    const [path, init] = kinds[index % kinds.length]?.(index) ?? ['/', {}]
    const {
      method = 'GET',
      body,
      type = 'application/json',
    } = { type: 'application/json', ...init } as {
      method?: string
      body?: string
      type?: string
    }
    const headers = {
      Authorization: 'Bearer sandbox-key',
      'Sandbox-Id': `sandbox-${Math.floor(index / kinds.length) % sandboxes}`,
      ...(body === undefined ? {} : { 'Content-Type': type }),
    }
    const response = await standin.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })
    await response.arrayBuffer()
  }
  let first = 0
  let last = 0
  for (let tenth = 0; tenth < 10; tenth++) {
    const each = Math.floor(requests / 10)
    const others = meanwhile?.(standin, tenth)
    for (let index = 0; index < each; index++) await send(tenth * each + index)
    await others
    last = await measureUsedMemory()
    if (tenth === 0) first = last
    report?.((tenth + 1) * each, last)
  }
  return last - first
}

const total = { streams: 20, awaits: 1_000, reloads: 2_000 }

interface Everything extends AsyncDisposable {
  readonly options: StandinOptions
  readonly meanwhile: (standin: Standin, tenth: number) => Promise<void>
}

const converse = async ({ url = '' }: Standin, text: string): Promise<Socket> => {
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
  let reloaded = (): void => undefined
  const reload = async (count: number): Promise<void> => {
    const done = new Promise<void>((resolve) => {
      reloaded = resolve
    })
    await writeFile(document, `${text}\n# edit ${count}\n`)
    await done
  }
  const openStreams = async (standin: Standin): Promise<void> => {
    while (streams.length < total.streams) {
      const socket = await converse(standin, `GET /_sandbox/events ${head}\r\n`)
      socket.pause()
      streams.push(socket)
    }
  }
  return {
    options: {
      documents: [document],
      fixtures: 'fixtures/default',
      port: 0,
      watch: true,
      onReload: (findings) => {
        for (const { message } of findings) process.stdout.write(`reload: ${message}\n`)
        reloaded()
      },
    },
    meanwhile: async (standin, tenth) => {
      await openStreams(standin)
      for (let count = 0; count < total.awaits / 10; count++) {
        const socket = await converse(standin, awaitText)
        await nextTurn()
        socket.destroy()
      }
      for (let count = 0; count < total.reloads / 10; count++) await reload((tenth * total.reloads) / 10 + count)
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
