/**
 * Which documented media type a response has. Which one depends on what is written in it: a record, an example, or a
 * generated body.
 */
import type { Document } from '../document/document.ts'
import type { MediaView } from '../document/operation-view.ts'
import { mediaExamples } from '../sample/examples.ts'
import { isSequence } from '../sample/write-body.ts'
import { typesOf } from '../schema/schema-view.ts'
import { accepts, familyOf, isJson, negotiateMediaType, preferredOf } from '../values/media-type.ts'

/** For a record: JSON, or XML if the client prefers it or there is no JSON. */
export const chooseRecordMedia = (content: readonly MediaView[], accept: string | undefined): MediaView | undefined => {
  const json = content.find(({ mediaType }) => isJson(mediaType))
  const xml = content.find(({ mediaType }) => familyOf(mediaType) === 'xml')
  if (!json || !xml) return json ?? xml
  return preferredOf(accept, [json.mediaType, xml.mediaType]) === xml.mediaType ? xml : json
}

/** For a scripted response: JSON if the client accepts it, otherwise the first type it accepts, otherwise the first. */
export const chooseScriptedMedia = (
  content: readonly MediaView[],
  accept: string | readonly string[] | undefined,
): MediaView | undefined => {
  const accepted = content.filter(({ mediaType }) => accepts(accept?.toString(), mediaType))
  const candidates = accepted.length === 0 ? content : accepted
  return candidates.find(({ mediaType }) => isJson(mediaType)) ?? candidates[0]
}

/** The negotiated type if a body can be written in it, otherwise JSON if the client accepts it. */
export const chooseNegotiatedMedia = (
  document: Document,
  content: readonly MediaView[],
  accept: string | undefined,
): MediaView | undefined => {
  const [only, ...others] = content
  if (only && others.length === 0) return only
  const types = content.map(({ mediaType }) => mediaType)
  const negotiated = negotiateMediaType(accept, types)
  const chosen = content.find(({ mediaType }) => mediaType === negotiated)
  if (chosen && familyOf(chosen.mediaType) === 'xml') return chooseRecordMedia(content, accept)
  if (chosen && isWritable(document, chosen)) return chosen
  const accepted = content.filter(({ mediaType }) => accepts(accept, mediaType))
  return accepted.find(({ mediaType }) => isJson(mediaType)) ?? chosen ?? accepted[0] ?? content[0]
}

/** Under a media type that is neither JSON nor a sequence of JSON, only strings and numbers can be written. */
const isWritable = (document: Document, media: MediaView): boolean => {
  if (isJson(media.mediaType) || isSequence(media.mediaType) || !media.schema) return true
  if (mediaExamples(document, media).some(({ value }) => typeof value === 'string')) return true
  const types = typesOf(document.files, media.schema)
  return !types.has('object') && !types.has('array')
}
