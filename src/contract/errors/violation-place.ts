/**
 * The properties of a violation that say where it is: as `body.tags[0]`, as the field `tags[0]`, as a JSON pointer into the
 * body, as a list of steps, or as an object of these, like `source` in JSON:API.
 */
import type { Json, JsonObject } from '../../ports.ts'
import type { Files, Node } from '../document/references.ts'
import { type PropertyView, typesOf } from '../schema/schema-view.ts'
import { getOwn, isJsonObject } from '../values/json-object.ts'
import { pointerOfPlace, splitPlace } from '../values/pointer.ts'
import { viewErrorProperties } from './error-fields.ts'

/** The location properties of an object; `present` is the object without them. */
export type PlaceTemplate = (at: string, present: Json) => JsonObject

const placeNames = /^(field|property|param|parameter|pointer|location|loc|source|attribute|in)$/i

/** Properties that name a field of the client, without the part of the request that has it. */
const fieldNames = /^(field|property|param|parameter|attribute)$/i

const maxDepth = 4

export const createPlaceTemplate = (files: Files, node: Node, depth = 0): PlaceTemplate => {
  if (depth > maxDepth) return () => ({})
  const writers = [...viewErrorProperties(files, node).values()]
    .filter(({ name }) => placeNames.test(name))
    .map((property) => [property.name, createPlaceWriter(files, property, depth)] as const)
  return (at, present) => {
    // An error without a location gets only the properties that are required.
    const needed = writers.filter(([name]) => at !== '' || getOwn(present, name) !== undefined)
    return Object.fromEntries(needed.map(([name, write]) => [name, write(at, getOwn(present, name))]))
  }
}

const createPlaceWriter = (
  files: Files,
  { name, node }: PropertyView,
  depth: number,
): ((at: string, present: Json | undefined) => Json) => {
  const types = typesOf(files, node)
  if (types.has('object')) {
    const writeInner = createPlaceTemplate(files, node, depth + 1)
    return (at, present) => ({ ...(isJsonObject(present) ? present : {}), ...writeInner(at, present ?? null) })
  }
  if (types.has('array')) return splitPlace
  if (name.toLowerCase() === 'pointer') return pointerOfPlace
  if (name.toLowerCase() === 'in') return (at) => splitPlace(at)[0] ?? ''
  return fieldNames.test(name) ? (at) => at.replace(/^(body|query|path|header|cookie)\./, '') : (at) => at
}
