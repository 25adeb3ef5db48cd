/**
 * What waits for the log of one sandbox. Operations run in groups, one group after another: those that come while a group runs
 * are the next one.
 */
import type { Operation, OperationOptions } from './operation.ts'

/** The largest number of requests in a group, so that none of them waits for long. */
const groupSize = 200

export class OperationQueue {
  readonly #runGroup: (group: readonly Operation[]) => Promise<void>
  #waiting: Operation[] = []
  #isWorking = false

  /** `runGroup` settles each operation of a group. If it rejects, the operations are rejected. */
  constructor(runGroup: (group: readonly Operation[]) => Promise<void>) {
    this.#runGroup = runGroup
  }

  add<Result>(
    run: () => Promise<Result> | Result,
    { isFresh = false, isAlone = false, positions, version }: OperationOptions,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      // The result that is resolved with is the one of `run`.
      this.#waiting.push({
        run,
        resolve: resolve as (result: unknown) => void,
        reject,
        isFresh,
        isAlone,
        positions,
        version,
      })
      if (!this.#isWorking) void this.#work()
    })
  }

  /** The next group begins with these operations of the present one, which have not run. */
  putBack(operations: readonly Operation[]): void {
    this.#waiting = [...operations, ...this.#waiting]
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    // What is called in the same turn is one group, and a refresh that begins a group is known before the group is taken.
    await undefined
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup()
      try {
        await this.#runGroup(group)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#isWorking = false
  }

  #takeGroup(): readonly Operation[] {
    const alone = this.#waiting.slice(0, groupSize).findIndex(({ isAlone }) => isAlone)
    return this.#waiting.splice(0, alone === -1 ? groupSize : Math.max(alone, 1))
  }
}
