/**
 * Writes the response of the real service to the client as it arrives. A response that is to be validated is held back first, so
 * that its headers can say what is wrong: until it is complete, or up to the limit of its copy.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findHeader } from '../contract/values/header-list.ts'
import { breakAfter, isHttp2, writeHttp2Head } from '../http/http2-exchange.ts'
import { sendableHeaders } from '../http/sendable-headers.ts'
import { endWithBytes } from '../http/write-reply.ts'
import { BodyCopy } from './body-copy.ts'

export interface RelayHead {
  readonly status: number
  readonly statusText: string
  /** Name, value, name, value. */
  readonly headers: string[]
}

export class ResponseRelay {
  readonly copy: BodyCopy
  readonly #response: ServerResponse
  readonly #isBodiless: boolean
  readonly #isHttp2: boolean
  #held: Buffer[] | undefined
  #head: RelayHead | undefined
  #onDrain: () => void = () => {}

  constructor(request: IncomingMessage, response: ServerResponse, limit: number) {
    this.#response = response
    this.#isBodiless = request.method === 'HEAD'
    this.#isHttp2 = isHttp2(request)
    this.copy = new BodyCopy(limit)
    response.on('drain', () => this.#onDrain())
  }

  /** From now on chunks are held back. */
  hold(): void {
    this.#held = []
  }

  get isHeld(): boolean {
    return this.#held !== undefined
  }

  get isStarted(): boolean {
    return this.#head !== undefined
  }

  /** False: the service must pause until `resume` is called. */
  write(chunk: Buffer, resume: () => void): boolean {
    this.copy.add(chunk)
    if (this.#held) {
      this.#held.push(chunk)
      return true
    }
    this.#onDrain = resume
    return this.#response.write(chunk)
  }

  /** Sends the head, and what was held back. */
  start(head: RelayHead): void {
    this.#head = head
    this.#writeHead(head)
    for (const chunk of this.#held ?? []) this.#response.write(chunk)
    this.#held = undefined
  }

  /** Sends what has not been sent. `head` is that of a response that was held back to its end. */
  end(head: RelayHead | undefined, trailers: readonly string[]): void {
    const held = this.#held ?? []
    this.#held = undefined
    const [first = empty] = held
    const body = held.length > 1 ? Buffer.concat(held) : first
    if (head && trailers.length === 0 && this.#canHaveLength(head)) {
      this.#endWhole(head, body)
      return
    }
    if (head) {
      this.#head = head
      this.#writeHead(head)
    }
    if (trailers.length > 0) this.#addTrailers(trailers)
    if (body.length === 0) this.#response.end()
    else this.#response.end(body)
  }

  #canHaveLength({ status }: RelayHead): boolean {
    return !this.#isHttp2 && !this.#isBodiless && status >= 200 && status !== 204 && status !== 304
  }

  /** In one piece: the framing of a body is a matter of each connection (RFC 9112, section 6). */
  #endWhole(head: RelayHead, body: Buffer): void {
    const { status, statusText, headers } = head
    const hasLength = findHeader(headers, 'Content-Length') !== undefined
    this.#head = hasLength ? head : { status, statusText, headers: [...headers, 'Content-Length', String(body.length)] }
    this.#writeHead(this.#head)
    endWithBytes(this.#response, body)
  }

  /** The connection ends in the middle of the response, as that of the service did. */
  break(): void {
    // What has been written is sent first.
    if (this.#isHttp2) {
      breakAfter(this.#response, Buffer.alloc(0))
      return
    }
    const { socket } = this.#response
    if (socket && !socket.destroyed && typeof socket.destroySoon === 'function') socket.destroySoon()
    else this.#response.destroy()
  }

  #addTrailers(trailers: readonly string[]): void {
    const pairs = toPairs(trailers)
    // HTTP/2 takes an object only.
    this.#response.addTrailers(this.#isHttp2 ? Object.fromEntries(pairs) : pairs)
  }

  #writeHead({ status, statusText, headers }: RelayHead): void {
    if (this.#isHttp2) {
      writeHttp2Head(this.#response, status, headers)
      return
    }
    const text = statusText === '' ? undefined : statusText
    try {
      this.#write(status, text, headers)
    } catch (error) {
      if (this.#response.headersSent) throw error
      this.#write(status, undefined, sendableHeaders(headers))
    }
    if (!this.#isBodiless) return
    this.#response.flushHeaders()
  }

  #write(status: number, text: string | undefined, headers: string[]): void {
    if (text === undefined) this.#response.writeHead(status, headers)
    else this.#response.writeHead(status, text, headers)
  }
}

const empty = Buffer.alloc(0)

const toPairs = (headers: readonly string[]): [string, string][] =>
  headers.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []))
