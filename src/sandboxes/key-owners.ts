/**
 * Which sandbox a generated key belongs to.
 */
import { randomBytes } from 'node:crypto'
import type { Sandbox } from './sandbox.ts'
import { idInKey, idInToken, keyWithId } from './sandbox-name.ts'

/** Keys that a sandbox does not have any more are forgotten when there are many. */
const forgottenAt = 100

export class KeyOwners {
  readonly #owners = new Map<string, Sandbox>()
  /** The same keys by sandbox, also some that it does not have any more. */
  readonly #keys = new Map<Sandbox, Set<string>>()
  /** Where several processes use the same sandboxes, generated keys contain the id of theirs. */
  isShared = false

  /** A key that cannot be guessed. */
  generate({ id }: Sandbox): string {
    const secret = randomBytes(16).toString('hex')
    return this.isShared ? keyWithId(id, secret) : `sk_${secret}`
  }

  set(key: string, owner: Sandbox): void {
    this.#owners.set(key, owner)
    const keys = this.#keys.get(owner) ?? new Set()
    this.#keys.set(owner, keys.add(key))
    if (keys.size >= 2 * owner.keys.changed + forgottenAt) this.#forget(owner, (one) => !owner.keys.find(one))
  }

  /** Adds the generated keys of a sandbox that was loaded, and the one that a reset restores. */
  add(sandbox: Sandbox): void {
    const { initial } = sandbox.keys
    if (initial) this.set(initial.key, sandbox)
    for (const [value, key] of sandbox.keys.changes())
      if (key && !key.isLogin && !sandbox.keys.ring.keys.has(value)) this.set(value, sandbox)
  }

  /** Undefined for keys of fixtures, and for keys that were deleted. `findById` finds a sandbox. */
  find(key: string, findById: (id: string) => Sandbox | undefined): Sandbox | undefined {
    const id = (this.isShared ? idInKey(key) : undefined) ?? idInToken(key)
    const owner = this.#owners.get(key) ?? (id === undefined ? undefined : findById(id))
    return owner?.keys.find(key) && owner
  }

  delete(sandbox: Sandbox): void {
    this.#forget(sandbox, () => true)
    this.#keys.delete(sandbox)
  }

  #forget(owner: Sandbox, isForgotten: (key: string) => boolean): void {
    const keys = this.#keys.get(owner) ?? new Set()
    for (const key of keys) {
      if (!isForgotten(key)) continue
      keys.delete(key)
      if (this.#owners.get(key) === owner) this.#owners.delete(key)
    }
  }
}
