/**
 * Decides which scenarios or preferences apply to a request: the scenarios that it names, else its preferences (the
 * header Prefer), else the active scenarios of its sandbox.
 */

import type { MatchedRequest } from '../contract/operation/validate-request.ts'
import { type Preferences, readPreferences } from '../contract/request/prefer.ts'
import { readJsonBytes } from '../contract/values/json-text.ts'
import { suggest } from '../contract/values/nearest.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import { headerOf } from '../contract/values/request-header.ts'
import type { Rejection } from '../errors.ts'
import type { IncomingRequest, Json } from '../ports.ts'
import type { Positions } from '../sandboxes/change-log.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { concernsOperation, type RequestFacts } from '../scenarios/match-condition.ts'
import { type Directive, play } from '../scenarios/play.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { maySend } from '../scenarios/step-operations.ts'
import type { RequestContext } from './request-context.ts'

export type ChosenDirective = Chosen | { readonly kind: 'rejected'; readonly rejection: Rejection }

export interface Chosen {
  readonly kind: 'chosen'
  /** Undefined if no scenario concerns the request. */
  readonly directive: Directive | undefined
  /** Whether the request named the scenarios. */
  readonly byRequest: boolean
  readonly preferences: Preferences | undefined
  /** Names of the scenarios that apply. */
  readonly scenarios: readonly string[]
}

/** For requests that name neither scenarios nor preferences, where the sandbox has no active scenario. */
export const noDirective: Chosen = {
  kind: 'chosen',
  directive: undefined,
  byRequest: false,
  preferences: undefined,
  scenarios: [],
}

export const chooseDirective = async (
  matched: MatchedRequest,
  sandbox: Sandbox,
  positions: Positions,
): Promise<ChosenDirective> => {
  const { request, query } = matched
  const read = readPreferences(request.headers, query.pairs)
  if (read.kind === 'invalid') return reject(read.message)
  const preferences = read.kind === 'preferences' ? read.preferences : undefined
  if (preferences && !namesScenario(request, query)) return { ...noDirective, preferences }
  return chooseScenarios(matched, sandbox, positions, preferences)
}

/** Whether a request names scenarios. */
export const namesScenario = ({ headers }: IncomingRequest, { pairs }: ParsedQuery): boolean =>
  headers['sandbox-scenario'] !== undefined || pairs.some(([name]) => name === '__scenario')

/** The scenarios that the request names, else those of its sandbox. */
export const chooseScenarios = async (
  matched: MatchedRequest,
  sandbox: Sandbox,
  positions: Positions,
  preferences?: Preferences,
): Promise<ChosenDirective> => {
  const { request, query } = matched
  const named = request.headers['sandbox-scenario'] ?? query.pairs.find(([name]) => name === '__scenario')?.[1]
  if (named === undefined && !concernsActive(sandbox, matched)) return noDirective
  const names = named === undefined ? sandbox.scenarios : splitNames(named)
  if (named !== undefined && names.length > maxNames)
    return reject(`a request can name at most ${maxNames} scenarios, got ${names.length}`)
  const known = sandbox.setup.scenarios
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    return reject(`there is no scenario "${unknown.slice(0, 100)}". ${suggest(unknown, [...known.keys()])}`)
  const scenarios = names.flatMap((name) => known.get(name) ?? [])
  if (!preferences && !scenarios.some((scenario) => concerns(scenario, matched))) return noDirective
  const directive = await playFor(matched, sandbox, scenarios, positions)
  return { kind: 'chosen', directive, byRequest: named !== undefined, preferences, scenarios: names }
}

/** What later steps of a request need of it. */
export const noteChosen = (context: RequestContext, { directive, scenarios }: Chosen): void => {
  context.directive = directive
  context.scenarios = scenarios
  // A step may have advanced the clock.
  if (directive) context.now = directive.clock ?? context.sandbox.now()
}

/** Each of them is looked at for the request. */
const maxNames = 32

const reject = (message: string): ChosenDirective => ({
  kind: 'rejected',
  rejection: { code: 'invalid_request', status: 400, message },
})

/** For each list of active scenarios (a sandbox replaces the list when they change), the operations asked about before. */
const concernsByScenarios = new WeakMap<readonly string[], WeakMap<object, boolean>>()

/** Whether an active scenario has a step for the operation. */
const concernsActive = ({ scenarios, setup }: Sandbox, matched: MatchedRequest): boolean => {
  let byOperation = concernsByScenarios.get(scenarios)
  if (!byOperation) {
    byOperation = new WeakMap()
    concernsByScenarios.set(scenarios, byOperation)
  }
  const known = byOperation.get(matched.operation)
  if (known !== undefined) return known
  const found = scenarios.some((name) => concerns(setup.scenarios.get(name), matched))
  byOperation.set(matched.operation, found)
  return found
}

/** Whether a scenario has a step for the operation. */
const concerns = (scenario: Scenario | undefined, { operation: { id, method, path } }: MatchedRequest): boolean =>
  scenario?.steps.some(({ when }) => concernsOperation(when, { operation: id, method, path })) ?? false

/** `none` names no scenario: it switches off those of the sandbox. */
const splitNames = (names: string | readonly string[]): readonly string[] =>
  (typeof names === 'string' ? names : names.join(','))
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none')

const playFor = async (
  { request, operation, pathParams, query }: MatchedRequest,
  sandbox: Sandbox,
  scenarios: readonly Scenario[],
  positions: Positions,
): Promise<Directive> => {
  const needsBody = scenarios.some(({ steps }) => steps.some(({ when }) => when.body !== undefined))
  const body = needsBody ? await readJson(request) : undefined
  const facts: RequestFacts = {
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    params: pathParams,
    query: query.pairs,
    header: (name) => headerOf(request, name),
    body,
  }
  const run = (): Directive =>
    play({
      scenarios,
      facts,
      counters: sandbox.counters,
      now: sandbox.now,
      advance: (milliseconds) => sandbox.clock.advance(milliseconds),
      seed: sandbox.seed,
      documents: (status) => maySend(operation, status),
    })
  return sandbox.transact(run, positions)
}

/** The body as JSON, or undefined if it is not JSON; validation reports that. */
export const readJson = async (request: IncomingRequest): Promise<Json | undefined> => {
  const read = await request.readBody()
  if (read.kind === 'rejected' || read.bytes.length === 0) return undefined
  return readJsonBytes(read.bytes)
}
