/**
 * Entity tags (RFC 9110, section 8.8.3), and lists of them in If-Match and If-None-Match.
 */

/** The tags of a list: whether weak, and the text with quotes or without. */
const tags = /(W\/)?"([^"]*)"|([^\s,"]+)/g

const xmlEnd = '-xml'

/** Strong comparison requires identical bytes, weak comparison an equivalent content (RFC 9110, section 8.8.3.2). */
export type Comparison = 'strong' | 'weak'

/** A strong tag. `opaque` must not contain quotes. */
export const writeTag = (opaque: string): string => `"${opaque}"`

/** Converts a text, with or without quotes, to a strong tag; characters that a tag cannot contain are removed. */
export const toTag = (text: string): string => writeTag(text.replace(/^W\//, '').replace(/[^\x21\x23-\x7e]/g, ''))

/**
 * Whether a list contains a strong tag; `*` matches any. A tag without quotes, as some clients send it, is accepted. `tag`
 * is undefined if the resource does not exist.
 */
export const namesTag = (list: string, tag: string | undefined, comparison: Comparison): boolean => {
  if (tag === undefined) return false
  if (list.trim() === '*') return true
  return [...list.matchAll(tags)].some(
    ([, weak, quoted, bare]) => (weak === undefined || comparison === 'weak') && writeTag(quoted ?? bare ?? '') === tag,
  )
}

/** The tag of the XML of a record. Two representations have two strong tags (RFC 9110, section 8.8.1). */
export const toXmlTag = (tag: string): string => tag.replace(/"$/, `${xmlEnd}"`)

/** The tags of the JSON of the records whose XML a list names; undefined if it names none. `*` stays what it is. */
export const readXmlTags = (list: string): string | undefined => {
  if (list.trim() === '*') return list
  const found = [...list.matchAll(tags)].filter(([, , quoted, bare]) => (quoted ?? bare ?? '').endsWith(xmlEnd))
  if (found.length === 0) return undefined
  return found
    .map(([, weak = '', quoted, bare = '']) => weak + writeTag((quoted ?? bare).slice(0, -xmlEnd.length)))
    .join(', ')
}
