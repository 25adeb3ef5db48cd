/**
 * Path templates such as `/pets/{petId}` and `/reports/{id}.json`: parsed into shapes for the router, and matched against the
 * segments of a request path. Knows nothing of operations.
 */
import { withoutQuery } from '../document/path-item.ts'

export type PathParams = Readonly<Record<string, string>>

/** A segment with parameters: `{id}.json` has the name `id` between the literals `` and `.json`, which are decoded. */
export interface SegmentTemplate {
  readonly literals: readonly string[]
  readonly names: readonly string[]
}

export interface PathTemplate {
  /** The path as rou3 writes it: `/pets/:p0`. Parameters are numbered, because their names may contain any character. */
  readonly shape: string
  /** The segments with parameters, in order. */
  readonly segments: readonly SegmentTemplate[]
}

export const parseTemplate = (path: string): PathTemplate => {
  const segments: SegmentTemplate[] = []
  const shape = withoutQuery(path)
    .split('/')
    .map((segment) => {
      const parts = segment.split(/\{([^{}]+)\}/)
      const literals = parts.filter((_, index) => index % 2 === 0).map(decodeLiteral)
      if (literals.length === 1) return encodeCanonical(literals.join(''))
      segments.push({ literals, names: parts.filter((_, index) => index % 2 === 1) })
      return `:p${segments.length - 1}`
    })
  return { shape: shape.join('/'), segments }
}

/** Percent-decodes a literal; one with invalid escapes is used as it is. */
const decodeLiteral = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * A request path with each segment percent-decoded and encoded again, so that equivalent paths are equal (RFC 3986, section
 * 6.2.2); undefined if an escape is invalid.
 */
export const canonicalPath = (path: string): string | undefined => {
  if (/^[A-Za-z0-9\-._/]*$/.test(path)) return path
  try {
    return path
      .split('/')
      .map((segment) => encodeCanonical(decodeURIComponent(segment)))
      .join('/')
  } catch {
    return undefined
  }
}

const encodeCanonical = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** The decoded parameters of a path, from the segments that the router matched; undefined if a segment does not match. */
export const readParams = (
  templates: readonly SegmentTemplate[],
  matched: PathParams | undefined,
): PathParams | undefined => {
  const params: Record<string, string> = Object.create(null)
  for (const [index, template] of templates.entries()) {
    const text = matched?.[`p${index}`] ?? ''
    const values = matchSegment(text.includes('%') ? decodeURIComponent(text) : text, template)
    if (!values) return undefined
    for (const [place, name] of template.names.entries()) params[name] = values[place] ?? ''
  }
  return params
}

/**
 * The values of a segment's parameters, each at least one character and as short as possible; undefined if the segment does
 * not match. Uses the first occurrence of each literal, so it never backtracks and takes linear time.
 */
const matchSegment = (text: string, { literals }: SegmentTemplate): readonly string[] | undefined => {
  const [start = '', ...rest] = literals
  const end = text.length - (rest.at(-1) ?? '').length
  if (!text.startsWith(start) || !text.endsWith(rest.at(-1) ?? '')) return undefined
  const values: string[] = []
  let from = start.length
  for (const [index, literal] of rest.entries()) {
    const to = index === rest.length - 1 ? end : text.indexOf(literal, from + 1)
    if (to <= from || to > end) return undefined
    values.push(text.slice(from, to))
    from = to + literal.length
  }
  return values
}
