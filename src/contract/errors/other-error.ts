/**
 * Errors of an operation that documents them in other formats than JSON: the message as text, or the shape of the schema as XML.
 */
import type { Document } from '../document/document.ts'
import type { MediaView, ResponseView } from '../document/operation-view.ts'
import { createXmlWriter } from '../sample/write-xml.ts'
import { concreteMediaType, familyOf, isJson } from '../values/media-type.ts'
import type { ErrorDetails } from './error-fields.ts'
import { createErrorTemplate } from './error-template.ts'

interface OtherBody {
  readonly mediaType: string
  readonly body: string
}

/** Undefined if the response may be JSON, has no body, or has neither XML nor text. */
export const createOtherError = (
  { files }: Document,
  { content }: ResponseView,
): ((error: ErrorDetails) => OtherBody) | undefined => {
  if (content.some(({ mediaType }) => isJson(mediaType))) return undefined
  const inFamily = (family: string): MediaView | undefined =>
    content.find(({ mediaType }) => familyOf(mediaType) === family)
  const xml = inFamily('xml')
  if (xml?.schema) {
    const fill = createErrorTemplate(files, xml.schema)
    const write = createXmlWriter(files, xml.schema)
    return (error) => ({ mediaType: concreteMediaType(xml.mediaType), body: write(fill(error) ?? null) })
  }
  const text = inFamily('text')
  return text && (({ message }) => ({ mediaType: concreteMediaType(text.mediaType), body: message }))
}
