/**
 * A record with its secrets and personal data replaced, which still matches its schema. A value that may not be replaced
 * because the schema lists it, such as a role, is not personal data. Undefined if nothing valid can be made.
 */

import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import type { SchemaError } from '../../contract/schema/validator.ts'
import { isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { separateDigits } from '../../contract/values/json-text.ts'
import { splitPointer } from '../../contract/values/pointer.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { writeFacts } from './fixture-facts.ts'
import type { ObservedRecord } from './observed-record.ts'
import type { Scrubber } from './scrubber.ts'

/** Each round repairs the values that the one before left invalid. */
const maxRounds = 4

export const fitRecord = (
  record: ObservedRecord,
  compiler: SchemaCompiler,
  scrubber: Scrubber,
): JsonObject | undefined => {
  const { resource, value } = record
  const validate = compiler.compile(resource.schema, 'response')
  let fitted: Json = scrubber.scrub(value)
  for (let round = 0; round < maxRounds; round++) {
    const errors: readonly SchemaError[] | undefined = validate(separateDigits(fitted))
    if (!errors) return isJsonObject(fitted) ? writeFacts(record, fitted, scrubber) : undefined
    for (const error of errors) fitted = repair(fitted, value, error, round, scrubber)
  }
  return undefined
}

const repair = (
  fitted: Json,
  raw: Json,
  { instancePath, keyword }: SchemaError,
  round: number,
  scrubber: Scrubber,
): Json => {
  const path = splitPointer(instancePath)
  const original = path.reduce<Json | undefined>(step, raw)
  if (typeof original !== 'string' && typeof original !== 'number') return fitted
  if (keyword === 'enum' || keyword === 'const') return replaceAt(fitted, path, original)
  if (round < 2 && typeof original === 'string') return replaceAt(fitted, path, scrubber.reshape(original))
  return replaceAt(fitted, path, undefined)
}

const step = (value: Json | undefined, name: string): Json | undefined => {
  if (isJsonArray(value)) return value[Number(name)]
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Undefined removes a property. */
const replaceAt = (value: Json, [name, ...rest]: readonly string[], held: Json | undefined): Json => {
  if (name === undefined) return held ?? value
  if (isJsonArray(value))
    return value.map((item, index) => (String(index) === name ? replaceAt(item, rest, held) : item))
  if (!isJsonObject(value)) return value
  if (rest.length === 0 && held === undefined)
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  return { ...value, [name]: rest.length === 0 ? (held ?? null) : replaceAt(value[name] ?? null, rest, held) }
}
