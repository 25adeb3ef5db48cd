/**
 * What is wrong with a record before it is stored, for a form: how it breaks its schema, values that must be unique, and
 * references to records that do not exist.
 */
import { isPlainLink, type RecordLink } from '../../behaviours/records/find-links.ts'
import { ownIdOf, withId } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { getOwn, isJsonArray } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { memoize } from '../../contract/values/memoize.ts'
import { appendPointer, formatPlace, pointerOfPlace } from '../../contract/values/pointer.ts'
import type { Violation } from '../../errors.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId, Store, StoredRecord } from '../../store/store.ts'
import { checkRecord, type GivenRecord, idOf, showProperty, toStored } from './given-record.ts'

export interface RecordProblem extends JsonObject {
  /** A JSON pointer into the record. */
  readonly pointer: string
  readonly message: string
  /** The violated keyword of JSON Schema, or `id`, `unique`, `reference`. */
  readonly code: string
  /** A record with a warning is stored, one with an error is rejected. */
  readonly level: 'error' | 'warning'
}

export interface Checking {
  readonly resource: Resource
  readonly service: Service
  readonly store: Store
  /** The name of the record in messages. */
  readonly at: string
}

/** `current`: the record that it replaces; undefined: it is a new one. */
export const checkCandidate = async (
  checking: Checking,
  read: GivenRecord,
  current: StoredRecord | undefined,
): Promise<readonly RecordProblem[]> => {
  if (read.violations.length > 0) return read.violations.map(toProblem)
  const { resource, service, at } = checking
  const id = current ? ownIdOf(resource, current) : (read.facts.id ?? idOf(resource, read.value) ?? 1)
  const value = read.facts.id === undefined ? withId(resource, read.value, id) : read.value
  const whole = { ...read, value, id }
  const wrongId = checkId(checking, read, current)
  // A missing id is replaced by 1, which need not be valid.
  const isMissing = wrongId.some(({ code }) => code === 'required')
  const broken = checkRecord(resource, whole, { service, at, contract: 'enforce' }).map(toProblem)
  return [
    ...wrongId,
    ...broken.filter(({ pointer }) => !isMissing || pointer !== pointerOfId(resource)),
    ...(await checkTaken(checking, whole, { current, isGiven: read.id !== undefined })),
    ...(await checkLinks(checking, value)),
  ]
}

const toProblem = ({ at, keyword, message }: Violation): RecordProblem => ({
  pointer: pointerOfPlace(at),
  message,
  code: keyword,
  level: 'error',
})

const problemAt = (
  { at }: Checking,
  pointer: string,
  { code, message, level = 'error' }: { code: string; message: string; level?: RecordProblem['level'] },
): RecordProblem => ({ pointer, message: `${formatPlace(at, pointer)} ${message}`, code, level })

/** A new record needs an id unless one is generated; a change must not contain another one. */
const checkId = (
  checking: Checking,
  { value, facts, id }: GivenRecord,
  current: StoredRecord | undefined,
): readonly RecordProblem[] => {
  const { resource } = checking
  const pointer = pointerOfId(resource)
  const given = facts.id ?? idOf(resource, value)
  if (current) {
    const own = ownIdOf(resource, current)
    if (given === undefined || String(given) === String(own)) return []
    const message = `cannot be changed, because it is the record's id; it must be ${own}, got ${given}`
    return [problemAt(checking, pointer, { code: 'id', message })]
  }
  if (id !== undefined || resource.idKind === 'integer') return []
  const message = `is required: the ids of ${resource.key} are strings, which are not generated`
  return [problemAt(checking, pointer, { code: 'required', message })]
}

const pointerOfId = ({ idPath, keyParts }: Resource): string =>
  keyParts.length > 0 ? '' : idPath.length === 0 ? '/x-standin/id' : idPath.reduce(appendPointer, '')

/** The id of a new record, and values that must be unique. */
const checkTaken = async (
  checking: Checking,
  whole: Pick<GivenRecord, 'value' | 'facts'> & { readonly id: RecordId },
  { current, isGiven }: { readonly current: StoredRecord | undefined; readonly isGiven: boolean },
): Promise<readonly RecordProblem[]> => {
  const { resource, store } = checking
  const stored = toStored(resource, whole, { id: current?.id ?? whole.id, now: 0 })
  const scope = stored.scope ?? current?.scope
  const problems: RecordProblem[] = []
  if (!current && isGiven && (await store.get(resource.key, stored.id)))
    problems.push(
      problemAt(checking, pointerOfId(resource), {
        code: 'unique',
        message: `${whole.id} is the id of another record`,
      }),
    )
  const property = await store.findClash(resource.key, {
    value: stored.value,
    ...(scope === undefined ? {} : { scope }),
    ...(current ? { id: current.id } : {}),
  })
  if (property === undefined) return problems
  const message = `must be unique; another record has ${showProperty(stored.value, property)}, too`
  return [...problems, problemAt(checking, appendPointer('', property), { code: 'unique', message })]
}

/** How many references of one property are looked up. */
const maxReferences = 100

const checkLinks = async (checking: Checking, value: JsonObject): Promise<readonly RecordProblem[]> => {
  const problems: RecordProblem[] = []
  for (const link of linksOf(checking.resource, checking.service)) {
    const held = getOwn(value, link.property)
    const pointer = appendPointer('', link.property)
    const references: readonly (readonly [string, Json])[] = isJsonArray(held)
      ? held.slice(0, maxReferences).map((item, index) => [appendPointer(pointer, index), item])
      : [[pointer, held ?? null]]
    for (const [place, item] of references)
      if (await isDangling(checking, link, item))
        problems.push(
          problemAt(checking, place, {
            code: 'reference',
            level: 'warning',
            message: `refers to ${link.target.key} ${stringifyJson(item)}, which does not exist`,
          }),
        )
  }
  return problems
}

const linksOf = memoize((resource: Resource, service: Service): readonly RecordLink[] =>
  // A record below parents has an id that is not complete without them.
  service.linksOf(resource).filter((link) => isPlainLink(link) && link.target.scopeSize === 0),
)

const isDangling = async ({ store }: Checking, { target }: RecordLink, item: Json): Promise<boolean> => {
  const isId =
    target.idKind === 'integer' ? typeof item === 'number' || typeof item === 'bigint' : typeof item === 'string'
  return isId && (await store.get(target.key, item as RecordId)) === undefined
}
