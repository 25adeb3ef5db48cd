/**
 * Response headers as a flat list: name, value, name, value. Names are case-insensitive (RFC 9110, section 5.1).
 */

/** Pairs of name, in lower case, and value. */
export const headerPairs = (headers: readonly string[]): readonly (readonly [string, string])[] =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1] ?? ''] as const] : []))

/** The first value of a header; undefined if it is not in the list. */
export const findHeader = (headers: readonly string[], name: string): string | undefined => {
  const wanted = name.toLowerCase()
  for (let index = 0; index < headers.length; index += 2) {
    const candidate = headers[index]
    if (candidate === name || candidate?.toLowerCase() === wanted) return headers[index + 1]
  }
  return undefined
}

/** Says that the response depends on this header of the request (RFC 9110, section 12.5.5). */
export const addVary = (headers: string[], name: string): void => {
  const at = headers.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === 'vary')
  if (at === -1) {
    headers.push('Vary', name)
    return
  }
  const known = headers[at + 1] ?? ''
  const names = known.split(',').map((one) => one.trim().toLowerCase())
  if (!names.includes(name.toLowerCase()) && !names.includes('*')) headers[at + 1] = `${known}, ${name}`
}
