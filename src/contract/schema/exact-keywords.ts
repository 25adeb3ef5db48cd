/**
 * Keywords that Ajv lacks or implements differently: these see the exact digits of a number, compute in decimals, and their
 * cost is linear in the length of the value.
 */
import type { FuncKeywordDefinition, SchemaValidateFunction } from 'ajv/dist/types/index.js'
import { isMultipleOf } from '../values/decimal.ts'
import type { Digits } from '../values/json-text.ts'
import { findEqualItems } from '../values/unique-items.ts'
import { integerRanges, rangeKeyword } from './schema-dialect.ts'

/** The place of a value, from Ajv. */
type At = { readonly instancePath: string } | undefined

/** `digitsOf` returns the digits of the value that is being validated. */
export const createExactKeywords = (digitsOf: () => Digits | undefined): readonly FuncKeywordDefinition[] => {
  const exactAt = (place: At) => digitsOf()?.get(place?.instancePath ?? '')

  const isInRange = (format: string, value: number, _parent: unknown, at: At): boolean => {
    const exact = exactAt(at) ?? (Number.isInteger(value) ? BigInt(value) : undefined)
    if (exact === 'fraction') return false
    const range = integerRanges.get(format)
    return exact === undefined || range === undefined || (exact >= range[0] && exact <= range[1])
  }

  const isMultiple = (factor: number, value: number, _parent: unknown, at: At): boolean => {
    const exact = exactAt(at)
    return exact === 'fraction' ? !Number.isInteger(factor) : isMultipleOf(value, factor, exact)
  }

  const validateUnique: SchemaValidateFunction = (isRequired: boolean, items: unknown[], _parent, at) => {
    const equal = isRequired ? findEqualItems(items, digitsOf(), at?.instancePath ?? '') : undefined
    if (equal) validateUnique.errors = [{ keyword: 'uniqueItems', params: { j: equal[0], i: equal[1] } }]
    return equal === undefined
  }

  return [
    { keyword: rangeKeyword, type: 'number', validate: isInRange },
    { keyword: 'multipleOf', type: 'number', schemaType: 'number', validate: isMultiple },
    { keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: validateUnique, errors: true },
  ]
}
