/**
 * Whether a response body is valid under its media type. Only JSON, and XML that is still to be written from a value, can
 * be validated by a schema.
 */
import type { Json } from '../../ports.ts'
import type { MediaView } from '../document/operation-view.ts'
import type { Operation } from '../operation/operation.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { describeErrors } from '../schema/violations.ts'
import { separateDigits } from '../values/json-text.ts'
import { familyOf, isJson } from '../values/media-type.ts'

/** The response that a body is for. */
export interface BodyContext {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly media: MediaView
}

type Place = Pick<BodyContext, 'compiler' | 'media'>

/** Usually without compiling the schema. */
export const isValidBody = ({ compiler, media }: Place, body: Json): boolean => {
  const schema = schemaFor(media, body)
  return !schema || compiler.isValid(schema, 'response', separateDigits(body))
}

/** The errors of a body as one sentence; undefined if it is valid. */
export const describeBodyErrors = ({ compiler, media }: Place, body: Json): string | undefined => {
  const schema = schemaFor(media, body)
  if (!schema) return undefined
  const value = separateDigits(body)
  const errors = compiler.compile(schema, 'response')(value)
  if (!errors) return undefined
  const messages = describeErrors(errors, value, 'body').map(({ message }) => message)
  return messages.join('; ')
}

/** What validates a body; undefined if nothing does. */
const schemaFor = ({ schema, mediaType }: MediaView, body: Json): MediaView['schema'] =>
  hasSchemaBody(mediaType) && !isXmlText(body) ? schema : undefined

/** Whether bodies of a media type are validated by its schema. */
export const hasSchemaBody = (mediaType: string): boolean => isJson(mediaType) || familyOf(mediaType) === 'xml'

/** Whether an example is XML already. */
export const isXmlText = (value: unknown): value is string =>
  typeof value === 'string' && value.trimStart().startsWith('<')
