/**
 * Sends a request of a case, and compares two responses: status, media type, body, and headers that have a meaning.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { ParityRequest } from './parity-case.ts'

export interface Answer {
  /** 0: no response. */
  readonly status: number
  /** The Content-Type header. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

const compared = /^(x-.*|location|deprecation|www-authenticate|sl-violations)$/

/** Milliseconds. Prism does not respond to everything. */
const patience = 5_000

/** Resolves with status 0 if there is no response. */
export const sendRequest = (origin: string, { send, headers = {}, body }: ParityRequest): Promise<Answer> => {
  const [path = '/', method = 'GET'] = send.split(' ').reverse()
  const { hostname, port } = new URL(origin)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, body: '' })
    const options = {
      hostname,
      port,
      method,
      path,
      headers: { ...length, ...headers },
      timeout: patience,
      agent: false as const,
    }
    const sent = httpRequest(options, (response) => {
      readAnswer(response).then(resolve, none)
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', none)
    sent.end(body)
  })
}

const readAnswer = async (response: IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const { 'content-type': type, ...rest } = response.headers
  const headers = Object.entries(rest).flatMap(([name, value]) =>
    compared.test(name) && value !== undefined ? [[name, String(value)] as const] : [],
  )
  return {
    status: response.statusCode ?? 0,
    ...(type === undefined ? {} : { type }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers.sort()) }),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** What differs; undefined if the responses are the same. A generated body is compared by its shape. */
export const findDifference = (
  prism: Answer,
  standin: Answer,
  { isDynamic = false }: Pick<ParityRequest, 'isDynamic'>,
): 'status' | 'media type' | 'body' | 'headers' | undefined => {
  if (prism.status !== standin.status) return 'status'
  if (normalize(prism.type) !== normalize(standin.type)) return 'media type'
  const view = isDynamic ? shapeOf : readBody
  if (JSON.stringify(view(prism.body)) !== JSON.stringify(view(standin.body))) return 'body'
  const headers = (answer: Answer) =>
    isDynamic ? Object.keys(answer.headers ?? {}).join() : JSON.stringify(answer.headers ?? {})
  return headers(prism) === headers(standin) ? undefined : 'headers'
}

const normalize = (type = ''): string => type.toLowerCase().replace(/\s+/g, '')

const readBody = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

const shapeOf = (body: string): unknown => describe(readBody(body))

/** Types by property; the items of a list by the types that they have. */
const describe = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(describe(item))))].sort()
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, child]) => [name, describe(child)]),
  )
}
