/**
 * What the records of a collection are if not every response describes one: what another response shows, else what the
 * creation or a change takes, with an id that the path of an item accepts.
 */
import type { Document } from '../../contract/document/document.ts'
import { dereference, type Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { itemsNode, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole } from '../../contract/values/conventions.ts'
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import { wordsOf } from '../../contract/values/names.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { chooseSchema, findSchemas } from './choose-schema.ts'
import type { Group } from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import { type IdHints, inferId } from './infer-id.ts'
import { requestSchema, responseSchema } from './operation-schemas.ts'

export interface AssumedRecord {
  /** The schema of a record. References in it are relative to the file of the operations. */
  readonly schema: Json
  /** The schema of a body with one record: with an envelope, if the described responses have one. */
  readonly body: Json
  /** Whether the creation takes a list of records. */
  readonly isSentAsList: boolean
}

/** Undefined if the schema is in another file than the operations, where its references mean something else. */
export const assumeRecord = (document: Document, group: Group, create: Operation): AssumedRecord | undefined => {
  const changes = group.members.filter(({ kind }) => kind === 'replace' || kind === 'update')
  const [sent] = [create, ...changes.map(({ operation }) => operation)].flatMap(
    (operation) => requestSchema(document, operation) ?? [],
  )
  const items = sent && typesOf(document.files, sent).has('array') ? itemsNode(document.files, sent) : undefined
  const isSentAsList = items !== undefined
  const shown = findShown(document, group, items ?? sent)
  const { file } = create.node
  if (shown) return shown.file === file ? { schema: shown.schema, body: shown.body, isSentAsList } : undefined
  const request = items ?? sent
  if (request && request.file !== file) return undefined
  const schema = describeSent(document, request, hintsOf(group))
  return { schema, body: schema, isSentAsList }
}

interface Shown {
  readonly file: string
  readonly schema: Json
  readonly body: Json
}

/** What a response shows, if it has an id, or a property that the request has too. Otherwise it is only a message. */
const findShown = (document: Document, group: Group, sent: Node | undefined): Shown | undefined => {
  const found = findSchemas(group, document)
  const chosen = chooseSchema(document, found)
  if (!chosen) return undefined
  const { files } = document
  const names = new Set(sent ? viewObject(files, sent).properties.keys() : [])
  const own = viewObject(files, chosen.schema).properties
  const isRead = found.some(({ member, schema }) => member.kind === 'read' && schema === chosen.schema)
  const isRecord =
    isRead ||
    inferId(document, chosen.schema, hintsOf(group)).path !== undefined ||
    [...own.keys()].some((name) => names.has(name))
  if (!isRecord) return undefined
  const of = found.find(({ schema }) => schema === chosen.schema)
  const isList = of === undefined || of.member.kind === 'list'
  const body = isList ? undefined : responseSchema(document, of.member.operation, of.member.kind)
  return { file: chosen.schema.file, schema: chosen.schema.value, body: (body ?? chosen.schema).value }
}

/** The object in the request, with an id if it has none. Without one, any object with an id. */
const describeSent = (document: Document, sent: Node | undefined, hints: IdHints): Json => {
  const { files } = document
  const isObject =
    sent !== undefined && viewObject(files, sent).properties.size > 0 && !typesOf(files, sent).has('array')
  if (!isObject) return { type: 'object', properties: idProperty(document, hints), additionalProperties: true }
  const id = inferId(document, sent, hints)
  if (id.path && !id.isWeak) return sent.value
  const value = dereference(files, sent)?.value
  if (!isJsonObject(value)) return sent.value
  const { additionalProperties: _closed, ...open } = value as JsonObject
  const own = getOwn(open, 'properties')
  return {
    ...open,
    type: 'object',
    properties: { ...(isJsonObject(own) ? (own as JsonObject) : {}), ...idProperty(document, hints) },
  }
}

/** `id` for {idWebhook} and {webhook_id}, `key` for {projectKey}; otherwise it is named like the path parameter. */
const idProperty = ({ files }: Document, { parameter = 'id', address }: IdHints): JsonObject => {
  const words = wordsOf(parameter)
  const name = [words.at(-1) ?? '', words[0] ?? ''].find((word) => hasRole(word, 'id-word')) ?? parameter
  const value = address && dereference(files, address)?.value
  const kept = Object.entries(isJsonObject(value) ? (value as JsonObject) : {}).filter(([key]) => idKeywords.has(key))
  return { [name]: { type: 'string', ...Object.fromEntries(kept), readOnly: true } }
}

/** What restricts an id. A path parameter of 2.0 has other keywords beside them. */
const idKeywords: ReadonlySet<string> = new Set(
  'type,format,pattern,enum,minimum,maximum,minLength,maxLength,multipleOf'.split(','),
)
