/**
 * Lines for a stream, gathered while the event loop is busy and written in one go: a write for each line would cost more
 * than the request it tells of.
 */
import type { Writable } from 'node:stream'
import type { Output } from '../ports.ts'

export interface LineWriter {
  readonly write: Output
  /** Writes what is gathered; for the end of the process. */
  readonly flush: () => void
}

export const createLineWriter = (stream: Writable): LineWriter => {
  let gathered = ''
  const flush = (): void => {
    if (gathered === '') return
    stream.write(gathered)
    gathered = ''
  }
  return {
    write: (line) => {
      if (gathered === '') setImmediate(flush)
      gathered += `${line}\n`
    },
    flush,
  }
}
