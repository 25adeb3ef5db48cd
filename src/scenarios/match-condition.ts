/**
 * Whether a request fits a step's condition. Texts of a URL or header equal the number or boolean that is written alike.
 */
import { isJsonObject } from '../contract/values/json-object.ts'
import type { Json } from '../ports.ts'
import type { Condition, Expectation } from './scenario.ts'

/** What conditions look at. */
export interface RequestFacts {
  readonly operation: string
  readonly method: string
  /** As the document writes it. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
  readonly header: (name: string) => string | undefined
  /** Undefined where there is none, or it is not JSON. */
  readonly body: Json | undefined
}

/** The part of a condition that is about the operation: whether any of its requests can fit. */
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
    fitsAll(condition.params, (name) => (Object.hasOwn(facts.params, name) ? facts.params[name] : undefined)) &&
    fitsAll(condition.query, (name) => queryValue(facts.query, name)) &&
    fitsAll(condition.header, facts.header) &&
    (condition.body === undefined || fits(condition.body, facts.body, false))
  )
}

const fitsAll = (expected: Readonly<Record<string, Expectation>>, read: (name: string) => Json | undefined): boolean =>
  Object.entries(expected).every(([name, expectation]) => fits(expectation, read(name), true))

/** One value, or a list of those that came under one name. */
const queryValue = (query: RequestFacts['query'], name: string): Json | undefined => {
  const found = query.filter(([key]) => key === name).map(([, value]) => value)
  return found.length > 1 ? found : found[0]
}

/** `isText`: the value stood in a URL or header, where everything is a text. */
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

/** Equality of JSON values; lists and objects item by item. */
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
