/**
 * The API keys of a sandbox, as a test lists and changes them.
 */
import { changeKey, deleteKey, generateKey } from '../control/actions/change-keys.ts'
import type { Key, KeyState } from '../sandboxes/keys.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import type { FindSandbox } from './handle-parts.ts'
import { toMilliseconds } from './to-milliseconds.ts'

export interface SandboxKey {
  readonly key: string
  readonly state: KeyState
  /** On the sandbox's clock; absent: never. */
  readonly expires?: Date
  /** What it may be used for; absent: everything. */
  readonly scopes?: readonly string[]
}

export interface KeyOptions {
  /** Default `active`. */
  readonly state?: KeyState
  /** On the sandbox's clock: a Date, or a text like 2030-12-06T00:00:00Z. */
  readonly expires?: Date | string
  /** What it may be used for, as the documents' security requirements name it. Default: everything. */
  readonly scopes?: readonly string[]
}

/** The keys of one sandbox. Methods reject with ControlError 404 for a key that it does not have. */
export class HandleKeys {
  readonly #sandboxes: Sandboxes
  readonly #sandbox: FindSandbox

  constructor(sandboxes: Sandboxes, sandbox: FindSandbox) {
    this.#sandboxes = sandboxes
    this.#sandbox = sandbox
  }

  /** Those of its fixtures as they stand here, and those that were generated for it. */
  async list(): Promise<SandboxKey[]> {
    return this.#sandbox().keys.list().map(toSandboxKey)
  }

  /** Adds a key that opens this sandbox, and no other. */
  async generate({ state, expires, scopes }: KeyOptions = {}): Promise<SandboxKey> {
    const until = expires === undefined ? undefined : toMilliseconds(expires, 'expires')
    return toSandboxKey(generateKey(this.#sandboxes, this.#sandbox(), { state, scopes, expires: until }))
  }

  async change(key: string, state: KeyState): Promise<void> {
    changeKey(this.#sandbox(), key, { state })
  }

  async delete(key: string): Promise<void> {
    deleteKey(this.#sandbox(), key)
  }
}

const toSandboxKey = ({ key, state, expires, scopes }: Key): SandboxKey => ({
  key,
  state,
  ...(expires === undefined ? {} : { expires: new Date(expires) }),
  ...(scopes === undefined ? {} : { scopes }),
})
