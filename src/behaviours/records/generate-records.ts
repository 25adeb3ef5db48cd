/**
 * Generates records for a resource without fixtures: first the document's examples, then generated values. All of them fit
 * the resource's schema, and the same seed gives the same records.
 */
import type { Node } from '../../contract/document/references.ts'
import { isPlaceholder, schemaExamples } from '../../contract/sample/examples.ts'
import type { Faker } from '../../contract/sample/generate-random.ts'
import { createGenerator } from '../../contract/sample/generate-value.ts'
import { fullNameOf, isFullName } from '../../contract/sample/known-words.ts'
import { snakeCase } from '../../contract/sample/record-subject.ts'
import { renewTimes } from '../../contract/sample/renew-times.ts'
import type { ValueContext } from '../../contract/sample/value-options.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { nodeAt, viewObject } from '../../contract/schema/schema-view.ts'
import { isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { separateDigits } from '../../contract/values/json-text.ts'
import { lazy } from '../../contract/values/memoize.ts'
import { singularOf } from '../../contract/values/names.ts'
import { seedOf } from '../../contract/values/random.ts'
import { writeWithin } from '../../contract/values/write-within.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { PredictedRecord, RecordId } from '../../store/store.ts'
import { createIdGenerator, type IdAddress, type IdGenerator, type IdSubject, isValidId } from './generate-id.ts'
import { withParents } from './generate-record.ts'
import { likeHeld, nameParent } from './name-parent.ts'
import { readId, withId } from './record-id.ts'
import type { Resource } from './resource.ts'
import { createUniqueTest } from './unique-test.ts'

export interface GenerateRecordsParts {
  readonly faker: Faker
  readonly resource: Resource
  readonly compiler: SchemaCompiler
  readonly count: number
  readonly seed: number
  /** The scopes of possible owners; the records are distributed over them. */
  readonly scopes?: () => readonly string[]
  /** Whether records are generated that do not contain their id. Fixtures always do. */
  readonly withoutIds?: boolean
  /** Whole records that the document shows. Their ids are replaced. */
  readonly examples?: () => readonly JsonObject[]
  /** How young the records are. */
  readonly rank?: () => ValueContext['rank']
  /** The path parameters that contain the id. Default: they are not considered. */
  readonly addresses?: readonly IdAddress[]
}

export interface GeneratedRecord {
  readonly id: RecordId
  readonly value: JsonObject
  /** From 0: which owner it has, and which records it refers to. */
  readonly index: number
}

/** The records of a resource. Each is generated once. */
export interface RecordGenerator {
  /**
   * What `all` has, without its values. Undefined if the values decide: of examples, composite keys and unique properties. A
   * record that cannot be generated is here all the same.
   */
  readonly predicted: () => readonly PredictedRecord[] | undefined
  /** How many ids of the resource's series are theirs, or were tried: new records get others, also when these are removed. */
  readonly serials: () => number
  /** At most `count`; fewer if the schema does not allow more. */
  readonly all: () => readonly GeneratedRecord[]
  /** Generates no other record, if its id is predicted. */
  readonly find: (id: RecordId) => GeneratedRecord | undefined
}

export const createRecordGenerator = (parts: GenerateRecordsParts): RecordGenerator => {
  const ids = lazy(() => (parts.resource.keyParts.length > 0 ? ownKeys : createFixtureIds(parts)))
  const documented = lazy(() => documentedRecords(parts))
  const attempts = lazy(() => predictAttempts(parts, ids()))
  const scopes = lazy(() => parts.scopes?.() ?? [])
  const generated = new Map<number, GeneratedRecord | undefined>()
  const generate = ({ id, serial, index }: Attempt): GeneratedRecord | undefined => {
    if (generated.has(serial)) return generated.get(serial)
    const value =
      generateValue(parts, id, serial, documented()[serial - 1]) ??
      // The id is promised: other random values may do.
      (attempts() && serial > 1 ? generateValue(parts, id, serial + parts.count, undefined) : undefined)
    const record = value && { id, value: assignOwner(parts, value, scopes(), index), index }
    generated.set(serial, record)
    return record
  }
  const decided = lazy(() => generateRecords(parts, ids(), scopes, generate))
  const all = lazy(() => {
    const known = attempts()
    if (!known) return decided().records
    // If the first record cannot be generated, neither can the others.
    const [first] = known
    return first && generate(first) ? known.flatMap((attempt) => generate(attempt) ?? []) : []
  })
  const find = (id: RecordId): GeneratedRecord | undefined => {
    const known = attempts()
    if (!known) return all().find((record) => record.id === id)
    const attempt = known.find((one) => one.id === id)
    return attempt && generate(attempt)
  }
  const predicted = lazy(() =>
    attempts()?.map(({ id, index }) => ({ id, scope: predictScope(parts.resource, scopes, index) })),
  )
  const serials = (): number => {
    const known = attempts()
    return known ? (known.at(-1)?.serial ?? 0) : decided().serials
  }
  return { predicted, serials, all, find }
}

/** One of the records that are tried until there are enough. */
interface Attempt {
  readonly id: RecordId
  /** From 1. */
  readonly serial: number
  /** The place of the record, if all before it can be generated. */
  readonly index: number
}

const generateRecords = (
  parts: GenerateRecordsParts,
  ids: IdGenerator | undefined,
  scopes: () => readonly string[],
  generate: (attempt: Attempt) => GeneratedRecord | undefined,
): { readonly records: readonly GeneratedRecord[]; readonly serials: number } => {
  const { resource, count } = parts
  if (!ids) return { records: [], serials: 0 }
  const records = new Map<RecordId, GeneratedRecord>()
  const tried = new Set<RecordId>()
  const findRepeated = createUniqueTest(resource)
  for (const value of exampleRecords(parts).slice(0, count)) {
    const id = readId(resource, value)
    if (id === undefined || findRepeated(value, 0)) continue
    const index = records.size
    records.set(id, { id, value: assignOwner(parts, value, scopes(), index), index })
  }
  const examples = records.size
  let serial = 0
  while (records.size < count && serial < count * 2) {
    const id = generateId(ids, ++serial)
    if (id === undefined || tried.has(id) || records.has(id)) continue
    const hasKey = resource.keyParts.length > 0
    const generated = generate({ id, serial, index: hasKey ? records.size : examples + tried.size })
    if (!hasKey) tried.add(id)
    const own = generated && (hasKey ? readId(resource, generated.value) : id)
    if (generated && own !== undefined && !records.has(own) && !findRepeated(generated.value, 0))
      records.set(own, { ...generated, id: own })
    // If the first record cannot be generated, neither can the others.
    else if (records.size === 0) break
  }
  return { records: [...records.values()], serials: serial }
}

/** Undefined if values decide which records there are. */
const predictAttempts = (
  { resource, count }: GenerateRecordsParts,
  ids: IdGenerator | undefined,
): readonly Attempt[] | undefined => {
  const { keyParts, unique = [], document, schema } = resource
  if (keyParts.length > 0 || unique.length > 0 || schemaExamples(document.files, schema).length > 0) return undefined
  if (!ids) return []
  const attempts = new Map<RecordId, Attempt>()
  for (let serial = 1; attempts.size < count && serial <= count * 2; serial++) {
    const id = generateId(ids, serial)
    if (id !== undefined && !attempts.has(id)) attempts.set(id, { id, serial, index: attempts.size })
  }
  return [...attempts.values()]
}

const predictScope = (
  { parentProperties, scopeSize }: Resource,
  scopes: () => readonly string[],
  index: number,
): string | undefined => {
  if (scopeSize === 0 || parentProperties.length < scopeSize) return undefined
  const known = scopes()
  return known[index % known.length]
}

/** The record with an existing owner, if its schema allows it. */
const assignOwner = (
  { resource, compiler }: GenerateRecordsParts,
  value: JsonObject,
  scopes: readonly string[],
  index: number,
): JsonObject => {
  if (scopes.length === 0 || resource.parentProperties.length === 0) return value
  const given = withParents(value, resource.parentProperties, { scope: scopes[index % scopes.length] })
  return compiler.isValid(resource.schema, 'response', separateDigits(given)) ? given : value
}

/** Valid examples of the record's schema. */
const exampleRecords = ({ resource, compiler, seed }: GenerateRecordsParts): readonly JsonObject[] =>
  schemaExamples(resource.document.files, resource.schema)
    .map((example, index) =>
      isJsonObject(example) ? renewTimes(example, seedOf(seed, resource.key, 'fixture', index)) : example,
    )
    .filter(
      (example): example is JsonObject =>
        isJsonObject(example) &&
        !hasPlaceholder(example) &&
        compiler.isValid(resource.schema, 'response', separateDigits(example)),
    )

/** Undefined for records that do not contain their id, and for a single record. */
const createFixtureIds = ({
  faker,
  resource,
  compiler,
  seed,
  withoutIds = false,
  addresses = [],
}: GenerateRecordsParts): IdGenerator | undefined => {
  const { document, schema, idPath, form } = resource
  if (form === 'single' || (idPath.length === 0 && !withoutIds)) return undefined
  const node = idPath.length === 0 ? undefined : nodeAt(document.files, schema, idPath)
  const subject = { resource, nodes: node ? [node] : [], addresses, compiler, seed }
  return (node && createNamedIds(faker, subject, node)) ?? withoutInvalid(createIdGenerator(faker, subject), subject)
}

/** Of a few listed numbers, the path may accept the first, but not those that are counted after it. */
const withoutInvalid = (ids: IdGenerator, subject: IdSubject): IdGenerator => {
  const isAccepted = (id: RecordId): boolean => isValidId({ ...subject, nodes: [] }, id)
  if (subject.resource.idKind !== 'integer' || !isAccepted(ids.sample)) return ids
  const generate = (serial: number): RecordId | undefined => {
    const id = generateId(ids, serial)
    return id !== undefined && isAccepted(id) ? id : undefined
  }
  return { kind: 'generated', generate, sample: ids.sample }
}

/** How many ids consist of words only. */
const maxNamed = 10

/**
 * Ids that are read by people, such as `name`, `code` or `username`: the value that the property would have anyway. Undefined
 * for other ids, and if the schema allows no such value.
 */
const createNamedIds = (faker: Faker, subject: IdSubject, node: Node): IdGenerator | undefined => {
  const { resource, compiler, seed } = subject
  const { files, dialect } = resource.document
  const property = resource.idPath.at(-1) ?? ''
  // The code of a locale is one of a language.
  const name = property === 'code' ? `${singularOf(resource.name.split('.').at(-1) ?? '')}_code` : property
  if (resource.idKind !== 'string' || opaque.test(snakeCase(name))) return undefined
  const titled = property === 'slug' ? titleOf(resource) : undefined
  const generator = createGenerator(faker, { files, dialect, compiler }, titled?.node ?? node)
  const others = lazy(() => createIdGenerator(faker, subject))
  const generate = (serial: number): RecordId | undefined => {
    const own = seedOf(seed, resource.key, 'fixture', serial)
    const options = { mode: 'realistic', imitate: true, examples: false, validate: false } as const
    const owner = { name: resource.name, seed: own }
    const generated = generator({ ...options, seed: own, name: titled?.name ?? name, owner })
    if (generated.kind === 'failed' || typeof generated.value !== 'string') return undefined
    // There are not many words, so later ids have their number.
    const isNumbered = titled !== undefined || (serial > maxNamed && !/^[\da-f:]{16,}$/.test(generated.value))
    const value = isNumbered ? `${generated.value}-${serial}` : generated.value
    // Only a login spells the name of a person in another way.
    const isPlain = titled === undefined && (!/[^\w.@:-]/.test(value) || isFullName(value))
    const plain = isPlain ? value : value.replace(/[^\w.@:-]+/g, '-').toLowerCase()
    // An id that is in no path need not look like a part of one.
    const forms = subject.addresses.length === 0 ? [value, plain] : [plain, value]
    const named = forms.find((id) => isValidId(subject, id))
    // The schema may allow no number: ^[A-Z]{3}$.
    return named ?? (serial > maxNamed ? generateId(others(), serial) : undefined)
  }
  const [sample, ...next] = [0, 1, 2, 3].map(generate)
  // Few values, as of a day of the week, identify little.
  const isTelling = telling.test(snakeCase(name)) || new Set(next).size === next.length
  return sample === undefined || !isTelling ? undefined : { kind: 'generated', generate, sample }
}

/** What a slug is the slug of. */
const titleOf = ({ document: { files }, schema, idPath }: Resource): { name: string; node: Node } | undefined => {
  const { properties } = viewObject(files, schema)
  const name = idPath.length === 1 ? ['name', 'title'].find((one) => properties.has(one)) : undefined
  const node = name === undefined ? undefined : properties.get(name)?.node
  return name === undefined || !node ? undefined : { name, node }
}

/** What is called an id looks like one. */
const opaque = /(^|_)(ids?|uid|uuid|guid|sid|oid|pk|key|token|secret|ref|reference|pointer|cursor)$|[a-z]{2}id$/

/** Names of ids that people read in any case. */
const telling =
  /((^|_)ip|(^|_)ip_?address|phone_?number|name|code|slug|handle|login|symbol|email|number|arn|host|domain|title|language|lang|locale|country|currency|type|month|date|day|year)$/

/** A composite key is generated with the rest of the record. */
const ownKeys: IdGenerator = { kind: 'counted', ids: { kind: 'given', id: '' }, sample: '' }

const generateValue = (
  parts: GenerateRecordsParts,
  id: RecordId,
  serial: number,
  example: JsonObject | undefined,
): JsonObject | undefined => {
  const own = example && renewTimes(example, seedOf(parts.seed, parts.resource.key, 'fixture', serial))
  return (own && repeatExample(parts, id, own)) ?? generateValueFor(parts, id, serial)
}

const generateId = (plan: IdGenerator, serial: number): RecordId | undefined => {
  if (plan.kind === 'generated') return plan.generate(serial)
  const { ids } = plan
  switch (ids.kind) {
    case 'integer':
      return addTo(ids.minimum ?? 1, serial - 1)
    case 'series':
      return ids.make(serial)
    case 'given':
      return ids.id
  }
}

const addTo = (least: number | bigint, steps: number): number | bigint =>
  typeof least === 'bigint' ? least + BigInt(steps) : least + steps

/** Whether most properties have an example. A few of them do not agree with what is generated beside them. */
const hasExamples = ({ document: { files }, schema }: Resource): boolean => {
  const views = [...viewObject(files, schema).properties.values()]
  const documented = views.filter(({ node }) => schemaExamples(files, node).length > 0)
  return documented.length > views.length / 2
}

/** The examples of responses, unless records have a composite key. */
const documentedRecords = ({ resource, examples }: GenerateRecordsParts): readonly JsonObject[] =>
  resource.keyParts.length > 0 || resource.idPath.length > 1
    ? []
    : (examples?.() ?? []).filter((example) => Object.keys(example).length > 1 && !hasPlaceholder(example))

/** Whether a tool wrote some of its values. */
const hasPlaceholder = (value: Json): boolean => {
  if (isJsonArray(value)) return value.some(hasPlaceholder)
  if (isJsonObject(value))
    return isPlaceholder(value) || namesItself(value) || Object.values(value).some(hasPlaceholder)
  return typeof value === 'string' && /^(string|<[^>]*>|\{[^}]*\}|\.\.\.|null)$/i.test(value)
}

/** `{ iban: "iban", accountNumber: "accountNumber" }` */
const namesItself = (value: JsonObject): boolean =>
  Object.entries(value).filter(([name, held]) => held === name).length > 1

/** An example with another id, also in its addresses. Undefined if that is not valid. */
const repeatExample = (
  { resource, compiler }: GenerateRecordsParts,
  id: RecordId,
  example: JsonObject,
): JsonObject | undefined => {
  const before = readId(resource, example)
  const inAddress = before === undefined ? '' : String(before)
  const replaced =
    inAddress.length < 3 ? example : writeWithin(example, (text) => replaceId(text, inAddress, String(id)))
  if (!isJsonObject(replaced)) return undefined
  const value =
    id !== '' && resource.idPath.length > 0 ? repeatInParts(withId(resource, replaced, id), resource, id) : replaced
  return compiler.isValid(resource.schema, 'response', separateDigits(value)) ? value : undefined
}

/** The last part of an address, or one between slashes; an id that is nothing else also before an extension, and in HTML. */
const replaceId = (text: string, before: string, id: string): string =>
  isUnmistakable.test(before)
    ? text
        .split(before)
        .reduce((done, rest) => done + (/[^\w.-]$/.test(done) && !/^[\w-]/.test(rest) ? id : before) + rest)
    : text
        .split(/([/=:?&#])/)
        .map((part, index) => (index > 0 && part === before ? id : part))
        .join('')

/** Letters and digits, and too many of them for a word. */
const isUnmistakable = /^(?=.*\d)(?=.*[A-Za-z])[\w-]{10,}$/

/** Too short or too plain to be in an address only as this id. */
const isOfMany = (id: string): boolean => id.length < 6 || /^\d+$/.test(id)

/** The record with its id also where the generated one was part of an address, or was written in a short form. */
const repeatId = (value: JsonObject, before: RecordId | undefined, id: RecordId): JsonObject => {
  if (typeof before !== 'string' || before === id || isOfMany(before)) return value
  const own = String(id)
  const isHex = /^(?=.*\d)[0-9a-f-]{12,}$/.test(before)
  const written = writeWithin(value, (text) => {
    const isShort = isHex && text.length > 6 && text.length < before.length && before.startsWith(text)
    if (isShort) return own.slice(0, text.length)
    return text.length > before.length && text.includes(before) ? replaceId(text, before, own) : text
  })
  return isJsonObject(written) ? written : value
}

/** The words of the full name of a person, in any of its forms. */
const person = /^(\p{L}{2,})[ ._-](\p{L}{2,})$/u

/** How a name is written elsewhere in its record: as it is, in an address, and as a title. */
const formsOf = (name: string): readonly string[] => {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const title = slug.replaceAll('-', ' ')
  return [name, slug, title.charAt(0).toUpperCase() + title.slice(1)]
}

const isNameOfSame = /(^|_)(name|title|label|slug|login|handle)$/

/** The record with its id, also where that is a name which other properties repeat, or the name of a person who has an email. */
const repeatNamed = (value: JsonObject, before: RecordId | undefined, id: RecordId): JsonObject => {
  const written = repeatId(value, before, id)
  if (typeof before !== 'string' || typeof id !== 'string' || before === id || !/^\p{L}{3}/u.test(before))
    return written
  const [was, now] = [formsOf(before), formsOf(id)]
  const repeated = Object.fromEntries(
    Object.entries(written).map(([name, held]) => {
      const form = typeof held === 'string' && isNameOfSame.test(snakeCase(name)) ? was.indexOf(held) : -1
      return [name, now[form] ?? held]
    }),
  )
  const [[, first, last], [, newFirst = '', newLast = '']] = [person.exec(before) ?? [], person.exec(id) ?? []]
  if (first === undefined || last === undefined || fullNameOf(newFirst, newLast) === undefined) return repeated
  return writeWithin(repeated, (text) =>
    text.replace(/\p{L}+/gu, (word) => {
      const other = [newFirst, newLast][[first, last].findIndex((one) => one.toLowerCase() === word.toLowerCase())]
      if (other === undefined) return word
      return word === word.toLowerCase() ? other.toLowerCase() : other.charAt(0).toUpperCase() + other.slice(1)
    }),
  ) as JsonObject
}

/** The id where else the record has it: `_id` beside `id`, and within `attributes`, or a `result` that is most of the record. */
const repeatInParts = (value: JsonObject, { idPath }: Resource, id: RecordId): JsonObject => {
  if (idPath.length !== 1 || !/^_?id$/.test(idPath[0] ?? '')) return value
  const size = Object.keys(value).length
  const isSame = (name: string, held: JsonObject): boolean =>
    name === 'attributes' ||
    /^(user|person|member|customer)_?info$/i.test(name) ||
    (name === 'result' && Object.keys(held).length > size)
  const entries = Object.entries(value).map(([name, held]): readonly [string, Json] => {
    if (/^_?id$/.test(name)) return [name, likeHeld(id, held)]
    return isJsonObject(held) && held.id !== undefined && isSame(name, held)
      ? [name, { ...held, id: likeHeld(id, held.id) }]
      : [name, held]
  })
  return Object.fromEntries(entries)
}

/** Only the first record uses the examples of its properties, because the others would repeat them. */
const generateValueFor = (
  { faker, resource, compiler, seed, rank }: GenerateRecordsParts,
  id: RecordId,
  serial: number,
): JsonObject | undefined => {
  const { document, schema, key } = resource
  const { files, dialect } = document
  const validate = compiler.compile(schema, 'response')
  const hasId = id !== '' && (resource.idPath.length > 0 || resource.keyParts.length > 0)
  const identify = (value: JsonObject): JsonObject =>
    hasId
      ? nameParent(
          repeatInParts(withId(resource, repeatNamed(value, readId(resource, value), id), id), resource, id),
          resource,
          id,
        )
      : value
  const generated = createGenerator(
    faker,
    { files, dialect, compiler },
    schema,
  )({
    mode: 'realistic',
    name: resource.name,
    rank: rank?.(),
    seed: seedOf(seed, key, 'fixture', serial),
    examples: serial === 1 && hasExamples(resource),
    imitate: true,
    validate: (value) => validate(separateDigits(isJsonObject(value) ? identify(value) : value)),
  })
  return generated.kind === 'generated' && isJsonObject(generated.value) ? identify(generated.value) : undefined
}
