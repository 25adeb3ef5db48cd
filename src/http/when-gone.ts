/**
 * Notices that a client no longer waits for its response, for what may take minutes: waiting for exchanges, streams of events.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Calls back once, when nobody waits any more. Returns the function that unsubscribes. */
export type WhenGone = (listener: () => void) => () => void

/**
 * A client that has closed its side counts as gone, although it might still read: most have closed both, and the server would
 * learn of it only by writing.
 */
export const whenGone =
  ({ socket }: IncomingMessage, response: ServerResponse): WhenGone =>
  (listener) => {
    // Any number of requests can wait on one connection.
    socket.setMaxListeners(0)
    const stop = (): void => {
      socket.off('end', gone)
      response.off('close', gone)
    }
    const gone = (): void => {
      stop()
      listener()
    }
    socket.once('end', gone)
    response.once('close', gone)
    if (socket.readableEnded || response.destroyed) gone()
    return stop
  }
