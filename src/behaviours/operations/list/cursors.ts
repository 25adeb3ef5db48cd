/**
 * Cursors of a list. An integer id is a cursor itself. For other ids a cursor has the position of the record that a page ends
 * with, so that the next page is found even if that record was deleted meanwhile.
 */
import { seedOf } from '../../../contract/values/random.ts'
import { positionOf } from '../../../store/position.ts'
import type { Position, Store, StoredRecord } from '../../../store/store.ts'
import { findRecord, ownIdOf, toRecordId } from '../../records/record-id.ts'
import type { Resource } from '../../records/resource.ts'

export interface Cursors {
  readonly write: (record: StoredRecord) => string
  /** The position that a cursor names: one of this list, or the id of one of its records. Undefined if it is neither. */
  readonly read: (store: Store, scope: string | undefined, cursor: string) => Promise<Position | undefined>
}

export const createCursors = (resource: Resource): Cursors => {
  // The cursors of another list are not cursors of this one.
  const mark = seedOf(0, 'cursor', resource.key).toString(36)
  const decode = (cursor: string): Position | undefined => {
    const [, own, digits = ''] = /^([a-z0-9]+)\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
    return own === mark ? Number(digits) : undefined
  }
  return {
    write: (record) => {
      const id = ownIdOf(resource, record)
      return typeof id === 'string' ? Buffer.from(`${mark}.${positionOf(record)}`).toString('base64url') : String(id)
    },
    read: async (store, scope, cursor) => {
      const id = toRecordId(resource, cursor)
      const record = id === undefined ? undefined : await findRecord(store, resource, scope, id)
      if (record) return positionOf(record)
      return typeof id === 'number' || typeof id === 'bigint' ? id : decode(cursor)
    },
  }
}
