/**
 * The process that sends the load of scaling.ts: clients that each wait for a response before their next request. It uses
 * sockets itself, because an HTTP client would need more CPU time than the server that is measured.
 */
import { connect, type Socket } from 'node:net'
import { type BenchRequest, kinds, mix } from './requests.ts'
import { BenchError } from './server-process.ts'

export interface LoadCommand {
  readonly urls: readonly string[]
  /** mix: the mix of requests. lives: whole lives of sandboxes. */
  readonly kind: 'mix' | 'creates' | 'lives'
  readonly sandboxes: readonly string[]
  /** Whether the requests of one sandbox go to one server. */
  readonly isSticky: boolean
  readonly clients: number
  readonly milliseconds: number
}

export interface LoadReport {
  /** Responses, or lives. */
  readonly count: number
  readonly milliseconds: number
  /** How many responses had a status that was not expected. */
  readonly unexpected: number
}

/** What the process answers to a command. */
export interface LoadAnswer {
  readonly report?: LoadReport
  readonly problem?: string
}

interface Call extends Pick<BenchRequest, 'expected' | 'path' | 'body'> {
  readonly method: string
  readonly headers?: BenchRequest['headers']
  readonly sandbox?: string
}

/** A number below 1; the same sequence in every run. */
const createRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const pickCall = (share: number): Call => mix[Math.floor(share * mix.length)] ?? kinds.list

const hashOf = (text: string): number => {
  let hash = 0
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) % 65_521
  return hash
}

/** Writes a request and resolves with status and body. One request at a time. */
class HttpConnection {
  readonly #socket: Socket
  readonly #host: string
  #received = ''
  #resolve: ((answer: { readonly status: number; readonly body: string }) => void) | undefined
  #reject: ((error: unknown) => void) | undefined

  constructor(url: string) {
    const { hostname, port, host } = new URL(url)
    this.#host = host
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (chunk: string) => this.#receive(chunk))
    this.#socket.on('error', (error) => this.#reject?.(error))
    this.#socket.on('close', () => this.#reject?.(new BenchError('the server closed the connection')))
  }

  send({ method, path, headers = kinds.create.headers, sandbox, body }: Call) {
    const lines = [`${method} ${path} HTTP/1.1`, `Host: ${this.#host}`]
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
    if (sandbox !== undefined) lines.push(`Sandbox-Id: ${sandbox}`)
    if (body !== undefined) lines.push(`Content-Length: ${body.length}`)
    return new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#socket.write(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
    })
  }

  close(): void {
    this.#reject = undefined
    this.#socket.destroy()
  }

  #receive(chunk: string): void {
    this.#received = this.#received === '' ? chunk : this.#received + chunk
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return
    const length = Number(/\r\nContent-Length: (\d+)/i.exec(this.#received.slice(0, end))?.[1] ?? 0)
    if (this.#received.length < end + 4 + length) return
    const [status, body] = [Number(this.#received.slice(9, 12)), this.#received.slice(end + 4)]
    this.#received = ''
    this.#resolve?.({ status, body })
  }
}

const runLoad = async (command: LoadCommand): Promise<LoadReport> => {
  const { urls, kind, sandboxes, isSticky, clients, milliseconds } = command
  const started = performance.now()
  let count = 0
  let unexpected = 0
  let next = 0
  const runClient = async (number: number): Promise<void> => {
    const random = createRandom(number * 7_919 + 17)
    const connections = urls.map((url) => new HttpConnection(url))
    const send = async (call: Call, sandbox: string) => {
      const server = isSticky ? hashOf(sandbox) : next++
      const answer = await connections[server % connections.length]?.send(call)
      if (answer?.status !== call.expected) unexpected++
      return answer?.body ?? ''
    }
    const live = async (): Promise<void> => {
      const path = '/_sandbox/sandboxes'
      const body = '{"from":"template"}'
      const answer = await send({ method: 'POST', path, body, expected: 201 }, 'template')
      const { id: sandbox }: { readonly id?: string } = JSON.parse(answer)
      if (sandbox === undefined) throw new BenchError(`no sandbox was created: ${answer}`)
      await send({ ...kinds.create, sandbox }, sandbox)
      await send({ ...kinds.list, sandbox }, sandbox)
      await send({ method: 'DELETE', path: `${path}/${sandbox}`, expected: 204 }, sandbox)
    }
    while (performance.now() - started < milliseconds) {
      const sandbox = sandboxes[Math.floor(random() * sandboxes.length)] ?? 'default'
      if (kind === 'lives') await live()
      else await send({ ...(kind === 'mix' ? pickCall(random()) : kinds.create), sandbox }, sandbox)
      count++
    }
    for (const connection of connections) connection.close()
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => runClient(number)))
  return { count, milliseconds: performance.now() - started, unexpected }
}

process.on('message', async (command: LoadCommand) => {
  const answer = await runLoad(command).then(
    (report): LoadAnswer => ({ report }),
    (error): LoadAnswer => ({ problem: error instanceof Error ? error.message : String(error) }),
  )
  process.send?.(answer)
})
