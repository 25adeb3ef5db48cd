/**
 * Ids for new records, as the id's schema wants them: integers are counted, texts look random and are the same on every
 * run with the same seed. What neither fits (a pattern, a format, a multiple) is generated from the schema.
 */
import { createHash } from 'node:crypto'
import { generateValue } from '../contract/generate.ts'
import { separateDigits } from '../contract/json-text.ts'
import type { Node } from '../contract/references.ts'
import type { SchemaCompiler } from '../contract/schema-compiler.ts'
import { integerRanges } from '../contract/schema-dialect.ts'
import { findKeyword } from '../contract/schema-view.ts'
import { seedOf } from '../contract/seed.ts'
import type { IdSource, IntegerIds, RecordId } from '../store/store.ts'
import type { Resource } from './resource.ts'

export type IdPlan =
  /** The store counts on. */
  | { readonly kind: 'counted'; readonly ids: IdSource; readonly sample: RecordId }
  /** Each is generated; undefined where nothing that fits came out. */
  | {
      readonly kind: 'generated'
      readonly generate: (serial: number) => Promise<RecordId | undefined>
      readonly sample: RecordId
    }

export interface IdSubject {
  readonly resource: Resource
  /** The id's schema. */
  readonly node: Node
  readonly compiler: SchemaCompiler
  readonly seed: number
}

/** How a sandbox with this seed makes ids of a resource. `sample` is one that no record need have. */
export const planIds = async (subject: IdSubject): Promise<IdPlan> => {
  const counted = countedIds(subject)
  if (isValid(subject, counted.sample)) return counted
  const generate = (serial: number) => generateId(subject, serial)
  const sample = (await generate(0)) ?? counted.sample
  return { kind: 'generated', generate, sample }
}

/** Whether a value is an id of the kind that a resource's records have. */
export const isIdOf = ({ idKind }: Resource, value: unknown): value is RecordId =>
  idKind === 'integer' ? typeof value === 'number' || typeof value === 'bigint' : typeof value === 'string'

const isValid = ({ compiler, node }: IdSubject, id: RecordId): boolean =>
  compiler.compile(node, 'response')(separateDigits(id)) === undefined

const countedIds = (subject: IdSubject): Extract<IdPlan, { kind: 'counted' }> => {
  const { resource, seed } = subject
  if (resource.idKind === 'integer') {
    const range = rangeOf(subject)
    return { kind: 'counted', ids: { kind: 'integer', ...range }, sample: range.minimum }
  }
  const shape = shapeText(subject)
  const make = (serial: number): string => {
    const digest = createHash('sha256').update(`${seed} ${resource.key} ${serial}`).digest('hex')
    return resource.idKind === 'uuid' ? formatUuid(digest) : shape.prefix + digitsOf(digest, shape.digits)
  }
  return { kind: 'counted', ids: { kind: 'series', make }, sample: make(0) }
}

/** From 1 up, unless the schema says otherwise; below 1 only where it leaves no others. */
const rangeOf = ({ node, resource: { document } }: IdSubject): Omit<IntegerIds, 'kind'> & { minimum: number } => {
  const keyword = (name: string): unknown => findKeyword(document.files, node, name)
  const bound = (name: string, otherwise: number): number => {
    const found = keyword(name)
    return typeof found === 'number' ? found : otherwise
  }
  // Up to 3.0 a bound is made exclusive by true beside it.
  const narrowed = (name: string): number => (keyword(name) === true ? 1 : 0)
  const least = Math.max(
    Math.ceil(bound('minimum', 1)) + narrowed('exclusiveMinimum'),
    Math.floor(bound('exclusiveMinimum', Number.NEGATIVE_INFINITY)) + 1,
  )
  const most = Math.min(
    Math.floor(bound('maximum', Number.POSITIVE_INFINITY)) - narrowed('exclusiveMaximum'),
    Math.ceil(bound('exclusiveMaximum', Number.POSITIVE_INFINITY)) - 1,
  )
  const minimum = least < 1 && most >= 1 ? 1 : least
  const [, highest] = integerRanges.get(String(keyword('format'))) ?? []
  if (highest !== undefined && highest < most) return { minimum, maximum: highest }
  return Number.isFinite(most) ? { minimum, maximum: most } : { minimum }
}

interface TextShape {
  readonly prefix: string
  readonly digits: number
}

/** The usual 16 digits, more or fewer where the schema bounds the length; a prefix that leaves them no room goes. */
const shapeText = ({ node, resource: { document, idPrefix } }: IdSubject): TextShape => {
  const minimum = Number(findKeyword(document.files, node, 'minLength') ?? 0)
  const maximum = Number(findKeyword(document.files, node, 'maxLength') ?? Number.POSITIVE_INFINITY)
  const prefix = maximum - idPrefix.length < fewestDigits ? '' : idPrefix
  return { prefix, digits: Math.min(Math.max(16, minimum - prefix.length), maximum - prefix.length) }
}

const fewestDigits = 4

const digitsOf = (digest: string, count: number): string =>
  digest.repeat(Math.ceil(count / digest.length)).slice(0, count)

/** A UUID of version 4 (RFC 9562, section 5.4) of 32 hexadecimal digits. */
const formatUuid = (hex: string): string => {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const generateId = async (subject: IdSubject, serial: number): Promise<RecordId | undefined> => {
  const { resource, node, seed } = subject
  const { files, dialect } = resource.document
  const parts = { files, dialect, schema: node, seed: seedOf(seed, resource.key, 'id', serial) }
  // A generator that gives up has made no id.
  const value = await generateValue(parts).catch(() => undefined)
  return isIdOf(resource, value) && isValid(subject, value) ? value : undefined
}
