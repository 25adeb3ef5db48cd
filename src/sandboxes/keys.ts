/**
 * The API keys of a sandbox: those of its fixtures and of `--key`, changed or removed by tests, and those generated for
 * it. Keys are not part of snapshots: a client keeps its key when a test restores one.
 */

import { type TokenClaims, TokenReader } from './access-tokens.ts'
import type { Grant } from './grants.ts'

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

export const isKeyState = (value: unknown): value is KeyState => keyStates.some((state) => state === value)

export interface Key {
  /** The key itself; `user:password` for basic and digest authentication. */
  readonly key: string
  readonly state: KeyState
  /** Epoch milliseconds on the sandbox's clock at which an active key expires. */
  readonly expires?: number
  /** Scopes that the key grants, as security requirements name them. Absent: all. */
  readonly scopes?: readonly string[]
  /** Set for the token of a login: several sandboxes may have the same one, so it does not select one. */
  readonly isLogin?: true
  /** Set for what belongs to tokens: no request can use it as a key. */
  readonly grant?: Grant
}

/** Whether a sandbox whose clock shows `now` accepts the key. */
export const isActive = ({ state, expires }: Key, now: number): boolean =>
  state === 'active' && (expires === undefined || expires > now)

/** The keys that files and options define. */
export interface KeyRing {
  /** True with `--any-key`: any syntactically valid credential is accepted. */
  readonly any: boolean
  readonly keys: ReadonlyMap<string, Key>
  /** Which of them the fixture set defines; undefined if it has no keys.yaml. The others are those of `--key`. */
  readonly ofFixtures: readonly string[] | undefined
}

/** Keys that were generated, changed or removed in a sandbox; undefined for a key that was removed. */
export type KeyChanges = ReadonlyMap<string, Key | undefined>

/** Called with each change of a key; undefined for one that was removed. */
export type NoteKey = (value: string, key: Key | undefined) => void

const noChanges: KeyChanges = new Map()

export class SandboxKeys {
  readonly #note: NoteKey
  #tokens = new TokenReader()
  /** Replaced when files change. */
  ring: KeyRing
  /** Replaced with each change, so that it can be kept as it was. */
  #changes = noChanges
  /** The key that the sandbox was created with. A reset restores it. */
  initial: Key | undefined

  constructor(ring: KeyRing, note: NoteKey = () => {}) {
    this.ring = ring
    this.#note = note
  }

  /** Whether any syntactically valid credential is accepted. */
  get acceptsAny(): boolean {
    return this.ring.any
  }

  find(value: string): Key | undefined {
    if (!this.#changes.has(value)) return this.ring.keys.get(value) ?? this.#tokens.find(value, this.#changes)
    const key = this.#changes.get(value)
    return key?.grant ? undefined : key
  }

  /** What is stored of tokens under a name. */
  findGrant(name: string): Key | undefined {
    const key = this.#changes.get(name)
    return key?.grant ? key : undefined
  }

  /** What an access token of this sandbox says, also if it has expired or was revoked. */
  readToken(token: string): TokenClaims | undefined {
    return this.#tokens.read(token, this.#changes)
  }

  grants(): readonly Key[] {
    return [...this.#changes.values()].flatMap((key) => (key?.grant ? key : []))
  }

  /** How many keys were generated, changed or removed. */
  get changed(): number {
    return this.#changes.size - this.grants().length
  }

  list(): readonly Key[] {
    const all = new Map<string, Key | undefined>([...this.ring.keys, ...this.#changes])
    return [...all.values()].flatMap((key) => (key && !key.grant ? key : []))
  }

  /** The keys of the fixture set as they are here, without generated ones; undefined if the set has no keys.yaml. */
  ofFixtures(): readonly Key[] | undefined {
    return this.ring.ofFixtures?.flatMap((value) => this.find(value) ?? [])
  }

  /** Adds a key, or replaces it. */
  set(key: Key): void {
    this.#changes = new Map(this.#changes).set(key.key, key)
    this.#note(key.key, key)
  }

  remove(...values: readonly string[]): void {
    const changes = new Map(this.#changes)
    // Only a key of the files must be known to be removed; others would be remembered forever.
    for (const value of values)
      if (this.ring.keys.has(value)) changes.set(value, undefined)
      else changes.delete(value)
    this.#changes = changes
    for (const value of values) this.#note(value, undefined)
  }

  /** Whether files define it, or it was generated or changed here: it is not only a token that was issued. */
  has(value: string): boolean {
    return this.ring.keys.has(value) || this.#changes.has(value)
  }

  /** Adds the key that the sandbox is created with. A reset restores it. */
  setInitial(key: Key): void {
    this.initial = key
    this.set(key)
  }

  changes(): KeyChanges {
    return this.#changes
  }

  revert(changes: KeyChanges): void {
    this.#changes = changes
  }

  /** Back to the key that the sandbox was created with, also without tokens: it is read from its log again. */
  clear(): void {
    const { initial } = this
    this.#changes = new Map(initial ? [[initial.key, initial]] : [])
    // Tokens of another sandbox that had the same name.
    this.#tokens = new TokenReader()
  }

  /** Tokens remain valid: a client does not notice that records were reset. */
  reset(): void {
    const { initial } = this
    this.#changes = new Map([...(initial ? [initial] : []), ...this.grants()].map((key) => [key.key, key]))
  }
}
