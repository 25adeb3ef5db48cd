/**
 * A connection to Redis that is opened again whenever it breaks. Commands must have the same effect when they are carried
 * out twice: one that has no reply is sent again on the next connection, until its time is up.
 */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LogError } from '../log.ts'
import { parseAddress, type RedisAddress } from './address.ts'
import type { Reply } from './replies.ts'
import { checkServer, explainReply } from './server-check.ts'
import { type Command, Disconnected, openSession, ReplyError, type Session } from './session.ts'

/** A Lua script with the hash under which the server knows it. */
export interface Script {
  readonly text: string
  readonly hash: string
}

export const defineScript = (text: string): Script => ({ text, hash: createHash('sha1').update(text).digest('hex') })

export interface RunOptions {
  /** The command changes something: without a reply, the outcome is unknown. */
  readonly isChange?: boolean
  /** Strings of the reply are bytes. */
  readonly asBytes?: boolean
  /** False: the command is sent once at most. */
  readonly mayRepeat?: boolean
}

export interface Sent {
  readonly reply: Reply
  /** An earlier copy of the command may have been carried out, too. */
  readonly isRepeated: boolean
}

export interface ConnectionParts {
  readonly url: string
  /** Messages about the connection, for the log of the server. */
  readonly report: (message: string) => void
  /** Milliseconds until a command without a reply fails. */
  readonly patience: number
  /** Whether the server's settings are checked. */
  readonly isChecked: boolean
}

/** How long commands wait for a connection that has just broken. */
const grace = 500

/** Between two attempts to connect. */
const maxDelay = 500

/** How often the server's settings are checked again. */
const recheckInterval = 10_000

/** More connections than can break while one command waits. */
const maxAttempts = 50

export class Connection {
  readonly #parts: ConnectionParts
  readonly #address: RedisAddress
  #session: Session | undefined
  /** Why there is no session. */
  #problem: LogError
  #downSince = performance.now()
  #isClosed = false
  #count = 0
  readonly #waiting = new Set<() => void>()
  readonly #rechecking: NodeJS.Timeout | undefined

  /** Rejects with LogError `misconfigured` or `unavailable`. */
  static async open(parts: ConnectionParts): Promise<Connection> {
    const connection = new Connection(parts)
    try {
      connection.#use(await connection.#connect(true))
    } catch (error) {
      await connection.close()
      throw connection.#explain(error)
    }
    return connection
  }

  private constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.#address = parseAddress(parts.url)
    this.#problem = new LogError('unavailable', `not connected to ${this.#address.label}`)
    if (parts.isChecked) {
      this.#rechecking = setInterval(() => void this.#recheck(), recheckInterval)
      this.#rechecking.unref()
    }
  }

  /** How often it was opened. */
  get count(): number {
    return this.#count
  }

  get isOpen(): boolean {
    return this.#session !== undefined
  }

  async run(command: Command, options?: RunOptions): Promise<Reply> {
    return (await this.send(command, options)).reply
  }

  async evaluate(script: Script, keys: readonly string[], values: Command, options?: RunOptions) {
    return (await this.sendScript(script, keys, values, options)).reply
  }

  /** Sends a script by its hash; a server that has been restarted does not know it. */
  async sendScript(script: Script, keys: readonly string[], values: Command, options?: RunOptions): Promise<Sent> {
    const rest = [String(keys.length), ...keys, ...values]
    return this.send(['EVALSHA', script.hash, ...rest], options, ['EVAL', script.text, ...rest])
  }

  /** `instead` is sent where the server does not know a script. Rejects with LogError. */
  async send(command: Command, options: RunOptions = {}, instead?: Command): Promise<Sent> {
    const deadline = performance.now() + this.#parts.patience
    let isRepeated = false
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const session = this.#session ?? (await this.#waitForSession(deadline, isRepeated))
      if (!session) break
      try {
        return { reply: await sendOrReplace(session, command, instead, options), isRepeated }
      } catch (error) {
        if (error instanceof ReplyError) {
          // Another server may have its name by now.
          if (error.message.startsWith('READONLY')) session.destroy('the server has become a read-only replica')
          if (isRepeated && options.isChange) break
          throw this.#explain(error)
        }
        isRepeated ||= error instanceof Disconnected && error.wasSent
      }
      if (performance.now() >= deadline || (isRepeated && options.mayRepeat === false)) break
    }
    if (isRepeated && options.isChange)
      throw new LogError('unknown', `the connection to ${this.#address.label} broke before the reply`)
    throw this.#session ? new LogError('unavailable', `${this.#address.label} does not reply`) : this.#problem
  }

  /** Waits for the replies of what was sent. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#rechecking)
    const session = this.#session
    this.#problem = new LogError('unavailable', `the connection to ${this.#address.label} has been closed`)
    await session?.close()
    this.#wake()
  }

  /** Ends without waiting. */
  abandon(): void {
    this.#isClosed = true
    clearInterval(this.#rechecking)
    this.#session?.destroy('closed')
    this.#wake()
  }

  async #connect(isFirst: boolean): Promise<Session> {
    const { patience, isChecked } = this.#parts
    const session = await openSession(this.#address, patience)
    try {
      if (!isChecked) return session
      const { warning } = await checkServer(session.send, this.#address.label)
      if (warning !== undefined && isFirst) this.#report(warning)
      return session
    } catch (error) {
      session.destroy('the server cannot be used')
      throw error
    }
  }

  #use(session: Session): void {
    if (this.#isClosed) {
      session.destroy('closed')
      return
    }
    this.#session = session
    this.#count++
    void session.broken.then((reason) => {
      this.#session = undefined
      this.#downSince = performance.now()
      if (this.#isClosed) return
      this.#problem = new LogError('unavailable', `the connection to ${this.#address.label} broke: ${reason}`)
      this.#report(this.#problem.message)
      void this.#reconnect()
    })
    this.#wake()
  }

  async #reconnect(): Promise<void> {
    for (let wait = 10; !this.#isClosed; wait = Math.min(wait * 2, maxDelay)) {
      try {
        this.#use(await this.#connect(false))
        if (!this.#isClosed) this.#report(`connected to ${this.#address.label} again`)
        return
      } catch (error) {
        this.#setProblem(this.#explain(error))
      }
      await delay(wait, undefined, { ref: false })
    }
  }

  /** A server that deletes keys is as good as none: what it would store may be gone. */
  #setProblem({ kind, message }: LogError): void {
    if (kind === 'misconfigured' && message !== this.#problem.message) this.#report(message)
    this.#problem = new LogError('unavailable', message)
  }

  async #recheck(): Promise<void> {
    const session = this.#session
    if (!session) return
    try {
      await checkServer(session.send, this.#address.label)
    } catch (error) {
      if (error instanceof LogError && error.kind === 'misconfigured') session.destroy(error.message)
    }
  }

  /** A command that may have been carried out waits as long as it can; others, only if the connection has just broken. */
  async #waitForSession(deadline: number, isRepeated: boolean): Promise<Session | undefined> {
    const until = isRepeated ? deadline : Math.min(deadline, this.#downSince + grace)
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const left = until - performance.now()
      if (this.#session || this.#isClosed || left <= 0) break
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer)
          this.#waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, left)
        this.#waiting.add(wake)
      })
    }
    return this.#session
  }

  /** A failing report must not end the attempts to connect. */
  #report(message: string): void {
    try {
      this.#parts.report(message)
    } catch {
      // There is nowhere to report it.
    }
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }

  #explain(error: unknown): LogError {
    const { label } = this.#address
    if (error instanceof LogError) return error
    if (error instanceof ReplyError) return explainReply(error.message, label)
    const message = error instanceof Error ? error.message : String(error)
    return new LogError('unavailable', `${label} cannot be reached: ${message}`)
  }
}

const sendOrReplace = async (
  session: Session,
  command: Command,
  instead: Command | undefined,
  { asBytes = false }: RunOptions,
): Promise<Reply> => {
  try {
    return await session.send(command, asBytes)
  } catch (error) {
    if (instead && error instanceof ReplyError && error.message.startsWith('NOSCRIPT')) return session.send(instead)
    throw error
  }
}
