/**
 * Security requirements of an operation (OpenAPI 3.1, sections 4.8.27 and 4.8.30), compiled into a check that finds the
 * credential a request carries. Whether that credential is good is the sandbox's to say.
 */
import { securitySchemesOf } from '../document/check-document.ts'
import type { Document } from '../document/document.ts'
import { childNodes, dereference, type Node } from '../document/references.ts'
import { entriesOf, getOwn, isJsonObject, itemsOf } from '../values/json-object.ts'
import { createScheme, type Scheme } from './security-schemes.ts'

export interface SecurityCheck {
  /** True where the operation can be called without any credential. */
  readonly open: boolean
  /** The alternatives, each a list of schemes that are needed together. */
  readonly alternatives: readonly (readonly Need[])[]
  /** What WWW-Authenticate says without error parameters (RFC 9110, section 11.6.1), scheme by scheme. */
  readonly challenges: readonly string[]
  /** All of the challenges; undefined where no scheme has one. */
  readonly challenge: string | undefined
  /** Names of the query that carry a credential. */
  readonly queryNames: readonly string[]
}

/** A scheme, and the scopes or roles that its credential has to have. */
export interface Need {
  readonly scheme: Scheme
  readonly scopes: readonly string[]
}

/** The check of an operation: its own requirements, else the document's. */
export const compileSecurity = (document: Document, operation: Node): SecurityCheck => {
  const requirements = itemsOf(getOwn(operation.value, 'security') ?? getOwn(document.root.value, 'security'))
  const definitions = readDefinitions(document)
  const realm = toQuotable(document.title)
  const challenges = new Set<string>()
  const compileNeed = ([name, scopes]: readonly [string, unknown]): Need => {
    const scheme = createScheme(name, definitions.get(name), realm)
    if (scheme.challenge !== undefined) challenges.add(scheme.challenge)
    return { scheme, scopes: itemsOf(scopes).filter((scope) => typeof scope === 'string') }
  }
  const alternatives = requirements
    .filter((requirement) => !isOptional(requirement))
    .map((requirement) => entriesOf(requirement).map(compileNeed))
  return {
    open: requirements.length === 0 || requirements.some(isOptional),
    alternatives,
    queryNames: alternatives.flat().flatMap(({ scheme }) => scheme.queryName ?? []),
    challenges: [...challenges],
    challenge: challenges.size === 0 ? undefined : [...challenges].join(', '),
  }
}

/** What a quoted string of a header field can hold as it is (RFC 9110, section 5.6.4). */
const toQuotable = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/["\\]/g, '')
    .replace(/[^\x20-\x7e]/gu, '?')

/** `{}` among the requirements: no credential will do too. */
const isOptional = (requirement: unknown): boolean => isJsonObject(requirement) && Object.keys(requirement).length === 0

const readDefinitions = (document: Document): ReadonlyMap<string, unknown> =>
  new Map(
    childNodes(securitySchemesOf(document.root, document.dialect)).map(([name, node]) => [
      name,
      dereference(document.files, node)?.value,
    ]),
  )
