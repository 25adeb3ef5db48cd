/**
 * The headers that explain a response, Sandbox-Trace and Sandbox-Notice. Both are structured fields (RFC 9651) and may
 * contain strings that a client sent, so strings are escaped to ASCII and Sandbox-Notice is limited to 1 KiB.
 */

/** Something that was ignored or that the document does not describe, with the names concerned. */
export interface Notice {
  readonly kind: NoticeKind
  readonly names: readonly string[]
}

/** docs/headers.md explains each. */
export type NoticeKind =
  | 'ignored-properties'
  | 'undocumented-query'
  | 'ignored-query'
  | 'scenario-passed-over'
  | 'undocumented-status'
  | 'fixtures-changed'
  | 'sandbox-evicted'
  | 'invalid-example'
  | 'idempotency-forgotten'
  | 'invalid-request'
  | 'invalid-response'
  | 'not-validated'
  | 'incomplete'
  | 'mocked'
  | 'delivery'

/** A List of tokens, each with its names: `ignored-properties;names="body.id body.colour"`. Names that exceed the limit are counted. */
export const formatNotices = (notices: readonly Notice[]): string => {
  const budget = Math.floor(maxHeader / notices.length) - 80
  return notices.map(({ kind, names }) => formatNotice(kind, names, budget)).join(', ')
}

const maxHeader = 1024

const formatNotice = (kind: string, names: readonly string[], budget: number): string => {
  const shown: string[] = []
  let length = 0
  for (const name of names) {
    const encoded = formatString(name).length
    if (length + encoded > budget) break
    length += encoded
    shown.push(name)
  }
  const more = names.length - shown.length
  return `${kind};names=${formatString(shown.join(' '))}${more > 0 ? `;more=${more}` : ''}`
}

export interface Trace {
  /** As describeOperation formats it; undefined if the request matched none. */
  readonly operation: string | undefined
  /** The code of a rejection. */
  readonly rejection: string | undefined
  /** Where the body comes from, if no behaviour wrote it. */
  readonly source: string | undefined
  /** The steps of scenarios that took effect: `flaky/1`. */
  readonly steps: readonly string[] | undefined
}

/** A Dictionary: `operation="listPets", behaviour=list, resource="pets", refused=unauthorized, scenario="flaky/1"`. */
export const formatTrace = ({ operation = '', rejection, source, steps }: Trace): string => {
  let trace = operation
  if (rejection !== undefined) trace += `${trace === '' ? '' : ', '}refused=${rejection}`
  if (source !== undefined) trace += `${trace === '' ? '' : ', '}source=${source}`
  if (steps && steps.length > 0) trace += `${trace === '' ? '' : ', '}scenario=${formatString(steps.join(' '))}`
  return trace
}

/** The part of a trace for an operation of the real service, which has no behaviour. */
export const nameOperation = (id: string): string => `operation=${formatString(id)}`

export const describeOperation = (id: string, behaviour = 'none', resource: string | undefined): string =>
  `${nameOperation(id)}, behaviour=${behaviour}${resource === undefined ? '' : `, resource=${formatString(resource)}`}`

/** A String (RFC 9651, section 3.3.3). Bytes outside printable ASCII, and the percent sign, are percent-encoded. */
const formatString = (text: string): string => {
  let result = '"'
  for (const byte of Buffer.from(text, 'utf8')) {
    if (byte < 0x20 || byte > 0x7e || byte === 0x25) result += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    else if (byte === 0x22 || byte === 0x5c) result += `\\${String.fromCharCode(byte)}`
    else result += String.fromCharCode(byte)
  }
  return `${result}"`
}
