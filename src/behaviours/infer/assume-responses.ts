/**
 * Responses that a document leaves out: a creation, a read or a list that documents a success without a body. What inference
 * sees of them has the record as JSON, as services respond that are documented like that. The document itself stays as it is.
 */
import type { Document } from '../../contract/document/document.ts'
import { childNode, dereference, type Node } from '../../contract/document/references.ts'
import type { Operation, PathEntry } from '../../contract/operation/operation.ts'
import { bodiless } from '../../contract/values/bodiless.ts'
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { BehaviourKind } from '../plan/operation-plan.ts'
import { assumeRecord } from './assumed-record.ts'
import { type Group, groupPaths, type Member } from './group-paths.ts'
import { chooseSuccess } from './operation-schemas.ts'

export interface AssumedResponses {
  /** The paths, with the operations that inference reads in place of those of the document. */
  readonly entries: readonly PathEntry[]
  /** The operation that inference reads; the same one if its responses are described. */
  readonly assumedFor: (operation: Operation) => Operation
  /** Whether inference reads an operation whose success the document does not describe. */
  readonly isAssumed: (operation: Operation) => boolean
}

export const assumeResponses = (document: Document, entries: readonly PathEntry[]): AssumedResponses => {
  const assumed = new Map<Operation, Operation>()
  const assumedFor = (operation: Operation): Operation => assumed.get(operation) ?? operation
  if (!entries.some(({ operations }) => [...operations.values()].some((one) => mayBeSilent(document, one))))
    return { entries, assumedFor, isAssumed: () => false }
  for (const group of groupPaths(entries).groups)
    for (const [operation, body] of assumeBodies(document, group)) assumed.set(operation, withBody(operation, body))
  const replaced = entries.map((entry) => ({
    ...entry,
    operations: new Map([...entry.operations].map(([method, operation]) => [method, assumedFor(operation)])),
  }))
  const added = new Set(assumed.values())
  return { entries: replaced, assumedFor, isAssumed: (operation) => added.has(operation) }
}

const mayBeSilent = (document: Document, operation: Operation): boolean =>
  (operation.method === 'GET' && (isSilent(document, operation, 'read') || isSilent(document, operation, 'list'))) ||
  (operation.method === 'POST' && isSilent(document, operation, 'create'))

/** Whether the success has a body that nothing describes. With a Location or a status without a body, an empty body is complete. */
const isSilent = (document: Document, operation: Operation, kind: BehaviourKind): boolean => {
  const { status, media, isForeign, headers } = chooseSuccess(document, operation, kind)
  return !media && !isForeign && !bodiless.has(status) && !headers.has('location')
}

interface AssumedBody {
  readonly kind: BehaviourKind
  readonly status: number
  readonly schema: Json
}

const silentKinds: ReadonlySet<BehaviourKind> = new Set(['create', 'read', 'list'])

/** Only in a collection with a creation and with paths of its items. */
const assumeBodies = (document: Document, group: Group): ReadonlyMap<Operation, AssumedBody> => {
  const { form, keyParameters, members } = group
  const create = members.find(({ kind, onItem }) => kind === 'create' && !onItem)
  const silent = members.filter(({ operation, kind }) => silentKinds.has(kind) && isSilent(document, operation, kind))
  if (form === 'single' || keyParameters.length !== 1 || !create || silent.length === 0) return new Map()
  const record = assumeRecord(document, group, create.operation)
  if (!record) return new Map()
  return new Map(
    silent.map(({ operation, kind }: Member) => {
      const isList = kind === 'list' || (kind === 'create' && record.isSentAsList)
      const schema: Json = isList ? { type: 'array', items: record.schema } : record.body
      return [operation, { kind, status: chooseSuccess(document, operation, kind).status, schema }]
    }),
  )
}

/** The operation with that body in its success. Everything else is shared with the operation of the document. */
const withBody = (operation: Operation, { kind, status, schema }: AssumedBody): Operation => {
  const { document, node } = operation
  const old = document.dialect === '2.0'
  const text: Json = old ? { type: 'string' } : { schema: { type: 'string' } }
  const found = findResponseNode(operation, status)
  const response: JsonObject = {
    ...(isJsonObject(found?.value) ? found.value : {}),
    ...(old ? { schema } : { content: { 'application/json': { schema } } }),
  }
  const headers: JsonObject = { ...objectAt(response, 'headers'), Location: text }
  const value: JsonObject = {
    ...(isJsonObject(node.value) ? node.value : {}),
    ...(old ? { produces: ['application/json'] } : {}),
    responses: {
      ...objectAt(node.value, 'responses'),
      [status]: kind === 'create' ? { ...response, headers } : response,
    },
  }
  return { ...operation, node: { ...node, value } }
}

const objectAt = (value: unknown, name: string): JsonObject => {
  const found = getOwn(value, name)
  return isJsonObject(found) ? (found as JsonObject) : {}
}

const findResponseNode = ({ document, node }: Operation, status: number): Node | undefined => {
  const responses = childNode(node, 'responses')
  const found = responses && childNode(responses, String(status))
  return found && dereference(document.files, found)
}
