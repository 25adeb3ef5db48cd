/**
 * Knows which other processes use the storage. Each notes itself there every second, so that a process learns within a second
 * of one that has started, and within about four of one that has ended. While the storage cannot be reached, nothing changes.
 */
import type { SharedLog } from '../log/log.ts'

export interface PresenceParts {
  readonly messages: Pick<SharedLog, 'attend' | 'leave'>
  /** This process. */
  readonly replica: string
  /** Called when others are present that were not, or when no others are present any more. */
  readonly onChange: () => void
  /** Called when a process is not present any more. */
  readonly onGone: () => void
  /** Called when the others may have taken this process for gone. */
  readonly onMissed: () => void
}

/** Milliseconds between two notes. */
const interval = 1_000

export class Presence {
  readonly #parts: PresenceParts
  #others: ReadonlySet<string> = new Set()
  /** Of processes that have introduced themselves. What was asked before does not show them. */
  #arrivals = 0
  #timer: NodeJS.Timeout | undefined

  constructor(parts: PresenceParts) {
    this.#parts = parts
  }

  get others(): ReadonlySet<string> {
    return this.#others
  }

  get isAlone(): boolean {
    return this.#others.size === 0
  }

  /** From now on this process is present. Rejects with LogError. */
  async begin(): Promise<void> {
    const { messages, replica } = this.#parts
    const { others } = await messages.attend(replica)
    this.#others = new Set(others)
    this.#timer = setInterval(() => void this.#look(), interval)
    this.#timer.unref()
  }

  /** A process has introduced itself. */
  add(other: string): void {
    this.#arrivals++
    this.#set(new Set([...this.#others, other]))
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    const { messages, replica } = this.#parts
    // Otherwise the others notice it within a few seconds.
    await messages.leave(replica).catch(() => {})
  }

  async #look(): Promise<void> {
    const { messages, replica, onMissed } = this.#parts
    const arrivals = this.#arrivals
    try {
      const { others, wasPresent } = await messages.attend(replica)
      if (arrivals === this.#arrivals) this.#set(new Set(others))
      if (!wasPresent) onMissed()
    } catch {
      // The connection reports its state itself.
    }
  }

  #set(others: ReadonlySet<string>): void {
    const known = this.#others
    this.#others = others
    if (others.size === 0 ? known.size > 0 : [...others].some((other) => !known.has(other))) this.#parts.onChange()
    if ([...known].some((other) => !others.has(other))) this.#parts.onGone()
  }
}
