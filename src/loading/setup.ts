/**
 * Everything that comes from files, loaded and checked together: documents, fixtures, scenarios. Immutable; when a file
 * changes another one is made beside it and takes its place.
 */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { generateAll } from '../behaviours/records/generate-all.ts'
import { scopeOf } from '../behaviours/records/scope-of.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import { suggest } from '../contract/values/nearest.ts'
import { type Finding, LoadError, UsageError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { Key, KeyRing } from '../sandboxes/keys.ts'
import type { SandboxSetup } from '../sandboxes/sandbox-state.ts'
import type { ScenarioTargets } from '../scenarios/check-scenario.ts'
import { loadScenarios } from '../scenarios/load-scenarios.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { createEmbeddedStore, type EmbeddedStore } from '../store/embedded-store.ts'
import type { StoredRecord } from '../store/store.ts'
import { type FixtureSet, findNearMiss, hasFixturesFor, loadFixtures } from './load-fixtures.ts'
import { defaultFixtures, locateDocuments, locateFixtures, locateScenarios } from './locate-files.ts'
import { loadService, operationsOf, type Service } from './service.ts'
import type { Watched } from './watch.ts'

export interface SetupOptions {
  readonly documents: readonly string[]
  /** Where all documents are served, whatever their servers are; `/` for the root. */
  readonly basePath?: string | undefined
  readonly fixtures: string | undefined
  /** Folder of the user's scenarios; default ./scenarios. */
  readonly scenarios: string | undefined
  /** Names of scenarios that are on from the start. */
  readonly active: readonly string[]
  readonly keys: readonly string[]
  readonly anyKey: boolean
  /** Records to make up for each resource of the first set that has no fixtures. */
  readonly generate: number
  readonly seed: number
  readonly folder: string
  readonly now: Clock
}

export interface Setup extends SandboxSetup {
  /** Names of the fixture sets that were loaded beside the first. */
  readonly openSets: () => readonly string[]
  readonly service: Service
  /** Folder of the fixture set that sandboxes start with. */
  readonly fixtures: string | undefined
  readonly notes: readonly string[]
  /** What was found and keeps nothing from running. */
  readonly warnings: readonly Finding[]
  /** What a change of matters. */
  readonly watched: Watched
}

/** Throws LoadError with the findings of all files, UsageError for a scenario or set that is not there. */
export const loadSetup = async (options: SetupOptions, previous?: Setup): Promise<Setup> => {
  const collector = createCollector()
  const located = await collector.collect(() => locateDocuments(options.documents, options.folder))
  const folders = await locateScenarios(options.scenarios, options.folder, options.documents.length > 0)
  const service = located && (await collector.collect(() => loadService(located.files, options)))
  if (!service) {
    // Without documents there is nothing to hold scenarios against, but their own structure can be judged.
    const loaded = await collector.collect(() => loadScenarios(folders, undefined))
    throw new LoadError([...collector.findings, ...(loaded?.findings ?? [])])
  }
  const fixtures = await loadFixtureSets(service, options, located.shipped, collector)
  const loaded = await collector.collect(() => loadScenarios(folders, targetsOf(service, [...fixtures.sets.keys()])))
  const scenarios = loaded?.scenarios ?? new Map<string, Scenario>()
  const others = await fixtures.load(new Set([...usedSets(scenarios), ...(previous?.openSets() ?? [])]))
  const findings = [...collector.findings, ...(loaded?.findings ?? [])]
  if (findings.length > 0) throw new LoadError([...findings, ...service.warnings])
  for (const name of options.active) {
    if (!scenarios.has(name))
      throw new UsageError(`--scenario: there is no scenario "${name}"; ${suggest(name, [...scenarios.keys()])}`)
  }
  const first = await createBase(service, fixtures.first, await generateMissing(service, fixtures.first, options))
  const bases = new Map<string | undefined, EmbeddedStore>([['none', await createBase(service, undefined)]])
  const firstKeys = makeKeyRing(fixtures.first?.keys, options)
  const rings = new Map<string | undefined, KeyRing>()
  const addSet = async (name: string, set: FixtureSet): Promise<void> => {
    bases.set(name, await createBase(service, set))
    rings.set(name, makeKeyRing(set.keys, options))
  }
  for (const [name, set] of others) await addSet(name, set)
  return {
    generation: previous ? previous.generation + 1 : 0,
    service,
    scenarios,
    baseOf: (name) => bases.get(name) ?? first,
    keysOf: (name) => rings.get(name) ?? firstKeys,
    openSets: () => [...rings.keys()].flatMap((name) => name ?? []),
    openSet: async (name) => {
      if (bases.has(name)) return true
      const set = await fixtures.loadSet(name)
      if (set) await addSet(name, set)
      return set !== undefined
    },
    fixtures: fixtures.first?.folder,
    notes: fixtures.notes,
    warnings: service.warnings,
    watched: watchedOf(
      service,
      [...(fixtures.first ? [fixtures.first.folder] : []), ...[...others.values()].map(({ folder }) => folder)],
      folders.own,
    ),
  }
}

interface Collector {
  readonly findings: readonly Finding[]
  /** The value, or undefined where loading ended in findings. */
  readonly collect: <Value>(load: () => Promise<Value>) => Promise<Value | undefined>
}

/** Gathers the findings of several files, so that all of them are told at once. */
const createCollector = (): Collector => {
  const findings: Finding[] = []
  return {
    findings,
    collect: async (load) => {
      try {
        return await load()
      } catch (error) {
        if (!(error instanceof LoadError)) throw error
        findings.push(...error.findings)
        return undefined
      }
    },
  }
}

interface FixtureSets {
  /** The set that sandboxes start with. */
  readonly first: FixtureSet | undefined
  readonly notes: readonly string[]
  /** Folders by name. */
  readonly sets: ReadonlyMap<string, string>
  readonly load: (names: ReadonlySet<string>) => Promise<ReadonlyMap<string, FixtureSet>>
  /** One by its name; undefined where there is none. Rejects with LoadError. */
  readonly loadSet: (name: string) => Promise<FixtureSet | undefined>
}

const loadFixtureSets = async (
  service: Service,
  options: SetupOptions,
  shipped: boolean,
  { collect }: Collector,
): Promise<FixtureSets> => {
  const target = {
    resources: service.resources,
    compilerOf: (resource: Service['resources'][number]) => service.of(resource.document).compiler,
    now: options.now(),
  }
  const { folder, notes } = await chooseFixtures(service, options, shipped)
  const first = folder === undefined ? undefined : await collect(() => loadFixtures(folder, target))
  const sets = await listSets(folder, options.folder)
  const load = async (names: ReadonlySet<string>): Promise<ReadonlyMap<string, FixtureSet>> => {
    const loaded = new Map<string, FixtureSet>()
    for (const name of names) {
      const path = sets.get(name)
      const set = path === undefined ? undefined : await collect(() => loadFixtures(path, target))
      if (set) loaded.set(name, set)
    }
    return loaded
  }
  const loadSet = async (name: string): Promise<FixtureSet | undefined> => {
    const path = sets.get(name)
    return path === undefined ? undefined : loadFixtures(path, target)
  }
  return { first, notes, sets, load, loadSet }
}

interface ChosenFixtures {
  readonly folder: string | undefined
  readonly notes: readonly string[]
}

/** The set that was asked for, else the first default one that fits the documents. */
const chooseFixtures = async (
  service: Service,
  { fixtures, folder }: SetupOptions,
  shipped: boolean,
): Promise<ChosenFixtures> => {
  if (fixtures !== undefined) return { folder: await locateFixtures(fixtures, folder), notes: [] }
  const notes: string[] = []
  for (const candidate of await defaultFixtures(folder, shipped)) {
    if (await hasFixturesFor(candidate, service.resources)) return { folder: candidate, notes }
    const nearMiss = await findNearMiss(candidate, service.resources)
    const hint = nearMiss === undefined ? '' : `; ${nearMiss}`
    notes.push(`${candidate} is left alone: it has no file for a resource of these documents${hint}`)
  }
  return { folder: undefined, notes }
}

/** Fixture sets by name: the folders beside the chosen one, and those of ./fixtures. */
const listSets = async (chosen: string | undefined, folder: string): Promise<ReadonlyMap<string, string>> => {
  const sets = new Map<string, string>()
  for (const parent of [join(folder, 'fixtures'), ...(chosen === undefined ? [] : [dirname(chosen)])]) {
    for (const name of await foldersIn(parent)) sets.set(name, join(parent, name))
  }
  if (chosen !== undefined) sets.set(basename(chosen), chosen)
  return sets
}

const foldersIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  } catch {
    return []
  }
}

const targetsOf = (service: Service, fixtureSets: readonly string[]): ScenarioTargets => ({
  operations: operationsOf(service),
  compilerOf: (operation) => service.of(operation.document).compiler,
  lifecycles: service.resources.flatMap(({ lifecycles }) => lifecycles.flatMap(({ names }) => names)),
  fixtureSets,
})

const usedSets = (scenarios: ReadonlyMap<string, Scenario>): ReadonlySet<string> =>
  new Set(
    [...scenarios.values()].flatMap(({ steps }) =>
      steps.flatMap(({ records }) => (records === undefined || records === 'none' ? [] : [records])),
    ),
  )

type Records = ReadonlyMap<string, readonly StoredRecord[]>

const createBase = (service: Service, set: FixtureSet | undefined, made?: Records): Promise<EmbeddedStore> =>
  createEmbeddedStore(
    service.resources.map(({ key, filterable, unique = [] }) => ({ name: key, filterable, unique })),
    Object.fromEntries(service.resources.map(({ key }) => [key, set?.records.get(key) ?? made?.get(key) ?? []])),
  )

/** Made-up records for resources that the set has no file for, by resource key. */
const generateMissing = async (
  service: Service,
  set: FixtureSet | undefined,
  { generate, seed, now }: SetupOptions,
): Promise<Records> => {
  const madeAt = now()
  const made = new Map<string, readonly StoredRecord[]>()
  if (generate === 0) return made
  const { resources, owners } = service
  const generated = await generateAll({
    resources,
    owners,
    compilerOf: (resource) => service.of(resource.document).compiler,
    known: ({ key }) => set?.records.get(key),
    count: generate,
    seed,
  })
  for (const [resource, records] of generated)
    made.set(
      resource.key,
      records.map(({ id, value }) => {
        const record = { id, value, json: stringifyJson(value), madeAt }
        // What is below no resource is below whatever an address names.
        const scope = owners.has(resource) ? scopeOf(resource, value) : undefined
        return scope === undefined ? record : { ...record, scope }
      }),
    )
  return made
}

const makeKeyRing = (fixtureKeys: readonly Key[] | undefined, { keys, anyKey }: SetupOptions): KeyRing => {
  const added = keys.map((key): Key => ({ key, state: 'active' }))
  for (const { key } of added)
    if (/\s/.test(key)) throw new UsageError(`--key must hold no white space, got ${JSON.stringify(key)}`)
  const any = anyKey || (fixtureKeys === undefined && added.length === 0)
  return { any, keys: new Map([...(fixtureKeys ?? []), ...added].map((key) => [key.key, key])) }
}

/** Folders of documents are watched whole: an overlay may come to be. */
const watchedOf = (service: Service, fixtures: readonly string[], scenarios: string | undefined): Watched => {
  const files = new Set(service.documents.flatMap(({ document }) => [...document.files.keys()]))
  const folders = [
    ...[...files].map((file) => dirname(file)),
    ...fixtures,
    ...(scenarios === undefined ? [] : [scenarios]),
  ]
  return {
    paths: [...new Set(folders)],
    matters: (path) => /\.(ya?ml|json)$/i.test(path) || files.has(resolve(path)),
  }
}
