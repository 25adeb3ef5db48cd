/**
 * The sample request of the banner: a curl command with a key that works.
 */
import { securitySchemesOf } from '../contract/document/check-document.ts'
import { childNode, dereference } from '../contract/document/references.ts'
import { fullPathOf, type Operation } from '../contract/operation/operation.ts'
import { getString } from '../contract/values/json-object.ts'
import { isActive } from '../sandboxes/keys.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Service } from './service.ts'

/** For the first list of a resource, otherwise the first GET without path parameters; undefined if there is neither. */
export const formatSampleRequest = (service: Service, sandbox: Sandbox, origin: string): string | undefined => {
  const lists = [...service.behaviours].filter(([, { kind }]) => kind === 'list').map(([operation]) => operation)
  const gets = service.documents.flatMap(({ entries }) =>
    entries.flatMap(({ operations }) => operations.get('GET') ?? []),
  )
  const operation = lists[0] ?? gets.find(({ path }) => !path.includes('{'))
  if (!operation) return undefined
  const credentials = credentialsOf(operation, sandbox)
  const query = credentials.flatMap((credential) => (credential.kind === 'query' ? [credential.text] : []))
  const options = credentials.flatMap((credential) => (credential.kind === 'option' ? [credential.text] : []))
  const url = origin + fullPathOf(operation)
  return ['curl', ...options, query.length === 0 ? url : quote(`${url}?${query.join('&')}`)].join(' ')
}

/** How a request sends a key: in an option of curl, or in the query. */
type SampleCredential = { readonly kind: 'option' | 'query'; readonly text: string }

/** The credentials of the first security alternative; none if there is no active key. */
const credentialsOf = ({ security, document }: Operation, sandbox: Sandbox): readonly SampleCredential[] => {
  const [requirements] = security.open ? [] : security.alternatives
  const definitions = securitySchemesOf(document.root, document.dialect)
  return (requirements ?? []).flatMap(({ scheme, scopes }) => {
    const node = definitions && childNode(definitions, scheme.name)
    const key = findKey(sandbox, scheme.credential === 'login', scopes)
    if (key === undefined || scheme.credential === 'nothing') return []
    return credentialOf(node && dereference(document.files, node)?.value, key)
  })
}

const credentialOf = (definition: unknown, key: string): SampleCredential => {
  const type = getString(definition, 'type')
  const scheme = type === 'basic' ? type : (getString(definition, 'scheme') ?? 'bearer')
  if (type !== 'apiKey') return { kind: 'option', text: authorizationOf(scheme, key) }
  const name = getString(definition, 'name') ?? ''
  switch (getString(definition, 'in')) {
    case 'query':
      return { kind: 'query', text: `${encodeURIComponent(name)}=${encodeURIComponent(key)}` }
    case 'cookie':
      return { kind: 'option', text: `-b ${quote(`${name}=${key}`)}` }
    default:
      return { kind: 'option', text: `-H ${quote(`${name}: ${key}`)}` }
  }
}

/** For a scheme of HTTP authentication. */
const authorizationOf = (scheme: string, key: string): string => {
  switch (scheme.toLowerCase()) {
    case 'basic':
      return `-u ${quote(key)}`
    case 'digest':
      return `--digest -u ${quote(key)}`
    case 'bearer':
      return `-H ${quote(`Authorization: Bearer ${key}`)}`
    default:
      return `-H ${quote(`Authorization: ${scheme} ${key}`)}`
  }
}

/** An active key with the needed scopes; for a login, one with user and password. */
const findKey = (sandbox: Sandbox, isLogin: boolean, needed: readonly string[]): string | undefined => {
  if (sandbox.keys.acceptsAny) return isLogin ? 'any:key' : 'any-key'
  const hasScopes = (scopes: readonly string[] | undefined): boolean =>
    scopes === undefined || needed.every((scope) => scopes.includes(scope))
  const now = sandbox.now()
  const active = sandbox.keys
    .list()
    .filter((key) => isActive(key, now) && hasScopes(key.scopes))
    .map(({ key }) => key)
  // A key without a colon is sent as a user name without a password.
  return active.find((key) => key.includes(':') === isLogin) ?? (isLogin && active[0] ? `${active[0]}:` : undefined)
}

/** Quotes a word for a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
