/**
 * Closes connections whose clients do not read their responses: what is to be sent stays in memory until they do. Node limits
 * the time of requests, but not that of responses. A response that has not been written yet has no limit here: scenarios delay
 * responses, and waits for exchanges take minutes.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { OnConnection } from './connections.ts'

interface Unsent {
  readonly bytes: number
  /** When the client has read something for the last time. */
  readonly since: number
}

/** Milliseconds between two looks at the open connections. */
const interval = 1_000

/** `limit` is the time in milliseconds for which a client may read nothing. Any progress starts it again. */
export const closeSlowReaders = (server: Server, onConnection: OnConnection, limit: number): void => {
  const open = new Set<Socket>()
  const late = new Set<Socket>()
  const slow = new WeakMap<Socket, Unsent>()
  onConnection((socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      late.delete(socket)
    })
  })
  // One in a turn of the event loop: Node aborts each request that the connection has sent, with an error of its own.
  const closeNext = (): void => {
    const [socket] = late
    if (socket === undefined) return
    late.delete(socket)
    socket.destroy()
    setImmediate(closeNext)
  }
  const look = (): void => {
    const now = performance.now()
    const isClosing = late.size > 0
    for (const socket of open) {
      const bytes = countUnsent(socket)
      const before = slow.get(socket)
      if (bytes === 0) slow.delete(socket)
      else if (before === undefined || bytes < before.bytes) slow.set(socket, { bytes, since: now })
      else if (now - before.since >= limit) late.add(socket)
      else slow.set(socket, { bytes, since: before.since })
    }
    if (!isClosing) closeNext()
  }
  const timer = setInterval(look, interval).unref()
  server.once('close', () => clearInterval(timer))
}

/** What Node has not handed to the system. A body is one write, of which only `_handle` knows how much has been sent. */
const countUnsent = (socket: Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }): number =>
  socket.writableLength + (socket._handle?.writeQueueSize ?? 0)
