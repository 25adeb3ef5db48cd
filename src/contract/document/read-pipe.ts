/**
 * Reads what a pipe or a device sends, until it ends. To open a pipe waits for whoever writes to it, and nothing ends that wait, not
 * even the end of the process. So it is opened without waiting, and read as a socket.
 */
import { constants, createReadStream, open, type Stats } from 'node:fs'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { LoadError } from '../../errors.ts'

/** Bytes. Those of a device such as /dev/zero have no end. */
export const maxPiped = 256 * 1024 * 1024

/** Throws LoadError for more than `most` bytes. */
export const readPipe = async (file: string, status: Stats, most = maxPiped): Promise<Buffer> => {
  const source = status.isFIFO() ? await openPipe(file) : createReadStream(file)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most)
      throw new LoadError([
        { code: 'file-too-large', file, message: `sends more than ${most} bytes, and is not a file` },
      ])
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const openFile = promisify(open)

const openPipe = async (file: string): Promise<Socket> =>
  new Socket({ fd: await openFile(file, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false })
