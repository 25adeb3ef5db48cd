/**
 * The store that new sandboxes start from: the records of a fixture set and generated records.
 */
import { createHash } from 'node:crypto'
import { createLookup } from '../behaviours/operations/deps.ts'
import { findIdAddresses } from '../behaviours/operations/id-addresses.ts'
import { createRecordSource } from '../behaviours/records/generate-all.ts'
import type { GeneratedRecord } from '../behaviours/records/generate-records.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import { scopeOf } from '../behaviours/records/scope-of.ts'
import { loadFaker } from '../contract/sample/generate-random.ts'
import { SchemaCompileError } from '../contract/schema/schema-compiler.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import { memoize } from '../contract/values/memoize.ts'
import type { Clock } from '../ports.ts'
import { createEmbeddedStore, type EmbeddedStore } from '../store/embedded-store.ts'
import type { LaterRecords } from '../store/seed.ts'
import type { StoredRecord } from '../store/store.ts'
import type { FixtureSet } from './load-fixtures.ts'
import { findRecordExamples } from './record-examples.ts'
import type { Service } from './service.ts'

interface GenerateOptions {
  /** Number of records for each resource without fixtures. */
  readonly generate: number
  readonly seed: number
  readonly now: Clock
}

/** The store that sandboxes with this fixture set start from. */
export const createBase = (service: Service, set: FixtureSet | undefined, generated?: LaterRecords): EmbeddedStore =>
  createEmbeddedStore(
    service.resources.map(({ key, filterable, unique = [] }) => ({ name: key, filterable, unique })),
    Object.fromEntries(service.resources.map(({ key }) => [key, set?.records.get(key) ?? []])),
    set?.sequences,
    generated,
  )

/** Generated records for resources that have no file in the set. Undefined: none are to be generated. */
export const generateMissing = async (
  service: Service,
  set: FixtureSet | undefined,
  { generate, seed, now }: GenerateOptions,
): Promise<LaterRecords | undefined> => {
  if (generate === 0) return undefined
  const madeAt = now()
  const { resources, owners, linksOf, decisions } = service
  const lookups = new Map(
    service.documents.map(({ document, entries }) => [
      document,
      createLookup(
        entries.flatMap(({ operations }) => [...operations.values()]),
        [],
      ),
    ]),
  )
  const source = createRecordSource({
    faker: await loadFaker(),
    resources,
    owners,
    linksOf,
    compilerOf: (resource) => service.of(resource.document).compiler,
    known: ({ key }) => set?.records.get(key),
    count: generate,
    seed,
    withoutIds: true,
    addressesOf: (resource) => {
      const lookup = lookups.get(resource.document)
      return lookup ? findIdAddresses(resource, decisions.values(), lookup) : []
    },
    examplesOf: (resource) => findRecordExamples(resource, decisions.values(), generate),
  })
  const byKey = new Map(resources.map((resource) => [resource.key, resource]))
  return {
    find: (key) => {
      const resource = byKey.get(key)
      if (!resource || resource.form === 'single' || set?.records.has(key)) return undefined
      // A resource without a parent resource has no scope: its records appear under every parent in a path.
      const isOwned = owners.has(resource)
      const toStored = memoize((record: GeneratedRecord) => store(record, resource, isOwned, madeAt))
      return {
        predicted: () => {
          const predicted = unlessUnusable(() => source.predict(resource))
          return isOwned ? predicted : predicted?.map(({ id }) => ({ id, scope: undefined }))
        },
        find: (id) => {
          const record = unlessUnusable(() => source.findRecord(resource, id))
          return record && toStored(record)
        },
        serials: () => unlessUnusable(() => source.serialsOf(resource)) ?? 0,
        generate: () => (unlessUnusable(() => source.recordsOf(resource)) ?? []).map(toStored),
      }
    },
    digest: () => describeInput(service, generate, seed),
  }
}

/** Operations of a resource whose schema cannot be compiled report it when they are called. */
const unlessUnusable = <Value>(compute: () => Value): Value | undefined => {
  try {
    return compute()
  } catch (error) {
    if (error instanceof SchemaCompileError) return undefined
    throw error
  }
}

const store = ({ id, value }: GeneratedRecord, resource: Resource, isOwned: boolean, madeAt: number): StoredRecord => {
  const record = { id, value, json: stringifyJson(value), madeAt }
  const scope = isOwned ? scopeOf(resource, value) : undefined
  return scope === undefined ? record : { ...record, scope }
}

/** What generated records depend on. It is known without generating them. */
const describeInput = ({ documents }: Service, count: number, seed: number): string => {
  const hash = createHash('sha256').update(`generated ${count} ${seed}\n`)
  for (const { document } of documents)
    for (const content of document.files.values()) hash.update(stringifyJson(content)).update('\n')
  return hash.digest('hex')
}
