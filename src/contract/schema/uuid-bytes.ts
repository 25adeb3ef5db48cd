/**
 * A UUID that is described as what it is in memory: a list of bytes. In JSON it is a string. Generators of documents from Go
 * programs write it like that.
 */
import type { JsonObject } from '../../ports.ts'
import { isJsonObject } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'

/** The schema as it is meant: itself, or a string for a UUID of bytes. The same result for the same schema. */
export const asMeant = (schema: JsonObject): JsonObject => (isUuidBytes(schema) ? asText(schema) : schema)

const isUuidBytes = ({ type, items, title, description }: JsonObject): boolean =>
  type === 'array' &&
  isJsonObject(items) &&
  items.type === 'integer' &&
  items.format === 'uint8' &&
  [title, description].some((text) => typeof text === 'string' && /\bUUID\b/i.test(text))

const asText = memoize(
  ({ items: _items, minItems: _minimum, maxItems: _maximum, ...rest }: JsonObject): JsonObject => ({
    ...rest,
    type: 'string',
    format: 'uuid',
  }),
)
