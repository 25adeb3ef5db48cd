/**
 * The credentials of a request, as the operation requires them: those of its first alternative.
 */
import { securitySchemesOf } from '../../src/contract/document/check-document.ts'
import { childNode, dereference } from '../../src/contract/document/references.ts'
import type { Operation } from '../../src/contract/operation/operation.ts'
import { getString } from '../../src/contract/values/json-object.ts'

export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
}

export const credentialsFor = ({ document, security }: Operation): Credentials => {
  const definitions = securitySchemesOf(document.root, document.dialect)
  const parts = (security.alternatives[0] ?? []).map(({ scheme }) => {
    const node = definitions && childNode(definitions, scheme.name)
    return placeKey(node && dereference(document.files, node)?.value)
  })
  const cookies = parts.flatMap(({ headers }) => headers.cookie ?? [])
  return {
    headers: {
      ...Object.assign({}, ...parts.map(({ headers }) => headers)),
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
    },
    query: parts.flatMap(({ query }) => query),
  }
}

const placeKey = (definition: unknown): Credentials => {
  if (getString(definition, 'type') !== 'apiKey')
    return { headers: { authorization: authorize(definition) }, query: [] }
  const name = getString(definition, 'name') ?? ''
  switch (getString(definition, 'in')) {
    case 'query':
      return { headers: {}, query: [[name, 'any-key']] }
    case 'cookie':
      return { headers: { cookie: `${name}=any-key` }, query: [] }
    default:
      return { headers: { [name.toLowerCase()]: 'any-key' }, query: [] }
  }
}

const authorize = (definition: unknown): string => {
  const scheme = getString(definition, 'scheme') ?? ''
  if (getString(definition, 'type') === 'basic' || scheme.toLowerCase() === 'basic') return `Basic ${btoa('any:key')}`
  return `${scheme === '' || scheme.toLowerCase() === 'bearer' ? 'Bearer' : scheme} any-key`
}
