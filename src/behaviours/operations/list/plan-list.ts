/**
 * How a list is answered: where in the body the list is, what it shows of each record, what its envelope and headers say
 * of the page. Planned once, on the operation's first request.
 */

import type { Operation } from '../../../contract/operation/operation.ts'
import { generateValue } from '../../../contract/sample/generate-value.ts'
import type { SchemaCompiler } from '../../../contract/schema/schema-compiler.ts'
import { typesOf, viewObject } from '../../../contract/schema/schema-view.ts'
import { getOwn } from '../../../contract/values/json-object.ts'
import { stringifyJson } from '../../../contract/values/json-text.ts'
import { concreteMediaType } from '../../../contract/values/media-type.ts'
import type { JsonObject } from '../../../ports.ts'
import type { StoredRecord } from '../../../store/store.ts'
import { createSchemaTest, findListPlace, type ListPlace } from '../../infer/find-record.ts'
import type { IdHints } from '../../infer/infer-id.ts'
import { chooseSuccess, viewQuery } from '../../infer/operation-schemas.ts'
import { ownIdOf, putAt } from '../../records/record-id.ts'
import { createRecordView, createShow } from '../../records/record-view.ts'
import type { Resource } from '../../records/resource.ts'
import { plainName } from '../../records/words.ts'
import { type ListFilter, readFilters } from './list-filters.ts'
import { type PageFacts, type PageField, readPageFields } from './page-fields.ts'
import { type PageHeader, tellingHeaders } from './page-headers.ts'
import { type PagePart, readPageParts } from './page-request.ts'

export interface ListPlan {
  readonly status: number
  readonly mediaType: string
  /** Documented headers, lower case. */
  readonly headers: ReadonlySet<string>
  readonly filters: readonly ListFilter[]
  readonly parts: readonly PagePart[]
  /** Query parameters that are documented and that nothing here does anything with. */
  readonly unapplied: ReadonlySet<string>
  /** Properties of a record by their plain names. */
  readonly sortable: ReadonlyMap<string, string>
  /** Headers that tell of the page, without Link. */
  readonly pageHeaders: readonly PageHeader[]
  /** JSON of one record in the list. */
  readonly show: (record: StoredRecord) => string | Promise<string>
  /** Undefined where the body is the list. */
  readonly envelope: Envelope | undefined
  /** Whether more must be known of a page than its records. */
  readonly tells: boolean
  /** Whether it has to be counted how many fit in all. */
  readonly counts: boolean
}

export interface Envelope {
  readonly fields: readonly PageField[]
  readonly wrap: (list: string, facts: PageFacts | undefined) => string
}

export interface ListSubject {
  readonly resource: Resource
  readonly compiler: SchemaCompiler
  readonly operation: Operation
  readonly hints: IdHints
  readonly seed: number
}

/** Undefined where the operation has no list to answer with. */
export const placeOfList = ({
  resource,
  operation,
  hints,
}: Omit<ListSubject, 'seed' | 'compiler'>): ListPlace | undefined => {
  const { document, schema } = resource
  const body = chooseSuccess(document, operation, 'list').media?.schema
  return body && findListPlace(document, body, hints, createSchemaTest(document, [schema]))
}

/** Which parameters filter, which say what a page has, and which do nothing. */
export const readListQuery = ({
  resource,
  operation,
}: Pick<ListSubject, 'resource' | 'operation'>): Pick<ListPlan, 'filters' | 'parts' | 'unapplied'> => {
  const { document } = resource
  const views = viewQuery(document, operation)
  const filters = readFilters(resource, views)
  const parts = readPageParts(document, views, new Set(filters.map(({ parameter }) => parameter)))
  const applied = new Set([...filters, ...parts].map(({ parameter }) => parameter))
  const names = views.map(({ name }) => name)
  return { filters, parts, unapplied: new Set(names.filter((name) => !applied.has(name))) }
}

export const planList = async (subject: ListSubject, place: ListPlace): Promise<ListPlan> => {
  const { resource, operation } = subject
  const { document } = resource
  const { status, media, headers } = chooseSuccess(document, operation, 'list')
  const { filters, parts, unapplied } = readListQuery(subject)
  const { properties } = viewObject(document.files, resource.schema)
  const envelope = media?.schema && place.path.length > 0 ? await planEnvelope(subject, media.schema, place) : undefined
  const fields = envelope?.fields ?? []
  const pageHeaders = tellingHeaders(headers)
  return {
    status,
    mediaType: concreteMediaType(media?.mediaType ?? 'application/json'),
    headers,
    filters,
    parts,
    unapplied,
    sortable: new Map([...properties.keys()].map((name) => [plainName(name), name])),
    pageHeaders,
    show: await planItem(subject, place),
    envelope,
    tells: fields.length > 0 || headers.has('link') || pageHeaders.length > 0,
    counts: [...fields, ...pageHeaders].some(({ counts }) => counts) || headers.has('link'),
  }
}

const planItem = async (subject: ListSubject, { items, inItem }: ListPlace): Promise<ListPlan['show']> => {
  const { resource, compiler, seed } = subject
  const { files } = resource.document
  if (!inItem) {
    const isText = typesOf(files, items).has('string')
    return (record) => stringifyJson(isText ? String(ownIdOf(record)) : Number(ownIdOf(record)))
  }
  const view = createRecordView(
    resource,
    inItem.schema,
    createShow({ resource, schema: inItem.schema, compiler, seed }),
  )
  if (inItem.path.length === 0) return view ?? (({ json }) => json)
  const [before, after] = await templateOf(subject, items, inItem.path)
  const wrap = (json: string): string => before + json + after
  return (record) => {
    const shown = view ? view(record) : record.json
    return typeof shown === 'string' ? wrap(shown) : shown.then(wrap)
  }
}

const marker = '\u0001records'

const planEnvelope = async (
  subject: ListSubject,
  schema: NonNullable<ListPlace['items']>,
  { path }: ListPlace,
): Promise<Envelope> => {
  const { document } = subject.resource
  const fields = readPageFields(document, schema, path)
  const template = putAt(await leastOf(subject, schema), path, marker)
  const bare = withFields(template, fields, undefined)
  const [before, after] = split(bare)
  const wrap = (list: string, facts: PageFacts | undefined): string => {
    if (!facts || fields.length === 0) return before + list + after
    const [start, end] = split(withFields(template, fields, facts))
    return start + list + end
  }
  return { fields, wrap }
}

const leastOf = async ({ resource, compiler, seed }: ListSubject, schema: ListPlace['items']): Promise<JsonObject> => {
  const { files, dialect } = resource.document
  const envelope = await generateValue({ files, dialect, compiler }, schema, {
    mode: 'minimal',
    given: {},
    seed,
    outcome: 'success',
    validate: false,
  })
  return envelope.kind === 'generated' ? envelope.value : {}
}

const templateOf = async (
  subject: ListSubject,
  schema: ListPlace['items'],
  path: readonly string[],
): Promise<readonly [string, string]> => split(putAt(await leastOf(subject, schema), path, marker))

const split = (value: JsonObject): readonly [string, string] => {
  const [before = '', after = ''] = stringifyJson(value).split(JSON.stringify(marker))
  return [before, after]
}

const withFields = (template: JsonObject, fields: readonly PageField[], facts: PageFacts | undefined): JsonObject =>
  fields.reduce((value, { path, read, absent }) => {
    const said = (facts && read(facts)) ?? absent
    if (said !== undefined) return putAt(value, path, said)
    const isThere = path.reduce<unknown>((held, name) => getOwn(held, name), value) !== undefined
    return isThere ? dropAt(value, path) : value
  }, template)

const dropAt = (value: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject => {
  const { [name]: held, ...others } = value
  if (rest.length === 0 || held === undefined) return others
  return { ...value, [name]: dropAt(held as JsonObject, rest) }
}
