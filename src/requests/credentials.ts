/**
 * The credentials of a request that the server writes: a key that works, at the place where the document expects it.
 */
import { securitySchemesOf } from '../contract/document/check-document.ts'
import { childNode, dereference } from '../contract/document/references.ts'
import type { Operation } from '../contract/operation/operation.ts'
import type { RequiredScheme } from '../contract/request/security.ts'
import { getString } from '../contract/values/json-object.ts'
import { isActive } from '../sandboxes/keys.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { SampleLogin } from './sample-request.ts'

export interface Credentials {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly cookies: readonly (readonly [name: string, value: string])[]
  readonly login: SampleLogin | undefined
}

/** For the first security alternative that the keys of the sandbox satisfy. Undefined if they satisfy none of them. */
export const credentialsFor = (operation: Operation, sandbox: Sandbox): Credentials | undefined =>
  operation.security.open ? noCredentials : placeCredentials(operation, sandbox, undefined)

/** The same, also where credentials are optional. `given`: the key to use; undefined: an active key of the sandbox. */
export const placeCredentials = (
  operation: Operation,
  sandbox: Sandbox,
  given: string | undefined,
): Credentials | undefined => {
  for (const needs of operation.security.alternatives) {
    const parts = needs.map((need) => credentialFor(operation, need, sandbox, given))
    if (parts.every((part) => part !== undefined)) return parts.reduce(join, noCredentials)
  }
  return undefined
}

export const noCredentials: Credentials = { headers: [], query: [], cookies: [], login: undefined }

const join = (one: Credentials, other: Credentials): Credentials => ({
  headers: [...one.headers, ...other.headers],
  query: [...one.query, ...other.query],
  cookies: [...one.cookies, ...other.cookies],
  login: one.login ?? other.login,
})

const credentialFor = (
  { document }: Operation,
  { scheme, scopes }: RequiredScheme,
  sandbox: Sandbox,
  given: string | undefined,
): Credentials | undefined => {
  if (scheme.credential === 'nothing') return noCredentials
  const key = given ?? findKey(sandbox, scheme.credential === 'login', scopes)
  if (key === undefined) return undefined
  const definitions = securitySchemesOf(document.root, document.dialect)
  const node = definitions && childNode(definitions, scheme.name)
  return placeKey(node && dereference(document.files, node)?.value, key)
}

const placeKey = (definition: unknown, key: string): Credentials => {
  const type = getString(definition, 'type')
  if (type !== 'apiKey') {
    const scheme = type === 'basic' ? type : (getString(definition, 'scheme') ?? 'Bearer')
    return authorize(scheme, key)
  }
  const pair = [getString(definition, 'name') ?? '', key] as const
  switch (getString(definition, 'in')) {
    case 'query':
      return { ...noCredentials, query: [pair] }
    case 'cookie':
      return { ...noCredentials, cookies: [pair] }
    default:
      return { ...noCredentials, headers: [pair] }
  }
}

/** For a scheme of HTTP authentication. */
const authorize = (scheme: string, key: string): Credentials => {
  const name = scheme.toLowerCase()
  if (name === 'basic' || name === 'digest') {
    const colon = key.indexOf(':')
    const [user, password] = colon === -1 ? [key, ''] : [key.slice(0, colon), key.slice(colon + 1)]
    return { ...noCredentials, login: { scheme: name, user, password } }
  }
  return { ...noCredentials, headers: [['Authorization', `${name === 'bearer' ? 'Bearer' : scheme} ${key}`]] }
}

/** An active key with the needed scopes; for a login, preferably one with user and password. */
const findKey = (sandbox: Sandbox, isLogin: boolean, needed: readonly string[]): string | undefined => {
  const now = sandbox.now()
  const active = sandbox.keys
    .list()
    .filter((key) => isActive(key, now) && needed.every((scope) => key.scopes?.includes(scope) ?? true))
    .map(({ key }) => key)
  // A key without a colon is sent as a user name without a password.
  const found = active.find((key) => key.includes(':') === isLogin) ?? (isLogin ? active[0] : undefined)
  if (found !== undefined || !sandbox.keys.acceptsAny) return found
  return isLogin ? 'any:key' : 'any-key'
}
