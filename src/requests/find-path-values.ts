/**
 * Values for the path parameters and filters of an operation from existing records, so that a request leads to a record: the
 * record itself, its parents and its owner, or a list that contains it.
 */
import type { ListFilter, OwnerPlan, ParentPlan } from '../behaviours/plan/operation-plan.ts'
import { comparableOf } from '../behaviours/records/comparable-values.ts'
import { ownerMark, ownIdOf } from '../behaviours/records/record-id.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import type { Operation } from '../contract/operation/operation.ts'
import type { CompiledParameter } from '../contract/request/parameters.ts'
import { SchemaCompileError } from '../contract/schema/schema-compiler.ts'
import { getOwn, getPath, isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import type { Service } from '../loading/service.ts'
import type { Json, JsonObject } from '../ports.ts'
import type { Store, StoredRecord } from '../store/store.ts'

type Values = Map<string, Json>

/** By name. Parameters that no record determines are missing. */
export const findPathValues = async (
  operation: Operation,
  service: Service,
  store: Store,
): Promise<ReadonlyMap<string, Json>> => {
  const values: Values = new Map()
  if (!operation.path.includes('{')) return values
  const { address, parents } = readPlan(operation, service)
  if (address && !address.owner) await fillFromRecord(values, address, store)
  // The parent that is furthest down determines those above it.
  for (const parent of [...parents].reverse()) await fillFromParent(values, parent, service.resources, store)
  // The owner that a record names need not exist; a parent in the path must.
  if (address?.owner) await fillFromRecord(values, address, store)
  return values
}

/** By query parameter: the filters of a list, as an existing record has their properties. */
export const findFilterValues = async (
  operation: Operation,
  { decisions }: Service,
  store: Store,
): Promise<ReadonlyMap<string, Json>> => {
  const values: Values = new Map()
  const decision = decisions.get(operation)
  if (!decision || decision.kind === 'none' || !operation.compile().parameters.some(isRequiredInQuery)) return values
  const plan = decision.plan()
  if (!('filters' in plan)) return values
  const filters = plan.filters.filter(({ inner, isExclusive }) => inner === undefined && !isExclusive)
  const records = await store.page(decision.resource.key, { filters: [], limit: maxCandidates })
  const candidates = records.map(({ value }) =>
    filters.map((filter) => [filter.parameter, findSearchable(filter, value)] as const),
  )
  // All values come from one record, so that it is found.
  const count = (found: (typeof candidates)[number]): number => found.filter(([, value]) => value !== undefined).length
  const best = candidates.reduce<(typeof candidates)[number]>(
    (most, one) => (count(one) > count(most) ? one : most),
    [],
  )
  for (const [parameter, value] of best) set(values, parameter, value)
  return values
}

/** Of these, the one with most of the properties is used. */
const maxCandidates = 10

/** A text is found by a word of it. */
const findSearchable = ({ property, match, searched }: ListFilter, record: JsonObject): Json | undefined => {
  if (match !== 'text') return searchable(getOwn(record, property))
  const words = searched.flatMap((name) => {
    const held = searchable(getOwn(record, name))
    const [text] = isJsonArray(held) ? held : [held]
    return typeof text === 'string' ? (/[\p{L}\p{N}]{2,}/u.exec(text)?.[0] ?? []) : []
  })
  return words[0]
}

/** What finds the record; of a list, the first value. */
const searchable = (value: Json | undefined): Json | undefined => {
  if (isJsonArray(value)) {
    const first = searchable(value[0])
    return first === undefined ? undefined : [first]
  }
  return isJsonObject(value) ? comparableOf(value)[0] : value
}

const isRequiredInQuery = ({ view }: CompiledParameter): boolean => view.required && view.in === 'query'

interface Address {
  readonly resource: Resource
  readonly parameters: readonly string[]
  readonly scope: readonly string[]
  readonly owner: OwnerPlan | undefined
}

interface PathPlan {
  readonly address: Address | undefined
  readonly parents: readonly ParentPlan[]
}

const noPlan: PathPlan = { address: undefined, parents: [] }

const readPlan = (operation: Operation, { decisions }: Service): PathPlan => {
  const decision = decisions.get(operation)
  if (!decision) return noPlan
  if (decision.kind === 'none') return { address: undefined, parents: decision.parents }
  try {
    const plan = decision.plan()
    const { resource } = decision
    if ('address' in plan) {
      const { parameters, scope, owner } = plan.address
      return { address: { resource, parameters, scope: scope.parameters, owner }, parents: plan.parents }
    }
    const { scope, owner } = plan
    // The records of a list lead to a parent that has some.
    return { address: { resource, parameters: [], scope: scope.parameters, owner }, parents: plan.parents }
  } catch (error) {
    if (error instanceof SchemaCompileError) return noPlan
    throw error
  }
}

/** How many records are looked at to find one that belongs to a parent. */
const maxRecords = 20

const fillFromRecord = async (
  values: Values,
  { resource, parameters, scope, owner }: Address,
  store: Store,
): Promise<void> => {
  if (resource.form === 'single') return
  const records = await store.page(resource.key, { filters: [], limit: maxRecords })
  const record = records.find((one) => one.scope !== undefined) ?? records[0]
  if (!record) return
  fillId(values, parameters, resource, record)
  fillScope(values, scope, record.scope)
  for (const { path, index } of owner?.properties ?? []) {
    const held = getPath(record.value, path)
    set(values, owner?.parameters[index], held)
  }
}

const fillFromParent = async (
  values: Values,
  { resource: key, parameters, scope }: ParentPlan,
  resources: readonly Resource[],
  store: Store,
): Promise<void> => {
  const resource = resources.find((one) => one.key === key)
  if (!resource || resource.form === 'single' || parameters.every((name) => values.has(name))) return
  const known = scope.map((name) => values.get(name))
  const wanted = known.includes(undefined)
    ? undefined
    : known.map((value) => encodeURIComponent(String(value))).join('/')
  const [record] = await store.page(key, {
    filters: [],
    limit: 1,
    ...(wanted === undefined || wanted === '' ? {} : { scope: wanted }),
  })
  if (!record) return
  fillId(values, parameters, resource, record)
  fillScope(values, scope, record.scope)
}

const fillId = (values: Values, parameters: readonly string[], resource: Resource, record: StoredRecord): void => {
  const id = ownIdOf(resource, record)
  const parts = resource.keyParts.length > 0 ? String(id).split('/').map(decodeURIComponent) : [id]
  for (const [index, name] of parameters.entries()) set(values, name, parts[index])
}

const fillScope = (values: Values, parameters: readonly string[], scope: string | undefined): void => {
  const text = scope?.startsWith(ownerMark) ? scope.slice(ownerMark.length) : scope
  for (const [index, part] of (text?.split('/') ?? []).entries())
    set(values, parameters[index], decodeURIComponent(part))
}

/** The first value of a parameter wins. */
const set = (values: Values, name: string | undefined, value: Json | undefined): void => {
  if (name !== undefined && value !== undefined && value !== null && !values.has(name)) values.set(name, value)
}
