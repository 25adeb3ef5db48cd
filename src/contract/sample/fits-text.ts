/**
 * Whether a text fits the keywords of its schema. Patterns are those of foreign documents, so they run in bounded time, as they do
 * in validators.
 */
import { compilePattern, type Pattern } from '../patterns/pattern.ts'
import { memoizeNames } from '../values/memoize.ts'

type Keywords = Readonly<Record<string, unknown>>

/** Undefined if the pattern cannot be compiled. */
const compile = memoizeNames((pattern: string): Pattern | undefined => {
  try {
    return compilePattern(pattern)
  } catch {
    return undefined
  }
})

/** Whether a text has the length and the pattern of the schema. A length is in characters, not in code units. */
export const createTextTest = ({ pattern, minLength, maxLength }: Keywords): ((text: string) => boolean) => {
  const compiled = typeof pattern === 'string' ? compile(pattern) : undefined
  const isImpossible = typeof pattern === 'string' && !compiled
  const least = typeof minLength === 'number' ? minLength : 0
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  return (text) => {
    const { length } = [...text]
    return !isImpossible && length >= least && length <= most && (!compiled || compiled.test(text))
  }
}
