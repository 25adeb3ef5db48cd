/**
 * Reads scopes, owners and ids from the path of a request.
 */
import type { Input } from '../../contract/operation/validate-request.ts'
import type { Json } from '../../ports.ts'
import type { PageQuery, StoredRecord } from '../../store/store.ts'
import type { OwnerPlan, ScopePlan } from '../plan/operation-plan.ts'
import { joinKey } from '../records/composite-key.ts'
import { ownerMark, toRecordId } from '../records/record-id.ts'
import type { Resource } from '../records/resource.ts'

type PathInput = Pick<Input, 'parameters' | 'pathParams'>

/** The value of a path parameter; the raw string if the document does not declare it. */
const pathValue = ({ parameters, pathParams }: PathInput, name: string): Json => {
  const declared = parameters.path.get(name)
  return declared === undefined || typeof declared === 'object' ? (pathParams[name] ?? '') : declared
}

/** The id in a path: the value of its parameter, or the parts of a composite key joined. */
export const readPathId = (input: PathInput, [name = '', ...others]: readonly string[]): Json =>
  others.length === 0
    ? pathValue(input, name)
    : joinKey([name, ...others].map((parameter) => pathValue(input, parameter)))

export type ReadScope = (input: PathInput) => string | undefined

export const createScopeReader = ({ parameters, isOwner }: ScopePlan): ReadScope => {
  const mark = isOwner ? ownerMark : ''
  if (parameters.length === 0) return () => (isOwner ? ownerMark : undefined)
  return (input) => mark + parameters.map((name) => encodeURIComponent(String(pathValue(input, name)))).join('/')
}

export type ReadOwnerFilters = (input: PathInput) => PageQuery['filters']

/** The filters that select the records of the owner in the path; undefined if the store records owners. */
export const createOwnerFilters = ({ parameters, properties }: OwnerPlan): ReadOwnerFilters | undefined => {
  if (properties.length === 0) return undefined
  const filters = properties.map(({ path: [property = ''], index, kind }) => {
    return { property, kind, parameter: parameters[index] ?? '' }
  })
  return (input) =>
    filters.map(({ property, kind, parameter }): readonly [string, Json] => {
      const value = pathValue(input, parameter)
      return [property, toRecordId({ idKind: kind }, value) ?? value]
    })
}

/** The owner that a path names. */
export interface PathOwner {
  readonly read: ReadScope
  /** Whether a record belongs to the owner. */
  readonly owns: (record: StoredRecord, input: Input) => boolean
}

export const createPathOwner = (plan: OwnerPlan): PathOwner => {
  const { parameters } = plan
  const readFilters = createOwnerFilters(plan)
  const readMarked = createScopeReader({ parameters, isOwner: true })
  return {
    read: createScopeReader({ parameters, isOwner: false }),
    owns: (record, input) =>
      readFilters
        ? readFilters(input).every(([property, value]) => String(record.value[property]) === String(value))
        : record.scope === undefined || record.scope === readMarked(input),
  }
}

/** The resource with the properties that repeat its owner in the path. */
export const withOwner = (resource: Resource, owner: OwnerPlan | undefined): Resource =>
  owner ? { ...resource, parentProperties: owner.properties } : resource
