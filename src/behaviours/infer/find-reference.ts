/**
 * Responses to a creation that do not contain the record's id under its own name: a reference with an id or an address
 * (`{entity_id, location}`), or the record with an id that is named after the resource (`bill_number`).
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { findText, type PropertyView, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole, namesOf } from '../../contract/values/conventions.ts'
import { plainName, wordsOf } from '../../contract/values/names.ts'
import type { Resource } from '../records/resource.ts'
import { canMatch, type IdHints, inferId, isScalar, namesAfter } from './infer-id.ts'

type Owner = Pick<Resource, 'document' | 'schema' | 'idPath'>

/** The property that holds the id of the new record. Properties that records have keep their meaning. */
export const findReferenceId = (owner: Owner, schema: Node, hints: IdHints): readonly string[] | undefined => {
  const { document } = owner
  const isNew = createNewTest(owner)
  const { path, isWeak } = inferId(document, schema, hints)
  if (path && !isWeak && isNew(path[0] ?? '')) return path
  const views = [...viewObject(document.files, schema).properties.values()]
  const candidates = views.filter(
    ({ name, node }) => isNew(name) && isScalar(document, node) && canMatch(document, node, hints.address),
  )
  const find = (wanted: string) => candidates.find(({ name }) => plainName(name) === wanted)
  const own = namesAfter(hints.name).flatMap((name) => [...namesOf('id-suffix')].map((suffix) => name + suffix))
  const named = [...own, ...namesOf('created-id')].map(find).find(Boolean)
  const showsRecord = views.some(({ name }) => !isNew(name))
  const found = named ?? (showsRecord ? undefined : findOnlyId(candidates, hints))
  return found && [found.name]
}

/** The property that holds the id of a record in a response that has it under another name: `projectName` of records with a `name`. */
export const findRenamedId = (owner: Owner, schema: Node, hints: IdHints): readonly string[] | undefined => {
  const { path, isWeak } = inferId(owner.document, schema, hints)
  return path && !isWeak && createNewTest(owner)(path[0] ?? '') ? path : undefined
}

/** The only property that is an id by its last word, unless it identifies something else, as `request_id` does. */
const findOnlyId = (candidates: readonly PropertyView[], { parameter }: IdHints): PropertyView | undefined => {
  if (parameter === undefined) return undefined
  const ids = candidates.filter(
    ({ name }) => hasRole(wordsOf(name).at(-1) ?? '', 'id-word') && !hasRole(plainName(name), 'other-id'),
  )
  return ids.length === 1 ? ids[0] : undefined
}

export interface ReferenceAddress {
  readonly path: readonly string[]
  /** Whether it is declared as a URI. A path alone is not a URI. */
  readonly isAbsolute: boolean
}

/** The property that holds the address of the new record. */
export const findReferenceAddress = (owner: Owner, schema: Node, { name }: IdHints): ReferenceAddress | undefined => {
  const { files } = owner.document
  const isNew = createNewTest(owner)
  const own = namesAfter(name).flatMap((one) => ['url', 'uri', 'href', 'location', 'link'].map((end) => one + end))
  const views = [...viewObject(files, schema).properties.values()].filter(
    ({ name: property, node }) => isNew(property) && typesOf(files, node).has('string'),
  )
  for (const wanted of [...namesOf('created-address'), ...own]) {
    const found = views.find((view) => plainName(view.name) === wanted)
    if (!found) continue
    const format = findText(files, found.node, 'format')
    return { path: [found.name], isAbsolute: format === 'uri' || format === 'url' }
  }
  return undefined
}

/** Whether records do not have a property of this name. An id that is only written in another way, `gadgetID`, is a new one. */
const createNewTest = ({ document, schema, idPath: [id] }: Owner): ((name: string) => boolean) => {
  const own = ownNames(document, schema)
  return (name) => !own.has(plainName(name)) || (id !== undefined && name !== id && plainName(name) === plainName(id))
}

const ownNames = ({ files }: Document, schema: Node): ReadonlySet<string> =>
  new Set([...viewObject(files, schema).properties.keys()].map(plainName))
