/**
 * The values by which a filter finds a property: a tag is found by its name.
 */
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import type { Json } from '../../ports.ts'

/** The clearest first. */
const identifiers = ['name', 'slug', 'key', 'id']

/** The strings that a value is compared by: its own or, for an object, those of the properties that identify it. */
export const comparableOf = (value: Json | undefined): readonly string[] => {
  if (value === undefined) return []
  if (!isJsonObject(value)) return [String(value)]
  return identifiers.flatMap((name) => {
    const identifier = getOwn(value, name)
    return identifier === undefined ? [] : [String(identifier)]
  })
}
