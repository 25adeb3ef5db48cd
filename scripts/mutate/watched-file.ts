/**
 * What the tests of a file use without a mutant: which of them evaluates which mutant, how long each takes, and which fail.
 */
import process from 'node:process'
import type { RunnerTask, RunnerTestCase, RunnerTestFile } from 'vitest'
import type { MutantControl } from './mutant-switch.ts'

interface WatchedTest {
  readonly test: RunnerTestCase
  /** Its id, and those of the suites around it. */
  readonly scopes: readonly string[]
}

export interface TestsOfMutant {
  readonly ids: ReadonlySet<string>
  /** Milliseconds of CPU time without the mutant. */
  readonly expected: number
}

/** In milliseconds. Unlike the time of the clock, it is the same on a busy machine. */
export const readCpuTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const collecting = 'collecting'

export class WatchedFile {
  readonly #control: MutantControl
  readonly #uses = new Map<string, Set<number>>()
  readonly #times = new Map<string, number>()
  #scope = collecting
  #since = readCpuTime()
  #tests: readonly WatchedTest[] = []

  constructor(control: MutantControl) {
    this.#control = control
    this.enter(collecting)
  }

  /** From now on, uses belong to a test, or to a suite and so to all of its tests. */
  enter(scope: string): void {
    const time = readCpuTime()
    this.#times.set(this.#scope, (this.#times.get(this.#scope) ?? 0) + time - this.#since)
    this.#scope = scope
    this.#since = time
    const uses = this.#uses.get(scope) ?? new Set()
    this.#uses.set(scope, uses)
    this.#control.uses = uses
  }

  finish(file: RunnerTestFile): void {
    this.enter(file.id)
    this.#control.uses = new Set()
    this.#tests = listTests(file, [file.id])
  }

  get failed(): readonly RunnerTestCase[] {
    return this.#tests.map(({ test }) => test).filter(({ result }) => result?.state === 'fail')
  }

  /** The mutant is evaluated while modules are loaded, when it is too late to switch it on. */
  isUsedByLoading(mutant: number): boolean {
    return this.#uses.get(collecting)?.has(mutant) ?? false
  }

  /** Those that evaluate the mutant. Where they take longer than `most`, only every second one, or every third, and so on. */
  testsOf(mutant: number, most: number): TestsOfMutant {
    return this.#within(most, ({ scopes }) => scopes.some((scope) => this.#uses.get(scope)?.has(mutant)))
  }

  allTests(most: number): TestsOfMutant {
    return this.#within(most, () => true)
  }

  /** By the clock. */
  durationOf({ id }: RunnerTestCase): number {
    return this.#tests.find(({ test }) => test.id === id)?.test.result?.duration ?? 0
  }

  #within(most: number, isWanted: (test: WatchedTest) => boolean): TestsOfMutant {
    const wanted = new Set(this.#tests.filter((one) => one.test.result?.state === 'pass' && isWanted(one)))
    const all = this.#choose((test) => wanted.has(test))
    let chosen = all
    for (let step = 2; chosen.expected > most && step <= wanted.size; step++) {
      const some = new Set([...wanted].filter((_, index) => index % step === 0))
      chosen = this.#choose((test) => some.has(test))
    }
    return chosen
  }

  #choose(isChosen: (test: WatchedTest) => boolean): TestsOfMutant {
    const chosen = this.#tests.filter((one) => one.test.result?.state === 'pass' && isChosen(one))
    const scopes = new Set(chosen.flatMap((one) => one.scopes))
    const expected = [...scopes].reduce((sum, scope) => sum + (this.#times.get(scope) ?? 0), 0)
    return { ids: new Set(chosen.map(({ test }) => test.id)), expected }
  }
}

const listTests = (
  { tasks }: { readonly tasks: readonly RunnerTask[] },
  scopes: readonly string[],
): readonly WatchedTest[] =>
  tasks.flatMap((task) => {
    const within = [...scopes, task.id]
    return task.type === 'suite' ? listTests(task, within) : [{ test: task, scopes: within }]
  })
