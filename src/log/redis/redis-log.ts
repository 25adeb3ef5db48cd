/**
 * Logs in Redis or Valkey, which several processes share. A log is a stream of entries and a head, and an entry is appended
 * by comparing the head: keys.ts has the keys, scripts.ts what happens on the server.
 */
import { setTimeout as delay } from 'node:timers/promises'
import {
  type AppendOptions,
  type AppendResult,
  type Behind,
  type Head,
  type Log,
  LogError,
  type Origin,
  type Point,
  type Replaced,
  type SharedLog,
  type StoredEntries,
  type StoredLog,
} from '../log.ts'
import { parseAddress } from './address.ts'
import { attend, leave } from './attendance.ts'
import { storeParts } from './checkpoint.ts'
import { Connection } from './connection.ts'
import { createId, formatGeneration, keyOf, parseGeneration, parsePosition } from './keys.ts'
import { Lifetimes } from './lifetimes.ts'
import { Messages } from './messages.ts'
import { Names } from './names.ts'
import { Origins, type Pinned } from './origins.ts'
import { readLogs, readPoint, toEntries } from './read-log.ts'
import { asList, asString, asStrings, type Reply } from './replies.ts'
import { appendScript, createScript, removeScript, sealScript, sinceScript } from './scripts.ts'

export interface RedisLogParts {
  /** redis://[user:password@]host[:port][/database], or rediss:// with TLS. */
  readonly url: string
  /** Gets messages about the connection and the server. */
  readonly report: (message: string) => void
}

/** Milliseconds until a command without a reply fails. */
const patience = 2_000

/** The connection that waits for messages waits this much longer. */
const readerPatience = 5_000

/** How often pins that nobody needs are looked for. */
const sweepInterval = 30_000

/** Milliseconds that `close` waits for what has begun. */
const closeTime = 5_000

/** Pages of entries that one call of `since` reads. */
const maxPages = 100

/** The address for messages: without user and password. Throws LogError. */
export const labelOf = (url: string): string => parseAddress(url).label

/** Opens the connection. Rejects with LogError: misconfigured, unavailable. */
export const openRedisLog = async ({ url, report }: RedisLogParts): Promise<Log> => {
  const connection = await Connection.open({ url, report, patience, isChecked: true })
  const openReader = () => Connection.open({ url, report: () => {}, patience: readerPatience, isChecked: false })
  return new RedisLog(connection, new Messages({ connection, openReader, report }))
}

class RedisLog implements Log {
  readonly #connection: Connection
  readonly #names: Names
  readonly #origins: Origins
  readonly #lifetimes: Lifetimes
  readonly #messages: Messages
  readonly #sweeping: NodeJS.Timeout
  /** Changes that consist of several commands. */
  readonly #running = new Set<Promise<unknown>>()
  readonly shared: SharedLog

  constructor(connection: Connection, messages: Messages) {
    this.#connection = connection
    this.#names = new Names(connection)
    this.#origins = new Origins(connection)
    this.#lifetimes = new Lifetimes(connection, this.#origins)
    this.#messages = messages
    this.#sweeping = setInterval(() => void this.#sweep(), sweepInterval)
    this.#sweeping.unref()
    this.shared = {
      since: (name, head) => this.#since(name, head),
      touch: async (name, ttl) => {
        await this.#lifetimes.touch(name, Math.ceil(ttl))
      },
      count: (prefix) => this.#names.count(prefix),
      publish: (message) => messages.publish(message),
      subscribe: (listener) => messages.subscribe(listener),
      delivered: () => messages.delivered(),
      attend: (process) => attend(connection, process),
      leave: (process) => leave(connection, process),
      connections: () => connection.count,
      ping: async () => {
        await connection.run(['PING'])
      },
    }
  }

  list(): Promise<readonly string[]> {
    return this.#names.list()
  }

  load(names: readonly string[]): Promise<readonly (StoredLog | undefined)[]> {
    return readLogs(this.#connection, names)
  }

  loadPoint(origin: Origin, after?: number): Promise<StoredEntries> {
    return readPoint(this.#connection, origin, after)
  }

  append(name: string, head: Head | undefined, effects: string, options?: AppendOptions): Promise<AppendResult> {
    return this.#track(this.#append(name, head, effects, options))
  }

  checkpoint(name: string, head: Head, parts: readonly string[]): Promise<void> {
    return this.#track(this.#checkpoint(name, head, parts))
  }

  remove(name: string): Promise<void> {
    return this.#track(this.#remove(name))
  }

  /** Finishes what has begun. */
  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    await Promise.race([Promise.allSettled(this.#running), delay(closeTime, undefined, { ref: false })])
    await this.#messages.close()
    await this.#connection.close()
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work)
    try {
      return await work
    } finally {
      this.#running.delete(work)
    }
  }

  async #append(
    name: string,
    head: Head | undefined,
    effects: string,
    { origin, ttl: exactTtl }: AppendOptions = {},
  ): Promise<AppendResult> {
    const ttl = Math.ceil(exactTtl ?? 0)
    if (head === undefined) return origin ? this.#fork(name, effects, origin, ttl) : this.#create(name, effects, ttl)
    await this.#lifetimes.extendOrigins(name, parsePosition(head).id, ttl)
    const values = [head, createId(), effects, String(ttl)]
    const sent = await this.#connection.sendScript(appendScript, [keyOf(name, 'head')], values, { isChange: true })
    const reply = asList(sent.reply)
    const kind = asString(reply[0])
    if (kind === 'appended') return { kind, head: asString(reply[1]) }
    if (kind === 'trimmed' && sent.isRepeated)
      throw new LogError('unknown', 'the connection broke, and a checkpoint hides whether the change is stored')
    return kind === 'behind' ? this.#readBehind(name, head, reply) : { kind: 'replaced' }
  }

  /** The name is listed before the log exists: see names.ts. */
  async #create(name: string, effects: string, ttl: number): Promise<AppendResult> {
    const id = createId()
    await this.#names.add(name)
    const result = await this.#store(name, id, effects, ttl)
    if (result.kind === 'appended') this.#lifetimes.note(name, { id, hasOrigin: false, ttl, at: performance.now() })
    return result
  }

  /** Pins the origin, then creates the log: see origins.ts. */
  async #fork(
    name: string,
    effects: string,
    origin: { readonly name: string; readonly head: Head },
    ttl: number,
  ): Promise<AppendResult> {
    const at = performance.now()
    const holder = { name, id: createId() }
    const [pinned] = await Promise.all([this.#origins.pin(origin, holder, ttl), this.#names.add(name)])
    if (!pinned) return { kind: 'no-origin' }
    let result: AppendResult | undefined
    try {
      result = await this.#store(name, holder.id, effects, ttl, pinned)
    } catch (error) {
      if (error instanceof LogError && error.kind !== 'unknown') await this.#tryRelease(pinned.point, holder)
      throw error
    }
    if (result.kind === 'appended') this.#lifetimes.note(name, { id: holder.id, hasOrigin: true, ttl, at })
    else await this.#tryRelease(pinned.point, holder)
    return result
  }

  async #store(name: string, id: string, effects: string, ttl: number, pinned?: Pinned): Promise<AppendResult> {
    const values = [id, createId(), effects, String(ttl), pinned?.point ?? '', String(pinned?.until ?? 0)]
    const reply = await this.#connection.evaluate(createScript, [keyOf(name, 'head')], values, { isChange: true })
    const [kind, head] = asStrings(reply)
    if (kind === 'late') throw new LogError('unavailable', 'Redis is too slow to create a sandbox from another one')
    if (kind !== 'appended' || head === undefined) return { kind: 'replaced' }
    // A deletion of the log before this one may have removed the name meanwhile.
    await this.#names.add(name).catch(() => {})
    return { kind, head }
  }

  /** A pin that stays is found by `sweep`. */
  async #tryRelease(point: Point, holder: { name: string; id: string }): Promise<void> {
    await this.#origins.release(point, holder).catch(() => {})
  }

  async #since(name: string, head: Head | undefined): Promise<{ kind: 'current' } | Behind | Replaced> {
    const current = await this.#connection.run(['GET', keyOf(name, 'head')])
    if (current === (head ?? null)) return { kind: 'current' }
    if (head === undefined || current === null) return { kind: 'replaced' }
    return this.#readSince(name, head)
  }

  async #readSince(name: string, head: Head): Promise<{ kind: 'current' } | Behind | Replaced> {
    const values = [head, String(parsePosition(head).version)]
    const reply = asList(await this.#connection.evaluate(sinceScript, [keyOf(name, 'head')], values))
    const kind = asString(reply[0])
    if (kind === 'current') return { kind }
    return kind === 'behind' ? this.#readBehind(name, head, reply) : { kind: 'replaced' }
  }

  /** Reads the pages after the first. */
  async #readBehind(name: string, head: Head, firstPage: readonly Reply[]): Promise<Behind | Replaced> {
    const { version } = parsePosition(head)
    let last = asString(firstPage[1])
    const effects = [...asStrings(firstPage[2])]
    for (let page = 0; page < maxPages && version + effects.length < parsePosition(last).version; page++) {
      const values = [head, String(version + effects.length)]
      const reply = asList(await this.#connection.evaluate(sinceScript, [keyOf(name, 'head')], values))
      if (asString(reply[0]) !== 'behind') return { kind: 'replaced' }
      last = asString(reply[1])
      effects.push(...asStrings(reply[2]))
    }
    if (version + effects.length !== parsePosition(last).version) return { kind: 'replaced' }
    return { kind: 'behind', head: last, entries: toEntries(effects) }
  }

  async #checkpoint(name: string, head: Head, parts: readonly string[]): Promise<void> {
    const { id, version } = parsePosition(head)
    const known = await this.#connection.run(['GET', keyOf(name, `gen:${id}`)])
    if (known === null || parseGeneration(asString(known)).version >= version) return
    const checkpoint = createId()
    const generationOf = (fields: number): string => formatGeneration({ checkpoint, version, fields })
    const keyFor = (generation: string): string => keyOf(name, `parts:${id}:${generation}`)
    const fields = await storeParts(this.#connection, parts, (count) => keyFor(generationOf(count)))
    const generation = generationOf(fields)
    const values = [head, generation]
    const reply = await this.#connection.evaluate(sealScript, [keyOf(name, 'head')], values, { isChange: true })
    const [kind, origin = ''] = asStrings(reply)
    if (kind === 'sealed') {
      if (origin !== '') await this.#tryRelease(origin, { name, id })
      return
    }
    await this.#connection.run(['UNLINK', keyFor(generation)])
    if (kind === 'incomplete')
      throw new LogError('unavailable', `the checkpoint of ${JSON.stringify(name)} took too long`)
  }

  async #remove(name: string): Promise<void> {
    const head = await this.#connection.run(['GET', keyOf(name, 'head')])
    if (head !== null) {
      const { id } = parsePosition(asString(head))
      const reply = await this.#connection.evaluate(removeScript, [keyOf(name, 'head')], [id], { isChange: true })
      const origin = asString(reply)
      if (origin !== '') await this.#tryRelease(origin, { name, id })
    }
    // The log is gone: a name that stays is found later.
    await this.#names.check(name).catch(() => {})
  }

  async #sweep(): Promise<void> {
    try {
      await this.#names.count('')
      await this.#origins.sweep()
    } catch {
      // The next one will find the same.
    }
  }
}
