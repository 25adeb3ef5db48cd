/**
 * One exchange over a plain socket, for requests that no HTTP client would send: broken ones, repeated headers, raw
 * bytes in unusual places. Reads just enough of HTTP/1.1 to know when the response is complete (RFC 9112, section 6).
 */
import { connect } from 'node:net'
import { type Answer, parseJson } from './client.ts'

interface RawRequest {
  readonly method?: string
  /** The request target as sent; each character is one byte. */
  readonly target: string
  /** Without HTTP/. */
  readonly version?: string
  /** Complete header lines; each character is one byte. No others are added. */
  readonly headers?: readonly string[]
  readonly body?: string | Uint8Array
}

/** The bytes of a request, with nothing corrected. */
export const formatRequest = ({ method = 'GET', target, version = '1.1', headers = [], body = '' }: RawRequest) => {
  const head = [`${method} ${target} HTTP/${version}`, ...headers, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}

/** A chunked body with chunks of `size` bytes, its end and optional trailer lines. */
export const formatChunked = (body: string | Uint8Array, size: number, trailers: readonly string[] = []): Buffer => {
  const bytes = Buffer.from(body)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from(['0', ...trailers, '', ''].join('\r\n'))])
}

interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly rest: Buffer
}

const parseHead = (bytes: Buffer): Head | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return { status: Number(statusLine.split(' ')[1]), headers, rest: bytes.subarray(end + 4) }
}

const joinChunks = (bytes: Buffer): Buffer | undefined => {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + 2
    if (size === 0) return Buffer.concat(parts)
    if (bytes.length < start + size + 2) return undefined
    parts.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
}

const parseBody = ({ status, headers, rest }: Head, closed: boolean): Buffer | undefined => {
  if (status === 204 || status === 304) return rest.subarray(0, 0)
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) return joinChunks(rest)
  const length = headers['content-length']
  if (length === undefined) return closed ? rest : undefined
  return rest.length < Number(length) ? undefined : rest.subarray(0, Number(length))
}

const parseAnswer = (bytes: Buffer, closed: boolean): Answer | undefined => {
  const head = parseHead(bytes)
  if (head === undefined) return undefined
  // An interim response (100 Continue) comes before the final one.
  if (head.status < 200) return parseAnswer(head.rest, closed)
  const body = parseBody(head, closed)
  if (body === undefined) return undefined
  const text = body.toString('utf8')
  return { status: head.status, headers: head.headers, text, length: Buffer.byteLength(text), json: parseJson(text) }
}

export interface ExchangeOptions {
  /** The client closes its side after the request. */
  readonly halfClose?: boolean
}

/**
 * Sends bytes over a connection of its own and gives the first final response. Rejects when the connection closes
 * without a whole response, or none has come after 30 seconds. Not for HEAD, whose responses have a length and no
 * body.
 */
export const exchange = (origin: string, bytes: Uint8Array, options: ExchangeOptions = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    let failure = 'the server closed the connection'
    const finish = (done: () => void): void => {
      clearTimeout(timer)
      socket.destroy()
      done()
    }
    const timer = setTimeout(() => finish(() => reject(new Error('no whole response within 30 seconds'))), 30_000)
    const settle = (closed: boolean): void => {
      const received = Buffer.concat(chunks)
      const answer = parseAnswer(received, closed)
      if (answer !== undefined) finish(() => resolve(answer))
      else if (closed) finish(() => reject(new Error(`${failure} after ${received.length} bytes of a response`)))
    }
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      settle(false)
    })
    socket.on('end', () => settle(true))
    // A server that rejects early may close while bytes are still being sent; its response is used.
    socket.on('error', (error) => {
      failure = error.message
    })
    socket.on('close', () => settle(true))
    if (options.halfClose === true) socket.end(bytes)
    else socket.write(bytes)
  })

/** Sends bytes and closes the connection at once, like a client that crashes; resolves when the connection is gone. */
export const hangUp = (origin: string, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.write(bytes, () => socket.resetAndDestroy())
  })
