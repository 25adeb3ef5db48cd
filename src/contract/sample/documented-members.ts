/**
 * The values that a schema allows. Separate, because whatever chooses or changes the member of an enum also has to know the values
 * that only a description lists.
 */
import type { Json } from '../../ports.ts'
import type { MergedSchema } from '../schema/merge-schema.ts'
import { itemsOf } from '../values/json-object.ts'
import { readDescription } from './text-by-description.ts'

/** Those of the enum, otherwise those that the description of a string lists. None: it may have any. */
export const membersOf = ({ keywords, types }: Pick<MergedSchema, 'keywords' | 'types'>): readonly Json[] => {
  const members = itemsOf(keywords.enum)
  if (members.length > 0 || types?.includes('string') !== true || keywords.format !== undefined) return members
  return readDescription(keywords).listed
}
