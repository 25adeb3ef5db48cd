/**
 * The body of a request on its way to the real service. A short one is read first and sent in one piece. Any other is streamed
 * as fast as the service takes it, and copied up to a limit.
 */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { isHttp2, streamOf } from '../http/http2-exchange.ts'
import { whenBodyFails } from '../http/read-body.ts'
import type { ReadBody } from '../ports.ts'
import { BodyCopy, overLimit } from './body-copy.ts'

export interface RequestBody {
  /** For the HTTP client; null: the request has no body. */
  readonly content: Buffer | Readable | null
  /** The body, decompressed, when all of it has arrived; or why it was not copied. */
  readonly read: () => Promise<ReadBody>
  /** As it was sent, as far as it has arrived; undefined beyond the limit. */
  readonly sent: () => Buffer | undefined
  /** Whether the client has sent less than it announced, or something that is not HTTP. */
  readonly failure: () => ReadBody | undefined
  /** Whether nothing more of it will arrive. */
  readonly isComplete: () => boolean
}

export interface BodyLimits {
  /** Bytes of the copy. */
  readonly copied: number
  /** Whether the body is read to the limit before it is forwarded. Otherwise only a short one is. */
  readonly isHeld: boolean
}

/** Bytes of a body that is read before it is sent on: one piece costs less than a stream. */
const short = 64 * 1024

export const openRequestBody = async (
  request: IncomingMessage,
  { copied, isHeld }: BodyLimits,
): Promise<RequestBody> => {
  const encoding = request.headers['content-encoding']
  const copy = new BodyCopy(copied)
  if (!hasBody(request))
    return {
      content: null,
      read: () => copy.read(encoding),
      sent: () => undefined,
      failure: noFailure,
      isComplete: () => true,
    }
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  const incoming = new IncomingBody(request, copy)
  const held = isHeld ? copied : length <= short ? short : 0
  const whole = held > 0 ? await incoming.collect(held) : undefined
  return {
    content: whole ?? incoming.stream(),
    read: async () => (await incoming.whole) ?? copy.read(encoding),
    sent: () => copy.bytes(),
    failure: () => incoming.failure,
    isComplete: () => incoming.isEnded,
  }
}

const noFailure = (): undefined => undefined

/** HTTP/2 says with the headers whether a body follows them. */
const hasBody = (request: IncomingMessage): boolean => {
  const { headers } = request
  if (isHttp2(request)) return streamOf(request)?.endAfterHeaders === false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const endedEarly: ReadBody = { kind: 'rejected', code: 'invalid_request', message: 'body ended before it was complete' }

class IncomingBody {
  readonly #request: IncomingMessage
  readonly #copy: BodyCopy
  /** Resolves at the end of the body or of its copy: undefined, or why it is incomplete. */
  readonly whole: Promise<ReadBody | undefined>
  failure: ReadBody | undefined
  #held: Buffer[] = []
  #heldSize = 0
  #isEnded = false
  #target: ForwardedBody | undefined
  #onProgress: (() => void) | undefined
  #finish: (failure: ReadBody | undefined) => void = () => {}

  constructor(request: IncomingMessage, copy: BodyCopy) {
    this.#request = request
    this.#copy = copy
    this.whole = new Promise((resolve) => {
      this.#finish = resolve
    })
    request.on('data', (chunk: Buffer) => this.#receive(chunk))
    request.on('end', () => this.#end(undefined))
    request.on('error', () => this.#end(endedEarly))
    request.on('close', () => this.#end(endedEarly))
    whenBodyFails(request, (failure) => this.#end(failure))
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Reads at most about `limit` bytes. The whole body, or undefined if it is longer. */
  async collect(limit: number): Promise<Buffer | undefined> {
    await new Promise<void>((resolve) => {
      this.#onProgress = () => {
        if (this.#isEnded || this.#heldSize > limit) resolve()
      }
      this.#onProgress()
    })
    this.#onProgress = undefined
    if (!this.#isEnded) {
      this.#request.pause()
      return undefined
    }
    return this.#held.length === 1 ? this.#held[0] : Buffer.concat(this.#held)
  }

  /** What was read, followed by the rest. */
  stream(): Readable {
    const target = new ForwardedBody(this.#request)
    this.#target = target
    for (const chunk of this.#held) target.push(chunk)
    this.#held = []
    if (this.#isEnded) target.finish(this.failure)
    return target
  }

  #receive(chunk: Buffer): void {
    if (this.#isEnded) return
    this.#copy.add(chunk)
    // Whoever validates the body does not wait for the rest.
    if (this.#copy.isOver) this.#finish(overLimit(this.#copy.limit))
    if (this.#target) {
      if (!this.#target.destroyed && !this.#target.push(chunk)) this.#request.pause()
      return
    }
    this.#held.push(chunk)
    this.#heldSize += chunk.length
    if (this.#onProgress) this.#onProgress()
    // Nobody takes it yet.
    else this.#request.pause()
  }

  #end(failure: ReadBody | undefined): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.failure = failure
    this.#finish(failure)
    this.#onProgress?.()
    this.#target?.finish(failure)
  }
}

/**
 * The stream for the HTTP client. Not the request itself: the client destroys a stream when the service fails, and with the
 * request the connection would end on which the error is to be sent.
 */
class ForwardedBody extends Readable {
  readonly #request: IncomingMessage

  constructor(request: IncomingMessage) {
    super()
    this.#request = request
    this.on('error', () => {})
  }

  finish(failure: ReadBody | undefined): void {
    if (this.destroyed) return
    if (failure) this.destroy(new IncompleteError('the client did not send the whole body'))
    else this.push(null)
  }

  override _read(): void {
    this.#request.resume()
  }

  /** What the client still sends is discarded, so that it can read the response. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#request.resume()
    callback(error)
  }
}

class IncompleteError extends Error {
  override readonly name = 'IncompleteError'
}
