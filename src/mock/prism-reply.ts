/**
 * What Prism responds with, as a reply: status, headers with what breaks the contract (`sl-violations`), and body.
 */
import type { ErrorCode, Rejection, Violation } from '../errors.ts'
import type { Reply } from '../ports.ts'
import { type PrismProblem, type PrismResult, type PrismViolation, unwritable } from './prism-engine.ts'
import { writePrismBody } from './write-prism-body.ts'

export const writeResult = (result: PrismResult): Reply => {
  const violations = describeViolations(result.violations)
  if (result.kind === 'problem') return writeProblem(result.problem, violations)
  const { statusCode: status, headers = {}, body } = result.response
  const written = Object.entries(headers).flatMap(([name, value]) => writeHeader(name, value))
  // A client would wait for the response that follows one of 1xx.
  if (!Number.isInteger(status) || status < 200 || status > 999)
    return writeProblem(unwritable(`Invalid status code: ${status}`), violations)
  const mediaType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const text = writePrismBody(body, mediaType)
  if (text.kind === 'unwritable') {
    const others = written.filter((_, index) => written[index - (index % 2)]?.toLowerCase() !== 'content-type')
    return writeProblem(unwritable(text.message, text.name), [...others, ...violations])
  }
  // Node leaves out only these bodies, so that Prism's server sends a 205 with one.
  const isBodiless = status === 204 || status === 304
  return {
    status,
    headers: [...written, ...violations],
    ...(text.text === undefined || isBodiless ? {} : { body: text.text }),
  }
}

const writeProblem = ({ status, headers, body }: PrismProblem, others: readonly string[]): Reply => ({
  status,
  headers: [
    'Content-Type',
    'application/problem+json',
    ...Object.entries(headers).flatMap(([name, value]) => writeHeader(name, value)),
    ...others,
  ],
  body,
})

/** A header without a value is sent as `null`. What a field cannot contain is replaced (RFC 9110, section 5.5). */
const writeHeader = (name: string, value: unknown): readonly string[] => {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return []
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((item) => [name, String(item).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')])
}

/** Longer headers are rejected by clients. */
const maxLength = 8 * 1024 - 100

const describeViolations = (violations: readonly PrismViolation[]): readonly string[] => {
  if (violations.length === 0) return []
  const text = JSON.stringify(violations)
  return writeHeader(
    'sl-violations',
    text.length > maxLength ? `Too many violations! ${text.slice(0, maxLength)}` : text,
  )
}

/** Why Prism did not respond with a success; undefined if it did. */
export const describeRejection = (result: PrismResult): Rejection | undefined => {
  if (result.kind === 'problem') {
    const { status, title, detail } = result.problem
    return { code: codeOf(status), status, message: detail === '' ? title : detail }
  }
  const broken = result.violations.filter(
    ({ location: [part], severity }) => part === 'request' && severity === 'Error',
  )
  if (broken.length === 0) return undefined
  return {
    code: codeOf(Number(broken.find(({ code }) => code === 401 || code === 415)?.code ?? 422)),
    status: result.response.statusCode,
    message: broken.map(({ message }) => message).join('; '),
    violations: broken.map(toViolation),
  }
}

const toViolation = ({ location: [, ...place], code = '', message }: PrismViolation): Violation => ({
  at: place.join('.'),
  keyword: String(code),
  message,
})

const codeOf = (status: number): ErrorCode =>
  codes.get(status) ?? (status >= 500 ? 'response_invalid' : 'invalid_request')

const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'unauthorized'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [406, 'not_acceptable'],
  [415, 'unsupported_media_type'],
])
