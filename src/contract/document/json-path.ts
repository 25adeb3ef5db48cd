/**
 * The one place that knows the JSONPath library (json-p3), which is loaded only where a query needs it: most overlays name one
 * place by its keys. The library bounds nothing, so that it reads the document through counting-reader.ts, and matches
 * patterns with ours.
 */
import { compilePattern, type Pattern } from '../patterns/pattern.ts'
import { getOwn } from '../values/json-object.ts'
import { CountingReader, TooManyReads } from './counting-reader.ts'

/** The keys that lead to a value: names and indexes. */
export type Keys = readonly (string | number)[]

/** Why a string is not a JSONPath expression; undefined if it is one. */
export const explainPath = async (query: string): Promise<string | undefined> => {
  if (readSingular(query)) return undefined
  const { JSONPathEnvironment } = await import('json-p3')
  try {
    new JSONPathEnvironment().compile(query)
    return undefined
  } catch (error) {
    return String((error as Error).message).split('\n')[0]
  }
}

/** The keys that lead to each value that a query selects, some perhaps twice; or why that cannot be found. */
export type Selected =
  | { readonly kind: 'paths'; readonly paths: readonly Keys[] /** Values that were read. */; readonly reads: number }
  | TooExpensive

export interface TooExpensive {
  readonly kind: 'too-expensive'
  /** What there would be more than. */
  readonly limit: string
}

/** Values that a query reads, and characters that its patterns are tested with. Few queries read a value more than ten times. */
export const maxReads = 15_000_000

/** The same of all targets of an overlay. */
export const maxOverlayReads = 100_000_000

/** Levels; documents have fewer. */
const maxDepth = 1_000

/** The query must be valid. */
export const selectPaths = async (value: unknown, query: string, limit = maxReads): Promise<Selected> => {
  const keys = readSingular(query)
  if (keys) return { kind: 'paths', paths: leadsSomewhere(value, keys) ? [keys] : [], reads: 0 }
  const { JSONPathEnvironment, FunctionExpressionType } = await import('json-p3')
  const reader = new CountingReader(limit)
  const environment = new JSONPathEnvironment({ maxRecursionDepth: maxDepth })
  const { ValueType, LogicalType } = FunctionExpressionType
  const test = createTest(reader)
  const whole = (text: unknown, pattern: unknown): boolean => test(text, pattern, (source) => `^(?:${source})$`)
  const part = (text: unknown, pattern: unknown): boolean => test(text, pattern, (source) => source)
  for (const [name, call] of Object.entries({ match: whole, search: part }))
    environment.functionRegister.set(name, { argTypes: [ValueType, ValueType], returnType: LogicalType, call })
  try {
    const paths: Keys[] = []
    for (const { location } of environment.lazyQuery(query, reader.read(value) as null)) {
      reader.count(1)
      paths.push(location)
    }
    return { kind: 'paths', paths, reads: limit - reader.left }
  } catch (error) {
    if (error instanceof TooManyReads) return { kind: 'too-expensive', limit: `${limit} values` }
    // The library passes lists of values as arguments.
    if (error instanceof RangeError) return { kind: 'too-expensive', limit: 'the values that fit on the stack' }
    throw error
  }
}

/** What is not a pattern matches nothing (RFC 9535, sections 2.4.6 and 2.4.7). */
const createTest = (reader: CountingReader) => {
  const known = new Map<string, Pattern | undefined>()
  return (text: unknown, pattern: unknown, frame: (source: string) => string): boolean => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false
    const source = frame(withoutLineBreaks(pattern))
    if (!known.has(source)) known.set(source, compileCounted(source, reader))
    return known.get(source)?.test(text) === true
  }
}

const compileCounted = (source: string, reader: CountingReader): Pattern | undefined => {
  try {
    return compilePattern(source, (work) => reader.count(work))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** In I-Regexp a dot matches everything but CR and LF (RFC 9485, section 5.3); in ECMA-262 it also leaves out two others. */
const withoutLineBreaks = (pattern: string): string =>
  pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) => (part === '.' ? '[^\\n\\r]' : part))

/** The keys of a query without anything but plain names and indexes; undefined for every other query. */
const readSingular = (query: string): Keys | undefined => {
  if (!/^\$(\.[A-Za-z_]\w*|\['[^'\\\p{Cc}]*'\]|\["[^"\\\p{Cc}]*"\]|\[(0|[1-9]\d{0,8})\])*$/u.test(query))
    return undefined
  return [...query.matchAll(/\.(\w+)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g)].map(([, name, single, double, index]) =>
    index === undefined ? (name ?? single ?? double ?? '') : Number(index),
  )
}

/** A name selects from objects only, an index from arrays only (RFC 9535, sections 2.3.1 and 2.3.3). */
const leadsSomewhere = (value: unknown, keys: Keys): boolean => {
  let at = value
  for (const key of keys) {
    if (Array.isArray(at) !== (typeof key === 'number')) return false
    const next: unknown = Array.isArray(at) ? at[Number(key)] : getOwn(at, String(key))
    if (next === undefined) return false
    at = next
  }
  return true
}
