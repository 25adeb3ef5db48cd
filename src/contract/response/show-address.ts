/**
 * A body that was made up says of itself what its address says: what is asked for by its id has that id.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { type BodyParts, describeMisfit } from '../sample/make-body.ts'
import { isJsonObject } from '../values/json-object.ts'
import { exactInteger } from '../values/json-text.ts'

/** The body with the values of path parameters in the properties that are named so, as far as its schema takes them. */
export const showAddress = (parts: BodyParts, body: Json, pathParams: Readonly<Record<string, string>>): Json => {
  const names = Object.keys(pathParams)
  if (names.length === 0 || !isJsonObject(body)) return body
  let shown = body
  for (const name of names) {
    const property = findProperty(shown, name, parts.operation.path.endsWith(`{${name}}`))
    const value = property === undefined ? undefined : valueFor(shown[property], pathParams[name] ?? '')
    if (property === undefined || value === undefined) continue
    const changed = { ...shown, [property]: value }
    if (describeMisfit(parts, changed) === undefined) shown = changed
  }
  return shown
}

/** Where the parameter is the item's own, `id` of {gadgetId} too. */
const findProperty = (body: JsonObject, parameter: string, isItem: boolean): string | undefined => {
  const wanted = plain(parameter)
  const names = Object.keys(body)
  const named = names.find((name) => plain(name) === wanted)
  return named ?? (isItem && wanted.endsWith('id') ? names.find((name) => plain(name) === 'id') : undefined)
}

const plain = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** In the kind of what stands there; undefined where that is neither a text nor a number. */
const valueFor = (current: Json | undefined, given: string): Json | undefined => {
  if (typeof current === 'string') return given
  const isNumber = typeof current === 'number' || typeof current === 'bigint'
  return isNumber && /^-?(0|[1-9]\d{0,30})$/.test(given) ? exactInteger(given) : undefined
}
