/**
 * Links: responses that do not show a record but where it is, `{href, rel, title}`. A creation or a list of such an API has
 * nothing else.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { findText, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole } from '../../contract/values/conventions.ts'
import { plainName, wordsOf } from '../../contract/values/names.ts'
import type { ReferenceAddress } from './find-reference.ts'
import type { Group } from './group-paths.ts'
import { requestSchema } from './operation-schemas.ts'

/** Where a link, or an object with nothing but a link, has the address of the record; undefined if the schema describes more. */
export const findLinkAddress = (document: Document, schema: Node, isWrapped = false): ReferenceAddress | undefined => {
  const { files } = document
  const views = [...viewObject(files, schema).properties.values()]
  const [only] = views
  if (only && views.length === 1 && !isWrapped && typesOf(files, only.node).has('object')) {
    const inner = findLinkAddress(document, only.node, true)
    return inner && { ...inner, path: [only.name, ...inner.path] }
  }
  const found = views.find(
    ({ name, node }) => hasRole(plainName(name), 'link-address') && typesOf(files, node).has('string'),
  )
  if (!found || !views.every(({ name }) => name === found.name || isLinkPart(name, found.name))) return undefined
  const format = findText(files, found.node, 'format')
  return { path: [found.name], isAbsolute: format === 'uri' || format === 'url' }
}

/** Beside `href`, which means nothing but a link, also what ends in such a word: `subscriptionType`. */
const isLinkPart = (name: string, address: string): boolean =>
  hasRole(plainName(name), 'link-part') || (address === 'href' && hasRole(wordsOf(name).at(-1) ?? '', 'link-part'))

/** Tests whether a response of a group shows links in place of records: clients create something else than links. */
export const createLinkTest = (
  document: Document,
  { members }: Pick<Group, 'members'>,
): ((schema: Node) => boolean) => {
  const create = members.find(({ kind }) => kind === 'create')?.operation
  const sent = create && namesSent(document, create)
  return (schema) => {
    const address = sent && findLinkAddress(document, schema)
    return address !== undefined && !address.path.some((name) => sent?.has(plainName(name)))
  }
}

const namesSent = (document: Document, operation: Operation): ReadonlySet<string> | undefined => {
  const request = requestSchema(document, operation)
  const names = request ? [...viewObject(document.files, request).properties.keys()] : []
  return names.length > 0 ? new Set(names.map(plainName)) : undefined
}
