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

interface ProgramOptions {
  /** Default: false. */
  readonly backward?: boolean
  /** How often a counted part is written out at most; a few copies are enough to analyse it. Default: no limit. */
  readonly maxCopies?: number
}

/** Throws UnsupportedPattern. */
export const compileProgram = (
  { alternatives }: Pick<AST.Pattern, 'alternatives'>,
  flags: string,
  options: ProgramOptions = {},
): Program => new ProgramBuilder(flags, options).build(alternatives)

/** Each step needs the step after it, so the program is built from its end. Every method returns the step that it starts with. */
class ProgramBuilder {
  readonly #flags: string
  readonly #backward: boolean
  readonly #maxCopies: number
  readonly #steps: Step[] = []
  readonly #letters = new Map<string, Letter['takes']>()

  constructor(flags: string, { backward = false, maxCopies = Number.POSITIVE_INFINITY }: ProgramOptions) {
    this.#flags = flags
    this.#backward = backward
    this.#maxCopies = maxCopies
  }

  build(alternatives: readonly AST.Alternative[]): Program {
    const match = this.#add({ kind: 'match' })
    const start = this.#addAll(alternatives, match)
    return { steps: this.#steps, start, backward: this.#backward }
  }

  #add(step: Step): number {
    if (this.#steps.length === maxSteps) throw new UnsupportedPattern('the pattern is too large')
    return this.#steps.push(step) - 1
  }

  #addAll(options: readonly AST.Alternative[], next: number): number {
    if (options.length === 1) return this.#addSequence(options[0]?.elements ?? [], next)
    return this.#add({ kind: 'fork', next: options.map(({ elements }) => this.#addSequence(elements, next)) })
  }

  #addSequence(elements: readonly AST.Element[], next: number): number {
    const addBefore = (after: number, element: AST.Element): number => this.#addElement(element, after)
    return this.#backward ? elements.reduce(addBefore, next) : elements.reduceRight(addBefore, next)
  }

  #addElement(element: AST.Element, next: number): number {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#add({ kind: 'letter', takes: this.#letter(element.raw), next })
      case 'CapturingGroup':
        return this.#addAll(element.alternatives, next)
      case 'Group':
        if (element.modifiers) throw new UnsupportedPattern('the pattern has modifiers')
        return this.#addAll(element.alternatives, next)
      case 'Assertion':
        return this.#addAssertion(element, next)
      case 'Quantifier':
        return this.#addRepeated(element, next)
      default:
        throw new UnsupportedPattern('the pattern has a back reference')
    }
  }

  #addAssertion(assertion: AST.Assertion, next: number): number {
    switch (assertion.kind) {
      case 'start':
      case 'end':
        return this.#add({ kind: 'edge', edge: assertion.kind, next })
      case 'word':
        return this.#add({ kind: 'edge', edge: assertion.negate ? 'no-word' : 'word', next })
      default: {
        const options = { backward: assertion.kind === 'lookbehind', maxCopies: this.#maxCopies }
        const program = compileProgram(assertion, this.#flags, options)
        return this.#add({ kind: 'look', program, negate: assertion.negate, next })
      }
    }
  }

  #addRepeated({ element, min, max }: AST.Quantifier, next: number): number {
    const least = Math.min(min, this.#maxCopies)
    let after = max === Number.POSITIVE_INFINITY ? this.#addLoop(element, next) : next
    const optional = max === Number.POSITIVE_INFINITY ? 0 : Math.min(max - min, this.#maxCopies)
    for (let copy = 0; copy < optional; copy++)
      after = this.#add({ kind: 'fork', next: [this.#addElement(element, after), next] })
    for (let copy = 0; copy < least; copy++) {
      const before = after
      after = this.#addElement(element, after)
      // What matches nothing but the empty text need not be written again.
      if (after === before) break
    }
    return after
  }

  #addLoop(element: AST.Element, next: number): number {
    const loop = this.#add({ kind: 'fork', next: [] })
    this.#steps[loop] = { kind: 'fork', next: [this.#addElement(element, loop), next] }
    return loop
  }

  #letter(raw: string): Letter['takes'] {
    const known = this.#letters.get(raw) ?? createLetter(raw, this.#flags)
    this.#letters.set(raw, known)
    return known
  }
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
