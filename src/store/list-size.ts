/**
 * How long lists of records, and of exchanges, may be. The text of one is written in one piece, and strings have a longest length:
 * a list that is too long is rejected before it is written. All long lists together must fit into memory, until clients have
 * read them. Behaviours and the control API have the same limits.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredRecord } from './store.ts'

/** Characters of the JSON of the records, or bodies of the exchanges, in one response. */
export const maxList = 64 * 1024 * 1024

/** Characters from which on a list has to wait for room. */
const longFrom = 1024 * 1024

/** Bytes for each character of a list while it is written: the text, and the bytes that are sent. */
const memoryOfText = 2

/** Milliseconds that a list waits for room, and milliseconds between two looks. */
export const roomWait = 2_000
const lookEvery = 20

export const tooLong = `the records of one response must have at most ${maxList} characters of JSON; request fewer at a time, or delete some`

export const noRoom =
  'clients have not yet read the long lists that were sent to them; read responses as they arrive, request less at a time, or try again'

/** Of a list that is too long, any size above `maxList`. */
export const sizeOf = (records: readonly StoredRecord[]): number => {
  let size = 0
  for (const { json } of records) {
    size += json.length
    if (size > maxList) break
  }
  return size
}

/** `release`: call it when the list is written. */
export type Admission =
  | { readonly kind: 'admitted'; readonly release: () => void }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'no-room' }

const short: Admission = { kind: 'admitted', release: () => {} }
const tooLongList: Admission = { kind: 'too-long' }

/** The lists of one server. */
export class ListRoom {
  /** Whether a response of this size can wait for its client. A server that has connections sets it. */
  makeRoom: (bytes: number) => boolean = () => true
  /** Estimated bytes of lists that are being written. */
  #writing = 0

  /** Waits where there is no room. */
  admit(size: number): Admission | Promise<Admission> {
    if (size > maxList) return tooLongList
    return size < longFrom ? short : this.#admitLong(size)
  }

  async #admitLong(size: number): Promise<Admission> {
    const end = performance.now() + roomWait
    const memory = memoryOfText * size
    while (!this.makeRoom(this.#writing + memory)) {
      if (performance.now() >= end) return { kind: 'no-room' }
      await sleep(lookEvery, undefined, { ref: false })
    }
    this.#writing += memory
    return {
      kind: 'admitted',
      // The response is given to its connection in this turn of the event loop.
      release: () =>
        setImmediate(() => {
          this.#writing -= memory
        }),
    }
  }
}
