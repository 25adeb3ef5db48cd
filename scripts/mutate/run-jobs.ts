/**
 * Tries mutants in several processes at once: each has the mutants of some areas, and runs no test files beside the others, which
 * notice least.
 */
import type { DrawnMutant } from './draw-mutants.ts'
import { isBeside } from './list-tests.ts'
import type { LogLine } from './plan.ts'
import { type PlanParts, runPlan } from './run-plan.ts'

export interface JobsParts extends PlanParts {
  readonly jobs: number
}

interface Job {
  readonly mutants: readonly DrawnMutant[]
  readonly tests: readonly string[]
}

/** Resolves with the lines of all logs. Each job keeps its own, with its number at the end of its name. */
export const runJobs = async ({ jobs, keepAt, onLine, ...parts }: JobsParts): Promise<readonly LogLine[]> => {
  const logs = await Promise.all(
    divide(parts, jobs).map(async ({ mutants: own, tests }, job) => {
      const toAll = (line: LogLine): LogLine => renumber(line, own)
      const log = await runPlan({
        ...parts,
        tests,
        mutants: own.map((mutant, id) => ({ ...mutant, id })),
        keepAt: keepAt === undefined ? undefined : `${keepAt}.${job + 1}`,
        onLine: (line) => onLine(toAll(line)),
      })
      return log.map(toAll)
    }),
  )
  return logs.flat()
}

/** The areas with most test files come first, each in the job that has fewest. Mutants of one area are divided among all. */
const divide = ({ mutants, tests }: Pick<PlanParts, 'mutants' | 'tests'>, jobs: number): readonly Job[] => {
  const areas = [...new Set(mutants.map(({ area }) => area))]
  const most = Math.max(1, Math.min(jobs, mutants.length))
  if (areas.length < 2) {
    const groups = Array.from({ length: most }, (_, job) => mutants.filter((_, index) => index % most === job))
    return groups.map((own) => ({ mutants: own, tests }))
  }
  const testsOf = (area: string): readonly string[] => tests.filter((file) => isBeside(area, file))
  const groups = Array.from({ length: Math.min(most, areas.length) }, () => ({ areas: new Set<string>(), size: 0 }))
  for (const area of areas.toSorted((a, b) => testsOf(b).length - testsOf(a).length)) {
    const smallest = groups.reduce((least, group) => (group.size < least.size ? group : least))
    smallest.areas.add(area)
    smallest.size += testsOf(area).length
  }
  return groups.map(({ areas: own }) => {
    const isForeign = (file: string): boolean => areas.some((area) => !own.has(area) && isBeside(area, file))
    return { mutants: mutants.filter(({ area }) => own.has(area)), tests: tests.filter((file) => !isForeign(file)) }
  })
}

/** With the number that the mutant has among all. */
const renumber = (line: LogLine, own: readonly DrawnMutant[]): LogLine =>
  'mutant' in line ? { ...line, mutant: own[line.mutant]?.id ?? line.mutant } : line
