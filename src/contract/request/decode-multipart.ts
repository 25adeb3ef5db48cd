/**
 * Reads the fields of a multipart body, each part by its Content-Type, its schema and `encoding`. A file becomes a string
 * with one character per byte, so that no byte is lost and lengths count bytes.
 */
import type { Violation } from '../../errors.ts'
import type { Files } from '../document/references.ts'
import { findText } from '../schema/schema-view.ts'
import { JsonTextError, parseJsonBytes } from '../values/json-text.ts'
import { isJson, type MediaType, matchesRange, parseMediaType } from '../values/media-type.ts'
import { appendName } from '../values/pointer.ts'
import type { Field, Form } from './build-form.ts'
import type { ValueSchema } from './build-value.ts'
import { decodeText } from './decode-text.ts'
import { type Part, readParts } from './read-parts.ts'

export type Fields =
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }

export const readFields = (files: Files, form: Form, bytes: Buffer, boundary: string | undefined): Fields => {
  const read = readParts(bytes, boundary)
  if (read.kind === 'broken')
    return { kind: 'invalid', violations: [{ at: 'body', keyword: 'syntax', message: `body ${read.message}` }] }
  const fields: Field[] = []
  const violations: Violation[] = []
  for (const part of read.parts) {
    const field = readField(files, form, part)
    if ('name' in field) fields.push(field)
    else violations.push(field)
  }
  return violations.length > 0 ? { kind: 'invalid', violations } : { kind: 'fields', fields }
}

const readField = (files: Files, form: Form, part: Part): Field | Violation => {
  const { name, bytes } = part
  const place = appendName('body', name)
  const header = part.headers.get('content-type')
  const type = header === undefined ? undefined : parseMediaType(header)
  const expected = form.contentTypeOf(name)
  if (expected !== undefined && type && !expected.split(',').some((range) => matchesRange(range.trim(), type.essence)))
    return {
      at: place,
      keyword: 'contentType',
      message: `${place} must have the content type ${expected}, got ${JSON.stringify(type.essence.slice(0, 60))}`,
    }
  const encoding = part.headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding !== undefined && !['7bit', '8bit', 'binary'].includes(encoding))
    return {
      at: place,
      keyword: 'syntax',
      message: `${place} must not be encoded with Content-Transfer-Encoding ${encoding}: send the bytes unencoded (RFC 7578, section 4.7)`,
    }
  const schema = itemOf(form.schemaOf(name))
  if (isBinary(files, schema, part, type)) return { name, value: bytes.toString('latin1') }
  if (type && isJson(type.essence) && !isTextFile(schema, part)) return readJsonPart(name, place, bytes)
  const text = decodeText(bytes, type?.charset)
  return text.kind === 'text'
    ? { name, text: text.text }
    : { at: place, keyword: 'syntax', message: `${place} ${text.message}` }
}

const readJsonPart = (name: string, place: string, bytes: Buffer): Field | Violation => {
  try {
    return { name, value: parseJsonBytes(bytes).exact }
  } catch (error) {
    if (error instanceof JsonTextError) return { at: place, keyword: 'syntax', message: `${place} ${error.message}` }
    throw error
  }
}

/** Each item of a list is a part of its own. */
const itemOf = (schema: ValueSchema | undefined): ValueSchema | undefined =>
  schema?.types.has('array') ? schema.items() : schema

/** A part with `format: binary`, or a file with `contentMediaType`; without a schema, a file whose type is neither text nor JSON. */
const isBinary = (
  files: Files,
  schema: ValueSchema | undefined,
  { fileName }: Part,
  type: MediaType | undefined,
): boolean => {
  if (schema && findText(files, schema.node, 'format') === 'binary') return true
  if (schema?.types.has('object')) return false
  if (fileName === undefined) return false
  if (schema && findText(files, schema.node, 'contentMediaType') !== undefined) return true
  return !(type !== undefined && (isJson(type.essence) || type.essence.startsWith('text/')))
}

/** A file that the schema describes as a string is not parsed, even if it contains JSON. */
const isTextFile = (schema: ValueSchema | undefined, { fileName }: Part): boolean =>
  fileName !== undefined && schema?.types.has('string') === true && !schema.types.has('array')
