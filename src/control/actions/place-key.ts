/**
 * Puts a key into a request, at the place where an operation expects its credentials.
 */
import { securitySchemesOf } from '../../contract/document/check-document.ts'
import { childNode, dereference } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { getString } from '../../contract/values/json-object.ts'
import { isActive } from '../../sandboxes/keys.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'

type Pair = readonly [name: string, value: string]

/** What carries the credentials of a request. */
export interface PlacedKey {
  /** By lower-case name. */
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
}

type Requirement = Operation['security']['alternatives'][number][number]

/**
 * For the first alternative of the operation's security that can be satisfied. `given` is the key to use; undefined: an
 * active key of the sandbox. Undefined if no key fits.
 */
export const placeKey = (operation: Operation, sandbox: Sandbox, given: string | undefined): PlacedKey | undefined => {
  for (const requirements of operation.security.alternatives) {
    const placed = requirements.map((requirement) => placeOne(operation, requirement, sandbox, given))
    if (!placed.every((one) => one !== undefined)) continue
    return {
      headers: joinCookies(placed.flatMap(({ headers }) => headers)),
      query: placed.flatMap(({ query }) => query),
    }
  }
  return undefined
}

const placeOne = (
  { document }: Operation,
  { scheme, scopes }: Requirement,
  sandbox: Sandbox,
  given: string | undefined,
): PlacedKey | undefined => {
  if (scheme.credential === 'nothing') return { headers: [], query: [] }
  const isLogin = scheme.credential === 'login'
  const key = given ?? findActiveKey(sandbox, isLogin, scopes)
  if (key === undefined) return undefined
  const definitions = securitySchemesOf(document.root, document.dialect)
  const node = definitions && childNode(definitions, scheme.name)
  return placeIn(node && dereference(document.files, node)?.value, key)
}

/** Undefined for digest authentication: its proof needs the challenge of a response. */
const placeIn = (definition: unknown, key: string): PlacedKey | undefined => {
  const type = getString(definition, 'type')
  if (type === 'apiKey') return placeApiKey(definition, key)
  const scheme = type === 'basic' ? type : (getString(definition, 'scheme') ?? 'Bearer')
  const name = scheme.toLowerCase()
  if (name === 'digest') return undefined
  const login = key.includes(':') ? key : `${key}:`
  const value =
    name === 'basic'
      ? `Basic ${Buffer.from(login).toString('base64')}`
      : `${name === 'bearer' ? 'Bearer' : scheme} ${key}`
  return { headers: [['authorization', value]], query: [] }
}

const placeApiKey = (definition: unknown, key: string): PlacedKey => {
  const name = getString(definition, 'name') ?? ''
  switch (getString(definition, 'in')) {
    case 'query':
      return { headers: [], query: [[name, key]] }
    case 'cookie':
      return { headers: [['cookie', `${name}=${key}`]], query: [] }
    default:
      return { headers: [[name.toLowerCase(), key]], query: [] }
  }
}

const joinCookies = (headers: readonly Pair[]): readonly Pair[] => {
  const cookies = headers.flatMap(([name, value]) => (name === 'cookie' ? [value] : []))
  const others = headers.filter(([name]) => name !== 'cookie')
  return cookies.length === 0 ? others : [...others, ['cookie', cookies.join('; ')]]
}

/** An active key with the needed scopes; for a login, preferably one with user and password. */
const findActiveKey = (sandbox: Sandbox, isLogin: boolean, needed: readonly string[]): string | undefined => {
  const now = sandbox.now()
  const active = sandbox.keys
    .list()
    .filter((key) => isActive(key, now) && needed.every((scope) => key.scopes?.includes(scope) ?? true))
    .map(({ key }) => key)
  const fitting = active.find((key) => key.includes(':') === isLogin) ?? (isLogin ? active[0] : undefined)
  if (fitting !== undefined || !sandbox.keys.acceptsAny) return fitting
  return isLogin ? 'any:key' : 'any-key'
}
