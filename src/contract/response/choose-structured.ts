/**
 * Which of the media types that a record can be written in a client gets: JSON, unless it asks for XML rather, or there is
 * no JSON.
 */
import type { MediaView } from '../document/operation-view.ts'
import { familyOf, isJson, preferredOf } from '../values/media-type.ts'

export const chooseStructured = (content: readonly MediaView[], accept: string | undefined): MediaView | undefined => {
  const json = content.find(({ mediaType }) => isJson(mediaType))
  const xml = content.find(({ mediaType }) => familyOf(mediaType) === 'xml')
  if (!json || !xml) return json ?? xml
  return preferredOf(accept, [json.mediaType, xml.mediaType]) === xml.mediaType ? xml : json
}
