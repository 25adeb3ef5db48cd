/**
 * What the server and the worker that writes the database say to each other.
 */
import type { AppendResult, Head, LogErrorKind, Point } from '../log.ts'

/** What the state of a log at one point consists of: the parts of a checkpoint, and the entries after it. */
export interface Position {
  readonly version: number
  /** The version at which the checkpoint was taken; 0: the log has no checkpoint. */
  readonly checkpoint: number
  /** The numbers of the checkpoint's parts: the first, and how many. */
  readonly first: number
  readonly count: number
  /** The log that it starts from; 0: none, or a checkpoint replaced it. */
  readonly parent: number
}

/** A position in one log. */
export interface Found extends Position {
  readonly log: number
  /** The position in the parent; undefined: it has no parent. */
  readonly start: Pick<Position, 'version' | 'checkpoint'> | undefined
}

export type Change =
  | {
      readonly kind: 'append'
      readonly name: string
      readonly head: Head | undefined
      readonly effects: string
      readonly origin: { readonly name: string; readonly head: Head } | undefined
    }
  | { readonly kind: 'remove'; readonly name: string }

export type ChangeResult = AppendResult | { readonly kind: 'removed' }

/** Rows to read, by their numbers: from the first to the last. */
export interface Span {
  readonly table: 'entry' | 'part'
  readonly log: number
  readonly first: number
  readonly last: number
}

/** Some parts of a checkpoint that is not in force yet. */
export interface PartsOfCheckpoint {
  readonly head: Head
  /** The number of the checkpoint's first part; undefined: these are the first. */
  readonly first: number | undefined
  /** How many parts precede these. */
  readonly index: number
  readonly parts: readonly string[]
  /** How many parts the checkpoint has. */
  readonly count: number
}

export type Command =
  | { readonly kind: 'list' }
  | { readonly kind: 'find'; readonly names: readonly string[] }
  | { readonly kind: 'find-point'; readonly point: Point }
  /** Reads as many rows as fit into one answer. */
  | { readonly kind: 'read'; readonly spans: readonly Span[] }
  /** All of them in one transaction. */
  | { readonly kind: 'change'; readonly changes: readonly Change[] }
  | ({ readonly kind: 'write-parts' } & PartsOfCheckpoint)
  /** Puts a checkpoint in force: `count` parts from the number `first` on. */
  | { readonly kind: 'seal'; readonly head: Head; readonly first: number; readonly count: number }
  /** Deletes some of what nobody needs any more. */
  | { readonly kind: 'sweep' }
  | { readonly kind: 'close' }

export type Answer =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: LogErrorKind; readonly message: string }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'found'; readonly found: readonly (Found | undefined)[] }
  /** The rows of the first spans; the last of them may be incomplete. */
  | { readonly kind: 'strings'; readonly strings: readonly (readonly string[])[] }
  | { readonly kind: 'changed'; readonly results: readonly ChangeResult[] }
  /** The number of the checkpoint's first part. Undefined: the log no longer exists. */
  | { readonly kind: 'written'; readonly first: number | undefined }
  /** Whether there is more to delete. */
  | { readonly kind: 'swept'; readonly isMore: boolean }

/** Changes and their results are JSON: copying many small objects from one thread to another takes several times as long. */
export type Message<Body> =
  | { readonly id: number; readonly body: Body }
  | { readonly id: number; readonly json: string }

/** Characters of changes that are sent as JSON. Longer strings are copied faster as they are. */
const mostJson = 256 * 1024

export const writeMessage = <Body extends Command | Answer>(id: number, body: Body): Message<Body> =>
  isShort(body) ? { id, json: JSON.stringify(body) } : { id, body }

export const readMessage = <Body>(message: Message<Body>): Body =>
  'json' in message ? (JSON.parse(message.json) as Body) : message.body

const isShort = (body: Command | Answer): boolean => {
  if (body.kind === 'changed') return body.results.every(({ kind }) => kind === 'appended' || kind === 'removed')
  if (body.kind !== 'change') return false
  let characters = 0
  for (const change of body.changes) if (change.kind === 'append') characters += change.effects.length
  return characters <= mostJson
}
