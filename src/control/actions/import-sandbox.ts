/**
 * Imports a fixture set into a sandbox, as `exportSandbox` writes it. All of it is validated before anything changes, and it
 * changes at one moment.
 */
import type { Resource } from '../../behaviours/records/resource.ts'
import { entriesOf, isJsonArray } from '../../contract/values/json-object.ts'
import { appendPointer, formatPlace } from '../../contract/values/pointer.ts'
import type { Violation } from '../../errors.ts'
import { describeNext, sequenceBefore } from '../../loading/read-next-ids.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Key, KeyState } from '../../sandboxes/keys.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { countId, firstSequence, type Sequence } from '../../store/id-sequence.ts'
import type { StoredRecord } from '../../store/store.ts'
import { ControlError, quote } from './control-error.ts'
import { explainUnknownResource, lookUpResource } from './find-resource.ts'
import { type ContractRule, readGivenList, toStored } from './given-record.ts'
import { readTime } from './read-time.ts'
import { rejectInvalid } from './reject-invalid.ts'
import { requireRoom, requireRoomForKeys } from './require-room.ts'
import { mapInSlices } from './sliced-work.ts'

/** A fixture set, as its schema in openapi.yaml describes it. */
export interface GivenSet {
  readonly records: JsonObject
  readonly nextIds?: JsonObject
  /** Undefined: the keys of the sandbox are not changed. */
  readonly keys?: readonly GivenKey[]
}

interface GivenKey {
  readonly key: string
  readonly state?: KeyState
  readonly expires?: string
  readonly scopes?: readonly string[]
}

interface ReplacedResource {
  readonly resource: Resource
  readonly records: readonly StoredRecord[]
}

/** A valid set, and the service that it was validated for. */
export interface PreparedImport {
  readonly service: Service
  readonly replaced: readonly ReplacedResource[]
  /** By resource key. */
  readonly sequences: ReadonlyMap<string, Sequence>
  readonly keys: readonly Key[] | undefined
}

/** Validates a set, in slices. Rejects with ControlError 400, which states each violation with its place. */
export const prepareImport = async (
  sandbox: Sandbox,
  service: Service,
  { records, nextIds = {}, keys }: GivenSet,
  contract: ContractRule = 'enforce',
): Promise<PreparedImport> => {
  const violations: Violation[] = []
  const now = sandbox.now()
  const replaced: ReplacedResource[] = []
  for (const { resource, at, value } of findNamed(service, 'records', records, violations)) {
    const list = await readGivenList(resource, isJsonArray(value) ? value : [], { service, at, contract })
    for (const violation of list.violations) violations.push(violation)
    if (violations.length > 0) continue
    const stored = await mapInSlices(list.records, ({ id, ...record }) => toStored(resource, record, { id, now }))
    replaced.push({ resource, records: stored })
  }
  const sequences = new Map<string, Sequence>()
  for (const { resource, at, value } of findNamed(service, 'nextIds', nextIds, violations)) {
    if (typeof value !== 'number' && typeof value !== 'bigint') continue
    const problem = describeNext(resource, value)
    if (problem === undefined) sequences.set(resource.key, sequenceBefore(resource, value))
    else violations.push({ at, keyword: 'maximum', message: `${at} ${problem}` })
  }
  const read = keys && readKeys(keys, violations)
  rejectInvalid(violations)
  return { service, replaced, sequences, keys: read }
}

/**
 * Replaces the records of each resource that the set names, and keys if it has any. `onValid` is called before anything
 * changes. Rejects with ControlError 409 if the sandbox or the documents are different ones now.
 */
export const applyImport = async (
  deps: { readonly sandboxes: Sandboxes; readonly service: () => Service },
  sandbox: Sandbox,
  { service, replaced, sequences, keys }: PreparedImport,
  onValid: () => void,
): Promise<void> => {
  if (deps.service() !== service)
    throw new ControlError(409, 'the documents were reloaded during the import, and nothing was changed; import again')
  if (deps.sandboxes.find(sandbox.id) !== sandbox)
    throw new ControlError(409, `the sandbox ${quote(sandbox.id)} was deleted during the import; import again`)
  if (keys) {
    rejectOwned(deps.sandboxes, sandbox, keys)
    const changed = sandbox.keys.changes()
    requireRoomForKeys(sandbox, keys.filter(({ key }) => !changed.has(key)).length)
  }
  requireRoom(
    sandbox,
    replaced.flatMap(({ records }) => records),
  )
  onValid()
  const { store } = sandbox.state
  // Nothing is awaited in between: the store replaces records before it returns, so no request sees only a part of the set.
  const pending = replaced.map(({ resource, records }) => store.replaceAll(resource.key, records))
  const continued = new Map(replaced.map(({ resource }) => [resource.key, firstSequence]))
  for (const [key, sequence] of sequences) continued.set(key, sequence)
  for (const [key, sequence] of continued) store.continueAt(key, countAll(store.all(key), sequence))
  if (keys) replaceKeys(deps.sandboxes, sandbox, keys)
  await Promise.all(pending)
}

interface NamedValue {
  readonly resource: Resource
  readonly at: string
  readonly value: Json
}

/** What a property of the set has for each resource. Unknown resources and two names of the same one are violations. */
const findNamed = (
  service: Service,
  property: string,
  values: JsonObject,
  violations: Violation[],
): readonly NamedValue[] => {
  const found = new Map<string, NamedValue>()
  for (const [name, value] of entriesOf(values)) {
    const at = formatPlace('body', appendPointer(`/${property}`, name))
    const resource = lookUpResource(service, name)
    if (!resource) {
      const message = `${at}: ${explainUnknownResource(service, name)}`
      violations.push({ at, keyword: 'properties', message })
      continue
    }
    const first = found.get(resource.key)
    if (first) violations.push({ at, keyword: 'unique', message: `${at} names the same resource as ${first.at}` })
    else found.set(resource.key, { resource, at, value })
  }
  return [...found.values()]
}

const readKeys = (given: readonly GivenKey[], violations: Violation[]): readonly Key[] => {
  const keys = new Map<string, Key>()
  for (const [index, { key, state = 'active', expires, scopes }] of given.entries()) {
    const at = `body.keys[${index}]`
    // The message does not have the key, because it is a secret.
    if (keys.has(key))
      violations.push({ at: `${at}.key`, keyword: 'unique', message: `${at}.key is listed twice; list it once` })
    keys.set(key, {
      key,
      state,
      ...(expires === undefined ? {} : { expires: readTime(expires, `${at}.expires`) }),
      ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    })
  }
  return [...keys.values()]
}

/** Throws ControlError 400 for keys that were generated for other sandboxes. */
const rejectOwned = (sandboxes: Sandboxes, sandbox: Sandbox, keys: readonly Key[]): void => {
  const violations = keys.flatMap(({ key }, index): readonly Violation[] => {
    const owner = sandboxes.ownerOf(key)
    if (!owner || owner === sandbox) return []
    const at = `body.keys[${index}].key`
    const message = `${at} is a key of the sandbox ${quote(owner.id)}; import the set without it`
    return [{ at, keyword: 'unique', message }]
  })
  rejectInvalid(violations)
}

/** Keys of the fixtures that the set does not have are removed from this sandbox. Generated keys are retained. */
const replaceKeys = (sandboxes: Sandboxes, sandbox: Sandbox, keys: readonly Key[]): void => {
  const given = new Set(keys.map(({ key }) => key))
  for (const { key } of sandbox.keys.ofFixtures() ?? []) if (!given.has(key)) sandbox.keys.remove(key)
  for (const key of keys) {
    if (sandbox.keys.ring.keys.has(key.key)) sandbox.keys.set(key)
    else sandboxes.assignKey(sandbox, key)
  }
}

/** New ids come after those of the records, whatever the set has. */
const countAll = (records: Iterable<StoredRecord>, sequence: Sequence): Sequence => {
  let counted = sequence
  for (const { id } of records) counted = countId(id, counted)
  return counted
}
