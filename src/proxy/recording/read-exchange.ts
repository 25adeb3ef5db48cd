/**
 * Reads the parts of an exchange that a recording needs.
 */
import { createHash } from 'node:crypto'
import { findResponse, viewParameters, viewResponses } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { findHeader } from '../../contract/values/header-list.ts'
import { readJsonBytes } from '../../contract/values/json-text.ts'
import { isJson, parseMediaType } from '../../contract/values/media-type.ts'
import { parseQuery } from '../../contract/values/query.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { holdsSecret } from '../../journal/secret-names.ts'
import type { Json, RequestHeaders } from '../../ports.ts'
import { memoryOf } from '../../store/memory-budget.ts'

export const toBuffer = (body: string | Buffer | undefined): Buffer | undefined =>
  body === undefined ? undefined : Buffer.from(body)

/** Bytes of an exchange as it was sent. */
export const sizeOfExchange = ({ path, query, headers, body, reply }: Exchange): number =>
  Object.entries(headers).reduce((size, [name, value]) => size + name.length + String(value).length, 0) +
  reply.headers.reduce((size, text) => size + text.length, 0) +
  path.length +
  query.length +
  (body?.length ?? 0) +
  (toBuffer(reply.body)?.length ?? 0)

/** Estimated bytes of memory of an exchange whose bodies are parsed. */
export const memoryOfExchange = (exchange: Exchange): number => {
  const bodies = [exchange.body, toBuffer(exchange.reply.body)]
  return bodies.reduce(
    (memory, body) => memory + memoryOf({ json: body?.toString('latin1') ?? '' }),
    2 * sizeOfExchange({ ...exchange, body: undefined, reply: { ...exchange.reply, body: '' } }),
  )
}

export interface ParsedBody {
  /** JSON. */
  readonly value: Json | undefined
  /** Any other text. Not that of several parts, whose names are in headers of their own. */
  readonly text: string | undefined
}

export const parseBody = (bytes: Buffer | undefined, type: string | undefined): ParsedBody => {
  if (!bytes || bytes.length === 0) return { value: undefined, text: undefined }
  const mediaType = type === undefined ? undefined : parseMediaType(type)
  const value = mediaType && isJson(mediaType.essence) ? readJsonBytes(bytes) : undefined
  if (value !== undefined) return { value, text: undefined }
  if (mediaType?.essence.startsWith('multipart/')) return { value: undefined, text: undefined }
  const text = bytes.toString('utf8')
  return { value: undefined, text: /\uFFFD|\0/.test(text) ? undefined : text }
}

export const pairsOf = (headers: RequestHeaders): readonly (readonly [string, string])[] =>
  Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const)

/** The credentials in a header: a token, user and password, or the values of cookies. */
export const secretsOf = (name: string, value: string): readonly string[] => {
  if (/cookie$/i.test(name)) {
    const pairs = value.split(/;\s*/)
    // What follows a cookie that a response sets are its attributes: Path, Secure (RFC 6265, section 4.1.1).
    const cookies = /^set-/i.test(name) ? pairs.slice(0, 1) : pairs
    return cookies.map((pair) => pair.slice(pair.indexOf('=') + 1))
  }
  const [, scheme = '', credential = value] = /^([A-Za-z]+) +(\S.*)$/.exec(value) ?? []
  if (!/^basic$/i.test(scheme)) return [credential]
  // A password may have colons (RFC 7617, section 2).
  const decoded = Buffer.from(credential, 'base64').toString()
  const at = decoded.indexOf(':')
  return at === -1 ? [credential, decoded] : [credential, decoded.slice(0, at), decoded.slice(at + 1)]
}

/** Whether a request has what one of the alternatives of its operation requires; nothing says that it is valid. */
export const hasCredentials = (
  { security }: Pick<Operation, 'security'>,
  { method, headers, query }: Pick<Exchange, 'method' | 'headers' | 'query'>,
): boolean => {
  const source = { method, headers, query: parseQuery(query).pairs }
  const { alternatives } = security
  return (
    alternatives.length === 0 ||
    alternatives.some((needs) => needs.every(({ scheme }) => !isLacking.has(scheme.find(source).kind)))
  )
}

const isLacking: ReadonlySet<string> = new Set(['missing', 'malformed', 'no-certificate'])

/** Requests with the same one list the same records: by path, query, and the headers that select what a response shows. */
export const identifyList = (exchange: Exchange, { document, node, pathItem, security }: Operation): string => {
  const { method, path, query, headers, reply } = exchange
  const source = { method, headers, query: [] }
  const credentials = security.alternatives.flat().map(({ scheme }) => {
    const found = scheme.find(source)
    return found.kind === 'found' ? found.value : null
  })
  const documented = viewParameters(document, node, pathItem).flatMap((view) =>
    view.in === 'header' ? [view.name] : [],
  )
  const varying = findHeader(reply.headers, 'Vary')?.split(',') ?? []
  const names = new Set([...documented, ...varying, ...selectingHeaders].map((name) => name.trim().toLowerCase()))
  const selecting = Object.entries(headers).filter(([name]) => names.has(name) || holdsSecret(name))
  // Credentials are not kept in memory for this.
  const hash = createHash('sha256')
    .update(JSON.stringify([credentials, selecting.sort()]))
    .digest('base64')
  return `${path}?${query} ${hash}`
}

const selectingHeaders = ['accept', 'accept-language', 'range']

/** Headers of the response that the document describes, for scenarios. */
export const documentedHeaders = (operation: Operation, { reply }: Exchange): Readonly<Record<string, string>> => {
  const view = findResponse(viewResponses(operation.document, operation.node), reply.status)
  const found: Record<string, string> = {}
  for (const name of view?.headers.keys() ?? []) {
    const value = findHeader(reply.headers, name)
    if (value !== undefined && !holdsSecret(name) && !/^(content-|date$|transfer-)/i.test(name)) found[name] = value
  }
  return found
}
