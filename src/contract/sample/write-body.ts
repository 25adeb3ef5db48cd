/**
 * A value as the body of a reply: as JSON, as XML, or as text, by its media type.
 */
import type { Json, Reply } from '../../ports.ts'
import type { MediaView } from '../document/operation-view.ts'
import type { Files } from '../document/references.ts'
import { bodiless } from '../values/bodiless.ts'
import { stringifyJson } from '../values/json-text.ts'
import { concreteMediaType, essenceOf, familyOf, isJson } from '../values/media-type.ts'
import { isXmlText } from './check-body.ts'
import { createXmlWriter } from './write-xml.ts'

export interface BodyReply {
  readonly status: number
  readonly media: Pick<MediaView, 'mediaType'> & Partial<Pick<MediaView, 'schema'>>
  readonly value: Json
  readonly files: Files
  /** Alternating names and values, without the content type. */
  readonly headers?: readonly string[]
}

/** An array or object is JSON, XML or a sequence of JSON; under any other media type it is written as an empty body. */
export const writeBody = ({ status, media, value, files, headers = [] }: BodyReply): Reply => {
  if (bodiless.has(status)) return { status, headers: [...headers] }
  return {
    status,
    headers: ['Content-Type', concreteMediaType(media.mediaType), ...headers],
    body: writeValue(files, media, value),
  }
}

const writeValue = (files: Files, { mediaType, schema }: BodyReply['media'], value: Json): string => {
  if (isJson(mediaType)) return stringifyJson(value)
  if (familyOf(mediaType) === 'xml' && !isXmlText(value)) return createXmlWriter(files, schema)(value)
  if (typeof value !== 'object') return String(value)
  const writeItem = itemWriterOf(mediaType)
  return writeItem
    ? (Array.isArray(value) ? value : [value]).map((item) => writeItem(stringifyJson(item))).join('')
    : ''
}

/** Whether a body of this media type is a sequence of JSON values (OpenAPI 3.2, Sequential Media Types). */
export const isSequence = (mediaType: string): boolean => itemWriterOf(mediaType) !== undefined

const writeLine = (json: string): string => `${json}\n`

const itemWriters: ReadonlyMap<string, (json: string) => string> = new Map([
  ['application/x-ndjson', writeLine],
  ['application/ndjson', writeLine],
  ['application/jsonl', writeLine],
  // RFC 7464, section 2.2.
  ['application/json-seq', (json: string) => `\x1e${json}\n`],
  ['text/event-stream', (json: string) => `data: ${json}\n\n`],
])

const itemWriterOf = (mediaType: string) => itemWriters.get(essenceOf(mediaType))
