/**
 * The body of a response that no state is behind: the first example that fits its schema, else one made of the schema.
 * Whoever answers without a behaviour asks here.
 */

import type { Json, Reply } from '../../ports.ts'
import type { MediaView } from '../document/operation-view.ts'
import type { Files, Node } from '../document/references.ts'
import type { Operation } from '../operation/operation.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { describeErrors } from '../schema/violations.ts'
import { separateDigits, stringifyJson } from '../values/json-text.ts'
import { concreteMediaType, familyOf, isJson } from '../values/media-type.ts'
import { memoize } from '../values/memoize.ts'
import { type Example, mediaExamples, schemaExamples } from './examples.ts'
import { makeValue } from './make-value.ts'
import { createXmlWriter } from './write-xml.ts'

export interface BodyParts {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly media: MediaView
  readonly seed: number
  /** A generated body even where there are examples. */
  readonly dynamic: boolean
}

export type GeneratedBody =
  | {
      readonly kind: 'made'
      readonly source: 'example' | 'generated'
      readonly value: Json
      /** Examples of the document that do not fit their schema: `example`, `examples.NAME`. */
      readonly passedOver: readonly string[]
    }
  /** `problem` says why, after a colon. */
  | { readonly kind: 'none'; readonly problem: string }

/** What does not fit the schema is passed over. */
export const makeBody = async (parts: BodyParts): Promise<GeneratedBody> => {
  const { media, dynamic } = parts
  const { example, passedOver } = dynamic ? noExample : chooseExample(parts.media, parts)
  if (example !== undefined) return { kind: 'made', source: 'example', value: example, passedOver }
  if (!media.schema)
    return { kind: 'made', source: 'generated', value: isChecked(media.mediaType, undefined) ? {} : '', passedOver }
  const made = await generateBody(parts, media.schema)
  return made.kind === 'made' ? { ...made, passedOver } : made
}

interface ChosenExample {
  /** The first that fits; undefined where none does. */
  readonly example: Json | undefined
  readonly passedOver: readonly string[]
}

const noExample: ChosenExample = { example: undefined, passedOver: [] }

/** Examples are as good or bad as the document, which does not change: each is held against its schema once. */
const chooseExample = memoize((media: MediaView, parts: BodyParts): ChosenExample => {
  const { document } = parts.operation
  const inner = media.schema ? schemaExamples(document.files, media.schema) : []
  return findExample(parts, [
    ...mediaExamples(document, media),
    ...inner.map((value) => ({ label: 'schema.example', value })),
  ])
})

/** The first example of the media type that fits its schema; those of the schema itself do not count. */
export const findMediaExample = (parts: Pick<BodyParts, 'operation' | 'compiler' | 'media'>): Json | undefined =>
  findExample(parts, mediaExamples(parts.operation.document, parts.media)).example

const findExample = (parts: Pick<BodyParts, 'compiler' | 'media'>, examples: readonly Example[]): ChosenExample => {
  const passedOver: string[] = []
  for (const { label, value } of examples) {
    // What a document holds is JSON: it was parsed from it.
    const example = value as Json
    if (describeMisfit(parts, example) === undefined) return { example, passedOver }
    passedOver.push(label)
  }
  return { example: undefined, passedOver }
}

const generateBody = async (parts: BodyParts, schema: Node): Promise<GeneratedBody> => {
  const { operation, seed, dynamic, compiler, media } = parts
  const { files, dialect } = operation.document
  const validator = isChecked(media.mediaType, undefined) ? compiler.compile(schema, 'response') : undefined
  // What is made comes from the document or is made up here: it is JSON.
  const validate = (value: unknown) => validator?.(separateDigits(value as Json))
  const meaning = operation.method === 'DELETE' ? 'removal' : 'success'
  const made = await makeValue({ files, dialect, schema, seed, showsExamples: !dynamic, validate, meaning })
  if (made.kind === 'none') {
    const misfit = made.value === undefined ? undefined : describeMisfit(parts, made.value as Json)
    return { kind: 'none', problem: misfit ?? made.reason }
  }
  return { kind: 'made', source: 'generated', value: made.value as Json, passedOver: [] }
}

/** Why a body does not fit the schema of its media type; undefined where it does. A text under XML is not held against a schema. */
export const describeMisfit = (
  { compiler, media }: Pick<BodyParts, 'compiler' | 'media'>,
  body: Json,
): string | undefined => {
  if (!media.schema || !isChecked(media.mediaType, body)) return undefined
  const value = separateDigits(body)
  const errors = compiler.compile(media.schema, 'response')(value)
  return (
    errors &&
    describeErrors(errors, value, 'body')
      .map(({ message }) => message)
      .join('; ')
  )
}

/** What a reply with a body is made of. */
export interface BodyReply {
  readonly status: number
  readonly media: Pick<MediaView, 'mediaType'> & Partial<Pick<MediaView, 'schema'>>
  readonly value: Json
  readonly files: Files
  /** Names and values in turn, besides the content type. */
  readonly headers?: readonly string[]
}

/** Under a media type that is neither JSON nor XML, a list or an object cannot be written; the body is empty then. */
export const writeBody = ({ status, media, value, files, headers = [] }: BodyReply): Reply => ({
  status,
  headers: ['Content-Type', concreteMediaType(media.mediaType), ...headers],
  body: writeValue(files, media, value),
})

const writeValue = (files: Files, { mediaType, schema }: BodyReply['media'], value: Json): string => {
  if (isJson(mediaType)) return stringifyJson(value)
  if (familyOf(mediaType) === 'xml' && !isXmlText(value)) return createXmlWriter(files, schema)(value)
  return typeof value === 'object' ? '' : String(value)
}

/** An example may be written as XML already. */
export const isXmlText = (value: unknown): value is string =>
  typeof value === 'string' && value.trimStart().startsWith('<')

/** Whether a value under a media type is held against its schema. */
const isChecked = (mediaType: string, value: unknown): boolean =>
  isJson(mediaType) || (familyOf(mediaType) === 'xml' && !isXmlText(value))
