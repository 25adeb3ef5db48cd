/**
 * What became of each mutant, from the log.
 */
import type { DrawnMutant } from './draw-mutants.ts'
import { findEquivalent } from './equivalent-mutants.ts'
import type { LogLine } from './plan.ts'

export interface Result {
  readonly mutant: DrawnMutant
  /** `unreached`: no test evaluates it. `equivalent`: no test can notice it; it was not tried. */
  readonly kind: 'killed' | 'survived' | 'unreached' | 'equivalent'
  /** The test file that failed, and the test. */
  readonly file: string | undefined
  readonly test: string | undefined
  readonly error: string | undefined
  /** Tests that passed with it. */
  readonly passed: number
}

export const readResults = (mutants: readonly DrawnMutant[], log: readonly LogLine[]): readonly Result[] => {
  const killed = new Map<number, Extract<LogLine, { kind: 'killed' }>>()
  const passed = new Map<number, number>()
  for (const line of log) {
    if (line.kind === 'killed') killed.set(line.mutant, line)
    if (line.kind === 'passed') passed.set(line.mutant, (passed.get(line.mutant) ?? 0) + line.tests)
  }
  return mutants.map((mutant) => {
    const by = killed.get(mutant.id)
    const count = passed.get(mutant.id) ?? 0
    const kind = findEquivalent(mutant) ? 'equivalent' : by ? 'killed' : count > 0 ? 'survived' : 'unreached'
    return { mutant, kind, file: by?.file, test: by?.test, error: by?.error, passed: count }
  })
}
