/**
 * Media types and their negotiation (RFC 9110, sections 8.3 and 12.5.1).
 */

export interface MediaType {
  /** `application/json`, lower case. */
  readonly essence: string
  /** Lower case, without quotes; undefined where none is given. */
  readonly charset: string | undefined
  /** Names in lower case, values without quotes; of two with one name the first holds. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Parses a Content-Type; undefined where it is not one. */
export const parseMediaType = (text: string): MediaType | undefined => {
  const end = text.indexOf(';')
  const essence = (end === -1 ? text : text.slice(0, end)).trim().toLowerCase()
  if (!/^[!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+$/.test(essence)) return undefined
  const parameters = end === -1 ? noParameters : readParameters(text.slice(end))
  return { essence, charset: parameters.get('charset')?.toLowerCase(), parameters }
}

const noParameters: ReadonlyMap<string, string> = new Map()

const readParameters = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, token = ''] of text.matchAll(
    /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g,
  )) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token)
  }
  return found
}

/** How a body of a media type is read. */
export type MediaFamily = 'json' | 'urlencoded' | 'multipart' | 'xml' | 'text' | 'bytes'

export const familyOf = (mediaType: string): MediaFamily => {
  const essence = essenceOf(mediaType)
  if (isJson(essence)) return 'json'
  if (essence === 'application/x-www-form-urlencoded') return 'urlencoded'
  if (essence === 'multipart/form-data') return 'multipart'
  if (essence === 'application/xml' || essence === 'text/xml' || essence.endsWith('+xml')) return 'xml'
  return essence.startsWith('text/') ? 'text' : 'bytes'
}

/** Whether a body of a media type has properties, so that it can say what a record is. */
export const isStructured = (mediaType: string): boolean => {
  const family = familyOf(mediaType)
  return family !== 'text' && family !== 'bytes'
}

const essenceOf = (mediaType: string): string => mediaType.split(';')[0]?.trim().toLowerCase() ?? ''

/**
 * Which documented type a given one is meant by: the same type with most parameters in common (`;version=2`), then the
 * same type, then the narrowest range that covers it; undefined where none does.
 */
export const chooseMediaType = (documented: readonly string[], given: MediaType): string | undefined => {
  const same = documented.filter((mediaType) => essenceOf(mediaType) === given.essence)
  if (same.length > 1) {
    const shared = (mediaType: string): number =>
      [...(parseMediaType(mediaType)?.parameters ?? [])].reduce(
        (count, [name, value]) => count + (given.parameters.get(name)?.toLowerCase() === value.toLowerCase() ? 1 : -1),
        0,
      )
    return [...same].sort((one, other) => shared(other) - shared(one))[0]
  }
  if (same[0] !== undefined) return same[0]
  const ranges = documented.filter((mediaType) => coversMediaType(mediaType, given.essence))
  return ranges.find((range) => !essenceOf(range).startsWith('*/')) ?? ranges[0]
}

/** Whether a media type carries JSON: application/json, any +json, and the wildcards that real documents mean JSON by. */
export const isJson = (mediaType: string): boolean => {
  const essence = mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
  return (
    essence === 'application/json' ||
    essence.endsWith('+json') ||
    essence === '*/*' ||
    essence === 'application/*' ||
    essence === 'text/json'
  )
}

/** The media type to send where the document has one with wildcards. */
export const concreteMediaType = (documented: string): string => {
  if (!documented.includes('*')) return documented
  if (isJson(documented)) return 'application/json'
  return documented.startsWith('text/') ? 'text/plain' : 'application/octet-stream'
}

/** Whether a documented type, which may hold wildcards, takes a given one. */
export const coversMediaType = (documented: string, given: string): boolean => {
  const [type, subtype] = (documented.split(';')[0] ?? '').trim().toLowerCase().split('/')
  const [givenType, givenSubtype] = given.split('/')
  return (type === '*' || type === givenType) && (subtype === '*' || subtype === givenSubtype)
}

/** Whether an Accept header lets a media type through: the most specific range that fits decides, quality 0 rejects. */
export const accepts = (accept: string | undefined, mediaType: string): boolean =>
  accept === undefined || accept === '*/*' || accept === mediaType || qualityOf(accept, mediaType) > 0

/** How much an Accept header wants a media type, from 0 to 1 (RFC 9110, section 12.4.2). */
export const qualityOf = (accept: string | undefined, documented: string): number => {
  if (accept === undefined || accept.trim() === '') return 1
  const mediaType = essenceOf(concreteMediaType(documented))
  let best = -1
  let quality = 0
  for (const range of accept.split(',')) {
    const [head = '', ...parameters] = range.split(';')
    const given = head.trim().toLowerCase()
    if (!coversMediaType(given, mediaType)) continue
    const specificity = given === '*/*' ? 0 : given.endsWith('/*') ? 1 : 2
    if (specificity < best) continue
    best = specificity
    const weight = parameters
      .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1])
      .find((found) => found !== undefined)
    quality = weight === undefined ? 1 : Number(weight)
  }
  return quality
}
