/**
 * Messages between replicas in one process, with the interface of a shared log: each connection receives all messages in
 * the order in which they were sent, later and at its own pace. As over a network, what is published is sent at the end of a
 * turn of the event loop. A test can hold a connection's messages back.
 */
import type { SharedLog } from '../../src/log/log.ts'

export interface Connection extends Pick<SharedLog, 'publish' | 'subscribe' | 'delivered' | 'attend' | 'leave'> {
  /** From now on messages are only delivered by `release`. */
  readonly hold: () => void
  /** Delivers this number of messages, at most all; without a number, all of them and those that come later. */
  readonly release: (count?: number) => void
  /** Whether the storage does not learn that this connection is there. */
  isCut: boolean
  /** Resolves when `delivered` is next called. */
  readonly asked: () => Promise<void>
}

export interface SharedMessages {
  readonly connect: () => Connection
  /** All messages that have been sent. */
  readonly published: readonly Buffer[]
}

export const createSharedMessages = (): SharedMessages => {
  const published: Buffer[] = []
  const wakers = new Set<() => void>()
  const present = new Set<string>()
  const connect = (): Connection => {
    let listener = (_: Buffer): void => {}
    let next = 0
    let isHeld = false
    let onAsked = (): void => {}
    const waiting: { readonly end: number; readonly resolve: () => void }[] = []
    const deliver = (count = Number.POSITIVE_INFINITY): void => {
      const end = Math.min(next + count, published.length)
      while (next < end) listener(published[next++] ?? Buffer.alloc(0))
      while (waiting[0] && waiting[0].end <= next) waiting.shift()?.resolve()
    }
    let outbox: Buffer[] = []
    const send = (): void => {
      published.push(...outbox)
      outbox = []
      for (const waker of wakers) waker()
    }
    const wake = (): void => {
      setImmediate(() => isHeld || deliver())
    }
    const connection: Connection = {
      isCut: false,
      publish: (message) => {
        outbox.push(message)
        queueMicrotask(() => setImmediate(send))
      },
      subscribe: async (added) => {
        listener = added
        deliver()
        wakers.add(wake)
      },
      delivered: () =>
        new Promise((resolve) => {
          onAsked()
          send()
          if (next >= published.length) resolve()
          else waiting.push({ end: published.length, resolve })
        }),
      attend: async (replica) => {
        if (connection.isCut) throw new TypeError('the connection is cut')
        const wasPresent = present.has(replica)
        present.add(replica)
        return { wasPresent, others: [...present].filter((other) => other !== replica) }
      },
      leave: async (replica) => {
        present.delete(replica)
      },
      hold: () => {
        isHeld = true
      },
      release: (count) => {
        if (count === undefined) isHeld = false
        deliver(count)
      },
      asked: () =>
        new Promise((resolve) => {
          onAsked = resolve
        }),
    }
    return connection
  }
  return { connect, published }
}
