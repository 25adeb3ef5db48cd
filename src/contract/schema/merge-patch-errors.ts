/**
 * Validates a JSON Merge Patch (RFC 7396) with the schema of the record that it changes: an absent property is unchanged and
 * null removes one, so neither is an error. The merged record is validated afterwards.
 */
import { getOwn, isJsonObject } from '../values/json-object.ts'
import { splitPointer } from '../values/pointer.ts'
import type { SchemaError, Validator } from './validator.ts'

export const asMergePatch =
  (validate: Validator): Validator =>
  (value) => {
    const errors = validate(value)
    if (!errors) return undefined
    const ignored = new Set(errors.filter((error) => isIgnored(error, value.rounded)).map(placeOf))
    // A branch may fail only because of ignored errors.
    const isAround = (at: string): boolean => [...ignored].some((place) => isAtOrBelow(place, at))
    const choices = errors.filter(({ keyword }) => isChoice(keyword)).map(placeOf)
    const open = choices.filter(isAround)
    const left = errors.filter(
      (error) => !isIgnored(error, value.rounded) && !open.some((at) => isAtOrBelow(error.instancePath, at)),
    )
    return left.length === 0 ? undefined : left
  }

const placeOf = ({ instancePath }: SchemaError): string => instancePath

const isChoice = (keyword: string): boolean => ['oneOf', 'anyOf', 'if'].includes(keyword)

const isIgnored = ({ keyword, instancePath, data, params }: SchemaError, whole: unknown): boolean =>
  keyword === 'required' ||
  keyword === 'dependentRequired' ||
  // The variant is not named, or its name is removed: the merged record decides.
  (keyword === 'discriminator' && (getOwn(params, 'tagValue') ?? null) === null) ||
  (data === null && instancePath !== '' && !isInList(instancePath, whole))

/** Lists are replaced as a whole, not merged. */
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
