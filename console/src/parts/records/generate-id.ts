/**
 * An id for a new record whose ids the server does not count: text. The server reports one that the schema does not allow.
 */
import type { JsonObject, JsonValue } from '../../api/json.ts'
import { getOwn } from '../../api/json-pointer.ts'
import type { DescribedResource } from '../../api/types.ts'
import { viewSchema } from './form/schema-view.ts'

/** Random hexadecimal digits. Other than randomUUID, this also works without https. */
const randomDigits = (count: number): string =>
  [...crypto.getRandomValues(new Uint8Array(count / 2))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Version 4 (RFC 9562). */
export const randomUuid = (): string =>
  randomDigits(32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')

/** The record with an id, if it needs one that nobody generates. Ids of several parts, and nested ones, are left to people. */
export const giveId = ({ schema, id }: DescribedResource, record: JsonObject): JsonObject => {
  const [name] = id.parts
  if (id.generated || id.property === null || id.parts.length !== 1 || name === undefined) return record
  if (getOwn(record, name) !== undefined) return record
  // The control API returns a JSON Schema.
  const root = schema as JsonValue
  const property = viewSchema(root, root).properties.get(name)
  const { types, format, values } = viewSchema(root, property ?? true)
  if (!types.has('string') || values) return record
  return { [name]: format === 'uuid' ? randomUuid() : randomDigits(16), ...record }
}
