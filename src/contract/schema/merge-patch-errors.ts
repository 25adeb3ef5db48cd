/**
 * A JSON Merge Patch (RFC 7396) held against the schema of what it changes: what it does not name stays, and null takes
 * away, so neither is wrong. What becomes of the whole is judged once it is merged.
 */
import { getOwn, isJsonObject } from '../values/json-object.ts'
import { splitPointer } from '../values/pointer.ts'
import type { SchemaError, Validator } from './schema-compiler.ts'

export const asMergePatch =
  (validate: Validator): Validator =>
  (value) => {
    const errors = validate(value)
    if (!errors) return undefined
    const excused = new Set(errors.filter((error) => isExcused(error, value.rounded)).map(placeOf))
    // A form of a choice may be wrong for no other reason.
    const isAround = (at: string): boolean => [...excused].some((place) => isAtOrBelow(place, at))
    const choices = errors.filter(({ keyword }) => isChoice(keyword)).map(placeOf)
    const open = choices.filter(isAround)
    const left = errors.filter(
      (error) => !isExcused(error, value.rounded) && !open.some((at) => isAtOrBelow(error.instancePath, at)),
    )
    return left.length === 0 ? undefined : left
  }

const placeOf = ({ instancePath }: SchemaError): string => instancePath

const isChoice = (keyword: string): boolean => ['oneOf', 'anyOf', 'if'].includes(keyword)

const isExcused = ({ keyword, instancePath, data, params }: SchemaError, whole: unknown): boolean =>
  keyword === 'required' ||
  keyword === 'dependentRequired' ||
  // The form is not named, or its name taken away: which one it is follows from the whole.
  (keyword === 'discriminator' && (getOwn(params, 'tagValue') ?? null) === null) ||
  (data === null && instancePath !== '' && !isInList(instancePath, whole))

/** What is in a list is not merged: the list takes the place of the other. */
const isInList = (pointer: string, whole: unknown): boolean => {
  let at = whole
  for (const name of splitPointer(pointer)) {
    if (Array.isArray(at)) return true
    at = isJsonObject(at) ? at[name] : undefined
  }
  return false
}

const isAtOrBelow = (pointer: string, ancestor: string): boolean =>
  pointer === ancestor || pointer.startsWith(`${ancestor}/`)
