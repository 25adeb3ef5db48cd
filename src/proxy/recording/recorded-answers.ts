/**
 * The latest answer to each request of a recording, and which of them records do not give: these become scenarios.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import type { Json, RequestHeaders } from '../../ports.ts'

export interface RecordedAnswer {
  readonly operation: Operation
  readonly method: string
  /** Path with the base path of the document, and query; not decoded. */
  readonly path: string
  readonly query: string
  readonly pathParams: Readonly<Record<string, string>>
  /** The documented parameters of the query that are not credentials: a scenario distinguishes only these. */
  readonly queryPairs: readonly (readonly [string, string])[]
  readonly requestType: string | undefined
  readonly request: Json | undefined
  /** The headers of the request as they were sent, for comparisons. They are never written. */
  readonly sent: RequestHeaders
  /** Whether the request had the credentials that the document requires, valid or not. */
  readonly hasCredentials: boolean
  readonly status: number
  readonly responseType: string | undefined
  /** JSON; text for any other media type. */
  readonly response: Json | undefined
  readonly isJson: boolean
  /** Documented headers of the response. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the response broke its contract. */
  readonly isInvalid: boolean
  /** Whether records give this answer: it is a success of an operation with a behaviour. */
  readonly isOfRecords: boolean
  /** The resource of the operation, and how often it had changed. */
  readonly resource: string | undefined
  readonly changes: number
}

/** Requests that are distinguished, and estimated bytes of memory for them and their answers. */
export const answerLimits = { count: 5_000, memory: 128 * 1024 * 1024 }

interface HeldAnswer {
  readonly answer: RecordedAnswer
  readonly memory: number
}

export class RecordedAnswers {
  readonly #answers = new Map<string, HeldAnswer>()
  #memory = 0
  skipped = 0

  /** `memory`: estimated bytes of the exchange. */
  observe(answer: RecordedAnswer, memory: number): void {
    const { operation, method, path, queryPairs, request, sent, hasCredentials } = answer
    const { accept, 'content-type': type } = sent
    const key = JSON.stringify(
      [operation.id, method, path, queryPairs, request ?? null, hasCredentials, accept, type],
      showBigint,
    )
    // Any credential is accepted later, so that the answer to a valid one is the one to keep.
    if (answer.status === 401 && hasCredentials && this.#answers.has(key)) return
    // The latest answer comes last.
    this.#forget(key)
    const held = { answer, memory: memory + 2 * key.length }
    if (this.#answers.size < answerLimits.count && this.#memory + held.memory <= answerLimits.memory) {
      this.#answers.set(key, held)
      this.#memory += held.memory
    } else this.skipped++
  }

  #forget(key: string): void {
    this.#memory -= this.#answers.get(key)?.memory ?? 0
    this.#answers.delete(key)
  }

  get all(): readonly RecordedAnswer[] {
    return [...this.#answers.values()].map(({ answer }) => answer)
  }
}

const showBigint = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
