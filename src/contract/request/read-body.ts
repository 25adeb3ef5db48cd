/**
 * Reads the body of a request: chooses the documented media type by Content-Type, parses the bytes (JSON, urlencoded,
 * multipart, XML, text, and bytes for anything else) and validates the value.
 */
import type { Rejection, Violation } from '../../errors.ts'
import type { IncomingRequest, ReadBody } from '../../ports.ts'
import type { Document } from '../document/document.ts'
import type { BodyView, MediaView } from '../document/operation-view.ts'
import type { Node } from '../document/references.ts'
import { asMergePatch } from '../schema/merge-patch-errors.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { typesOf } from '../schema/schema-view.ts'
import type { Validator } from '../schema/validator.ts'
import { describeErrors, showValue } from '../schema/violations.ts'
import { JsonTextError, type ParsedJson, parseJsonBytes, separateDigits } from '../values/json-text.ts'
import {
  chooseMediaType,
  familyOf,
  isJson,
  isStructured,
  type MediaFamily,
  type MediaType,
  parseMediaType,
} from '../values/media-type.ts'
import { appendName } from '../values/pointer.ts'
import { parseQuery } from '../values/query.ts'
import { createForm, type Form } from './build-form.ts'
import { convertText, createValueSchema, noTypes, type ValueSchema } from './build-value.ts'
import { readFields } from './decode-multipart.ts'
import { decodeText } from './decode-text.ts'
import { decodeXml } from './decode-xml.ts'
import { readXml } from './read-xml.ts'

export interface CompiledBody {
  readonly view: BodyView
  /** By documented media type. */
  readonly readers: ReadonlyMap<string, CompiledMedia>
}

/** How a body of one media type is parsed, and validated if it has a schema. */
export interface CompiledMedia {
  readonly read: ReadBodyValue
  readonly validate: Validator | undefined
}

export const compileBody = (
  document: Document,
  compiler: SchemaCompiler,
  view: BodyView | undefined,
): CompiledBody | undefined => {
  if (!view || view.content.length === 0) return undefined
  return {
    view,
    readers: new Map(
      view.content.map((media) => [
        media.mediaType,
        {
          read: createBodyReader(document, media),
          validate: media.schema && compileValidator(document, compiler, media.mediaType, media.schema),
        },
      ]),
    ),
  }
}

const compileValidator = (
  { files }: Document,
  compiler: SchemaCompiler,
  mediaType: string,
  schema: Node,
): Validator => {
  const validate = compiler.compile(schema, 'request')
  if (!isStructured(mediaType) && describesObject(typesOf(files, schema)))
    return (value) => (typeof value.exact === 'string' ? undefined : validate(value))
  return parseMediaType(mediaType)?.essence === 'application/merge-patch+json' ? asMergePatch(validate) : validate
}

/**
 * Whether bytes or text have the schema of an object. Some documents describe an upload by the record that it creates: a JSON
 * object is accepted then, and any other content as the upload itself.
 */
const describesObject = (types: ReadonlySet<string>): boolean => types.has('object') && !types.has('string')

export type BodyResult =
  | { readonly kind: 'value'; readonly value: ParsedJson }
  | { readonly kind: 'none' }
  /** At least one violation. */
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }
  /** The body cannot be read or parsed at all: too large, wrong content type. */
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

export const readBody = async (request: IncomingRequest, body: CompiledBody): Promise<BodyResult> => {
  const read = await request.readBody()
  if (read.kind === 'rejected') return { kind: 'rejected', rejection: toRejection(read) }
  if (read.bytes.length === 0 && !isEmptyForm(request, body))
    return body.view.required ? missingBody(body) : { kind: 'none' }
  const chosen = chooseMedia(request, body)
  if (chosen.kind === 'rejected') return chosen
  const reading = chosen.media.read(read.bytes, chosen.mediaType)
  const parsed = reading instanceof Promise ? await reading : reading
  if (parsed.kind === 'invalid') return rejectBody(parsed.violations)
  const errors = chosen.media.validate?.(parsed.value)
  return errors ? rejectBody(describeErrors(errors, parsed.value, 'body')) : parsed
}

const missingBody = ({ view }: CompiledBody): BodyResult => {
  const mediaType = view.content[0]?.mediaType ?? 'one'
  return rejectBody([{ at: 'body', keyword: 'required', message: `body is required: send ${mediaType}` }])
}

const rejectBody = (violations: readonly Violation[]): BodyResult => ({
  kind: 'invalid',
  violations:
    violations.length > 0
      ? violations
      : [{ at: 'body', keyword: 'schema', message: 'body does not match the schema of the request' }],
})

/** An urlencoded form without fields has no bytes. */
const isEmptyForm = ({ headers }: IncomingRequest, { view }: CompiledBody): boolean => {
  if (!view.required || typeof headers['content-type'] !== 'string') return false
  return parseMediaType(headers['content-type'])?.essence === 'application/x-www-form-urlencoded'
}

const toRejection = ({ code, message, headers }: Extract<ReadBody, { kind: 'rejected' }>): Rejection => ({
  code,
  // An unsupported Content-Encoding is always 415, whatever statuses the document has.
  ...(code === 'unsupported_media_type' ? { status: 415 } : {}),
  message,
  ...(headers ? { headers } : {}),
})

type ChosenMedia =
  | { readonly kind: 'chosen'; readonly media: CompiledMedia; readonly mediaType: MediaType }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

const plainJson: MediaType = { essence: 'application/json', charset: undefined, parameters: new Map() }

const chooseMedia = (request: IncomingRequest, body: CompiledBody): ChosenMedia => {
  const header = request.headers['content-type']
  // The common case, without parsing.
  const plain = header === 'application/json' ? body.readers.get(header) : undefined
  if (plain) return { kind: 'chosen', media: plain, mediaType: plainJson }
  const mediaType = typeof header === 'string' ? parseMediaType(header) : undefined
  const documented = [...body.readers.keys()]
  const match = mediaType && chooseMediaType(documented, mediaType)
  const media = match === undefined ? undefined : body.readers.get(match)
  if (!mediaType || !media) return rejectType(`must be ${documented.join(' or ')}`, header)
  // ASCII is a part of UTF-8.
  if (isJson(mediaType.essence) && mediaType.charset !== undefined && !/^(utf-?8|us-ascii)$/.test(mediaType.charset))
    return rejectType('must have the charset utf-8', mediaType.charset)
  return { kind: 'chosen', media, mediaType }
}

const rejectType = (expected: string, received: string | readonly string[] | undefined): ChosenMedia => ({
  kind: 'rejected',
  rejection: {
    code: 'unsupported_media_type',
    message: `header.Content-Type ${expected}, got ${received === undefined ? 'no Content-Type' : showValue(received)}`,
  },
})

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
  // A documented range, such as `text/*`, leaves the family open.
  const documented: MediaFamily | undefined = media.mediaType.includes('*') ? undefined : familyOf(media.mediaType)
  return (bytes, mediaType) => {
    switch (documented ?? familyOf(mediaType.essence)) {
      case 'json':
        return readJson(bytes)
      case 'urlencoded':
        return withText(bytes, mediaType, (text) => readUrlencoded(getForm(), text))
      case 'multipart':
        return readMultipart(document, getForm(), bytes, mediaType)
      case 'xml':
        return withText(bytes, mediaType, (text) => readXmlBody(document, getSchema(), text))
      case 'text':
        if (describesObject(getSchema()?.types ?? noTypes)) return readUpload(bytes)
        return withText(bytes, mediaType, (text) =>
          toValue(separateDigits(convertText(text, getSchema()?.types ?? noTypes))),
        )
      case 'bytes': {
        if (describesObject(getSchema()?.types ?? noTypes)) return readUpload(bytes)
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

const readUpload = (bytes: Buffer): BodyValue => {
  const read = readJson(bytes)
  if (read.kind === 'value') return read
  const value = bytes.toString('latin1')
  return toValue({ rounded: value, exact: value })
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
