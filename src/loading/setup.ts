/**
 * The setup: documents, fixtures and scenarios, loaded and validated together. Immutable; a reload creates a new one, which
 * replaces it if it has no findings.
 */
import { join, resolve } from 'node:path'
import { type DocumentPlace, localNameOf } from '../contract/document/document.ts'
import type { InlineValue } from '../contract/document/inline.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { isAddress } from '../contract/values/address.ts'
import { suggest } from '../contract/values/nearest.ts'
import { type Finding, LoadError, UsageError } from '../errors.ts'
import type { Clock, ReadAddress } from '../ports.ts'
import type { Key, KeyRing } from '../sandboxes/keys.ts'
import type { SandboxSetup } from '../sandboxes/sandbox-state.ts'
import type { ScenarioTargets } from '../scenarios/check-scenario.ts'
import { loadScenarios } from '../scenarios/load-scenarios.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { operationsOfStep } from '../scenarios/step-operations.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import { createBase, generateMissing } from './base-store.ts'
import { createCollector } from './collect-findings.ts'
import { applyDrafts, type Draft, type ScenarioPlaces } from './drafts.ts'
import { loadFixtureSets, noFixtureSets } from './fixture-sets.ts'
import type { FixtureSet, InlineFixtures } from './load-fixtures.ts'
import { locateDocuments, locateScenarios } from './locate-files.ts'
import { loadService, operationsOf, type Service } from './service.ts'
import { createWatched, type Watched } from './watched.ts'

export interface SetupOptions {
  readonly documents: readonly DocumentPlace[]
  /** Serve all documents at this path and ignore their servers; `/` for the root. */
  readonly basePath?: string | undefined
  /** Serve no records: no resources are inferred, and no fixtures loaded. */
  readonly stateless?: boolean | undefined
  readonly fixtures: string | InlineFixtures | undefined
  /** Folder of the user's scenarios, or the scenarios. Default: ./scenarios. */
  readonly scenarios: string | readonly InlineValue[] | undefined
  /** Names of the scenarios to switch on. */
  readonly active: readonly string[]
  readonly keys: readonly string[]
  readonly anyKey: boolean
  /** Number of records to generate for each resource without fixtures in the default set. */
  readonly generate: number
  /** The same if the default set has no records or does not exist. Default: `generate`. */
  readonly generateWithoutFixtures?: number
  readonly seed: number
  readonly folder: string
  readonly now: Clock
  /** Reads the documents of addresses. Default: they cannot be read. */
  readonly readAddress?: ReadAddress | undefined
}

export interface Setup extends SandboxSetup {
  /** Names of the fixture sets that were loaded in addition to the default set. */
  readonly openSets: () => readonly string[]
  readonly service: Service
  /** Whether the documents are the built-in ones. */
  readonly shipped: boolean
  /** Folder of the default fixture set; undefined also if that is an object. */
  readonly fixtures: string | undefined
  /** Number of records that are generated for each resource without fixtures. */
  readonly generated: number
  /** Names of the scenarios that are on in every new sandbox. */
  readonly active: readonly string[]
  readonly notes: readonly string[]
  /** Findings that do not prevent serving. */
  readonly warnings: readonly Finding[]
  /** Scenarios that were defined while the server runs, by name. They are not saved. */
  readonly drafts: ReadonlyMap<string, Draft>
  /** Where scenarios are, and what they can refer to. */
  readonly scenarioPlaces: ScenarioPlaces
  /** The files whose changes require a reload. A set that is opened later adds its files. */
  readonly watched: () => Watched
}

/** Throws LoadError with the findings of all files, UsageError for an unknown scenario or fixture set. */
export const loadSetup = async (options: SetupOptions, previous?: Setup): Promise<Setup> => {
  const loadedAt = Date.now()
  const collector = createCollector()
  const located = await collector.collect(() => locateDocuments(options.documents, options.folder))
  if (located) rejectVanished('spec', previous?.shipped === false && located.shipped, options)
  const folders = await locateScenarios(options.scenarios, options.folder, options.documents.length > 0)
  const service = located && (await collector.collect(() => loadService(located.files, options)))
  if (!service) {
    // Without documents only the structure of scenarios can be validated.
    const loaded = await collector.collect(() => loadScenarios(folders, undefined))
    throw new LoadError([...collector.findings, ...(loaded?.findings ?? [])])
  }
  const fixtures = options.stateless
    ? noFixtureSets
    : await loadFixtureSets(service, options, located.shipped, collector)
  const hadFixtures = previous?.fixtures !== undefined && collector.findings.length === 0
  rejectVanished('fixtures', hadFixtures && fixtures.first === undefined, options)
  const targets = targetsOf(service, [...fixtures.sets.keys()])
  const loaded = await collector.collect(() => loadScenarios(folders, targets))
  const scenarioPlaces = { ...folders, folder: folders.own ?? join(options.folder, 'scenarios'), targets }
  const drafted = await applyDrafts(loaded?.scenarios ?? new Map(), previous?.drafts ?? new Map(), scenarioPlaces)
  const { scenarios } = drafted
  const others = await fixtures.load(new Set([...usedSets(scenarios), ...(previous?.openSets() ?? [])]))
  const found = [...collector.findings, ...(loaded?.findings ?? []), ...drafted.findings]
  // A scenario about records has no effect without them.
  const isHarmless = ({ code }: Finding): boolean => options.stateless === true && code === 'scenario-mismatch'
  const warnings = [...service.warnings, ...found.filter(isHarmless)]
  if (!found.every(isHarmless)) throw new LoadError([...found, ...service.warnings])
  for (const name of options.active) {
    if (!scenarios.has(name))
      throw new UsageError(`--scenario: there is no scenario "${name}". ${suggest(name, [...scenarios.keys()])}`)
  }
  const active = options.active.length > 0 ? options.active : namesOfActive(scenarios)
  const hasFixtures = (fixtures.first?.records.size ?? 0) > 0
  const generate = hasFixtures ? options.generate : (options.generateWithoutFixtures ?? options.generate)
  const missing = await generateMissing(service, fixtures.first, { ...options, generate })
  const first = createBase(service, fixtures.first, missing)
  const bases = new Map<string | undefined, EmbeddedStore>([['none', createBase(service, undefined)]])
  const firstKeys = createKeyRing(fixtures.first?.keys, options)
  const rings = new Map<string | undefined, KeyRing>()
  const ownFolders = [fixtures.first?.folder, folders.own].filter((folder) => folder !== undefined)
  // One that was deleted may come back.
  const before = previous?.watched().trees.keys() ?? []
  const trees = new Map([...ownFolders.map((folder) => resolve(folder)), ...before].map((folder) => [folder, loadedAt]))
  const addSet = (name: string, set: FixtureSet, readAt: number): void => {
    if (set.folder !== undefined) trees.set(resolve(set.folder), readAt)
    bases.set(name, createBase(service, set))
    rings.set(name, createKeyRing(set.keys, options))
  }
  for (const [name, set] of others) addSet(name, set, loadedAt)
  let watched = createWatched({
    trees: new Map(trees),
    loadedAt,
    folders: located.folders.map((folder) => resolve(folder)),
    documents: located.files.flatMap((place) =>
      typeof place === 'string' ? [resolve(localNameOf(place, options.folder))] : [],
    ),
    files: service.documents.flatMap(({ document }) =>
      document.source.isInline ? [] : [...document.files.keys()].filter((file) => !isAddress(file)),
    ),
  })
  return {
    generation: previous ? previous.generation + 1 : 0,
    service,
    scenarios,
    baseOf: (name) => bases.get(name) ?? first,
    keysOf: (name) => rings.get(name) ?? firstKeys,
    openSets: () => [...rings.keys()].flatMap((name) => name ?? []),
    openSet: async (name) => {
      if (bases.has(name)) return true
      const readAt = Date.now()
      const set = await fixtures.loadSet(name)
      if (set) addSet(name, set, readAt)
      return set !== undefined
    },
    shipped: located.shipped,
    fixtures: fixtures.first?.folder,
    generated: generate,
    active,
    notes: [...fixtures.notes, ...noteInapplicable(active, scenarios, targets.operations)],
    warnings,
    drafts: drafted.drafts,
    scenarioPlaces,
    watched: () => {
      if (watched.trees.size < trees.size) watched = createWatched({ ...watched, trees: new Map(trees) })
      return watched
    },
  }
}

const namesOfActive = (scenarios: ReadonlyMap<string, Scenario>): readonly string[] =>
  [...scenarios.values()].filter(({ isActive }) => isActive).map(({ name }) => name)

/**
 * A note for the scenarios that are on but have no effect on any operation; none if all have. The others are not named: few
 * documents have all that the built-in ones need.
 */
const noteInapplicable = (
  active: readonly string[],
  scenarios: ReadonlyMap<string, Scenario>,
  operations: readonly Operation[],
): readonly string[] => {
  const inapplicable = active
    .flatMap((name) => scenarios.get(name) ?? [])
    .filter(
      ({ steps }) => operations.length > 0 && !steps.some((step) => operationsOfStep(step, operations).length > 0),
    )
  if (inapplicable.length === 0) return []
  const named = inapplicable.map(({ name, steps }) => {
    const statuses = [...new Set(steps.flatMap(({ respond }) => respond?.status ?? []))]
    return statuses.length === 0 ? name : `${name} (${statuses.join(', ')})`
  })
  const [scenario, has] = named.length === 1 ? ['scenario', 'has'] : ['scenarios', 'have']
  return [`the ${scenario} ${named.join(', ')} ${has} no effect: no operation documents the status`]
}

/**
 * Throws LoadError if what was served is no longer there: its folder was moved, as git does when it checks out another branch.
 * At a start something else would be served in its place.
 */
const rejectVanished = (name: string, isGone: boolean, { folder }: SetupOptions): void => {
  if (!isGone) return
  const message = 'what was served is no longer there; put it back, or restart Standin to serve without it'
  throw new LoadError([{ code: 'file-unreadable', file: join(folder, name), message }])
}

/** What scenarios can refer to. */
export const targetsOf = (service: Service, fixtureSets: readonly string[]): ScenarioTargets => ({
  operations: operationsOf(service),
  compilerOf: (operation) => service.of(operation.document).compiler,
  lifecycles: service.resources.flatMap(({ lifecycles }) => lifecycles.flatMap(({ names }) => names)),
  fixtureSets,
  sends: (operation) => service.webhooks.hasWebhooks || service.webhooks.hasCallbacks(operation),
})

const usedSets = (scenarios: ReadonlyMap<string, Scenario>): ReadonlySet<string> =>
  new Set(
    [...scenarios.values()].flatMap(({ steps }) =>
      steps.flatMap(({ records }) => (records === undefined || records === 'none' ? [] : [records])),
    ),
  )

const createKeyRing = (fixtureKeys: readonly Key[] | undefined, { keys, anyKey }: SetupOptions): KeyRing => {
  const added = keys.map((key): Key => ({ key, state: 'active' }))
  for (const { key } of added)
    if (/\s/.test(key)) throw new UsageError(`--key must not contain white space, got ${JSON.stringify(key)}`)
  const any = anyKey || (fixtureKeys === undefined && added.length === 0)
  return {
    any,
    keys: new Map([...(fixtureKeys ?? []), ...added].map((key) => [key.key, key])),
    ofFixtures: fixtureKeys?.map(({ key }) => key),
  }
}
