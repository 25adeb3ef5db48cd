/**
 * What came to a sandbox, as a test asks for it: the exchanges that its journal holds, and waiting for those to come.
 */

import {
  type AwaitResult,
  awaitExchanges,
  defaultWait,
  type Awaited as ExchangeCondition,
  type ExchangeFilter,
  findExchanges,
} from '../control/actions/exchanges.ts'
import { viewExchange } from '../control/actions/view-exchange.ts'
import type { JsonObject } from '../ports.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import type { FindSandbox } from './handle-parts.ts'

export type { ExchangeCondition, ExchangeFilter }

/** A request with its response, and why it was answered so. Secrets are taken out; bodies are JSON values or texts. */
export interface RecordedExchange {
  /** Sandbox-Request-Id. */
  readonly id: string
  readonly sandbox: string
  /** When it came, in real time and on the sandbox's clock. */
  readonly at: string
  readonly clock: string
  /** Milliseconds. */
  readonly duration: number
  /** The operationId, and the document that it is in; null where no document has the path and method. */
  readonly operation: string | null
  readonly document: string | null
  readonly request: {
    readonly method: string
    readonly path: string
    /** A list where a name came more than once. */
    readonly query: Readonly<Record<string, string | readonly string[]>>
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
    /** How the connection was broken. */
    readonly fault?: string
  }
  /** Steps of scenarios that took effect: `flaky/1`. */
  readonly scenario: readonly string[]
  /** Why it was rejected; null where it was not. */
  readonly code: string | null
  readonly message: string | null
  readonly violations: readonly { readonly at: string; readonly keyword: string; readonly message: string }[]
  readonly notices: readonly { readonly kind: string; readonly names: readonly string[] }[]
  readonly unmatched: boolean
  readonly deprecated: boolean
}

/** An exchange that came where another was waited for, and each way in which it differs. */
export interface NearExchange {
  readonly exchange: RecordedExchange
  readonly differs: readonly string[]
}

/** What was waited for did not come. The message prints what came instead. */
export class AwaitError extends Error {
  override readonly name = 'AwaitError'
  /** How many there were. */
  readonly count: number
  readonly exchanges: readonly RecordedExchange[]
  readonly near: readonly NearExchange[]
  constructor(condition: ExchangeCondition, result: AwaitResult) {
    super(describeResult(condition, result))
    this.count = result.count
    this.exchanges = result.exchanges.map(toRecorded)
    this.near = result.near.map(toNear)
  }
}

/** The exchanges of one sandbox. */
export class HandleExchanges {
  readonly #sandboxes: Sandboxes
  readonly #sandbox: FindSandbox

  constructor(sandboxes: Sandboxes, sandbox: FindSandbox) {
    this.#sandboxes = sandboxes
    this.#sandbox = sandbox
  }

  /** Oldest first. */
  async list(filter: ExchangeFilter = {}): Promise<RecordedExchange[]> {
    return findExchanges(this.#sandbox(), filter, '').map((exchange) => toRecorded(viewExchange(exchange)))
  }

  /**
   * Resolves with those that fit as soon as there are enough, counting what came before. Rejects with AwaitError, which
   * prints what came instead, when the time (default 4s) has passed.
   */
  async await(condition: ExchangeCondition): Promise<RecordedExchange[]> {
    const result = await awaitExchanges(this.#sandboxes, this.#sandbox(), condition, '')
    if (!result.met) throw new AwaitError(condition, result)
    return result.exchanges.map(toRecorded)
  }

  /** Empties the journal. */
  async clear(): Promise<void> {
    this.#sandbox().journal.clear()
  }
}

/** The view is JSON without a type of its own; RecordedExchange says what src/control/actions/view-exchange.ts puts in it. */
const toRecorded = (view: JsonObject): RecordedExchange => view as unknown as RecordedExchange

const toNear = ({ exchange, differs }: AwaitResult['near'][number]): NearExchange => ({
  exchange: toRecorded(exchange),
  differs,
})

const describeResult = (condition: ExchangeCondition, { count, exchanges, near }: AwaitResult): string => {
  const lines =
    near.length > 0
      ? ['what came instead:', ...near.map(toNear).flatMap(describeNear)]
      : exchanges.length > 0
        ? ['what came:', ...exchanges.map((exchange) => `  ${describeExchange(toRecorded(exchange))}`)]
        : ['nothing else came']
  return [`expected ${describeCondition(condition)}, there ${count === 1 ? 'was 1' : `were ${count}`}; ${lines[0]}`]
    .concat(lines.slice(1))
    .join('\n')
}

const describeCondition = (condition: ExchangeCondition): string => {
  const { operation, method, status, where, count, exactly, atMost, timeout = defaultWait } = condition
  const number = exactly ?? atMost ?? count ?? 1
  const bound = exactly === undefined ? (atMost === undefined ? 'at least ' : 'at most ') : 'exactly '
  const parts = [
    ...(operation === undefined ? [] : [`of ${operation}`]),
    ...(method === undefined ? [] : [`with ${method.toUpperCase()}`]),
    ...(status === undefined ? [] : [`with status ${status}`]),
    ...(where === undefined ? [] : [`where ${JSON.stringify(where)}`]),
  ]
  return [`${bound}${number} ${number === 1 ? 'exchange' : 'exchanges'}`, ...parts, `within ${timeout}`].join(' ')
}

const describeNear = ({ exchange, differs }: NearExchange): readonly string[] => [
  `  ${describeExchange(exchange)}`,
  ...differs.map((difference) => `    ${difference}`),
]

const describeExchange = ({ request, response, operation }: RecordedExchange): string =>
  `${request.method} ${request.path} → ${response.status} (${operation ?? 'unmatched'})`
