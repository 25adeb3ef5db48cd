/**
 * Describes which credentials the operations of each document require, and where a request carries them.
 */
import { securitySchemesOf } from '../../contract/document/check-document.ts'
import type { Document } from '../../contract/document/document.ts'
import { childNode, dereference } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { getString } from '../../contract/values/json-object.ts'
import type { Service } from '../../loading/service.ts'
import type { JsonObject } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'

/** Where a request carries a key. */
interface KeyPlace extends JsonObject {
  readonly place: 'header' | 'query' | 'cookie' | 'basic' | 'digest' | 'none'
  /** The name of the header, the query parameter or the cookie. */
  readonly parameter: string
  /** What precedes the key in a header: `Bearer `. */
  readonly prefix: string
}

const inAuthorization = (prefix: string): KeyPlace => ({ place: 'header', parameter: 'Authorization', prefix })

const placeOf = (definition: unknown): KeyPlace => {
  const type = getString(definition, 'type')
  if (type === 'mutualTLS') return { place: 'none', parameter: '', prefix: '' }
  if (type === 'apiKey') {
    const place = getString(definition, 'in')
    const parameter = getString(definition, 'name') ?? ''
    return { place: place === 'query' || place === 'cookie' ? place : 'header', parameter, prefix: '' }
  }
  const scheme = type === 'basic' ? 'basic' : (getString(definition, 'scheme') ?? 'bearer')
  const name = scheme.toLowerCase()
  if (name === 'basic' || name === 'digest') return { place: name, parameter: 'Authorization', prefix: '' }
  return inAuthorization(name === 'bearer' ? 'Bearer ' : `${scheme} `)
}

/** At most this many scopes are listed for a scheme. */
const maxScopes = 200

/** For each document: its operations, those that are open, the alternatives, and the schemes that they name. */
export const describeCredentials = ({ documents }: Service, sandbox: Sandbox): JsonObject => ({
  anyKey: sandbox.keys.acceptsAny,
  documents: documents.map(({ document, entries }) =>
    describeDocument(
      document,
      entries.flatMap((entry) => [...entry.operations.values()]),
    ),
  ),
})

const describeDocument = (document: Document, operations: readonly Operation[]): JsonObject => {
  const alternatives = new Map<string, { readonly schemes: readonly string[]; operations: number }>()
  const scopesOf = new Map<string, Set<string>>()
  for (const { security } of operations) {
    for (const requirements of security.alternatives) {
      const schemes = requirements.map(({ scheme }) => scheme.name)
      const known = alternatives.get(schemes.join(' ')) ?? { schemes, operations: 0 }
      known.operations++
      alternatives.set(schemes.join(' '), known)
      for (const { scheme, scopes } of requirements)
        scopesOf.set(scheme.name, new Set([...(scopesOf.get(scheme.name) ?? []), ...scopes]))
    }
  }
  return {
    document: document.name,
    title: document.title,
    operations: operations.length,
    open: operations.filter(({ security }) => security.open).length,
    alternatives: [...alternatives.values()].map((alternative) => ({ ...alternative })),
    schemes: [...scopesOf].map(([name, scopes]) => ({
      name,
      ...placeOf(findDefinition(document, name)),
      scopes: [...scopes].slice(0, maxScopes),
    })),
  }
}

const findDefinition = (document: Document, name: string): unknown => {
  const definitions = securitySchemesOf(document.root, document.dialect)
  const node = definitions && childNode(definitions, name)
  return node && dereference(document.files, node)?.value
}
