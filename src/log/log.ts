/**
 * The log of a sandbox: every change, in order, as JSON text. The state in memory is the result of applying the log from
 * its start. An adapter stores logs somewhere durable; this file is what all adapters have in common. Without an adapter
 * there is no log, and no cost.
 */
import type { Rejection } from '../errors.ts'

/** A position in one sandbox's log. Opaque: only the adapter that returned it can read it. */
export type Head = string

/** One entry: everything that one request changed. */
export interface LogEntry {
  /** A JSON array of effects. */
  readonly effects: string
}

/** What is stored of one sandbox. */
export interface StoredLog {
  readonly head: Head
  /** The state at the last checkpoint as JSON text in parts, to be joined in order. Empty: the log starts from nothing. */
  readonly checkpoint: readonly string[]
  /** The entries after the checkpoint, oldest first. */
  readonly entries: readonly LogEntry[]
}

export type AppendResult =
  | { readonly kind: 'appended'; readonly head: Head }
  /** Another process appended first. These are its entries; apply them and try again. */
  | { readonly kind: 'behind'; readonly head: Head; readonly entries: readonly LogEntry[] }
  /** The log is not the one that `head` belongs to: the sandbox was deleted, or created again. Load it again. */
  | { readonly kind: 'replaced' }

/** Where logs are stored. Every method rejects with LogError. */
export interface Log {
  /** Ids of all sandboxes that have a log. */
  readonly list: () => Promise<readonly string[]>
  /** Undefined where the sandbox has no log. */
  readonly load: (sandbox: string) => Promise<StoredLog | undefined>
  /** Appends after `head`; undefined creates the log. Resolves when the entry is as durable as the adapter promises. */
  readonly append: (sandbox: string, head: Head | undefined, effects: string) => Promise<AppendResult>
  /** Stores the state at `head` in parts and drops the entries that it replaces. */
  readonly checkpoint: (sandbox: string, head: Head, parts: readonly string[]) => Promise<void>
  /** Deletes the log of a sandbox. Nothing happens where it has none. */
  readonly remove: (sandbox: string) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * - full: there is no space; nothing was stored, and the same append may succeed later.
 * - unavailable: the adapter cannot be reached or failed; nothing was stored.
 * - unknown: the connection broke before the answer; the entry may be stored.
 * - damaged: what is stored cannot be read back as it was written.
 * - in-use: another process owns the folder.
 */
export type LogErrorKind = 'full' | 'unavailable' | 'unknown' | 'damaged' | 'in-use'

export class LogError extends Error {
  override readonly name = 'LogError'
  readonly kind: LogErrorKind
  constructor(kind: LogErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** What could not be stored did not happen, unless the connection to the storage broke in between. */
export const describeLogError = ({ kind }: LogError): Rejection => {
  switch (kind) {
    case 'full':
      return { code: 'storage_full', message: 'no space is left to store the change; nothing was changed' }
    case 'unknown':
      return {
        code: 'unavailable',
        message: 'the connection to the storage broke; the change may be stored or not, so read before you repeat it',
        headers: ['Retry-After', '1'],
      }
    default:
      return {
        code: 'unavailable',
        message: 'the storage is not available; nothing was changed',
        headers: ['Retry-After', '1'],
      }
  }
}
