/**
 * Corrects an error that breaks the schema of the document, one violation at a time: a value with a fixed set takes its first
 * member, a missing one its default. What cannot be corrected is left out, with the item of a list that requires it.
 */
import type { Json } from '../../ports.ts'
import type { SchemaError, Validator } from '../schema/validator.ts'
import { getOwn, isJsonArray, isJsonObject } from '../values/json-object.ts'
import { appendPointer } from '../values/pointer.ts'

export interface RepairedError {
  /** Undefined if no valid value was found. */
  readonly value?: Json | undefined
  /** Pointers of values that are left out because they are not valid. */
  readonly omitted: ReadonlySet<string>
}

/** Each round may uncover violations further inside. */
const maxRounds = 4

export const repairError = (value: Json | undefined, validate: Validator): RepairedError => {
  let current = value
  const omitted = new Set<string>()
  for (let round = 0; round < maxRounds; round++) {
    const errors = validate({ rounded: current ?? null, exact: null })
    if (!errors) return { value: current, omitted }
    const changes = new Map<string, Json | undefined>()
    for (const error of errors) {
      const [pointer, replacement] = correct(error)
      if (!changes.has(pointer)) changes.set(pointer, replacement)
      if (replacement === undefined) omitted.add(pointer)
    }
    current = applyChanges(current, changes)
  }
  return { omitted: new Set() }
}

type Change = readonly [pointer: string, replacement: Json | undefined]

/** A replacement, or undefined for a value that is left out. */
const correct = ({ keyword, params, instancePath, parentSchema = {}, data }: SchemaError): Change => {
  if (keyword === 'enum' && isJsonArray(parentSchema.enum)) return [instancePath, parentSchema.enum[0]]
  if (keyword === 'const') return [instancePath, parentSchema.const]
  if (keyword === 'required') {
    const name = String(params.missingProperty)
    const known = fixedValue(getOwn(parentSchema.properties, name))
    const pointer = appendPointer(instancePath, name)
    return known === undefined && instancePath !== '' ? [instancePath, undefined] : [pointer, known ?? '']
  }
  if (keyword === 'additionalProperties')
    return [appendPointer(instancePath, String(params.additionalProperty)), undefined]
  const fallback = fixedValue(parentSchema)
  return [instancePath, fallback === data ? undefined : fallback]
}

/** The compiled schema has no examples. */
const fixedValue = (schema: unknown): Json | undefined => {
  if (!isJsonObject(schema)) return undefined
  const members = schema.enum
  return schema.const ?? (isJsonArray(members) ? members[0] : undefined) ?? schema.default
}

const applyChanges = (
  value: Json | undefined,
  changes: ReadonlyMap<string, Json | undefined>,
  at = '',
): Json | undefined => {
  if (at !== '' && changes.has(at)) return changes.get(at)
  if (isJsonArray(value))
    return value.flatMap((item, index): readonly Json[] => {
      const changed = applyChanges(item, changes, appendPointer(at, index))
      return changed === undefined ? [] : [changed]
    })
  if (!isJsonObject(value)) return value
  const added = [...changes].flatMap(([pointer, held]): readonly [string, Json][] => {
    const name = held === undefined || !pointer.startsWith(`${at}/`) ? '/' : pointer.slice(at.length + 1)
    return held === undefined || name.includes('/') || Object.hasOwn(value, name) ? [] : [[name, held]]
  })
  const kept = Object.entries(value).flatMap(([name, item]): readonly [string, Json][] => {
    const changed = applyChanges(item, changes, appendPointer(at, name))
    return changed === undefined ? [] : [[name, changed]]
  })
  return Object.fromEntries([...kept, ...added])
}

/** A value without the properties at some pointers. */
export const omitAt = (value: Json | undefined, pointers: ReadonlySet<string>, at = ''): Json | undefined => {
  if (pointers.size === 0) return value
  if (isJsonArray(value)) return value.map((item, index) => omitAt(item, pointers, `${at}/${index}`) ?? null)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, item]): readonly [string, Json][] => {
    const pointer = appendPointer(at, name)
    return pointers.has(pointer) ? [] : [[name, omitAt(item, pointers, pointer) ?? null]]
  })
  return Object.fromEntries(entries)
}
