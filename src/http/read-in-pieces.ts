/**
 * Node parses all that one read of a connection brings, up to 64 KiB: hundreds of requests of a client that floods, for which
 * all others wait. In pieces, it parses no more of them than the server wants, and the rest waits in the buffer of the connection.
 */
import type { Socket } from 'node:net'

/** Bytes that are parsed at once: few small requests. More where they bring no request, but parts of one. */
const piece = 128

/** Bytes that are parsed at once if no more have arrived: mostly one request. */
const whole = 1024

/** What Node keeps at a socket: the parser while it carries HTTP/1.1, and whether Node has stopped reading by itself. */
type HttpSocket = Socket & { readonly parser?: object | null; readonly _paused?: boolean }

export interface PieceReader {
  /** Something has arrived, or is left. Returns the number of requests after which nothing more is parsed. */
  readonly begin: () => number
  /** Requests that have arrived, from any number on. */
  readonly count: () => number
  /** If something is left, the connection is paused, and has to be resumed in a later turn of the event loop. */
  readonly end: (isLeft: boolean) => void
}

/**
 * From now on, what the connection sends is parsed in pieces. Call it when the connection is read, outside of its parser. It does
 * nothing if the connection does not carry HTTP/1.1 any more.
 */
export const readInPieces = (socket: HttpSocket, { begin, count, end }: PieceReader): void => {
  const [parse] = socket.listeners('data')
  if (parse === undefined || !socket.parser) return
  const isParsing = (): boolean => Boolean(socket.parser) && !socket._paused && !socket.destroyed
  let isTaking = false
  /** Returns whether something is left that the server does not want yet. */
  const take = (data: Buffer, most: number): boolean => {
    // What is put back into a socket that flows arrives at once.
    socket.pause()
    socket.unshift(data)
    isTaking = true
    try {
      for (let size = piece; socket.readableLength > 0 && count() < most && isParsing(); ) {
        const before = count()
        // It arrives as data.
        socket.read(Math.min(size, socket.readableLength))
        size = count() > before ? piece : 2 * size
      }
    } finally {
      isTaking = false
    }
    if (socket.parser && socket.readableLength === 0) socket.resume()
    // Node resumes what it has paused by itself: it waits for the client, not for the server.
    return socket.readableLength > 0 && isParsing()
  }
  const read = (data: Buffer): void => {
    if (isTaking) {
      parse.call(socket, data)
      return
    }
    const most = count() + begin()
    let isLeft = false
    if (data.length <= whole) parse.call(socket, data)
    else isLeft = take(data, most)
    if (!socket.parser) socket.off('data', read)
    end(isLeft)
  }
  socket.off('data', parse as (data: Buffer) => void)
  // With this listener, what arrives passes through the buffer of the socket instead of directly to the parser.
  socket.on('data', read)
  // Node has paused it until its responses are read, and expects no data.
  socket.on('resume', () => {
    if (socket._paused) socket.pause()
  })
}
