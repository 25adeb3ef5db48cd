/**
 * Answers that a sandbox has given to requests with an idempotency key. Bounded in number and in size: those that were
 * used longest ago go first. A fork costs the same however many there are; what both have is copied when one is written.
 */
import type { BehaviourReply } from '../behaviour-reply.ts'

export interface IdempotentResponse {
  /** As the client wrote it. */
  readonly key: string
  /** Of the request that was answered. */
  readonly digest: string
  /** Epoch milliseconds on the sandbox's clock. */
  readonly at: number
  readonly reply: BehaviourReply
}

/** A request that is being answered. */
export interface Underway {
  readonly digest: string
  readonly done: Promise<void>
}

export interface IdempotencyLimits {
  readonly count: number
  /** Characters of all bodies. */
  readonly size: number
}

const defaultLimits: IdempotencyLimits = { count: 1_000, size: 4 * 1024 * 1024 }

/** Milliseconds after which a key is free again. */
const lifetime = 86_400_000

/** By place: records, operation and key; the one that was used last comes last. Undefined: there is none. */
type Kept = Map<string, IdempotentResponse>

export class IdempotentResponses {
  readonly #limits: IdempotencyLimits
  #kept: Kept | undefined
  #isShared = false
  #size = 0
  #underway: Map<string, Underway> | undefined
  /** Places that changed since `startRecording`; undefined: nothing is recorded. */
  #changed: Set<string> | undefined

  constructor(limits: IdempotencyLimits = defaultLimits) {
    this.#limits = limits
  }

  /** The same answers, from then on independent. */
  fork(): IdempotentResponses {
    const fork = new IdempotentResponses(this.#limits)
    fork.#kept = this.#kept
    fork.#size = this.#size
    fork.#isShared = this.#kept !== undefined
    this.#isShared = fork.#isShared
    return fork
  }

  /** Undefined where nothing was answered there, or too long ago. */
  find(place: string, now: number): IdempotentResponse | undefined {
    const found = this.#kept?.get(place)
    if (!found) return undefined
    return isExpired(found, now) ? undefined : found
  }

  findUnderway(place: string): Underway | undefined {
    return this.#underway?.get(place)
  }

  /** Says that a request is being answered; the function that is returned, that it no longer is. */
  begin(place: string, digest: string): () => void {
    let finish = () => {}
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    this.#underway ??= new Map()
    this.#underway.set(place, { digest, done })
    return () => {
      this.#underway?.delete(place)
      finish()
    }
  }

  /** Keeps an answer; the keys of those that had to go for it, though their time had not come. */
  keep(place: string, answer: IdempotentResponse): readonly string[] {
    this.#add(place, answer)
    const forgotten: string[] = []
    for (const [oldest, held] of this.#kept ?? []) {
      if (!this.#isFull) break
      this.#drop(oldest, held)
      if (!isExpired(held, answer.at)) forgotten.push(held.key)
    }
    return forgotten
  }

  get #isFull(): boolean {
    return (this.#kept?.size ?? 0) > this.#limits.count || this.#size > this.#limits.size
  }

  /** From now on, changes are noted until `takeChanges` is called. A fork does not record. */
  startRecording(): void {
    this.#changed ??= new Set()
  }

  /** What changed, by place; undefined for a response that was discarded. */
  takeChanges(): readonly (readonly [string, IdempotentResponse | undefined])[] {
    if (!this.#changed || this.#changed.size === 0) return noChanges
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed.map((place) => [place, this.#kept?.get(place)])
  }

  entries(): Iterable<readonly [string, IdempotentResponse]> {
    return this.#kept ?? []
  }

  /** Stores or discards a response as the log has it. */
  set(place: string, response: IdempotentResponse | undefined): void {
    const known = this.#kept?.get(place)
    if (known) this.#drop(place, known)
    if (response) this.#add(place, response)
  }

  #own(): Kept {
    if (!this.#kept || this.#isShared) this.#kept = new Map(this.#kept)
    this.#isShared = false
    return this.#kept
  }

  #add(place: string, answer: IdempotentResponse): void {
    this.#changed?.add(place)
    this.#own().set(place, answer)
    this.#size += sizeOf(answer)
  }

  #drop(place: string, answer: IdempotentResponse): void {
    this.#changed?.add(place)
    this.#own().delete(place)
    this.#size -= sizeOf(answer)
  }
}

const isExpired = ({ at }: IdempotentResponse, now: number): boolean => now - at >= lifetime

const sizeOf = ({ reply }: IdempotentResponse): number => reply.body?.length ?? 0

const noChanges: readonly (readonly [string, IdempotentResponse | undefined])[] = []
