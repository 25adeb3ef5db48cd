/**
 * What a started Standin tells of itself: to the banner, to the log, to a program.
 */
import { securitySchemesOf } from '../contract/document/check-document.ts'
import { childNode, dereference } from '../contract/document/references.ts'
import { fullPathOf, type Operation } from '../contract/operation/operation.ts'
import { getString } from '../contract/values/json-object.ts'
import type { Finding } from '../errors.ts'
import { isActive } from '../sandboxes/keys.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Service } from './service.ts'
import type { Setup } from './setup.ts'

/** What a started Standin can tell of itself. */
export interface Description {
  readonly documents: readonly {
    /** The file's name without its ending. */
    readonly name: string
    readonly file: string
    readonly title: string
    readonly url: string
    readonly operations: number
  }[]
  readonly resources: readonly { readonly name: string; readonly document: string; readonly count: number }[]
  /** Folder of the fixture set; undefined where none was loaded. */
  readonly fixtures: string | undefined
  /** Good keys, those for everything first; undefined where any well-formed one is good. */
  readonly keys: readonly string[] | undefined
  readonly scenarios: readonly { readonly name: string; readonly description: string }[]
  /** Names of the scenarios that are on for all. */
  readonly activeScenarios: readonly string[]
  /** The token that the control API asks for; undefined where it asks for none. */
  readonly adminToken: string | undefined
  /** A request to copy: a curl command. Undefined where no operation offers itself. */
  readonly sample: string | undefined
  /** Remarks that a person should read. */
  readonly notes: readonly string[]
  readonly warnings: readonly Finding[]
}

export interface DescribeParts {
  readonly setup: Setup
  readonly sandbox: Sandbox
  readonly origin: string
  readonly adminToken: string | undefined
}

export const describeStandin = async ({ setup, sandbox, origin, adminToken }: DescribeParts): Promise<Description> => {
  const { service } = setup
  return {
    documents: service.documents.map(({ document, entries }) => ({
      name: document.name,
      file: document.source.file,
      title: document.title,
      url: origin + document.basePath,
      operations: entries.reduce((count, { operations }) => count + operations.size, 0),
    })),
    resources: await Promise.all(
      service.resources.map(async ({ key, name, document }) => ({
        name,
        document: document.name,
        count: await sandbox.store.count(key),
      })),
    ),
    fixtures: setup.fixtures,
    keys: sandbox.keys.acceptsAny
      ? undefined
      : sandbox.keys
          .list()
          .filter((key) => isActive(key, sandbox.now()))
          .sort((a, b) => Number(a.scopes !== undefined) - Number(b.scopes !== undefined))
          .map(({ key }) => key),
    scenarios: [...setup.scenarios.values()].map(({ name, description }) => ({ name, description })),
    activeScenarios: sandbox.scenarios,
    adminToken,
    sample: sampleRequest(service, sandbox, origin),
    notes: setup.notes,
    warnings: setup.warnings,
  }
}

/** The first list of a resource as a curl command, or the first GET that needs nothing in its path. */
const sampleRequest = (service: Service, sandbox: Sandbox, origin: string): string | undefined => {
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

/** What a request carries a key in: an option of curl, or a part of the query. */
type SampleCredential = { readonly kind: 'option' | 'query'; readonly text: string }

/** Those of the first alternative; none where no key is good. */
const credentialsOf = ({ security, document }: Operation, sandbox: Sandbox): readonly SampleCredential[] => {
  const [needs] = security.open ? [] : security.alternatives
  const definitions = securitySchemesOf(document.root, document.dialect)
  return (needs ?? []).flatMap(({ scheme, scopes }) => {
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

/** By the scheme of HTTP authentication. */
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

/** An active key that has the scopes; where there is a login, one of user and password. */
const findKey = (sandbox: Sandbox, isLogin: boolean, needed: readonly string[]): string | undefined => {
  if (sandbox.keys.acceptsAny) return isLogin ? 'any:key' : 'any-key'
  const isEnough = (scopes: readonly string[] | undefined): boolean =>
    scopes === undefined || needed.every((scope) => scopes.includes(scope))
  const now = sandbox.now()
  const good = sandbox.keys
    .list()
    .filter((key) => isActive(key, now) && isEnough(key.scopes))
    .map(({ key }) => key)
  // A key that is no login comes as a user without a password.
  return good.find((key) => key.includes(':') === isLogin) ?? (isLogin && good[0] ? `${good[0]}:` : undefined)
}

/** As one word of a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
