/**
 * What a behaviour may use of a sandbox for one request.
 */
import type { BehaviourContext } from '../behaviours/behaviour.ts'
import type { Sandbox } from './sandbox.ts'

/** What scenarios change for one request. */
export interface ContextOptions {
  /** The scenario whose own records the request uses, and the fixture set that they start with. */
  readonly records: { readonly scenario: string; readonly set: string } | undefined
  /** Lifecycles to hold. */
  readonly hold: readonly string[]
  /** Whether the request named the scenario. Its holds then last until a reset. */
  readonly byRequest: boolean
  /** The time of the request, in epoch milliseconds; undefined: the sandbox's. */
  readonly clock: number | undefined
}

export const createBehaviourContext = (
  sandbox: Sandbox,
  { records, hold, byRequest, clock }: ContextOptions,
): BehaviourContext => {
  const { store, idempotentResponses, holdPeriods } = sandbox.state
  return {
    store: records ? sandbox.openScenarioStore(records.scenario, records.set) : store,
    clock: clock === undefined ? sandbox.now : () => clock,
    seed: sandbox.seed,
    hold: hold.length === 0 ? undefined : { lifecycles: hold, period: byRequest ? undefined : holdPeriods.current },
    holdEndedAt: (period) => sandbox.state.holdPeriods.ends.get(period),
    idempotentResponses,
    lists: sandbox.limits.lists,
    recordsOf: records?.scenario,
  }
}
