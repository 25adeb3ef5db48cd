/**
 * Patterns of schemas with bounded cost: no text can block the process. Strings that are cheap in any case go to the
 * platform's engine; longer ones are matched without backtracking.
 */
import { cheapLength } from './pattern-cost.ts'
import { compileProgram, type Program, parsePattern, UnsupportedPattern } from './pattern-program.ts'
import { runProgram } from './run-program.ts'

/** The part of RegExp that validators use. */
export interface Pattern {
  readonly test: (text: string) => boolean
  /** As it was written. */
  readonly source: string
  /** Identifies the pattern. */
  readonly toString: () => string
}

/** Learns how much work a test took: at most the characters of a string, or steps times characters. May throw. */
export type CountWork = (work: number) => void

const ignoreWork: CountWork = () => {}

/** JSON Schema requires Unicode patterns (ECMA-262, flag u); many documents have patterns that compile only without it. Throws SyntaxError. */
export const compilePattern = (written: string, countWork = ignoreWork): Pattern => {
  const source = portablePattern(written)
  const { native, flags } = compileNative(source)
  const unicode = flags === 'u'
  const parsed = parsePattern(source, unicode)
  const cheap = cheapLength(parsed)
  let program: Program | 'unsupported' | undefined
  const testLong = (text: string): boolean => {
    program ??= compileBounded(parsed, flags)
    return program === 'unsupported' ? false : runProgram(program, text, unicode, countWork)
  }
  return {
    test: (text) => {
      if (text.length > cheap) return testLong(text)
      countWork(text.length)
      return native.test(text)
    },
    source: written,
    toString: () => String(native),
  }
}

/**
 * Converts a pattern written for another language to ECMA-262, as JSON Schema requires: without enclosing slashes, and with
 * `^` and `$` instead of `\A` and `\z` or `\Z`.
 */
export const portablePattern = (pattern: string): string =>
  pattern
    .replace(/^\/(\^.*\$)\/$/, '$1')
    .replace(/^\\A/, '^')
    .replace(/(?<!\\)((?:\\\\)*)\\[zZ]$/, '$1$$')

const compileNative = (source: string): { readonly native: RegExp; readonly flags: string } => {
  try {
    return { native: new RegExp(source, 'u'), flags: 'u' }
  } catch {
    return { native: new RegExp(source), flags: '' }
  }
}

const compileBounded = (parsed: ReturnType<typeof parsePattern>, flags: string): Program | 'unsupported' => {
  try {
    return compileProgram(parsed, flags)
  } catch (error) {
    if (error instanceof UnsupportedPattern) return 'unsupported'
    throw error
  }
}
