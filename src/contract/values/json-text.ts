/**
 * JSON in and out, with every digit of an integer kept. The platform's parser rounds integers above 2^53, so a text
 * that holds a run of 16 digits is parsed a second way; all others, which is nearly all, cost nothing more.
 */
import { isUtf8 } from 'node:buffer'
import { parse as parseExact, stringify as stringifyExact } from 'lossless-json'
import type { Json } from '../../ports.ts'
import { appendPointer } from './pointer.ts'

/** How deep arrays and objects may be nested (design: 64 levels). */
const maxDepth = 64

export interface ParsedJson {
  /** Every number a double, as JSON Schema validators take it. */
  readonly rounded: unknown
  /** The same value with integers outside ±(2^53-1) as bigint. The same object where there is none. */
  readonly exact: Json
  /** JSON pointer of each number whose double says too little; absent where there is none. */
  readonly digits?: Digits
}

/** Integers outside ±(2^53-1), however they are written, and numbers whose fraction is lost in rounding: 9007199254740993.5 is no integer, its double is. */
export type Digits = ReadonlyMap<string, bigint | 'fraction'>

/** Where a text stops being JSON, for a message: `is not valid JSON at line 1, column 9: …`. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
}

/** Parses bytes as RFC 8259 asks: UTF-8, a byte order mark skipped, of two equal names the last holds. Throws JsonTextError. */
export const parseJsonBytes = (bytes: Buffer): ParsedJson => {
  if (!isUtf8(bytes)) throw new JsonTextError('is not valid UTF-8')
  const bom = bytes.length > 2 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return parseJsonText(bom ? bytes.toString('utf8', 3) : bytes.toString('utf8'))
}

/** Parses a text. Throws JsonTextError. */
export const parseJsonText = (text: string): ParsedJson => {
  const { depth, long } = scan(text)
  if (depth > maxDepth) throw new JsonTextError(`is nested deeper than ${maxDepth} levels`)
  try {
    if (long) return separateParsed(parseKeepingDigits(text))
    const value: Json = JSON.parse(text)
    return { rounded: value, exact: value }
  } catch (error) {
    throw new JsonTextError(describeSyntaxError(text), { cause: error })
  }
}

/** Writes a value; bigint digit for digit. */
export const stringifyJson = (value: Json, hasBigInt = true): string =>
  hasBigInt ? (stringifyExact(value) ?? 'null') : JSON.stringify(value)

/** An integer's digits as number where it is exact, else as bigint; infinite where no double comes near it. */
export const exactInteger = (digits: string): number | bigint => {
  const value = Number(digits)
  // A bigint of a million digits takes seconds to write.
  return Number.isSafeInteger(value) || !Number.isFinite(value) ? value : BigInt(digits)
}

/** A value that may hold bigint (a fixture, a parsed parameter) as ParsedJson. */
export const separateDigits = (exact: Json): ParsedJson => separate(exact, exact)

/** A number that a double rounds to an integer, although it is none. */
class LostFraction {
  readonly rounded: number
  constructor(rounded: number) {
    this.rounded = rounded
  }
}

/** Takes a parsed value apart. `exact` is what it is without lost fractions. */
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

/** Arrays and objects with each item mapped; any other value as it is. `__proto__` stays a name like any other. */
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
  // A double stands for at least 15 digits; what is shorter, as 1e300, is meant as the double that it is.
  return digits.length > 15 ? keepExact(value, BigInt(digits + '0'.repeat(exponent))) : value
}

const keepExact = (value: number, exact: bigint): number | bigint => (BigInt(value) === exact ? value : exact)

/** A decimal fraction as an integer without zeros at its end, times a power of ten: -12.50e3 is -125 and 2. */
const readDecimal = (text: string): { readonly digits: string; readonly exponent: number } => {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^(-?)0+/, '$1')
  const significant = digits.replace(/0+$/, '')
  // Nothing but zeros: a long exponent says nothing then.
  if (significant === '' || significant === '-') return { digits: '0', exponent: 0 }
  return { digits: significant, exponent: Number(power) - fraction.length + digits.length - significant.length }
}

const parseKeepingDigits = (text: string): unknown =>
  parseExact(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue })

const quote = 34
const backslash = 92
const point = 46

/** One pass over a text: how deep it is nested, and whether a run of 16 digits stands outside its strings. */
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
    // Digits on both sides of the point are one run: 900719925474099.3e1 is an integer that no double is.
    if (code !== point) run = 0
    if (code === quote) index = endOfString(text, index)
    else if (code === 123 || code === 91) {
      if (++depth > deepest) deepest = depth
    } else if (code === 125 || code === 93) depth--
  }
  return { depth: deepest, long }
}

/** The index of the quote that closes the string opened at `start`; the end of the text where none does. */
const endOfString = (text: string, start: number): number => {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) index++
    else if (code === quote) return index
  }
  return text.length
}

/** The platform's message has no position on Node 20, lossless-json's always has. */
const describeSyntaxError = (text: string): string => {
  if (text.trim() === '') return 'is empty'
  try {
    parseKeepingDigits(text)
  } catch (error) {
    const message = String((error as Error).message)
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
    const before = text.slice(0, offset)
    const line = before.split('\n').length
    const column = offset - before.lastIndexOf('\n')
    const came =
      offset >= text.length
        ? 'the text ends too early'
        : `unexpected ${JSON.stringify(text.slice(offset, offset + 12))}`
    return `is not valid JSON at line ${line}, column ${column}: ${came}`
  }
  return 'is not valid JSON'
}
