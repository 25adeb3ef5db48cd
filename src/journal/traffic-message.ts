/**
 * The messages in which a replica publishes its traffic. A message is a line of JSON with its origin, then its items: for
 * each, three lengths, then JSON, the body of a request and that of its reply. Bodies are bytes as they are: written as JSON
 * strings, they would be most of the cost of a message. A process recognizes its own messages without reading their items.
 */
import { isJsonArray } from '../contract/values/json-object.ts'
import { parseJson } from './parse-json.ts'

export interface MessageHead {
  readonly replica: string
  /** The number of its first item, of all that the replica has sent. */
  readonly first: number
  readonly count: number
}

export interface MessageItem {
  readonly json: string
  readonly body: Buffer | undefined
  readonly reply: Buffer | undefined
}

type Body = Buffer | string | undefined

/** The first line of a message has this name and number. Messages with others are ignored. */
const format = ['standin-traffic', 2] as const

/** Room for two numbers at the end of the first line. */
const numbersLength = 40

/** Three 32-bit integers; the length of a body that does not exist is -1. */
const lengthsSize = 12

const smallest = 4 * 1024

/** The longest first line that is read. */
const maxHead = 1_000

/** The largest number of items that are read of a message. */
const maxItems = 10_000

/** Writes items into a message. */
export class MessageWriter {
  readonly #start: string
  readonly #headSize: number
  #bytes = Buffer.allocUnsafeSlow(0)
  #used = 0
  /** The next message probably needs as much. */
  #lastSize = 0
  /** The number of items of all messages, and of those before this one. */
  #items = 0
  #itemsBefore = 0

  constructor(replica: string) {
    this.#start = startOf(replica)
    this.#headSize = Buffer.byteLength(this.#start) + numbersLength
  }

  /** Bytes of the message so far. */
  get size(): number {
    return this.#used
  }

  /** Returns the number of the item. */
  add(json: string, body?: Body, reply?: Body): number {
    if (this.#used === 0) this.#begin()
    this.#makeRoom(json, body, reply)
    const at = this.#used
    this.#used += lengthsSize
    this.#bytes.writeInt32LE(this.#write(json), at)
    this.#bytes.writeInt32LE(this.#write(body), at + 4)
    this.#bytes.writeInt32LE(this.#write(reply), at + 8)
    return ++this.#items
  }

  /** The message; undefined if it has no items. The next item begins another one. */
  take(): Buffer | undefined {
    if (this.#used === 0) return undefined
    const numbers = `${this.#itemsBefore + 1},${this.#items - this.#itemsBefore}]`
    this.#bytes.write(`${this.#start}${numbers.padEnd(numbersLength - 1)}\n`, 0)
    const message = this.#bytes.subarray(0, this.#used)
    this.#lastSize = this.#used
    this.#used = 0
    this.#itemsBefore = this.#items
    return message
  }

  /** Each message has bytes of its own: a connection may still be writing the last one. */
  #begin(): void {
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(smallest, this.#headSize, this.#lastSize))
    this.#used = this.#headSize
  }

  #makeRoom(...parts: readonly Body[]): void {
    const start = this.#used + lengthsSize
    if (start + sumOf(parts, mostBytes) <= this.#bytes.length) return
    const needed = start + sumOf(parts, exactBytes)
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#used)
    this.#bytes = larger
  }

  /** Returns the number of bytes; -1 if there is nothing to write. */
  #write(body: Body): number {
    if (body === undefined) return -1
    const length = typeof body === 'string' ? this.#bytes.write(body, this.#used) : body.copy(this.#bytes, this.#used)
    this.#used += length
    return length
  }
}

/** The bytes that all messages of a replica begin with. */
export const prefixOf = (replica: string): Buffer => Buffer.from(startOf(replica))

const startOf = (replica: string): string => `${JSON.stringify([...format, replica]).slice(0, -1)},`

const sumOf = (parts: readonly Body[], sizeOf: (part: Body) => number): number =>
  parts.reduce((sum: number, part) => sum + sizeOf(part), 0)

const exactBytes = (body: Body): number => (body === undefined ? 0 : Buffer.byteLength(body))

const mostBytes = (body: Body): number => (typeof body === 'string' ? body.length * 3 : (body?.length ?? 0))

/** Undefined for messages of other formats. */
export const readHead = (message: Buffer): MessageHead | undefined => {
  const value = parseJson(message.toString('utf8', 0, endOfHead(message)))
  const [name, version, replica, first, count]: readonly unknown[] = isJsonArray(value) ? value : []
  if (name !== format[0] || version !== format[1]) return undefined
  return typeof replica === 'string' && typeof first === 'number' && typeof count === 'number'
    ? { replica, first, count }
    : undefined
}

/** The items of a message, up to the first one that is incomplete. Their bodies share the bytes of the message. */
export const readItems = (message: Buffer): readonly MessageItem[] => {
  const items: MessageItem[] = []
  let at = endOfHead(message) + 1
  while (at + lengthsSize <= message.length && items.length < maxItems) {
    const ends = [0, 4, 8].map((offset) => message.readInt32LE(at + offset))
    at += lengthsSize
    const [json, body, reply] = ends.map((length) => {
      if (length < 0) return undefined
      const part = message.subarray(at, at + length)
      at += length
      return part
    })
    if (!json || at > message.length) break
    items.push({ json: json.toString(), body, reply })
  }
  return items
}

const endOfHead = (message: Buffer): number => {
  const end = message.subarray(0, maxHead).indexOf(10)
  return end === -1 ? Math.min(message.length, maxHead) : end
}
