/**
 * Which schema a group's records have: each answer shows one, and one of them tells most.
 */
import type { Document } from '../../contract/document/document.ts'
import { dereference, type Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { BehaviourKind } from '../plan/operation-plan.ts'
import { createSchemaTest, findListPlace, findRecordPlace } from './find-record.ts'
import type { Group, Member } from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import { responseSchema } from './operation-schemas.ts'

export interface FoundSchema {
  readonly member: Member
  readonly schema: Node
}

/** The record's schema in each answer that has one; a read is looked at first, and what it has is known in the others. */
export const findSchemas = memoize((group: Group, document: Document): readonly FoundSchema[] => {
  const hints = hintsOf(group)
  const found: FoundSchema[] = []
  const order: readonly BehaviourKind[] = ['read', 'create', 'list', 'replace', 'update']
  for (const member of [...group.members].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
    if (!order.includes(member.kind)) continue
    const body = responseSchema(document, member.operation, member.kind)
    if (!body) continue
    const knows = createSchemaTest(
      document,
      found.map(({ schema }) => schema),
    )
    const schema =
      member.kind === 'list'
        ? findListPlace(document, body, hints, knows)?.inItem?.schema
        : findRecordPlace(document, body, hints, knows)?.schema
    if (schema) found.push({ member, schema })
  }
  return found
})

export interface Chosen {
  readonly operation: Operation
  readonly schema: Node
  readonly reason: string
}

/** That of a read tells most, unless it is a choice of several; then that which has most properties. */
export const chooseSchema = (document: Document, found: readonly FoundSchema[]): Chosen | undefined => {
  const read = found.find(({ member }) => member.kind === 'read')
  if (read && !isChoice(document, read.schema)) return choose(read, 'what is read one by one is the record')
  const plain = found.filter(({ schema }) => !isChoice(document, schema))
  const sizeOf = ({ schema }: FoundSchema): number => viewObject(document.files, schema).properties.size
  const [largest] = [...plain].sort((a, b) => sizeOf(b) - sizeOf(a))
  const [first] = plain
  const why = read ? 'what is read is a choice of several schemas' : 'none is read one by one'
  if (first && largest && sizeOf(first) * 2 >= sizeOf(largest)) return choose(first, `${why}, and this shows one`)
  if (largest) return choose(largest, `${why}, and this has most properties`)
  const any = read ?? found[0]
  return any && choose(any, 'every answer is a choice of several schemas')
}

const choose = ({ member: { operation }, schema }: FoundSchema, why: string): Chosen => ({
  operation,
  schema,
  reason: `as ${operation.method} ${operation.path} answers: ${why}`,
})

const isChoice = (document: Document, schema: Node): boolean => {
  const value = dereference(document.files, schema)?.value
  return (
    isJsonObject(value) && value.properties === undefined && (value.oneOf !== undefined || value.anyOf !== undefined)
  )
}
