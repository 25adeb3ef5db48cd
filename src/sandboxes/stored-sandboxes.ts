/**
 * Keeps the sandboxes in memory the same as those that are stored: loads sandboxes that other processes have created, and
 * learns what others have changed or deleted.
 */
import { Durability, type DurabilityParts, type SandboxFactory } from './durability.ts'
import type { Sandbox } from './sandbox.ts'
import type { SandboxSetup } from './sandbox-state.ts'

/** The sandboxes in the memory of this process. */
export interface SandboxesInMemory extends Omit<SandboxFactory, 'setup' | 'noteUnknown'> {
  /** The files that are served now. */
  readonly setup: () => SandboxSetup
  readonly find: (id: string) => Sandbox | undefined
  readonly ids: () => Iterable<string>
  /** Called when another process has created a sandbox, or has used it since this one evicted it. */
  readonly noteLoaded: (sandbox: Sandbox) => void
  /** Called when another process has deleted a sandbox. */
  readonly noteDeleted: (sandbox: Sandbox) => void
}

const nothing: Promise<void> = Promise.resolve()

export class StoredSandboxes {
  readonly durability: Durability
  readonly #memory: SandboxesInMemory
  /** What follows the refresh of a log. Requests that wait for the same one share it. */
  readonly #refreshes = new WeakMap<Promise<boolean>, Promise<void>>()
  /** Ids of sandboxes that may be stored or not: the response to their creation was lost. */
  readonly #unsettled = new Set<string>()
  /** Sandboxes that are being loaded, by name. */
  readonly #loading = new Map<string, Promise<void>>()
  #count = 0

  constructor(parts: DurabilityParts, memory: SandboxesInMemory) {
    this.#memory = memory
    const { setup, add, create, deleteEarlier, noteAbandoned } = memory
    this.durability = new Durability(parts, {
      get setup() {
        return setup()
      },
      add,
      create,
      deleteEarlier,
      noteAbandoned,
      noteUnknown: (id) => this.#unsettled.add(id),
    })
  }

  /** Whether other processes use the same sandboxes. */
  get isShared(): boolean {
    return this.durability.shared !== undefined
  }

  /** How many sandboxes there were when one was last looked for that did not exist. Counted only where they are shared. */
  get count(): number {
    return this.#count
  }

  /** Whether `refresh` must be called before a sandbox is used. */
  get needsRefresh(): boolean {
    return this.isShared || this.#unsettled.size > 0
  }

  /**
   * Learns of what other processes have changed in a sandbox, and whether it was stored after all. Rejects with LogError,
   * LoadError.
   */
  refresh(id: string): Promise<void> {
    if (!this.isShared && !this.#unsettled.has(id)) return nothing
    const known = this.#memory.find(id)
    if (!known?.log) return this.#refreshUnknown(id)
    const exists = known.log.refresh()
    const shared = this.#refreshes.get(exists)
    if (shared) return shared
    const refreshed = this.#refreshKnown(known, exists)
    this.#refreshes.set(exists, refreshed)
    return refreshed
  }

  /** Loads all sandboxes that other processes have created. Rejects with LogError, LoadError. */
  async refreshAll(): Promise<void> {
    const ids = this.isShared ? await this.durability.ids() : [...this.#unsettled]
    for (const id of new Set([...ids, ...this.#memory.ids()])) await this.refresh(id)
  }

  async #refreshKnown(known: Sandbox, exists: Promise<boolean>): Promise<void> {
    if (await this.#isCurrent(known, exists)) this.#unsettled.delete(known.id)
    else await this.#refreshUnknown(known.id)
  }

  /** False if it no longer exists. Another one of that name may. */
  async #isCurrent(known: Sandbox, exists: Promise<boolean>): Promise<boolean> {
    const isStored = await exists
    const current = this.#memory.find(known.id)
    if (current !== known) return current !== undefined
    if (!isStored) this.#memory.noteDeleted(known)
    return isStored
  }

  async #refreshUnknown(id: string): Promise<void> {
    const loading = this.#loading.get(id) ?? this.#load(id)
    this.#loading.set(id, loading)
    try {
      await loading
      this.#unsettled.delete(id)
    } finally {
      this.#loading.delete(id)
    }
  }

  async #load(id: string): Promise<void> {
    await this.#memory.deleteEarlier(id)
    const sandbox = await this.durability.load(id)
    if (sandbox) this.#memory.noteLoaded(sandbox)
    else this.#count = await this.durability.count()
  }
}
