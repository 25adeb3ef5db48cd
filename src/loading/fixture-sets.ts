/**
 * Fixture sets: chooses the set that sandboxes start with, and finds the sets that scenarios and sandboxes can name.
 */
import { basename, dirname, join } from 'node:path'
import type { Clock } from '../ports.ts'
import type { Collector } from './collect-findings.ts'
import {
  type FixtureSet,
  findFixtureFile,
  findNearMiss,
  hasFixturesFor,
  hasOnlyKeys,
  type InlineFixtures,
  loadFixtures,
  loadInlineFixtures,
} from './load-fixtures.ts'
import { defaultFixtures, foldersIn, isFolder, locateFixtures } from './locate-files.ts'
import type { Service } from './service.ts'

interface FixtureOptions {
  /** Name or folder of a set, or the set itself; undefined: the default set. */
  readonly fixtures: string | InlineFixtures | undefined
  /** The current folder. */
  readonly folder: string
  readonly now: Clock
}

export interface FixtureSets {
  /** The default set of new sandboxes. */
  readonly first: FixtureSet | undefined
  readonly notes: readonly string[]
  /** Folders by set name. */
  readonly sets: ReadonlyMap<string, string>
  readonly load: (names: ReadonlySet<string>) => Promise<ReadonlyMap<string, FixtureSet>>
  /** Loads a set by name; undefined if it does not exist. Rejects with LoadError. */
  readonly loadSet: (name: string) => Promise<FixtureSet | undefined>
}

/** For a server without records. */
export const noFixtureSets: FixtureSets = {
  first: undefined,
  notes: [],
  sets: new Map(),
  load: async () => new Map(),
  loadSet: async () => undefined,
}

/** Loads the default set and finds the others. */
export const loadFixtureSets = async (
  service: Service,
  options: FixtureOptions,
  shipped: boolean,
  { collect }: Collector,
): Promise<FixtureSets> => {
  const target = {
    resources: service.resources,
    compilerOf: (resource: Service['resources'][number]) => service.of(resource.document).compiler,
    now: options.now(),
  }
  const { fixtures } = options
  const { folder, notes, recordsFrom } = await chooseFixtures(service, options, shipped)
  const loadFolder = async (path: string): Promise<FixtureSet> => {
    const set = await loadFixtures(path, target)
    return path === folder && recordsFrom !== undefined ? addRecords(set, await loadFixtures(recordsFrom, target)) : set
  }
  const first = await collect(async () => {
    if (typeof fixtures === 'object') return loadInlineFixtures(fixtures, target)
    return folder === undefined ? undefined : loadFolder(folder)
  })
  const sets = await listSets(folder, options.folder)
  const load = async (names: ReadonlySet<string>): Promise<ReadonlyMap<string, FixtureSet>> => {
    const loaded = new Map<string, FixtureSet>()
    for (const name of names) {
      const path = sets.get(name)
      const set = path === undefined ? undefined : await collect(() => loadFolder(path))
      if (set) loaded.set(name, set)
    }
    return loaded
  }
  const loadSet = async (name: string): Promise<FixtureSet | undefined> => {
    const path = sets.get(name)
    return path === undefined ? undefined : loadFolder(path)
  }
  return { first, notes, sets, load, loadSet }
}

/** Own keys with the records of another set. */
const addRecords = (own: FixtureSet, { records, sequences, keys }: FixtureSet): FixtureSet => ({
  folder: own.folder,
  records,
  sequences: new Map([...sequences, ...own.sequences]),
  keys: own.keys ?? keys,
})

interface ChosenFixtures {
  readonly folder: string | undefined
  /** The set that the records come from, if the folder has only keys. */
  readonly recordsFrom?: string
  readonly notes: readonly string[]
}

/** The set named by --fixtures, otherwise the first default set that has files for the documents. */
const chooseFixtures = async (
  service: Service,
  { fixtures, folder }: FixtureOptions,
  shipped: boolean,
): Promise<ChosenFixtures> => {
  if (typeof fixtures === 'object') return { folder: undefined, notes: [] }
  if (fixtures !== undefined) return { folder: await locateFixtures(fixtures, folder), notes: [] }
  const notes: string[] = []
  const candidates = await defaultFixtures(folder, shipped)
  for (const [index, candidate] of candidates.entries()) {
    if (await hasFixturesFor(candidate, service.resources)) {
      const next = candidates[index + 1]
      if (next === undefined || !(await hasOnlyKeys(candidate))) return { folder: candidate, notes }
      return { folder: candidate, notes: [...notes, describeKeysOnly(candidate)], recordsFrom: next }
    }
    const nearMiss = await findNearMiss(candidate, service.resources)
    const hint = nearMiss === undefined ? '' : `; ${nearMiss}`
    notes.push(`${candidate} is ignored: it has no file for a resource of these documents${hint}`)
  }
  const loose = await findLooseFile(folder, service)
  if (loose !== undefined) notes.push(loose)
  return { folder: undefined, notes }
}

/** A file in ./fixtures itself looks as if it were used. */
const findLooseFile = async (folder: string, { resources }: Service): Promise<string | undefined> => {
  const own = join(folder, 'fixtures')
  const file = (await isFolder(own)) ? await findFixtureFile(own, resources) : undefined
  return file && `${file} is ignored: a fixture set is a folder. Move the file to ${join(own, 'default')}`
}

const describeKeysOnly = (folder: string): string =>
  `${folder} has no records, only keys: the records are those of the built-in example`

/** Fixture sets by name: the folders in ./fixtures and those next to the chosen set. */
const listSets = async (chosen: string | undefined, folder: string): Promise<ReadonlyMap<string, string>> => {
  const sets = new Map<string, string>()
  for (const parent of [join(folder, 'fixtures'), ...(chosen === undefined ? [] : [dirname(chosen)])]) {
    for (const name of await foldersIn(parent)) sets.set(name, join(parent, name))
  }
  if (chosen !== undefined) sets.set(basename(chosen), chosen)
  return sets
}
