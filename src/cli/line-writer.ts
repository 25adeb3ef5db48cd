/**
 * Buffers lines for a stream and writes them together once per turn of the event loop. A write for each line would cost
 * more than the request that it logs.
 */
import type { Output } from '../ports.ts'
import type { TextOutput } from './process.ts'

export interface LineWriter {
  readonly write: Output
  /** Writes the buffered lines now; call it at the end of the process. */
  readonly flush: () => void
}

export const createLineWriter = (stream: TextOutput): LineWriter => {
  let buffer = ''
  const flush = (): void => {
    if (buffer === '') return
    stream.write(buffer)
    buffer = ''
  }
  return {
    write: (line) => {
      if (buffer === '') setImmediate(flush)
      buffer += `${line}\n`
    },
    flush,
  }
}
