/**
 * A string, number or boolean as the type that a schema requires, where the conversion is obvious: "5" is the integer 5.
 */
import type { Json } from '../../ports.ts'
import { exactInteger } from '../values/json-text.ts'

export type Scalar = string | number | bigint | boolean

export const isScalar = (value: Json | undefined): value is Scalar =>
  value !== undefined && value !== null && typeof value !== 'object'

/** The value itself where its type is allowed; undefined if there is no obvious conversion. */
export const convertScalar = (given: Scalar, types: ReadonlySet<string>): Scalar | undefined => {
  const isNumber = typeof given === 'number' || typeof given === 'bigint'
  if (types.size === 0 || types.has(typeof given) || (isNumber && (types.has('integer') || types.has('number'))))
    return given
  if (types.has('string')) return String(given)
  if (typeof given !== 'string') return undefined
  if (types.has('integer') && /^-?\d{1,19}$/.test(given)) return exactInteger(given)
  if (types.has('number') && given !== '' && Number.isFinite(Number(given))) return Number(given)
  return types.has('boolean') && (given === 'true' || given === 'false') ? given === 'true' : undefined
}
