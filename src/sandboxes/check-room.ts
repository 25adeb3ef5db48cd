/**
 * Whether a sandbox may have more: records, snapshots, keys.
 */
import type { Rejection } from '../errors.ts'
import type { Sandbox } from './sandbox.ts'

/** Why no more records can be stored; undefined if they can. `added` is their number, `bytes` their size. */
export const checkRoom = ({ limits, state }: Sandbox, added = 1, bytes = 0): Rejection | undefined => {
  const { memory, records } = limits
  if (!memory.hasRoom(bytes))
    return full(
      `the records of all sandboxes take ${memory.limit} bytes of memory; delete records, snapshots or sandboxes, or raise the limit with --max-memory`,
    )
  if (state.store.hasFewerThan(records - added + 1)) return undefined
  return full(
    `a sandbox may have ${records} records, and ${added === 1 ? 'one more' : `${added} more`} would be too many; delete some, or raise the limit with --max-records`,
  )
}

/** Why no snapshot of that name can be taken; undefined if it can. */
export const checkSnapshots = ({ limits, snapshots }: Sandbox, name: string): Rejection | undefined =>
  snapshots.find(name) || snapshots.byName.size < limits.snapshots
    ? undefined
    : full(`a sandbox may have ${limits.snapshots} snapshots; delete some, or raise the limit with --max-snapshots`)

/** Why no other key can be added; undefined if it can. */
export const checkKeys = ({ limits, keys }: Sandbox, added = 1): Rejection | undefined =>
  keys.changed + added <= limits.keys
    ? undefined
    : full(`${limits.keys} keys may be added to a sandbox; delete some, or raise the limit with --max-keys`)

const full = (message: string): Rejection => ({ code: 'storage_full', message })
