/**
 * Puts the parameters of the path into a generated body: GET /gadgets/7 responds with the id 7.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isValidBody } from '../sample/check-body.ts'
import type { BodyOptions } from '../sample/generate-body.ts'
import { isJsonObject } from '../values/json-object.ts'
import { exactInteger } from '../values/json-text.ts'
import { plainName } from '../values/names.ts'

/** The body with each parameter in the property of the same name, where the schema allows it. */
export const applyPathParameters = (
  options: BodyOptions,
  body: Json,
  pathParams: Readonly<Record<string, string>>,
): Json => {
  const names = Object.keys(pathParams)
  if (names.length === 0 || !isJsonObject(body)) return body
  let applied = body
  for (const name of names) {
    const property = findProperty(applied, name, options.operation.path.endsWith(`{${name}}`))
    const value = property === undefined ? undefined : convertLike(applied[property], pathParams[name] ?? '')
    if (property === undefined || value === undefined) continue
    const changed = { ...applied, [property]: value }
    if (isValidBody(options, changed)) applied = changed
  }
  return applied
}

/** For the last parameter of an item's path, {gadgetId}, also the property `id`. */
const findProperty = (body: JsonObject, parameter: string, isLast: boolean): string | undefined => {
  const plain = plainName(parameter)
  const names = Object.keys(body)
  const same = names.find((name) => plainName(name) === plain)
  return same ?? (isLast && plain.endsWith('id') ? names.find((name) => plainName(name) === 'id') : undefined)
}

/** The parameter in the type of the present value; undefined if that is neither a string nor a number. */
const convertLike = (present: Json | undefined, parameter: string): Json | undefined => {
  if (typeof present === 'string') return parameter
  const isNumber = typeof present === 'number' || typeof present === 'bigint'
  return isNumber && /^-?(0|[1-9]\d{0,30})$/.test(parameter) ? exactInteger(parameter) : undefined
}
