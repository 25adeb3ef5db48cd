/**
 * What is at the address of a single thing before anybody has changed it (/settings, /repos/{owner}/{repo}): an example
 * of the document, or what its schema requires, kept from the first request on.
 */

import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import { generateBody } from '../../contract/sample/generate-body.ts'
import { loadGenerator } from '../../contract/sample/generate-value.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { nodeAt, typesOf } from '../../contract/schema/schema-view.ts'
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { seedOf } from '../../contract/values/random.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { StoredRecord } from '../../store/store.ts'
import type { BehaviourContext } from '../behaviour.ts'
import { createSchemaTest, findRecordPlace } from '../infer/find-record.ts'
import { type IdHints, inferId } from '../infer/infer-id.ts'
import { chooseSuccess } from '../infer/operation-schemas.ts'
import type { ReadScope } from '../infer/path-shape.ts'
import { putAt, storeIdOf, toRecordId } from '../records/record-id.ts'
import type { Resource } from '../records/resource.ts'
import { singleId } from './item-address.ts'
import { createSeeded } from './seeded.ts'

export interface InitialSubject {
  readonly resource: Resource
  readonly compiler: SchemaCompiler
  readonly read: Operation
  readonly hints: IdHints
  readonly readScope: ReadScope
}

export const createInitial = (
  subject: InitialSubject,
): ((input: Input, world: BehaviourContext) => Promise<StoredRecord | undefined>) => {
  const { resource, readScope } = subject
  const valueFor = createSeeded((seed: number) => makeInitial(subject, seed))
  return async (input, { store, clock, seed }) => {
    const value = await valueFor(seed)
    if (!value) return undefined
    const scope = readScope(input)
    const own = withAddress(subject, value, scope)
    const draft = { value: own, json: stringifyJson(own), madeAt: clock(), ...(scope === undefined ? {} : { scope }) }
    const id = storeIdOf(scope, singleId)
    return (await store.insert(resource.key, { kind: 'given', id }, () => draft)) ?? store.get(resource.key, id)
  }
}

const makeInitial = async (
  { resource, compiler, read, hints }: InitialSubject,
  seed: number,
): Promise<JsonObject | undefined> => {
  const { document, schema } = resource
  const { files, dialect } = document
  const { media } = chooseSuccess(document, read, 'read')
  const place = media?.schema && findRecordPlace(document, media.schema, hints, createSchemaTest(document, [schema]))
  const made = media
    ? await generateBody({ operation: read, compiler, media, seed: seedOf(seed, read.id), dynamic: false })
    : undefined
  let found: Json | undefined = made?.kind === 'generated' ? made.value : undefined
  for (const name of place?.path ?? []) found = getOwn(found, name)
  const generate = await loadGenerator({ files, dialect, compiler }, schema)
  const options = { mode: 'minimal', seed: seedOf(seed, resource.key) } as const
  const empty = isJsonObject(found) ? undefined : generate({ ...options, given: {}, validate: false })
  const given = isJsonObject(found) ? found : empty?.kind === 'generated' ? empty.value : undefined
  const initial = given && generate({ ...options, given })
  return initial?.kind === 'generated' ? initial.value : undefined
}

/** With what the address says of it: its parents and its own name. */
const withAddress = ({ resource, hints }: InitialSubject, value: JsonObject, scope: string | undefined): JsonObject => {
  const parts = scope?.split('/').map(decodeURIComponent) ?? []
  const owned = resource.parentProperties.reduce((record, { path, index, kind }) => {
    const part = toRecordId({ idKind: kind }, parts[index])
    return part === undefined ? record : putAt(record, path, part)
  }, value)
  const path = hints.parameter === undefined ? undefined : inferId(resource.document, resource.schema, hints).path
  const node = path && nodeAt(resource.document.files, resource.schema, path)
  const types = node ? typesOf(resource.document.files, node) : new Set<string>()
  const id = toRecordId({ idKind: types.has('integer') ? 'integer' : 'string' }, parts.at(-1))
  return path && id !== undefined ? putAt(owned, path, id) : owned
}
