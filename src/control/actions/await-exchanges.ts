/**
 * Waits for expected exchanges of a sandbox, and reports what arrived instead.
 */
import { parseInstant } from '../../contract/values/time.ts'
import { type Exchange, isDelivery } from '../../journal/exchange.ts'
import type { Service } from '../../loading/service.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { differences, readExpectation } from './compare-exchange.ts'
import { ControlError, quote } from './control-error.ts'
import { defaultWait } from './default-wait.ts'
import type { ExchangeFilter } from './find-exchanges.ts'
import { requireOperation } from './known-names.ts'
import { readDuration } from './read-time.ts'
import { type ExchangeView, viewExchange } from './view-exchange.ts'

const isSince = (
  exchanges: readonly Exchange[],
  since: string | undefined,
  at: string,
): ((exchange: Exchange) => boolean) => {
  if (since === undefined) return () => true
  const index = exchanges.findIndex(({ id }) => id === since)
  if (index !== -1) {
    const earlier = new Set(exchanges.slice(0, index + 1))
    return (exchange) => !earlier.has(exchange)
  }
  const time = parseInstant(since)
  if (time !== undefined) return (exchange) => exchange.at > time
  throw new ControlError(
    400,
    `${at}since must be a time such as 2030-12-06T00:00:00Z or the id of an exchange in the journal, got ${quote(since)}`,
  )
}

/** The exchanges to wait for. At most one of `count`, `exactly` and `atMost` can be given. */
export interface ExchangeCondition extends Pick<ExchangeFilter, 'operation' | 'method' | 'since'> {
  readonly status?: number | undefined
  /** A subset of the exchange, with the matchers of scenarios. */
  readonly where?: unknown
  /** Minimum number; resolves as soon as it is reached. Default: 1. */
  readonly count?: number | undefined
  /** Exact number; decided at the timeout, or as soon as there are more. */
  readonly exactly?: number | undefined
  /** Maximum number; decided at the timeout, or as soon as there are more. */
  readonly atMost?: number | undefined
  /** A duration such as `5s`, at most 10m. Default: 4s. */
  readonly timeout?: string | undefined
}

export interface AwaitResult {
  readonly met: boolean
  /** Number of matching exchanges. */
  readonly count: number
  readonly exchanges: readonly ExchangeView[]
  /** Other exchanges with their differences, nearest first. Empty if the condition is met. */
  readonly near: readonly { readonly exchange: ExchangeView; readonly differs: readonly string[] }[]
}

export const maxWait = 600_000
const maxNear = 5
/** The latest of those that match. More are counted only. */
const maxFound = 1_000

export interface AwaitDeps {
  readonly sandboxes: Sandboxes
  readonly service: () => Service
  /** Calls back when nobody needs the result any more. Returns the function that unsubscribes. Default: somebody always does. */
  readonly whenOver?: (listener: () => void) => () => void
}

/**
 * Resolves as soon as the result is certain, at the latest at the timeout or when nobody needs it any more. `at` is the prefix
 * of property names in errors: `body.` for a request. Rejects with ControlError 400.
 */
export const awaitExchanges = async (
  deps: AwaitDeps,
  sandbox: Sandbox,
  condition: ExchangeCondition,
  at: string,
): Promise<AwaitResult> => {
  const { sandboxes, service } = deps
  requireOperation(service(), condition.operation, at)
  const bounds = readBounds(condition, at)
  const timeout = readDuration(condition.timeout ?? defaultWait, `${at}timeout`)
  if (timeout > maxWait) throw new ControlError(400, `${at}timeout must be at most 10m`)
  const { differ, matches } = createComparison(condition, at)
  await sandboxes.settleJournals()
  const since = isSince(sandbox.journal.exchanges, condition.since, at)
  const found = sandbox.journal.exchanges.filter((exchange) => since(exchange) && matches(exchange))
  let count = found.length
  if (!bounds.isCertain(count)) {
    await waitFor(deps, sandbox, timeout, (exchange) => {
      if (!since(exchange) || !matches(exchange)) return false
      count++
      found.push(exchange)
      if (found.length > maxFound) found.shift()
      return bounds.isCertain(count)
    })
  }
  const met = bounds.isMet(count)
  const known = new Set(found)
  const others = met
    ? []
    : sandbox.journal.exchanges.filter((exchange) => since(exchange) && !known.has(exchange) && !isDelivery(exchange))
  return {
    met,
    count,
    exchanges: found.map(viewExchange),
    near: others
      .map((exchange) => ({ exchange: viewExchange(exchange), differs: differ(exchange) }))
      .sort((a, b) => a.differs.length - b.differs.length)
      .slice(0, maxNear),
  }
}

interface Bounds {
  readonly isMet: (count: number) => boolean
  /** Whether later exchanges cannot change the result. */
  readonly isCertain: (count: number) => boolean
}

const readBounds = ({ count, exactly, atMost }: ExchangeCondition, at: string): Bounds => {
  if ([count, exactly, atMost].filter((bound) => bound !== undefined).length > 1)
    throw new ControlError(400, `only one of ${at}count, ${at}exactly and ${at}atMost can be given`)
  if (exactly !== undefined) return { isMet: (found) => found === exactly, isCertain: (found) => found > exactly }
  if (atMost !== undefined) return { isMet: (found) => found <= atMost, isCertain: (found) => found > atMost }
  const min = count ?? 1
  return { isMet: (found) => found >= min, isCertain: (found) => found >= min }
}

interface Comparison {
  /** Every difference from the condition. */
  readonly differ: (exchange: Exchange) => readonly string[]
  /** Whether nothing differs. Cheaper than `differ`, because it is called for each request of the sandbox. */
  readonly matches: (exchange: Exchange) => boolean
}

const createComparison = ({ operation, method, status, where }: ExchangeCondition, at: string): Comparison => {
  const expectation = where === undefined ? undefined : readExpectation(where, `${at}where`)
  const differOutside = (exchange: Exchange): readonly string[] => [
    ...differs('operation', operation, exchange.operation?.id ?? null),
    ...differs('request.method', method?.toUpperCase(), exchange.method),
    ...differs('response.status', status, exchange.reply.status),
  ]
  const differInside = (exchange: Exchange): readonly string[] =>
    expectation ? differences(expectation, viewExchange(exchange), '') : []
  return {
    differ: (exchange) => [...differOutside(exchange), ...differInside(exchange)],
    // Deliveries are awaited by a route of their own.
    matches: (exchange) =>
      !isDelivery(exchange) && differOutside(exchange).length === 0 && differInside(exchange).length === 0,
  }
}

const differs = (
  at: string,
  expected: string | number | undefined,
  value: string | number | null,
): readonly string[] =>
  expected === undefined || expected === value ? [] : [`${at} must be ${expected}, got ${value ?? 'none'}`]

/** Resolves when `isEnough` is true for a new exchange of the sandbox, at the timeout, or when nobody waits any more. */
const waitFor = (
  { sandboxes, whenOver }: AwaitDeps,
  sandbox: Sandbox,
  timeout: number,
  isEnough: (exchange: Exchange) => boolean,
): Promise<void> =>
  new Promise((resolve) => {
    sandbox.waiters++
    let isWaiting = true
    let stopOver: (() => void) | undefined
    const end = (): void => {
      if (!isWaiting) return
      isWaiting = false
      sandbox.waiters--
      clearTimeout(timer)
      stop()
      stopOver?.()
      resolve()
    }
    // An exchange that another replica handled before the timeout counts.
    const timer = setTimeout(async () => {
      await sandboxes.settleJournals()
      end()
    }, timeout)
    const stop = sandboxes.budget.listenTo(sandbox.id, (exchange) => {
      if (isEnough(exchange)) end()
    })
    stopOver = whenOver?.(end)
    if (!isWaiting) stopOver?.()
  })
