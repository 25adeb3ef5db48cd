/**
 * How an operation makes records: what of, under which ids, and how it answers. Planned on its first request.
 */
import { type PropertyView, viewObject } from '../contract/schema/schema-view.ts'
import { createTagger } from './conditions.ts'
import { chooseConflictCode } from './conflict.ts'
import type { CreatePlan } from './create.ts'
import { nodeAt } from './infer-resource.ts'
import { type ItemPath, isBelow, planItemLocation, planLocation, type WriteLocation } from './location.ts'
import { type IdAddress, planIds } from './make-id.ts'
import { requestSchema } from './operation-schemas.ts'
import type { Parent } from './parents.ts'
import type { ReadScope } from './path-shape.ts'
import { planProperties, planRecord, type RecordPlan } from './plan-record.ts'
import { planReply, type ReplyPlan, type ReplySubject } from './reply.ts'

export interface CreateSubject extends Omit<ReplySubject, 'kind' | 'statuses'> {
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
  const record = await planRecord({ compiler, resource, operation, seed, place: reply.place, tagProperty })
  return {
    record,
    reply,
    ids: isKeyed
      ? noIds
      : await planIds({ resource, node: nodeOfId(subject), address: addressOf(subject), compiler, seed }),
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

/** A key of several parts is what the client says it is. */
const noIds: CreatePlan['ids'] = { kind: 'counted', ids: { kind: 'given', id: '' }, sample: '' }

const locationOf = (subject: CreateSubject): WriteLocation => {
  const { resource, operation, item } = subject
  return item && !isBelow(operation, item)
    ? planItemLocation(resource.document, operation, item)
    : planLocation(resource.document, operation, item, styleOf(subject))
}

const nodeOfId = ({ resource: { document, schema, idPath } }: CreateSubject) =>
  idPath.length === 0 ? undefined : nodeAt(document, schema, idPath)

const findParameter = ({ item }: CreateSubject) =>
  item?.operation.compile().parameters.find(({ view }) => view.in === 'path' && view.name === item.parameter)

const styleOf = (subject: CreateSubject): ((text: string) => string) => {
  const view = findParameter(subject)?.view
  return (text) => (view ? styled(view.style, view.name, text) : text)
}

const addressOf = (subject: CreateSubject): IdAddress | undefined => {
  const parameter = findParameter(subject)
  if (!parameter) return undefined
  const { view, read } = parameter
  const takes = (id: string | number | bigint): boolean =>
    read({ path: { [view.name]: styled(view.style, view.name, String(id)) }, query: [], headers: {} }).kind === 'value'
  return { schema: view.schema, takes }
}

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
