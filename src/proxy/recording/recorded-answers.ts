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

/** More requests are not distinguished. */
const maxAnswers = 5_000

export class RecordedAnswers {
  readonly #answers = new Map<string, RecordedAnswer>()
  skipped = 0

  observe(answer: RecordedAnswer): void {
    const { operation, method, path, query, request, sent, hasCredentials } = answer
    const { accept, 'content-type': type } = sent
    const key = JSON.stringify(
      [operation.id, method, path, query, request ?? null, hasCredentials, accept, type],
      showBigint,
    )
    // Any credential is accepted later, so that the answer to a valid one is the one to keep.
    if (answer.status === 401 && hasCredentials && this.#answers.has(key)) return
    // The latest answer comes last.
    this.#answers.delete(key)
    if (this.#answers.size < maxAnswers) this.#answers.set(key, answer)
    else this.skipped++
  }

  get all(): readonly RecordedAnswer[] {
    return [...this.#answers.values()]
  }
}

const showBigint = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
