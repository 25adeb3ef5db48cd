/**
 * The values that a schema allows. Separate, because whatever chooses or changes the member of an enum also has to know the values
 * that only a description or an extension lists.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { hasType } from '../schema/interpret-schema.ts'
import type { MergedSchema } from '../schema/merge-schema.ts'
import { getOwn, isJsonObject, itemsOf } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { readDescription } from './text-by-description.ts'

/** Those of the enum, otherwise those of an extension, or those that the description of a string lists. None: it may have any. */
export const membersOf = memoize(({ keywords, types }: Pick<MergedSchema, 'keywords' | 'types'>): readonly Json[] => {
  const members = itemsOf(keywords.enum)
  if (members.length > 0) return members
  const isList = types?.some((type) => type === 'array' || type === 'object') === true
  const extended = isList
    ? []
    : extendedMembers(keywords).filter((member) => !types || types.some((type) => hasType(type, member)))
  if (extended.length > 0 || types?.includes('string') !== true || keywords.format !== undefined) return extended
  return readDescription(keywords).listed
})

/** Lists of values under other names than `enum`: not validated, because more of them may follow. */
const extensions = ['x-extensible-enum', 'x-namespaced-enum', 'x-enum', 'x-possible-values', 'x-allowed-values']

/** `x-enum: [a, b]`, `x-enum: [{ value: a }]`, `x-ms-enum: { values: [{ value: a }] }` */
const extendedMembers = (keywords: JsonObject): readonly Json[] => {
  for (const name of extensions) {
    const members = itemsOf(keywords[name]).flatMap(valueOfMember)
    if (members.length > 0) return members
  }
  return itemsOf(getOwn(keywords['x-ms-enum'], 'values')).flatMap(valueOfMember)
}

const valueOfMember = (member: Json): readonly Json[] => {
  const value = isJsonObject(member) ? member.value : member
  return typeof value === 'string' || typeof value === 'number' ? [value] : []
}
