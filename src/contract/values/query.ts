/**
 * Parses the query of a URL as application/x-www-form-urlencoded: a plus is a space.
 */
export interface ParsedQuery {
  readonly pairs: readonly (readonly [string, string])[]
  /** The first pair with an invalid escape; it is not among the pairs. */
  readonly broken: string | undefined
}

export const emptyQuery: ParsedQuery = { pairs: [], broken: undefined }

export const parseQuery = (query: string): ParsedQuery => {
  const pairs: (readonly [string, string])[] = []
  let broken: string | undefined
  for (const part of query.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decodeFormText(at === -1 ? part : part.slice(0, at))
    const value = decodeFormText(at === -1 ? '' : part.slice(at + 1))
    if (name === undefined || value === undefined) broken ??= part
    else pairs.push([name, value])
  }
  return { pairs, broken }
}

/** A string for each name, or a list if it occurs more than once. */
export const groupPairs = (pairs: Iterable<readonly [string, string]>): ReadonlyMap<string, string | string[]> => {
  const grouped = new Map<string, string | string[]>()
  for (const [name, value] of pairs) {
    const known = grouped.get(name)
    if (Array.isArray(known)) known.push(value)
    else grouped.set(name, known === undefined ? value : [known, value])
  }
  return grouped
}

/** The pairs with valid escapes, each also with its value before percent-decoding (plus signs replaced by `%20`). */
export const parseRawQuery = (query: string): readonly (readonly [name: string, value: string, raw: string])[] =>
  query.split('&').flatMap((part) => {
    const at = part.indexOf('=')
    const raw = at === -1 ? '' : part.slice(at + 1).replaceAll('+', '%20')
    const name = decodeFormText(at === -1 ? part : part.slice(0, at))
    const value = decodeFormText(raw)
    return part === '' || name === undefined || value === undefined ? [] : [[name, value, raw] as const]
  })

/** A pair as it is written, with its decoded name. */
export interface QueryPart {
  /** Undefined where an escape is invalid. */
  readonly name: string | undefined
  readonly text: string
}

export const splitQuery = (query: string): readonly QueryPart[] =>
  query
    .split('&')
    .filter((text) => text !== '')
    .map((text) => ({ name: decodeFormText(text.replace(/=.*$/s, '')), text }))

/** A name or value of application/x-www-form-urlencoded, decoded; undefined where an escape is invalid. */
export const decodeFormText = (text: string): string | undefined => {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
