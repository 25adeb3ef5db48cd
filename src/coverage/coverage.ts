/**
 * Counts what a client's traffic has covered of the documents: for each operation its statuses, parameters, values of
 * enumerations, media types and scenarios. Counting costs a request a few lookups; names are added when a report is made.
 */

import type { Operation } from '../contract/operation/operation.ts'
import { cookiesOf } from '../contract/values/cookies.ts'
import { getOwn, isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { chooseMediaType, parseMediaType } from '../contract/values/media-type.ts'
import type { Json, JsonObject, RequestHeaders } from '../ports.ts'
import { type OperationPlan, type PlannedParameter, planOf } from './coverage-plan.ts'

type Counts<Key = string> = Map<Key, number>

export interface OperationCounts {
  readonly statuses: Counts
  /** `query.limit`, `body.status`. */
  readonly parameters: Counts
  /** `query.status=sold`. */
  readonly values: Counts
  /** As documented; all others together are `other`. */
  readonly requestTypes: Counts
  /** `200 application/json`, `200 other`. */
  readonly responseTypes: Counts
  /** Names of scenarios of which a step took effect. */
  readonly scenarios: Counts
}

/** In the order in which they are sent to other processes. */
export const countedDimensions = [
  'statuses',
  'parameters',
  'values',
  'requestTypes',
  'responseTypes',
  'scenarios',
] as const satisfies readonly (keyof OperationCounts)[]

/** The name of what clients sent that no document has. Any number of different values has one count, so that no client can fill the memory. */
const other = 'other'

/** Scenarios can be added while the server runs, so the number of names is limited. */
const maxScenarios = 1_000

/** By operation: `animal-store GET /pets`. */
export type CoverageCounts = ReadonlyMap<string, OperationCounts>

/** The parts of an exchange that are counted. */
export interface CoveredFacts {
  readonly operation: Operation
  readonly status: number
  readonly headers: RequestHeaders
  readonly query: readonly (readonly [string, string])[]
  readonly pathParams: Readonly<Record<string, string>>
  readonly body: Json | undefined
  readonly responseType: string | undefined
  readonly steps: readonly string[]
}

/** The counts of one operation. Parameters are counted by their index in the plan. */
interface Tally {
  plan: OperationPlan
  readonly statuses: Counts<number>
  readonly parameters: number[]
  /** Undefined for a parameter without an enumeration. */
  readonly values: readonly (Counts | undefined)[]
  readonly requestTypes: Counts
  readonly responseTypes: Map<string, Counts<number>>
  readonly scenarios: Counts
}

export class Coverage {
  /** By the key of the operation: the operation itself would keep its document in memory after a reload. */
  readonly #tallies = new Map<string, Tally>()
  /** Counts merged from sandboxes that no longer exist, and from documents as they were before a reload. */
  readonly #merged = new Map<string, OperationCounts>()

  count(facts: CoveredFacts): void {
    const { operation, status, headers, responseType, steps } = facts
    const tally = this.#tallyOf(operation)
    count(tally.statuses, status)
    const contentType = headers['content-type']
    const { plan } = tally
    if (typeof contentType === 'string') count(tally.requestTypes, documentedType(plan.requestTypes, contentType))
    if (responseType !== undefined)
      count(getOrCreate(tally.responseTypes, documentedType(plan.responseTypes, responseType), newStatuses), status)
    for (const parameter of plan.parameters) countParameter(tally, parameter, facts)
    for (const step of steps) countScenario(tally.scenarios, step.replace(/\/\d+$/, ''))
  }

  /** Adds the counts of another coverage. */
  add(other: Coverage): void {
    this.addCounts(other.counts())
  }

  addCounts(counts: CoverageCounts): void {
    mergeInto(this.#merged, counts)
  }

  counts(): CoverageCounts {
    const all = new Map<string, OperationCounts>()
    mergeInto(all, this.#merged)
    for (const tally of this.#tallies.values()) mergeInto(all, new Map([[tally.plan.key, nameCounts(tally)]]))
    return all
  }

  #tallyOf(operation: Operation): Tally {
    const plan = planOf(operation)
    const known = this.#tallies.get(plan.key)
    if (known?.plan === plan) return known
    if (known?.plan.parametersText === plan.parametersText) {
      known.plan = plan
      return known
    }
    // Parameters are counted by their index, which is another one after a reload that changes them.
    if (known) mergeInto(this.#merged, new Map([[plan.key, nameCounts(known)]]))
    const tally: Tally = {
      plan,
      statuses: new Map(),
      parameters: plan.parameters.map(() => 0),
      values: plan.parameters.map(({ values }) => values && new Map()),
      requestTypes: new Map(),
      responseTypes: new Map(),
      scenarios: new Map(),
    }
    this.#tallies.set(plan.key, tally)
    return tally
  }
}

/**
 * The part of a request's body that is counted: its documented properties, and the values of those with an enumeration. It
 * is counted as the whole body is.
 */
export const selectCounted = ({ operation, body }: CoveredFacts): JsonObject | undefined => {
  if (!isJsonObject(body)) return undefined
  const counted: Record<string, Json> = Object.create(null)
  for (const { in: place, name, values } of planOf(operation).parameters)
    if (place === 'body' && Object.hasOwn(body, name))
      counted[name] = values ? [getOwn(body, name) ?? null].flat().map(String) : null
  return counted
}

const newStatuses = (): Counts<number> => new Map()

const getOrCreate = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const count = <Key>(counts: Counts<Key>, key: Key, by = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** The documented media type that one of a message matches. */
const documentedType = (documented: readonly string[], mediaType: string): string => {
  if (documented.includes(mediaType)) return mediaType
  const parsed = parseMediaType(mediaType)
  return (parsed && chooseMediaType(documented, parsed)) ?? other
}

const countScenario = (scenarios: Counts, name: string): void =>
  count(scenarios, scenarios.size < maxScenarios || scenarios.has(name) ? name : other)

const countParameter = (tally: Tally, parameter: PlannedParameter, facts: CoveredFacts): void => {
  if (!isGiven(parameter, facts)) return
  const { index, values } = parameter
  tally.parameters[index] = (tally.parameters[index] ?? 0) + 1
  const counts = tally.values[index]
  if (!values || !counts) return
  for (const value of valuesOf(parameter, facts)) {
    if (values.includes(value)) count(counts, value)
    else for (const part of value.split(',')) if (values.includes(part)) count(counts, part)
  }
}

const isGiven = ({ in: place, name }: PlannedParameter, { headers, query, body }: CoveredFacts): boolean => {
  switch (place) {
    case 'path':
      return true
    case 'query':
      return query.length > 0 && query.some(([key]) => isOfParameter(key, name))
    case 'header':
      return headers[name] !== undefined
    case 'cookie':
      return headers.cookie !== undefined && cookiesOf(headers).some(([cookie]) => cookie === name)
    case 'body':
      return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.hasOwn(body, name)
  }
}

const valuesOf = (
  { in: place, name }: PlannedParameter,
  { headers, query, pathParams, body }: CoveredFacts,
): readonly string[] => {
  switch (place) {
    case 'path':
      return [String(getOwn(pathParams, name) ?? '')]
    case 'query':
      return query.flatMap(([key, value]) => (isOfParameter(key, name) ? [value] : []))
    case 'header':
      return [String(headers[name])]
    case 'cookie':
      return cookiesOf(headers).flatMap(([cookie, value]) => (cookie === name ? [value] : []))
    case 'body': {
      const value = getOwn(body, name)
      return isJsonArray(value) ? value.map(String) : [String(value)]
    }
  }
}

/** `filter[state]` is of the parameter filter. */
const isOfParameter = (key: string, name: string): boolean =>
  key === name || (key.startsWith(name) && key[name.length] === '[')

const nameCounts = ({ plan, ...tally }: Tally): OperationCounts => ({
  statuses: new Map([...tally.statuses].map(([status, times]) => [String(status), times])),
  parameters: new Map(
    plan.parameters.flatMap(({ label }, index) => {
      const times = tally.parameters[index] ?? 0
      return times === 0 ? [] : [[label, times] as const]
    }),
  ),
  values: new Map(
    plan.parameters.flatMap(({ label }, index) =>
      [...(tally.values[index] ?? [])].map(([value, times]) => [`${label}=${value}`, times] as const),
    ),
  ),
  requestTypes: tally.requestTypes,
  responseTypes: new Map(
    [...tally.responseTypes].flatMap(([type, statuses]) =>
      [...statuses].map(([status, times]) => [`${status} ${type}`, times] as const),
    ),
  ),
  scenarios: tally.scenarios,
})

const mergeInto = (target: Map<string, OperationCounts>, source: CoverageCounts): void => {
  for (const [key, counts] of source) {
    const own = getOrCreate(target, key, () => ({
      statuses: new Map(),
      parameters: new Map(),
      values: new Map(),
      requestTypes: new Map(),
      responseTypes: new Map(),
      scenarios: new Map(),
    }))
    for (const dimension of countedDimensions)
      for (const [name, times] of counts[dimension]) count(own[dimension], name, times)
  }
}
