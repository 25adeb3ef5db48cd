/**
 * The responses of a sandbox to requests with an idempotency key. Limited in number and size: the oldest are discarded
 * first, so that a replay changes nothing. A fork shares them until one of the two is written, so it costs the same however many there are.
 */
import type { MemoryBudget } from '../../store/memory-budget.ts'
import type { BehaviourReply } from '../behaviour-reply.ts'

export interface IdempotentResponse {
  /** As the client sent it. */
  readonly key: string
  /** The digest of the request. */
  readonly digest: string
  /** Epoch milliseconds on the sandbox's clock. */
  readonly at: number
  readonly reply: BehaviourReply
}

export interface PendingRequest {
  readonly digest: string
  readonly done: Promise<void>
}

export interface IdempotencyLimits {
  readonly count: number
  /** Estimated bytes of all responses with their keys. */
  readonly size: number
}

export const idempotencyLimits: IdempotencyLimits = { count: 1_000, size: 4 * 1024 * 1024 }

export interface IdempotencyParts {
  readonly limits?: IdempotencyLimits | undefined
  /** What is stored is counted here. */
  readonly memory?: MemoryBudget | undefined
}

/** Milliseconds after which a key expires. */
const lifetime = 86_400_000

/** By place (records, operation and key), the newest last. */
type Responses = Map<string, IdempotentResponse>

export class IdempotentResponses {
  readonly #limits: IdempotencyLimits
  readonly #memory: MemoryBudget | undefined
  #responses: Responses | undefined
  #isShared = false
  #size = 0
  /** What was stored at the places that changed since `startRecording`; undefined: nothing is recorded. */
  #changed: Map<string, IdempotentResponse | undefined> | undefined
  #pending: Map<string, PendingRequest> | undefined

  constructor({ limits = idempotencyLimits, memory }: IdempotencyParts = {}) {
    this.#limits = limits
    this.#memory = memory
  }

  /** A copy that is independent from now on. */
  fork(): IdempotentResponses {
    const fork = new IdempotentResponses({ limits: this.#limits, memory: this.#memory })
    fork.#responses = this.#responses
    fork.#size = this.#size
    fork.#isShared = this.#responses !== undefined
    this.#isShared = fork.#isShared
    return fork
  }

  /** Undefined if there is no response, or if it has expired. */
  find(place: string, now: number): IdempotentResponse | undefined {
    const found = this.#responses?.get(place)
    return found && !isExpired(found, now) ? found : undefined
  }

  findPending(place: string): PendingRequest | undefined {
    return this.#pending?.get(place)
  }

  /** Marks a request as pending until the returned function is called. */
  begin(place: string, digest: string): () => void {
    let finish = () => {}
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    this.#pending ??= new Map()
    this.#pending.set(place, { digest, done })
    return () => {
      this.#pending?.delete(place)
      finish()
    }
  }

  /** Returns the keys that were evicted before they expired. */
  store(place: string, response: IdempotentResponse): readonly string[] {
    this.set(place, response)
    const evicted: string[] = []
    for (const [oldest, other] of this.#responses ?? []) {
      if (!this.#isFull) break
      this.#delete(oldest, other)
      if (!isExpired(other, response.at)) evicted.push(other.key)
    }
    return evicted
  }

  get #isFull(): boolean {
    return (this.#responses?.size ?? 0) > this.#limits.count || this.#size > this.#limits.size
  }

  /** From now on, changes are noted until `takeChanges` is called. A fork does not record. */
  startRecording(): void {
    this.#changed ??= new Map()
  }

  /** What changed since recording began or changes were last taken. */
  takeChanges(): readonly ResponseChange[] {
    const changed = this.#changed
    if (!changed || changed.size === 0) return noChanges
    this.#changed = new Map()
    return [...changed].flatMap(([place, before]) => {
      const after = this.#responses?.get(place)
      return after === before ? [] : [{ place, before, after }]
    })
  }

  /** The estimated bytes of all responses; 0 if they were counted before, because a fork shares them. */
  sizeUnless(seen: Set<object>): number {
    if (!this.#responses || seen.has(this.#responses)) return 0
    seen.add(this.#responses)
    return this.#size
  }

  get all(): ReadonlyMap<string, IdempotentResponse> {
    return this.#responses ?? noResponses
  }

  /** Stores a response that was read from the log, or discards it. */
  set(place: string, response: IdempotentResponse | undefined): void {
    const known = this.#responses?.get(place)
    if (known) this.#delete(place, known)
    if (response) this.#add(place, response)
  }

  #note(place: string): void {
    if (this.#changed && !this.#changed.has(place)) this.#changed.set(place, this.#responses?.get(place))
  }

  /** The responses of this object alone, to be written. */
  #own(): Responses {
    if (!this.#responses || this.#isShared) this.#responses = new Map(this.#responses)
    this.#isShared = false
    return this.#responses
  }

  #add(place: string, response: IdempotentResponse): void {
    this.#note(place)
    this.#own().set(place, response)
    const size = sizeOf(place, response)
    this.#size += size
    this.#memory?.spend(size)
  }

  #delete(place: string, response: IdempotentResponse): void {
    this.#note(place)
    this.#own().delete(place)
    this.#size -= sizeOf(place, response)
  }
}

/** A response that was stored or discarded. `before` and `after` are undefined where none is stored. */
export interface ResponseChange {
  readonly place: string
  readonly before: IdempotentResponse | undefined
  readonly after: IdempotentResponse | undefined
}

const isExpired = ({ at }: IdempotentResponse, now: number): boolean => now - at >= lifetime

/** Bytes of the objects of a response. */
const objects = 500

const sizeOf = (place: string, { key, reply: { body, headers = [] } }: IdempotentResponse): number =>
  headers.reduce((size, text) => size + text.length, objects + place.length + key.length + (body?.length ?? 0))

const noResponses: ReadonlyMap<string, IdempotentResponse> = new Map()

const noChanges: readonly ResponseChange[] = []
