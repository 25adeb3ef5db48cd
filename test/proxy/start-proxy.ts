/**
 * A proxy with a real service behind it that a test scripts: a document, a handler, and what the handler has received.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { createStandin, type Standin, type StandinOptions } from '../../src/index.ts'
import type { LogEntry } from '../../src/ports.ts'
import { type Answer, type CallOptions, call } from '../support/client.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

export interface ReceivedRequest {
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface Service extends AsyncDisposable {
  readonly url: string
  readonly received: ReceivedRequest[]
  readonly sockets: ReadonlySet<Socket>
}

/** A service that reads each request to its end before it answers. */
export const startService = async (handler: Handler): Promise<Service> => {
  const received: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { method = '', url = '', rawHeaders, headers } = request
      received.push({ method, target: url, rawHeaders, headers, body })
      handler(request, response, body)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    sockets,
    [Symbol.asyncDispose]: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

export const json = (response: ServerResponse, status: number, value: unknown, headers: object = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}

export interface ProxyUnderTest extends AsyncDisposable {
  readonly standin: Standin
  readonly service: Service
  readonly log: LogEntry[]
  readonly call: (path: string, options?: CallOptions) => Promise<Answer>
  /** The exchanges of the journal, oldest first. */
  readonly exchanges: () => Promise<readonly ExchangeJson[]>
}

export interface ExchangeJson {
  readonly id: string
  readonly code: string | null
  readonly message: string | null
  readonly operation: string | null
  readonly violations: readonly { readonly at: string; readonly message: string }[]
  readonly notices: readonly { readonly kind: string; readonly names: readonly string[] }[]
  readonly request: { readonly body: unknown; readonly path: string }
  readonly response: { readonly status: number; readonly body: unknown; readonly fault?: string }
}

export interface ProxySetup extends Omit<StandinOptions, 'proxy' | 'documents'> {
  readonly document: object
  readonly handler?: Handler
  readonly proxy?: Partial<NonNullable<StandinOptions['proxy']>>
}

export const startProxy = async ({ document, handler, proxy, ...options }: ProxySetup): Promise<ProxyUnderTest> => {
  const folder = await createTemporaryFolder({ 'gadgets.json': JSON.stringify(document) })
  const service = await startService(handler ?? ((_, response) => json(response, 200, {})))
  const log: LogEntry[] = []
  const standin = await createStandin({
    port: 0,
    documents: [join(folder.path, 'gadgets.json')],
    log: (entry) => log.push(entry),
    ...options,
    proxy: { upstream: [service.url], ...proxy },
  })
  return {
    standin,
    service,
    log,
    call: (path, request) => call(standin.url + path, request),
    exchanges: async () => {
      const answer = await call(`${standin.url}/_sandbox/sandboxes/default/exchanges`)
      return answer.json as readonly ExchangeJson[]
    },
    [Symbol.asyncDispose]: async () => {
      await standin.close()
      await service[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
