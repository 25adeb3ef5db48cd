/**
 * Finds where two JSON values differ: the deepest paths through objects. Arrays are compared as a whole.
 */
import type { Json } from '../../ports.ts'
import { getOwn, isJsonObject } from './json-object.ts'
import { stringifyJson } from './json-text.ts'

/** The path of each difference; the empty path if the values themselves differ. */
export const findDifferences = (one: Json | undefined, other: Json | undefined): readonly (readonly string[])[] => {
  if (!isJsonObject(one) || !isJsonObject(other)) return isSame(one, other) ? [] : [[]]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) =>
    findDifferences(getOwn(one, name), getOwn(other, name)).map((place) => [name, ...place]),
  )
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && stringifyJson(one) === stringifyJson(other))
