/**
 * Runs a pattern's program over a text, all its ways at once: the cost is at most steps times characters, whatever the
 * text is. It counts what it does, and gives up past a budget.
 */
import type { Program, Step } from './pattern-program.ts'

/** Past it a text counts as none that matches: less than a tenth of a second. */
const maxWork = 2_000_000

/** Whether the program matches anywhere in the text; false as well where finding out would take too long. */
export const runProgram = (program: Program, text: string, unicode: boolean): boolean => {
  const run: Run = { text, unicode, work: 0 }
  return matchFrom(program, run, 0, true)
}

interface Run {
  readonly text: string
  readonly unicode: boolean
  work: number
}

/** `anywhere`: beginning at `from` or any place behind it; else at `from` alone. */
const matchFrom = ({ steps, start, backward }: Program, run: Run, from: number, anywhere: boolean): boolean => {
  // The place at which a step was last reached, so that each is looked at once for each place.
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
      if (++run.work > maxWork) return false
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
