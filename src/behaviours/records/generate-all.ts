/**
 * Generates records for several resources, those of owners first, so that every generated record has an existing owner.
 */
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { type GeneratedRecord, generateRecords } from './generate-records.ts'
import type { Resource } from './resource.ts'
import { scopeOf } from './scope-of.ts'

export interface GenerateAllParts {
  readonly resources: readonly Resource[]
  /** The resource that owns the records of another. */
  readonly owners: ReadonlyMap<Resource, Resource>
  readonly compilerOf: (resource: Resource) => SchemaCompiler
  /** Existing records. Nothing is generated for a resource that has some. */
  readonly known: (resource: Resource) => readonly GeneratedRecord[] | undefined
  readonly count: number
  readonly seed: number
}

/** In the order of the resources, without those that have records. */
export const generateAll = async (
  parts: GenerateAllParts,
): Promise<ReadonlyMap<Resource, readonly GeneratedRecord[]>> => {
  const { resources, owners, compilerOf, known, count, seed } = parts
  const all = new Map<Resource, readonly GeneratedRecord[]>()
  for (const resource of [...resources].sort((one, other) => one.scopeSize - other.scopeSize)) {
    const owner = owners.get(resource)
    const scopes = owner ? addressesOf(owner, all.get(owner) ?? []) : []
    const records =
      known(resource) ?? (await generateRecords({ resource, compiler: compilerOf(resource), count, seed, scopes }))
    all.set(resource, records)
  }
  return new Map(
    resources.filter((resource) => !known(resource)).map((resource) => [resource, all.get(resource) ?? []]),
  )
}

/** The scopes below each record, except records whose own parents are unknown. */
const addressesOf = (owner: Resource, records: readonly GeneratedRecord[]): readonly string[] =>
  records.flatMap(({ id, value }) => {
    const own = encodeURIComponent(String(id))
    const scope = scopeOf(owner, value)
    if (owner.scopeSize === 0) return [own]
    return scope === undefined ? [] : [`${scope}/${own}`]
  })
