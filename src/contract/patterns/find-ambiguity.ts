/**
 * Whether a pattern backtracks catastrophically in an ordinary engine: a loop can match the same text in two ways, so that
 * each further repetition doubles the work, as in (a+)+ or (a|a)*.
 */
import { compileProgram, type Letter, type Program, parsePattern, UnsupportedPattern } from './pattern-program.ts'

/** The search stops after this many steps and reports nothing; matching is bounded in any case. */
const maxWork = 200_000

/** Whether a loop can match the same text in two ways. False if the source is not a pattern. */
export const isExponential = (source: string): boolean => {
  // It takes a repeated group.
  if (!/\)[*+{]/.test(source)) return false
  try {
    const parsed = parseEither(source)
    if (!parsed) return false
    return hasAmbiguousLoop(compileProgram(parsed.pattern, parsed.flags, { maxCopies: 2 }))
  } catch (error) {
    if (error instanceof UnsupportedPattern) return false
    throw error
  }
}

const parseEither = (source: string) => {
  for (const flags of ['u', '']) {
    try {
      return { pattern: parsePattern(source, flags === 'u'), flags }
    } catch {
      // Try without the flag. An invalid pattern is reported elsewhere.
    }
  }
  return undefined
}

/** The steps that can follow a character, and by how many paths each is reached. */
type Follow = ReadonlyMap<number, number>

const hasAmbiguousLoop = (program: Program): boolean => {
  const budget = { left: maxWork }
  const letters = new Map<number, Letter>()
  for (const [id, step] of program.steps.entries()) if (step.kind === 'letter') letters.set(id, step)
  const follows = new Map<number, Follow>()
  const followOf = (id: number): Follow => {
    const known = follows.get(id) ?? collectFollow(program, letters.get(id)?.next ?? 0, budget)
    follows.set(id, known)
    return known
  }
  const overlap = createOverlap(letters)
  return [...letters.keys()].some((id) => comesBackTwice(id, followOf, overlap, budget))
}

interface Budget {
  left: number
}

/**
 * The characters that can come next, with the number of paths to each. A path visits a step at most twice: once in a loop
 * and once in the loop around it; more rounds would match nothing.
 */
const collectFollow = ({ steps }: Program, from: number, budget: Budget): Follow => {
  const found = new Map<number, number>()
  const visits = new Map<number, number>()
  const walk = (id: number): void => {
    const before = visits.get(id) ?? 0
    if (before === 2 || budget.left-- < 0) return
    visits.set(id, before + 1)
    const step = steps[id]
    if (step?.kind === 'letter') found.set(id, (found.get(id) ?? 0) + 1)
    else if (step?.kind === 'fork') step.next.forEach(walk)
    else if (step && step.kind !== 'match') walk(step.next)
    visits.set(id, before)
  }
  walk(from)
  return found
}

/** Whether two different paths lead from a step back to it and match the same text. Follows both paths in parallel. */
const comesBackTwice = (
  start: number,
  followOf: (id: number) => Follow,
  overlap: (one: number, other: number) => boolean,
  budget: Budget,
): boolean => {
  const seen = new Set<string>()
  const pending: (readonly [one: number, other: number, isTwo: boolean])[] = [[start, start, false]]
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [one, other, wasTwo] = pair
    for (const [nextOne, ways] of followOf(one)) {
      for (const nextOther of followOf(other).keys()) {
        if (budget.left-- < 0) return false
        if (!overlap(nextOne, nextOther)) continue
        const isTwo = wasTwo || nextOne !== nextOther || (one === other && ways > 1)
        if (isTwo && nextOne === start && nextOther === start) return true
        const key = `${nextOne} ${nextOther} ${isTwo}`
        if (seen.has(key)) continue
        seen.add(key)
        pending.push([nextOne, nextOther, isTwo])
      }
    }
  }
  return false
}

/** Whether two steps match a common character: ASCII, and a few samples of other characters. */
const createOverlap = (letters: ReadonlyMap<number, Letter>): ((one: number, other: number) => boolean) => {
  const alphabet = [...Array(128).keys(), 0xa0, 0xe9, 0x2028, 0x4e2d, 0x1f600]
  const taken = new Map(
    [...letters].map(([id, { takes }]) => [id, new Set(alphabet.filter((codePoint) => takes(codePoint)))]),
  )
  return (one, other) => {
    if (one === other) return true
    const others = taken.get(other)
    return [...(taken.get(one) ?? [])].some((codePoint) => others?.has(codePoint))
  }
}
