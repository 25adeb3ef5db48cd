/**
 * The schemas of an operation that inference asks for: what it answers with, and what it is sent. JSON, else XML.
 */
import type { Document } from '../../contract/document/document.ts'
import {
  type MediaView,
  type ParameterView,
  type ResponseView,
  viewBody,
  viewParameters,
  viewResponses,
} from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { familyOf, isJson, isStructured } from '../../contract/values/media-type.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { BehaviourKind } from '../plan/behaviour-kind.ts'

export interface Success {
  readonly status: number
  /** Of JSON, else of XML; undefined where neither has a schema. */
  readonly media: MediaView | undefined
  /** Whether its content is of other types only. */
  readonly isForeign: boolean
  /** Documented headers, lower case. */
  readonly headers: ReadonlySet<string>
}

/** The statuses that tell best what each behaviour did; of others the first documented one. */
const preferred: Readonly<Record<BehaviourKind, readonly number[]>> = {
  list: [200],
  read: [200],
  create: [201, 200, 202],
  replace: [200, 204, 201],
  update: [200, 204, 201],
  remove: [204, 200, 202],
  action: [200, 201, 202, 204],
}

/** The success to answer with; `default` stands for it only where no other is documented, and 200 where nothing is. */
export const chooseSuccess = (
  document: Document,
  operation: Operation,
  kind: BehaviourKind,
  first: readonly number[] = [],
): Success => {
  if (first.length > 0) return findSuccess(document, operation, [...first, ...preferred[kind]])
  const chosen = chosenOf(operation)
  const known = chosen.get(kind) ?? findSuccess(document, operation, preferred[kind])
  chosen.set(kind, known)
  return known
}

const chosenOf = memoize((_: Operation): Map<BehaviourKind, Success> => new Map())

const findSuccess = (document: Document, operation: Operation, statuses: readonly number[]): Success => {
  const responses = viewResponses(document, operation.node)
  const exact = responses.filter(({ status }) => /^2\d\d$/.test(status))
  for (const status of statuses) {
    const found = exact.find((response) => response.status === String(status))
    if (found) return successOf(found, status)
  }
  const other = exact[0] ?? responses.find(({ status }) => status === '2XX' || status === 'default')
  return other ? successOf(other, /^\d+$/.test(other.status) ? Number(other.status) : 200) : undocumented
}

const undocumented: Success = { status: 200, media: undefined, isForeign: false, headers: new Set() }

const successOf = ({ content, headers }: ResponseView, status: number): Success => {
  const json = content.find(({ mediaType, schema }) => isJson(mediaType) && schema)
  const media = json ?? content.find(({ mediaType, schema }) => familyOf(mediaType) === 'xml' && schema)
  return {
    status,
    media,
    isForeign: content.length > 0 && !media && !content.some(({ mediaType }) => isJson(mediaType)),
    headers: new Set([...headers.keys()].map((name) => name.toLowerCase())),
  }
}

/** The schema of what an operation answers with. */
export const responseSchema = (document: Document, operation: Operation, kind: BehaviourKind): Node | undefined =>
  chooseSuccess(document, operation, kind).media?.schema

export const requestSchema = (document: Document, operation: Operation): Node | undefined => {
  const content = viewBody(document, operation.node, operation.pathItem)?.content
  const json = content?.filter(({ mediaType }) => isJson(mediaType)) ?? []
  const told = json.find((media) => !isSteps(media)) ?? json[0]
  return (told ?? content?.find(({ schema }) => schema))?.schema
}

/** Whether all that an operation may be sent is a JSON Patch. */
export const takesStepsOnly = (document: Document, operation: Operation): boolean =>
  viewBody(document, operation.node, operation.pathItem)?.content.every(isSteps) ?? false

/** A JSON Patch says what to do, not what the record is. */
const isSteps = ({ mediaType }: MediaView): boolean => mediaType.startsWith('application/json-patch+json')

/** Whether it is sent what has no properties: a text, or bytes, of which a document need not say more. */
export const takesUpload = (document: Document, operation: Operation): boolean =>
  viewBody(document, operation.node, operation.pathItem)?.content.some(({ mediaType }) => !isStructured(mediaType)) ??
  false

/** What a list is asked by: its query parameters, and the properties of a body that a search is sent. */
export const viewQuery = (document: Document, operation: Operation): readonly ParameterView[] => [
  ...viewParameters(document, operation.node, operation.pathItem).filter((view) => view.in === 'query'),
  ...(operation.method === 'GET' ? [] : viewSearch(document, operation)),
]

const viewSearch = (document: Document, operation: Operation): readonly ParameterView[] => {
  const request = requestSchema(document, operation)
  if (!request) return []
  return [...viewObject(document.files, request).properties.values()].map(({ name, node, required }) => ({
    node,
    name,
    in: 'query',
    required,
    schema: node,
    style: 'form',
    explode: true,
    mediaType: undefined,
    allowEmptyValue: false,
  }))
}
