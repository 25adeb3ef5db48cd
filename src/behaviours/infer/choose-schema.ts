/**
 * Which schema the records of a group have. Each response contains one; the most informative is chosen.
 */
import type { Document } from '../../contract/document/document.ts'
import { dereference, type Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { BehaviourKind } from '../plan/operation-plan.ts'
import { createLinkTest } from './find-link.ts'
import { createSchemaTest, findListPlace } from './find-record.ts'
import { findRecordBody } from './find-record-body.ts'
import type { Group, Member } from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import type { IdHints } from './infer-id.ts'
import { responseSchema } from './operation-schemas.ts'

export interface FoundSchema {
  readonly member: Member
  readonly schema: Node
}

/**
 * The record's schema in each response that contains one. A read comes first; its schema is recognized in the others. Links to
 * records are left out.
 */
export const findSchemas = memoize((group: Group, document: Document): readonly FoundSchema[] => {
  const hints = hintsOf(group)
  const found: FoundSchema[] = []
  const agreed = findAgreed(group, document)
  const isLink = createLinkTest(document, group)
  const order: readonly BehaviourKind[] = ['read', 'create', 'list', 'replace', 'update']
  for (const member of [...group.members].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
    if (!order.includes(member.kind)) continue
    const body = responseSchema(document, member.operation, member.kind)
    if (!body) continue
    const known = member.kind === 'read' ? agreed : found.map(({ schema }) => schema)
    const schema = findIn(document, body, member.kind, hints, createSchemaTest(document, known))
    if (schema && !isLink(schema)) found.push({ member, schema })
  }
  return found
})

/** What the creation and the list both show: a read may show more around it. Empty if they do not agree. */
const findAgreed = (group: Group, document: Document): readonly Node[] => {
  const hints = hintsOf(group)
  const shownBy = (kind: BehaviourKind): Node | undefined => {
    const member = group.members.find((one) => one.kind === kind)
    const body = member && responseSchema(document, member.operation, kind)
    return body && findIn(document, body, kind, hints, () => false)
  }
  const [created, listed] = [shownBy('create'), shownBy('list')]
  return created && listed && createSchemaTest(document, [listed])(created) ? [created] : []
}

const findIn = (
  document: Document,
  body: Node,
  kind: BehaviourKind,
  hints: IdHints,
  knows: (schema: Node) => boolean,
): Node | undefined =>
  kind === 'list'
    ? findListPlace(document, body, hints, knows)?.inItem?.schema
    : findRecordBody(document, body, hints, knows)?.schema

export interface Chosen {
  readonly operation: Operation
  readonly schema: Node
  readonly reason: string
}

/** The schema of a read, unless it is one of several; then the one with the most properties. */
export const chooseSchema = (document: Document, found: readonly FoundSchema[]): Chosen | undefined => {
  const read = found.find(({ member }) => member.kind === 'read')
  if (read && !isChoice(document, read.schema)) return choose(read, 'an operation that reads one record returns it')
  const plain = found.filter((one) => !isChoice(document, one.schema) && !isReference(document, one, found))
  const sizeOf = ({ schema }: FoundSchema): number => viewObject(document.files, schema).properties.size
  const [largest] = [...plain].sort((a, b) => sizeOf(b) - sizeOf(a))
  const [first] = plain
  const why = read ? 'the read returns one of several schemas' : 'no operation reads one record'
  if (first && largest && sizeOf(first) * 2 >= sizeOf(largest))
    return choose(first, `${why}, and this response contains one`)
  if (largest) return choose(largest, `${why}, and this response has the most properties`)
  const any = read ?? found[0]
  return any && choose(any, 'every response is one of several schemas')
}

/** Whether a response to a creation has nothing in common with the records of a list or a read: it only refers to the new record. */
const isReference = (document: Document, { member, schema }: FoundSchema, found: readonly FoundSchema[]): boolean => {
  const other = found.find((one) => one.member.kind === 'list') ?? found.find((one) => one.member.kind === 'read')
  if (member.kind !== 'create' || !other) return false
  const own = viewObject(document.files, schema).properties
  return [...viewObject(document.files, other.schema).properties.keys()].every((name) => !own.has(name))
}

const choose = ({ member: { operation }, schema }: FoundSchema, why: string): Chosen => ({
  operation,
  schema,
  reason: `from the response of ${operation.method} ${operation.path}: ${why}`,
})

const isChoice = (document: Document, schema: Node): boolean => {
  const value = dereference(document.files, schema)?.value
  return (
    isJsonObject(value) && value.properties === undefined && (value.oneOf !== undefined || value.anyOf !== undefined)
  )
}
