/**
 * A pattern compiled to a program of steps that runs without backtracking and can be searched for catastrophic loops.
 * Only the structure is compiled; single characters are matched by the platform's engine, so that both agree.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp'

export interface Letter {
  readonly kind: 'letter'
  readonly takes: (codePoint: number) => boolean
  readonly next: number
}

export type Step =
  | Letter
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'no-word'; readonly next: number }
  | { readonly kind: 'look'; readonly program: Program; readonly negate: boolean; readonly next: number }
  | { readonly kind: 'match' }

export interface Program {
  readonly steps: readonly Step[]
  readonly start: number
  /** Whether it reads towards the start of the text, as a lookbehind does. */
  readonly backward: boolean
}

/** The most steps of a program; counted repetitions are written out. */
const maxSteps = 20_000

/** Thrown for what a program cannot express: back references, modifiers, very large counts. */
export class UnsupportedPattern extends Error {
  override readonly name = 'UnsupportedPattern'
}

/** Throws if the source is not a pattern. */
export const parsePattern = (source: string, unicode: boolean): AST.Pattern =>
  new RegExpParser().parsePattern(source, 0, source.length, { unicode })

/** `maxCopies`: limits how often a counted part is written out; a few are enough to analyse it. Throws UnsupportedPattern. */
export const compileProgram = (
  { alternatives }: Pick<AST.Pattern, 'alternatives'>,
  flags: string,
  { backward = false, maxCopies = Number.POSITIVE_INFINITY }: { backward?: boolean; maxCopies?: number } = {},
): Program => {
  const steps: Step[] = []
  const letters = new Map<string, Letter['takes']>()
  const add = (step: Step): number => {
    if (steps.length === maxSteps) throw new UnsupportedPattern('the pattern is too large')
    return steps.push(step) - 1
  }
  const takes = (raw: string): Letter['takes'] => {
    const known = letters.get(raw) ?? createLetter(raw, flags)
    letters.set(raw, known)
    return known
  }
  const addAll = (options: readonly AST.Alternative[], next: number): number =>
    options.length === 1
      ? addSequence(options[0]?.elements ?? [], next)
      : add({ kind: 'fork', next: options.map(({ elements }) => addSequence(elements, next)) })

  // Each step needs the step after it, so the program is built from its end.
  const addSequence = (elements: readonly AST.Element[], next: number): number =>
    backward
      ? elements.reduce((after, element) => addElement(element, after), next)
      : elements.reduceRight((after, element) => addElement(element, after), next)

  const addElement = (element: AST.Element, next: number): number => {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return add({ kind: 'letter', takes: takes(element.raw), next })
      case 'CapturingGroup':
        return addAll(element.alternatives, next)
      case 'Group':
        if (element.modifiers) throw new UnsupportedPattern('the pattern has modifiers')
        return addAll(element.alternatives, next)
      case 'Assertion':
        return addAssertion(element, next)
      case 'Quantifier':
        return addRepeated(element, next)
      default:
        throw new UnsupportedPattern('the pattern has a back reference')
    }
  }

  const addAssertion = (assertion: AST.Assertion, next: number): number => {
    switch (assertion.kind) {
      case 'start':
      case 'end':
        return add({ kind: 'edge', edge: assertion.kind, next })
      case 'word':
        return add({ kind: 'edge', edge: assertion.negate ? 'no-word' : 'word', next })
      default: {
        const program = compileProgram(assertion, flags, { backward: assertion.kind === 'lookbehind', maxCopies })
        return add({ kind: 'look', program, negate: assertion.negate, next })
      }
    }
  }

  const addRepeated = ({ element, min, max }: AST.Quantifier, next: number): number => {
    const least = Math.min(min, maxCopies)
    let after = next
    if (max === Number.POSITIVE_INFINITY) {
      const loop = add({ kind: 'fork', next: [] })
      steps[loop] = { kind: 'fork', next: [addElement(element, loop), next] }
      after = loop
    } else {
      const most = Math.min(max - min, maxCopies)
      for (let copy = 0; copy < most; copy++) after = add({ kind: 'fork', next: [addElement(element, after), next] })
    }
    for (let copy = 0; copy < least; copy++) after = addElement(element, after)
    return after
  }

  const match = add({ kind: 'match' })
  const start = addAll(alternatives, match)
  return { steps, start, backward }
}

/** Whether a character matches, decided by the platform's engine and cached for ASCII. */
const createLetter = (raw: string, flags: string): Letter['takes'] => {
  const pattern = new RegExp(`^(?:${raw})$`, flags)
  const known: (boolean | undefined)[] = []
  return (codePoint) => {
    if (codePoint > 127) return pattern.test(String.fromCodePoint(codePoint))
    known[codePoint] ??= pattern.test(String.fromCharCode(codePoint))
    return known[codePoint]
  }
}
