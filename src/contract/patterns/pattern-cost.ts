/**
 * An upper bound of the work that a backtracking engine, such as the platform's, can have with a pattern, as a function of
 * the length of the text. Computed from the parsed pattern.
 */
import type { AST } from '@eslint-community/regexpp'

/** In proportion to the length, so that many short strings cost no more than one long string. */
const maxWork = (length: number): number => 64 * length + 8192

/** The default limit of a body. A longer body may cost more, in proportion. */
const maxLength = 2 ** 22

/** The longest text that is cheap whatever it contains; 0 if even an empty text is not. */
export const cheapLength = (pattern: AST.Pattern): number => {
  const starts = pattern.alternatives.every(isAnchored) ? () => 1 : (length: number) => length + 1
  const isCheap = (length: number): boolean =>
    starts(length) * costOfAll(pattern.alternatives, length).work <= maxWork(length)
  if (isCheap(maxLength)) return maxLength
  let cheap = 0
  let expensive = maxLength
  while (expensive - cheap > 1) {
    const length = Math.floor((cheap + expensive) / 2)
    if (isCheap(length)) cheap = length
    else expensive = length
  }
  return cheap
}

const isAnchored = ({ elements: [first] }: AST.Alternative): boolean =>
  first?.type === 'Assertion' && first.kind === 'start'

interface Cost {
  /** In how many ways it can match, which is how often the rest of the pattern is tried. */
  readonly ways: number
  /** Steps to try all of them. */
  readonly work: number
}

const one: Cost = { ways: 1, work: 1 }

const costOfAll = (alternatives: readonly AST.Alternative[], length: number): Cost =>
  alternatives.reduce<Cost>(
    (sum, { elements }) => {
      const { ways, work } = costOfSequence(elements, length)
      return { ways: sum.ways + ways, work: sum.work + work }
    },
    { ways: 0, work: 0 },
  )

const costOfSequence = (elements: readonly AST.Element[], length: number): Cost =>
  elements.reduce<Cost>(
    (before, element) => {
      const { ways, work } = costOf(element, length)
      return { ways: before.ways * ways, work: before.work + before.ways * work }
    },
    { ways: 1, work: 1 },
  )

const costOf = (element: AST.Element, length: number): Cost => {
  switch (element.type) {
    case 'CapturingGroup':
    case 'Group':
      return costOfAll(element.alternatives, length)
    case 'Assertion':
      // A lookaround is not retried after it matched.
      return 'alternatives' in element ? { ways: 1, work: costOfAll(element.alternatives, length).work } : one
    case 'Quantifier':
      return costOfRepeated(element, length)
    case 'Backreference':
      return { ways: 1, work: length + 1 }
    default:
      return one
  }
}

const costOfRepeated = ({ element, min, max }: AST.Quantifier, length: number): Cost => {
  const { ways, work } = costOf(element, length)
  const least = Math.min(min, length)
  const most = Math.min(max, length)
  if (ways === 1) return { ways: most - least + 1, work: most * work + 1 }
  // Each repetition multiplies the ways: a sum of powers.
  const total = (ways ** (most + 1) - 1) / (ways - 1)
  return { ways: total, work: total * work }
}
