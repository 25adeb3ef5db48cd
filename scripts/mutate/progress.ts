/**
 * Which mutants are still open, from the log: not killed, not tried with the current test file, and within their budget.
 */

import { findEquivalent } from './equivalent-mutants.ts'
import { isBeside } from './list-tests.ts'
import type { LogLine, Plan } from './plan.ts'

/** Loading all modules again is slow, so only some files are tried with it. */
const maxReloads = 8

export class Progress {
  readonly #plan: Plan
  readonly #killed = new Set<number>()
  readonly #equivalent = new Set<number>()
  readonly #tried = new Set<string>()
  /** By mutant, for the tests of its area and for all others, because those of its area notice most. */
  readonly #took = new Map<string, number>()
  readonly #loading = new Map<number, number>()

  constructor(plan: Plan, log: readonly LogLine[]) {
    this.#plan = plan
    for (const mutant of plan.mutants) if (findEquivalent(mutant)) this.#equivalent.add(mutant.id)
    for (const line of log) this.note(line)
  }

  note(line: LogLine): void {
    if (line.kind === 'killed') this.#killed.add(line.mutant)
    if (line.kind === 'try') this.#tried.add(`${line.mutant} ${line.file}`)
    if (line.kind !== 'passed') return
    const key = this.#keyOf(line.mutant, line.file)
    this.#took.set(key, (this.#took.get(key) ?? 0) + line.took)
  }

  isOpen(mutant: number, file: string): boolean {
    return !this.#killed.has(mutant) && !this.#equivalent.has(mutant) && !this.#tried.has(`${mutant} ${file}`)
  }

  isAffordable(mutant: number, file: string, expected: number): boolean {
    return (this.#took.get(this.#keyOf(mutant, file)) ?? 0) + expected <= this.#plan.budget
  }

  #keyOf(mutant: number, file: string): string {
    const area = this.#plan.mutants[mutant]?.area ?? ''
    return `${mutant} ${isBeside(area, file) ? 'beside' : 'elsewhere'}`
  }

  /** Returns whether the mutant is evaluated while modules are loaded, by this file or an earlier one. */
  noteLoading(mutant: number, isUsed: boolean): boolean {
    const files = this.#loading.get(mutant) ?? 0
    if (files === 0 && !isUsed) return false
    this.#loading.set(mutant, files + 1)
    return files < maxReloads
  }
}
