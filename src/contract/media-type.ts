/**
 * Media types and their negotiation (RFC 9110, sections 8.3 and 12.5.1).
 */

export interface MediaType {
  /** `application/json`, lower case. */
  readonly essence: string
  /** Lower case, without quotes; undefined where none is given. */
  readonly charset: string | undefined
}

/** Parses a Content-Type; undefined where it is not one. */
export const parseMediaType = (text: string): MediaType | undefined => {
  const [head = '', ...parameters] = text.split(';')
  const essence = head.trim().toLowerCase()
  if (!/^[!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+$/.test(essence)) return undefined
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^";\s]+)"?\s*$/i.exec(parameter)?.[1]?.toLowerCase())
    .find((found) => found !== undefined)
  return { essence, charset }
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

/** Whether an Accept header lets a media type through: the most specific range that fits decides, quality 0 refuses. */
export const accepts = (accept: string | undefined, mediaType: string): boolean => {
  if (accept === undefined || accept === '*/*' || accept === mediaType || accept.trim() === '') return true
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
  return best !== -1 && quality > 0
}
