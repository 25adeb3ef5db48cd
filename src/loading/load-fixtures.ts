/**
 * Loads a fixture set: a folder with one file for each resource, and keys.yaml. Every record is validated against its
 * schema, and every problem is reported with its location.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { createMask } from '../behaviours/records/projection.ts'
import { readId, singleId } from '../behaviours/records/record-id.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import { scopeOf } from '../behaviours/records/scope-of.ts'
import { createUniqueTest, type Repeated } from '../behaviours/records/unique-test.ts'
import { findingAt, readExact, type Source } from '../contract/document/source.ts'
import type { SchemaCompiler } from '../contract/schema/schema-compiler.ts'
import type { Validator } from '../contract/schema/validator.ts'
import { describeErrors } from '../contract/schema/violations.ts'
import { getOwn, isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { separateDigits, stringifyJson } from '../contract/values/json-text.ts'
import { nearestOf } from '../contract/values/nearest.ts'
import { appendPointer } from '../contract/values/pointer.ts'
import { type Finding, LoadError } from '../errors.ts'
import type { Json } from '../ports.ts'
import type { Key } from '../sandboxes/keys.ts'
import type { RecordId, StoredRecord } from '../store/store.ts'
import { readFixtureFile } from './fixture-file.ts'
import { readKeys } from './read-keys.ts'

export interface FixtureSet {
  readonly folder: string
  /** By resource key. */
  readonly records: ReadonlyMap<string, readonly StoredRecord[]>
  /** Undefined if the set has no keys.yaml; then any syntactically valid credential is accepted. */
  readonly keys: readonly Key[] | undefined
}

export interface FixtureTarget {
  readonly resources: readonly Resource[]
  readonly compilerOf: (resource: Resource) => SchemaCompiler
  /** Epoch milliseconds; the lifecycles of the fixtures begin at this time. */
  readonly now: number
}

interface FixtureFile {
  /** `pets`, or `animal-store/pets`. */
  readonly name: string
  readonly file: string
}

/** Loads a set. Throws LoadError with every finding. */
export const loadFixtures = async (folder: string, target: FixtureTarget): Promise<FixtureSet> => {
  const findings: Finding[] = []
  const records = new Map<string, readonly StoredRecord[]>()
  const owners = new Map<string, string>()
  let keys: readonly Key[] | undefined
  for (const { name, file } of await listFixtureFiles(folder)) {
    const source = await tryToRead(file, findings)
    if (!source) continue
    const resource = name === keysName ? undefined : findResource(target.resources, name)
    const owner = resource?.key ?? name
    // A resource can have the same name as keys.yaml.
    const identity = resource ? `records of ${owner}` : owner
    const first = owners.get(identity)
    owners.set(identity, first ?? file)
    if (first !== undefined) findings.push(await secondFile(source, owner, first))
    else if (resource) records.set(resource.key, await readRecords(source, resource, target, findings))
    else if (name === keysName) keys = await readKeys(source, findings)
    else findings.push(await unknownResource(source, name, target.resources))
  }
  if (findings.length > 0) throw new LoadError(findings)
  return { folder, records, keys }
}

const keysName = 'keys'

/** A file that does not parse is a finding; the other files are still read. */
const tryToRead = async (file: string, findings: Finding[]): Promise<Source | undefined> => {
  try {
    return await readFixtureFile(file)
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    const hint = (await isEmptyFile(file)) ? '; write [] for an empty list' : ''
    findings.push(...error.findings.map((finding) => ({ ...finding, message: finding.message + hint })))
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
  return names.length > 0 && names.every((name) => name === keysName)
}

/** A hint about a file whose name is similar to a resource: `pet.yaml (did you mean pets?)`. */
export const findNearMiss = async (folder: string, resources: readonly Resource[]): Promise<string | undefined> => {
  const known = resources.map(({ key }) => key)
  for (const { name, file } of await listFixtureFiles(folder)) {
    const nearest = name === keysName ? undefined : nearestOf(name, known)
    if (nearest !== undefined) return `${basename(file)} (did you mean ${nearest}?)`
  }
  return undefined
}

const findResource = (resources: readonly Resource[], name: string): Resource | undefined =>
  resources.find(({ key }) => key === name) ??
  resources.find((resource) => `${resource.document.name}/${resource.name}` === name)

/** Files in the folder and in its subfolders, one for each document. Throws LoadError if the folder does not exist. */
const listFixtureFiles = async (folder: string): Promise<readonly FixtureFile[]> => {
  const found: FixtureFile[] = []
  for (const entry of await readFolder(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      for (const inner of await readFolder(path))
        if (isData(inner.name)) found.push({ name: `${entry.name}/${stem(inner.name)}`, file: join(path, inner.name) })
    } else if (isData(entry.name)) found.push({ name: stem(entry.name), file: path })
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1))
}

const isData = (name: string): boolean => /\.(ya?ml|json)$/.test(name)
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
          message: 'the fixture folder does not exist; --fixtures takes the name of a set or a folder',
        },
      ],
      { cause: error },
    )
  }
}

const unknownResource = async (source: Source, name: string, resources: readonly Resource[]): Promise<Finding> => {
  const known = resources.map(({ key }) => key)
  const nearest = nearestOf(name, known)
  const hint = nearest
    ? `Did you mean ${nearest}?`
    : `The documents have ${known.length === 0 ? 'no resources' : `the resources ${known.join(', ')}`}`
  return findingAt(source, '', 'fixture-unknown-resource', `no resource is named "${name}". ${hint}`)
}

const readRecords = async (
  source: Source,
  resource: Resource,
  { compilerOf, now }: FixtureTarget,
  findings: Finding[],
): Promise<readonly StoredRecord[]> => {
  const data = await readExact(source)
  if (!isJsonArray(data)) {
    findings.push(
      await findingAt(
        source,
        '',
        'fixture-structure',
        `must be a list of records of ${resource.name}, got ${data === null ? 'empty' : typeof data}`,
      ),
    )
    return []
  }
  const validate = compilerOf(resource).compile(resource.schema, 'response')
  const mask = createMask(resource)
  const seen = new Map<RecordId, number>()
  const findRepeated = createUniqueTest(resource)
  const records: StoredRecord[] = []
  for (const [index, item] of data.entries()) {
    const problems = checkRecord(item, resource, validate, seen)
    for (const problem of problems)
      findings.push(await findingAt(source, `/${index}${problem.pointer}`, problem.code, problem.message))
    if (problems.length > 0 || !isJsonObject(item)) continue
    const repeated = findRepeated(item, index)
    if (repeated) findings.push(await findingOfRepeated(source, index, repeated))
    const id = idOf(resource, item, index)
    seen.set(id, index)
    const value = mask ? mask(item) : item
    const scope = scopeOf(resource, value)
    records.push({ id, value, json: stringifyJson(value), madeAt: now, ...(scope === undefined ? {} : { scope }) })
  }
  return records
}

const findingOfRepeated = (source: Source, index: number, { property, first }: Repeated): Promise<Finding> =>
  findingAt(
    source,
    `/${index}${appendPointer('', property)}`,
    'fixture-duplicate',
    `${property} has the same value as in record ${first + 1} of this file; x-standin-unique requires unique values`,
  )

/** Records without an id property are numbered. */
const idOf = (resource: Resource, item: unknown, index: number): RecordId => {
  const { idPath, idKind, form, keyParts } = resource
  if (form === 'single') return singleId
  if (keyParts.length > 0) return readId(resource, item) ?? String(index + 1)
  if (idPath.length === 0) return idKind === 'integer' ? index + 1 : String(index + 1)
  return idPath.reduce<unknown>((held, part) => getOwn(held, part), item) as RecordId
}

interface Problem {
  readonly code: Finding['code']
  readonly pointer: string
  readonly message: string
}

const checkRecord = (
  item: Json,
  resource: Resource,
  validate: Validator,
  seen: ReadonlyMap<RecordId, number>,
): readonly Problem[] => {
  const { name, idProperty, idPath, keyParts } = resource
  if (!isJsonObject(item))
    return [
      {
        code: 'fixture-structure',
        pointer: '',
        message: `must be a record of ${name}, got ${item === null ? 'empty' : typeof item}`,
      },
    ]
  const value = separateDigits(item)
  const errors = validate(value)
  if (errors)
    return errors.flatMap((error) =>
      describeErrors([error], value, name).map(({ message }) => ({
        code: 'fixture-invalid' as const,
        pointer: error.instancePath,
        message,
      })),
    )
  const isKeyed = keyParts.length > 0
  const id = isKeyed ? readId(resource, item) : idPath.reduce<unknown>((held, part) => getOwn(held, part), item)
  if (idPath.length === 0 && !isKeyed) return []
  if (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint')
    return [{ code: 'fixture-structure', pointer: '', message: `must have ${idProperty}, which is its id` }]
  const first = seen.get(id)
  return first === undefined
    ? []
    : [
        {
          code: 'fixture-duplicate',
          pointer: isKeyed ? '' : `/${idProperty}`,
          message: `${idProperty} ${id} is already used by record ${first + 1} of this file; ids must be unique`,
        },
      ]
}
