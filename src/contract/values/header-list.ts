/**
 * Headers of a reply as they stand in it: names and values in turn. Names are compared without case (RFC 9110, section 5.1).
 */

/** Name in lower case and value of each. */
export const headerPairs = (headers: readonly string[]): readonly (readonly [string, string])[] =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1] ?? ''] as const] : []))

/** The first value of a name; undefined where it has none. */
export const findHeader = (headers: readonly string[], name: string): string | undefined => {
  const wanted = name.toLowerCase()
  for (let index = 0; index < headers.length; index += 2) {
    const candidate = headers[index]
    if (candidate === name || candidate?.toLowerCase() === wanted) return headers[index + 1]
  }
  return undefined
}
