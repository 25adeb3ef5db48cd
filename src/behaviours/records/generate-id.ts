/**
 * Ids for new records that fit the id's schema: integers are counted; strings look random, but the same seed gives the same
 * ids. If neither fits (a pattern, a format, a multiple), ids are generated from the schema.
 */
import { createHash } from 'node:crypto'
import type { Node } from '../../contract/document/references.ts'
import { type Faker, loadFaker } from '../../contract/sample/generate-random.ts'
import { createGenerator } from '../../contract/sample/generate-value.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { integerRanges } from '../../contract/schema/schema-dialect.ts'
import { findKeyword } from '../../contract/schema/schema-view.ts'
import { separateDigits } from '../../contract/values/json-text.ts'
import { formatUuid, seedOf } from '../../contract/values/random.ts'
import type { IdSource, IntegerIds, RecordId } from '../../store/store.ts'
import { toRecordId } from './record-id.ts'
import type { Resource } from './resource.ts'

export type IdGenerator =
  /** The store counts. */
  | { readonly kind: 'counted'; readonly ids: IdSource; readonly sample: RecordId }
  /** Each id is generated; undefined if no valid one was found. */
  | {
      readonly kind: 'generated'
      readonly generate: (serial: number) => RecordId | undefined
      readonly sample: RecordId
    }

export interface IdSubject {
  readonly resource: Resource
  /** The schemas of the id in a record and in each response; empty if records do not contain it. */
  readonly nodes: readonly Node[]
  /** What the path of an item accepts, then the paths further down. */
  readonly addresses: readonly IdAddress[]
  readonly compiler: SchemaCompiler
  readonly seed: number
}

/** A path parameter that holds the id. */
export interface IdAddress {
  readonly schema: Node | undefined
  readonly accepts: (id: RecordId) => boolean
}

/** The ids of a resource in a sandbox with this seed. `sample` is a valid id that no record need have. */
export const loadIdGenerator = async (subject: IdSubject): Promise<IdGenerator> =>
  createIdGenerator(await loadFaker(), subject)

/**
 * The same, without waiting. If no id fits all paths, those of items matter most. A path that accepts no id at all, such as a UUID of
 * 64 characters, does not count.
 */
export const createIdGenerator = (faker: Faker, subject: IdSubject): IdGenerator => {
  const fewer = [...subject.addresses.map((address) => [address]), []]
  for (const addresses of [subject.addresses, ...(subject.addresses.length === 0 ? [] : fewer)]) {
    const found = findIdGenerator(faker, { ...subject, addresses })
    if (found) return found
  }
  const sample = countedIds(subject)[0]?.sample ?? 1
  return { kind: 'generated', generate: (serial) => generateId(faker, subject, serial), sample }
}

/** Undefined if no id fits. */
const findIdGenerator = (faker: Faker, subject: IdSubject): IdGenerator | undefined => {
  const fitting = countedIds(subject).find(({ sample }) => isValidId(subject, sample))
  if (fitting) return fitting
  const generate = (serial: number) => localeId(subject, serial) ?? generateId(faker, subject, serial)
  const sample = generate(0)
  return sample === undefined ? undefined : { kind: 'generated', generate, sample }
}

/** Other letters would be no locale. */
const locales: readonly string[] =
  'en_GB de_DE fr_FR sv_SE en_US es_ES it_IT nl_NL da_DK fi_FI pt_PT pl_PL cs_CZ en_CA en_AU fr_CH de_AT ja_JP'.split(
    ' ',
  )

/** Undefined if the schema allows anything but a locale: en_GB, en-GB. */
const localeId = (subject: IdSubject, serial: number): RecordId | undefined => {
  const locale = locales[serial]
  if (locale === undefined || subject.resource.idKind !== 'string' || isValidId(subject, 'abcde')) return undefined
  return [locale, locale.replace('_', '-')].find((id) => isValidId(subject, id))
}

/** Whether the record, the responses and the path accept an id. */
export const isValidId = ({ compiler, nodes, addresses }: IdSubject, id: RecordId): boolean =>
  nodes.every((node) => compiler.compile(node, 'response')(separateDigits(id)) === undefined) &&
  addresses.every(({ accepts }) => accepts(id))

type Counted = Extract<IdGenerator, { kind: 'counted' }>

/** Ways to count ids, the most likely one first. */
const countedIds = (subject: IdSubject): readonly Counted[] => {
  const { resource, seed } = subject
  if (resource.idKind === 'integer') {
    const range = rangeOf(subject)
    return [{ kind: 'counted', ids: { kind: 'integer', ...range }, sample: range.minimum }]
  }
  const shape = shapeText(subject)
  const digest = (serial: number): string =>
    createHash('sha256').update(`${seed} ${resource.key} ${serial}`).digest('hex')
  const uuid = (serial: number): string => formatUuid(digest(serial))
  // Some patterns forget that a UUID may have small letters (RFC 9562, section 4).
  const upperUuid = (serial: number): string => uuid(serial).toUpperCase()
  const text = (serial: number): string => shape.prefix + digitsOf(digest(serial), shape.digits)
  const number = (serial: number): string => String(1000 + serial)
  const makers = resource.idKind === 'uuid' ? [uuid, upperUuid, text, number] : [text, number, uuid, upperUuid]
  return makers.map((make) => ({ kind: 'counted', ids: { kind: 'series', make }, sample: make(0) }))
}

/** From 1 upwards, unless the schema requires others; below 1 only if it allows no others. */
const rangeOf = ({
  nodes,
  addresses,
  resource: { document, idPath },
}: IdSubject): Omit<IntegerIds, 'kind'> & { minimum: number } => {
  const keyword = (name: string): unknown =>
    [...nodes, ...addresses.map(({ schema }) => schema)]
      .map((schema) => schema && findKeyword(document.files, schema, name))
      .find((found) => found !== undefined)
  const bound = (name: string, otherwise: number): number => {
    const found = keyword(name)
    return typeof found === 'number' ? found : otherwise
  }
  // Until OpenAPI 3.0, exclusiveMinimum: true makes minimum exclusive.
  const narrowed = (name: string): number => (keyword(name) === true ? 1 : 0)
  const least = Math.max(
    // The third year is not the year 3.
    Math.ceil(bound('minimum', /(^|_)year$/i.test(idPath.at(-1) ?? '') ? 2022 : 1)) + narrowed('exclusiveMinimum'),
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

/** 16 digits, unless the schema limits the length. A prefix that leaves too few digits is dropped. */
const shapeText = ({ nodes, addresses, resource: { document, idPrefix } }: IdSubject): TextShape => {
  const bounds = (name: string): readonly number[] =>
    [...nodes, ...addresses.map(({ schema }) => schema)].flatMap((schema) => {
      const found = schema && findKeyword(document.files, schema, name)
      return typeof found === 'number' ? [found] : []
    })
  const minimum = Math.min(maxDigits, Math.max(0, ...bounds('minLength')))
  const maximum = Math.min(Number.POSITIVE_INFINITY, ...bounds('maxLength'))
  const prefix = maximum - idPrefix.length < fewestDigits ? '' : idPrefix
  return { prefix, digits: Math.min(Math.max(16, minimum - prefix.length), maximum - prefix.length) }
}

const fewestDigits = 4

/** Longer ids are not generated, whatever minLength requires. */
const maxDigits = 1_000

const digitsOf = (digest: string, count: number): string =>
  digest.repeat(Math.ceil(count / digest.length)).slice(0, count)

/** For each schema. A schema that allows null generates it now and then, and null identifies no record. */
const maxAttempts = 5

const generateId = (faker: Faker, subject: IdSubject, serial: number): RecordId | undefined => {
  const { resource, nodes, addresses, seed, compiler } = subject
  const { files, dialect } = resource.document
  const schemas = [...nodes, ...addresses.map((one) => one.schema)].flatMap((schema) => schema ?? [])
  for (let attempt = 0; attempt < maxAttempts * schemas.length; attempt++) {
    const schema = schemas[attempt % schemas.length]
    if (!schema) continue
    const round = Math.floor(attempt / schemas.length)
    const generated = createGenerator(
      faker,
      { files, dialect, compiler },
      schema,
    )({
      mode: 'random',
      seed: round === 0 ? seedOf(seed, resource.key, 'id', serial) : seedOf(seed, resource.key, 'id', serial, round),
      validate: false,
    })
    const value = generated.kind === 'generated' ? toRecordId(resource, generated.value) : undefined
    if (value !== undefined && isValidId(subject, value)) return value
  }
  return undefined
}
