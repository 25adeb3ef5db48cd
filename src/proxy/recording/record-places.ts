/**
 * Where the exchanges of an operation show records, from what was inferred about it: the plan that a sandbox would run.
 */
import { createScopeReader } from '../../behaviours/operations/path-values.ts'
import type {
  BehaviourKind,
  Decision,
  ListPlace,
  OperationPlan,
  RecordPlace,
} from '../../behaviours/plan/operation-plan.ts'
import { joinKey } from '../../behaviours/records/composite-key.ts'
import { toRecordId } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { dereference, type Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { SchemaCompileError } from '../../contract/schema/schema-compiler.ts'
import { getPath, isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'

/** What the path of a request names. */
export interface ItemAddress {
  readonly id: RecordId | undefined
  /** The parents, for `x-standin`. */
  readonly parent: string | undefined
}

export interface ShownRecord {
  readonly value: JsonObject
  /** If the response shows it beside the record, which does not have it. */
  readonly id: RecordId | undefined
}

export interface RecordPlaces {
  readonly kind: BehaviourKind
  readonly resource: Resource
  /** Whether what is shown has the schema of the record itself, so that nothing of it is missing. */
  readonly isWhole: boolean
  /** The records that a response body shows; undefined if it does not have the list that it should have. */
  readonly find: (body: Json | undefined) => readonly ShownRecord[] | undefined
  readonly addressOf: (pathParams: Readonly<Record<string, string>>) => ItemAddress
  /** What a query selects of a list. */
  readonly selectionOf: (pairs: readonly (readonly [string, string])[]) => Selection
}

export interface Selection {
  /** All records that the query selects, or the first of them: not a later page. */
  readonly isFromStart: boolean
  /** Only some records of the collection, so that one that has changed may not be among them any more. */
  readonly isFiltered: boolean
}

/** Undefined if the operation has no behaviour. */
export const findPlaces = memoize(
  (operation: Operation, decisions: ReadonlyMap<Operation, Decision>): RecordPlaces | undefined => {
    const decision = decisions.get(operation)
    if (decision?.kind !== 'planned') return undefined
    try {
      return createPlaces(decision.resource, decision.plan())
    } catch (error) {
      if (error instanceof SchemaCompileError) return undefined
      throw error
    }
  },
)

const createPlaces = (resource: Resource, plan: OperationPlan): RecordPlaces => {
  const { files } = resource.document
  const schema = schemaOf(plan)
  const target = (node: Node) => dereference(files, node) ?? node
  const own = target(resource.schema)
  const shown = schema && target(schema)
  return {
    kind: plan.kind,
    resource,
    isWhole: shown !== undefined && shown.file === own.file && shown.pointer === own.pointer,
    find: (body) => findShown(plan, body)?.map((value) => separateId(resource, value, idPathOf(plan))),
    addressOf: createAddress(resource, plan),
    selectionOf: createSelection(plan),
  }
}

const listOf = (plan: OperationPlan): ListPlace | undefined => {
  if (plan.kind === 'list') return plan.body.place
  return plan.kind === 'create' ? plan.many?.body?.place : undefined
}

const idPathOf = (plan: OperationPlan): readonly string[] | undefined => {
  if (plan.kind === 'list') return plan.body.idPath
  return plan.kind === 'create' && listOf(plan) ? plan.many?.body?.idPath : plan.response.idPath
}

const separateId = (resource: Resource, shown: JsonObject, path: readonly string[] | undefined): ShownRecord => {
  const id = path && toRecordId(resource, getPath(shown, path))
  return path === undefined || id === undefined ? { value: shown, id: undefined } : { value: without(shown, path), id }
}

const without = (value: JsonObject, [name, ...rest]: readonly string[]): JsonObject => {
  if (name === undefined || !Object.hasOwn(value, name)) return value
  const { [name]: held, ...others } = value
  return rest.length > 0 && isJsonObject(held) ? { ...others, [name]: without(held, rest) } : others
}

const schemaOf = (plan: OperationPlan): Node | undefined => {
  const list = listOf(plan)
  if (list) return list.inItem?.schema
  return plan.kind === 'list' ? undefined : plan.response.place?.schema
}

const findShown = (plan: OperationPlan, body: Json | undefined): readonly JsonObject[] | undefined => {
  const list = listOf(plan)
  if (list) return findListed(list, body)
  const place = plan.kind === 'list' ? undefined : plan.response.place
  const found = place && findRecord(place, body)
  return isJsonObject(found) ? [found] : []
}

const findListed = ({ inItem, ...place }: ListPlace, body: Json | undefined): readonly JsonObject[] | undefined => {
  if (!inItem) return undefined
  return findItems(place, body)?.flatMap((item) => {
    const found = findRecord(inItem, item)
    return isJsonObject(found) ? [found] : []
  })
}

const findItems = (
  { path, isSingle, isMap, inOnly }: Omit<ListPlace, 'inItem'>,
  body: Json | undefined,
): readonly (Json | undefined)[] | undefined => {
  const found = getPath(body, path)
  if (isSingle) return found === undefined ? undefined : [found]
  const list = inOnly && isJsonArray(found) ? getPath(found[0], inOnly.path) : found
  if (isMap) return isJsonObject(list) ? Object.values(list) : undefined
  return isJsonArray(list) ? list : undefined
}

const findRecord = ({ path, isListed }: RecordPlace, body: Json | undefined): Json | undefined => {
  const found = getPath(body, path)
  return isListed && isJsonArray(found) ? found[0] : found
}

/** Parameters that select a later page, by their usual names: documents do not always describe them. */
const pageNames =
  /^(page(number)?|offset|skip|start|startindex|cursor|after|before|startingafter|endingbefore|marker|(page|next|continuation)token)$/

const createSelection = (plan: OperationPlan): RecordPlaces['selectionOf'] => {
  const paging = plan.kind === 'list' ? plan.paging : []
  const known = new Map(
    paging.flatMap((page) =>
      (page.property === undefined ? [page.parameter] : [`${page.parameter}[${page.property}]`, page.property]).map(
        (name) => [name, page] as const,
      ),
    ),
  )
  return (pairs) => {
    const isFromStart = pairs.every(([name, value]) => {
      const page = known.get(name)
      if (page) return !positions.has(page.role) || value === '' || Number(value) <= page.first
      return !pageNames.test(name.toLowerCase().replace(/[^a-z]/g, '')) || /^[01]?$/.test(value)
    })
    return { isFromStart, isFiltered: pairs.some(([name]) => !known.has(name)) }
  }
}

const positions: ReadonlySet<string> = new Set(['page', 'offset', 'after', 'before'])

const noParameters = new Map<string, Json>()
const parameters = { path: noParameters, query: noParameters, header: noParameters, cookie: noParameters }

const createAddress = (resource: Resource, plan: OperationPlan): RecordPlaces['addressOf'] => {
  const item = plan.kind === 'list' || plan.kind === 'create' ? undefined : plan.address
  const scope = plan.kind === 'list' || plan.kind === 'create' ? plan.scope : plan.address.scope
  const readScope = createScopeReader(scope)
  return (pathParams) => {
    const parent = readScope({ parameters, pathParams })
    const [name, ...others] = item?.parameters ?? []
    if (name === undefined) return { id: undefined, parent }
    const id =
      others.length === 0
        ? toRecordId(resource, pathParams[name])
        : joinKey([name, ...others].map((parameter) => pathParams[parameter] ?? ''))
    return { id, parent }
  }
}
