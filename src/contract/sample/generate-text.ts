/**
 * A string for a schema: realistic by its format or by the name of its property, of the length that the schema allows.
 * Where that does not match the pattern, or was invalid before, json-schema-faker generates it.
 */
import type { Json } from '../../ports.ts'
import { portablePattern } from '../patterns/pattern.ts'
import type { RandomGenerator } from './generate-random.ts'
import { type ScalarContext, writeRealisticText } from './realistic-text.ts'
import { canGenerate, maxText } from './value-limits.ts'

/** `fault`: how often a text was invalid before. Undefined where json-schema-faker gives up. */
export const generateText = (
  context: ScalarContext,
  fault: number,
  generateRandom: RandomGenerator,
): Json | undefined => {
  const keywords = withPortablePattern(context.keywords)
  const { pattern } = keywords
  const { text, isWords } = writeRealisticText({ ...context, keywords })
  const fitted = fitLength(text, keywords, isWords)
  // A text that is too long to be generated is invalid in any case.
  if (typeof pattern === 'string' && !canGenerate(pattern)) return fitted
  if (fault < 2 && (typeof pattern !== 'string' || matches(pattern, fitted))) return fitted
  return generateRandom(stringSchema(keywords), context.random.integer(0, 2 ** 31), 'sparse')
}

type Keywords = ScalarContext['keywords']

const withPortablePattern = (keywords: Keywords): Keywords =>
  typeof keywords.pattern === 'string' ? { ...keywords, pattern: portablePattern(keywords.pattern) } : keywords

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}

/** The longest text beyond the minimal length, where a pattern has no end of its own. */
const maxExtra = 16

/**
 * The schema for json-schema-faker, which ignores lengths where there is a pattern: an open repetition at the end of the
 * pattern gets them.
 */
const stringSchema = ({ format, pattern, minLength, maxLength }: Keywords): object => {
  const least = typeof minLength === 'number' ? Math.min(minLength, maxText) : undefined
  if (typeof pattern !== 'string') return defined({ type: 'string', format, minLength: least, maxLength })
  const most = typeof maxLength === 'number' ? maxLength : least === undefined ? undefined : least + 8
  const isBounded = least !== undefined || most !== undefined
  const first = least ?? 1
  const bounded = isBounded
    ? pattern.replace(/\](\+|\*)(\$?)$/, `]{${first},${Math.min(most ?? maxExtra, first + maxExtra)}}$2`)
    : pattern
  return defined({ type: 'string', pattern: bounded, minLength, maxLength })
}

const defined = (keywords: Keywords): object =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined))

/** The text cut or extended to the length that the schema allows. */
const fitLength = (text: string, { minLength, maxLength }: Keywords, isWords: boolean): string => {
  const least = typeof minLength === 'number' ? Math.min(minLength, maxText) : 0
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  const filler = (isWords ? ` ${text}` : '0').repeat(Math.ceil(least)).slice(0, Math.max(0, least - text.length))
  const long = text + filler
  return long.length > most ? long.slice(0, most).trimEnd().padEnd(Math.min(least, most), 'x') : long
}
