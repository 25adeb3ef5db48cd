/**
 * Reads next-ids.json of a fixture set: the ids that new records get, where they do not follow from the records.
 */
import type { Resource } from '../behaviours/records/resource.ts'
import { findingAt, readExact, type Source } from '../contract/document/source.ts'
import { entriesOf, isJsonObject } from '../contract/values/json-object.ts'
import { exactInteger, stringifyJson, successorOf } from '../contract/values/json-text.ts'
import { appendPointer } from '../contract/values/pointer.ts'
import type { Finding } from '../errors.ts'
import type { Json } from '../ports.ts'
import type { Sequence } from '../store/id-sequence.ts'

/** By resource key. Adds problems to the findings. */
export const readNextIds = async (
  source: Source,
  findResource: (name: string) => Resource | undefined,
  findings: Finding[],
): Promise<ReadonlyMap<string, Sequence>> => {
  const sequences = new Map<string, Sequence>()
  const report = async (pointer: string, code: Finding['code'], message: string): Promise<void> => {
    findings.push(await findingAt(source, pointer, code, message))
  }
  const data = await readExact(source)
  if (!isJsonObject(data))
    await report('', 'fixture-structure', 'must be an object with the next id of each resource, such as {"orders": 8}')
  for (const [name, next] of entriesOf(data)) {
    const pointer = appendPointer('', name)
    const resource = findResource(name)
    if (!resource) await report(pointer, 'fixture-unknown-resource', `no resource is named "${name}"; remove the line`)
    else if (!isCount(next))
      await report(pointer, 'fixture-structure', `must be a positive integer, got ${stringifyJson(next)}`)
    else {
      const problem = describeNext(resource, next)
      if (problem === undefined) sequences.set(resource.key, sequenceBefore(resource, next))
      else await report(pointer, 'fixture-structure', problem)
    }
  }
  return sequences
}

const isCount = (value: Json): value is number | bigint =>
  typeof value === 'bigint' ? value > 0n : Number.isInteger(value) && Number(value) > 0

/** The number of the next record: its id, or the position of its id in the series of generated ones. */
export const nextOf = ({ idKind }: Resource, { last, serial }: Sequence): number | bigint =>
  idKind === 'integer' ? successorOf(last) : serial + 1

/** What is wrong with a next id; undefined if nothing is. Positions in a series are counted, so that they must be exact. */
export const describeNext = ({ idKind }: Resource, next: number | bigint): string | undefined =>
  idKind === 'integer' || next <= Number.MAX_SAFE_INTEGER
    ? undefined
    : `must be a position in the series of generated ids, at most ${Number.MAX_SAFE_INTEGER}, got ${stringifyJson(next)}`

/** The sequence whose next record gets this number. */
export const sequenceBefore = ({ idKind }: Resource, next: number | bigint): Sequence =>
  idKind === 'integer'
    ? { last: exactInteger(String(BigInt(next) - 1n)), serial: 0 }
    : { last: 0, serial: Number(next) - 1 }
