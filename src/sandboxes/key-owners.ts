/**
 * Which sandbox a generated key belongs to.
 */
import { randomBytes } from 'node:crypto'
import type { Sandbox } from './sandbox.ts'
import { idInKey, idInToken, keyWithId } from './sandbox-name.ts'

export class KeyOwners {
  readonly #owners = new Map<string, Sandbox>()
  /** Where several processes use the same sandboxes, generated keys contain the id of theirs. */
  isShared = false

  /** A key that cannot be guessed. */
  generate({ id }: Sandbox): string {
    const secret = randomBytes(16).toString('hex')
    return this.isShared ? keyWithId(id, secret) : `sk_${secret}`
  }

  set(key: string, owner: Sandbox): void {
    this.#owners.set(key, owner)
  }

  /** Adds the generated keys of a sandbox that was loaded. */
  add(sandbox: Sandbox): void {
    for (const [value, key] of sandbox.keys.changes())
      if (key && !sandbox.keys.ring.keys.has(value)) this.#owners.set(value, sandbox)
  }

  /** Undefined for keys of fixtures, and for keys that were deleted. `findById` finds a sandbox. */
  find(key: string, findById: (id: string) => Sandbox | undefined): Sandbox | undefined {
    const id = (this.isShared ? idInKey(key) : undefined) ?? idInToken(key)
    const owner = this.#owners.get(key) ?? (id === undefined ? undefined : findById(id))
    return owner?.keys.find(key) && owner
  }

  delete(sandbox: Sandbox): void {
    for (const { key } of sandbox.keys.list()) if (this.#owners.get(key) === sandbox) this.#owners.delete(key)
  }
}
