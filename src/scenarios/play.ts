/**
 * Plays scenarios for one request: decides which step answers and what the others change. Counting is synchronous, so a
 * hundred concurrent requests see each number once.
 */
import { fractionOf } from '../contract/values/random.ts'
import type { Fault } from '../ports.ts'
import { matchesCondition, type RequestFacts } from './match-condition.ts'
import {
  type CallRange,
  type Deliver,
  type DeliverOrder,
  isGeneral,
  type Limit,
  type Scenario,
  type ScriptedResponse,
  type Step,
} from './scenario.ts'

/** What the scenarios decide about one request. */
export interface Directive {
  /** The step that answers; undefined: the request is handled as usual. */
  readonly answer: ScriptedAnswer | undefined
  /** Milliseconds of real time. */
  readonly delay: number
  readonly hold: readonly string[]
  /** The time at which the request takes place, in epoch milliseconds; undefined: the sandbox's. */
  readonly clock: number | undefined
  /** The scenario whose records the request uses, and the fixture set that they start with. */
  readonly records: { readonly scenario: string; readonly set: string } | undefined
  /** What becomes of the deliveries that the request causes; undefined: the usual. */
  readonly deliver: DeliverOrder | undefined
  /** State of the limits that were not exceeded, for response headers. */
  readonly limits: readonly LimitState[]
  /** Steps that took effect, in order: `flaky/1`. */
  readonly trace: readonly string[]
  /** Steps for every operation that were skipped, because the operation does not document their status. */
  readonly passedOver: readonly string[]
}

export type ScriptedAnswer =
  | {
      readonly kind: 'respond'
      readonly step: Step
      readonly respond: ScriptedResponse
      readonly fault: Fault | undefined
    }
  | { readonly kind: 'fault'; readonly step: Step; readonly fault: Fault }
  | { readonly kind: 'limited'; readonly step: Step; readonly state: LimitState }

export interface LimitState {
  readonly limit: Limit
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly resetIn: number
}

/** A sandbox's position in its scenarios. A reset clears it. */
export interface Counters {
  readonly calls: Map<string, number>
  readonly windows: Map<string, { startedAt: number; used: number }>
  /** How many random delays were drawn. */
  draws: number
}

export const createCounters = (): Counters => ({ calls: new Map(), windows: new Map(), draws: 0 })

export const copyCounters = ({ calls, windows, draws }: Counters): Counters => ({
  calls: new Map(calls),
  windows: new Map([...windows].map(([step, window]) => [step, { ...window }])),
  draws,
})

export interface PlayParts {
  readonly scenarios: readonly Scenario[]
  readonly facts: RequestFacts
  readonly counters: Counters
  /** Epoch milliseconds on the sandbox's clock. */
  readonly now: () => number
  /** Advances the sandbox's clock. */
  readonly advance: (milliseconds: number) => void
  /** The sandbox's seed, for random delays. */
  readonly seed: number
  /** Whether the operation documents a status. */
  readonly documents: (status: number) => boolean
}

const nothing: Directive = {
  answer: undefined,
  delay: 0,
  hold: [],
  clock: undefined,
  records: undefined,
  deliver: undefined,
  limits: [],
  trace: [],
  passedOver: [],
}

export const play = (parts: PlayParts): Directive => {
  const { scenarios, facts, counters, now, advance, documents } = parts
  if (scenarios.length === 0) return nothing
  const due = scenarios.flatMap(({ name, steps }) =>
    steps.filter((step) => isDue(step, facts, counters)).map((step) => ({ scenario: name, step })),
  )
  let directive: Directive = nothing
  for (const { scenario, step } of due) {
    if (isUndocumented(step, documents)) {
      directive = { ...directive, passedOver: [...directive.passedOver, step.id] }
      continue
    }
    directive = applyStep(directive, { step, scenario }, parts)
    if (step.advance !== undefined) advance(step.advance)
    const state = step.limit && consumeLimit(step, step.limit, counters, directive.clock ?? now())
    const answer = answerOf(step, state)
    if (answer) return { ...directive, answer }
    if (state) directive = { ...directive, limits: [...directive.limits, state] }
  }
  return directive
}

/** Counts the call if the rest of the condition matches, even if an earlier step answers. */
const isDue = (step: Step, facts: RequestFacts, { calls }: Counters): boolean => {
  if (!matchesCondition(step.when, facts)) return false
  if (!step.call) return true
  const count = (calls.get(step.id) ?? 0) + 1
  calls.set(step.id, count)
  return isInRange(step.call, count)
}

const isInRange = (range: CallRange, count: number): boolean =>
  range.kind === 'every' ? count % range.every === 0 : count >= range.from && count <= range.to

/** A step for every operation answers only where its status is documented. */
const isUndocumented = ({ when, respond, ignoresContract }: Step, documents: PlayParts['documents']): boolean =>
  respond !== undefined && !ignoresContract && isGeneral(when) && !documents(respond.status)

interface Due {
  readonly scenario: string
  readonly step: Step
}

/** A delay between its bounds, the same for the same seed and number of the draw. */
const drawDelay = ({ id, delay }: Step, seed: number, counters: Counters): number =>
  delay === undefined
    ? 0
    : delay.min + (delay.max - delay.min) * (delay.min === delay.max ? 0 : fractionOf(seed, id, counters.draws++))

const applyStep = (directive: Directive, { step, scenario }: Due, { seed, counters }: PlayParts): Directive => ({
  ...directive,
  delay: directive.delay + drawDelay(step, seed, counters),
  hold: [...directive.hold, ...step.hold],
  clock: step.clock ?? directive.clock,
  records: step.records === undefined ? directive.records : { scenario, set: step.records },
  deliver: step.deliver === undefined ? directive.deliver : { ...directive.deliver, ...orderOf(step, step.deliver) },
  trace: [...directive.trace, step.id],
})

/** The step is named where a delivery is discarded. */
const orderOf = ({ id }: Step, deliver: Deliver): DeliverOrder => {
  switch (deliver.kind) {
    case 'drop':
      return { drop: id }
    case 'twice':
      return { twice: true }
    case 'late':
      return { late: deliver.by }
    case 'unsigned':
      return { unsigned: true }
  }
}

const answerOf = (
  step: Step,
  state: (LimitState & { readonly exceeded: boolean }) | undefined,
): ScriptedAnswer | undefined => {
  if (state?.exceeded) return { kind: 'limited', step, state }
  if (step.respond) return { kind: 'respond', step, respond: step.respond, fault: step.fault }
  return step.fault ? { kind: 'fault', step, fault: step.fault } : undefined
}

/** A fixed window that begins with its first request. Setting the clock back begins a new one. */
const consumeLimit = (
  { id }: Step,
  limit: Limit,
  { windows }: Counters,
  now: number,
): LimitState & { readonly exceeded: boolean } => {
  const known = windows.get(id)
  const isOpen = known !== undefined && now >= known.startedAt && now < known.startedAt + limit.per
  const window = isOpen ? known : { startedAt: now, used: 0 }
  windows.set(id, window)
  const exceeded = window.used >= limit.requests
  if (!exceeded) window.used++
  return { limit, exceeded, remaining: limit.requests - window.used, resetIn: window.startedAt + limit.per - now }
}
