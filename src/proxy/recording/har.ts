/**
 * Exchanges as an HTTP archive (HAR 1.2), which browsers and many tools read.
 */
import { formatJson } from '../../contract/values/json-text.ts'
import type { JsonObject } from '../../ports.ts'

export interface HarEntry {
  /** Epoch milliseconds. */
  readonly at: number
  readonly duration: number
  readonly method: string
  readonly url: string
  readonly query: readonly (readonly [string, string])[]
  readonly requestHeaders: readonly (readonly [string, string])[]
  /** Undefined if there was none, or if it is too large. */
  readonly requestBody: string | undefined
  readonly requestType: string | undefined
  readonly status: number
  readonly responseHeaders: readonly (readonly [string, string])[]
  readonly responseBody: string | undefined
  /** Whether the body is base64. */
  readonly isBinary: boolean
  readonly responseType: string | undefined
  readonly comment: string | undefined
}

/** The JSON of the archive in pieces: all of it may be too long for one string. */
export const formatHar = function* (entries: readonly HarEntry[], version: string): Iterable<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Standin', version })},"entries":[`
  for (const [index, entry] of entries.entries()) yield `${index === 0 ? '' : ','}\n${formatJson(formatEntry(entry))}`
  yield ']}}\n'
}

const formatEntry = (entry: HarEntry): JsonObject => ({
  startedDateTime: new Date(entry.at).toISOString(),
  time: round(entry.duration),
  request: {
    method: entry.method,
    url: entry.url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: entry.requestHeaders.map(toPair),
    queryString: entry.query.map(toPair),
    ...(entry.requestBody === undefined
      ? {}
      : { postData: { mimeType: entry.requestType ?? '', text: entry.requestBody } }),
    headersSize: -1,
    bodySize: entry.requestBody === undefined ? 0 : Buffer.byteLength(entry.requestBody),
  },
  response: {
    status: entry.status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: entry.responseHeaders.map(toPair),
    content: {
      size: entry.responseBody === undefined ? 0 : Buffer.byteLength(entry.responseBody),
      mimeType: entry.responseType ?? 'x-unknown',
      ...(entry.responseBody === undefined ? {} : { text: entry.responseBody }),
      ...(entry.isBinary ? { encoding: 'base64' } : {}),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  },
  cache: {},
  timings: { send: 0, wait: round(entry.duration), receive: 0 },
  ...(entry.comment === undefined ? {} : { comment: entry.comment }),
})

const toPair = ([name, value]: readonly [string, string]): JsonObject => ({ name, value })

const round = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000
