/**
 * The first value of a single record (/settings, /repos/{owner}/{repo}): an example of the document or the properties that
 * its schema requires. It is stored on the first request.
 */
import type { Input } from '../../contract/operation/validate-request.ts'
import { generateBody } from '../../contract/sample/generate-body.ts'
import { loadGenerator } from '../../contract/sample/generate-value.ts'
import type { GeneratedValue } from '../../contract/sample/value-options.ts'
import { getPath, isJsonObject } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { seedOf } from '../../contract/values/random.ts'
import type { JsonObject } from '../../ports.ts'
import type { StoredRecord } from '../../store/store.ts'
import type { BehaviourContext } from '../behaviour.ts'
import type { InitialPlan } from '../plan/operation-plan.ts'
import { withParents } from '../records/generate-record.ts'
import { putAt, singleId, storeIdOf, toRecordId } from '../records/record-id.ts'
import type { Resource } from '../records/resource.ts'
import type { OperationDeps } from './deps.ts'
import type { ReadScope } from './path-values.ts'
import { onceForSeed } from './run-plan.ts'

export type InitialRecord = (input: Input, context: BehaviourContext) => Promise<StoredRecord | undefined>

interface InitialSubject {
  readonly plan: InitialPlan
  readonly resource: Resource
  readonly readScope: ReadScope
  readonly deps: OperationDeps
}

export const createInitialRecord = (subject: InitialSubject): InitialRecord => {
  const { resource, readScope } = subject
  const valueFor = onceForSeed((seed) => generateInitial(subject, seed))
  return async (input, { store, clock, seed }) => {
    const value = await valueFor(seed)
    if (!value) return undefined
    const scope = readScope(input)
    const own = withPathValues(subject, value, scope)
    const draft = { value: own, json: stringifyJson(own), madeAt: clock(), ...(scope === undefined ? {} : { scope }) }
    const id = storeIdOf(scope, singleId)
    return (await store.insert(resource.key, { kind: 'given', id }, () => draft)) ?? store.get(resource.key, id)
  }
}

const generateInitial = async (
  { plan: { read, media, path }, resource, deps: { compiler, findOperation } }: InitialSubject,
  seed: number,
): Promise<JsonObject | undefined> => {
  const { document, schema } = resource
  const { files, dialect } = document
  const operation = findOperation(read)
  const body = media
    ? await generateBody({ operation, compiler, media, seed: seedOf(seed, operation.id), dynamic: false })
    : undefined
  const example = getPath(body?.kind === 'generated' ? body.value : undefined, path)
  const generate = await loadGenerator({ files, dialect, compiler }, schema)
  const options = { mode: 'minimal', seed: seedOf(seed, resource.key) } as const
  const given = isJsonObject(example) ? example : valueIn(generate({ ...options, given: {}, validate: false }))
  return given && valueIn(generate({ ...options, given }))
}

const valueIn = (generated: GeneratedValue<JsonObject>): JsonObject | undefined =>
  generated.kind === 'generated' ? generated.value : undefined

/** The record with the properties that repeat its parents and its own last path parameter. */
const withPathValues = (
  { plan: { id }, resource: { parentProperties } }: InitialSubject,
  value: JsonObject,
  scope: string | undefined,
): JsonObject => {
  const owned = withParents(value, parentProperties, { scope })
  const last = scope?.split('/').map(decodeURIComponent).at(-1)
  const own = id && toRecordId({ idKind: id.kind }, last)
  return id && own !== undefined ? putAt(owned, id.path, own) : owned
}
