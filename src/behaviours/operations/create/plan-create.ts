/**
 * How an operation makes records: what of, under which ids, and how it answers. Planned on its first request.
 */
import type { Files, Node } from '../../../contract/document/references.ts'
import type { CompiledParameter } from '../../../contract/request/parameters.ts'
import { itemsNode, nodeAt, type PropertyView, typesOf, viewObject } from '../../../contract/schema/schema-view.ts'
import type { RecordId } from '../../../store/store.ts'
import { createTagger } from '../../conditions/conditions.ts'
import { createSchemaTest, findListPlace, findRecordPlace } from '../../infer/find-record.ts'
import type { Member } from '../../infer/group-paths.ts'
import { chooseSuccess, requestSchema, responseSchema } from '../../infer/operation-schemas.ts'
import type { ReadScope } from '../../infer/path-shape.ts'
import { type IdAddress, planIds } from '../../records/make-id.ts'
import { planProperties, planRecord, type RecordPlan } from '../../records/plan-record.ts'
import { chooseConflictCode } from '../conflict.ts'
import { planList } from '../list/plan-list.ts'
import { type ItemPath, isBelow, planItemLocation, planLocation, type WriteLocation } from '../location.ts'
import type { Parent } from '../parents.ts'
import { planReply, type ReplyPlan, type ReplySubject } from '../reply.ts'
import type { CreatePlan } from './create.ts'
import type { ManyPlan } from './create-many.ts'

export interface CreateSubject extends Omit<ReplySubject, 'kind' | 'statuses'> {
  /** All operations on the resource. */
  readonly members: readonly Member[]
  /** An operation on the items, whose path has to take the ids, and its parameter for them. */
  readonly item: ItemPath | undefined
  /** The property in which records say their tag, looked for on the first request. */
  readonly findTagProperty: () => string | undefined
  readonly parents: readonly Parent[]
  readonly readScope: ReadScope
  readonly readOwner: ReadScope | undefined
}

/** Throws SchemaCompileError. */
export const planCreate = async (subject: CreateSubject): Promise<CreatePlan> => {
  const { compiler, resource, operation, seed, parents, readScope } = subject
  const { document, idPath } = resource
  const isKeyed = resource.keyParts.length > 0
  const reply = await planReply({ ...subject, kind: 'create' })
  const tagProperty = subject.findTagProperty()
  const isMany = sendsMany(subject)
  const record = await planRecord({ compiler, resource, operation, seed, place: reply.place, tagProperty, isMany })
  return {
    record,
    reply,
    ids: isKeyed
      ? noIds
      : await planIds({ resource, nodes: findIdNodes(subject), address: addressOf(subject), compiler, seed }),
    many: isMany ? await planMany(subject, reply) : undefined,
    misaddressed: misaddressedBy(subject),
    replyOnly: await planReplyOnly(subject, record, reply),
    parents,
    readScope,
    readOwner: subject.readOwner,
    conflict: chooseConflictCode(document, operation),
    tagOf: reply.headers.has('etag') ? createTagger(tagProperty) : undefined,
    locate:
      reply.headers.has('location') || reply.place === undefined || (idPath.length === 0 && !isKeyed)
        ? locationOf(subject)
        : undefined,
  }
}

const sendsMany = ({ resource: { document }, operation }: CreateSubject): boolean => {
  const sent = requestSchema(document, operation)
  const items = sent && itemsNode(document.files, sent)
  if (!sent || !items) return false
  return typesOf(document.files, sent).has('array') && typesOf(document.files, items).has('object')
}

/** A list is answered with the list of what was made, where the answer has one. */
const planMany = async (subject: CreateSubject, reply: ReplyPlan): Promise<ManyPlan> => {
  const { resource, operation, hints } = subject
  const body = reply.write && chooseSuccess(resource.document, operation, 'create').media?.schema
  const knows = createSchemaTest(resource.document, [resource.schema])
  const place = body && findListPlace(resource.document, body, hints, knows)
  if (!place) return { write: async ([first]) => (first && reply.write ? reply.write(first) : undefined) }
  const list = await planList(subject, place)
  return {
    write: async (records) => {
      const shown = `[${(await Promise.all(records.map(list.show))).join(',')}]`
      return list.envelope ? list.envelope.wrap(shown, undefined) : shown
    },
  }
}

/** The id's schema in the record and in each answer that shows one: they may ask for more than the record's own does. */
const findIdNodes = ({ resource, members, hints }: CreateSubject): readonly Node[] => {
  const { document, schema, idPath } = resource
  if (idPath.length === 0) return []
  const knows = createSchemaTest(document, [schema])
  const shown = members.map(({ operation, kind }) => {
    // What an action answers with may be another thing's.
    const body = kind === 'action' || kind === 'remove' ? undefined : responseSchema(document, operation, kind)
    if (!body) return undefined
    return kind === 'list'
      ? findListPlace(document, body, hints, knows)?.inItem?.schema
      : findRecordPlace(document, body, hints, knows)?.schema
  })
  const nodes = [schema, ...shown].flatMap((one) => (one && nodeAt(document.files, one, idPath)) ?? [])
  const known = new Map(nodes.map((node) => [`${node.file}#${node.pointer}`, node]))
  const [own, ...others] = known.values()
  return own ? [own, ...others.filter((other) => !isOtherKind(document.files, own, other))] : []
}

/** Whether one is a number and the other a text: no id is both, and an answer shows it as its schema has it. */
const isOtherKind = (files: Files, one: Node, other: Node): boolean => {
  const [mine, theirs] = [kindOf(files, one), kindOf(files, other)]
  return mine !== undefined && theirs !== undefined && mine !== theirs
}

/** Undefined where it may be both, or neither. */
const kindOf = (files: Files, node: Node): 'number' | 'text' | undefined => {
  const types = typesOf(files, node)
  const isNumber = types.has('integer') || types.has('number')
  return isNumber === types.has('string') ? undefined : isNumber ? 'number' : 'text'
}

/** A key of several parts is what the client says it is. */
const noIds: CreatePlan['ids'] = { kind: 'counted', ids: { kind: 'given', id: '' }, sample: '' }

const locationOf = (subject: CreateSubject): WriteLocation => {
  const { resource, operation, item } = subject
  return item && !isBelow(operation, item)
    ? planItemLocation(resource.document, operation, item)
    : planLocation(resource.document, operation, item, styleOf(subject))
}

const findParameter = ({ item }: CreateSubject) =>
  item?.operation.compile().parameters.find(({ view }) => view.in === 'path' && view.name === item.parameter)

const styleOf = (subject: CreateSubject): ((text: string) => string) => {
  const view = findParameter(subject)?.view
  return (text) => (view ? styled(view.style, view.name, text) : text)
}

const addressOf = (subject: CreateSubject): IdAddress | undefined => {
  const parameter = findParameter(subject)
  return parameter && { schema: parameter.view.schema, takes: (id) => readAs(parameter, id).kind === 'value' }
}

/** Why an id that was given is none that the item's path takes; undefined where it is. */
const misaddressedBy = (subject: CreateSubject): CreatePlan['misaddressed'] => {
  const parameter = findParameter(subject)
  const { idProperty } = subject.resource
  return (id) => {
    const found = parameter && readAs(parameter, id)
    if (found?.kind !== 'invalid') return undefined
    const why = found.violations.map(({ message }) => message).join('; ')
    const message = `body.${idProperty} must be an id that its own address takes: ${why}`
    return { code: 'invalid_request', message, violations: [{ at: `body.${idProperty}`, keyword: 'address', message }] }
  }
}

/** An id, read as it would be from a path. */
const readAs = ({ view, read }: CompiledParameter, id: RecordId) =>
  read({ path: { [view.name]: styled(view.style, view.name, String(id)) }, query: [], headers: {} })

/** As the parameter's style has it in a path. */
const styled = (style: string, name: string, text: string): string => {
  if (style === 'label') return `.${text}`
  return style === 'matrix' ? `;${name}=${text}` : text
}

/** What only the answer to the creation shows of a record, a token say. */
const planReplyOnly = async (subject: CreateSubject, { unwrap }: RecordPlan, { schema }: ReplyPlan) => {
  if (!schema) return []
  const { resource, operation } = subject
  const { files } = resource.document
  const own = viewObject(files, resource.schema).properties
  const shown = [...viewObject(files, schema).properties.values()].filter(({ name }): boolean => !own.has(name))
  if (shown.length === 0) return []
  const request = requestSchema(resource.document, operation)
  const inner = unwrap.reduce((node, name) => node && viewObject(files, node).properties.get(name)?.node, request)
  const sent = inner ? viewObject(files, inner) : { properties: new Map<string, PropertyView>(), open: false }
  return planProperties(subject, shown, { ...sent, open: false })
}
