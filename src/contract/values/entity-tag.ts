/**
 * Entity tags (RFC 9110, section 8.8.3) and the lists of them in If-Match and If-None-Match.
 */

/** Strong asks for the very same bytes, weak for the same meaning (RFC 9110, section 8.8.3.2). */
export type Comparison = 'strong' | 'weak'

/** A strong tag: what stands between its quotes has no quote in it. */
export const writeTag = (opaque: string): string => `"${opaque}"`

/** The strong tag that a text means, with its quotes or without; what no tag can hold is left out. */
export const toTag = (text: string): string => writeTag(text.replace(/^W\//, '').replace(/[^\x21\x23-\x7e]/g, ''))

/**
 * Whether a list names a strong tag; `*` names any. A tag without its quotes, as some clients send it, counts as if it
 * had them. `tag` is undefined where there is nothing that could have one.
 */
export const namesTag = (list: string, tag: string | undefined, comparison: Comparison): boolean => {
  if (tag === undefined) return false
  if (list.trim() === '*') return true
  return [...list.matchAll(/(W\/)?"([^"]*)"|([^\s,"]+)/g)].some(
    ([, weak, quoted, bare]) => (weak === undefined || comparison === 'weak') && writeTag(quoted ?? bare ?? '') === tag,
  )
}
