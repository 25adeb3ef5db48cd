/**
 * States in logs, by their positions: several logs may start from one, and what comes later in its generation continues from
 * it. Only the latest are remembered, except while many logs are loaded.
 */
import type { LogPosition } from '../log/log.ts'
import type { Beginning } from './effects.ts'
import type { Memento } from './sandbox-parts.ts'

/** What a log leads to at a position. */
export interface KnownState extends LogPosition {
  readonly creation: Beginning
  readonly memento: Memento
}

/** How many states are remembered. Those of one generation share records. */
const remembered = 16

export class KnownStates {
  /** By generation and version. The latest comes last. */
  readonly #states = new Map<string, Map<number, Promise<KnownState>>>()
  #maximum = remembered
  #size = 0

  /** Remembers all states until `run` ends. */
  async keepAll(run: () => Promise<void>): Promise<void> {
    this.#maximum = Number.POSITIVE_INFINITY
    try {
      await run()
    } finally {
      this.#maximum = remembered
      this.clear()
    }
  }

  clear(): void {
    this.#states.clear()
    this.#size = 0
  }

  /** The state at a position. `load` is called if it is not known, with the latest one before it in the same generation. */
  find(
    { generation, version }: LogPosition,
    load: (earlier: KnownState | undefined) => Promise<KnownState>,
  ): Promise<KnownState> {
    const known = this.#states.get(generation)?.get(version) ?? this.#load(generation, version, load)
    this.#forget(generation, version)
    this.#remember(generation, version, known)
    known.catch(() => {
      if (this.#states.get(generation)?.get(version) === known) this.#forget(generation, version)
    })
    return known
  }

  /** The latest state at a position or before it in the same generation. */
  async latest({ generation, version }: LogPosition): Promise<KnownState | undefined> {
    const states = this.#states.get(generation)
    if (!states) return undefined
    let latest = -1
    for (const known of states.keys()) if (known <= version && known > latest) latest = known
    return states.get(latest)
  }

  async #load(
    generation: string,
    version: number,
    load: (earlier: KnownState | undefined) => Promise<KnownState>,
  ): Promise<KnownState> {
    return load(await this.latest({ generation, version }))
  }

  #remember(generation: string, version: number, known: Promise<KnownState>): void {
    const states = this.#states.get(generation) ?? new Map<number, Promise<KnownState>>()
    // The latest comes last.
    this.#states.delete(generation)
    this.#states.set(generation, states.set(version, known))
    this.#size++
    const [oldest] = this.#size > this.#maximum ? this.#states : []
    const [first] = oldest?.[1].keys() ?? []
    if (oldest && first !== undefined) this.#forget(oldest[0], first)
  }

  #forget(generation: string, version: number): void {
    const states = this.#states.get(generation)
    if (!states?.delete(version)) return
    this.#size--
    if (states.size === 0) this.#states.delete(generation)
  }
}
