/**
 * An operation's behaviour on its resource, or why it has none. Nothing is planned or compiled here: that waits for the
 * first request.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import type { Behaviour } from '../behaviour.ts'
import type { ItemReplyPlan } from '../conditions/conditions.ts'
import { tagBodies } from '../conditions/tag-bodies.ts'
import { replayIdempotent } from '../idempotency/idempotency.ts'
import { type ChangePlan, createChange, type MadePlan } from '../operations/change/change.ts'
import { actValue, replaceValue, updateValue } from '../operations/change/next-value.ts'
import { acceptQuery, changeByQuery, readQueryChanges } from '../operations/change/query-update.ts'
import { chooseConflictCode } from '../operations/conflict.ts'
import { createCreate } from '../operations/create/create.ts'
import { planCreate } from '../operations/create/plan-create.ts'
import { createInitial } from '../operations/initial-record.ts'
import type { ItemAddress } from '../operations/item-address.ts'
import { createList } from '../operations/list/list.ts'
import { placeOfList, planList } from '../operations/list/plan-list.ts'
import { searchByBody } from '../operations/list/search.ts'
import { planOwnLocation } from '../operations/location.ts'
import { createOwnedTest, createOwnersReader, scopeReaderOf } from '../operations/owners.ts'
import type { Parent } from '../operations/parents.ts'
import { createRead } from '../operations/read.ts'
import type { RemoveDependents } from '../operations/remove/dependents.ts'
import { createRemove } from '../operations/remove/remove.ts'
import { placeOfReply, planReply } from '../operations/reply.ts'
import { writeAsXml } from '../operations/xml-bodies.ts'
import { planRecord } from '../records/plan-record.ts'
import type { Resource } from '../records/resource.ts'
import { type Decision, type ExplainSubject, explainList, explainRecord } from './explanation.ts'
import { createSchemaTest, findRecordPlace } from './find-record.ts'
import type { Group, Member } from './group-paths.ts'
import { findTagProperty, planConditions } from './infer-conditions.ts'
import type { IdHints } from './infer-id.ts'
import { chooseSuccess, requestSchema, takesUpload } from './operation-schemas.ts'
import { createScopeReader, readPathShape } from './path-shape.ts'

export interface BindSubject {
  readonly compiler: SchemaCompiler
  readonly group: Group
  readonly resource: Resource
  /** What names and addresses say of the id of a record that is known. */
  readonly hints: IdHints
  /** The operation whose answer shows what a record is. */
  readonly shownBy: Operation
  readonly parentsOf: (operation: Operation) => readonly Parent[]
  /** Undefined where nothing hangs on its records. */
  readonly removeDependents: RemoveDependents | undefined
}

/** A behaviour with its reason, or in words why there is none. */
export const bindOperation = (subject: BindSubject, member: Member): Decision => {
  const decision = bindKind(subject, member)
  return decision.kind === 'none'
    ? decision
    : { ...decision, behaviour: writeAsXml(replayIdempotent(decision.behaviour, member.operation), member.operation) }
}

const bindKind = (subject: BindSubject, member: Member): Decision => {
  const { resource } = subject
  const { operation, kind } = member
  const { isForeign } = chooseSuccess(resource.document, operation, kind)
  if (isForeign) return reject('it answers with neither JSON nor XML')
  switch (kind) {
    case 'list':
      return bindList(subject, member)
    case 'create':
      return bound(subject, member, bindCreate(subject, member), tellIds(subject))
    case 'read':
      return bindRead(subject, member)
    case 'remove':
      return bound(
        subject,
        member,
        createRemove(addressOf(subject, member), planner(subject, member), subject.removeDependents),
      )
    case 'replace':
    case 'update':
    case 'action':
      return bindChange(subject, member, kind)
  }
}

const reject = (reason: string): Decision => ({ kind: 'none', reason, parents: [] })

/** `besides` is what was decisive, other than path, method and answer. */
const bound = (
  subject: BindSubject,
  member: Member,
  behaviour: Behaviour,
  besides: readonly string[] = [],
): Decision => ({
  kind: 'bound',
  behaviour,
  explain: () => {
    const told = explainSubjectOf(subject, member)
    const { resource, hints } = subject
    const place = placeOfReply({ resource, kind: member.kind, hints }, told.success)
    return explainRecord(told, place?.path, besides)
  },
})

const explainSubjectOf = ({ resource, shownBy, parentsOf }: BindSubject, member: Member): ExplainSubject => ({
  resource,
  member,
  shownBy,
  parents: parentsOf(member.operation),
  success: chooseSuccess(resource.document, member.operation, member.kind),
})

/** What a creation is the only one to tell. */
const tellIds = ({ resource: { form, idProperty } }: BindSubject): readonly string[] =>
  form === 'collection' && idProperty === '' ? ['records do not show their id, which is told here'] : []

const bindList = (subject: BindSubject, member: Member): Decision => {
  const { compiler, group, resource, hints, parentsOf } = subject
  const { operation } = member
  const place = placeOfList({ resource, operation, hints })
  if (!place) return reject('its response has no list of records in it')
  const { within } = member
  const readScope = within ? scopeReaderOf(group, member) : createScopeReader(operation, group.scope.length)
  const readOwners = within && createOwnersReader(operation, within)
  const plan = (seed: number) => planList({ resource, compiler, operation, hints, seed }, place)
  const listed = createList({ resource, readScope, readOwners, parents: parentsOf(operation), plan })
  const list = operation.method === 'GET' ? listed : searchByBody(listed)
  const isTagged = chooseSuccess(resource.document, operation, 'list').headers.has('etag')
  const behaviour = isTagged ? tagBodies(list) : list
  return { kind: 'bound', behaviour, explain: () => explainList(explainSubjectOf(subject, member), place) }
}

const bindCreate = ({ compiler, group, resource, hints, parentsOf }: BindSubject, member: Member): Behaviour => {
  const { operation, within } = member
  const items = group.members.filter(({ onItem }) => onItem)
  const item = items.find((one) => one.within?.key === within?.key) ?? items[0]
  const keyParameters = item ? keyParametersOf(group, item) : []
  const [parameter] = keyParameters
  const parts = {
    resource: ownedResource(resource, within),
    compiler,
    operation,
    members: group.members,
    hints,
    item: item && parameter !== undefined ? { operation: item.operation, parameter, keyParameters } : undefined,
    parents: parentsOf(operation),
    readScope: scopeReaderOf(group, member),
    readOwner: within && createScopeReader(operation, within.count),
    findTagProperty: () => findTagProperty({ resource, group, compiler }),
  }
  return createCreate(resource, (seed) => planCreate({ ...parts, seed }))
}

const bindRead = (subject: BindSubject, member: Member): Decision => {
  const { resource, hints } = subject
  const { document } = resource
  const { media } = chooseSuccess(document, member.operation, 'read')
  const isShown = media?.schema && findRecordPlace(document, media.schema, hints)
  if (media && !isShown) return reject('its response has no record in it')
  return bound(subject, member, createRead(addressOf(subject, member), planner(subject, member)))
}

const bindChange = (subject: BindSubject, member: Member, kind: 'replace' | 'update' | 'action'): Decision => {
  const { resource, group } = subject
  const { operation, onItem, within } = member
  const { document } = resource
  const request = requestSchema(document, operation)
  if (kind === 'action' && !answersWithRecord(subject, operation))
    return reject('what it answers with is not the record')
  const changes = kind === 'update' && onItem && !request ? readQueryChanges(document, resource, operation) : []
  if (kind !== 'action' && !request && !takesUpload(document, operation) && changes.length === 0)
    return reject('it is sent no body')
  const [idName] = resource.idPath
  if (!onItem && !(idName !== undefined && request && viewObject(document.files, request).properties.has(idName)))
    return reject('neither its path nor its body says which record is meant')
  const verb = readPathShape(operation).names.at(-1) ?? ''
  const next = kind === 'replace' ? replaceValue : kind === 'update' ? updateValue : actValue(verb)
  const isMaking = kind === 'replace' && onItem && !within && makesByPut(group, resource, operation)
  const besides = [
    ...(onItem ? [] : [`its body says by ${idName} which record is meant`]),
    ...(isMaking ? ['it makes what is not there'] : []),
    ...(changes.length > 0 ? [`its query sets ${changes.map(({ property }) => property).join(' and ')}`] : []),
  ]
  const behaviour = createChange(kind, addressOf(subject, member), async (seed): Promise<ChangePlan> => {
    const { compiler } = subject
    const reply = await planner(subject, member)(seed)
    const made = isMaking ? await planMade(subject, member, seed) : undefined
    const { place } = reply
    const tagProperty = findTagProperty(subject)
    const owned = ownedResource(resource, within)
    const record = await planRecord({ compiler, resource: owned, operation, seed, place, tagProperty })
    return {
      reply,
      made,
      conflict: chooseConflictCode(document, operation),
      next,
      record: changes.length > 0 ? acceptQuery(record, changes) : record,
    }
  })
  return bound(subject, member, changes.length > 0 ? changeByQuery(behaviour, changes) : behaviour, besides)
}

/** With the properties that repeat the address of its owner. */
const ownedResource = (resource: Resource, within: Member['within']): Resource =>
  within ? { ...resource, parentProperties: within.properties } : resource

const planMade = async (subject: BindSubject, member: Member, seed: number): Promise<MadePlan> => {
  const reply = await planner(subject, member, [201])(seed)
  const { operation } = member
  return {
    ...reply,
    locate: reply.headers.has('location') ? planOwnLocation(operation.document, operation) : undefined,
  }
}

/** Whether a PUT makes what is not there: it is the only way, or it documents that something was created. */
const makesByPut = ({ members }: Group, { document }: Resource, operation: Operation): boolean =>
  !members.some(({ kind }) => kind === 'create') || chooseSuccess(document, operation, 'replace', [201]).status === 201

const answersWithRecord = ({ resource, hints }: BindSubject, operation: Operation): boolean => {
  const { document, schema } = resource
  const body = chooseSuccess(document, operation, 'action').media?.schema
  const isRecord = createSchemaTest(document, [schema])
  const place = body && findRecordPlace(document, body, hints, isRecord)
  return place !== undefined && isRecord(place.schema)
}

const planner =
  ({ resource, compiler, group, hints }: BindSubject, { operation, kind }: Member, statuses: readonly number[] = []) =>
  async (seed: number): Promise<ItemReplyPlan> => ({
    ...(await planReply({ resource, compiler, operation, kind, hints, seed, statuses })),
    conditions: planConditions({ resource, group, compiler }, operation),
  })

/** By the names that an operation's own path has for them. */
const keyParametersOf = ({ scope, keyParameters }: Group, { operation, within }: Member): readonly string[] => {
  const start = within?.count ?? scope.length
  return readPathShape(operation).parameters.slice(start, start + Math.max(1, keyParameters.length))
}

const addressOf = ({ resource, group, hints, compiler, parentsOf }: BindSubject, member: Member): ItemAddress => {
  const { operation, onItem, within } = member
  const readScope = createScopeReader(operation, group.scope.length)
  const read = group.members.find(({ kind }) => kind === 'read')?.operation
  const kinds = new Set(group.members.map(({ kind }) => kind))
  // What can be taken away and put there again has to be put there first.
  const isThere = resource.form === 'single' && !(kinds.has('remove') && kinds.has('replace'))
  return {
    resource,
    readScope,
    parents: parentsOf(operation),
    owner: within && {
      read: createScopeReader(operation, within.count),
      has: createOwnedTest(operation, within),
    },
    parameters: onItem ? keyParametersOf(group, member) : [],
    initial: isThere && read ? createInitial({ resource, compiler, read, hints, readScope }) : undefined,
  }
}
