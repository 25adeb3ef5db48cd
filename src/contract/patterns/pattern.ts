/**
 * Patterns of schemas, bounded: no text can hold the process. The platform's engine takes the texts that are cheap to it
 * whatever they hold; longer ones are run without turning back.
 */
import { cheapLength } from './pattern-cost.ts'
import { compileProgram, type Program, parsePattern, UnsupportedPattern } from './pattern-program.ts'
import { runProgram } from './run-program.ts'

/** As much of a RegExp as a validator uses. */
export interface Pattern {
  readonly test: (text: string) => boolean
  /** Tells patterns apart. */
  readonly toString: () => string
}

/** JSON Schema asks for Unicode patterns (ECMA-262, flag u); many documents hold patterns that only compile without. Throws SyntaxError. */
export const compilePattern = (written: string): Pattern => {
  const source = portablePattern(written)
  const { native, flags } = compileNative(source)
  const unicode = flags === 'u'
  const parsed = parsePattern(source, unicode)
  const cheap = cheapLength(parsed)
  let program: Program | 'unsupported' | undefined
  const testLong = (text: string): boolean => {
    program ??= compileBounded(parsed, flags)
    return program === 'unsupported' ? false : runProgram(program, text, unicode)
  }
  return {
    test: (text) => (text.length <= cheap ? native.test(text) : testLong(text)),
    toString: () => String(native),
  }
}

/**
 * A pattern as JSON Schema has it (ECMA-262), of one that was written for another language: within slashes, or from `\A` to
 * `\z` or `\Z`, which match no text that is meant here.
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
