/**
 * One connection to Redis, from its opening until it breaks. It never reconnects and never waits: connection.ts does. The
 * only file that knows the client library, which is loaded with the first connection.
 */
import type { RedisClientType } from '@redis/client'
import type { RedisAddress } from './address.ts'
import type { Reply } from './replies.ts'

/** The server rejected a command. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError'
}

/** There was no reply. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected'
  /** The command may have reached the server. */
  readonly wasSent: boolean
  constructor(message: string, wasSent: boolean) {
    super(message)
    this.wasSent = wasSent
  }
}

/** Bytes are sent as they are, strings as UTF-8. */
export type Command = readonly (string | Buffer)[]

export interface Session {
  /** Rejects with ReplyError or Disconnected. */
  readonly send: (command: Command, asBytes?: boolean) => Promise<Reply>
  /** Resolves with the reason when the connection breaks. */
  readonly broken: Promise<string>
  /** Breaks the connection. */
  readonly destroy: (reason: string) => void
  /** Waits for the replies of what was sent, then ends. */
  readonly close: () => Promise<void>
}

/** Milliseconds between two checks for commands without a reply. */
const checkInterval = 100

/**
 * Opens a connection. It breaks if a command has no reply for `patience` milliseconds: a server that does not answer is as
 * good as gone, and a half-open connection would otherwise last for minutes.
 */
export const openSession = async (address: RedisAddress, patience: number): Promise<Session> => {
  const { ErrorReply, RESP_TYPES } = await import('@redis/client')
  const client = (await findTemplate()).duplicate(toOptions(address, patience))
  const toFailure = (error: unknown, wasSent: boolean): ReplyError | Disconnected =>
    error instanceof ErrorReply ? new ReplyError(error.message) : new Disconnected(describeFailure(error), wasSent)
  const bytesOptions = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } }
  const { isOverdue, track, settled } = trackReplies(patience)
  let isBroken = false
  /** The client reports only that it has been destroyed. */
  let cause: unknown
  let reportBroken: (error: unknown) => void = () => {}
  const breaking = new Promise<unknown>((resolve) => {
    reportBroken = resolve
  })
  const end = (error: unknown): void => {
    if (isBroken) return
    isBroken = true
    cause = error
    clearInterval(watching)
    if (client.isOpen) client.destroy()
    reportBroken(error)
  }
  const destroy = (reason: string): void => end(new Disconnected(reason, false))
  client.on('error', end)
  const watching = setInterval(() => {
    if (isOverdue()) destroy(`no reply within ${patience} ms`)
  }, checkInterval)
  watching.unref()
  const connected = track(client.connect()).catch(end)
  const failure = await Promise.race([connected.then(() => undefined), breaking])
  if (isBroken) throw toFailure(failure ?? (await breaking), false)
  return {
    send: async (command, asBytes = false) => {
      if (isBroken || !client.isReady) throw new Disconnected('the connection is not open', false)
      try {
        return (await track(client.sendCommand([...command], asBytes ? bytesOptions : {}))) as unknown as Reply
      } catch (error) {
        throw toFailure(isBroken && !(error instanceof ErrorReply) ? cause : error, true)
      }
    },
    broken: breaking.then(describeFailure),
    destroy,
    close: async () => {
      await Promise.race([settled(), breaking])
      destroy('closed')
    },
  }
}

/** A client that never connects: the library defines some 400 methods for each one with new options, unless it is a duplicate. */
let template: Promise<RedisClientType> | undefined

const findTemplate = (): Promise<RedisClientType> => {
  template ??= import('@redis/client').then(({ createClient }): RedisClientType => createClient())
  return template
}

const toOptions = (address: RedisAddress, patience: number) => ({
  ...(address.username === undefined ? {} : { username: address.username }),
  ...(address.password === undefined ? {} : { password: address.password }),
  database: address.database,
  disableOfflineQueue: true,
  disableClientInfo: true,
  maintNotifications: 'disabled' as const,
  socket: {
    host: address.host,
    port: address.port,
    // Less than the patience with commands: a client that is destroyed before it is connected would connect all the same.
    connectTimeout: patience * 0.75,
    reconnectStrategy: false as const,
    ...(address.isTls ? { tls: true as const } : {}),
  },
})

/**
 * Notices commands without a reply. They must be overdue in two checks: if this process was suspended or busy, replies
 * may have arrived that it has not read yet.
 */
const trackReplies = (patience: number) => {
  const pending = new Set<{ readonly since: number; readonly reply: Promise<unknown> }>()
  let wasOverdue = false
  return {
    isOverdue: (): boolean => {
      const [oldest] = pending
      const isLate = oldest !== undefined && performance.now() - oldest.since > patience
      const isOverdue = isLate && wasOverdue
      wasOverdue = isLate
      return isOverdue
    },
    track: async <T>(reply: Promise<T>): Promise<T> => {
      const entry = { since: performance.now(), reply }
      pending.add(entry)
      try {
        return await reply
      } finally {
        pending.delete(entry)
      }
    },
    /** Resolves when everything that was sent has a reply or has failed. */
    settled: () => Promise.allSettled([...pending].map(({ reply }) => reply)),
  }
}

/** An error of several addresses has no message of its own. */
const describeFailure = (error: unknown): string => {
  if (error instanceof AggregateError && !error.message) return describeFailure(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
