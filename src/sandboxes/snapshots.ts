/**
 * The named snapshots of one sandbox.
 */
import type { SandboxState } from './sandbox-state.ts'

export interface Snapshot {
  readonly name: string
  /** When it was taken, in epoch milliseconds of real time. */
  readonly at: number
  /** Its stores are never written to: a sandbox that starts from it copies them. */
  readonly state: SandboxState
}

const noSnapshots: ReadonlyMap<string, Snapshot> = new Map()

export class Snapshots {
  readonly #noteDeletion: (name: string) => void
  /** Replaced with each change, so that it can be kept as it was. */
  byName = noSnapshots

  constructor(noteDeletion: (name: string) => void = () => {}) {
    this.#noteDeletion = noteDeletion
  }

  list(): readonly Snapshot[] {
    return [...this.byName.values()]
  }

  find(name: string): Snapshot | undefined {
    return this.byName.get(name)
  }

  /** Replaces a snapshot of the same name. */
  save(snapshot: Snapshot): Snapshot {
    this.byName = new Map(this.byName).set(snapshot.name, snapshot)
    return snapshot
  }

  delete(name: string): void {
    const byName = new Map(this.byName)
    if (!byName.delete(name)) return
    this.byName = byName
    this.#noteDeletion(name)
  }

  /** Replaces their states. Nothing is noted: what they contain is the same. */
  migrate(change: (state: SandboxState) => SandboxState): void {
    if (this.byName.size === 0) return
    this.byName = new Map([...this.byName].map(([name, one]) => [name, { ...one, state: change(one.state) }]))
  }

  clear(): void {
    this.byName = noSnapshots
  }
}
