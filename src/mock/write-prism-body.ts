/**
 * Writes the body of a response as Prism's server does: JSON, XML below an element `xml`, or text. Anything else that is
 * not a string cannot be written, and the response is an error.
 */
import { parseMediaType } from '../contract/values/media-type.ts'

export type WrittenBody =
  | { readonly kind: 'written'; readonly text: string | undefined }
  /** `name` is the type of the problem; undefined: an unknown one. */
  | { readonly kind: 'unwritable'; readonly message: string; readonly name?: string }

/** `mediaType` is the Content-Type of the response, if there is one. */
export const writePrismBody = (value: unknown, mediaType: string | undefined): WrittenBody => {
  if (mediaType === undefined && !value) return { kind: 'written', text: undefined }
  const essence = parseMediaType(mediaType ?? '')?.essence ?? ''
  if (/^application\/(json|.+\+json)$/.test(essence)) return { kind: 'written', text: JSON.stringify(value) }
  if (/^application\/(xml|.+\+xml)$/.test(essence))
    return { kind: 'written', text: typeof value === 'string' ? value : writeElement('xml', value) }
  if (typeof value === 'string') return { kind: 'written', text: value }
  if (!essence.startsWith('text/'))
    return { kind: 'unwritable', message: `Cannot find serializer for ${String(mediaType)}` }
  if (value === undefined) return { kind: 'written', text: undefined }
  return {
    kind: 'unwritable',
    message: 'Cannot serialise complex objects as text',
    name: 'https://stoplight.io/prism/errors#NO_COMPLEX_OBJECT_TEXT',
  }
}

/** An element for each item of an array, none for undefined, an empty one for null. */
const writeElement = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map((item) => writeElement(name, item)).join('')
  if (value === undefined) return ''
  if (value === null) return `<${name}/>`
  const inner =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([key, child]) => writeElement(key, child))
          .join('')
      : escapeXml(String(value))
  return `<${name}>${inner}</${name}>`
}

const escapeXml = (text: string): string => text.replace(/[&><'"]/g, (character) => entities[character] ?? character)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '>': '&gt;',
  '<': '&lt;',
  "'": '&apos;',
  '"': '&quot;',
}
