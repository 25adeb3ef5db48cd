/**
 * Whether the server serves requests, as `GET /_sandbox/ready` reports it. Each part of the server that can prevent serving
 * sets its own cause, so that no part declares the server ready while another one is not.
 */

export type ReadinessState = { readonly status: 'ready' } | { readonly status: 'not-ready'; readonly reason: string }

/** In the order in which they are reported. */
const causes = ['draining', 'loading'] as const

export type ReadinessCause = (typeof causes)[number]

export class Readiness {
  readonly #reasons = new Map<ReadinessCause, string>()

  /** Ready if no part has a reason not to be. */
  get state(): ReadinessState {
    for (const cause of causes) {
      const reason = this.#reasons.get(cause)
      if (reason !== undefined) return { status: 'not-ready', reason }
    }
    return { status: 'ready' }
  }

  /** `reason` is a sentence without a full stop, such as "the server is stopping". */
  setNotReady(cause: ReadinessCause, reason: string): void {
    this.#reasons.set(cause, reason)
  }

  setReady(cause: ReadinessCause): void {
    this.#reasons.delete(cause)
  }
}
