/**
 * Fixture sets: one folder, one file a resource, keys.yaml beside them. Every record is held against its schema and
 * every mistake is reported with its place. Files are only ever read.
 */
import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { Resource } from '../behaviours/resource.ts'
import { getOwn, getString, isObject } from '../contract/is-object.ts'
import { parseJsonText, separateDigits, stringifyJson } from '../contract/json-text.ts'
import { nearestOf } from '../contract/nearest.ts'
import type { SchemaCompiler, Validator } from '../contract/schema-compiler.ts'
import { findingAt, readSource, type Source } from '../contract/source.ts'
import { describeErrors } from '../contract/violations.ts'
import { type Finding, LoadError } from '../errors.ts'
import type { Json, JsonObject } from '../ports.ts'
import type { RecordId, StoredRecord } from '../store/store.ts'
import type { Key } from './keys.ts'

export interface FixtureSet {
  readonly folder: string
  /** By resource key. */
  readonly records: ReadonlyMap<string, readonly StoredRecord[]>
  /** Undefined where the set has no keys.yaml: then any well-formed credential is good. */
  readonly keys: readonly Key[] | undefined
}

export interface FixtureTarget {
  readonly resources: readonly Resource[]
  readonly compilerOf: (resource: Resource) => SchemaCompiler
  /** Epoch milliseconds; the instant at which the fixtures' lifecycles begin. */
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
  let keys: readonly Key[] | undefined
  for (const { name, file } of await listFixtureFiles(folder)) {
    const source = await readSource(file)
    if (name === 'keys') {
      keys = await readKeys(source, findings)
      continue
    }
    const resource = findResource(target.resources, name)
    if (resource) records.set(resource.key, await readRecords(source, resource, target, findings))
    else findings.push(await unknownResource(source, name, target.resources))
  }
  if (findings.length > 0) throw new LoadError(findings)
  return { folder, records, keys }
}

/** Whether a folder holds a file for one of the resources. */
export const hasFixturesFor = async (folder: string, resources: readonly Resource[]): Promise<boolean> =>
  (await listFixtureFiles(folder)).some(({ name }) => findResource(resources, name) !== undefined)

const findResource = (resources: readonly Resource[], name: string): Resource | undefined =>
  resources.find(({ key }) => key === name) ??
  resources.find((resource) => `${resource.document.name}/${resource.name}` === name)

/** Files of the set and of its folders, one a document. Throws LoadError where there is no such folder. */
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
          message: 'there is no such folder of fixtures; --fixtures takes the name of a set or a folder',
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
    ? `did you mean ${nearest}?`
    : `the documents have ${known.length === 0 ? 'no resource' : known.join(', ')}`
  return findingAt(source, '', 'fixture-unknown-resource', `"${name}" is no resource of the documents; ${hint}`)
}

const readRecords = async (
  source: Source,
  resource: Resource,
  { compilerOf, now }: FixtureTarget,
  findings: Finding[],
): Promise<readonly StoredRecord[]> => {
  const data = await readExact(source)
  if (!Array.isArray(data)) {
    findings.push(
      await findingAt(
        source,
        '',
        'fixture-structure',
        `must be a list of records of ${resource.name}, is ${data === null ? 'empty' : typeof data}`,
      ),
    )
    return []
  }
  const validate = compilerOf(resource).compile(resource.schema, 'response')
  const seen = new Map<RecordId, number>()
  const records: StoredRecord[] = []
  for (const [index, item] of (data as readonly Json[]).entries()) {
    const problems = checkRecord(item, resource, validate, seen)
    for (const problem of problems)
      findings.push(await findingAt(source, `/${index}${problem.pointer}`, problem.code, problem.message))
    if (problems.length > 0 || !isObject(item)) continue
    const id = item[resource.idProperty] as RecordId
    seen.set(id, index)
    records.push({ id, value: item as JsonObject, json: stringifyJson(item as JsonObject), madeAt: now })
  }
  return records
}

interface Problem {
  readonly code: Finding['code']
  readonly pointer: string
  readonly message: string
}

const checkRecord = (
  item: Json,
  { name, idProperty }: Resource,
  validate: Validator,
  seen: ReadonlyMap<RecordId, number>,
): readonly Problem[] => {
  if (!isObject(item))
    return [
      {
        code: 'fixture-structure',
        pointer: '',
        message: `must be a record of ${name}, is ${item === null ? 'empty' : typeof item}`,
      },
    ]
  const value = separateDigits(item as JsonObject)
  const errors = validate(value)
  if (errors)
    return errors.flatMap((error) =>
      describeErrors([error], value, name).map(({ message }) => ({
        code: 'fixture-invalid' as const,
        pointer: error.instancePath,
        message,
      })),
    )
  const id = item[idProperty]
  if (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint')
    return [{ code: 'fixture-structure', pointer: '', message: `must have a ${idProperty}, which is its id` }]
  const first = seen.get(id)
  return first === undefined
    ? []
    : [
        {
          code: 'fixture-duplicate',
          pointer: `/${idProperty}`,
          message: `${idProperty} ${id} is taken by record ${first + 1} of this file; ids are unique`,
        },
      ]
}

/** The file's data with every digit of its integers. The fast parser has rounded them; a second look is only taken at files that hold long ones. */
const readExact = async (source: Source): Promise<unknown> => {
  if (!/\d{16}/.test(source.text)) return source.data
  if (source.file.endsWith('.json')) return parseJsonText(source.text).exact
  const { parse } = await import('yaml')
  return shrink(parse(source.text, { intAsBigInt: true }))
}

const shrink = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(shrink)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shrink(item)])) : value
}

const states: ReadonlySet<unknown> = new Set(['active', 'expired', 'revoked'])

const readKeys = async (source: Source, findings: Finding[]): Promise<readonly Key[]> => {
  if (!Array.isArray(source.data)) {
    findings.push(await findingAt(source, '', 'key-invalid', 'must be a list of keys: - key: …, state: active'))
    return []
  }
  const keys: Key[] = []
  for (const [index, item] of source.data.entries()) {
    const parsed = parseKey(item)
    if (typeof parsed === 'string') findings.push(await findingAt(source, `/${index}`, 'key-invalid', parsed))
    else keys.push(parsed)
  }
  return keys
}

/** A key, or what is wrong with it. */
const parseKey = (item: unknown): Key | string => {
  const user = getString(item, 'user')
  const key =
    getString(item, 'key') ?? (user === undefined ? undefined : `${user}:${getString(item, 'password') ?? ''}`)
  if (!key) return 'a key must have a key, a text (or user and password)'
  const state = getOwn(item, 'state') ?? 'active'
  if (!states.has(state)) return `state must be active, expired or revoked, is ${JSON.stringify(state)}`
  const expires = getOwn(item, 'expires')
  const at = typeof expires === 'string' ? Date.parse(expires) : undefined
  if (expires !== undefined && (at === undefined || Number.isNaN(at)))
    return `expires must be a time like 2030-12-05T00:00:00Z, is ${JSON.stringify(expires)}`
  return { key, state: state as Key['state'], ...(at === undefined ? {} : { expires: at }) }
}
