/**
 * The sandboxes of a server: the default one and those that were made by naming them. Finding one costs the same however
 * many there are.
 */
import type { Refusal } from '../errors.ts'
import type { Clock, RequestHeaders } from '../ports.ts'
import { Sandbox, type SandboxSetup } from './sandbox.ts'

export interface SandboxesParts {
  readonly setup: SandboxSetup
  readonly realTime: Clock
  readonly seed: number
  /** Scenarios that are on in every sandbox from its start. */
  readonly scenarios: readonly string[]
  readonly maximum: number
}

export interface Sandboxes {
  readonly default: Sandbox
  /** Undefined where there is none of that name. */
  readonly find: (id: string) => Sandbox | undefined
  /** Makes it on first use; a refusal where there are as many as there may be. */
  readonly open: (id: string) => Sandbox | Refusal
  readonly all: () => readonly Sandbox[]
  readonly setup: () => SandboxSetup
  /** From now on sandboxes are made of this; each takes it over when it is next used. */
  readonly replaceSetup: (setup: SandboxSetup) => void
}

const defaultId = 'default'

/** Sandboxes that there may be besides the default one. */
export const defaultMaxSandboxes = 10_000

export const createSandboxes = ({ setup: initial, maximum, ...parts }: SandboxesParts): Sandboxes => {
  let setup = initial
  const sandboxes = new Map<string, Sandbox>()
  const make = (id: string): Sandbox => {
    const sandbox = new Sandbox({ ...parts, id, setup })
    sandboxes.set(id, sandbox)
    return sandbox
  }
  const first = make(defaultId)
  const current = (sandbox: Sandbox): Sandbox => {
    if (sandbox.setup !== setup) sandbox.adopt(setup)
    return sandbox
  }
  return {
    get default() {
      return current(first)
    },
    find: (id) => {
      const found = sandboxes.get(id)
      return found && current(found)
    },
    open: (id) => {
      const found = sandboxes.get(id)
      if (found) return current(found)
      if (sandboxes.size <= maximum) return make(id)
      return { code: 'unavailable', message: `there are ${maximum} sandboxes already; --max-sandboxes allows more` }
    },
    all: () => [...sandboxes.values()].map(current),
    setup: () => setup,
    replaceSetup: (next) => {
      setup = next
    },
  }
}

export type ReadId =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

const isDefault: ReadId = { kind: 'id', id: defaultId }

/** The sandbox that a request names by Sandbox-Id or __sandbox: 1 to 200 bytes of percent-decoded UTF-8 without control characters. */
export const readSandboxId = (headers: RequestHeaders, query: readonly (readonly [string, string])[]): ReadId => {
  const given =
    headers['sandbox-id'] ?? (query.length === 0 ? undefined : query.find(([name]) => name === '__sandbox')?.[1])
  if (given === undefined) return isDefault
  return typeof given === 'string' ? decodeSandboxId(given) : refuse('was given more than once')
}

export const decodeSandboxId = (text: string): ReadId => {
  try {
    const id = decodeURIComponent(text)
    const { length } = Buffer.from(id)
    if (length < 1 || length > 200) return refuse(`must have 1 to 200 bytes, got ${length}`)
    return /\p{Cc}/u.test(id) ? refuse('must have no control characters') : { kind: 'id', id }
  } catch {
    return refuse('must be percent-encoded UTF-8')
  }
}

const refuse = (problem: string): ReadId => ({
  kind: 'refused',
  refusal: { code: 'invalid_request', status: 400, message: `header.Sandbox-Id ${problem}` },
})
