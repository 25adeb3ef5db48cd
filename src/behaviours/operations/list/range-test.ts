/**
 * Compares a property with the value of a filter. An object has operators: `created[gte]`, `status[in]`. If the property is an
 * object itself, it may also name properties of it: `address[city]`.
 */
import { getOwn, isJsonArray, isJsonObject } from '../../../contract/values/json-object.ts'
import type { Json } from '../../../ports.ts'
import type { ListFilter } from '../../plan/operation-plan.ts'
import { comparableOf } from '../../records/comparable-values.ts'
import { compareOrdered, isOrdered } from './compare-bounds.ts'

/** A value in the type of the property: `'1'` for an integer, if the parameter is a string. */
export const toType = (requested: Json, type: ListFilter['type']): Json => {
  if (type === 'text') return typeof requested === 'object' ? requested : String(requested)
  if (typeof requested !== 'string') return requested
  if (type === 'boolean') return requested === 'true' ? true : requested === 'false' ? false : requested
  if (type !== 'number' || !/^-?\d+(\.\d+)?$/.test(requested)) return requested
  const number = Number(requested)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(requested) : number
}

export type ValueTest = (value: Json | undefined) => boolean

/** Undefined if it selects every record. */
export const createValueTest = (wanted: Json, type: ListFilter['type']): ValueTest | undefined => {
  if (!isJsonObject(wanted)) return (value) => hasAny(value, wanted)
  // An empty bound of a form that was not filled in selects nothing.
  const tests = Object.entries(wanted).flatMap(([name, held]) =>
    held === '' || isUnknown(name, type) ? [] : [createPartTest(name, held, type)],
  )
  return tests.length === 0 ? undefined : (value) => tests.every((test) => test(value))
}

/** The names in the value of a filter that are neither operators nor may be properties of what they filter. */
export const unknownNames = (wanted: Json, type: ListFilter['type']): readonly string[] =>
  isJsonObject(wanted) ? Object.keys(wanted).filter((name) => isUnknown(name, type)) : []

/** Only an object, which has no such type, has properties. */
const isUnknown = (name: string, type: ListFilter['type']): boolean => type !== undefined && !isOperator(name)

const createPartTest = (name: string, held: Json, type: ListFilter['type']): ValueTest => {
  const create = isOperator(name) ? operators[name] : undefined
  if (create) return create(held, type)
  const test = createValueTest(held, undefined)
  return (value) => {
    const own = getOwn(value, name)
    return own !== undefined && (test === undefined || test(own))
  }
}

const isOperator = (name: string): boolean => Object.hasOwn(operators, name)

const bound =
  (holds: (difference: number) => boolean) =>
  (sent: Json, type: ListFilter['type']): ValueTest => {
    const limit = toType(sent, type)
    return (value) => isOrdered(value) && isOrdered(limit) && holds(compareOrdered(value, limit))
  }

const equal = (sent: Json, type: ListFilter['type']): ValueTest => {
  const wanted = toType(sent, type)
  return (value) => hasAny(value, wanted)
}

const any = (sent: Json, type: ListFilter['type']): ValueTest => {
  const wanted = typeof sent === 'string' ? sent.split(',') : isJsonArray(sent) ? sent : [sent]
  const typed = wanted.map((one) => toType(one, type))
  return (value) => hasAny(value, typed)
}

const not =
  (create: typeof equal): typeof equal =>
  (sent, type) => {
    const test = create(sent, type)
    return (value) => !test(value)
  }

/** The names that services give them. */
const operators: Readonly<Record<string, typeof equal>> = {
  gt: bound((difference) => difference > 0),
  gte: bound((difference) => difference >= 0),
  lt: bound((difference) => difference < 0),
  lte: bound((difference) => difference <= 0),
  ...{ eq: equal, ne: not(equal), neq: not(equal), in: any, nin: not(any) },
}

/** Whether a value is one of the wanted ones, or an array that contains one. */
const hasAny = (value: Json | undefined, wanted: Json): boolean => {
  const requested = (isJsonArray(wanted) ? wanted : [wanted]).map(String)
  const values: readonly (Json | undefined)[] = isJsonArray(value) ? value : [value]
  return values.flatMap(comparableOf).some((text) => requested.includes(text))
}
