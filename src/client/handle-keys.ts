/**
 * The API keys of a sandbox handle.
 */
import { changeKey, deleteKey, generateKey } from '../control/actions/change-keys.ts'
import { toEpochMilliseconds } from '../control/actions/read-time.ts'
import type { Key, KeyState } from '../sandboxes/keys.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import { changed, requireKnown, type SandboxAccess } from './handle-deps.ts'

export interface SandboxKey {
  readonly key: string
  readonly state: KeyState
  /** On the sandbox's clock. Absent: the key does not expire. */
  readonly expires?: Date
  /** Scopes of the key. Absent: all scopes. */
  readonly scopes?: readonly string[]
}

export interface KeyOptions {
  /** Default `active`. */
  readonly state?: KeyState
  /** On the sandbox's clock: a Date, or a string such as 2030-12-06T00:00:00Z. */
  readonly expires?: Date | string
  /** Scopes, as the documents' security requirements name them. Default: all scopes. */
  readonly scopes?: readonly string[]
}

const keyOptions = { state: true, expires: true, scopes: true } satisfies Readonly<Record<keyof KeyOptions, true>>

/** The keys of one sandbox. Methods reject with ControlError 404 for an unknown key. */
export class HandleKeys {
  readonly #sandboxes: Sandboxes
  readonly #sandbox: SandboxAccess

  constructor(sandboxes: Sandboxes, sandbox: SandboxAccess) {
    this.#sandboxes = sandboxes
    this.#sandbox = sandbox
  }

  /** The keys of its fixtures, with their state in this sandbox, and the keys generated for it. */
  async list(): Promise<SandboxKey[]> {
    return this.#sandbox.use(({ keys }) => keys.list().map(toSandboxKey))
  }

  /** Generates a key that gives access to this sandbox only. */
  async generate(options: KeyOptions = {}): Promise<SandboxKey> {
    requireKnown(options, keyOptions, 'a key')
    const { state, expires, scopes } = options
    const until = expires === undefined ? undefined : toEpochMilliseconds(expires, 'expires')
    const settings = { state, scopes, expires: until }
    return this.#sandbox.change(changed('keys'), (sandbox) =>
      toSandboxKey(generateKey(this.#sandboxes, sandbox, settings)),
    )
  }

  async change(key: string, state: KeyState): Promise<void> {
    await this.#sandbox.change(changed('keys'), (sandbox) => changeKey(sandbox, key, { state }))
  }

  async delete(key: string): Promise<void> {
    await this.#sandbox.change(changed('keys'), (sandbox) => deleteKey(sandbox, key))
  }
}

const toSandboxKey = ({ key, state, expires, scopes }: Key): SandboxKey => ({
  key,
  state,
  ...(expires === undefined ? {} : { expires: new Date(expires) }),
  ...(scopes === undefined ? {} : { scopes }),
})
