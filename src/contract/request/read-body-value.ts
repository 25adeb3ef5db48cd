/**
 * From the bytes of a body to its value, by media type: JSON, forms, multipart, XML, text, and bytes of anything else.
 * One reader for each media type that an operation documents, made on its first request; a reader of anything but JSON
 * looks at the schema when it is first used.
 */
import type { Violation } from '../../errors.ts'
import type { Document } from '../document/document.ts'
import type { MediaView } from '../document/operation-view.ts'
import { JsonTextError, type ParsedJson, parseJsonBytes, separateDigits } from '../values/json-text.ts'
import { familyOf, type MediaType } from '../values/media-type.ts'
import { appendName } from '../values/pointer.ts'
import { parseQuery } from '../values/query.ts'
import { createForm, type Form } from './build-form.ts'
import { convertText, createShape, noTypes, type Shape } from './build-value.ts'
import { readFields } from './decode-multipart.ts'
import { decodeText } from './decode-text.ts'
import { decodeXml } from './decode-xml.ts'
import { readXml } from './read-xml.ts'

export type BodyValue =
  | { readonly kind: 'value'; readonly value: ParsedJson }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }

/** `given`: the media type of the request, which is more particular than the documented one. */
export type ReadBodyValue = (bytes: Buffer, given: MediaType) => BodyValue | Promise<BodyValue>

export const createBodyReader = (document: Document, media: MediaView): ReadBodyValue => {
  let form: Form | undefined
  const getForm = (): Form => {
    form ??= createForm(document, media)
    return form
  }
  let shape: Shape | undefined
  const getShape = (): Shape | undefined => {
    shape ??= media.schema && createShape(document.files, media.schema)
    return shape
  }
  return (bytes, given) => {
    switch (familyOf(given.essence)) {
      case 'json':
        return readJson(bytes)
      case 'urlencoded':
        return withText(bytes, given, (text) => readUrlencoded(getForm(), text))
      case 'multipart':
        return readMultipart(document, getForm(), bytes, given)
      case 'xml':
        return withText(bytes, given, (text) => readXmlBody(document, getShape(), text))
      case 'text':
        return withText(bytes, given, (text) =>
          toValue(separateDigits(convertText(text, getShape()?.types ?? noTypes))),
        )
      case 'bytes': {
        const value = bytes.toString('latin1')
        return toValue({ rounded: value, exact: value })
      }
    }
  }
}

const toValue = (value: ParsedJson): BodyValue => ({ kind: 'value', value })

const invalid = (message: string, at = 'body'): BodyValue => ({
  kind: 'invalid',
  violations: [{ at, keyword: 'syntax', message }],
})

const readJson = (bytes: Buffer): BodyValue => {
  try {
    return toValue(parseJsonBytes(bytes))
  } catch (error) {
    if (error instanceof JsonTextError) return invalid(`body ${error.message}`)
    throw error
  }
}

const withText = <Result>(
  bytes: Buffer,
  { charset }: MediaType,
  read: (text: string) => Result,
): Result | BodyValue => {
  const decoded = decodeText(bytes, charset)
  return decoded.kind === 'text' ? read(decoded.text) : invalid(`body ${decoded.message}`)
}

const readXmlBody = async (document: Document, shape: Shape | undefined, text: string): Promise<BodyValue> => {
  const xml = await readXml(text)
  if (xml.kind === 'broken') return invalid(`body ${xml.message}`)
  return toValue(separateDigits(decodeXml(document.files, shape, xml.element)))
}

const readUrlencoded = (form: Form, text: string): BodyValue => {
  const { pairs, broken } = parseQuery(text.trim())
  if (broken !== undefined)
    return invalid(
      `body holds a bad escape in "${broken.slice(0, 100)}"; escapes are % and two hexadecimal digits of UTF-8`,
    )
  return build(
    form,
    pairs.map(([name, value]) => ({ name, text: value })),
  )
}

const readMultipart = (document: Document, form: Form, bytes: Buffer, given: MediaType): BodyValue => {
  const read = readFields(document.files, form, bytes, given.parameters.get('boundary'))
  return read.kind === 'invalid' ? read : build(form, read.fields)
}

const build = (form: Form, fields: Parameters<Form['build']>[0]): BodyValue => {
  const built = form.build(fields)
  if (built.kind === 'decoded') return toValue(separateDigits(built.value))
  const place = appendName('body', built.at)
  return invalid(`${place} ${built.message}`, place)
}
