/**
 * Runs a pattern's program on a text, all alternatives at once: the cost is at most steps times characters for any text.
 * Counts its work and gives up after a limit.
 */
import type { Program, Step } from './pattern-program.ts'

/** After this much work, less than 0.1 s, a text counts as not matching. */
export const maxPatternWork = 2_000_000

/** Whether the program matches anywhere in the text; also false if the limit was reached. */
export const runProgram = (
  program: Program,
  text: string,
  unicode: boolean,
  countWork: (work: number) => void = () => {},
): boolean => {
  const run: Run = { text, unicode, work: 0 }
  const matches = matchFrom(program, run, 0, true)
  countWork(run.work)
  return matches
}

interface Run {
  readonly text: string
  readonly unicode: boolean
  work: number
}

/** `anywhere`: a match may start at `from` or later; otherwise only at `from`. */
const matchFrom = ({ steps, start, backward }: Program, run: Run, from: number, anywhere: boolean): boolean => {
  // Where each step was last reached, so that it runs once per position.
  const reached = new Int32Array(steps.length).fill(-1)
  let current: number[] = [start]
  let next: number[] = []
  run.work += steps.length
  const letters: Extract<Step, { kind: 'letter' }>[] = []
  let at = from
  for (;;) {
    const pending = current
    letters.length = 0
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (reached[id] === at) continue
      reached[id] = at
      if (++run.work > maxPatternWork) return false
      const step = steps[id]
      if (step?.kind === 'match') return true
      if (step?.kind === 'letter') letters.push(step)
      else if (step?.kind === 'fork') for (const other of step.next) pending.push(other)
      else if (step && holds(step, run, at)) pending.push(step.next)
    }
    const codePoint = backward ? codePointBefore(run, at) : codePointAt(run, at)
    if (codePoint === undefined) return false
    const width = codePoint > 0xffff ? 2 : 1
    at += backward ? -width : width
    for (const letter of letters) if (letter.takes(codePoint)) next.push(letter.next)
    if (anywhere) next.push(start)
    else if (next.length === 0) return false
    ;[current, next] = [next, pending]
  }
}

const codePointAt = ({ text, unicode }: Run, at: number): number | undefined =>
  at >= text.length ? undefined : unicode ? text.codePointAt(at) : text.charCodeAt(at)

const codePointBefore = ({ text, unicode }: Run, at: number): number | undefined => {
  if (at === 0) return undefined
  const whole = unicode && at > 1 ? text.codePointAt(at - 2) : undefined
  return whole !== undefined && whole > 0xffff ? whole : text.charCodeAt(at - 1)
}

const holds = (step: Extract<Step, { kind: 'edge' | 'look' }>, run: Run, at: number): boolean => {
  if (step.kind === 'look') return matchFrom(step.program, run, at, false) !== step.negate
  if (step.edge === 'start') return at === 0
  if (step.edge === 'end') return at === run.text.length
  return (isWord(run.text, at - 1) !== isWord(run.text, at)) === (step.edge === 'word')
}

const isWord = (text: string, at: number): boolean => /^\w$/.test(text.charAt(at))
