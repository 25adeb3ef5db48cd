/**
 * The strings of an exchange as lines of one text: a journal stores it as bytes.
 */
import type { ErrorCode } from '../errors.ts'
import type { RequestHeaders } from '../ports.ts'
import type { Exchange } from './exchange.ts'

/**
 * One line per string: id, path, query; pairs of lines for the request's headers, an empty line; the same for the reply's
 * headers and for the path parameters; then the rejection, as readRejection expects it.
 */
export const joinStrings = ({ id, path, query, headers, reply, pathParams, rejection }: Exchange): string => {
  let text = `${id}\n${toLine(path)}\n${toLine(query)}\n`
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') text += `${name}\n${toLine(value)}\n`
    else for (const one of value ?? []) text += `${name}\n${toLine(one)}\n`
  }
  text += '\n'
  for (const part of reply.headers) text += `${toLine(part)}\n`
  text += '\n'
  for (const name in pathParams) text += `${toLine(name)}\n${toLine(pathParams[name] ?? '')}\n`
  text += '\n'
  if (!rejection) return text
  text += `${rejection.code}\n${toLine(rejection.message)}`
  for (const { at, keyword, message } of rejection.violations ?? [])
    text += `\n${toLine(at)}\n${keyword}\n${toLine(message)}`
  return text
}

/** A string with line breaks is written as JSON after a tab, in one line. */
const toLine = (text: string): string =>
  text.includes('\n') || text.startsWith('\t') ? `\t${JSON.stringify(text)}` : text

const fromLine = (line = ''): string => (line.startsWith('\t') ? JSON.parse(line.slice(1)) : line)

/** The strings of an exchange, read from such a text. */
export interface ExchangeStrings
  extends Pick<Exchange, 'id' | 'path' | 'query' | 'headers' | 'pathParams' | 'rejection'> {
  readonly replyHeaders: string[]
}

export const splitStrings = (text: string): ExchangeStrings => {
  const lines = text.split('\n')
  const [id = '', path, query] = lines
  const headers = readPairs(lines, 3)
  const replyHeaders = readPairs(lines, headers.end)
  const pathParams = readPairs(lines, replyHeaders.end)
  return {
    id,
    path: fromLine(path),
    query: fromLine(query),
    headers: groupHeaders(headers.pairs),
    replyHeaders: replyHeaders.pairs.flat(),
    pathParams: Object.fromEntries(pathParams.pairs),
    rejection: readRejection(lines, pathParams.end),
  }
}

/** Reads pairs of lines up to an empty one; `end` is the line after it. */
const readPairs = (
  lines: readonly string[],
  start: number,
): { readonly pairs: readonly (readonly [string, string])[]; readonly end: number } => {
  const pairs: (readonly [string, string])[] = []
  let at = start
  for (; lines[at]; at += 2) pairs.push([fromLine(lines[at]), fromLine(lines[at + 1])])
  return { pairs, end: at + 1 }
}

/** Code, message, and three lines for each violation: place, keyword, message. No lines if there was no rejection. */
const readRejection = (lines: readonly string[], start: number): Exchange['rejection'] => {
  const [code, message, ...rest] = lines.slice(start)
  if (!code) return undefined
  const violations = Array.from({ length: rest.length / 3 }, (_, index) => ({
    at: fromLine(rest[index * 3]),
    keyword: rest[index * 3 + 1] ?? '',
    message: fromLine(rest[index * 3 + 2]),
  }))
  return { code: code as ErrorCode, message: fromLine(message), violations }
}

/** A header that was sent several times has a list of values. */
const groupHeaders = (pairs: readonly (readonly [string, string])[]): RequestHeaders => {
  const headers: Record<string, string | readonly string[]> = Object.create(null)
  for (const [name, value] of pairs) {
    const known = headers[name]
    headers[name] = known === undefined ? value : [known, value].flat()
  }
  return headers
}
