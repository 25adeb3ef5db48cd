/**
 * The schemas that inference reads from an operation: of its response and its request. JSON is preferred to XML.
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
import { typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { familyOf, isJson, isStructured } from '../../contract/values/media-type.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { BehaviourKind } from '../plan/operation-plan.ts'
import { withExampleSchema } from './example-schema.ts'

export interface Success {
  readonly status: number
  /** JSON, else XML; undefined if neither has a schema. */
  readonly media: MediaView | undefined
  /** Whether all of its media types are other ones. */
  readonly isForeign: boolean
  /** Documented headers, lower case. */
  readonly headers: ReadonlySet<string>
}

/** The usual statuses of each behaviour, the best first. If none is documented, the first documented success is used. */
const preferred: Readonly<Record<BehaviourKind, readonly number[]>> = {
  list: [200],
  read: [200],
  create: [201, 200, 202],
  replace: [200, 204, 201],
  update: [200, 204, 201],
  remove: [204, 200, 202],
  action: [200, 201, 202, 204],
}

/** The success to respond with: a status in `first` if documented; `default` only if no other success is, 200 if nothing is. */
export const chooseSuccess = (
  document: Document,
  operation: Operation,
  kind: BehaviourKind,
  first: readonly number[] = [],
): Success => {
  if (first.length > 0) return findSuccess(document, operation, [...first, ...preferred[kind]])
  const chosen = chosenFor(operation)
  const known = chosen.get(kind) ?? findSuccess(document, operation, preferred[kind])
  chosen.set(kind, known)
  return known
}

const chosenFor = memoize((_: Operation): Map<BehaviourKind, Success> => new Map())

const findSuccess = (document: Document, operation: Operation, statuses: readonly number[]): Success => {
  const responses = viewResponses(document, operation.node)
  const exact = responses.filter(({ status }) => /^2\d\d$/.test(status))
  for (const status of statuses) {
    const found = exact.find((response) => response.status === String(status))
    if (found) return successOf(document, found, status)
  }
  const other = exact[0] ?? responses.find(({ status }) => status === '2XX' || status === 'default')
  return other ? successOf(document, other, /^\d+$/.test(other.status) ? Number(other.status) : 200) : undocumented
}

const undocumented: Success = { status: 200, media: undefined, isForeign: false, headers: new Set() }

const successOf = (document: Document, { content: documented, headers }: ResponseView, status: number): Success => {
  const content = documented.map((media) => withExampleSchema(document, media))
  const json = content.find(({ mediaType, schema }) => isJson(mediaType) && schema)
  const media =
    json ??
    content.find(({ mediaType, schema }) => familyOf(mediaType) === 'xml' && schema) ??
    content.find((one) => describesObjectAsBytes(document, one))
  return {
    status,
    media,
    isForeign: content.length > 0 && !media && !content.some(({ mediaType }) => isJson(mediaType)),
    headers: new Set([...headers.keys()].map((name) => name.toLowerCase())),
  }
}

/** Some documents give bytes the schema of an object. They are JSON. */
const describesObjectAsBytes = ({ files }: Document, { mediaType, schema }: MediaView): boolean => {
  const types = schema ? typesOf(files, schema) : new Set<string>()
  return mediaType === 'application/octet-stream' && types.has('object') && !types.has('string')
}

export const responseSchema = (document: Document, operation: Operation, kind: BehaviourKind): Node | undefined =>
  chooseSuccess(document, operation, kind).media?.schema

export const requestSchema = (document: Document, operation: Operation): Node | undefined => {
  const content = viewBody(document, operation.node, operation.pathItem)?.content
  const json = content?.filter(({ mediaType }) => isJson(mediaType)) ?? []
  const described = json.find((media) => !isJsonPatch(media)) ?? json[0]
  return (described ?? content?.find(({ schema }) => schema))?.schema
}

export const takesJsonPatchOnly = (document: Document, operation: Operation): boolean =>
  viewBody(document, operation.node, operation.pathItem)?.content.every(isJsonPatch) ?? false

/** The schema of a JSON Patch describes the patch, not the record. */
const isJsonPatch = ({ mediaType }: MediaView): boolean => mediaType.startsWith('application/json-patch+json')

/** Whether the request body may be text or bytes. A document need not give a schema for those. */
export const takesUpload = (document: Document, operation: Operation): boolean =>
  viewBody(document, operation.node, operation.pathItem)?.content.some(({ mediaType }) => !isStructured(mediaType)) ??
  false

/** The criteria of a list: its query parameters, and the properties of the request body of a search. */
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
