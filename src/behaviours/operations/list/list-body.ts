/**
 * The body of a list: what it shows of each record, and the envelope around the list. Compiled on the operation's first
 * request.
 */
import type { Node } from '../../../contract/document/references.ts'
import { generateValue } from '../../../contract/sample/generate-value.ts'
import { findKeyword, nodeAt, typesOf, viewObject } from '../../../contract/schema/schema-view.ts'
import { getPath } from '../../../contract/values/json-object.ts'
import { stringifyJson } from '../../../contract/values/json-text.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { StoredRecord } from '../../../store/store.ts'
import type { ListBodyPlan, ListPlace, OnlyItem, PageFieldPlan, ShownAddress } from '../../plan/operation-plan.ts'
import { ownIdOf, putAt } from '../../records/record-id.ts'
import { createRecordView, type Show } from '../../records/record-view.ts'
import type { Resource } from '../../records/resource.ts'
import type { OperationDeps } from '../deps.ts'
import { compileLocation, type LocatedRequest } from '../location.ts'
import { createWholeShow, writeId } from '../response.ts'
import { createFieldReader, type PageFacts } from './page-facts.ts'

export interface ListBody {
  /** JSON of one record in the list; of a map with the id before it. */
  readonly show: (record: StoredRecord, request: LocatedRequest) => string | Promise<string>
  /** What the records are between. */
  readonly brackets: readonly [string, string]
  /** Whether records are shown with their addresses, which depend on the request. */
  readonly hasAddresses: boolean
  /** Puts the list into its envelope. `facts` are undefined if the response reports none. */
  readonly wrap: (list: string, facts: PageFacts | undefined) => string
}

interface BodySubject {
  readonly resource: Resource
  readonly deps: OperationDeps
  readonly seed: number
}

export const compileListBody = async (plan: ListBodyPlan, subject: BodySubject): Promise<ListBody> => {
  const { place, address } = plan
  const show = await compileItem(plan, subject)
  const wrapOnly = place.inOnly && (await compileOnlyItem(place.inOnly, subject))
  const wrap = place.path.length === 0 ? (list: string) => list : await compileEnvelope(plan, subject)
  return {
    show: place.isMap ? showEntry(subject.resource, show) : show,
    brackets: place.isMap ? ['{', '}'] : ['[', ']'],
    hasAddresses: address !== undefined,
    wrap: wrapOnly ? (list, facts) => wrap(wrapOnly(list), facts) : wrap,
  }
}

export const writeList = async (
  { show, brackets: [start, end] }: ListBody,
  records: readonly StoredRecord[],
  request: LocatedRequest,
): Promise<string> => {
  let json = start
  for (const record of records) {
    const shown = show(record, request)
    json += `${json.length === 1 ? '' : ','}${typeof shown === 'string' ? shown : await shown}`
  }
  return json + end
}

/** `"id":{…}` */
const showEntry =
  (resource: Resource, show: ListBody['show']): ListBody['show'] =>
  (record, request) => {
    const name = `${stringifyJson(String(ownIdOf(resource, record)))}:`
    const shown = show(record, request)
    return typeof shown === 'string' ? name + shown : shown.then((json) => name + json)
  }

/** A list of the only item that has the records, or an empty list without records. */
const compileOnlyItem = async ({ path, schema }: OnlyItem, subject: BodySubject): Promise<(list: string) => string> => {
  const around = await generateSurroundings(subject, schema, putAt({}, path, []))
  const [before, after] = splitAtMarker(putAt(around, path, marker))
  return (list) => (list === '[]' ? list : `[${before}${list}${after}]`)
}

const compileItem = async (
  { place: { items, inItem }, idPath, address }: ListBodyPlan,
  subject: BodySubject,
): Promise<ListBody['show']> => {
  const { resource, seed, deps } = subject
  if (!inItem) {
    const types = typesOf(resource.document.files, items)
    return (record) => writeId(ownIdOf(resource, record), types)
  }
  const { schema, path } = inItem
  const show = createWholeShow({ resource, seed, deps, kind: 'list' }, schema, idPath)
  if (address && path.length === 0) return showLink(resource, show, address)
  const view = createRecordView(resource, schema, show, idPath !== undefined)
  if (path.length === 0) return view ?? (({ json }) => json)
  const [before, after] = splitAtMarker(
    putAt(await generateSurroundings(subject, items, putAt({}, path, {})), path, marker),
  )
  const wrap = (json: string): string => before + json + after
  return (record) => {
    const shown = view ? view(record) : record.json
    return typeof shown === 'string' ? wrap(shown) : shown.then(wrap)
  }
}

/** The address depends on the request, so nothing of it is kept. */
const showLink = (resource: Resource, show: Show, { path, location }: ShownAddress): ListBody['show'] => {
  const locate = compileLocation(location, (id) => id)
  return async (record, request) =>
    stringifyJson(putAt(await show(record), path, locate(request, ownIdOf(resource, record))))
}

const marker = '\u0001records'

const compileEnvelope = async (
  { place, schema, fields: plans }: ListBodyPlan,
  subject: BodySubject,
): Promise<ListBody['wrap']> => {
  const given = putAt(giveParents(subject, schema, plans), place.path, place.isSingle || place.isMap ? {} : [])
  const template = putAt(await generateSurroundings(subject, schema, given), place.path, marker)
  const fields = plans.map((plan): Field => ({ plan, read: createFieldReader(plan) }))
  const [before, after] = splitAtMarker(setFields(template, fields, undefined))
  const empty = mayOmitList(subject, schema, place) ? dropAt(template, place.path) : undefined
  return (list, facts) => {
    if (empty && list === '[]') return stringifyJson(setFields(empty, fields, facts))
    if (!facts || fields.length === 0) return before + list + after
    const [start, end] = splitAtMarker(setFields(template, fields, facts))
    return start + list + end
  }
}

/** Objects with required properties, so that they are generated around the fields that they have. */
const giveParents = (
  { resource: { document } }: BodySubject,
  schema: Node,
  plans: readonly PageFieldPlan[],
): JsonObject =>
  plans.reduce<JsonObject>((given, { path }) => {
    const above = path.slice(0, -1)
    const node = above.length > 0 ? nodeAt(document.files, schema, above) : undefined
    const views = node ? [...viewObject(document.files, node).properties.values()] : []
    const isGiven = getPath(given, above) !== undefined
    return !isGiven && views.some(({ required }) => required) ? putAt(given, above, {}) : given
  }, {})

/** Whether the schema allows no empty list, but a body without the list. */
const mayOmitList = ({ resource: { document } }: BodySubject, schema: Node, { path }: ListPlace): boolean => {
  const { files } = document
  const around = nodeAt(files, schema, path.slice(0, -1))
  const view = around && viewObject(files, around).properties.get(path.at(-1) ?? '')
  return view !== undefined && !view.required && Number(findKeyword(files, view.node, 'minItems') ?? 0) > 0
}

/** The required properties of the objects around a record or a list, which is `given` at its place. */
const generateSurroundings = async (
  { resource: { document }, deps: { compiler }, seed }: BodySubject,
  schema: Node,
  given: JsonObject,
): Promise<JsonObject> => {
  const { files, dialect } = document
  const generated = await generateValue({ files, dialect, compiler }, schema, {
    mode: 'minimal',
    given,
    seed,
    outcome: 'success',
    validate: false,
  })
  return generated.kind === 'generated' ? generated.value : given
}

const splitAtMarker = (value: JsonObject): readonly [string, string] => {
  const [before = '', after = ''] = stringifyJson(value).split(JSON.stringify(marker))
  return [before, after]
}

interface Field {
  readonly plan: PageFieldPlan
  readonly read: (facts: PageFacts) => Json | undefined
}

const setFields = (template: JsonObject, fields: readonly Field[], facts: PageFacts | undefined): JsonObject =>
  fields.reduce((value, { plan: { path, absent }, read }) => {
    const reported = (facts && read(facts)) ?? absent
    if (reported !== undefined) return putAt(value, path, reported)
    return getPath(value, path) === undefined ? value : dropAt(value, path)
  }, template)

const dropAt = (value: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject => {
  const { [name]: inner, ...others } = value
  if (rest.length === 0 || inner === undefined) return others
  return { ...value, [name]: dropAt(inner as JsonObject, rest) }
}
