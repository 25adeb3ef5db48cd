/**
 * The log of a sandbox: every change, in order, as JSON text. The state in memory is the result of applying the log from
 * its start. An adapter stores logs somewhere durable; this file is what all adapters have in common. Without an adapter
 * there is no log, and no cost.
 */
import type { Rejection } from '../errors.ts'

/** A position in one log. Opaque: only the adapter that returned it can read it. */
export type Head = string

/** A position in another log, from which a log starts. It stays readable as long as a log starts there. Opaque. */
export type Point = string

/**
 * A position in a log. A checkpoint begins a new generation of a log: the checkpoint, or what the log starts from, and the
 * entries after it. What is stored up to two positions of one generation differs by the entries between their versions.
 */
export interface LogPosition {
  /** Different for each generation of each log. Opaque. */
  readonly generation: string
  readonly version: number
}

/** Where a log starts in another one. */
export interface Origin extends LogPosition {
  readonly point: Point
}

/** One entry: what one request changed, or several that were stored together. */
export interface LogEntry {
  /** A JSON array of effects. */
  readonly effects: string
}

/** What is stored of a sandbox up to a position. */
export interface StoredEntries extends LogPosition {
  /** Where in another log it starts; undefined: it starts from nothing. Always undefined where there is a checkpoint. */
  readonly origin: Origin | undefined
  /** The state at the last checkpoint as JSON text in parts, in order. */
  readonly checkpoint: readonly string[]
  /** The entries after the checkpoint, oldest first. */
  readonly entries: readonly LogEntry[]
}

/** What is stored of a sandbox. */
export interface StoredLog extends StoredEntries {
  readonly head: Head
}

/** Another process appended first. These are its entries. */
export interface Behind {
  readonly kind: 'behind'
  readonly head: Head
  readonly entries: readonly LogEntry[]
}

/** The log is not the one that the head belongs to: it was deleted, created again, or shortened. It must be loaded again. */
export interface Replaced {
  readonly kind: 'replaced'
}

export type AppendResult =
  | { readonly kind: 'appended'; readonly head: Head }
  | Behind
  | Replaced
  /** The log to start from is gone, or no longer has that position. Nothing was stored. */
  | { readonly kind: 'no-origin' }

export interface AppendOptions {
  /** For the first entry of a log that starts where another one is now. */
  readonly origin?: { readonly name: string; readonly head: Head } | undefined
  /** Milliseconds after which a log that nobody uses may be deleted; undefined: never. Only shared logs obey it. */
  readonly ttl?: number | undefined
}

/** Where logs are stored. Appending and removing take effect in the order of the calls. Every method rejects with LogError. */
export interface Log {
  /** The names of all logs. */
  readonly list: () => Promise<readonly string[]>
  /** Undefined for a name without a log. In the order of the names. */
  readonly load: (names: readonly string[]) => Promise<readonly (StoredLog | undefined)[]>
  /**
   * What is stored up to a point that a log starts from; it may itself start from another one. `after`: a version of the same
   * generation; only the entries after it are needed.
   */
  readonly loadPoint: (origin: Origin, after?: number) => Promise<StoredEntries>
  /**
   * Appends after `head`; undefined creates the log. Resolves when the entry is as durable as the adapter promises. If the
   * connection breaks, the adapter finds out by itself whether the entry is stored, or rejects as unknown.
   */
  readonly append: (
    name: string,
    head: Head | undefined,
    effects: string,
    options?: AppendOptions,
  ) => Promise<AppendResult>
  /**
   * Stores the state at `head` in parts. The entries that it replaces are dropped, unless other logs start from them.
   * Nothing happens where a later checkpoint is stored, or the log has been replaced.
   */
  readonly checkpoint: (name: string, head: Head, parts: readonly string[]) => Promise<void>
  /** Deletes a log. Others that start from it are not affected. Does nothing if no log has the name. */
  readonly remove: (name: string) => Promise<void>
  readonly close: () => Promise<void>
  /** Undefined: only this process uses the logs. */
  readonly shared?: SharedLog | undefined
}

/** What several processes that share logs need in addition. */
export interface SharedLog {
  /** What others appended after `head`. Undefined head: nothing of the log was read; `current` if it does not exist. */
  readonly since: (name: string, head: Head | undefined) => Promise<{ readonly kind: 'current' } | Behind | Replaced>
  /** Postpones the deletion of a log that is in use: it is not deleted for another `ttl` milliseconds. */
  readonly touch: (name: string, ttl: number) => Promise<void>
  /** The number of logs whose names begin with `prefix`. Those that have expired may be counted for a minute. */
  readonly count: (prefix: string) => Promise<number>
  /** Sends a message to all processes, also to this one. It is lost if the storage is not available. */
  readonly publish: (message: Buffer) => void
  /**
   * Calls back with messages, in the order in which they were published: first those that are still stored, then new ones.
   * Resolves when the stored ones have been delivered.
   */
  readonly subscribe: (listener: (message: Buffer) => void) => Promise<void>
  /** Resolves when the messages that were published before this call have been delivered to the listener. */
  readonly delivered: () => Promise<void>
  /** Notes that this process uses the storage now. Call it about every second. */
  readonly attend: (process: string) => Promise<Attendance>
  /** Notes that this process does not use the storage any more. */
  readonly leave: (process: string) => Promise<void>
  /** How often the storage was connected to. After each time, it may have lost its latest entries. */
  readonly connections: () => number
  /** Rejects with LogError where the storage cannot be reached now. */
  readonly ping: () => Promise<void>
}

/** Which processes use a storage. */
export interface Attendance {
  readonly others: readonly string[]
  /** Whether this process counted as present until now. If not, the others may have taken it for gone. */
  readonly wasPresent: boolean
}

/**
 * - full: there is no space; nothing was stored, and the same append may succeed later.
 * - unavailable: the adapter cannot be reached or failed; nothing was stored.
 * - unknown: the connection broke before the answer; the entry may be stored.
 * - damaged: what is stored cannot be read back as it was written.
 * - in-use: another process owns the folder.
 * - exists: another process has created a log of that name.
 * - abandoned: the log could not be created; nothing was stored.
 * - deleted: the log was deleted meanwhile; nothing was stored.
 * - misconfigured: the storage cannot be used like this. It would delete what is stored by itself, for example.
 */
export type LogErrorKind =
  | 'full'
  | 'unavailable'
  | 'unknown'
  | 'damaged'
  | 'in-use'
  | 'exists'
  | 'abandoned'
  | 'deleted'
  | 'misconfigured'

export class LogError extends Error {
  override readonly name = 'LogError'
  readonly kind: LogErrorKind
  constructor(kind: LogErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

const unavailable = 'the storage is not available; nothing was changed'

const messages: Readonly<Partial<Record<LogErrorKind, string>>> = {
  unknown: 'the connection to the storage broke; the change may be stored or not, so read before you repeat it',
  exists: 'another process has created the sandbox meanwhile; nothing was changed',
  abandoned: 'the sandbox could not be created meanwhile; nothing was changed',
  deleted: 'the sandbox was deleted meanwhile; nothing was changed',
}

/** What could not be stored did not happen, unless the connection to the storage broke in between. */
export const describeLogError = ({ kind }: LogError): Rejection =>
  kind === 'full'
    ? { code: 'storage_full', message: 'no space is left to store the change; nothing was changed' }
    : { code: 'unavailable', message: messages[kind] ?? unavailable, headers: ['Retry-After', '1'] }
