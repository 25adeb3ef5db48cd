/**
 * What a creation needs for each seed: the template of its records, their ids and the response. Compiled on the operation's
 * first request.
 */
import type { Node } from '../../../contract/document/references.ts'
import type { Input } from '../../../contract/operation/validate-request.ts'
import type { CompiledParameter } from '../../../contract/request/parameters.ts'
import { generateBody } from '../../../contract/sample/generate-body.ts'
import { itemsNode, nodeAt, type PropertyView, viewObject } from '../../../contract/schema/schema-view.ts'
import { stringifyJson } from '../../../contract/values/json-text.ts'
import type { ErrorCode, Rejection } from '../../../errors.ts'
import type { RecordId, StoredRecord } from '../../../store/store.ts'
import { createTagger } from '../../conditions/conditions.ts'
import type { CreatePlan, ItemParameter } from '../../plan/operation-plan.ts'
import { type IdGenerator, loadIdGenerator } from '../../records/generate-id.ts'
import {
  createProperties,
  createTemplate,
  type RecordTemplate,
  type TemplateProperty,
} from '../../records/record-template.ts'
import type { Resource } from '../../records/resource.ts'
import type { OperationDeps } from '../deps.ts'
import { applyStyle, compileParameter, readAsPath, toIdAddress } from '../id-addresses.ts'
import { createCursors } from '../list/cursors.ts'
import { compileListBody, writeList } from '../list/list-body.ts'
import { collectFacts } from '../list/page-facts.ts'
import { wholeList } from '../list/page-request.ts'
import { compileLocation, type WriteLocation } from '../location.ts'
import { compileReferences, type FindReferences } from '../new-references.ts'
import { createScopeReader, type ReadScope, withOwner } from '../path-values.ts'
import { compileResponse, type RecordResponse } from '../response.ts'
import { compileUpload, type ReadUpload } from '../uploads.ts'

export interface CompiledCreate {
  readonly template: RecordTemplate
  /** The property of the request that has the id under another name than the record. */
  readonly idSentAs: string | undefined
  readonly ids: IdGenerator
  /** Rejects a requested id that the path of an item does not accept. */
  readonly rejectId: (id: RecordId) => Rejection | undefined
  readonly response: RecordResponse
  /** Properties that only the response shows; they are not stored. */
  readonly responseOnly: readonly TemplateProperty[]
  /** Undefined if records have no scope. */
  readonly readScope: ReadScope | undefined
  /** The values of the path parameters that name the owner; undefined if the path has no owner. */
  readonly readOwner: ReadScope | undefined
  /** Undefined if the operation takes no files. */
  readonly readUpload: ReadUpload | undefined
  /** Undefined if new records refer to no others, apart from what clients send. */
  readonly findReferences: FindReferences | undefined
  readonly conflict: ErrorCode
  /** The entity tag of a record; undefined if the response documents no ETag. */
  readonly tagOf: ((record: StoredRecord) => string) | undefined
  readonly locate: WriteLocation | undefined
  /** Where the body has the address of the new record; undefined if it has none. */
  readonly shownAddress: { readonly path: readonly string[]; readonly locate: WriteLocation } | undefined
  /** The body of the response to a list; undefined if the request body is one record. */
  readonly writeMany: ((records: readonly StoredRecord[], input: Input) => Promise<string | undefined>) | undefined
  /** Where the request has the list. */
  readonly sentIn: readonly string[]
  /** The property of a record that each string of the list becomes; undefined if the list has objects. */
  readonly textProperty: string | undefined
}

/** Throws SchemaCompileError. */
export const compileCreate = async (plan: CreatePlan, deps: OperationDeps, seed: number): Promise<CompiledCreate> => {
  const { compiler } = deps
  const { owner, tagProperty } = plan
  const resource = withOwner(deps.findResource(plan.resource), owner)
  const response = await compileResponse(plan.response, { kind: 'create', resource, seed, deps })
  const parameter = findParameter(plan, deps)
  const styleId = (id: string): string => (parameter ? applyStyle(parameter, id) : id)
  const template = await createTemplate({
    compiler,
    resource,
    request: requestOf(plan, resource),
    isJsonPatchOnly: plan.request.isJsonPatchOnly,
    place: plan.response.place?.path,
    tagProperty,
    seed,
    alsoRequired: plan.required,
  })
  return {
    template: plan.idSentAs === undefined ? template : accepting(template, plan.idSentAs),
    idSentAs: plan.idSentAs,
    ids: await compileIds({ plan, resource, parameter, deps, seed }),
    rejectId: createIdCheck(resource, plan.item, parameter),
    response,
    responseOnly: await compileResponseOnly({ plan, resource, template, deps, seed }, response.schema),
    readScope: plan.scope.parameters.length > 0 || plan.scope.isOwner ? createScopeReader(plan.scope) : undefined,
    readOwner: owner && createScopeReader({ parameters: owner.parameters, isOwner: false }),
    readUpload: compileUpload(template, deps.operation),
    findReferences: compileReferences(template, deps.linksOf),
    conflict: plan.conflict,
    tagOf: plan.hasTag ? createTagger(tagProperty) : undefined,
    locate: plan.location && compileLocation(plan.location, styleId),
    shownAddress: plan.shownAddress && {
      path: plan.shownAddress.path,
      locate: compileLocation(plan.shownAddress.location, styleId),
    },
    sentIn: plan.many?.sentIn ?? [],
    textProperty: plan.many?.textProperty,
    writeMany: plan.many && (await compileMany({ plan, resource, response, deps, seed })),
  }
}

/** Does not report the property as ignored. */
const accepting = (template: RecordTemplate, name: string): RecordTemplate => ({
  ...template,
  accepted: new Set([...template.accepted, name]),
})

/** The schema of one record in the request. */
const requestOf = (
  { request: { schema }, many }: CreatePlan,
  { document, schema: own }: Resource,
): Node | undefined => {
  if (many?.textProperty !== undefined) return own
  const list = many && schema && nodeAt(document.files, schema, many.sentIn)
  return many ? list && itemsNode(document.files, list) : schema
}

interface ManySubject {
  readonly plan: CreatePlan
  readonly resource: Resource
  readonly response: RecordResponse
  readonly deps: OperationDeps
  readonly seed: number
}

const compileMany = async ({
  plan,
  resource,
  response,
  deps,
  seed,
}: ManySubject): Promise<NonNullable<CompiledCreate['writeMany']>> => {
  const body = plan.many?.body && (await compileListBody(plan.many.body, { resource, deps, seed }))
  const cursors = createCursors(resource)
  if (body)
    return async (records, input) => {
      const found = { records, hasMore: false, skip: 0, total: records.length }
      return body.wrap(
        await writeList(body, records, input.request),
        collectFacts({ parameters: [], requested: wholeList, found, cursors, order: [] }, input),
      )
    }
  // A list without records has nothing to show.
  const empty =
    plan.response.media &&
    (await generateBody({
      operation: deps.operation,
      compiler: deps.compiler,
      media: plan.response.media,
      seed,
      dynamic: false,
    }))
  return async ([first]) => {
    if (first) return response.write?.(first)
    return empty?.kind === 'generated' ? stringifyJson(empty.value) : undefined
  }
}

/** The client sends a composite key. */
const noIds: IdGenerator = { kind: 'counted', ids: { kind: 'given', id: '' }, sample: '' }

interface IdSubject {
  readonly plan: CreatePlan
  readonly resource: Resource
  readonly parameter: CompiledParameter | undefined
  readonly deps: OperationDeps
  readonly seed: number
}

const compileIds = async ({ plan, resource, parameter, deps, seed }: IdSubject): Promise<IdGenerator> => {
  if (resource.keyParts.length > 0) return noIds
  const others = plan.otherAddresses.flatMap((item) => compileParameter(item, deps) ?? [])
  const addresses = [...(parameter ? [parameter] : []), ...others].map(toIdAddress)
  return loadIdGenerator({ resource, nodes: plan.idSchemas, addresses, compiler: deps.compiler, seed })
}

/** The path parameter of an item that holds the id. */
const findParameter = ({ item }: CreatePlan, deps: OperationDeps): CompiledParameter | undefined =>
  item && compileParameter(item, deps)

const createIdCheck = (
  { idProperty }: Resource,
  item: ItemParameter | undefined,
  parameter: CompiledParameter | undefined,
): CompiledCreate['rejectId'] => {
  const segment = item?.operation.path.split('/').find((part) => part.includes(`{${item.parameter}}`)) ?? ''
  return (id) => {
    if (!item || !parameter) return undefined
    const written = applyStyle(parameter, encodeURIComponent(String(id)))
    const wrong = explainUnsendable(
      segment.replace(`{${item.parameter}}`, () => written),
      String(id),
    )
    const read = wrong === undefined ? readAsPath(parameter, id) : undefined
    const why = read?.kind === 'invalid' ? read.violations.map(({ message }) => message).join('; ') : wrong
    if (why === undefined) return undefined
    const message = `body.${idProperty} must be an id that the path of the record accepts: ${why}`
    return { code: 'invalid_request', message, violations: [{ at: `body.${idProperty}`, keyword: 'address', message }] }
  }
}

/** Octets of an address that each server and client should support (RFC 9110, section 4.1). */
const longestSegment = 8_000

/** Why no URL has a segment like this; undefined if one can. Clients remove `.` and `..`, also where they are escaped. */
const explainUnsendable = (segment: string, id: string): string | undefined => {
  if (id === '') return 'an empty string has no path'
  if (segment === '.' || segment === '..') return `clients remove ${JSON.stringify(segment)} from a path`
  if (segment.length <= longestSegment) return undefined
  return `it must have at most ${longestSegment} characters when it is encoded, got ${segment.length}`
}

interface ResponseOnlySubject {
  readonly plan: CreatePlan
  readonly resource: Resource
  readonly template: RecordTemplate
  readonly deps: OperationDeps
  readonly seed: number
}

/** Properties such as a token that only the response to the creation shows. */
const compileResponseOnly = async (
  { plan, resource, template, deps: { compiler }, seed }: ResponseOnlySubject,
  schema: Node | undefined,
): Promise<readonly TemplateProperty[]> => {
  if (!schema) return []
  const { files } = resource.document
  const own = viewObject(files, resource.schema).properties
  const shown = [...viewObject(files, schema).properties.values()].filter(({ name }) => !own.has(name))
  if (shown.length === 0) return []
  const inner = template.unwrap.reduce(
    (node, name) => node && viewObject(files, node).properties.get(name)?.node,
    plan.request.schema,
  )
  const sent = inner ? viewObject(files, inner) : { properties: new Map<string, PropertyView>(), open: false }
  return createProperties({ resource, compiler, seed }, shown, { ...sent, open: false })
}
