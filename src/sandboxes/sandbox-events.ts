/**
 * Reports changes of sandboxes other than exchanges, so that a page that shows them knows when to read them again.
 */

/** What changed. `resource` is set for records. */
export interface SandboxEvent {
  readonly kind:
    | 'sandbox'
    | 'scenario'
    | 'clock'
    | 'records'
    | 'snapshots'
    | 'keys'
    | 'webhooks'
    | 'exchanges'
    | 'files'
  readonly change: 'created' | 'deleted' | 'reset' | 'restored' | 'changed' | 'cleared' | 'reloaded'
  /** Undefined: it concerns all of them. */
  readonly sandbox: string | undefined
  readonly resource?: string
}

type Listener = (event: SandboxEvent) => void

export class SandboxEvents {
  readonly #listeners = new Set<Listener>()

  /** Returns the function that unsubscribes. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: SandboxEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
