/**
 * A sandbox as `GET /_sandbox/sandboxes/{id}/export` returns it. It comes from another process, so its structure is checked.
 */
import { entriesOf, getOwn, getString, isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { parseJsonText } from '../contract/values/json-text.ts'
import type { Json } from '../ports.ts'

export interface ExportedSet {
  readonly sandbox: string
  /** By the name of the fixture file, without its extension. */
  readonly records: ReadonlyMap<string, readonly Json[]>
  readonly nextIds: ReadonlyMap<string, Json>
  /** Undefined: any syntactically valid key is accepted. */
  readonly keys: Json | undefined
}

/** Records have the depth that request bodies may have, within three more levels. */
const maxDepth = 80

/** Undefined if the text is not an exported sandbox. Throws JsonTextError. */
export const parseExport = (text: string): ExportedSet | undefined => {
  const { exact } = parseJsonText(text, maxDepth)
  const sandbox = getString(exact, 'sandbox')
  const records = entriesOf(getOwn(exact, 'records'))
  const nextIds = entriesOf(getOwn(exact, 'nextIds'))
  const keys = getOwn(exact, 'keys')
  const isComplete =
    sandbox !== undefined &&
    records.every(([name, items]) => isFileName(name) && isJsonArray(items) && items.every(isJsonObject)) &&
    nextIds.every(([, next]) => typeof next === 'number' || typeof next === 'bigint') &&
    (keys === undefined || (isJsonArray(keys) && keys.every(isJsonObject)))
  if (!isComplete) return undefined
  const lists = records.flatMap(([name, items]) => (isJsonArray(items) ? [[name, items] as const] : []))
  return { sandbox, records: new Map(lists), nextIds: new Map(nextIds), keys }
}

/** `pets`, or `animal-store/pets`; nothing that leads out of the folder. */
const isFileName = (name: string): boolean => {
  const parts = name.split('/')
  return parts.length <= 2 && parts.every((part) => /^[^.\\\0][^\\\0]{0,199}$/.test(part))
}
