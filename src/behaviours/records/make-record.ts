/**
 * Makes a record of what a client sent, as its operation plans it, and holds it against its schema before it is stored.
 */
import { createHash } from 'node:crypto'
import type { GeneratedValue, ValueGenerator } from '../../contract/sample/value-options.ts'
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import { separateDigits, stringifyJson } from '../../contract/values/json-text.ts'
import { seedOf } from '../../contract/values/random.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import { isOfOtherVariant } from './own-variant.ts'
import type { PlannedProperty, RecordPlan } from './plan-record.ts'
import { putAt, readId, toRecordId, withId } from './record-id.ts'
import type { ParentProperty } from './resource.ts'
import { writeTime } from './times.ts'

/** What a record is made of beside the plan. */
export interface Making {
  readonly sent: JsonObject
  readonly id: RecordId
  /** What the values that are made up for it follow from. */
  readonly seed: RecordSeed
  /** Epoch milliseconds. */
  readonly at: number
  /** The values of its address that say whose it is. */
  readonly scope: string | undefined
  /** The record that it takes the place of: what the client may not set stays as it was. */
  readonly before?: JsonObject | undefined
}

/** The seed of what is made up for a record; most have nothing made up, so it is reckoned when it is asked for. */
export type RecordSeed = () => number

/** Of a record, by the id under which it is kept. */
export const recordSeed =
  ({ seed, resource }: Pick<RecordPlan, 'seed' | 'resource'>, id: RecordId): RecordSeed =>
  () =>
    seedOf(seed, resource.key, String(id))

const emptyObject: JsonObject = {}

/** What a body has of the record and may have; nothing where it is something else. */
export const readSent = (plan: RecordPlan, body: Json | undefined): JsonObject => {
  const sent = readWhole(plan, body)
  return plan.nested ? plan.nested.strip(sent) : sent
}

/** Names of what a body has of the record and is not taken. */
export const findIgnored = (plan: RecordPlan, body: Json | undefined): readonly string[] => {
  const { open, accepted, nested } = plan
  if (open && !nested) return noNames
  const sent = readWhole(plan, body)
  const names = open ? noNames : Object.keys(sent).filter((name) => !accepted.has(name))
  return nested ? [...names, ...nested.find(sent)] : names
}

const noNames: readonly string[] = []

const readWhole = ({ unwrap }: RecordPlan, body: Json | undefined): JsonObject => {
  let found: unknown = body
  for (const name of unwrap) found = getOwn(found, name)
  return isJsonObject(found) ? found : emptyObject
}

/** The id that the client asks for. */
export const readGivenId = ({ takesId, resource }: RecordPlan, sent: JsonObject): RecordId | undefined => {
  if (!takesId) return undefined
  const [name] = resource.idPath
  return resource.idPath.length === 1 && name !== undefined
    ? toRecordId(resource, ownValue(sent, name))
    : readId(resource, sent)
}

export const makeRecord = (plan: RecordPlan, making: Making): JsonObject => {
  const { resource, properties } = plan
  const { sent, id } = making
  const fields: Fields = {}
  const [idName] = resource.idPath
  if (idName !== undefined && resource.idPath.length === 1) put(fields, idName, id)
  for (const property of properties) {
    const value = sourceValue(property, making)
    if (value !== undefined) put(fields, property.name, value)
  }
  if (plan.open) for (const [name, value] of Object.entries(sent)) if (!plan.named.has(name)) put(fields, name, value)
  const owned = resource.parentProperties.length === 0 ? fields : withParents(fields, resource.parentProperties, making)
  const isInside = resource.idPath.length > 1 || (resource.keyParts.length > 0 && id !== '')
  const whole = isInside ? withId(resource, owned, id) : owned
  return plan.mask ? plan.mask(whole) : whole
}

/** Values of properties that only a response has. */
export const makeProperties = (properties: readonly PlannedProperty[], making: Making): JsonObject => {
  const fields: Fields = {}
  for (const property of properties) {
    const value = sourceValue(property, making)
    if (value !== undefined) put(fields, property.name, value)
  }
  return fields
}

type Fields = Record<string, Json>

/** Sets an own property, whatever its name: `__proto__` assigned plainly would be something else. */
const put = (fields: Fields, name: string, value: Json): void => {
  if (name === '__proto__')
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
  else fields[name] = value
}

const sourceValue = (property: PlannedProperty, making: Making): Json | undefined => {
  const { name, sentAs, source, takesNull, required } = property
  const value = ownValue(making.sent, sentAs)
  const given = value === null && !takesNull ? undefined : value
  const kept = making.before && ownValue(making.before, name)
  if (property.ownForm && isOfOtherVariant(property.ownForm, making.sent, making.before)) return given
  switch (source.kind) {
    case 'body':
      // A null that was sent is a value.
      return given !== undefined || !required ? given : kept
    case 'now':
      if (!source.always && given !== undefined) return given
      return kept !== undefined && !source.moves ? kept : writeTime(source.form, making.at)
    case 'fixed':
      if (!source.always && given !== undefined) return given
      return kept !== undefined && (source.always || required) ? kept : source.value
    case 'made':
      if (!source.always && given !== undefined) return given
      return kept ?? source.make(making.seed())
  }
}

/** With the properties that repeat whose it is. */
export const withParents = (
  fields: JsonObject,
  parents: readonly ParentProperty[],
  { scope }: Pick<Making, 'scope'>,
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

/** The same for the same content, another for any other. */
export const stampOf = (content: JsonObject): string =>
  createHash('sha256').update(stringifyJson(content)).digest('hex').slice(0, 16)

export type Made = GeneratedValue<JsonObject>

/** At once where it fits its schema; else it is made to, as the seed has it. It says its tag, where records do. */
export const fitRecord = (
  plan: RecordPlan,
  made: JsonObject,
  hasBigInt: boolean,
  seed: RecordSeed,
): Made | Promise<Made> => {
  const value = tagged(plan, made)
  if (isFit(plan, value, hasBigInt)) return { kind: 'generated', value }
  return plan.loadFit().then((generate) => generate(optionsFor(plan, value, seed)))
}

/** The same at once, once it is loaded. */
export const fitRecordNow = (plan: RecordPlan, generate: ValueGenerator, made: JsonObject, seed: RecordSeed): Made => {
  const value = tagged(plan, made)
  return isFit(plan, value, true) ? { kind: 'generated', value } : generate(optionsFor(plan, value, seed))
}

const optionsFor = ({ resource }: RecordPlan, given: JsonObject, seed: RecordSeed) =>
  ({ mode: 'minimal', given, seed, name: resource.name, label: 'record' }) as const

const tagged = ({ tagProperty }: RecordPlan, made: JsonObject): JsonObject =>
  tagProperty === undefined ? made : stamp(made, tagProperty)

const isFit = ({ validate }: RecordPlan, value: JsonObject, hasBigInt: boolean): boolean =>
  validate(hasBigInt ? separateDigits(value) : { rounded: value, exact: value }) === undefined
