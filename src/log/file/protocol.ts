/**
 * What the server and the worker that writes the database say to each other.
 */
import type { LogErrorKind, StoredLog } from '../log.ts'

/** One entry to append. */
export interface Append {
  readonly sandbox: string
  /** Counts from 1, without gaps. */
  readonly version: number
  readonly effects: string
}

export type Command =
  /** All of them in one transaction. */
  | { readonly kind: 'append'; readonly entries: readonly Append[] }
  | { readonly kind: 'load'; readonly names: readonly string[] }
  | { readonly kind: 'list' }
  /** Stores parts of a checkpoint that is not in force yet, from the part at `index` on. */
  | {
      readonly kind: 'write-parts'
      readonly sandbox: string
      readonly index: number
      readonly parts: readonly string[]
    }
  /** Puts a checkpoint in force. */
  | { readonly kind: 'seal'; readonly sandbox: string; readonly version: number; readonly count: number }
  /** Deletes a slice of what a checkpoint replaced. */
  | { readonly kind: 'trim'; readonly sandbox: string }
  | { readonly kind: 'remove'; readonly sandbox: string }
  | { readonly kind: 'close' }

export type Answer =
  | { readonly kind: 'done' }
  /** Of an append that failed: which of its entries are stored all the same, by position. */
  | {
      readonly kind: 'failed'
      readonly error: LogErrorKind
      readonly message: string
      readonly stored: readonly boolean[]
    }
  | { readonly kind: 'logs'; readonly logs: readonly (StoredLog | undefined)[] }
  | { readonly kind: 'list'; readonly sandboxes: readonly string[] }
  /** Whether a trim left something to delete. */
  | { readonly kind: 'trimmed'; readonly isMore: boolean }

export interface Message<Body> {
  readonly id: number
  readonly body: Body
}
