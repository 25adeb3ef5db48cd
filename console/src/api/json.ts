/**
 * JSON with exact integers. An int64 can have more digits than a number keeps, so such a value is read as a bigint, and
 * written digit for digit.
 */

export type { Json as JsonValue, JsonObject } from '../../../src/json.ts'

interface Source {
  readonly source?: string
}

const revive = (_: string, value: unknown, context?: Source): unknown => {
  const { source } = context ?? {}
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
  return isRounded ? BigInt(source ?? '') : value
}

/** Throws SyntaxError. Browsers that do not report the source of a number round it. */
export const parseJson = (text: string): unknown =>
  // Reviving costs time, and only long integers need it.
  /\d{16}/.test(text) ? JSON.parse(text, revive) : JSON.parse(text)

/** A character that no JSON text contains unescaped, to find the digits again that are written without quotes. */
const mark = '\u0001'

export const stringifyJson = (value: unknown, indent?: number): string => {
  let hasBigInts = false
  const text = JSON.stringify(
    value,
    (_, inner: unknown) => {
      if (typeof inner !== 'bigint') return inner
      hasBigInts = true
      return `${mark}${inner}${mark}`
    },
    indent,
  )
  return hasBigInts ? text.replace(/"\\u0001(-?\d+)\\u0001"/g, '$1') : (text ?? '')
}
