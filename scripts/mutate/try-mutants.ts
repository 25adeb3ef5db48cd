/**
 * Applies mutants one at a time and runs the tests that are related to the changed file: first those beside it, because they
 * notice most, then all that import it. A failure counts only if the same test file passes without the mutant.
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DrawnMutant } from './draw-mutants.ts'
import { applyMutant, showChange } from './find-mutants.ts'
import { type FailedRun, runVitest, type TestRun } from './run-tests.ts'

export interface TriedMutant {
  readonly mutant: DrawnMutant
  /** `undecided`: the tests did not end within the time limit. */
  readonly result: 'killed' | 'survived' | 'undecided'
  /** The test file that failed. */
  readonly by: string | undefined
  readonly before: string
  readonly after: string
}

export interface TryParts {
  /** A copy, whose files are changed. */
  readonly project: string
  /** More arguments for Vitest. */
  readonly args: readonly string[]
  /** Milliseconds for the tests of one mutant. */
  readonly limit: number
}

/** The results, as they are found. */
export async function* tryMutants(parts: TryParts, mutants: readonly DrawnMutant[]): AsyncGenerator<TriedMutant> {
  const known = { passing: new Set<string>(), failing: new Set<string>() }
  for (const mutant of mutants) {
    const path = join(parts.project, mutant.file)
    const text = await readFile(path, 'utf8')
    const tests = new MutantTests(parts, known, {
      apply: () => writeFile(path, applyMutant(text, mutant)),
      restore: () => writeFile(path, text),
    })
    try {
      yield { mutant, ...(await tests.run(mutant.file)), ...showChange(text, mutant) }
    } finally {
      await writeFile(path, text)
    }
  }
}

/** Test files that pass, or fail, without any mutant. */
interface KnownTests {
  readonly passing: Set<string>
  readonly failing: Set<string>
}

interface Change {
  readonly apply: () => Promise<void>
  readonly restore: () => Promise<void>
}

class MutantTests {
  readonly #parts: TryParts
  readonly #known: KnownTests
  readonly #change: Change
  readonly #deadline: number

  constructor(parts: TryParts, known: KnownTests, change: Change) {
    this.#parts = parts
    this.#known = known
    this.#change = change
    this.#deadline = performance.now() + parts.limit
  }

  async run(file: string): Promise<Pick<TriedMutant, 'result' | 'by'>> {
    const beside = findTestsBeside(this.#parts.project, file)
    const runs = [...(beside === undefined ? [] : [['run', beside]]), ['related', '--run', file]]
    for (const args of runs) {
      const found = await this.#findFailure(args)
      if (found !== undefined) return found
    }
    return { result: 'survived', by: undefined }
  }

  /** Undefined if the tests pass. */
  async #findFailure(args: readonly string[]): Promise<Pick<TriedMutant, 'result' | 'by'> | undefined> {
    for (;;) {
      await this.#change.apply()
      const run = await this.#vitest(args)
      await this.#change.restore()
      if (run.kind === 'passed') return undefined
      if (run.kind === 'timeout') return { result: 'undecided', by: undefined }
      const [by] = run.files
      if (by === undefined) await this.#checkRun(args, run)
      if (by === undefined || (await this.#passesWithout(by))) return { result: 'killed', by }
      // That file fails anyway. The others decide; each turn leaves out one more.
    }
  }

  /** Throws if the tests cannot run without a mutant either. */
  async #checkRun(args: readonly string[], failed: FailedRun): Promise<void> {
    const run = await this.#vitest(args)
    if (run.kind === 'failed' && run.files.length === 0)
      throw new TypeError(`the tests do not run without a mutant: vitest ${args.join(' ')}\n${failed.output}`)
  }

  async #passesWithout(file: string): Promise<boolean> {
    const { passing, failing } = this.#known
    if (passing.has(file)) return true
    const run = await runVitest(this.#parts.project, ['run', file, ...this.#parts.args], this.#parts.limit)
    const passes = run.kind === 'passed'
    ;(passes ? passing : failing).add(file)
    return passes
  }

  #vitest(args: readonly string[]): Promise<TestRun> {
    const left = Math.max(1, this.#deadline - performance.now())
    const without = [...this.#known.failing].map((file) => `--exclude=${file}`)
    return runVitest(this.#parts.project, [...args, ...this.#parts.args, ...without], left)
  }
}

/** `test/store` for `src/store/collection.ts`: the tests mirror the sources. Undefined if no tests mirror the file. */
const findTestsBeside = (project: string, file: string): string | undefined => {
  for (let folder = dirname(file); folder.startsWith('src/'); folder = dirname(folder)) {
    const tests = folder.replace(/^src/, 'test')
    if (existsSync(join(project, tests))) return `${tests}/`
  }
  return undefined
}
