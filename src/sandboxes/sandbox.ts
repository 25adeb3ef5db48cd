/**
 * A sandbox: one isolated world. So far each process has one, the default sandbox, made from its fixtures.
 */
import type { World } from '../behaviours/behaviour.ts'
import type { Clock } from '../ports.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { KeyRing } from './keys.ts'

export interface Sandbox extends World {
  readonly keys: KeyRing
}

export interface SandboxParts {
  /** The store it starts from; the sandbox works on a fork of it. */
  readonly base: EmbeddedStore
  readonly keys: KeyRing
  readonly clock: Clock
  readonly seed: number
}

export const createSandbox = ({ base, keys, clock, seed }: SandboxParts): Sandbox => ({
  store: base.fork(),
  keys,
  clock,
  seed,
})
