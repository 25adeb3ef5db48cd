/**
 * Parses the bytes of a body by media type: JSON, urlencoded, multipart, XML, text, and bytes for anything else. Each media
 * type of an operation has its own reader, created on the operation's first request.
 */
import type { Violation } from '../../errors.ts'
import type { Document } from '../document/document.ts'
import type { MediaView } from '../document/operation-view.ts'
import { JsonTextError, type ParsedJson, parseJsonBytes, separateDigits } from '../values/json-text.ts'
import { familyOf, type MediaType } from '../values/media-type.ts'
import { appendName } from '../values/pointer.ts'
import { parseQuery } from '../values/query.ts'
import { createForm, type Form } from './build-form.ts'
import { convertText, createValueSchema, noTypes, type ValueSchema } from './build-value.ts'
import { readFields } from './decode-multipart.ts'
import { decodeText } from './decode-text.ts'
import { decodeXml } from './decode-xml.ts'
import { readXml } from './read-xml.ts'

export type BodyValue =
  | { readonly kind: 'value'; readonly value: ParsedJson }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }

/** `mediaType` is the one of the request, since the documented one may be a range. */
export type ReadBodyValue = (bytes: Buffer, mediaType: MediaType) => BodyValue | Promise<BodyValue>

export const createBodyReader = (document: Document, media: MediaView): ReadBodyValue => {
  let form: Form | undefined
  const getForm = (): Form => {
    form ??= createForm(document, media)
    return form
  }
  let schema: ValueSchema | undefined
  const getSchema = (): ValueSchema | undefined => {
    schema ??= media.schema && createValueSchema(document.files, media.schema)
    return schema
  }
  return (bytes, mediaType) => {
    switch (familyOf(mediaType.essence)) {
      case 'json':
        return readJson(bytes)
      case 'urlencoded':
        return withText(bytes, mediaType, (text) => readUrlencoded(getForm(), text))
      case 'multipart':
        return readMultipart(document, getForm(), bytes, mediaType)
      case 'xml':
        return withText(bytes, mediaType, (text) => readXmlBody(document, getSchema(), text))
      case 'text':
        return withText(bytes, mediaType, (text) =>
          toValue(separateDigits(convertText(text, getSchema()?.types ?? noTypes))),
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

const readXmlBody = async (document: Document, schema: ValueSchema | undefined, text: string): Promise<BodyValue> => {
  const xml = await readXml(text)
  if (xml.kind === 'broken') return invalid(`body ${xml.message}`)
  return toValue(separateDigits(decodeXml(document.files, schema, xml.element)))
}

const readUrlencoded = (form: Form, text: string): BodyValue => {
  const { pairs, broken } = parseQuery(text.trim())
  if (broken !== undefined)
    return invalid(
      `body has an invalid escape in "${broken.slice(0, 100)}": an escape is % and two hexadecimal digits, in UTF-8`,
    )
  return build(
    form,
    pairs.map(([name, value]) => ({ name, text: value })),
  )
}

const readMultipart = (document: Document, form: Form, bytes: Buffer, mediaType: MediaType): BodyValue => {
  const read = readFields(document.files, form, bytes, mediaType.parameters.get('boundary'))
  return read.kind === 'invalid' ? read : build(form, read.fields)
}

const build = (form: Form, fields: Parameters<Form['build']>[0]): BodyValue => {
  const built = form.build(fields)
  if (built.kind === 'decoded') return toValue(separateDigits(built.value))
  const place = appendName('body', built.at)
  return invalid(`${place} ${built.message}`, place)
}
