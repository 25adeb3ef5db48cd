/**
 * Cursors of a list. An integer id is a cursor itself. For other ids a cursor has the position of the record that a page ends
 * with, and in a sorted list the values that it is sorted by, so that the next page is found even if that record was deleted
 * or changed meanwhile.
 */
import { isJsonArray } from '../../../contract/values/json-object.ts'
import { readJsonText, stringifyJson } from '../../../contract/values/json-text.ts'
import { seedOf } from '../../../contract/values/random.ts'
import { positionOf } from '../../../store/position.ts'
import type { Store, StoredRecord } from '../../../store/store.ts'
import { findRecord, ownIdOf, toRecordId } from '../../records/record-id.ts'
import type { Resource } from '../../records/resource.ts'
import { type Cursor, type Order, readSortValues, sortValuesOf } from './order.ts'

export interface Cursors {
  readonly write: (record: StoredRecord, order: Order) => string
  /** What a cursor of this list or the id of one of its records names. Undefined if it is neither. */
  readonly read: (place: CursorPlace, cursor: string) => Promise<Cursor | undefined>
}

export interface CursorPlace {
  readonly store: Store
  readonly scope: string | undefined
  readonly order: Order
}

/** `takesText`: whether a cursor may be other than an id. */
export const createCursors = (resource: Resource, takesText = true): Cursors => {
  // The cursors of another list are not cursors of this one.
  const mark = seedOf(0, 'cursor', resource.key).toString(36)
  const markOf = (order: Order): string => seedOf(0, mark, stringifyJson(order)).toString(36)
  const decode = (cursor: string, order: Order): Cursor | undefined => {
    const text = Buffer.from(cursor, 'base64url').toString()
    const [, own, digits = ''] = /^([a-z0-9]+)\.(\d{1,15})$/.exec(text) ?? []
    if (own === mark) return { position: Number(digits), values: undefined }
    const parts = text.startsWith(`["${mark}",`) ? readJsonText(text) : undefined
    if (!isJsonArray(parts)) return undefined
    const [, sorted, position, ...values] = parts
    if (typeof position !== 'number' && typeof position !== 'bigint') return undefined
    return { position, values: sorted === markOf(order) ? readSortValues(values) : undefined }
  }
  const isById = (order: Order): boolean => order.length === 1 && order[0]?.name === resource.idProperty
  return {
    write: (record, order) => {
      const id = ownIdOf(resource, record)
      if (typeof id !== 'string' && (order.length === 0 || isById(order) || !takesText)) return String(id)
      const position = positionOf(record)
      const text =
        order.length === 0
          ? `${mark}.${position}`
          : stringifyJson([mark, markOf(order), position, ...sortValuesOf(order, record)])
      return Buffer.from(text).toString('base64url')
    },
    read: async ({ store, scope, order }, cursor) => {
      const id = toRecordId(resource, cursor)
      const record = id === undefined ? undefined : await findRecord(store, resource, scope, id)
      if (record) return { position: positionOf(record), values: undefined }
      if (typeof id === 'number' || typeof id === 'bigint')
        return { position: id, values: isById(order) ? [id] : undefined }
      return decode(cursor, order)
    },
  }
}
