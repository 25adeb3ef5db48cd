/**
 * The headers that explain a response, Sandbox-Trace and Sandbox-Notice: structured fields (RFC 9651). What a client
 * sent can stand in them, so texts are made ASCII and the whole is kept under 1 KiB.
 */

/** One kind of thing that was ignored or undocumented, with the names concerned. */
export interface Notice {
  readonly kind: NoticeKind
  readonly names: readonly string[]
}

/** docs/headers.md says what each means. */
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

const maxHeader = 1024

/** A String (RFC 9651, section 3.3.3): bytes outside printable ASCII, and the percent sign, are percent-encoded. */
export const formatText = (text: string): string => {
  let result = '"'
  for (const byte of Buffer.from(text, 'utf8')) {
    if (byte < 0x20 || byte > 0x7e || byte === 0x25) result += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    else if (byte === 0x22 || byte === 0x5c) result += `\\${String.fromCharCode(byte)}`
    else result += String.fromCharCode(byte)
  }
  return `${result}"`
}

/** A List of tokens, each with its names: `ignored-properties;names="body.id body.colour"`. Names that do not fit are counted. */
export const formatNotices = (notices: readonly Notice[]): string => {
  const budget = Math.floor(maxHeader / notices.length) - 80
  return notices.map(({ kind, names }) => formatNotice(kind, names, budget)).join(', ')
}

const formatNotice = (kind: string, names: readonly string[], budget: number): string => {
  const shown: string[] = []
  let length = 0
  for (const name of names) {
    const encoded = formatText(name).length
    if (length + encoded > budget) break
    length += encoded
    shown.push(name)
  }
  const more = names.length - shown.length
  return `${kind};names=${formatText(shown.join(' '))}${more > 0 ? `;more=${more}` : ''}`
}
