/**
 * Generates records for several resources. Every record has an existing owner, and refers to existing records. The records
 * of a resource are generated when they are first needed, and are the same whenever that is.
 */
import type { Faker } from '../../contract/sample/generate-random.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { separateDigits } from '../../contract/values/json-text.ts'
import type { JsonObject } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import { type FindLinks, isPlainLink, type RecordLink } from './find-links.ts'
import { type Following, followLinks, type LinkTarget, type NumberedLink, numberLinks } from './follow-links.ts'
import type { IdAddress } from './generate-id.ts'
import { type GeneratedRecord, generateRecords, predictIds } from './generate-records.ts'
import { chainOf } from './link-targets.ts'
import type { Resource } from './resource.ts'
import { scopeOf } from './scope-of.ts'

export interface GenerateAllParts {
  readonly faker: Faker
  readonly resources: readonly Resource[]
  /** The resource that owns the records of another. */
  readonly owners: ReadonlyMap<Resource, Resource>
  readonly linksOf: FindLinks
  readonly compilerOf: (resource: Resource) => SchemaCompiler
  /** Existing records. Nothing is generated for a resource that has some. */
  readonly known: (resource: Resource) => readonly GeneratedRecord[] | undefined
  readonly count: number
  readonly seed: number
  /** Whether records are generated that do not contain their id. Fixtures always do. */
  readonly withoutIds?: boolean
  /** The path parameters that contain the ids of a resource. Default: they are not considered. */
  readonly addressesOf?: (resource: Resource) => readonly IdAddress[]
  /** Whole records that the document shows. Default: none. */
  readonly examplesOf?: (resource: Resource) => readonly JsonObject[]
}

/** The records of one resource. Throws SchemaCompileError if its schema cannot be compiled. */
type RecordsOf = (resource: Resource) => readonly GeneratedRecord[]

/** The ids that the records of a resource will have; undefined if that is not known without generating them. */
type IdsOf = (resource: Resource) => readonly RecordId[] | undefined

export interface RecordSource {
  readonly recordsOf: RecordsOf
  readonly idsOf: IdsOf
  /** Also of records below parents. */
  readonly reservedOf: IdsOf
}

export const createRecordSource = (parts: GenerateAllParts): RecordSource => {
  const { owners, compilerOf, known } = parts
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
        // What others refer to was there before them.
        rank: resource.scopeSize > 0 ? 2 : parts.linksOf(resource).length > 0 ? 1 : 0,
        addresses: parts.addressesOf?.(resource) ?? [],
        examples: () => parts.examplesOf?.(resource) ?? [],
      })
    )
  })
  // A reference needs only the ids of the other records, so resources may refer to one another, and a list of a large
  // document does not wait for the records of all others.
  const reservedOf = memoizeIds((resource) => {
    if (known(resource)) return undefined
    const addresses = parts.addressesOf?.(resource) ?? []
    return predictIds({ ...parts, resource, compiler: compilerOf(resource), scopes: [], addresses })
  })
  const idsOf: IdsOf = (resource) => (resource.scopeSize > 0 ? undefined : reservedOf(resource))
  // A copy of another record within a record repeats its values. Only plain ones are repeated, so that the other references of
  // the copied record, and the records that these lead to, are not needed.
  const plain = memoizeByResource((resource) =>
    relate(parts, resource, unlinked(resource), { recordsOf: unlinked, unlinked, idsOf, isFollowed: isPlainLink }),
  )
  const recordsOf = memoizeByResource((resource) =>
    relate(parts, resource, unlinked(resource), { recordsOf: plain, unlinked, idsOf, isFollowed: () => true }),
  )
  return { recordsOf, idsOf, reservedOf }
}

const memoizeIds = (compute: IdsOf): IdsOf => {
  const found = new Map<Resource, readonly RecordId[] | undefined>()
  return (resource) => {
    if (!found.has(resource)) found.set(resource, compute(resource))
    return found.get(resource)
  }
}

/** What the records of a resource may refer to. */
interface Related extends Pick<RecordSource, 'recordsOf' | 'idsOf'> {
  /** The same records, before their own references are followed. */
  readonly unlinked: RecordsOf
  readonly isFollowed: (link: RecordLink) => boolean
}

/** The records that a record may refer to. Their values are generated only if a copy of one is needed. */
const findTargets = (
  record: GeneratedRecord,
  resource: Resource,
  target: Resource,
  { recordsOf, unlinked, idsOf, owners }: Related & Pick<GenerateAllParts, 'owners'>,
): readonly LinkTarget[] => {
  const ids =
    target.scopeSize === 0
      ? (idsOf(target) ?? unlinked(target).map(({ id }) => id))
      : reachable(record, resource, target, unlinked(target), owners).map(({ id }) => id)
  return ids.map((id) => ({
    id,
    get value() {
      return recordsOf(target).find((record) => record.id === id)?.value ?? {}
    },
  }))
}

const memoizeByTarget = (
  find: (target: Resource) => readonly LinkTarget[],
): ((link: RecordLink) => readonly LinkTarget[]) => {
  const found = new Map<Resource, readonly LinkTarget[]>()
  return ({ target }) => {
    const targets = found.get(target) ?? find(target)
    found.set(target, targets)
    return targets
  }
}

/** The records with references to existing records, as far as their schemas allow it. */
const relate = (
  { owners, linksOf, compilerOf, known }: GenerateAllParts,
  resource: Resource,
  records: readonly GeneratedRecord[],
  related: Related,
): readonly GeneratedRecord[] => {
  const all = linksOf(resource).filter((link) => isFree(resource, link))
  const links = numberLinks(resource, all).filter(({ link }) => related.isFollowed(link))
  if (records.length === 0 || links.length === 0 || known(resource)) return records
  const compiler = compilerOf(resource)
  const validate = compiler.compile(resource.schema, 'response')
  const isValid = (value: JsonObject): boolean => validate(separateDigits(value)) === undefined
  return records.map((record, index) => {
    const targetsOf = memoizeByTarget((target) => findTargets(record, resource, target, { ...related, owners }))
    return {
      id: record.id,
      value: followValid(record.value, links, { compiler, index, own: record.id, targetsOf }, isValid),
    }
  })
}

/**
 * Follows the links that leave the record valid. A record with hundreds of links may have a few that do not: these are found
 * by halves, and followed without copied values if that is valid.
 */
const followValid = (
  value: JsonObject,
  links: readonly NumberedLink[],
  following: Following,
  isValid: (value: JsonObject) => boolean,
): JsonObject => {
  const followed = followLinks(value, links, following)
  if (followed === value || isValid(followed)) return followed
  if (links.length === 1) {
    const targetsOf = (link: RecordLink) => following.targetsOf(link).map(({ id }) => ({ id, value: {} }))
    const bare = followLinks(value, links, { ...following, targetsOf })
    return isValid(bare) ? bare : value
  }
  const half = links.length >> 1
  const first = followValid(value, links.slice(0, half), following, isValid)
  return followValid(first, links.slice(half), following, isValid)
}

/** In the order of the resources, without those that have records. */
export const generateAll = (parts: GenerateAllParts): ReadonlyMap<Resource, readonly GeneratedRecord[]> => {
  const { recordsOf } = createRecordSource(parts)
  return new Map(
    parts.resources.filter((resource) => !parts.known(resource)).map((resource) => [resource, recordsOf(resource)]),
  )
}

/** Owners are parents in a path, so none owns itself. */
const memoizeByResource = (compute: RecordsOf): RecordsOf => {
  const found = new Map<Resource, readonly GeneratedRecord[]>()
  return (resource) => {
    const records = found.get(resource) ?? compute(resource)
    found.set(resource, records)
    return records
  }
}

/** Whether a reference may change the property: it is not part of the key, and names no parent. */
const isFree = (
  { keyParts, parentProperties, unique = [] }: Resource,
  { property, inside }: Pick<RecordLink, 'property' | 'inside'>,
): boolean =>
  !keyParts.some((part) => part.property === property) &&
  !parentProperties.some(({ path }) => path.join('\n') === [property, ...inside.map(({ name }) => name)].join('\n')) &&
  !unique.includes(property)

/** The records of a target that belong to the same parents, as far as both have parents; all records if none do. */
const reachable = (
  { id, value }: GeneratedRecord,
  resource: Resource,
  target: Resource,
  records: readonly GeneratedRecord[],
  owners: ReadonlyMap<Resource, Resource>,
): readonly GeneratedRecord[] => {
  if (target.scopeSize === 0) return records
  const own = [...(scopeOf(resource, value)?.split('/') ?? []), encodeURIComponent(String(id))]
  const [chain, other] = [chainOf(resource, owners), chainOf(target, owners).slice(0, -1)]
  const differs = other.findIndex((one, index) => one !== chain[index])
  const common = differs === -1 ? other.length : differs
  if (common === 0 || own.length !== chain.length) return records
  const prefix = own.slice(0, common).join('/')
  const near = records.filter((one) => scopeOf(target, one.value)?.split('/').slice(0, common).join('/') === prefix)
  return near.length > 0 ? near : records
}

/** The scopes below each record, except records whose own parents are unknown. */
const addressesOf = (owner: Resource, records: readonly GeneratedRecord[]): readonly string[] =>
  records.flatMap(({ id, value }) => {
    const own = encodeURIComponent(String(id))
    const scope = scopeOf(owner, value)
    if (owner.scopeSize === 0) return [own]
    return scope === undefined ? [] : [`${scope}/${own}`]
  })
