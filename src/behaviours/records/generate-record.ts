/**
 * Generates a record from what a client sent, following the template of its operation, and makes it fit its schema.
 */
import { createHash } from 'node:crypto'
import type { GeneratedValue, ValueGenerator } from '../../contract/sample/value-options.ts'
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import { separateDigits, stringifyJson } from '../../contract/values/json-text.ts'
import { seedOf } from '../../contract/values/random.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import { isOfOtherVariant } from './own-variant.ts'
import { putAt, readId, storeIdOf, toRecordId, withId } from './record-id.ts'
import type { PropertySource, RecordTemplate, TemplateProperty } from './record-template.ts'
import type { ParentProperty } from './resource.ts'
import { writeTime } from './times.ts'

/** What a record is generated from, in addition to the template. */
export interface GenerationInput {
  readonly sent: JsonObject
  readonly id: RecordId
  /** The seed of generated values. */
  readonly seed: RecordSeed
  /** Epoch milliseconds. */
  readonly at: number
  /** The values of the path parameters that name its parents. */
  readonly scope: string | undefined
  /** The record that it replaces: what the client may not set keeps its value. */
  readonly before?: JsonObject | undefined
  /** Makes the references of a new record name existing records. */
  readonly relate?: Relate | undefined
  /** Properties that a file in the request determines. */
  readonly file?: JsonObject | undefined
}

/** The record with references that the client did not send. */
export type Relate = (value: JsonObject) => JsonObject

/** The seed of the values generated for one record. Most records have none, so it is computed on demand. */
export type RecordSeed = () => number

/** `id` is the id in the store, or with a scope the id within it. */
export const recordSeed =
  ({ seed, resource }: Pick<RecordTemplate, 'seed' | 'resource'>, id: RecordId, scope?: string): RecordSeed =>
  () =>
    seedOf(seed, resource.key, String(storeIdOf(scope, id)))

const emptyObject: JsonObject = {}

/** The properties of a record in a body, without nested read-only ones; empty if the body is not an object. */
export const readSent = (template: RecordTemplate, body: Json | undefined): JsonObject => {
  const sent = readWhole(template, body)
  return template.nested ? template.nested.strip(sent) : sent
}

/** The names of properties in a body that are ignored. */
export const findIgnored = (template: RecordTemplate, body: Json | undefined): readonly string[] => {
  const { open, accepted, nested } = template
  if (open && !nested) return noNames
  const sent = readWhole(template, body)
  const names = open ? noNames : Object.keys(sent).filter((name) => !accepted.has(name))
  return nested ? [...names, ...nested.find(sent)] : names
}

const noNames: readonly string[] = []

const readWhole = ({ unwrap }: RecordTemplate, body: Json | undefined): JsonObject => {
  let found: Json | undefined = body
  for (const name of unwrap) found = getOwn(found, name)
  return isJsonObject(found) ? found : emptyObject
}

/** The id that the client requests. */
export const readRequestedId = ({ takesId, resource }: RecordTemplate, sent: JsonObject): RecordId | undefined => {
  if (!takesId) return undefined
  const [name] = resource.idPath
  if (resource.idPath.length !== 1 || name === undefined) return readId(resource, sent)
  const value = ownValue(sent, name)
  return value === undefined ? undefined : toRecordId(resource, value)
}

/** Whether the record has values that depend on its id. A value that the client sends replaces the generated one. */
export const dependsOnId = ({ generated }: RecordTemplate, sent: JsonObject): boolean =>
  generated.some(({ source, sentAs }) => isAlways(source) || (ownValue(sent, sentAs) ?? undefined) === undefined)

const isAlways = (source: PropertySource): boolean => source.kind !== 'body' && source.always

export const generateRecord = (template: RecordTemplate, input: GenerationInput): JsonObject => {
  const { resource, properties } = template
  const { sent, id } = input
  const fields: Fields = {}
  const [idName] = resource.idPath
  if (idName !== undefined && resource.idPath.length === 1) put(fields, idName, id)
  for (const property of properties) {
    const value = sourceValue(property, input)
    if (value !== undefined) put(fields, property.name, value)
  }
  if (template.open)
    for (const [name, value] of Object.entries(sent)) if (!template.named.has(name)) put(fields, name, value)
  for (const [name, value] of Object.entries(input.file ?? emptyObject)) if (name !== idName) put(fields, name, value)
  const owned = resource.parentProperties.length === 0 ? fields : withParents(fields, resource.parentProperties, input)
  const isInside = resource.idPath.length > 1 || (resource.keyParts.length > 0 && id !== '')
  const whole = isInside ? withId(resource, owned, id) : owned
  const related = input.relate ? input.relate(whole) : whole
  return template.mask ? template.mask(related) : related
}

/** Values of properties that only the response has. */
export const generateProperties = (properties: readonly TemplateProperty[], input: GenerationInput): JsonObject => {
  const fields: Fields = {}
  for (const property of properties) {
    const value = sourceValue(property, input)
    if (value !== undefined) put(fields, property.name, value)
  }
  return fields
}

type Fields = Record<string, Json>

/** Sets an own property of any name. Assigning `__proto__` would set the prototype. */
const put = (fields: Fields, name: string, value: Json): void => {
  if (name === '__proto__')
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
  else fields[name] = value
}

const sourceValue = (property: TemplateProperty, input: GenerationInput): Json | undefined => {
  const { name, sentAs, source, takesNull, required } = property
  const value = ownValue(input.sent, sentAs)
  const given = value === null && !takesNull ? undefined : value
  const stored = input.before && ownValue(input.before, name)
  if (property.ownVariant && isOfOtherVariant(property.ownVariant, input.sent, input.before)) return given
  switch (source.kind) {
    case 'body':
      // A null in the request is a value.
      return given !== undefined || !required ? given : stored
    case 'now':
      if (!source.always && given !== undefined) return given
      return stored !== undefined && !source.moves ? stored : writeTime(source.format, input.at + source.after)
    case 'fixed':
      if (!source.always && given !== undefined) return given
      return stored !== undefined && (source.always || required) ? stored : source.value
    case 'generated':
      if (!source.always && given !== undefined) return given
      return stored ?? source.generate(input.seed, input.id)
  }
}

/** The record with the properties that repeat the path parameters of its parents. */
export const withParents = (
  fields: JsonObject,
  parents: readonly ParentProperty[],
  { scope }: Pick<GenerationInput, 'scope'>,
): JsonObject => {
  const parts = scope?.split('/').map(decodeURIComponent) ?? []
  return parents.reduce((record, { path, index, kind }) => {
    const value = toRecordId({ idKind: kind }, parts[index])
    return value === undefined ? record : putAt(record, path, value)
  }, fields)
}

const ownValue = (fields: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

const stamp = (value: JsonObject, property: string): JsonObject => {
  const { [property]: _, ...content } = value
  return { ...value, [property]: stampOf(content) }
}

/** The same for the same content, different for any other. */
export const stampOf = (content: JsonObject): string =>
  createHash('sha256').update(stringifyJson(content)).digest('hex').slice(0, 16)

export type FittedRecord = GeneratedValue<JsonObject>

/** The record with its tag. Not a promise if it fits its schema as it is; otherwise values are generated to make it fit. */
export const fitRecord = (
  template: RecordTemplate,
  generated: JsonObject,
  hasBigInt: boolean,
  seed: RecordSeed,
): FittedRecord | Promise<FittedRecord> => {
  const value = tagged(template, generated)
  if (isFit(template, value, hasBigInt)) return { kind: 'generated', value }
  return template.loadFit().then((generate) => generate(optionsFor(template, value, seed)))
}

/** The same without a promise, once the generator is loaded. */
export const fitRecordNow = (
  template: RecordTemplate,
  generate: ValueGenerator,
  generated: JsonObject,
  seed: RecordSeed,
): FittedRecord => {
  const value = tagged(template, generated)
  return isFit(template, value, true) ? { kind: 'generated', value } : generate(optionsFor(template, value, seed))
}

const optionsFor = ({ resource }: RecordTemplate, given: JsonObject, seed: RecordSeed) =>
  ({ mode: 'minimal', given, seed, name: resource.name, label: 'record', isNew: true }) as const

const tagged = ({ tagProperty }: RecordTemplate, generated: JsonObject): JsonObject =>
  tagProperty === undefined ? generated : stamp(generated, tagProperty)

const isFit = ({ validate }: RecordTemplate, value: JsonObject, hasBigInt: boolean): boolean =>
  validate(hasBigInt ? separateDigits(value) : { rounded: value, exact: value }) === undefined
