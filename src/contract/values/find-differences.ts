/**
 * Finds where two JSON values differ: the deepest paths through objects. Arrays are compared as a whole.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonObject } from './is-object.ts'
import { stringifyJson } from './json-text.ts'

/** The path of each difference; the empty path if the values themselves differ. */
export const findDifferences = (one: Json | undefined, other: Json | undefined): readonly (readonly string[])[] => {
  if (!isJsonObject(one) || !isJsonObject(other)) return isSame(one, other) ? [] : [[]]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) =>
    findDifferences(ownValue(one, name), ownValue(other, name)).map((place) => [name, ...place]),
  )
}

const ownValue = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && stringifyJson(one) === stringifyJson(other))
