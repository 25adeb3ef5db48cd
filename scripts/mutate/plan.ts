/**
 * What the processes of `npm run mutate` exchange: a plan of mutants and test files, and a log of results, one JSON value a line.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { DrawnMutant } from './draw-mutants.ts'

/** The environment variable with the path of the plan. */
export const planVariable = 'STANDIN_MUTATION_PLAN'

export interface Plan {
  readonly project: string
  readonly mutants: readonly DrawnMutant[]
  /** Relative to the project, in the order in which they run. */
  readonly tests: readonly string[]
  /** The path of the log. */
  readonly log: string
  /** Milliseconds of CPU time for the tests of a mutant's area; other groups of tests have a share of it. The rest is skipped. */
  readonly budget: number
  /** Milliseconds for which a mutant may be evaluated again and again, in addition to what its tests take. */
  readonly limit: number
}

export type LogLine =
  /** The first line: which mutants it is about. */
  | { readonly kind: 'mutants'; readonly digest: string }
  /** A test file starts, without a mutant. */
  | { readonly kind: 'file'; readonly file: string }
  /** A test that fails without a mutant, alone or with others. It kills no mutant. */
  | { readonly kind: 'unstable'; readonly file: string; readonly test: string; readonly error: string }
  /** `took` is in milliseconds of CPU time, with all mutants. */
  | { readonly kind: 'file done'; readonly file: string; readonly took: number }
  /** Tests of a mutant start. `expected` is how long they take without it, in milliseconds of CPU time. */
  | { readonly kind: 'try'; readonly mutant: number; readonly file: string; readonly expected: number }
  | {
      readonly kind: 'killed'
      readonly mutant: number
      readonly file: string
      readonly test: string
      readonly error: string
    }
  | {
      readonly kind: 'passed'
      readonly mutant: number
      readonly file: string
      readonly tests: number
      readonly took: number
    }

export const readPlan = (path: string): Plan => JSON.parse(readFileSync(path, 'utf8')) as Plan

/** None if nothing was written. A last line that is incomplete is left out. */
export const readLog = (path: string): readonly LogLine[] => {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.slice(0, -1).map((line) => JSON.parse(line) as LogLine)
}
