/**
 * Whether a server has ended, and who is to be told when it does. No AbortSignal: it looks through all its listeners for
 * one to remove, and where tests put a DOM in place it is the DOM's.
 */
export class Closing {
  readonly #listeners = new Set<() => void>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners) listener()
  }

  /** Calls back on close; the function that is returned ends that. */
  onClose(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
