/**
 * Splits a multipart body into its parts (RFC 2046, section 5.1; RFC 7578). Written by hand: the whole body is in memory,
 * and the available stream parsers hide errors and the headers of a part.
 */

/** One part of multipart/form-data. */
export interface Part {
  readonly name: string
  /** Undefined if the part is not a file. */
  readonly fileName: string | undefined
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  readonly bytes: Buffer
}

export type Parts =
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'broken'; readonly message: string }

/** A limit far above any real form. */
const maxParts = 10_000

/** `message` follows "body". */
export const readParts = (bytes: Buffer, boundary: string | undefined): Parts => {
  if (!boundary || boundary.length > 70)
    return broken('cannot be read: header.Content-Type must have a boundary of 1 to 70 characters')
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  let at = findDelimiter(bytes, delimiter, 0)
  if (at === -1) return broken(`is not valid multipart: the boundary --${boundary} was not found`)
  const parts: Part[] = []
  while (!isLast(bytes, at + delimiter.length)) {
    const start = endOfLine(bytes, at + delimiter.length)
    const next = start === -1 ? -1 : findDelimiter(bytes, delimiter, start)
    if (next === -1) return broken(`is not valid multipart: the closing boundary --${boundary}-- is missing`)
    if (parts.length === maxParts) return broken(`has more than ${maxParts} parts`)
    const part = readPart(bytes.subarray(start, Math.max(start, next - lengthOfBreak(bytes, next))))
    if (typeof part === 'string') return broken(`is not valid multipart: part ${parts.length + 1} ${part}`)
    parts.push(part)
    at = next
  }
  return { kind: 'parts', parts }
}

const broken = (message: string): Parts => ({ kind: 'broken', message })

const lineFeed = 10
const carriageReturn = 13
const hyphen = 45

/** A delimiter is at the start of a line, and followed by white space or two hyphens only. */
const findDelimiter = (bytes: Buffer, delimiter: Buffer, from: number): number => {
  for (let at = bytes.indexOf(delimiter, from); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
    const after = at + delimiter.length
    if ((at === 0 || bytes[at - 1] === lineFeed) && (isLast(bytes, after) || endOfLine(bytes, after) !== -1)) return at
  }
  return -1
}

const isLast = (bytes: Buffer, at: number): boolean => bytes[at] === hyphen && bytes[at + 1] === hyphen

/** The start of the next line if the rest of this one is white space, otherwise -1. */
const endOfLine = (bytes: Buffer, from: number): number => {
  let at = from
  while (bytes[at] === 32 || bytes[at] === 9) at++
  if (bytes[at] === carriageReturn) at++
  return bytes[at] === lineFeed ? at + 1 : -1
}

/** The line break before a delimiter belongs to the delimiter. */
const lengthOfBreak = (bytes: Buffer, delimiter: number): number => (bytes[delimiter - 2] === carriageReturn ? 2 : 1)

/** The part, or an error message that follows "part 1". */
const readPart = (bytes: Buffer): Part | string => {
  const head = readHead(bytes)
  if (!head) return 'has no empty line after its headers'
  const disposition = head.headers.get('content-disposition') ?? ''
  const name = readParameter(disposition, 'name')
  if (!/^form-data\s*(;|$)/i.test(disposition) || name === undefined)
    return 'must have the header Content-Disposition: form-data; name="…"'
  return {
    name,
    fileName: readParameter(disposition, 'filename'),
    headers: head.headers,
    bytes: bytes.subarray(head.end),
  }
}

const readHead = (
  bytes: Buffer,
): { readonly headers: ReadonlyMap<string, string>; readonly end: number } | undefined => {
  const headers = new Map<string, string>()
  for (let at = 0; ; ) {
    const end = bytes.indexOf(lineFeed, at)
    if (end === -1) return undefined
    const line = bytes.toString('utf8', at, bytes[end - 1] === carriageReturn ? end - 1 : end)
    at = end + 1
    if (line === '') return { headers, end: at }
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
}

/** A parameter of a header; browsers write a quote in a name as %22 (HTML, multipart/form-data encoding). */
const readParameter = (header: string, name: string): string | undefined => {
  for (const [, key = '', quoted, token] of header.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g)) {
    if (key.toLowerCase() !== name) continue
    if (quoted === undefined) return token?.trim()
    return quoted.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"')
  }
  return undefined
}
