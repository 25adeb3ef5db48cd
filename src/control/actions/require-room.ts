/**
 * Rejects control actions that would store more than the limits allow.
 */
import type { Rejection } from '../../errors.ts'
import { checkKeys, checkRoom, checkSnapshots } from '../../sandboxes/check-room.ts'
import { checkRevocations } from '../../sandboxes/revocations.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { memoryOf } from '../../store/memory-budget.ts'
import type { StoredRecord } from '../../store/store.ts'
import { ControlError } from './control-error.ts'

/** Throws ControlError 507. */
const rejectFull = (rejection: Rejection | undefined): void => {
  if (rejection) throw new ControlError(507, rejection.message)
}

/** For records that are added to those of a sandbox. Throws ControlError 507. */
export const requireRoom = (sandbox: Sandbox, records: readonly StoredRecord[] = []): void =>
  rejectFull(
    checkRoom(
      sandbox,
      Math.max(1, records.length),
      records.reduce((bytes, record) => bytes + memoryOf(record), 0),
    ),
  )

/** Throws ControlError 507. */
export const requireRoomForKeys = (sandbox: Sandbox, added = 1): void => {
  if (added > 0) rejectFull(checkKeys(sandbox, added))
}

/** Throws ControlError 507 where no other access token can be revoked. */
export const requireRoomToRevoke = (sandbox: Sandbox): void => rejectFull(checkRevocations(sandbox))

/** Throws ControlError 507 where no snapshot of that name can be taken. */
export const requireRoomForSnapshot = (sandbox: Sandbox, name: string): void =>
  rejectFull(checkSnapshots(sandbox, name))
