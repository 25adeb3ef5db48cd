/**
 * Runs chosen tests of a file up to the first failure, and reports nothing to Vitest.
 */
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'

/** Tests may replace them. */
const { setTimeout, clearTimeout } = globalThis

export interface TestFailure {
  /** The name of the test, or of the file for what fails outside of tests. */
  readonly test: string
  readonly error: string
}

export interface ChosenTests {
  /** Ids. All if undefined. */
  readonly ids: ReadonlySet<string> | undefined
  /** Milliseconds that a test may take. */
  readonly limitOf: (test: RunnerTestCase) => number
}

export class SwitchedRunner extends TestRunner {
  failure: TestFailure | undefined
  /** Tests that ran. */
  count = 0
  readonly #chosen: ChosenTests

  constructor(config: TestRunner['config'], chosen: ChosenTests) {
    super(config)
    this.#chosen = chosen
  }

  /** Nothing is shared with the worker: each file cleans up what it creates. */
  override onCleanupWorkerContext(): void {}

  onCollected(files: readonly RunnerTestFile[]): void {
    for (const file of files) {
      this.#noteErrors(file)
      this.#choose(file)
    }
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.failure) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    this.#noteErrors(suite)
    await super.onAfterRunSuite(suite)
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (this.failure) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    this.count += 1
    const limit = this.#chosen.limitOf(test)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new RangeError(`the test took longer than ${limit} ms`)), limit)
    })
    try {
      await Promise.race([TestRunner.getTestFn(test)(), late])
    } finally {
      clearTimeout(timer)
    }
  }

  override onAfterRunTask(test: RunnerTask): void {
    this.#noteErrors(test)
    super.onAfterRunTask(test)
  }

  #noteErrors(task: RunnerTask): void {
    const error = task.result?.state === 'fail' ? task.result.errors?.[0] : undefined
    if (error) this.failure ??= { test: task.fullTestName || task.name, error: error.message }
  }

  /** Returns whether a test of the suite runs. The hooks of other suites do not run. */
  #choose(suite: RunnerTestSuite): boolean {
    const { ids } = this.#chosen
    let isChosen = false
    for (const task of suite.tasks) {
      const runs = task.type === 'suite' ? this.#choose(task) : (ids?.has(task.id) ?? true)
      if (!runs) task.mode = 'skip'
      isChosen ||= runs && task.mode === 'run'
    }
    return isChosen
  }
}
