/**
 * Tries mutants in several processes at once: each has some of them, and runs all test files.
 */
import type { DrawnMutant } from './draw-mutants.ts'
import type { LogLine } from './plan.ts'
import { type PlanParts, runPlan } from './run-plan.ts'

export interface JobsParts extends PlanParts {
  readonly jobs: number
}

/** Resolves with the lines of all logs. Each job keeps its own, with its number at the end of its name. */
export const runJobs = async ({ jobs, mutants, keepAt, onLine, ...parts }: JobsParts): Promise<readonly LogLine[]> => {
  const numbers = Array.from({ length: Math.max(1, Math.min(jobs, mutants.length)) }, (_, job) => job)
  const logs = await Promise.all(
    numbers.map(async (job) => {
      const own = mutants.filter((_, index) => index % numbers.length === job)
      const toAll = (line: LogLine): LogLine => renumber(line, own)
      const log = await runPlan({
        ...parts,
        mutants: own.map((mutant, id) => ({ ...mutant, id })),
        keepAt: keepAt === undefined ? undefined : `${keepAt}.${job + 1}`,
        onLine: (line) => onLine(toAll(line)),
      })
      return log.map(toAll)
    }),
  )
  return logs.flat()
}

/** With the number that the mutant has among all. */
const renumber = (line: LogLine, own: readonly DrawnMutant[]): LogLine =>
  'mutant' in line ? { ...line, mutant: own[line.mutant]?.id ?? line.mutant } : line
