/**
 * One record at several addresses. A recording sees each address by itself: `/issues` and `/projects/7/issues` list the same
 * issue. The store has it once where its id is a number and all show the same record, otherwise once for each parent.
 */
import { readId, storeIdOf } from '../../behaviours/records/record-id.ts'
import type { JsonObject } from '../../ports.ts'
import { isEqual } from '../../scenarios/match-condition.ts'
import type { RecordId } from '../../store/store.ts'
import type { ObservedRecord } from './observed-record.ts'

/** The records of one resource, once, or once for each parent. */
export const joinParents = (records: readonly ObservedRecord[]): readonly ObservedRecord[] => {
  const groups = new Map<RecordId | undefined, ObservedRecord[]>()
  for (const record of records) {
    const id = record.id ?? readId(record.resource, record.value)
    const group = groups.get(id)
    if (group) group.push(record)
    else groups.set(id, [record])
  }
  return [...groups].flatMap(([id, group]) =>
    group.length === 1 || id === undefined || isSingle(group) ? group : joinGroup(group, id),
  )
}

const isSingle = ([first]: readonly ObservedRecord[]): boolean => first?.resource.form === 'single'

const joinGroup = (group: readonly ObservedRecord[], id: RecordId): readonly ObservedRecord[] => {
  const placed = group.filter(({ parent }) => typeof parent === 'string')
  const free = group.filter(({ parent }) => typeof parent !== 'string')
  // What a list of all parents shows belongs to one of them.
  const complete = placed.map((record) => free.filter((other) => isSame(record, other)).reduce(merge, record))
  const [first] = complete
  if (!first) return group
  const { parent } = first
  if (typeof parent !== 'string' || storeIdOf(parent, id) !== id) return complete
  // Different ones are records of their own, with a number that each parent counts for itself.
  if (!complete.every((record) => isSame(record, first))) return complete
  const merged = complete.reduce(merge)
  return [complete.length === 1 ? merged : { ...merged, parent: null }]
}

/** Whether two addresses show the same record: what both show is equal. One may show less of it. */
const isSame = ({ value: one }: ObservedRecord, { value: other }: ObservedRecord): boolean =>
  Object.entries(one).every(([name, held]) => {
    const shown = Object.hasOwn(other, name) ? other[name] : undefined
    return shown === undefined || isEqual(held, shown, false)
  })

/** With the parent of the first, and the state of the later one. */
const merge = (one: ObservedRecord, other: ObservedRecord): ObservedRecord => {
  const [older, newer] = one.order < other.order ? [one, other] : [other, one]
  return { ...one, value: mergeValues(older.value, newer.value), order: newer.order }
}

/** The properties are in the order of the value that has more of them. */
export const mergeValues = (older: JsonObject, newer: JsonObject): JsonObject =>
  Object.keys(newer).length > Object.keys(older).length ? { ...newer, ...older, ...newer } : { ...older, ...newer }
