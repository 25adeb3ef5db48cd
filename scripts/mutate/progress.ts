/**
 * Which mutants are still open, from the log: not killed, not tried with the current test file, and within their budget.
 */

import { findEquivalent } from './equivalent-mutants.ts'
import { isBeside } from './list-tests.ts'
import type { LogLine, Plan } from './plan.ts'

/** Loading all modules again is slow, so only some files are tried with it. */
const maxReloads = 8

/** Of the budget, for each group of tests, so that none uses up what others need. Those of other areas notice least. */
const shares = { beside: 1, foreign: 0.2, others: 1 } as const

export class Progress {
  readonly #plan: Plan
  readonly #killed = new Set<number>()
  readonly #equivalent = new Set<number>()
  readonly #tried = new Set<string>()
  readonly #areas: readonly string[]
  /** By mutant and group of tests. */
  readonly #took = new Map<string, number>()
  readonly #loading = new Map<number, number>()

  constructor(plan: Plan, log: readonly LogLine[]) {
    this.#plan = plan
    this.#areas = [...new Set(plan.mutants.map(({ area }) => area))]
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

  /** Milliseconds that are left for the tests of a file. */
  leftFor(mutant: number, file: string): number {
    const budget = this.#plan.budget * shares[this.#groupOf(mutant, file)]
    return budget - (this.#took.get(this.#keyOf(mutant, file)) ?? 0)
  }

  #keyOf(mutant: number, file: string): string {
    return `${mutant} ${this.#groupOf(mutant, file)}`
  }

  #groupOf(mutant: number, file: string): keyof typeof shares {
    if (isBeside(this.#plan.mutants[mutant]?.area ?? '', file)) return 'beside'
    return this.#areas.some((area) => isBeside(area, file)) ? 'foreign' : 'others'
  }

  /** Returns whether the mutant is evaluated while modules are loaded, by this file or an earlier one. */
  noteLoading(mutant: number, isUsed: boolean): boolean {
    const files = this.#loading.get(mutant) ?? 0
    if (files === 0 && !isUsed) return false
    this.#loading.set(mutant, files + 1)
    return files < maxReloads
  }
}
