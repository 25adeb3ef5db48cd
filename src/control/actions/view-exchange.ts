/**
 * Renders an exchange as JSON, with parsed bodies and redacted secrets.
 */
import { findHeader, headerPairs } from '../../contract/values/header-list.ts'
import { JsonTextError, parseJsonBytes } from '../../contract/values/json-text.ts'
import { isJson, parseMediaType } from '../../contract/values/media-type.ts'
import { memoize } from '../../contract/values/memoize.ts'
import { groupPairs, parseQuery } from '../../contract/values/query.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { type JournalEntry, peekExchange } from '../../journal/journal.ts'
import { redactHeader, redactParameter } from '../../journal/redact.ts'
import type { Json, Reply } from '../../ports.ts'

/** Computed once for each exchange, when it is first needed. */
export const viewExchange = memoize((exchange: Exchange) => {
  const { id, sandbox, at, clock, duration, method, path, query, headers, body, reply, operation, rejection } = exchange
  const secretQuery = new Set(operation?.secretQuery ?? [])
  return {
    id,
    sandbox,
    at: new Date(at).toISOString(),
    clock: new Date(clock).toISOString(),
    duration: Math.round(duration * 1000) / 1000,
    operation: operation?.id ?? null,
    document: operation?.document.name ?? null,
    request: {
      method,
      path,
      query: Object.fromEntries(groupQuery(query, secretQuery)),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, redactHeader(name, [value].flat().join(', '))]),
      ),
      body: body === undefined || body.length === 0 ? null : showBody(body, headers['content-type']?.toString()),
    },
    response: viewResponse(reply),
    scenario: exchange.steps,
    code: rejection?.code ?? null,
    message: rejection?.message ?? null,
    violations: (rejection?.violations ?? []).map(({ at: place, keyword, message }) => ({
      at: place,
      keyword,
      message,
    })),
    notices: exchange.notices.map(({ kind, names }) => ({ kind, names })),
    unmatched: isUnmatched(exchange),
    deprecated: operation?.deprecation !== undefined,
    sentFrom: exchange.sentFrom ?? null,
  }
})

export const viewEntry = (entry: JournalEntry): ExchangeView => viewExchange(peekExchange(entry))

/** An exchange as JSON. */
export type ExchangeView = ReturnType<typeof viewExchange>

export const viewResponse = ({ status, headers, body, fault }: Reply) => ({
  status,
  headers: Object.fromEntries(headerPairs(headers).map(([name, value]) => [name, redactHeader(name, value)])),
  body: body === undefined ? null : showBody(Buffer.from(body), findHeader(headers, 'content-type')),
  ...(fault === undefined ? {} : { fault }),
})

/** Whether no document describes the path and method. */
export const isUnmatched = ({ operation, rejection }: Exchange): boolean =>
  operation === undefined && rejection !== undefined

/** Whether the request broke the contract of a documented operation. */
export const isInvalid = ({ operation, rejection }: Exchange): boolean =>
  operation !== undefined && rejection !== undefined && invalidCodes.has(rejection.code)

/** Whether the response of the real service, behind a proxy, broke the contract. */
export const isInvalidResponse = ({ notices }: Exchange): boolean =>
  notices.some(({ kind }) => kind === 'invalid-response')

const invalidCodes: ReadonlySet<string> = new Set([
  'invalid_request',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
])

const groupQuery = (query: string, secrets: ReadonlySet<string>): ReadonlyMap<string, string | readonly string[]> =>
  groupPairs(parseQuery(query).pairs.map(([name, value]) => [name, redactParameter(name, value, secrets)]))

/** JSON as a value, text as a string, binary data as its size. */
const showBody = (bytes: Buffer, contentType: string | undefined): Json => {
  const type = contentType === undefined ? undefined : parseMediaType(contentType)
  if (type && isJson(type.essence)) {
    try {
      return parseJsonBytes(bytes).exact
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error
    }
  }
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') || text.includes('\u0000') ? `[${bytes.length} bytes]` : text
}
