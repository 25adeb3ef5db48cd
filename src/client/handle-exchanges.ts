/**
 * The exchanges of a sandbox handle: listing those in the journal, and waiting for expected ones.
 */

import { type AwaitDeps, awaitExchanges, type ExchangeCondition } from '../control/actions/await-exchanges.ts'
import { type ExchangeFilter, findExchanges } from '../control/actions/find-exchanges.ts'
import { viewEntry } from '../control/actions/view-exchange.ts'
import { AwaitError, type RecordedExchange } from './await-error.ts'
import { requireKnown, type SandboxAccess } from './handle-deps.ts'

export type { ExchangeCondition, ExchangeFilter }

const filterOptions = {
  operation: true,
  method: true,
  status: true,
  violations: true,
  unmatched: true,
  notices: true,
  scenario: true,
  q: true,
  since: true,
  before: true,
  limit: true,
  order: true,
} satisfies Readonly<Record<keyof ExchangeFilter, true>>

const conditionOptions = {
  operation: true,
  method: true,
  status: true,
  where: true,
  count: true,
  exactly: true,
  atMost: true,
  since: true,
  timeout: true,
} satisfies Readonly<Record<keyof ExchangeCondition, true>>

/** The exchanges of one sandbox. */
export class HandleExchanges {
  readonly #deps: AwaitDeps
  readonly #sandbox: SandboxAccess

  constructor(deps: AwaitDeps, sandbox: SandboxAccess) {
    this.#deps = deps
    this.#sandbox = sandbox
  }

  /** Oldest first, unless the filter has another order. Rejects with ControlError 400 for an option that does not exist. */
  async list(filter: ExchangeFilter = {}): Promise<RecordedExchange[]> {
    requireKnown(filter, filterOptions, 'a filter of exchanges')
    await this.#deps.sandboxes.settleJournals()
    const searched = { sandbox: this.#sandbox.find(), service: this.#deps.service() }
    return [...(await findExchanges(searched, filter, '', { show: viewEntry }))]
  }

  /**
   * Resolves with the matching exchanges as soon as there are enough, including earlier ones. Rejects with AwaitError after
   * the timeout (default: 4s), and reports what arrived instead. Rejects with ControlError at once if no document has the
   * operation, or for an option that does not exist.
   */
  async await(condition: ExchangeCondition): Promise<RecordedExchange[]> {
    requireKnown(condition, conditionOptions, 'a condition for exchanges')
    const result = await awaitExchanges(this.#deps, await this.#sandbox.refresh(), condition, '')
    if (!result.met) throw new AwaitError(condition, result)
    return [...result.exchanges]
  }

  /** Empties the journal. */
  async clear(): Promise<void> {
    this.#sandbox.find().traffic.clear()
    this.#sandbox.report({ kind: 'exchanges', change: 'cleared' })
    await this.#deps.sandboxes.traffic.sharing?.sent()
  }
}
