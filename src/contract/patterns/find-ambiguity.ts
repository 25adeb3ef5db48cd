/**
 * Whether a pattern is one that an ordinary engine turns back in without end: some loop can take one and the same text
 * in two ways. Then each more round doubles the work, as in (a+)+ or (a|a)*.
 */
import { compileProgram, type Letter, type Program, parsePattern, UnsupportedPattern } from './pattern-program.ts'

/** How far is looked before the pattern is let pass: it is run bounded in any case. */
const maxWork = 200_000

/** A loop that takes a text in two ways. False for what is no pattern. */
export const isExponential = (source: string): boolean => {
  // Two repetitions, one in the other or beside each other in a group that repeats: without a group there is no such thing.
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
      // Then without the flag, or it is no pattern at all, which others say.
    }
  }
  return undefined
}

/** A letter, and how the letters after it are reached: by one way, or by several. */
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
 * The letters that can come next, with the number of ways to each. A way comes by the same step twice at most: once in a
 * loop, and once more in the loop around it; what goes round oftener takes nothing.
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

/** Two ways from a letter back to it that take the same text: pairs of places are followed, one for each way. */
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

/** Whether two letters take a character in common: ASCII, and a few that stand for the rest. */
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
