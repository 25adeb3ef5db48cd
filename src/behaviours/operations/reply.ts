/**
 * How an operation answers with a record: the documented status and media type, the envelope around the record, and what
 * of it is shown. Planned once, on the operation's first request.
 */

import type { MediaView } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { generateBody } from '../../contract/sample/generate-body.ts'
import { generateValue } from '../../contract/sample/generate-value.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { concreteMediaType } from '../../contract/values/media-type.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { StoredRecord } from '../../store/store.ts'
import { createSchemaTest, findRecordPlace, isFreeObject, type RecordPlace } from '../infer/find-record.ts'
import { type IdHints, inferId } from '../infer/infer-id.ts'
import { chooseSuccess, type Success } from '../infer/operation-schemas.ts'
import type { BehaviourKind } from '../plan/behaviour-kind.ts'
import { ownIdOf, putAt } from '../records/record-id.ts'
import { createRecordView, createShow } from '../records/record-view.ts'
import type { Resource } from '../records/resource.ts'

/** JSON of a whole body. */
export type WriteBody = (record: StoredRecord) => string | Promise<string>

export interface ReplyPlan {
  readonly status: number
  readonly mediaType: string
  /** Documented headers, lower case. */
  readonly headers: ReadonlySet<string>
  /** Undefined where the response has no body. */
  readonly write: WriteBody | undefined
  /** Where the record is in the body; undefined where the body is not about it. */
  readonly place: readonly string[] | undefined
  /** The schema of the record in this response, where it is not the resource's own. */
  readonly schema: Node | undefined
  /** Makes what is shown of a record, whether it is kept or not; throws UnfitError. Undefined where that is the record. */
  readonly show: ((record: Pick<StoredRecord, 'id' | 'value' | 'scope'>) => Promise<JsonObject>) | undefined
}

export interface ReplySubject {
  readonly resource: Resource
  readonly compiler: SchemaCompiler
  readonly operation: Operation
  readonly kind: BehaviourKind
  readonly hints: IdHints
  readonly seed: number
  /** Statuses to answer with rather than others, where they are documented. */
  readonly statuses?: readonly number[]
}

export const planReply = async (subject: ReplySubject): Promise<ReplyPlan> => {
  const { resource, operation, kind, statuses } = subject
  const success = chooseSuccess(resource.document, operation, kind, statuses)
  const { media } = success
  const base = { ...success, mediaType: concreteMediaType(media?.mediaType ?? 'application/json') }
  const bodiless: ReplyPlan = { ...base, write: undefined, place: undefined, schema: undefined, show: undefined }
  const schema = schemaOf(success)
  if (!media || !schema) return bodiless
  const place = placeOfReply(subject, success)
  if (!place) return { ...bodiless, write: await planOther(subject, media, schema) }
  const show = createWholeShow(subject, place.schema)
  const view = createRecordView(subject.resource, place.schema, show)
  const wrap = await planEnvelope(subject, schema, place.path)
  const write: WriteBody = (record) => {
    const shown = view ? view(record) : record.json
    return typeof shown === 'string' ? wrap(shown) : shown.then(wrap)
  }
  return { ...base, write, place: place.path, schema: view && place.schema, show: view && show }
}

/** The schema of the body; undefined where there is none. */
const schemaOf = ({ status, media }: Success): Node | undefined =>
  status === 204 || status === 205 ? undefined : media?.schema

/** Where in the body the record is; undefined where the body is not about it. */
export const placeOfReply = (
  subject: Pick<ReplySubject, 'resource' | 'kind' | 'hints'>,
  success: Success,
): RecordPlace | undefined => {
  const { document, schema: own } = subject.resource
  const schema = schemaOf(success)
  const place = schema && findRecordPlace(document, schema, subject.hints, createSchemaTest(document, [own]))
  return place && isAbout(subject, place.schema) ? place : undefined
}

/** Whether a schema shows a record: it is the record's own, or has its id, or, unless the record is gone, a part of it. */
const isAbout = (
  { resource, kind, hints }: Pick<ReplySubject, 'resource' | 'kind' | 'hints'>,
  schema: Node,
): boolean => {
  const { document } = resource
  if (createSchemaTest(document, [resource.schema])(schema)) return true
  const { properties } = viewObject(document.files, schema)
  const [id] = resource.idPath
  if (kind !== 'remove' && isFreeObject(document, schema)) return true
  if (kind === 'remove') return resource.idPath.length === 1 && id !== undefined && properties.has(id)
  const own = viewObject(document.files, resource.schema).properties
  return [...properties.keys()].some((name) => own.has(name)) || inferId(document, schema, hints).path !== undefined
}

/** What a response shows of a record, its id included where only this response has it. */
const createWholeShow = (
  { resource, compiler, seed, hints, kind }: ReplySubject,
  schema: Node,
): ((record: Pick<StoredRecord, 'id' | 'value' | 'scope'>) => Promise<JsonObject>) => {
  const show = createShow({ resource, schema, compiler, seed, isRemoval: kind === 'remove' })
  if (resource.idPath.length > 0 || resource.keyParts.length > 0 || resource.form === 'single') return show
  const { path, isWeak } = inferId(resource.document, schema, hints)
  if (!path || isWeak) return show
  return (record) => show({ ...record, value: putAt(record.value, path, ownIdOf(record)) })
}

type Wrap = (json: string) => string

const marker = '\u0001record'

/** What stands around the record, written once. */
const planEnvelope = async (
  { resource: { document }, compiler, seed, kind }: ReplySubject,
  schema: Node,
  path: readonly string[],
): Promise<Wrap> => {
  if (path.length === 0) return (json) => json
  const { files, dialect } = document
  const envelope = await generateValue({ files, dialect, compiler }, schema, {
    mode: 'minimal',
    given: {},
    seed,
    outcome: kind === 'remove' ? 'removal' : 'success',
    validate: false,
  })
  const fields = envelope.kind === 'generated' ? envelope.value : {}
  const [before = '', after = ''] = stringifyJson(putAt(fields, path, marker)).split(JSON.stringify(marker))
  return (json) => before + json + after
}

/** A body that has nothing of the record, save that it may be its id alone. */
const planOther = async (
  { resource, operation, compiler, seed }: ReplySubject,
  media: MediaView,
  schema: Node,
): Promise<WriteBody | undefined> => {
  const types = typesOf(resource.document.files, schema)
  if (types.has('string') || types.has('integer')) return (record) => writeId(ownIdOf(record), types)
  const made = await generateBody({ operation, compiler, media, seed, dynamic: false })
  return made.kind === 'generated' ? () => stringifyJson(made.value) : undefined
}

const writeId = (id: Json, types: ReadonlySet<string>): string =>
  stringifyJson(types.has('string') ? String(id) : Number(id))
