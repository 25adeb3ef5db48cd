/**
 * The scope of a record, read from its own properties: fixtures and records set through the control API have no path that
 * would contain it.
 */
import { getOwn } from '../../contract/values/json-object.ts'
import type { JsonObject } from '../../ports.ts'
import { toRecordId } from './record-id.ts'
import type { Resource } from './resource.ts'

/** The same string as the scope of a path. Undefined if a parent has no property, or the record no value for it. */
export const scopeOf = (
  { form, scopeSize, parentProperties }: Pick<Resource, 'form' | 'scopeSize' | 'parentProperties'>,
  record: JsonObject,
): string | undefined => {
  if (form === 'single' || scopeSize === 0 || parentProperties.length < scopeSize) return undefined
  const parts: string[] = []
  for (let index = 0; index < scopeSize; index++) {
    const path = parentProperties.find((one) => one.index === index)?.path
    const held = path?.reduce<unknown>((found, name) => getOwn(found, name), record)
    const part = toRecordId({ idKind: 'string' }, held as JsonObject[string] | undefined)
    if (part === undefined || part === '') return undefined
    parts.push(encodeURIComponent(String(part)))
  }
  return parts.join('/')
}
