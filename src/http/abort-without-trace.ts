/**
 * When a connection closes, Node aborts each of its requests with an error of its own. Capturing its stack trace, which nobody
 * reads, takes tens of microseconds: a client that has sent hundreds of requests and goes would stop the server for that long.
 */
import type { EventEmitter } from 'node:events'

/** From now on, closing the socket captures no stack traces. Call it after Node has its own listener of the event. */
export const abortWithoutTrace = (socket: EventEmitter): void => {
  let limit = Error.stackTraceLimit
  socket.prependOnceListener('close', () => {
    limit = Error.stackTraceLimit
    setLimit(0)
  })
  socket.once('close', () => setLimit(limit))
}

/** The process may have frozen the property. */
const setLimit = (limit: number): void => void Reflect.set(Error, 'stackTraceLimit', limit)
