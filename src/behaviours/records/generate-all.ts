/**
 * Generates records for several resources. Every record has an existing owner, and refers to existing records. The records
 * of a resource are generated when they are first needed, and are the same whenever that is.
 */
import type { Faker } from '../../contract/sample/generate-random.ts'
import { snakeCase } from '../../contract/sample/record-subject.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { separateDigits } from '../../contract/values/json-text.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { JsonObject } from '../../ports.ts'
import type { PredictedRecord, RecordId } from '../../store/store.ts'
import { type FindLinks, isPlainLink, type RecordLink } from './find-links.ts'
import { type Following, followLinks, type LinkTarget, type NumberedLink, numberLinks } from './follow-links.ts'
import type { IdAddress } from './generate-id.ts'
import { createRecordGenerator, type GeneratedRecord } from './generate-records.ts'
import { chainOf } from './link-targets.ts'
import { nameParent } from './name-parent.ts'
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
  readonly known: (resource: Resource) => readonly Omit<GeneratedRecord, 'index'>[] | undefined
  readonly count: number
  readonly seed: number
  /** Whether records are generated that do not contain their id. Fixtures always do. */
  readonly withoutIds?: boolean
  /** The path parameters that contain the ids of a resource. Default: they are not considered. */
  readonly addressesOf?: (resource: Resource) => readonly IdAddress[]
  /** Whole records that the document shows. Default: none. */
  readonly examplesOf?: (resource: Resource) => readonly JsonObject[]
}

/** All of it throws SchemaCompileError if a schema cannot be compiled. */
export interface RecordSource {
  readonly recordsOf: (resource: Resource) => readonly GeneratedRecord[]
  /** One of them, without the values of the others if their ids are predicted. */
  readonly findRecord: (resource: Resource, id: RecordId) => GeneratedRecord | undefined
  /** The records that a resource will have; undefined if that is not known without generating them. */
  readonly predict: (resource: Resource) => readonly PredictedRecord[] | undefined
  /** How many ids of the resource's series are theirs, or were tried. */
  readonly serialsOf: (resource: Resource) => number
}

export const createRecordSource = (parts: GenerateAllParts): RecordSource => {
  const { owners, compilerOf } = parts
  const known = memoize((resource: Resource) =>
    parts.known(resource)?.map(({ id, value }, index) => ({ id, value, index })),
  )
  const rank = memoize((resource: Resource) => rankOf(resource, parts.linksOf))
  const generatorOf = memoize((resource: Resource) => {
    const owner = owners.get(resource)
    return createRecordGenerator({
      ...parts,
      resource,
      compiler: compilerOf(resource),
      scopes: () => (owner ? addressesOf(owner, placesOf(owner)) : []),
      rank: () => rank(resource),
      addresses: parts.addressesOf?.(resource) ?? [],
      examples: () => parts.examplesOf?.(resource) ?? [],
    })
  })
  // References and owners need only the ids and scopes of other records, so resources may refer to one another, and a list of a
  // large document does not wait for the records of all others.
  const placesOf: PlacesOf = memoize((resource: Resource) => {
    const records = known(resource)
    const predicted = records ? undefined : generatorOf(resource).predicted()
    const placed = (): readonly GeneratedRecord[] => records ?? generatorOf(resource).all()
    return predicted ?? placed().map(({ id, value }) => ({ id, scope: scopeOf(resource, value) }))
  })
  const unlinked: FindRecord = (resource, id) =>
    known(resource)?.find((record) => record.id === id) ?? generatorOf(resource).find(id)
  // A copy of another record within a record repeats its values. Only plain ones are repeated, so that the other references of
  // the copied record, and the records that these lead to, are not needed.
  const plain = createRelation(parts, { unlinked, placesOf, valuesOf: unlinked, isFollowed: isPlainLink })
  const linked = createRelation(parts, { unlinked, placesOf, valuesOf: plain, isFollowed: () => true })
  const recordsOf = memoize((resource: Resource) =>
    (known(resource) ?? generatorOf(resource).all()).flatMap(({ id }) => linked(resource, id) ?? []),
  )
  const predict = (resource: Resource): readonly PredictedRecord[] | undefined =>
    known(resource) ? undefined : generatorOf(resource).predicted()
  const serialsOf = (resource: Resource): number => (known(resource) ? 0 : generatorOf(resource).serials())
  return { recordsOf, findRecord: linked, predict, serialsOf }
}

/** How young the records of a resource are: what others refer to was there before them, and what is within others comes after them. */
const rankOf = (resource: Resource, linksOf: FindLinks): 0 | 1 | 2 | 3 | 4 => {
  if (resource.scopeSize > 0) return resource.scopeSize > 1 ? 4 : 3
  const links = linksOf(resource)
  if (links.length === 0) return 0
  // Of those that a copy repeats, because the others are not compared at a glance.
  const refers = ({ target, inside, inner }: RecordLink): boolean =>
    inner !== undefined &&
    inside.length === 0 &&
    target !== resource &&
    linksOf(target).some((link) => link.target !== resource && link.target !== target)
  return links.some(refers) ? 2 : 1
}

type FindRecord = (resource: Resource, id: RecordId) => GeneratedRecord | undefined

/** Where the records of a resource are, without their values as far as possible. */
type PlacesOf = (resource: Resource) => readonly PredictedRecord[]

/** What the records of a resource may refer to. */
interface Related {
  /** A record before its own references are followed. */
  readonly unlinked: FindRecord
  readonly placesOf: PlacesOf
  /** Values that a copy repeats. */
  readonly valuesOf: FindRecord
  readonly isFollowed: (link: RecordLink) => boolean
}

/** The records that a record may refer to. Their values are generated only if a copy of one is needed. */
const findTargets = (
  record: GeneratedRecord,
  resource: Resource,
  target: Resource,
  { placesOf, valuesOf, owners }: Related & Pick<GenerateAllParts, 'owners'>,
): readonly LinkTarget[] =>
  reachable(record, resource, target, placesOf(target), owners).map(({ id }) => ({
    id,
    get value() {
      return valuesOf(target, id)?.value ?? {}
    },
  }))

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

/** Finds a record with references to existing records, as far as its schema allows it. */
const createRelation = ({ owners, linksOf, compilerOf, known }: GenerateAllParts, related: Related): FindRecord => {
  const relateOf = memoize((resource: Resource) => {
    const all = linksOf(resource).filter((link) => isFree(resource, link))
    const links = numberLinks(resource, all).filter(({ link }) => related.isFollowed(link))
    if (links.length === 0 || known(resource)) return (record: GeneratedRecord) => record
    const compiler = compilerOf(resource)
    const isValid = (value: JsonObject): boolean => compiler.isValid(resource.schema, 'response', separateDigits(value))
    return (record: GeneratedRecord): GeneratedRecord => {
      const { id, index, value } = record
      const targetsOf = memoizeByTarget((target) => findTargets(record, resource, target, { ...related, owners }))
      const followed = followValid(value, links, { compiler, index, own: id, targetsOf }, isValid)
      // Copies of what belongs to records belong to this one.
      const named = followed === value || resource.idPath.length === 0 ? followed : nameParent(followed, resource, id)
      const own = named === followed || isValid(named) ? named : followed
      return { id, index, value: withoutOwnParent(own, id, isValid) }
    }
  })
  const found = memoize((_: Resource) => new Map<RecordId, GeneratedRecord>())
  return (resource, id) => {
    const before = found(resource).get(id)
    if (before) return before
    const record = related.unlinked(resource, id)
    const after = record && relateOf(resource)(record)
    if (after) found(resource).set(id, after)
    return after
  }
}

const parentName = /^(id_?)?parent(_?(id|uuid|key))?$/

/** No record is its own parent. */
const withoutOwnParent = (value: JsonObject, id: RecordId, isValid: (value: JsonObject) => boolean): JsonObject => {
  const name = Object.keys(value).find((one) => value[one] === id && parentName.test(snakeCase(one)))
  if (name === undefined) return value
  const { [name]: _, ...others } = value
  return [{ ...value, [name]: null }, others].find(isValid) ?? value
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
  places: readonly PredictedRecord[],
  owners: ReadonlyMap<Resource, Resource>,
): readonly PredictedRecord[] => {
  if (target.scopeSize === 0) return places
  const own = [...(scopeOf(resource, value)?.split('/') ?? []), encodeURIComponent(String(id))]
  const [chain, other] = [chainOf(resource, owners), chainOf(target, owners).slice(0, -1)]
  const differs = other.findIndex((one, index) => one !== chain[index])
  const common = differs === -1 ? other.length : differs
  if (common === 0 || own.length !== chain.length) return places
  const prefix = own.slice(0, common).join('/')
  const near = places.filter(({ scope }) => scope?.split('/').slice(0, common).join('/') === prefix)
  return near.length > 0 ? near : places
}

/** The scopes below each record, except records whose own parents are unknown. */
const addressesOf = (owner: Resource, places: readonly PredictedRecord[]): readonly string[] =>
  places.flatMap(({ id, scope }) => {
    const own = encodeURIComponent(String(id))
    if (owner.scopeSize === 0) return [own]
    return scope === undefined ? [] : [`${scope}/${own}`]
  })
