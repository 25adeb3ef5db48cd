/**
 * A copy of a body that passes through, up to a limit. It is what is validated, recorded and shown; the body itself may have
 * any size.
 */
import { undoCodings } from '../http/read-body.ts'
import type { ReadBody } from '../ports.ts'

export class BodyCopy {
  readonly limit: number
  #chunks: Buffer[] = []
  #size = 0
  #isOver = false

  constructor(limit: number) {
    this.limit = limit
  }

  add(chunk: Buffer): void {
    if (this.#isOver) return
    this.#size += chunk.length
    if (this.#size > this.limit) {
      this.#isOver = true
      this.#chunks = []
    } else this.#chunks.push(chunk)
  }

  /** Whether the body is larger than the limit: there is no copy then. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** As it was sent; undefined beyond the limit. */
  bytes(): Buffer | undefined {
    if (this.#isOver) return undefined
    const [only = empty, ...others] = this.#chunks
    return others.length === 0 ? only : Buffer.concat(this.#chunks)
  }

  /** Decompressed, within the limit. */
  async read(encoding: string | undefined): Promise<ReadBody> {
    const bytes = this.bytes()
    return bytes ? undoCodings({ kind: 'bytes', bytes }, encoding, this.limit) : overLimit(this.limit)
  }
}

const empty = Buffer.alloc(0)

export const overLimit = (limit: number): ReadBody => ({
  kind: 'rejected',
  code: 'payload_too_large',
  message: `body is larger than ${limit} bytes, so it was forwarded without validation; --max-body raises the limit`,
})
