/**
 * How long a text must be to match a pattern. A pattern such as `^((a{1000}){1000}){1000}$` is short, and a text for it would
 * fill the memory.
 */
import type { AST } from '@eslint-community/regexpp'
import { portablePattern } from './pattern.ts'
import { parsePattern } from './pattern-program.ts'

/** The least number of characters; 0 if the source is not a pattern. */
export const leastLength = (written: string): number => {
  const source = portablePattern(written)
  for (const unicode of [true, false]) {
    try {
      return shortest(parsePattern(source, unicode).alternatives)
    } catch {
      // Try without the flag. An invalid pattern is reported elsewhere.
    }
  }
  return 0
}

const shortest = (alternatives: readonly AST.Alternative[]): number =>
  Math.min(...alternatives.map(({ elements }) => elements.reduce((sum, element) => sum + lengthOf(element), 0)))

const lengthOf = (element: AST.Element): number => {
  switch (element.type) {
    case 'Quantifier':
      return element.min * lengthOf(element.element)
    case 'CapturingGroup':
    case 'Group':
      return shortest(element.alternatives)
    case 'Assertion':
    case 'Backreference':
      return 0
    default:
      return 1
  }
}
