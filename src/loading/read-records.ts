/**
 * Reads the records of one resource from a fixture file, and validates each.
 */
import { createMask, type Projection } from '../behaviours/records/projection.ts'
import { type RecordFacts, readFacts, readFixtureId } from '../behaviours/records/record-facts.ts'
import { idAmong, singleId, storeIdOf } from '../behaviours/records/record-id.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import { scopeOf } from '../behaviours/records/scope-of.ts'
import { createUniqueTest, type Repeated } from '../behaviours/records/unique-test.ts'
import { findingAt, readExact, type Source } from '../contract/document/source.ts'
import type { SchemaCompiler } from '../contract/schema/schema-compiler.ts'
import type { Validator } from '../contract/schema/validator.ts'
import { describeErrors } from '../contract/schema/violations.ts'
import { isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { separateDigits, stringifyJson } from '../contract/values/json-text.ts'
import { appendPointer } from '../contract/values/pointer.ts'
import type { Finding } from '../errors.ts'
import type { Json, JsonObject } from '../ports.ts'
import type { RecordId, StoredRecord } from '../store/store.ts'

export interface FixtureTarget {
  readonly resources: readonly Resource[]
  readonly compilerOf: (resource: Resource) => SchemaCompiler
  /** Epoch milliseconds; the lifecycles of the fixtures begin at this time, unless a fixture has an age. */
  readonly now: number
}

/** Valid records; adds problems to the findings. */
export const readRecords = async (
  source: Source,
  resource: Resource,
  { compilerOf, now }: FixtureTarget,
  findings: Finding[],
): Promise<readonly StoredRecord[]> => {
  const data = await readExact(source)
  if (!isJsonArray(data)) {
    const got = data === null ? 'empty' : typeof data
    const message = `must be a list of records of ${resource.name}, got ${got}`
    findings.push(await findingAt(source, '', 'fixture-structure', message))
    return []
  }
  const reader: RecordReader = {
    resource,
    validate: compilerOf(resource).compile(resource.schema, 'response'),
    mask: createMask(resource),
    now,
    seen: new Map(),
  }
  const findRepeated = createUniqueTest(resource)
  const records: StoredRecord[] = []
  for (const [index, item] of data.entries()) {
    const { record, problems } = readRecord(item, index, reader)
    for (const problem of problems)
      findings.push(await findingAt(source, `/${index}${problem.pointer}`, problem.code, problem.message))
    if (!record) continue
    const repeated = findRepeated(record.value, index)
    if (repeated) findings.push(await findingOfRepeated(source, index, repeated))
    records.push(record)
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

interface RecordReader {
  readonly resource: Resource
  readonly validate: Validator
  readonly mask: Projection | undefined
  readonly now: number
  /** By the id in the store. */
  readonly seen: Map<RecordId, SeenRecord>
}

interface SeenRecord {
  readonly index: number
  readonly scope: string | undefined
}

interface Problem {
  readonly code: Finding['code']
  readonly pointer: string
  readonly message: string
}

interface RecordReading {
  /** Undefined if there are problems. */
  readonly record?: StoredRecord
  readonly problems: readonly Problem[]
}

const readRecord = (item: Json, index: number, reader: RecordReader): RecordReading => {
  const { resource, mask } = reader
  if (!isJsonObject(item))
    return rejected(`must be a record of ${resource.name}, got ${item === null ? 'empty' : typeof item}`)
  const read = readFacts(resource, item)
  if (read.kind === 'problem') return rejected(read.message, read.pointer)
  const { facts } = read
  const violations = facts.deleted ? [] : findViolations(read.value, reader)
  if (violations.length > 0) return { problems: violations }
  const ownId = idOf(resource, read.value, facts, index)
  if (ownId === undefined)
    return rejected(`must have the property ${resource.idProperty}: it is the id of a record of ${resource.name}`)
  const value = mask ? mask(read.value) : read.value
  const scope = facts.parent === undefined ? scopeOf(resource, value) : (facts.parent ?? undefined)
  // Without the fact, string ids are stored alone (see ownIdOf).
  const alone = typeof facts.parent === 'string' ? storeIdOf(facts.parent, ownId) : ownId
  const id = typeof alone === 'string' ? alone : idAmong(reader.seen, scope, alone)
  const repeated = findRepeatedId({ id, ownId, scope }, index, facts, reader)
  if (repeated) return { problems: [repeated] }
  const json = facts.deleted ? '' : stringifyJson(value)
  const record = { id, value, json, madeAt: reader.now - (facts.age ?? 0), ...(scope === undefined ? {} : { scope }) }
  return { record, problems: [] }
}

const rejected = (message: string, pointer = ''): RecordReading => ({
  problems: [{ code: 'fixture-structure', pointer, message }],
})

const findViolations = (item: JsonObject, { resource, validate }: RecordReader): readonly Problem[] => {
  const value = separateDigits(item)
  return (validate(value) ?? []).flatMap((error) =>
    describeErrors([error], value, resource.name).map(({ message }) => ({
      code: 'fixture-invalid' as const,
      pointer: error.instancePath,
      message,
    })),
  )
}

/** The id as the record shows it; records without an id are numbered. Undefined if the id has the wrong type. */
const idOf = (resource: Resource, value: JsonObject, facts: RecordFacts, index: number): RecordId | undefined => {
  if (resource.form === 'single') return singleId
  if (facts.id !== undefined) return facts.id
  const own = readFixtureId(resource, value)
  if (own === undefined && resource.idPath.length === 0)
    return resource.keyParts.length === 0 && resource.idKind === 'integer' ? index + 1 : String(index + 1)
  return typeof own === 'string' || typeof own === 'number' || typeof own === 'bigint' ? own : undefined
}

const findRepeatedId = (
  { id, ownId, scope }: { readonly id: RecordId; readonly ownId: RecordId; readonly scope: string | undefined },
  index: number,
  facts: RecordFacts,
  { resource: { idProperty, form, keyParts }, seen }: RecordReader,
): Problem | undefined => {
  // Of several single records without a parent, the first is used.
  if (form === 'single' && facts.parent === undefined) return undefined
  const first = seen.get(id)
  seen.set(id, first ?? { index, scope })
  if (first === undefined) return undefined
  const isShown = idProperty !== '' && keyParts.length === 0 && facts.id === undefined
  return {
    code: 'fixture-duplicate',
    pointer: isShown ? `/${idProperty}` : '',
    message: `${idProperty || 'the id'} ${ownId} is already used by record ${first.index + 1} of this file; ids must be unique`,
  }
}
