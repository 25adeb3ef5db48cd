/**
 * Notices that a client no longer waits for its response, for what may take minutes: waiting for exchanges, streams of events.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { streamOf } from './http2-exchange.ts'

/** Calls back once, when nobody waits any more. Returns the function that unsubscribes. */
export type WhenGone = (listener: () => void) => () => void

/**
 * A client that has closed its side counts as gone, although it might still read: most have closed both, and the server would
 * learn of it only by writing.
 */
export const whenGone =
  (request: IncomingMessage, response: ServerResponse): WhenGone =>
  (listener) => {
    // Of HTTP/2, a client closes a stream when it does not wait any more, not a side of the connection.
    const stream = streamOf(response)
    if (stream) return whenClosed(stream, listener)
    const { socket } = request
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

const whenClosed = (stream: ServerHttp2Stream, listener: () => void): (() => void) => {
  if (stream.destroyed) listener()
  else stream.once('close', listener)
  return () => stream.off('close', listener)
}
