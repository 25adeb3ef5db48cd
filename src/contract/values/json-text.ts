/**
 * Parses and writes JSON without losing digits of integers. JSON.parse rounds integers above 2^53, so a text that contains 16
 * digits in a row is parsed by lossless-json; all other strings, nearly all, cost no more than JSON.parse.
 */
import { isUtf8 } from 'node:buffer'
import { parse as parseExact, stringify as stringifyExact } from 'lossless-json'
import type { Json } from '../../ports.ts'
import { readDecimal } from './decimal.ts'
import { isJsonArray, isJsonObject } from './json-object.ts'
import { appendPointer } from './pointer.ts'

/** The maximum nesting of arrays and objects. */
export const maxDepth = 64

export interface ParsedJson {
  /** Every number is a double, as JSON Schema validators expect. */
  readonly rounded: unknown
  /** The same value with integers outside ±(2^53-1) as bigint. The same object if it has no such integers. */
  readonly exact: Json
  /** The exact values of rounded numbers by JSON pointer; absent if no number is rounded. */
  readonly digits?: Digits
}

/**
 * Integers outside ±(2^53-1), in any notation, and numbers that rounding makes integers: 9007199254740993.5 is not an integer,
 * but its double is.
 */
export type Digits = ReadonlyMap<string, bigint | 'fraction'>

/** Why a text is not valid JSON; the message follows the name of the value: `is not valid JSON at line 1, column 9: …`. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
}

/**
 * Parses bytes (RFC 8259): UTF-8, with or without byte order mark; of two equal names the last wins. Throws JsonTextError.
 */
export const parseJsonBytes = (bytes: Buffer): ParsedJson => {
  if (!isUtf8(bytes)) throw new JsonTextError('is not valid UTF-8')
  const bom = bytes.length > 2 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return parseSentJson(bom ? bytes.toString('utf8', 3) : bytes.toString('utf8'))
}

/**
 * The same for a text that a client sent. An escape for half of a surrogate pair is rejected, as it is in UTF-8: such a text
 * has no bytes, so that no URL and no file can contain it (RFC 8259, section 8.2). So is a number that is beyond the range of a
 * double. Throws JsonTextError.
 */
export const parseSentJson = (text: string): ParsedJson => {
  const half = findHalfPair(text)
  if (half !== undefined) {
    const { line, column } = placeIn(text, half)
    const shown = text.slice(half, half + 6)
    throw new JsonTextError(
      `has half of a surrogate pair at line ${line}, column ${column}: ${shown} is not a character`,
    )
  }
  const parsed = parseJsonText(text)
  const infinite = /[eE]\+?\d{3}|\d{16}/.test(text) ? findInfinity(parsed.exact, '') : undefined
  if (infinite !== undefined)
    throw new JsonTextError(
      `has a number that is beyond the range of a double${infinite === '' ? '' : `, at ${infinite}`}`,
    )
  return parsed
}

/** The pointer of the first number that became Infinity. JSON has none: it would be stored as null, whatever the schema allows. */
const findInfinity = (value: Json, pointer: string): string | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : pointer
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    const found = findInfinity(part, appendPointer(pointer, name))
    if (found !== undefined) return found
  }
  return undefined
}

/** The offset of the first escape for half of a surrogate pair; undefined if the text has no such escape. */
const findHalfPair = (text: string): number | undefined => {
  if (!text.includes('\\u')) return undefined
  // A pair, half of one, or any other escape: a backslash that is escaped itself begins no other one.
  for (const found of text.matchAll(
    /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F])|.)/gs,
  ))
    if (found[1] !== undefined) return found.index
  return undefined
}

/** Parses a text. `limit`: the maximum nesting of arrays and objects. Throws JsonTextError. */
export const parseJsonText = (text: string, limit = maxDepth): ParsedJson => {
  const { depth, long } = scan(text)
  if (depth > limit) throw new JsonTextError(`is nested deeper than ${limit} levels`)
  try {
    if (long) return separateParsed(parseKeepingDigits(text))
    const value: Json = JSON.parse(text)
    return { rounded: value, exact: value }
  } catch (error) {
    throw new JsonTextError(describeSyntaxError(text), { cause: error })
  }
}

/** The exact value; undefined if the text is not JSON. */
export const readJsonText = (text: string): Json | undefined => {
  try {
    return parseJsonText(text).exact
  } catch (error) {
    if (error instanceof JsonTextError) return undefined
    throw error
  }
}

/** The same of bytes. */
export const readJsonBytes = (bytes: Buffer): Json | undefined => {
  try {
    return parseJsonBytes(bytes).exact
  } catch (error) {
    if (error instanceof JsonTextError) return undefined
    throw error
  }
}

/** Writes a value as JSON.stringify does; a bigint with all its digits. */
export const stringifyJson = (value: Json | object): string => {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    // JSON.stringify does not write bigints. They are rare, and lossless-json takes several times as long for any value.
    if (error instanceof TypeError) return stringifyExact(value) ?? 'null'
    throw error
  }
}

/** The same for people: indented by two spaces, with a line break at the end. */
export const formatJson = (value: Json): string => {
  try {
    return `${JSON.stringify(value, undefined, 2)}\n`
  } catch (error) {
    if (error instanceof TypeError) return `${stringifyExact(value, undefined, 2) ?? 'null'}\n`
    throw error
  }
}

/** Parses an integer: a number if that is exact, otherwise a bigint; Infinity beyond the range of a double. */
export const exactInteger = (digits: string): number | bigint => {
  const value = Number(digits)
  // Writing a bigint of a million digits takes seconds.
  return Number.isSafeInteger(value) || !Number.isFinite(value) ? value : BigInt(digits)
}

/** The next integer: a number if that is exact, otherwise a bigint. */
export const successorOf = (id: number | bigint): number | bigint => {
  if (typeof id === 'number' && id < Number.MAX_SAFE_INTEGER) return Math.floor(id) + 1
  const next = BigInt(id) + 1n
  return Number.isSafeInteger(Number(next)) ? Number(next) : next
}

/** Converts a value that may contain bigint (a fixture, a decoded parameter) to ParsedJson. */
export const separateDigits = (exact: Json): ParsedJson =>
  hasLargeInteger(exact) ? separate(exact, exact) : { rounded: exact, exact }

/** Most values have none and are not copied. */
const hasLargeInteger = (value: Json): boolean => {
  if (isJsonArray(value)) return value.some(hasLargeInteger)
  if (!isJsonObject(value)) return typeof value === 'bigint'
  // Object.values would make a list for each object.
  for (const name in value) if (Object.hasOwn(value, name) && hasLargeInteger(value[name] ?? null)) return true
  return false
}

/** A number with a fraction whose double is an integer. */
class LostFraction {
  readonly rounded: number
  constructor(rounded: number) {
    this.rounded = rounded
  }
}

/** `parsed` may contain bigint and LostFraction; `exact` is the same value without LostFraction. */
const separate = (parsed: unknown, exact: Json): ParsedJson => {
  const digits = new Map<string, bigint | 'fraction'>()
  const round = (value: unknown, pointer: string): unknown => {
    if (typeof value === 'bigint') {
      digits.set(pointer, value)
      return Number(value)
    }
    if (value instanceof LostFraction) {
      digits.set(pointer, 'fraction')
      return value.rounded
    }
    return mapJson(value, (item, key) => round(item, appendPointer(pointer, key)))
  }
  const rounded = round(parsed, '')
  return digits.size === 0 ? { rounded, exact } : { rounded, exact, digits }
}

/** Maps the items of an array or object; returns any other value unchanged. Safe for the name `__proto__`. */
const mapJson = (value: unknown, map: (item: unknown, key: string | number) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item, index) => map(item, index))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item, name)]))
}

const separateParsed = (parsed: unknown): ParsedJson => separate(parsed, dropLostFractions(parsed))

const dropLostFractions = (value: unknown): Json =>
  (value instanceof LostFraction ? value.rounded : mapJson(value, dropLostFractions)) as Json

const parseNumber = (text: string): number | bigint | LostFraction => {
  if (/^-?\d+$/.test(text)) return exactInteger(text)
  const value = Number(text)
  if (!Number.isInteger(value)) return value
  const { digits, exponent } = readDecimal(text)
  if (exponent < 0) return new LostFraction(value)
  // A double represents 15 digits exactly; a number with fewer, such as 1e300, means its double.
  if (digits.length <= 15) return value
  const exact = BigInt(digits + '0'.repeat(exponent))
  return BigInt(value) === exact ? value : exact
}

const parseKeepingDigits = (text: string): unknown =>
  parseExact(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue })

const quote = 34
const backslash = 92
const point = 46

/** Reads the text once: its nesting, and whether it contains 16 digits in a row outside of strings. */
const scan = (text: string): { depth: number; long: boolean } => {
  let depth = 0
  let deepest = 0
  let run = 0
  let long = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 48 && code <= 57) {
      if (++run === 16) long = true
      continue
    }
    // Digits before and after the point count together: 900719925474099.3e1 is an integer that a double cannot represent.
    if (code !== point) run = 0
    if (code === quote) index = endOfString(text, index)
    else if (code === 123 || code === 91) {
      if (++depth > deepest) deepest = depth
    } else if (code === 125 || code === 93) depth--
  }
  return { depth: deepest, long }
}

/** The index of the quote that closes the string at `start`; the end of the text if it is not closed. */
const endOfString = (text: string, start: number): number => {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) index++
    else if (code === quote) return index
  }
  return text.length
}

const placeIn = (text: string, offset: number): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** Uses lossless-json, since the message of JSON.parse has no position on Node 20. */
const describeSyntaxError = (text: string): string => {
  if (text.trim() === '') return 'is empty'
  try {
    parseKeepingDigits(text)
  } catch (error) {
    const message = String((error as Error).message)
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
    const { line, column } = placeIn(text, offset)
    const came =
      offset >= text.length ? 'unexpected end of text' : `unexpected ${JSON.stringify(text.slice(offset, offset + 12))}`
    return `is not valid JSON at line ${line}, column ${column}: ${came}`
  }
  return 'is not valid JSON'
}
