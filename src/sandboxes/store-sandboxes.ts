/**
 * Loads the sandboxes that are stored, and stores what changes from now on. Replicas that share the storage also share what
 * they record of their requests.
 */
import { shareTraffic } from '../journal/shared-journal.ts'
import { sweepEvery } from './eviction.ts'
import { openStorage, type StoragePlace } from './open-storage.ts'
import type { Sandboxes } from './sandboxes.ts'

export interface StorageOptions extends StoragePlace {
  /** Distinguishes this process from all others, also from those that have ended. */
  readonly replica: string
  /** Called when stored state could not be tidied up. No request is affected. */
  readonly onStorageError?: ((error: unknown) => void) | undefined
}

type FindOperation = Parameters<typeof shareTraffic>[0]['findOperation']

export interface Storage {
  readonly close: () => Promise<void>
  /** For the start message. */
  readonly stored: { readonly place: string; readonly sandboxes: number; readonly isShared: boolean }
}

/** Rejects with LogError, LoadError, UsageError. */
export const storeSandboxes = async (
  { data, store, replica, onStorageError = () => {} }: StorageOptions,
  sandboxes: Sandboxes,
  findOperation: FindOperation,
): Promise<Storage | undefined> => {
  const parts = await openStorage({ data, store }, onStorageError)
  if (!parts) return undefined
  const { log, place } = parts
  try {
    const count = await sandboxes.useLog(parts)
    const sharing =
      log.shared &&
      (await shareTraffic({
        messages: log.shared,
        traffic: sandboxes.traffic,
        replica,
        findOperation,
      }))
    const stopSweeping = sweepRegularly(sandboxes)
    const close = async (): Promise<void> => {
      stopSweeping()
      await sharing?.close()
      await sandboxes.closeLog()
    }
    return { close, stored: { place, sandboxes: count, isShared: log.shared !== undefined } }
  } catch (error) {
    await log.close()
    throw error
  }
}

/** What is stored is deleted at the end of its time to live, also if no request comes. Returns the function that stops it. */
const sweepRegularly = (sandboxes: Sandboxes): (() => void) => {
  const timer = setInterval(() => sandboxes.sweep(), sweepEvery)
  timer.unref()
  return () => clearInterval(timer)
}
