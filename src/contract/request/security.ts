/**
 * Compiles the security requirements of an operation (OpenAPI 3.1, sections 4.8.27 and 4.8.30): which schemes a request must
 * satisfy, and the challenges of a 401. Whether a credential is valid is decided by the sandbox.
 */
import { securitySchemesOf } from '../document/check-document.ts'
import type { Document } from '../document/document.ts'
import { childNodes, dereference, type Node } from '../document/references.ts'
import { entriesOf, getOwn, isJsonObject, itemsOf } from '../values/json-object.ts'
import { createScheme, type SecurityScheme } from './security-schemes.ts'

export interface SecurityCheck {
  /** Whether the operation can be called without credentials. */
  readonly open: boolean
  /** Alternatives; all schemes of one alternative are required together. */
  readonly alternatives: readonly (readonly RequiredScheme[])[]
  /** The challenges for WWW-Authenticate, one per scheme, without error parameters (RFC 9110, section 11.6.1). */
  readonly challenges: readonly string[]
  /** The challenges as one header value; undefined without challenges. */
  readonly challenge: string | undefined
  /** Query parameters that carry a credential. */
  readonly queryNames: readonly string[]
}

/** A scheme, and the scopes or roles that its credential must have. */
export interface RequiredScheme {
  readonly scheme: SecurityScheme
  readonly scopes: readonly string[]
}

/** The requirements of the operation, or of the document if the operation has none of its own. */
export const compileSecurity = (document: Document, operation: Node): SecurityCheck => {
  const requirements = itemsOf(getOwn(operation.value, 'security') ?? getOwn(document.root.value, 'security'))
  const definitions = readDefinitions(document)
  const realm = toQuotable(document.title)
  const challenges = new Set<string>()
  const compileRequirement = ([name, scopes]: readonly [string, unknown]): RequiredScheme => {
    const scheme = createScheme(name, definitions.get(name), realm)
    if (scheme.challenge !== undefined) challenges.add(scheme.challenge)
    return { scheme, scopes: itemsOf(scopes).filter((scope) => typeof scope === 'string') }
  }
  const alternatives = requirements
    .filter((requirement) => !isOptional(requirement))
    .map((requirement) => entriesOf(requirement).map(compileRequirement))
  return {
    open: requirements.length === 0 || requirements.some(isOptional),
    alternatives,
    queryNames: alternatives.flat().flatMap(({ scheme }) => scheme.queryName ?? []),
    challenges: [...challenges],
    challenge: challenges.size === 0 ? undefined : [...challenges].join(', '),
  }
}

/** Replaces or removes what a quoted string of a header cannot contain unescaped (RFC 9110, section 5.6.4). */
const toQuotable = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/["\\]/g, '')
    .replace(/[^\x20-\x7e]/gu, '?')

/** An empty requirement, `{}`, makes credentials optional. */
const isOptional = (requirement: unknown): boolean => isJsonObject(requirement) && Object.keys(requirement).length === 0

const readDefinitions = (document: Document): ReadonlyMap<string, unknown> =>
  new Map(
    childNodes(securitySchemesOf(document.root, document.dialect)).map(([name, node]) => [
      name,
      dereference(document.files, node)?.value,
    ]),
  )
