/**
 * Generates records for several resources. Every record has an existing owner, and refers to existing records. The records
 * of a resource are generated when they are first needed, and are the same whenever that is.
 */
import type { Faker } from '../../contract/sample/generate-random.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { separateDigits } from '../../contract/values/json-text.ts'
import type { JsonObject } from '../../ports.ts'
import { findLinks, type RecordLink } from './find-links.ts'
import type { IdAddress } from './generate-id.ts'
import { type GeneratedRecord, generateRecords } from './generate-records.ts'
import type { Resource } from './resource.ts'
import { scopeOf } from './scope-of.ts'

export interface GenerateAllParts {
  readonly faker: Faker
  readonly resources: readonly Resource[]
  /** The resource that owns the records of another. */
  readonly owners: ReadonlyMap<Resource, Resource>
  readonly compilerOf: (resource: Resource) => SchemaCompiler
  /** Existing records. Nothing is generated for a resource that has some. */
  readonly known: (resource: Resource) => readonly GeneratedRecord[] | undefined
  readonly count: number
  readonly seed: number
  /** Whether records are generated that do not contain their id. Fixtures always do. */
  readonly withoutIds?: boolean
  /** The path parameters that contain the ids of a resource. Default: they are not considered. */
  readonly addressesOf?: (resource: Resource) => readonly IdAddress[]
}

/** The records of one resource. Throws SchemaCompileError if its schema cannot be compiled. */
export type RecordSource = (resource: Resource) => readonly GeneratedRecord[]

export const createRecordSource = (parts: GenerateAllParts): RecordSource => {
  const { resources, owners, compilerOf, known } = parts
  const unlinked = memoizeByResource((resource) => {
    const owner = owners.get(resource)
    const scopes = owner ? addressesOf(owner, unlinked(owner)) : []
    return (
      known(resource) ??
      generateRecords({
        ...parts,
        resource,
        compiler: compilerOf(resource),
        scopes,
        addresses: parts.addressesOf?.(resource) ?? [],
      })
    )
  })
  // A reference needs only the ids of the other records, so resources may refer to one another.
  return memoizeByResource((resource) => {
    const records = unlinked(resource)
    if (records.length === 0 || known(resource)) return records
    const links = findLinks(resource, resources, owners).filter(({ property }) => isFree(resource, property))
    return records.map(({ id, value }, index) => ({
      id,
      value: links.reduce(
        (linked, link) => follow({ link, ids: idsOf(unlinked(link.target)), index, compilerOf, resource }, linked),
        value,
      ),
    }))
  })
}

/** In the order of the resources, without those that have records. */
export const generateAll = (parts: GenerateAllParts): ReadonlyMap<Resource, readonly GeneratedRecord[]> => {
  const recordsOf = createRecordSource(parts)
  return new Map(
    parts.resources.filter((resource) => !parts.known(resource)).map((resource) => [resource, recordsOf(resource)]),
  )
}

/** Owners are parents in a path, so none owns itself. */
const memoizeByResource = (compute: RecordSource): RecordSource => {
  const found = new Map<Resource, readonly GeneratedRecord[]>()
  return (resource) => {
    const records = found.get(resource) ?? compute(resource)
    found.set(resource, records)
    return records
  }
}

/** Whether a reference may change the property: it is not part of the key, and names no parent. */
const isFree = ({ keyParts, parentProperties, unique = [] }: Resource, property: string): boolean =>
  !keyParts.some((part) => part.property === property) &&
  !parentProperties.some(({ path }) => path[0] === property) &&
  !unique.includes(property)

const idsOf = (records: readonly GeneratedRecord[]) => records.map(({ id }) => id)

interface Reference {
  readonly resource: Resource
  readonly link: RecordLink
  readonly ids: readonly GeneratedRecord['id'][]
  readonly index: number
  readonly compilerOf: (resource: Resource) => SchemaCompiler
}

/** The record with a reference to an existing record, if it has one and its schema allows it. */
const follow = ({ resource, link, ids, index, compilerOf }: Reference, value: JsonObject): JsonObject => {
  const { property, isList } = link
  const target = ids[index % ids.length]
  if (target === undefined || !Object.hasOwn(value, property)) return value
  const linked = { ...value, [property]: isList ? [target] : target }
  return compilerOf(resource).compile(resource.schema, 'response')(separateDigits(linked)) ? value : linked
}

/** The scopes below each record, except records whose own parents are unknown. */
const addressesOf = (owner: Resource, records: readonly GeneratedRecord[]): readonly string[] =>
  records.flatMap(({ id, value }) => {
    const own = encodeURIComponent(String(id))
    const scope = scopeOf(owner, value)
    if (owner.scopeSize === 0) return [own]
    return scope === undefined ? [] : [`${scope}/${own}`]
  })
