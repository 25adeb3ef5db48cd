/**
 * How an operation responds with a record: the envelope around it, and what is shown of it. Compiled on the operation's
 * first request.
 */

import type { Node } from '../../contract/document/references.ts'
import { generateBody } from '../../contract/sample/generate-body.ts'
import { generateValue } from '../../contract/sample/generate-value.ts'
import { nodeAt, typesOf } from '../../contract/schema/schema-view.ts'
import { parseJsonText, stringifyJson } from '../../contract/values/json-text.ts'
import { concreteMediaType } from '../../contract/values/media-type.ts'
import type { Json } from '../../ports.ts'
import type { StoredRecord } from '../../store/store.ts'
import { type Conditions, createConditions } from '../conditions/conditions.ts'
import type { BehaviourKind, RecordPlace, RecordResponsePlan } from '../plan/operation-plan.ts'
import { ownIdOf, putAt } from '../records/record-id.ts'
import { createRecordView, createShow, type Show } from '../records/record-view.ts'
import type { Resource } from '../records/resource.ts'
import type { OperationDeps } from './deps.ts'
import type { ItemPlan } from './item.ts'

/** JSON of a whole body. */
export type WriteBody = (record: StoredRecord) => string | Promise<string>

export interface RecordResponse {
  readonly status: number
  readonly mediaType: string
  /** Documented headers, lower case. */
  readonly headers: ReadonlySet<string>
  /** Undefined if the response has no body. */
  readonly write: WriteBody | undefined
  /** The schema of the record in this response, if it is not the resource's own. */
  readonly schema: Node | undefined
  /** Generates what is shown of a record, stored or not; throws UnfitError. Undefined if the whole record is shown. */
  readonly show: Show | undefined
}

/** The response of an operation on one record. */
export interface ItemResponse extends RecordResponse {
  readonly conditions: Conditions | undefined
}

export const compileItemResponse = async (
  { kind, resource, response, conditions }: ItemPlan,
  deps: OperationDeps,
  seed: number,
): Promise<ItemResponse> => ({
  ...(await compileResponse(response, { kind, resource: deps.findResource(resource), seed, deps })),
  conditions: conditions && createConditions(conditions.isRequired, conditions.tagProperty),
})

export interface ResponseSubject {
  readonly kind: BehaviourKind
  readonly resource: Resource
  readonly seed: number
  readonly deps: OperationDeps
}

export const compileResponse = async (plan: RecordResponsePlan, subject: ResponseSubject): Promise<RecordResponse> => {
  const { status, media, place } = plan
  const mediaType = concreteMediaType(media?.mediaType ?? 'application/json')
  const base = { status, mediaType, headers: new Set(plan.headers) }
  const schema = media?.schema
  if (!media || !schema) return { ...base, write: undefined, schema: undefined, show: undefined }
  if (!place) return { ...base, write: await compileOtherBody(plan, subject), schema: undefined, show: undefined }
  const show = createWholeShow(subject, place.schema, plan.idPath)
  const view = createRecordView(subject.resource, place.schema, show, plan.idPath !== undefined)
  const wrap = await compileEnvelope(subject, schema, place)
  const write: WriteBody = (record) => {
    const shown = view ? view(record) : record.json
    return typeof shown === 'string' ? wrap(shown) : shown.then(wrap)
  }
  return { ...base, write, schema: view && place.schema, show: view && show }
}

/** What a response shows of a record, with its id if only this response has it. */
export const createWholeShow = (
  { resource, seed, kind, deps: { compiler } }: ResponseSubject,
  schema: Node,
  idPath: readonly string[] | undefined,
): Show => {
  const { files } = resource.document
  const show = createShow({ resource, schema, compiler, seed, isRemoval: kind === 'remove' })
  if (!idPath) return show
  const node = nodeAt(files, schema, idPath)
  const isText = node !== undefined && isOnlyText(typesOf(files, node))
  return (record) => {
    const id = ownIdOf(resource, record)
    return show({ ...record, value: putAt(record.value, idPath, isText ? String(id) : id) })
  }
}

/** Whether an id that is a number has to be written as a string. */
const isOnlyText = (types: ReadonlySet<string>): boolean =>
  types.has('string') && !types.has('integer') && !types.has('number')

const marker = '\u0001record'

/** The text around the record, written once. */
const compileEnvelope = async (
  { resource: { document }, deps: { compiler }, seed, kind }: ResponseSubject,
  schema: Node,
  { path, isListed }: RecordPlace,
): Promise<(json: string) => string> => {
  if (path.length === 0) return isListed ? (json) => `[${json}]` : (json) => json
  const { files, dialect } = document
  const envelope = await generateValue({ files, dialect, compiler }, schema, {
    mode: 'minimal',
    given: putAt({}, path, isListed ? [] : {}),
    seed,
    outcome: kind === 'remove' ? 'removal' : 'success',
    validate: false,
  })
  const fields = envelope.kind === 'generated' ? envelope.value : {}
  const [before = '', after = ''] = stringifyJson(putAt(fields, path, isListed ? [marker] : marker)).split(
    JSON.stringify(marker),
  )
  return (json) => before + json + after
}

/** A body without the record: its id alone, if that is valid, or an example. */
const compileOtherBody = async (
  { media }: RecordResponsePlan,
  { resource, seed, deps: { operation, compiler } }: ResponseSubject,
): Promise<WriteBody | undefined> => {
  if (!media?.schema) return undefined
  const types = typesOf(resource.document.files, media.schema)
  const body = await generateBody({ operation, compiler, media, seed, dynamic: false })
  const sample = body.kind === 'generated' ? stringifyJson(body.value) : undefined
  if (!types.has('string') && !types.has('integer')) return sample === undefined ? undefined : () => sample
  const { schema } = media
  return (record) => {
    const id = writeId(ownIdOf(resource, record), types)
    return sample === undefined || compiler.isValid(schema, 'response', parseJsonText(id)) ? id : sample
  }
}

export const writeId = (id: Json, types: ReadonlySet<string>): string =>
  stringifyJson(types.has('string') ? String(id) : Number(id))
