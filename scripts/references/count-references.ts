/**
 * Which references of a document's records name an existing record.
 */
import { groupBy } from '../../src/contract/values/group-by.ts'
import { findReferences, idNames, type Reference } from './find-references.ts'
import type { GeneratedResource, ServedDocument, ShownRecord } from './serve-document.ts'

export interface Failure extends Reference {
  readonly resource: string
  readonly reason: 'no such resource' | 'the resource has no records' | 'no record with this id'
}

export interface Tally {
  readonly references: number
  readonly failures: readonly Failure[]
}

export const countReferences = async (document: ServedDocument): Promise<Tally> => {
  const byKind = groupBy(document.resources, ({ kind }) => kind)
  const failures: Failure[] = []
  let references = 0
  for (const resource of document.resources)
    for (const { value } of await resource.read())
      for (const reference of findReferences(value, resource.kind, document.kinds)) {
        references += 1
        const reason = await findReason(document, byKind.get(reference.kind) ?? [], reference)
        if (reason) failures.push({ ...reference, resource: resource.name, reason })
      }
  return { references, failures }
}

/** By its id in paths, or by another id that it shows. */
const isNamed = (record: ShownRecord, value: string): boolean =>
  record.id === value || idNames.some((name) => String(record.value[name]) === value)

/** Undefined if a record exists. */
const findReason = async (
  document: ServedDocument,
  targets: readonly GeneratedResource[],
  { kind, value }: Reference,
): Promise<Failure['reason'] | undefined> => {
  const records = (await Promise.all(targets.map(({ read }) => read()))).flat()
  if (targets.some(({ isEverywhere }) => isEverywhere) || records.some((record) => isNamed(record, value)))
    return undefined
  if (await canBeRead(document, kind, value)) return undefined
  if (targets.length === 0) return 'no such resource'
  return records.length === 0 ? 'the resource has no records' : 'no record with this id'
}

/** Whether a client that follows the reference gets a record, at a path that needs no other value. */
const canBeRead = async ({ kinds, get }: ServedDocument, kind: string, value: string): Promise<boolean> => {
  for (const path of kinds.get(kind) ?? []) {
    if (path.split('{').length > 2) continue
    if ((await get(path, value)) < 300) return true
  }
  return false
}
