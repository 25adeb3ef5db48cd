/**
 * One HTTP request through Node's own client, which sends exactly the given headers. fetch adds its own Accept,
 * which some tests must leave out. Requests that no client would send use raw-http.ts.
 */
import { Agent, type IncomingMessage, request } from 'node:http'

export interface CallOptions {
  /** Default: POST with a body, otherwise GET. */
  readonly method?: string
  /** Sent as `Authorization: Bearer KEY`; absent: no such header. */
  readonly key?: string
  /** Strings and bytes are sent as they are, anything else as JSON. */
  readonly body?: string | Uint8Array | object
  /** Added to the others; undefined removes the Content-Type of a body. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Default: one for all calls. */
  readonly agent?: Agent
}

export interface Answer {
  readonly status: number
  /** By lower-case name; a repeated header is joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Length of the body in bytes, as received. */
  readonly length: number
  /** The body as JSON.parse reads it, which rounds long integers; undefined if it is not JSON. */
  readonly json: unknown
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toBytes = (body: string | Uint8Array | object): string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)

const toHeaders = ({ key, body, headers = {} }: CallOptions): Record<string, string> => {
  const all = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** By events, which take half of the time of an iterator. */
const readBytes = (message: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.once('error', reject)
    message.once('end', () => resolve(Buffer.concat(chunks)))
  })

const readAnswer = async (message: IncomingMessage): Promise<Answer> => {
  const bytes = await readBytes(message)
  const text = bytes.toString('utf8')
  const headers = Object.entries(message.headersDistinct).map(([name, values = []]) => [name, values.join(', ')])
  return {
    status: message.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    text,
    length: bytes.length,
    json: parseJson(text),
  }
}

let lastAgent = new Agent()
let lastUse = Number.NEGATIVE_INFINITY

/**
 * Its connections are kept for the next call, because opening one takes longer than most requests. A connection that was idle
 * for a second is not used again: the server would close it a few seconds later, maybe while a request is on its way.
 */
const findAgent = (): Agent => {
  const now = performance.now()
  if (now - lastUse > 1_000) lastAgent = new Agent({ keepAlive: true, timeout: 1_000 })
  lastUse = now
  return lastAgent
}

/**
 * Sends one request and reads the whole response, whatever its status. The URL is normalised as WHATWG says: dots in
 * the path are resolved, spaces and non-ASCII are percent-encoded, escapes stay as they are, valid or not.
 */
export const call = (url: string, options: CallOptions = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { body, agent = findAgent(), method = body === undefined ? 'GET' : 'POST' } = options
    const outgoing = request(url, { method, headers: toHeaders(options), agent })
    outgoing.once('error', reject)
    outgoing.on('response', (message) => {
      // A server may reject a body before it has read all of it, so errors while sending the rest are ignored.
      outgoing.off('error', reject).on('error', () => undefined)
      readAnswer(message).then(resolve, reject)
    })
    outgoing.end(body === undefined ? undefined : toBytes(body))
  })
