/**
 * The state of one sandbox, with the number of its changes. Where anyone needs to know them, changes are noted until they are
 * committed, and what undoes the latest ones is remembered.
 */
import type { Journal } from '../journal/journal.ts'
import { countChange, type Positions } from './change-log.ts'
import { ChangeTracker } from './change-tracker.ts'
import type { Effect } from './effects.ts'
import type { History } from './history.ts'
import type { SandboxState } from './sandbox-state.ts'

export class TrackedState {
  /** The state as it is now. */
  current: SandboxState
  /** How many changes were committed. Counted only while they are tracked. */
  position = 0
  readonly #journal: Journal
  /** Undefined: nobody needs to know what changes. */
  #tracker: ChangeTracker | undefined
  #isReplaying = false

  constructor(state: SandboxState, journal: Journal) {
    this.current = state
    this.#journal = journal
  }

  /** From now on changes are tracked. `withEffects`: also as effects. */
  start(withEffects: boolean): void {
    this.#tracker ??= new ChangeTracker(this.current, this.#journal)
    this.#tracker.recorder.collectsEffects ||= withEffects
  }

  /** Undefined: changes are not tracked. */
  get history(): History | undefined {
    return this.#tracker?.history
  }

  change(change: Partial<SandboxState>): void {
    this.current = { ...this.current, ...change }
  }

  /** Replaces the whole state, which the log stores as one effect. */
  replace(effect: Effect, state: SandboxState): void {
    if (this.#tracker && !this.#isReplaying) this.#tracker.recorder.replace(effect, this.current, state)
    this.current = state
  }

  /** Notes a change of something else than the state. */
  note(effect: Effect): void {
    if (!this.#isReplaying) this.#tracker?.recorder.add(effect, this.current)
  }

  /** Sets another state. Neither it nor what was noted before is a change. */
  adopt(state: SandboxState): void {
    this.current = state
    this.#tracker?.recorder.restart(state)
  }

  /** Sets the same state under another setup. Nothing is noted, and what was noted before remains. */
  migrate(state: SandboxState): void {
    this.#tracker?.recorder.continueWith(this.current, state)
    this.current = state
  }

  /** Returns to an earlier state, as if there had been no change since. */
  revert(state: SandboxState, position: number): void {
    this.position = position
    this.history?.truncate(position)
    this.adopt(state)
  }

  /** Makes changes that were stored before. They are not tracked. */
  replay(change: () => void): void {
    this.#isReplaying = true
    try {
      change()
    } finally {
      this.#isReplaying = false
      this.adopt(this.current)
    }
  }

  /** Commits what changed since the last call. Returns its effects. `isCounted`: also if nothing changed. */
  commit(isCounted = false): readonly Effect[] {
    if (!this.#tracker) return noEffects
    const change = this.#tracker.recorder.take(this.current)
    if (change || isCounted) this.#tracker.history.add(++this.position, change?.undo ?? noUndo)
    return change?.effects ?? noEffects
  }

  /** A copy of the state at an earlier position; undefined if it is not known any more. */
  at(position: number): SandboxState | undefined {
    return this.history?.rewind(this.current, this.position, position)
  }

  /** Runs what may change the state. While changes are tracked, one call runs after another. */
  run<Result>(run: () => Promise<Result> | Result, positions?: Positions): Promise<Result> | Result {
    return this.#tracker ? this.#runTracked(run, positions, this.#tracker) : run()
  }

  async #runTracked<Result>(
    run: () => Promise<Result> | Result,
    positions: Positions | undefined,
    tracker: ChangeTracker,
  ): Promise<Result> {
    if (tracker.isBusy) await tracker.takeTurn()
    tracker.isBusy = true
    // What was changed outside of a request does not belong to this one.
    this.commit()
    const before = this.position
    try {
      return await run()
    } finally {
      try {
        this.commit()
        if (positions) countChange(positions, before, this.position)
      } finally {
        tracker.endTurn()
      }
    }
  }
}

const noEffects: readonly Effect[] = []
const noUndo = { from: undefined, effects: noEffects }
