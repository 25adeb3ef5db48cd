/**
 * The body of a response that no state is behind: the first example that fits its schema, else one made of the schema.
 * Whoever answers without a behaviour asks here.
 */
import type { Json, Reply } from '../ports.ts'
import { mediaExamples, schemaExamples } from './examples.ts'
import { separateDigits, stringifyJson } from './json-text.ts'
import { makeValue } from './make-value.ts'
import { concreteMediaType, isJson } from './media-type.ts'
import type { Operation } from './operation.ts'
import type { MediaView } from './operation-view.ts'
import type { Node } from './references.ts'
import type { SchemaCompiler } from './schema-compiler.ts'
import { describeErrors } from './violations.ts'

export interface BodyParts {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly media: MediaView
  readonly seed: number
  /** A generated body even where there are examples. */
  readonly dynamic: boolean
}

export type MadeBody =
  | { readonly kind: 'made'; readonly source: 'example' | 'generated'; readonly value: Json }
  /** `problem` says why, after a colon. */
  | { readonly kind: 'none'; readonly problem: string }

/** What does not fit the schema is passed over. */
export const makeBody = async (parts: BodyParts): Promise<MadeBody> => {
  const { media, dynamic } = parts
  const example = dynamic ? undefined : findExample(parts, allExamples(parts))
  if (example !== undefined) return { kind: 'made', source: 'example', value: example }
  if (media.schema) return generateBody(parts, media.schema)
  return { kind: 'made', source: 'generated', value: isJson(media.mediaType) ? {} : '' }
}

/** The first example of the media type that fits its schema; those of the schema itself do not count. */
export const findMediaExample = (parts: Pick<BodyParts, 'operation' | 'compiler' | 'media'>): Json | undefined =>
  findExample(parts, mediaExamples(parts.operation.document, parts.media))

const allExamples = ({ operation: { document }, media }: BodyParts): readonly unknown[] => [
  ...mediaExamples(document, media),
  ...(media.schema ? schemaExamples(document.files, media.schema) : []),
]

const findExample = (parts: Pick<BodyParts, 'compiler' | 'media'>, examples: readonly unknown[]): Json | undefined =>
  // What a document holds is JSON: it was parsed from it.
  examples.find((example) => describeMisfit(parts, example as Json) === undefined) as Json | undefined

const generateBody = async (parts: BodyParts, schema: Node): Promise<MadeBody> => {
  const { operation, seed, dynamic, compiler, media } = parts
  const { files, dialect } = operation.document
  const validator = isJson(media.mediaType) ? compiler.compile(schema, 'response') : undefined
  // What is made comes from the document or is made up here: it is JSON.
  const validate = (value: unknown) => validator?.(separateDigits(value as Json))
  const made = await makeValue({ files, dialect, schema, seed, showsExamples: !dynamic, validate })
  if (made.kind === 'none') {
    const misfit = made.value === undefined ? undefined : describeMisfit(parts, made.value as Json)
    return { kind: 'none', problem: misfit ?? made.reason }
  }
  return { kind: 'made', source: 'generated', value: made.value as Json }
}

/** Why a body does not fit the schema of its media type; undefined where it does. Only JSON is held against a schema. */
export const describeMisfit = (
  { compiler, media }: Pick<BodyParts, 'compiler' | 'media'>,
  body: Json,
): string | undefined => {
  if (!media.schema || !isJson(media.mediaType)) return undefined
  const value = separateDigits(body)
  const errors = compiler.compile(media.schema, 'response')(value)
  return (
    errors &&
    describeErrors(errors, value, 'body')
      .map(({ message }) => message)
      .join('; ')
  )
}

/** A reply with a body. Under a media type that is not JSON, a list or an object cannot be written; the body is empty then. */
export const writeBody = (
  status: number,
  media: Pick<MediaView, 'mediaType'>,
  value: Json,
  headers: readonly string[] = [],
): Reply => ({
  status,
  headers: ['Content-Type', concreteMediaType(media.mediaType), ...headers],
  body: isJson(media.mediaType) ? stringifyJson(value) : writeText(value),
})

const writeText = (value: Json): string => (typeof value === 'object' ? '' : String(value))
