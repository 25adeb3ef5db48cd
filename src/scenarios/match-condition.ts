/**
 * Whether a request matches the condition of a step. A string in a URL or header equals a number or boolean that is written
 * the same.
 */
import { isJsonObject } from '../contract/values/json-object.ts'
import type { Json } from '../ports.ts'
import type { Condition, Expectation } from './scenario.ts'

/** The parts of a request that conditions can refer to. */
export interface RequestFacts {
  readonly operation: string
  readonly method: string
  /** As the document writes it. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
  readonly header: (name: string) => string | undefined
  /** Undefined if there is no body or it is not JSON. */
  readonly body: Json | undefined
}

/** Whether a condition can match requests of the operation. */
export const concernsOperation = (
  condition: Condition,
  { operation, method, path }: Pick<RequestFacts, 'operation' | 'method' | 'path'>,
): boolean =>
  (condition.operations === undefined || condition.operations.includes(operation)) &&
  (condition.method === undefined || condition.method === method) &&
  (condition.path === undefined || condition.path === path)

export const matchesCondition = (condition: Condition, facts: RequestFacts): boolean => {
  if (!concernsOperation(condition, facts)) return false
  return (
    matchesAll(condition.params, (name) => (Object.hasOwn(facts.params, name) ? facts.params[name] : undefined)) &&
    matchesAll(condition.query, (name) => queryValue(facts.query, name)) &&
    matchesAll(condition.header, facts.header) &&
    (condition.body === undefined || fits(condition.body, facts.body, false))
  )
}

const matchesAll = (
  expected: Readonly<Record<string, Expectation>>,
  read: (name: string) => Json | undefined,
): boolean => Object.entries(expected).every(([name, expectation]) => fits(expectation, read(name), true))

/** The value of a parameter, or a list if it was sent several times. */
const queryValue = (query: RequestFacts['query'], name: string): Json | undefined => {
  const found = query.filter(([key]) => key === name).map(([, value]) => value)
  return found.length > 1 ? found : found[0]
}

/** `isText`: the value comes from a URL or header, where everything is a string. */
export const fits = (expected: Expectation, value: Json | undefined, isText: boolean): boolean => {
  switch (expected.kind) {
    case 'equals':
      return value !== undefined && isEqual(expected.value, value, isText)
    case 'subset':
      return (
        isJsonObject(value) &&
        Object.entries(expected.properties).every(([name, inner]) =>
          fits(inner, Object.hasOwn(value, name) ? value[name] : undefined, isText),
        )
      )
    case 'test':
      return passes(expected, value, isText)
  }
}

const passes = (
  { matches, oneOf, from, to, absent }: Extract<Expectation, { kind: 'test' }>,
  value: Json | undefined,
  isText: boolean,
): boolean => {
  if (absent) return value === undefined
  if (value === undefined) return false
  if (matches && !(typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')) return false
  if (matches && !matches.test(String(value))) return false
  if (oneOf && !oneOf.some((item) => isEqual(item, value, isText))) return false
  if (from === undefined && to === undefined) return true
  const number = typeof value === 'string' && isText && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' && typeof number !== 'bigint') return false
  return !(from !== undefined && number < from) && !(to !== undefined && number > to) && !Number.isNaN(Number(number))
}

/** Deep equality of JSON values. */
export const isEqual = (expected: Json, value: Json, isText: boolean): boolean => {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((item, index) => isEqual(item, value[index] ?? null, isText))
    )
  }
  if (isJsonObject(expected)) {
    const names = Object.keys(expected)
    return (
      isJsonObject(value) &&
      Object.keys(value).length === names.length &&
      names.every((name) => Object.hasOwn(value, name) && isEqual(expected[name] ?? null, value[name] ?? null, isText))
    )
  }
  if (typeof expected === 'bigint' || typeof value === 'bigint') return String(expected) === String(value)
  return isText && typeof value === 'string' ? String(expected) === value : expected === value
}
