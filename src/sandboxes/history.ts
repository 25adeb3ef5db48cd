/**
 * How a sandbox returns to its earlier states: for each of its latest changes, what undoes it. A change is kept as long as
 * the journal has an exchange that came before it, so the journal's limits are those of the history.
 */
import type { Journal } from '../journal/journal.ts'
import { describeDifference } from './describe-state.ts'
import type { Effect } from './effects.ts'
import type { Undo } from './recorder.ts'
import { applyToState, copyState, migrateState, type SandboxSetup, type SandboxState } from './sandbox-state.ts'

interface Step {
  /** The position after the change. */
  readonly position: number
  readonly undo: Undo
  /** Estimated bytes. */
  readonly size: number
}

/**
 * Changes that are kept although the journal has no exchange before them, as long as there is room: their own exchanges are
 * recorded after them.
 */
const alwaysKept = 256

/** Estimated bytes of an effect without its record, and of a state, which shares most of what it has with others. */
const effectSize = 100
const stateSize = 4_096

export class History {
  readonly #journal: Journal
  /** Oldest first. */
  #steps: Step[] = []

  constructor(journal: Journal) {
    this.#journal = journal
    journal.onDropped = () => this.#prune()
  }

  /** Adds a change that led to `position`. */
  add(position: number, undo: Undo): void {
    const size = sizeOf(undo)
    this.#steps.push({ position, undo, size })
    this.#journal.hold(size)
    // A journal without exchanges drops none.
    this.#prune()
  }

  /** The state at an earlier position; undefined if it is not known any more. `state` is the one at `position`. */
  rewind(state: SandboxState, position: number, earlier: number): SandboxState | undefined {
    const undone = this.#steps.filter((step) => step.position > earlier && step.position <= position)
    if (undone.length !== position - earlier) return undefined
    return undone.reduceRight((later, { undo }) => undoChange(later, undo), copyState(state))
  }

  /** How many records the changes after `earlier` up to `position` have changed; undefined if that is not known any more. */
  countRecords(earlier: number, position: number): number | undefined {
    if (earlier === position) return 0
    const first = earlier + 1 - (this.#steps[0]?.position ?? 0)
    const steps = first < 0 ? [] : this.#steps.slice(first, first + position - earlier)
    if (steps[0]?.position !== earlier + 1 || steps.at(-1)?.position !== position) return undefined
    return steps.some(replacesStore) ? undefined : countChanged(steps)
  }

  /** Moves the states that it refers to to another setup, so that the old one is not kept in memory. */
  migrate(setup: SandboxSetup, fixtures: string | undefined): void {
    for (const [index, step] of this.#steps.entries()) {
      const { from, effects } = step.undo
      if (from) this.#steps[index] = { ...step, undo: { from: migrateState(from, setup, fixtures), effects } }
    }
  }

  /** Forgets changes that did not take place after all. */
  truncate(position: number): void {
    while ((this.#steps.at(-1)?.position ?? 0) > position) this.#release(this.#steps.pop())
  }

  /** Forgets the changes up to a position. */
  forget(position: number): void {
    const steps = this.#steps
    this.#steps = steps.filter((step) => step.position > position)
    for (const step of steps) if (step.position <= position) this.#release(step)
  }

  clear(): void {
    this.forget(Number.POSITIVE_INFINITY)
  }

  /** All changes as effects, the latest first. `state` is the one after the latest. */
  describe(state: SandboxState): Generator<Effect> {
    return describeSteps(this.#steps.toReversed(), copyState(state))
  }

  /** Adds a change that is older than all others, as `describe` gives it. */
  addOlder(position: number, effects: readonly Effect[]): void {
    const undo = { from: undefined, effects }
    const size = sizeOf(undo)
    this.#steps.unshift({ position, undo, size })
    this.#journal.hold(size)
  }

  /** Forgets the changes that no exchange needs. Removing some moves all others, so several are removed at once. */
  #prune(): void {
    const needed = this.#journal.oldestPosition ?? Number.POSITIVE_INFINITY
    const { length } = this.#steps
    if (length > alwaysKept) {
      const firstNeeded = this.#steps.findIndex(({ position }) => position > needed)
      const unneeded = Math.min(firstNeeded === -1 ? length : firstNeeded, length - alwaysKept)
      if (unneeded > length >> 6) for (const step of this.#steps.splice(0, unneeded)) this.#release(step)
    }
    while (this.#journal.isFull && (this.#steps[0]?.position ?? Number.POSITIVE_INFINITY) <= needed)
      this.#release(this.#steps.shift())
  }

  #release(step: Step | undefined): void {
    if (step) this.#journal.hold(-step.size)
  }
}

function* describeSteps(steps: readonly Step[], state: SandboxState): Generator<Effect> {
  const lastReplaced = steps.findLastIndex(({ undo }) => undo.from !== undefined)
  let later = state
  for (const [index, { position, undo }] of steps.entries()) {
    // States are needed only to compare them with those that were replaced.
    const earlier = index > lastReplaced ? later : undoChange(copyState(later), undo)
    yield { kind: 'undo', position, effects: undo.from ? [...describeDifference(later, earlier)] : undo.effects }
    later = earlier
  }
}

/** Whether which records changed is not noted one by one. */
const replacesStore = ({ undo: { from, effects } }: Step): boolean =>
  from !== undefined || effects.some(({ kind }) => kind === 'close-store')

/** A record that changed several times counts once. */
const countChanged = (steps: readonly Step[]): number => {
  const changed = new Set<string>()
  for (const { undo } of steps)
    for (const effect of undo.effects) {
      if (effect.kind === 'put')
        changed.add(JSON.stringify([effect.scenario, effect.resource, String(effect.record.id)]))
      if (effect.kind === 'remove') changed.add(JSON.stringify([effect.scenario, effect.resource, String(effect.id)]))
    }
  return changed.size
}

const undoChange = (state: SandboxState, { from, effects }: Undo): SandboxState => {
  // The files may have changed since the state was replaced.
  const start = from ? migrateState(copyState(from), state.setup, undefined) : state
  return effects.reduce(applyToState, start)
}

const sizeOf = ({ from, effects }: Undo): number =>
  effects.reduce(
    (size, effect) => size + effectSize + (effect.kind === 'put' ? 2 * effect.record.json.length : 0),
    from ? stateSize : 0,
  )
