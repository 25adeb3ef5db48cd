/**
 * What a client's traffic has exercised of the contract: for each operation its statuses, parameters, values of
 * enumerations, media types and scenarios, with how often. Counting costs a request some look-ups and nothing else.
 */
import { getOwn, isObject, itemsOf } from '../contract/is-object.ts'
import { parseMediaType } from '../contract/media-type.ts'
import type { Operation } from '../contract/operation.ts'
import type { ParameterPlace } from '../contract/operation-view.ts'
import { dereference } from '../contract/references.ts'
import { viewObject } from '../contract/schema-view.ts'
import type { Json, RequestHeaders } from '../ports.ts'

type Counts = Map<string, number>

export interface OperationCounts {
  readonly statuses: Counts
  /** `query.limit`, `body.status`. */
  readonly parameters: Counts
  /** `query.status=sold`. */
  readonly values: Counts
  readonly requestTypes: Counts
  /** `200 application/json`. */
  readonly responseTypes: Counts
  /** Names of scenarios that had a step take effect. */
  readonly scenarios: Counts
}

/** By operation: `animal-store GET /pets`. */
export type CoverageCounts = Map<string, OperationCounts>

export const createCoverage = (): CoverageCounts => new Map()

const createCounts = (): OperationCounts => ({
  statuses: new Map(),
  parameters: new Map(),
  values: new Map(),
  requestTypes: new Map(),
  responseTypes: new Map(),
  scenarios: new Map(),
})

/** `animal-store GET /pets`: the same across restarts and reloads. */
const operationKey = ({ document, method, path }: Operation): string => `${document.name} ${method} ${path}`

/** What can be covered of an operation's request: read off the document once. */
export interface OperationPlan {
  readonly key: string
  readonly parameters: readonly PlannedParameter[]
}

export interface PlannedParameter {
  readonly in: ParameterPlace | 'body'
  readonly name: string
  /** `query.limit` */
  readonly label: string
  /** Values of its enumeration as texts; undefined where it has none. */
  readonly values: readonly string[] | undefined
}

const plans = new WeakMap<Operation, OperationPlan>()

/** Throws SchemaCompileError where the operation's own schemas are broken. */
export const planOf = (operation: Operation): OperationPlan => {
  const known = plans.get(operation)
  if (known) return known
  const plan = { key: operationKey(operation), parameters: readParameters(operation) }
  plans.set(operation, plan)
  return plan
}

const readParameters = (operation: Operation): readonly PlannedParameter[] => {
  const { parameters, body } = operation.compile()
  const { files } = operation.document
  const planned = parameters.map(({ view }) =>
    plan(view.in, view.name, view.schema && dereference(files, view.schema)?.value),
  )
  const media = body?.view.content.find(({ schema }) => schema !== undefined)
  const properties = media?.schema ? [...viewObject(files, media.schema).properties] : []
  return [...planned, ...properties.map(([name, { node }]) => plan('body', name, dereference(files, node)?.value))]
}

const plan = (place: PlannedParameter['in'], name: string, schema: unknown): PlannedParameter => {
  const values = isObject(schema) ? itemsOf(getOwn(schema, 'enum')).map(String) : []
  return { in: place, name, label: `${place}.${name}`, values: values.length === 0 ? undefined : values }
}

/** One exchange, as coverage looks at it. */
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

export const cover = (coverage: CoverageCounts, facts: CoveredFacts): void => {
  const { operation, status, headers, responseType, steps } = facts
  const { key, parameters } = planOf(operation)
  let counts = coverage.get(key)
  if (!counts) {
    counts = createCounts()
    coverage.set(key, counts)
  }
  count(counts.statuses, String(status))
  const contentType = headers['content-type']
  if (typeof contentType === 'string') count(counts.requestTypes, essenceOf(contentType))
  if (responseType !== undefined) count(counts.responseTypes, `${status} ${essenceOf(responseType)}`)
  for (const parameter of parameters) coverParameter(counts, parameter, facts)
  for (const step of steps) count(counts.scenarios, step.replace(/\/\d+$/, ''))
}

const essenceOf = (mediaType: string): string =>
  mediaType === 'application/json' ? mediaType : (parseMediaType(mediaType)?.essence ?? mediaType)

const coverParameter = (counts: OperationCounts, parameter: PlannedParameter, facts: CoveredFacts): void => {
  const given = valuesOf(parameter, facts)
  if (given.length === 0) return
  count(counts.parameters, parameter.label)
  if (!parameter.values) return
  for (const text of given.flatMap((value) => (parameter.values?.includes(value) ? [value] : value.split(','))))
    if (parameter.values.includes(text)) count(counts.values, `${parameter.label}=${text}`)
}

const nothing: readonly string[] = []

const valuesOf = ({ in: place, name }: PlannedParameter, facts: CoveredFacts): readonly string[] => {
  switch (place) {
    case 'path':
      return Object.hasOwn(facts.pathParams, name) ? [facts.pathParams[name] ?? ''] : nothing
    case 'query':
      return facts.query.length === 0
        ? nothing
        : facts.query.flatMap(([key, value]) => (isOfParameter(key, name) ? [value] : []))
    case 'header': {
      const value = facts.headers[name.toLowerCase()]
      return value === undefined ? nothing : [String(value)]
    }
    case 'cookie':
      return String(facts.headers.cookie ?? '')
        .split(';')
        .flatMap((pair) => (pair.trim().startsWith(`${name}=`) ? [pair.trim().slice(name.length + 1)] : []))
    case 'body': {
      const { body } = facts
      if (typeof body !== 'object' || body === null || Array.isArray(body) || !Object.hasOwn(body, name)) return nothing
      const value = getOwn(body, name)
      return [typeof value === 'object' && value !== null ? '' : String(value)]
    }
  }
}

/** `filter[state]` is of the parameter filter. */
const isOfParameter = (key: string, name: string): boolean => key === name || key.startsWith(`${name}[`)

const count = (counts: Counts, key: string, by = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** Adds the counts of one to another. */
export const addCoverage = (target: CoverageCounts, source: CoverageCounts): void => {
  for (const [key, counts] of source) {
    let own = target.get(key)
    if (!own) {
      own = createCounts()
      target.set(key, own)
    }
    for (const dimension of Object.keys(own) as (keyof OperationCounts)[])
      for (const [name, value] of counts[dimension]) count(own[dimension], name, value)
  }
}
