/**
 * Exchanges as tests see them, and the error for those that did not arrive. The handle of a sandbox in this process and that of
 * a server elsewhere share them, so nothing that a server needs is imported.
 */
import type { ExchangeCondition } from '../control/actions/await-exchanges.ts'
import { defaultWait } from '../control/actions/default-wait.ts'

/** A request with its response and the reasons for it. Secrets are redacted; bodies are JSON values or strings. */
export interface RecordedExchange {
  /** Sandbox-Request-Id. */
  readonly id: string
  readonly sandbox: string
  /** Time of the request, in real time and on the sandbox's clock. */
  readonly at: string
  readonly clock: string
  /** Milliseconds. */
  readonly duration: number
  /** The operationId and its document; null if no document describes the path and method. */
  readonly operation: string | null
  readonly document: string | null
  readonly request: {
    readonly method: string
    readonly path: string
    /** A list if the parameter occurs more than once. */
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
  /** Why the request was rejected; null if it was not. */
  readonly code: string | null
  readonly message: string | null
  readonly violations: readonly { readonly at: string; readonly keyword: string; readonly message: string }[]
  readonly notices: readonly { readonly kind: string; readonly names: readonly string[] }[]
  readonly unmatched: boolean
  /** The id of the exchange whose request was sent again; null for a request of a client. */
  readonly sentFrom: string | null
  readonly deprecated: boolean
}

/** An exchange that does not match an expectation, with each difference. */
export interface NearExchange {
  readonly exchange: RecordedExchange
  readonly differs: readonly string[]
}

/** The expected exchanges did not arrive in time. The message lists what arrived instead. */
export class AwaitError extends Error {
  override readonly name = 'AwaitError'
  /** Number of matching exchanges. */
  readonly count: number
  readonly exchanges: readonly RecordedExchange[]
  readonly near: readonly NearExchange[]
  constructor(condition: ExchangeCondition, result: AwaitedExchanges) {
    super(describeResult(condition, result))
    this.count = result.count
    this.exchanges = result.exchanges
    this.near = result.near
  }
}

/** What an expectation got. */
export interface AwaitedExchanges {
  readonly count: number
  readonly exchanges: readonly RecordedExchange[]
  readonly near: readonly NearExchange[]
}

const describeResult = (condition: ExchangeCondition, { count, exchanges, near }: AwaitedExchanges): string => {
  const lines =
    near.length > 0
      ? ['instead there were:', ...near.flatMap(describeNear)]
      : exchanges.length > 0
        ? ['there were:', ...exchanges.map((exchange) => `  ${describeExchange(exchange)}`)]
        : ['there were no other exchanges']
  return [`expected ${describeCondition(condition)}, got ${count}; ${lines[0]}`].concat(lines.slice(1)).join('\n')
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
