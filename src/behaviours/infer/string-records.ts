/**
 * Records that are nothing but strings: the list shows strings, the creation takes a list of them, and the path of an item has one
 * (`["a@b.c"]`, `{addresses: ["a@b.c"]}`, /addresses/{address}). In the store, each is a record whose only property is the string.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { itemsNode, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import type { Chosen } from './choose-schema.ts'
import { findListPlace } from './find-record.ts'
import type { Group } from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import { requestSchema, responseSchema } from './operation-schemas.ts'

/** Undefined if some operation shows more of a record. */
export const findStringRecords = (document: Document, group: Group): Chosen | undefined => {
  const { form, members, parameter } = group
  const list = members.find(({ kind }) => kind === 'list')?.operation
  const create = members.find(({ kind }) => kind === 'create')?.operation
  if (form !== 'collection' || parameter === undefined || !list || !create) return undefined
  if (members.some(({ kind }) => kind === 'read' || kind === 'replace' || kind === 'update')) return undefined
  const body = responseSchema(document, list, 'list')
  const place = body && findListPlace(document, body, hintsOf(group))
  const sent = requestSchema(document, create)
  if (!place || place.inItem || !isText(document, place.items) || !sent || !findSentScalars(document, sent))
    return undefined
  const { file, pointer, value } = place.items
  const schema: Node = {
    file,
    pointer: `${pointer}/x-standin-record`,
    value: { type: 'object', required: [parameter], properties: { [parameter]: value } },
  }
  return {
    operation: list,
    schema,
    reason: `from the response of ${list.method} ${list.path}: its records are strings`,
  }
}

export interface SentScalars {
  /** The property names that lead to the list; empty if the body is the list. */
  readonly sentIn: readonly string[]
  /** Whether it has numbers, which are nothing but ids. */
  readonly isNumber: boolean
}

/** Where a request has nothing but a list of strings or numbers: it is one, or its only property is. */
export const findSentScalars = (document: Document, sent: Node): SentScalars | undefined => {
  const { files } = document
  const [only, ...others] = [...viewObject(files, sent).properties.values()]
  const list = only?.node ?? sent
  const items = typesOf(files, list).has('array') ? itemsNode(files, list) : undefined
  const isNumber = items !== undefined && isOnly(typesOf(files, items), 'integer')
  if (others.length > 0 || !items || !(isNumber || isText(document, items))) return undefined
  return { sentIn: only ? [only.name] : [], isNumber }
}

export const isText = ({ files }: Document, node: Node): boolean => isOnly(typesOf(files, node), 'string')

const isOnly = (types: ReadonlySet<string>, type: string): boolean => types.has(type) && types.size === 1
