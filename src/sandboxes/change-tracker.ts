/**
 * Tracks the changes of one sandbox: notes them until they are committed, and remembers how to undo the latest ones.
 */
import type { Journal } from '../journal/journal.ts'
import { History } from './history.ts'
import { Recorder } from './recorder.ts'
import type { SandboxState } from './sandbox-state.ts'

export class ChangeTracker {
  readonly recorder: Recorder
  readonly history: History
  /** Whether a request runs. */
  isBusy = false
  /** Called in order, each when the request before has ended. */
  readonly #waiting: (() => void)[] = []

  constructor(state: SandboxState, journal: Journal) {
    this.recorder = new Recorder(state)
    this.history = new History(journal)
  }

  /** Resolves when it is the caller's turn to run a request. */
  async takeTurn(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.isBusy = true
  }

  /** The next one that waits goes on; nobody can come between. */
  endTurn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.isBusy = false
  }
}
