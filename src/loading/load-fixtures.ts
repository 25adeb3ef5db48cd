/**
 * Loads a fixture set: a folder with one file for each resource, keys.yaml and next-ids.json. Every file is validated, and
 * every problem is reported with its location.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join, resolve, sep } from 'node:path'
import type { Resource } from '../behaviours/records/resource.ts'
import { isDataFile } from '../contract/document/data-file.ts'
import { readInline } from '../contract/document/inline.ts'
import { findingAt, type Source } from '../contract/document/source.ts'
import { getString } from '../contract/values/json-object.ts'
import { nearestOf, suggest } from '../contract/values/nearest.ts'
import { type Finding, LoadError } from '../errors.ts'
import { packageFolder } from '../package-folder.ts'
import type { Key } from '../sandboxes/keys.ts'
import type { Sequence } from '../store/id-sequence.ts'
import type { StoredRecord } from '../store/store.ts'
import { readFixtureFile } from './fixture-file.ts'
import { keysName, nextIdsName, reservedNames } from './fixture-names.ts'
import { readKeys } from './read-keys.ts'
import { readNextIds } from './read-next-ids.ts'
import { type FixtureTarget, readRecords } from './read-records.ts'

/** The records of each resource, by its name: what a folder has in files. Also `keys`, and `next-ids`. */
export type InlineFixtures = Readonly<Record<string, readonly object[] | object>>

export interface FixtureSet {
  /** Undefined: the set is an object in code. */
  readonly folder: string | undefined
  /** By resource key. */
  readonly records: ReadonlyMap<string, readonly StoredRecord[]>
  /** Where generated ids continue, by resource key; absent: after the records. */
  readonly sequences: ReadonlyMap<string, Sequence>
  /** Undefined if the set has no keys.yaml; then any syntactically valid credential is accepted. */
  readonly keys: readonly Key[] | undefined
}

interface FixtureFile {
  /** `pets`, or `animal-store/pets`. */
  readonly name: string
  readonly file: string
}

/** One part of a set, and how to read it. */
interface FixturePart extends FixtureFile {
  readonly read: () => Promise<Source>
  /** What to add to a syntax error. */
  readonly hint: () => Promise<string>
}

/** Loads a set. Throws LoadError with every finding. */
export const loadFixtures = async (folder: string, target: FixtureTarget): Promise<FixtureSet> => {
  const files = await listFixtureFiles(folder)
  const parts = files.map(({ name, file }) => {
    const hint = async () => ((await isEmptyFile(file)) ? '; write [] for an empty list' : '')
    return { name, file, hint, read: () => readFixtureFile(file) }
  })
  return readSet(folder, parts, target)
}

/** The same for a set that code gives as an object. Throws LoadError with every finding. */
export const loadInlineFixtures = (values: InlineFixtures, target: FixtureTarget): Promise<FixtureSet> => {
  const parts = Object.entries(values).map(([name, value]) => {
    const file = `fixtures.${name}`
    return { name, file, read: async () => readInline({ name: file, value }), hint: async () => '' }
  })
  return readSet(undefined, parts, target)
}

const readSet = async (
  folder: string | undefined,
  parts: readonly FixturePart[],
  target: FixtureTarget,
): Promise<FixtureSet> => {
  const findings: Finding[] = []
  const records = new Map<string, readonly StoredRecord[]>()
  const owners = new Map<string, string>()
  let keys: readonly Key[] | undefined
  let sequences: FixtureSet['sequences'] = new Map()
  for (const part of parts) {
    const { name, file } = part
    const source = await tryToRead(part, findings)
    if (!source) continue
    const resource = reservedNames.has(name) ? undefined : findResource(target.resources, name)
    const owner = resource?.key ?? name
    // A resource can have the same name as keys.yaml or next-ids.json.
    const identity = resource ? `records of ${owner}` : owner
    const first = owners.get(identity)
    owners.set(identity, first ?? file)
    if (first !== undefined) findings.push(await secondFile(source, owner, first))
    else if (resource) records.set(resource.key, await readRecords(source, resource, target, findings))
    else if (name === keysName) keys = await readKeys(source, findings)
    else if (name === nextIdsName)
      sequences = await readNextIds(source, (resource) => findResource(target.resources, resource), findings)
    else findings.push(await unknownResource(source, name, target.resources))
  }
  if (findings.length > 0) throw new LoadError(findings)
  return { folder, records, sequences, keys }
}

/** A file that does not parse is a finding; the other files are still read. */
const tryToRead = async ({ read, hint }: FixturePart, findings: Finding[]): Promise<Source | undefined> => {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    const isSyntax = error.findings.some(({ code }) => code === 'syntax-error')
    const added = isSyntax ? await hint() : ''
    findings.push(...error.findings.map((finding) => ({ ...finding, message: finding.message + added })))
    return undefined
  }
}

/** Whether a file contains nothing but comments. */
const isEmptyFile = async (file: string): Promise<boolean> => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text?.split('\n').every((line) => /^\s*(#.*|---)?\s*$/.test(line)) ?? false
}

const secondFile = (source: Source, owner: string, first: string): Promise<Finding> =>
  findingAt(source, '', 'fixture-structure', `${owner} already has the file ${first}; delete one of the two`)

/** Whether a folder has a file for one of the resources, or nothing but keys.yaml, which works with any document. */
export const hasFixturesFor = async (folder: string, resources: readonly Resource[]): Promise<boolean> => {
  const names = (await listFixtureFiles(folder)).map(({ name }) => name)
  if (names.some((name) => findResource(resources, name) !== undefined)) return true
  return names.length > 0 && names.every((name) => reservedNames.has(name))
}

/** Whether a folder has keys.yaml or next-ids.json, and no records. */
export const hasOnlyKeys = async (folder: string): Promise<boolean> => {
  const files = await listFixtureFiles(folder)
  return files.length > 0 && files.every(({ name }) => reservedNames.has(name))
}

/** A hint about a file whose name is similar to a resource: `pet.yaml (did you mean pets?)`. */
export const findNearMiss = async (folder: string, resources: readonly Resource[]): Promise<string | undefined> => {
  const known = resources.map(({ key }) => key)
  for (const { name, file } of await listFixtureFiles(folder)) {
    const nearest = reservedNames.has(name) ? undefined : nearestOf(name, known)
    if (nearest !== undefined) return `${basename(file)} (did you mean ${nearest}?)`
  }
  return undefined
}

const findResource = (resources: readonly Resource[], name: string): Resource | undefined =>
  resources.find(({ key }) => key === name) ??
  resources.find((resource) => `${resource.document.name}/${resource.name}` === name)

/** A file with records of a resource, directly in the folder; undefined if it has none. */
export const findFixtureFile = async (folder: string, resources: readonly Resource[]): Promise<string | undefined> =>
  (await listFixtureFiles(folder)).find(({ name }) => !name.includes('/') && findResource(resources, name))?.file

/** Files in the folder and in its subfolders, one for each document. Throws LoadError if the folder does not exist. */
const listFixtureFiles = async (folder: string): Promise<readonly FixtureFile[]> => {
  const found: FixtureFile[] = []
  for (const entry of await readFolder(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      for (const inner of await readFolder(path))
        if (isDataFile(inner.name))
          found.push({ name: `${entry.name}/${stem(inner.name)}`, file: join(path, inner.name) })
    } else if (isDataFile(entry.name)) found.push({ name: stem(entry.name), file: path })
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1))
}

const stem = (name: string): string => basename(name, extname(name))

const readFolder = async (folder: string) => {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    throw new LoadError(
      [
        {
          code: 'fixtures-missing',
          file: folder,
          message: describeUnreadable(error),
        },
      ],
      { cause: error },
    )
  }
}

const describeUnreadable = (error: unknown): string => {
  const code = getString(error, 'code')
  if (code === 'ENOENT') return 'the fixture folder does not exist; --fixtures takes the name of a set or a folder'
  return `the fixture folder cannot be read (${code ?? String(error)}); change its permissions`
}

const unknownResource = async (source: Source, name: string, resources: readonly Resource[]): Promise<Finding> => {
  const known = resources.map(({ key }) => key)
  const has = `The documents have ${known.length === 0 ? 'no resources' : `the resources ${known.join(', ')}`}`
  const isBuiltIn = resolve(source.file).startsWith(join(packageFolder, 'fixtures', sep))
  const hint = isBuiltIn ? `The built-in fixture sets are for the sample API only. ${has}` : suggest(name, known, has)
  return findingAt(source, '', 'fixture-unknown-resource', `no resource is named "${name}". ${hint}`)
}
