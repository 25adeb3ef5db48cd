/**
 * Deletes the logs of evicted sandboxes. One that cannot be deleted now is deleted later: before a new sandbox of its name is
 * stored, which would otherwise get its records, and whenever unused sandboxes are looked for.
 */
import type { Sandbox } from './sandbox.ts'

interface Pending {
  /** The deletion that runs; undefined: the last one has failed. */
  running: Promise<void> | undefined
}

export class EvictedLogs {
  readonly #deleteLog: (id: string) => Promise<void>
  /** By the names of their sandboxes. */
  readonly #pending = new Map<string, Pending>()

  /** `deleteLog` deletes the log of a name. Rejects with LogError. */
  constructor(deleteLog: (id: string) => Promise<void>) {
    this.#deleteLog = deleteLog
  }

  /** Deletes the log of a sandbox that nobody uses any more, after what is still being stored of it. */
  add({ id, log }: Sandbox): void {
    if (!log) return
    const pending: Pending = { running: undefined }
    this.#pending.set(id, pending)
    this.#run(id, pending, () => log.remove()).catch(() => {})
  }

  /** Tries again to delete what could not be deleted. */
  retry(): void {
    for (const id of this.#pending.keys()) this.delete(id)?.catch(() => {})
  }

  /** Deletes the log of an earlier sandbox of that name. Returns undefined if there is none. Rejects with LogError. */
  delete(id: string): Promise<void> | undefined {
    const pending = this.#pending.get(id)
    return pending && (pending.running ?? this.#run(id, pending, () => this.#deleteLog(id)))
  }

  /** Resolves when no deletion runs. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#pending.values()].map(({ running }) => running))
  }

  #run(id: string, pending: Pending, remove: () => Promise<void>): Promise<void> {
    pending.running = (async () => {
      try {
        await remove()
        if (this.#pending.get(id) === pending) this.#pending.delete(id)
      } finally {
        pending.running = undefined
      }
    })()
    return pending.running
  }
}
