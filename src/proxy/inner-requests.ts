/**
 * Requests of this process through the proxy: those of `standin.fetch`, and those that the control API sends. Each has a
 * connection within the process, so that it is forwarded, validated and recorded as one of a client.
 */
import { createServer, type IncomingMessage, request as openRequest, type Server, type ServerResponse } from 'node:http'
import { duplexPair, type Readable } from 'node:stream'
import { undoCodings } from '../http/read-body.ts'
import type { RequestHeaders, Send } from '../ports.ts'

/** Handles a request as one that arrived on a socket. `sentFrom`: the exchange that is sent again. Never rejects. */
export type HandleInner = (request: IncomingMessage, response: ServerResponse, sentFrom: string | undefined) => void

export interface InnerRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: RequestHeaders
  /** Undefined: no body. */
  readonly body: Buffer | undefined
  readonly sentFrom?: string | undefined
  readonly signal?: AbortSignal
}

export class InnerRequests {
  readonly #server: Server
  readonly #sentFrom = new WeakMap<object, string>()
  readonly #maxBody: number

  /** `maxBody`: bytes of a response that `send` returns. */
  constructor(handle: HandleInner, maxBody: number) {
    this.#maxBody = maxBody
    // It never listens. Its requests are not limited: they are those of this process.
    this.#server = createServer({ requireHostHeader: false, requestTimeout: 0 }, (request, response) =>
      handle(request, response, this.#sentFrom.get(request.socket)),
    )
  }

  /** Resolves with the head of the response. Rejects if the connection ends before. */
  request({ method, target, headers, body, sentFrom, signal }: InnerRequest): Promise<IncomingMessage> {
    const [near, far] = duplexPair()
    if (sentFrom !== undefined) this.#sentFrom.set(far, sentFrom)
    for (const side of [near, far]) side.on('error', () => {})
    // A connection that the server breaks ends for the client, too, after what was sent before.
    far.on('close', () => {
      if (!far.writableFinished) near.push(null)
    })
    near.on('close', () => far.destroy())
    this.#server.emit('connection', far)
    return new Promise((resolve, reject) => {
      const sent = openRequest({ method, path: target, headers: toOutgoing(headers), createConnection: () => near })
      const abort = (): void => {
        sent.destroy()
        near.destroy()
        far.destroy()
      }
      signal?.addEventListener('abort', abort, { once: true })
      sent.on('error', reject)
      sent.on('response', (message) => {
        message.on('error', () => {})
        message.on('close', () => signal?.removeEventListener('abort', abort))
        resolve(message)
      })
      if (body === undefined) sent.end()
      else sent.end(body)
    })
  }

  /** For the control API: the whole response, if it is not larger than the limit. Otherwise it has no body. */
  readonly send: Send = async ({ method, path, query, headers, body, sentFrom }) => {
    const target = query === '' ? path : `${path}?${query}`
    const message = await this.request({ method, target, headers, body, sentFrom })
    const raw = await collect(message, this.#maxBody)
    const read =
      raw === undefined
        ? undefined
        : await undoCodings({ kind: 'bytes', bytes: raw }, message.headers['content-encoding'], this.#maxBody)
    return {
      id: message.headers['sandbox-request-id']?.toString() ?? '',
      reply: {
        status: message.statusCode ?? 0,
        headers: withoutFraming(message.rawHeaders),
        ...(read?.kind === 'bytes' && read.bytes.length > 0 ? { body: read.bytes } : {}),
        ...(message.complete ? {} : { fault: 'truncate' }),
      },
    }
  }
}

const toOutgoing = (headers: RequestHeaders): Record<string, string | string[]> => {
  const sent: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) sent[name] = typeof value === 'string' ? value : [...value]
  return sent
}

/** Undefined beyond the limit. What has arrived, if the response is incomplete. */
const collect = async (body: Readable, limit: number): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += (chunk as Buffer).length
      if (size <= limit) chunks.push(chunk as Buffer)
    }
  } catch {
    // The service has broken its response; `complete` of the message says it.
  }
  return size > limit ? undefined : Buffer.concat(chunks)
}

/** A reply has neither Date nor what describes the connection. */
const withoutFraming = (rawHeaders: readonly string[]): string[] => {
  const kept: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!/^(connection|content-encoding|content-length|date|keep-alive|transfer-encoding)$/i.test(name))
      kept.push(name, rawHeaders[index + 1] ?? '')
  }
  return kept
}
