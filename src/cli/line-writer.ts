/**
 * Buffers lines for a stream. A write for each line would cost more than the request that it logs: lines of one turn of the
 * event loop are written together, and where line follows line, those of a few milliseconds.
 */
import type { Output } from '../ports.ts'
import type { TextOutput } from './process.ts'

export interface LineWriter {
  readonly write: Output
  /** Writes the buffered lines now; call it at the end of the process. */
  readonly flush: () => void
}

/** Milliseconds between two writes where lines follow each other. */
const pause = 10

/** Characters that are buffered at most, unless one line is longer. */
const mostBuffered = 64 * 1024

export const createLineWriter = (stream: TextOutput, now: () => number = () => performance.now()): LineWriter => {
  let buffer = ''
  let writtenAt = Number.NEGATIVE_INFINITY
  const flush = (): void => {
    if (buffer === '') return
    writtenAt = now()
    stream.write(buffer)
    buffer = ''
  }
  const schedule = (): void => {
    if (now() - writtenAt < pause) setTimeout(flush, pause)
    else setImmediate(flush)
  }
  return {
    write: (line) => {
      if (buffer === '') schedule()
      buffer += `${line}\n`
      if (buffer.length > mostBuffered) flush()
    },
    flush,
  }
}
