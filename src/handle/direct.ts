/**
 * What a request is to meet besides normal behaviour: the scenarios it names, else its preferences, else the scenarios
 * that are on in its sandbox (design: a scenario in the request wins over Prefer, Prefer over the sandbox's scenario).
 */

import { findResponse } from '../contract/document/operation-view.ts'
import type { MatchedRequest } from '../contract/operation/validate-request.ts'
import { type Preferences, readPreferences } from '../contract/request/prefer.ts'
import { JsonTextError, parseJsonBytes } from '../contract/values/json-text.ts'
import { suggest } from '../contract/values/nearest.ts'
import type { Rejection } from '../errors.ts'
import type { IncomingRequest, Json } from '../ports.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { concernsOperation } from '../scenarios/match-condition.ts'
import { type Directive, play } from '../scenarios/play.ts'
import type { Scenario } from '../scenarios/scenario.ts'

export interface Direction {
  readonly directive: Directive | undefined
  /** Whether the scenarios were named in the request. */
  readonly byRequest: boolean
  readonly preferences: Preferences | undefined
  /** Names of the scenarios that are on for it. */
  readonly scenarios: readonly string[]
}

export type Directed =
  | { readonly kind: 'directed'; readonly direction: Direction }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

const undirected: Extract<Directed, { kind: 'directed' }> = {
  kind: 'directed',
  direction: { directive: undefined, byRequest: false, preferences: undefined, scenarios: [] },
}

/** At once where nothing is asked for, which is nearly always. */
export const direct = (matched: MatchedRequest, sandbox: Sandbox): Directed | Promise<Directed> => {
  const { request, query } = matched
  const named = request.headers['sandbox-scenario'] ?? query.pairs.find(([name]) => name === '__scenario')?.[1]
  const read = readPreferences(request.headers, query.pairs)
  if (named === undefined && read.kind === 'none' && sandbox.scenarios.length === 0) return undirected
  if (read.kind === 'invalid')
    return { kind: 'rejected', rejection: { code: 'invalid_request', status: 400, message: read.message } }
  const preferences = read.kind === 'preferences' ? read.preferences : undefined
  if (named === undefined && preferences)
    return { kind: 'directed', direction: { ...undirected.direction, preferences } }
  if (named === undefined && !concernsSandbox(sandbox, matched)) return undirected
  const names = named === undefined ? sandbox.scenarios : splitNames(named)
  const unknown = names.find((name) => !sandbox.setup.scenarios.has(name))
  if (unknown !== undefined)
    return { kind: 'rejected', rejection: unknownScenario(unknown, [...sandbox.setup.scenarios.keys()]) }
  const scenarios = names.flatMap((name) => sandbox.setup.scenarios.get(name) ?? [])
  if (!preferences && !scenarios.some((scenario) => concerns(scenario, matched))) return undirected
  return perform(matched, sandbox, scenarios, { byRequest: named !== undefined, preferences, scenarios: names })
}

/** By the list of a sandbox's scenarios, which is another one when they change, and the operation. */
const concerned = new WeakMap<readonly string[], WeakMap<object, boolean>>()

/** Whether a scenario that is on in the sandbox has a step for the operation. */
const concernsSandbox = ({ scenarios, setup }: Sandbox, matched: MatchedRequest): boolean => {
  let operations = concerned.get(scenarios)
  if (!operations) {
    operations = new WeakMap()
    concerned.set(scenarios, operations)
  }
  const known = operations.get(matched.operation)
  if (known !== undefined) return known
  const found = scenarios.some((name) => concerns(setup.scenarios.get(name), matched))
  operations.set(matched.operation, found)
  return found
}

/** Whether a scenario has a step for the operation; without one the request goes its normal way. */
const concerns = (scenario: Scenario | undefined, { operation: { id, method, path } }: MatchedRequest): boolean =>
  scenario?.steps.some(({ when }) => concernsOperation(when, { operation: id, method, path })) ?? false

/** `none` switches the sandbox's own off. */
const splitNames = (given: string | readonly string[]): readonly string[] =>
  (typeof given === 'string' ? given : given.join(','))
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none')

const unknownScenario = (name: string, known: readonly string[]): Rejection => ({
  code: 'invalid_request',
  status: 400,
  message: `there is no scenario "${name.slice(0, 100)}"; ${suggest(name, known)}`,
})

const perform = async (
  { request, operation, pathParams, query }: MatchedRequest,
  sandbox: Sandbox,
  scenarios: readonly Scenario[],
  rest: Omit<Direction, 'directive'>,
): Promise<Directed> => {
  const needsBody = scenarios.some(({ steps }) => steps.some(({ when }) => when.body !== undefined))
  const { responses } = operation.compile()
  const facts = {
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    params: pathParams,
    query: query.pairs,
    header: (name: string) => headerOf(request, name),
    body: needsBody ? await readJson(request) : undefined,
  }
  const directive = play({
    scenarios,
    facts,
    counters: sandbox.counters,
    now: sandbox.now,
    advance: (milliseconds) => sandbox.time.advance(milliseconds),
    seed: sandbox.seed,
    documents: (status) => findResponse(responses, status) !== undefined,
  })
  return { kind: 'directed', direction: { directive, ...rest } }
}

export const headerOf = ({ headers }: IncomingRequest, name: string): string | undefined => {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return typeof value === 'string' ? value : value?.join(', ')
}

/** The body as JSON, or undefined where it is none; whether that is wrong is for the validators to say. */
export const readJson = async (request: IncomingRequest): Promise<Json | undefined> => {
  const read = await request.readBody()
  if (read.kind === 'rejected' || read.bytes.length === 0) return undefined
  try {
    return parseJsonBytes(read.bytes).exact
  } catch (error) {
    if (error instanceof JsonTextError) return undefined
    throw error
  }
}
