/**
 * The store that new sandboxes start from: the records of a fixture set and generated records.
 */
import { generateAll } from '../behaviours/records/generate-all.ts'
import { scopeOf } from '../behaviours/records/scope-of.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import type { Clock } from '../ports.ts'
import { createEmbeddedStore, type EmbeddedStore } from '../store/embedded-store.ts'
import type { StoredRecord } from '../store/store.ts'
import type { FixtureSet } from './load-fixtures.ts'
import type { Service } from './service.ts'

interface GenerateOptions {
  /** Number of records for each resource without fixtures. */
  readonly generate: number
  readonly seed: number
  readonly now: Clock
}

export type RecordsByResource = ReadonlyMap<string, readonly StoredRecord[]>

/** The store that sandboxes with this fixture set start from. */
export const createBase = (
  service: Service,
  set: FixtureSet | undefined,
  generated?: RecordsByResource,
): EmbeddedStore =>
  createEmbeddedStore(
    service.resources.map(({ key, filterable, unique = [] }) => ({ name: key, filterable, unique })),
    Object.fromEntries(service.resources.map(({ key }) => [key, set?.records.get(key) ?? generated?.get(key) ?? []])),
    set?.sequences,
  )

/** Generated records for resources that have no file in the set, by resource key. */
export const generateMissing = async (
  service: Service,
  set: FixtureSet | undefined,
  { generate, seed, now }: GenerateOptions,
): Promise<RecordsByResource> => {
  const madeAt = now()
  const records = new Map<string, readonly StoredRecord[]>()
  if (generate === 0) return records
  const { resources, owners } = service
  const generated = await generateAll({
    resources,
    owners,
    compilerOf: (resource) => service.of(resource.document).compiler,
    known: ({ key }) => set?.records.get(key),
    count: generate,
    seed,
  })
  for (const [resource, drafts] of generated)
    records.set(
      resource.key,
      drafts.map(({ id, value }) => {
        const record = { id, value, json: stringifyJson(value), madeAt }
        // A resource without a parent resource has no scope: its records appear under every parent in a path.
        const scope = owners.has(resource) ? scopeOf(resource, value) : undefined
        return scope === undefined ? record : { ...record, scope }
      }),
    )
  return records
}
