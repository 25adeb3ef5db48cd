/**
 * An enum beside `type: array` whose members are not lists. No list is a member, so the schema would match nothing. Generators of
 * documents write it for the items, and often repeat it there.
 */
import type { JsonObject } from '../../ports.ts'
import { isJsonArray } from '../values/json-object.ts'

export const isMeantForItems = ({ type, enum: members }: JsonObject): boolean =>
  type === 'array' && isJsonArray(members) && members.length > 0 && members.every((one) => typeof one !== 'object')
