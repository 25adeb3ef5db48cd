/**
 * Media types. `content-type` parses them and `negotiator` evaluates Accept headers (RFC 9110, sections 8.3 and 12.5.1);
 * this file adds what documents need: families such as +json, and documented ranges such as `image/*`.
 */
import { parse } from 'content-type'
import Negotiator from 'negotiator'

export interface MediaType {
  /** `application/json`, in lower case. */
  readonly essence: string
  /** In lower case; undefined if there is no charset parameter. */
  readonly charset: string | undefined
  /** Values by name in lower case. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Parses a Content-Type header; undefined if it is not a media type. */
export const parseMediaType = (text: string): MediaType | undefined => {
  try {
    // A semicolon at the end is an error for the library, but several clients send one.
    const { type, parameters } = parse(text.replace(/;\s*$/, ''))
    return {
      essence: type,
      charset: parameters.charset?.toLowerCase(),
      parameters: new Map(Object.entries(parameters)),
    }
  } catch {
    return undefined
  }
}

/** How a body of a media type is parsed. */
export type MediaFamily = 'json' | 'urlencoded' | 'multipart' | 'xml' | 'text' | 'bytes'

export const familyOf = (mediaType: string): MediaFamily => {
  const essence = essenceOf(mediaType)
  if (isJson(essence)) return 'json'
  if (essence === 'application/x-www-form-urlencoded') return 'urlencoded'
  if (essence === 'multipart/form-data') return 'multipart'
  if (essence === 'application/xml' || essence === 'text/xml' || essence.endsWith('+xml')) return 'xml'
  return essence.startsWith('text/') ? 'text' : 'bytes'
}

/** Whether a body of this media type has properties, so that it can represent a record. */
export const isStructured = (mediaType: string): boolean => {
  const family = familyOf(mediaType)
  return family !== 'text' && family !== 'bytes'
}

/** Type and subtype in lower case, without parameters. Accepts ranges, which parseMediaType does not. */
export const essenceOf = (mediaType: string): string => mediaType.split(';')[0]?.trim().toLowerCase() ?? ''

/** Whether a media type is JSON: application/json, text/json, any +json, and the ranges that documents use to mean JSON. */
export const isJson = (mediaType: string): boolean => {
  const essence = essenceOf(mediaType)
  return jsonTypes.has(essence) || essence.endsWith('+json')
}

const jsonTypes: ReadonlySet<string> = new Set(['application/json', 'text/json', '*/*', 'application/*'])

/** The media type to send for a documented one, which may be a range. */
export const concreteMediaType = (documented: string): string => {
  if (!documented.includes('*')) return documented
  if (isJson(documented)) return 'application/json'
  return concreteTypes[essenceOf(documented)] ?? 'application/octet-stream'
}

/** The most common type of each range. */
const concreteTypes: Readonly<Record<string, string>> = {
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/mpeg',
  'video/*': 'video/mp4',
}

/**
 * The documented media type that matches the one of a request: the same type, preferably with the same parameters
 * (`;version=2`), otherwise the narrowest range that includes it; undefined if none matches.
 */
export const chooseMediaType = (documented: readonly string[], requested: MediaType): string | undefined => {
  const same = documented.filter((mediaType) => essenceOf(mediaType) === requested.essence)
  if (same.length > 0) return mostSimilar(same, requested)
  const ranges = documented.filter((mediaType) => matchesRange(mediaType, requested.essence))
  return (
    ranges.find((range) => range.includes('/*+')) ??
    ranges.find((range) => !essenceOf(range).startsWith('*/')) ??
    ranges[0]
  )
}

/** The one with the most equal and the fewest different parameters; the first of several. */
const mostSimilar = (documented: readonly string[], requested: MediaType): string | undefined => {
  if (documented.length === 1) return documented[0]
  const similarity = (mediaType: string): number =>
    [...(parseMediaType(mediaType)?.parameters ?? [])].reduce(
      (sum, [name, value]) => sum + (requested.parameters.get(name)?.toLowerCase() === value.toLowerCase() ? 1 : -1),
      0,
    )
  return [...documented].sort((one, other) => similarity(other) - similarity(one))[0]
}

/** Whether a documented media type or range (`image/*`, `application/*+json`) includes a media type. */
export const matchesRange = (range: string, mediaType: string): boolean => {
  const [type, subtype = ''] = essenceOf(range).split('/')
  const [requestedType, requestedSubtype = ''] = mediaType.split('/')
  return (type === '*' || type === requestedType) && includesSubtype(subtype, requestedSubtype)
}

/** HTTP has no ranges such as `*+json`, but several frameworks write them into their documents. */
const includesSubtype = (range: string, subtype: string): boolean =>
  range === '*' ||
  range === subtype ||
  (range.startsWith('*+') && subtype.endsWith(range.slice(1)) && subtype.length >= range.length)

/** Whether an Accept header accepts a documented media type. No header accepts all. */
export const accepts = (accept: string | undefined, documented: string): boolean =>
  accept === undefined || accept === '*/*' || accept === documented || preferredOf(accept, [documented]) !== undefined

/** Which of the documented media types an Accept header prefers; the first one on a tie, undefined if it accepts none. */
export const preferredOf = (accept: string | undefined, documented: readonly string[]): string | undefined => {
  const header = withoutParameters(accept?.trim() || '*/*')
  const available = documented.map((mediaType) => essenceOf(concreteMediaType(mediaType)))
  // On a tie the library prefers the more specific range, then the first one in the header. Neither has a meaning (RFC 9110,
  // section 12.5.1), so that it is only asked what is accepted with at least a given quality, from the highest one down.
  for (const quality of qualitiesOf(header)) {
    const ranges = header.replace(weight, (_, value: string) => `;q=${Number(value) < quality ? 0 : value}`)
    const accepted = new Negotiator({ headers: { accept: ranges } }).mediaTypes(available)
    const preferred = documented.find((_, index) => accepted.includes(available[index] ?? ''))
    if (preferred !== undefined) return preferred
  }
  return undefined
}

/**
 * The documented media type that Prism would respond with, so that clients move from it without a difference: on a tie, the
 * type that the header names more precisely, then the one it names first. Without a header a documented range of everything,
 * then JSON. Undefined if none is accepted.
 */
export const negotiateMediaType = (accept: string | undefined, documented: readonly string[]): string | undefined => {
  const isOpen = accept === undefined || accept.trim() === ''
  if (isOpen && documented.includes('*/*')) return '*/*'
  const header = isOpen ? 'application/json, */*' : accept
  return bestOf(header, documented) ?? bestOf(withoutParameters(header), documented)
}

const bestOf = (header: string, documented: readonly string[]): string | undefined =>
  new Negotiator({ headers: { accept: header } }).mediaTypes([...documented])[0]

const weight = /;\s*q\s*=\s*([\d.]+)/gi

/** The qualities of an Accept header, the highest first. */
const qualitiesOf = (header: string): readonly number[] => {
  const written = [...header.matchAll(weight)].map(([, value]) => Number(value))
  return [...new Set([1, ...written])].filter((quality) => quality > 0).sort((one, other) => other - one)
}

/** Without all parameters but `q`: `application/json; charset=utf-8` accepts application/json, but not for the library. */
const withoutParameters = (accept: string): string =>
  accept.includes('=') ? accept.replace(/;\s*(?!q\s*=)[^\s=;,"]+\s*=\s*("(?:\\.|[^"\\])*"|[^\s;,"]*)/gi, '') : accept
