/**
 * What an import would change: which records are new, changed, unchanged, or removed.
 */
import { type JsonValue, stringifyJson } from '../../api/json.ts'
import { appendPointer, followPointer } from '../../api/json-pointer.ts'
import type { Resource } from '../../api/types.ts'

/** `replace`: the imported records are all there are then. `merge`: the others stay. */
export type ImportMode = 'replace' | 'merge'

export interface ImportPlan {
  /** All records after the import. */
  readonly records: readonly JsonValue[]
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
}

export const planImport = (
  resource: Pick<Resource, 'id'>,
  current: readonly JsonValue[],
  imported: readonly JsonValue[],
  mode: ImportMode,
): ImportPlan => {
  const keyed = imported.map((record) => ({ key: keyOf(resource, record), record }))
  const byKey = new Map(keyed.flatMap(({ key, record }) => (key === undefined ? [] : [[key, record] as const])))
  const known = new Map(current.map((record) => [keyOf(resource, record), stringifyJson(record)]))
  const kept = mode === 'merge' ? current.filter((record) => !byKey.has(keyOf(resource, record) ?? '')) : []
  const found = keyed.filter(({ key }) => key !== undefined && known.has(key))
  const unchanged = found.filter(({ key, record }) => known.get(key) === stringifyJson(record)).length
  return {
    records: [...kept, ...imported],
    added: imported.length - found.length,
    changed: found.length - unchanged,
    unchanged,
    removed: mode === 'merge' ? 0 : current.length - new Set(found.map(({ key }) => key)).size,
  }
}

/** By its id and its parent, as in a fixture; undefined for a record without an id. */
const keyOf = ({ id: { property, parts } }: Pick<Resource, 'id'>, record: JsonValue): string | undefined => {
  const paths = property?.includes('/') ? parts.map((part) => [part]) : [parts]
  const own = followPointer(record, '/x-standin/id') ?? null
  const ids =
    parts.length === 0 ? [] : paths.map((path) => followPointer(record, path.reduce(appendPointer, '')) ?? null)
  const all = own === null ? ids : [own]
  if (all.length === 0 || all.includes(null)) return undefined
  return stringifyJson([followPointer(record, '/x-standin/parent') ?? null, ...all.map(String)])
}
