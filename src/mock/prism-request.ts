/**
 * A request as Prism's server reads it: the body as JSON or text, the query as names and values, and the preferences of
 * the Prefer header (RFC 7240) or of query parameters such as `__code`.
 */
import { JsonTextError, parseJsonBytes } from '../contract/values/json-text.ts'
import { parseMediaType } from '../contract/values/media-type.ts'
import { groupPairs } from '../contract/values/query.ts'
import type { Rejection } from '../errors.ts'
import type { IncomingRequest, Json, RequestHeaders } from '../ports.ts'
import type { IHttpRequest } from './prism-engine.ts'

export type ReadRequest =
  | { readonly kind: 'request'; readonly request: IHttpRequest; readonly body: Json | undefined }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** Reads the body. A body that cannot be read is rejected: Prism does not respond to it. */
export const readRequest = async (incoming: IncomingRequest): Promise<ReadRequest> => {
  const { searchParams, pathname } = new URL(`http://standin.local${incoming.path}?${incoming.query}`)
  const read = await incoming.readBody()
  if (read.kind === 'rejected') {
    const { kind: _, ...rejection } = read
    return { kind: 'rejected', rejection }
  }
  const headers = withLength(incoming.headers, read.bytes)
  const parsed = parseBody(headers, read.bytes)
  if (parsed.kind === 'rejected') return parsed
  const server = searchParams.get('__server')
  return {
    kind: 'request',
    body: parsed.json,
    request: {
      method: incoming.method.toLowerCase() as IHttpRequest['method'],
      url: {
        path: pathname,
        ...(server === null || server === '' ? {} : { baseUrl: server }),
        query: Object.fromEntries(groupPairs(searchParams)),
      },
      headers,
      body: parsed.value,
    },
  }
}

/** Prism recognizes a body by its length, which requests without a socket do not always have. */
const withLength = (headers: RequestHeaders, bytes: Buffer): Record<string, string> => {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')] as const],
  )
  const own = Object.fromEntries(flat)
  if (bytes.length > 0 && own['content-length'] === undefined && own['transfer-encoding'] === undefined)
    own['content-length'] = String(bytes.length)
  return own
}

type ParsedBody =
  | { readonly kind: 'parsed'; readonly value: unknown; readonly json: Json | undefined }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

const parseBody = (headers: Readonly<Record<string, string>>, bytes: Buffer): ParsedBody => {
  const { 'content-length': length, 'transfer-encoding': coding, 'content-type': contentType = '' } = headers
  if (length === '0' || (length === undefined && coding === undefined))
    return { kind: 'parsed', value: null, json: undefined }
  const mediaType = parseMediaType(contentType)
  if (!/^application\/(json|.+\+json)$/.test(mediaType?.essence ?? ''))
    return { kind: 'parsed', value: decode(bytes, mediaType?.charset), json: undefined }
  try {
    const { rounded, exact } = parseJsonBytes(bytes)
    return { kind: 'parsed', value: rounded, json: exact }
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return { kind: 'rejected', rejection: { code: 'invalid_request', status: 400, message: `body ${error.message}` } }
  }
}

/** Text in an unknown charset is read as UTF-8. */
const decode = (bytes: Buffer, charset = 'utf-8'): string => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

export type PrismPreferences =
  | {
      readonly kind: 'preferences'
      readonly code: number | undefined
      readonly example: string | undefined
      readonly dynamic: boolean | undefined
      readonly seed: string | undefined
    }
  /** `detail` has a line for each mistake, as Prism's. */
  | { readonly kind: 'invalid'; readonly detail: string }

/** A value; an array if a query has it several times, true if a header has it without a value. */
type Sent = string | readonly string[] | true | undefined

/** With a Prefer header, preferences in the query are not read. */
export const readPrismPreferences = ({ headers = {}, url: { query = {} } }: IHttpRequest): PrismPreferences => {
  const header = headers.prefer === undefined || headers.prefer === '' ? undefined : readPrefer(headers.prefer)
  const sent = (name: string): Sent => (header ? header.get(name) : query[`__${name}`])
  const mistakes: string[] = []
  const read = (name: string, pattern: RegExp, expected: string): string | undefined => {
    const value = sent(name)
    if (value === undefined) return undefined
    const isText = typeof value === 'string'
    if (isText && pattern.test(value)) return value
    const what = `cannot decode ${JSON.stringify(value)}, should be ${isText ? expected : 'string'}`
    mistakes.push(`optional property "${name}"\n└─ ${what}`)
    return undefined
  }
  const code = read('code', /^\d{3}$/, 'a number')
  const dynamic = read('dynamic', /^(true|false)$/, 'a boolean')
  const seed = read('seed', /^/, 'string')
  const example = read('example', /^/, 'string')
  if (mistakes.length > 0) return { kind: 'invalid', detail: mistakes.join('\n') }
  return {
    kind: 'preferences',
    code: code === undefined ? undefined : Number(code),
    dynamic: dynamic === undefined ? undefined : dynamic === 'true',
    seed,
    example,
  }
}

/** The preferences of the header by name in lower case; of two with one name the first (RFC 7240, section 2). */
const readPrefer = (header: string): ReadonlyMap<string, string | true> => {
  const preferences = new Map<string, string | true>()
  for (const preference of header.match(/(?:[^",]|"[^"]*"?)+/g) ?? []) {
    // What follows a semicolon is a parameter of the preference before it.
    const [first = ''] = preference.match(/(?:[^";]|"[^"]*"?)+/) ?? []
    const [name = '', ...rest] = first.split('=')
    const value = rest
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1')
    const key = name.trim().toLowerCase()
    if (!preferences.has(key)) preferences.set(key, value === '' ? true : value)
  }
  return preferences
}
