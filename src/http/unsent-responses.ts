/**
 * Limits the memory of responses that clients have not read, of all connections together. Beyond the limit, the connections that
 * read slowest are closed. slow-readers.ts closes those that read nothing for a long time, however little waits for them.
 */
import type { Socket } from 'node:net'

export const unsentLimits = {
  /** Bytes. */
  all: 256 * 1024 * 1024,
  /**
   * Looks in which a client has to read `progress` bytes, otherwise its connection may be closed. Not a time: while the server
   * does something that takes long, nothing is sent to clients, however fast they read.
   */
  patience: 10,
  progress: 1024 * 1024,
}

/** Milliseconds between two looks at the open connections; often, where much waits to be read. */
export const lookEvery = { usual: 250, often: 25 }

/** The part of the limit from which on connections are looked at often. */
const muchFrom = 0.25

/** A connection. `unsent`: bytes of its responses in memory. */
export interface Reader {
  readonly socket: Socket
  readonly unsent: () => number
}

interface Progress {
  /** Bytes that the client had read when it had last read enough. */
  readonly taken: number
  /** Looks since then. */
  readonly looks: number
}

export class UnsentResponses {
  readonly #readers = new Map<Reader, Progress | undefined>()

  /** Call it for each connection. */
  add(reader: Reader): void {
    this.#readers.set(reader, undefined)
    reader.socket.once('close', () => this.#readers.delete(reader))
  }

  /** Looks at all connections from time to time. Returns the function that ends it. */
  watch(): () => void {
    let timer: NodeJS.Timeout
    const schedule = (milliseconds: number): void => {
      timer = setTimeout(() => {
        const bytes = this.#look()
        this.makeRoom(0)
        schedule(bytes < unsentLimits.all * muchFrom ? lookEvery.usual : lookEvery.often)
      }, milliseconds).unref()
    }
    schedule(lookEvery.usual)
    return () => clearTimeout(timer)
  }

  /** Whether this number of bytes can be added. Connections that read slowly are closed for it. */
  makeRoom(bytes: number): boolean {
    let left = bytes
    for (const { unsent } of this.#readers.keys()) left += unsent()
    if (left <= unsentLimits.all) return true
    for (const reader of this.#slowest()) {
      left -= reader.unsent()
      reader.socket.destroy()
      if (left <= unsentLimits.all) return true
    }
    return false
  }

  /** Notes who has read enough. Returns the bytes that wait to be read. */
  #look(): number {
    let bytes = 0
    for (const [reader, progress] of this.#readers) {
      const unsent = reader.unsent()
      bytes += unsent
      if (unsent > 0) this.#readers.set(reader, noteProgress(progress, countTaken(reader.socket)))
      else if (progress) this.#readers.set(reader, undefined)
    }
    return bytes
  }

  /** Those that have read less than enough for the longest time come first. */
  #slowest(): readonly Reader[] {
    return [...this.#readers]
      .flatMap(([reader, progress]) =>
        progress && progress.looks >= unsentLimits.patience ? [{ reader, looks: progress.looks }] : [],
      )
      .sort((one, other) => other.looks - one.looks)
      .map(({ reader }) => reader)
  }
}

const noteProgress = (before: Progress | undefined, taken: number): Progress =>
  !before || taken - before.taken >= unsentLimits.progress
    ? { taken, looks: 0 }
    : { taken: before.taken, looks: before.looks + 1 }

/** Bytes that the system has taken. A body is one write, of which only `_handle` knows how much has been sent. */
const countTaken = (socket: Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }): number =>
  socket.bytesWritten - (socket._handle?.writeQueueSize ?? 0)
