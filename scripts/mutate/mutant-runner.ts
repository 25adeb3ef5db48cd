/**
 * The Vitest runner of `npm run mutate`. It runs each test file as usual, and watches which test evaluates which mutant. Then it
 * turns on one mutant after another that no test has noticed yet, and runs the tests that evaluate it, all in the same process.
 *
 * A failure counts only if the same tests pass without the mutant.
 */
import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { LoadedModules } from './loaded-modules.ts'
import { MutantControl, type MutantSwitch } from './mutant-switch.ts'
import { type LogLine, type Plan, planVariable, readLog, readPlan } from './plan.ts'
import { Progress } from './progress.ts'
import { type ChosenTests, SwitchedRunner, type TestFailure } from './switched-runner.ts'
import { readCpuTime, type TestsOfMutant, WatchedFile } from './watched-file.ts'

declare global {
  var __standinMutants: MutantSwitch | undefined
}

const control = new MutantControl()
globalThis.__standinMutants = control.switch

interface Trial {
  readonly file: string
  readonly mutant: number | undefined
  readonly tests: TestsOfMutant
  /** Modules are loaded again while the mutant is on. */
  readonly reload: boolean
}

interface Trialled {
  readonly failure: TestFailure | undefined
  readonly tests: number
  /** The mutant was evaluated. */
  readonly isUsed: boolean
}

export default class MutantRunner extends TestRunner {
  readonly #plan: Plan = readPlan(process.env[planVariable] ?? '')
  readonly #progress = new Progress(this.#plan, readLog(this.#plan.log))
  readonly #modules = new LoadedModules()
  #watched = new WatchedFile(control)
  #started = readCpuTime()

  override onCollectStart(file: RunnerTestFile): void {
    this.#watched = new WatchedFile(control)
    this.#started = readCpuTime()
    this.#log({ kind: 'file', file: this.#nameOf(file.filepath) })
    super.onCollectStart(file)
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    this.#watched.enter(suite.id)
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    this.#watched.enter(test.id)
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTask): void {
    this.#watched.enter((test.suite ?? test.file).id)
    super.onAfterRunTask(test)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (suite.suite) this.#watched.enter(suite.suite.id)
  }

  override async onAfterRunFiles(files?: readonly RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles()
    for (const file of files ?? []) await this.#tryMutants(file)
  }

  async #tryMutants(task: RunnerTestFile): Promise<void> {
    this.#watched.finish(task)
    const file = this.#nameOf(task.filepath)
    for (const test of this.#watched.failed)
      this.#log({ kind: 'unstable', file, test: test.fullTestName, error: test.result?.errors?.[0]?.message ?? '' })
    const loaded = this.#modules.findLoadedBy(task.filepath)
    for (const { id, file: source } of this.#plan.mutants) {
      if (!this.#progress.isOpen(id, file)) continue
      const isLoading = this.#progress.noteLoading(id, this.#watched.isUsedByLoading(id))
      const reload = isLoading && loaded.has(join(this.#plan.project, source))
      const left = this.#progress.leftFor(id, file)
      const tests = reload ? this.#watched.allTests(left) : this.#watched.testsOf(id, left)
      if (tests.ids.size > 0 && tests.expected <= left) await this.#tryMutant({ file, mutant: id, tests, reload })
    }
    this.#log({ kind: 'file done', file, took: readCpuTime() - this.#started })
  }

  async #tryMutant(trial: Trial & { readonly mutant: number }): Promise<void> {
    const { file, mutant, tests } = trial
    this.#log({ kind: 'try', mutant, file, expected: tests.expected })
    const start = readCpuTime()
    let ran = await this.#run(trial)
    // A value that a module of the tests keeps was made without the mutant.
    if (!ran.failure && !ran.isUsed && !trial.reload) ran = await this.#run({ ...trial, reload: true })
    const took = readCpuTime() - start
    if (!ran.failure || !(await this.#passesWithout(trial, ran.failure)))
      this.#log({ kind: 'passed', mutant, file, tests: ran.tests, took })
    else this.#log({ kind: 'killed', mutant, file, ...ran.failure })
  }

  async #passesWithout(trial: Trial, { test }: TestFailure): Promise<boolean> {
    const without = { ...trial, mutant: undefined }
    if (!(await this.#run(without)).failure) return true
    // The mutant may have left something behind.
    const again = await this.#run({ ...without, reload: true })
    if (again.failure) this.#log({ kind: 'unstable', file: trial.file, test, error: again.failure.error })
    return !again.failure && (await this.#run(trial)).failure !== undefined
  }

  async #run({ file, mutant, tests, reload }: Trial): Promise<Trialled> {
    const path = join(this.#plan.project, file)
    if (reload) this.#modules.forgetAll()
    else this.#modules.forget(path)
    const limitOf = (test: RunnerTestCase): number => 6000 + 6 * this.#watched.durationOf(test)
    const runner = this.#createRunner({ ids: tests.ids, limitOf })
    let unhandled: TestFailure | undefined
    const note = (error: unknown): void => {
      unhandled ??= { test: file, error: `unhandled: ${error instanceof Error ? error.message : String(error)}` }
    }
    process.on('unhandledRejection', note)
    process.on('uncaughtException', note)
    try {
      if (mutant !== undefined) control.turnOn(mutant, this.#plan.limit + 6 * tests.expected)
      await startTests([path], runner)
      await new Promise((resolve) => setImmediate(resolve))
      return { failure: runner.failure ?? unhandled, tests: runner.count, isUsed: control.count > 0 }
    } finally {
      control.turnOff()
      if (reload && mutant !== undefined) this.#modules.forgetAll()
      process.off('unhandledRejection', note)
      process.off('uncaughtException', note)
      vi.useRealTimers()
      vi.restoreAllMocks()
    }
  }

  /** With what Vitest gives to its own runner after it is created. */
  #createRunner(chosen: ChosenTests): SwitchedRunner {
    const runner = new SwitchedRunner(this.config, chosen)
    Object.defineProperty(runner, 'moduleRunner', { value: Reflect.get(this, 'moduleRunner') })
    runner.__setTraces(Reflect.get(this, '_otel'))
    return runner
  }

  #nameOf(path: string): string {
    return relative(this.#plan.project, path)
  }

  #log(line: LogLine): void {
    appendFileSync(this.#plan.log, `${JSON.stringify(line)}\n`)
    this.#progress.note(line)
  }
}
