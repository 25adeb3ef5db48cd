/**
 * Runs one pair from end to end: create, read, list, change, read again, delete, expect 404. Steps without an operation in
 * the document are skipped.
 */

import { viewParameters, viewResponses } from '../../src/contract/document/operation-view.ts'
import type { Node } from '../../src/contract/document/references.ts'
import type { Operation, PathEntry } from '../../src/contract/operation/operation.ts'
import { findKeyword, type PropertyView, typesOf, viewObject } from '../../src/contract/schema/schema-view.ts'
import { isJsonArray, isJsonObject } from '../../src/contract/values/json-object.ts'
import { plainName } from '../../src/contract/values/names.ts'
import type { Json, JsonObject } from '../../src/ports.ts'
import { type Answer, callOperation, type Send } from './call.ts'
import { normalizePath, type Pair } from './find-pairs.ts'
import { findLikelyIds, findListed, isLikelyId } from './likely-ids.ts'
import { type Maker, makeBody, makeParameter, makeParameters, type RequestBody } from './make-request.ts'
import type { Responses, Trip } from './outcome.ts'

export interface Served extends Maker {
  readonly entries: ReadonlyMap<string, PathEntry>
  readonly pairs: readonly Pair[]
  readonly send: Send
  readonly responses: Responses
}

class TripError extends Error {}

const fail = (message: string): never => {
  throw new TripError(message)
}

export const runPair = async (served: Served, pair: Pair, seed: number): Promise<Pick<Trip, 'steps' | 'failure'>> => {
  const steps: string[] = []
  try {
    await runSteps(served, pair, seed, steps)
    return { steps, failure: undefined }
  } catch (error) {
    const { message } = error as Error
    return {
      steps,
      failure: error instanceof TripError ? message : `threw ${(error as Error).stack?.slice(0, 300)}`,
    }
  }
}

const runSteps = async (served: Served, pair: Pair, seed: number, steps: string[]): Promise<void> => {
  const parents = await fillParents(served, pair.collection, seed)
  const created = await create(served, pair, parents, seed)
  steps.push('create')
  const item = operationOf(served, pair.item, 'GET')
  const list = operationOf(served, pair.collection, 'GET')
  const { id, read } = await findId(served, pair, parents, created)
  if (item && read) {
    expectGood(read, 'read')
    expectSame(recordIn(created.answer.body, id), recordIn(read.body, id))
    steps.push('read')
  }
  const address = fillPath(pair.item, [...parents, id])
  const shown = scalars(read?.body ?? created.answer.body)
  if (list) {
    const listed = await ask(served, list, fillPath(pair.collection, parents), undefined, shown)
    expectGood(listed, 'list')
    if (showsBody(list) && !lists(listed.body, id)) fail(`list: ${id} is not in it`)
    steps.push('list')
  }
  await changeItem(served, pair, { address, id }, seed, steps)
  const remove = operationOf(served, pair.item, 'DELETE')
  if (!remove) return
  expectGood(await ask(served, remove, address, await bodyFor(served, remove, seed)), 'delete')
  steps.push('delete')
  if (item) {
    const gone = await ask(served, item, address)
    if (gone.status !== 404) fail(`read after delete: ${gone.status}`)
    if (gone.faults.length > 0) fail(`read after delete: ${gone.faults.join('; ')}`)
    steps.push('404')
  } else if (list) {
    const listed = await ask(served, list, fillPath(pair.collection, parents), undefined, shown)
    expectGood(listed, 'list after delete')
    if (lists(listed.body, id)) fail(`list after delete: ${id} is still in it`)
    steps.push('gone from list')
  }
}

/** Whether the document gives the response a body. Without one, nothing can be seen in it. */
const showsBody = ({ document, node }: Operation): boolean =>
  viewResponses(document, node).some(({ status, content }) => /^2|default/.test(status) && content.length > 0)

const operationOf = ({ entries }: Served, path: string, method: string): Operation | undefined =>
  entries.get(path)?.operations.get(method)

const ask = async (
  served: Served,
  operation: Operation,
  path: string,
  body?: Awaited<ReturnType<typeof makeBody>>,
  record?: ReadonlyMap<string, unknown>,
): Promise<Answer> => {
  const { query, headers } = await makeParameters(served, operation, 1, record)
  const answer = await callOperation(served, served.send, {
    operation,
    path: path + query,
    headers,
    body: body ?? undefined,
  })
  const { status, faults } = answer
  served.responses.sent += 1
  if (faults.length > 0)
    served.responses.invalid.push({ operation: `${operation.method} ${operation.path}`, status, faults })
  return answer
}

const bodyFor = async (served: Served, operation: Operation, seed: number) => {
  const body = await makeBody(served, operation, seed, (_, value) => chooseMembers(served, operation, value))
  if (body === null) fail(`${operation.method}: no valid request body found`)
  return body
}

const expectGood = ({ status, faults, body }: Answer, step: string): void => {
  if (status < 200 || status > 299) fail(`${step}: ${status} ${show(body, 300)}`)
  if (faults.length > 0) fail(`${step}: ${faults.join('; ').slice(0, 400)}`)
}

/** The last parameter of the path of an item. */
const keyIn = (item: string): string => /\{([^}]+)\}(\.json)?\/?$/.exec(item)?.[1] ?? ''

interface Created {
  readonly answer: Answer
  readonly sent: Json | undefined
}

/** `mayExist`: an earlier pair may have created the record, because the document has an example with its id. */
const create = async (
  served: Served,
  pair: Pick<Pair, 'collection' | 'item'>,
  parents: readonly string[],
  seed: number,
  mayExist = false,
): Promise<Created> => {
  const post = operationOf(served, pair.collection, 'POST') ?? fail('no POST')
  const parameter = keyIn(pair.item)
  const id = await makeParameter(served, parameterSchema(served, pair.item, parameter), seed)
  const body = await makeBody(served, post, seed, (schema, value) =>
    chooseMembers(served, post, addId(served, schema, value, [parameter, id])),
  )
  if (body === null) fail('create: no valid request body found')
  const answer = await ask(served, post, fillPath(pair.collection, parents), body)
  if (mayExist && answer.status === 409 && answer.faults.length === 0)
    return { answer: { ...answer, body: undefined }, sent: body?.value }
  expectGood(answer, 'create')
  return { answer, sent: body?.value }
}

/**
 * Sends the id when the schema has a property for it, so that it is known even if the response has no body. A value that is sent
 * under the name of the path parameter is one that the path accepts.
 */
const addId = (
  { document }: Served,
  schema: Node,
  value: JsonObject,
  [parameter, id]: readonly [string, string],
): JsonObject => {
  const { properties } = viewObject(document.files, schema)
  const wanted = plainName(parameter)
  const sent = Object.keys(value).find((name) => plainName(name) === wanted)
  const name = sent ?? [parameter, 'id'].find((one) => properties.has(one))
  const node = name === undefined ? undefined : properties.get(name)?.node
  if (name === undefined || !node || (sent === undefined && Object.hasOwn(value, name))) return value
  const types = typesOf(document.files, node)
  return types.has('integer') || types.has('number') ? { ...value, [name]: Number(id) } : { ...value, [name]: id }
}

/** A value that only the response restricts to an enum is one of its members. */
const chooseMembers = ({ document }: Served, { node }: Operation, value: JsonObject): JsonObject => {
  const shown = viewResponses(document, node).find(({ status }) => status.startsWith('2'))
  const schema = shown?.content.find((media) => media.schema)?.schema
  const properties = schema ? viewObject(document.files, schema).properties : new Map<string, PropertyView>()
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => {
      const view = properties.get(name)
      const members = view ? findKeyword(document.files, view.node, 'enum') : undefined
      return [name, isJsonArray(members) && !members.includes(held) ? (members[0] ?? held) : held]
    }),
  )
}

/** The values of the collection's path parameters. Parents are created when possible. */
const fillParents = async (
  served: Served,
  collection: string,
  seed: number,
  mayBeElsewhere = true,
): Promise<readonly string[]> => {
  const values: string[] = []
  const segments = collection.split('/')
  for (const [at, segment] of segments.entries()) {
    const name = /\{([^}]+)\}/.exec(segment)?.[1]
    if (name === undefined) continue
    const prefix = normalizePath(segments.slice(0, at + 1).join('/'))
    const parent = served.pairs.find(({ item }) => normalizePath(item) === prefix)
    const above = parent ? undefined : findCollection(served, prefix.slice(0, -'/{}'.length))
    if (parent) {
      const created = await create(served, parent, values, seed + values.length + 50, true)
      values.push((await findId(served, parent, values, created)).id)
    } else if (above) {
      const item = `${above}/{${name}}`
      const created = await create(served, { collection: above, item }, values, seed + values.length + 50)
      values.push((await findId(served, { collection: above, item }, values, created)).id)
    } else {
      const value = await makeParameter(served, parameterSchema(served, collection, name), seed)
      const isPut = await putParent(served, prefix, [...values, value], seed)
      const isElsewhere = !isPut && mayBeElsewhere
      values.push((isElsewhere ? await createElsewhere(served, prefix, name, seed) : undefined) ?? value)
    }
  }
  return values
}

/** A collection with POST whose items have no path of their own, only paths below them. */
const findCollection = ({ entries }: Served, wanted: string): string | undefined =>
  [...entries.values()].find(({ path, operations }) => operations.has('POST') && normalizePath(path) === wanted)?.path

/** Creates a parent by PUT to its own address. False if that creates nothing. */
const putParent = async (served: Served, prefix: string, values: readonly string[], seed: number): Promise<boolean> => {
  const entry = [...served.entries.values()].find(({ path }) => normalizePath(path) === prefix)
  const put = entry?.operations.get('PUT')
  if (!entry || !put) return false
  const address = fillPath(entry.path, values)
  const answer = await ask(served, put, address, await bodyFor(served, put, seed))
  if (answer.status === 404) return false
  expectGood(answer, 'parent by PUT')
  return true
}

/** Creates a parent of /networks/{id} at another path that ends in its name: /organizations/{id}/networks. */
const createElsewhere = async (
  served: Served,
  prefix: string,
  name: string,
  seed: number,
): Promise<string | undefined> => {
  const last = prefix.split('/').at(-2) ?? ''
  const item = [...served.entries.values()].find(({ path }) => normalizePath(path) === prefix)?.path
  const above = [...served.entries.values()].find(
    ({ path, operations }) =>
      operations.has('POST') && normalizePath(path).endsWith(`{}/${last}`) && !normalizePath(path).startsWith(prefix),
  )?.path
  if (item === undefined || above === undefined || last === '') return undefined
  const parents = await fillParents(served, above, seed, false)
  const created = await create(served, { collection: above, item }, parents, seed + 90)
  const [id] = findLikelyIds(created.answer.body, name)
  return id
}

const parameterSchema = ({ entries }: Served, path: string, name: string): Node | undefined =>
  [...(entries.get(path)?.operations.values() ?? [])]
    .flatMap(({ document, node, pathItem }) => viewParameters(document, node, pathItem))
    .find((view) => view.in === 'path' && view.name === name)?.schema

const fillPath = (path: string, values: readonly string[]): string => {
  let index = 0
  return path.replace(/\{[^}]+\}/g, () => encodeURIComponent(values[index++] ?? ''))
}

interface FoundId {
  readonly id: string
  readonly read: Answer | undefined
}

/**
 * The id is the first likely value that reads the item: from the response, from the sent body, or from the list. A Location that
 * the document does not have is tried last: every HTTP client knows what it means (RFC 9110, section 10.2.2).
 */
const findId = async (
  served: Served,
  pair: Pick<Pair, 'collection' | 'item'>,
  parents: readonly string[],
  { answer, sent }: Created,
): Promise<FoundId> => {
  const parameter = keyIn(pair.item)
  const list = operationOf(served, pair.collection, 'GET')
  const listed = list
    ? await ask(served, list, fillPath(pair.collection, parents), undefined, scalars(sent))
    : undefined
  const [entry] = findListed(listed?.body, scalars(sent))
  const segment = answer.location?.split('/').at(-1)
  const located = segment === undefined ? [] : [decodeURIComponent(segment)]
  const ids = new Set([
    ...(answer.showsLocation ? located : []),
    ...findLikelyIds(answer.body, parameter),
    ...findLikelyIds(sent, parameter),
    ...findLikelyIds(entry, parameter),
    ...located,
  ])
  const [first = fail('create: no id in the response')] = ids
  const item = operationOf(served, pair.item, 'GET')
  if (!item) return { id: [...ids].find((id) => lists(listed?.body, id)) ?? first, read: undefined }
  let failed: Answer | undefined
  for (const id of [...[...ids].slice(0, 12), ...located]) {
    const read = await ask(served, item, fillPath(pair.item, [...parents, id]))
    if (read.status < 300) return { id, read }
    failed ??= read
  }
  return fail(`read: ${failed?.status} under ${[...ids].slice(0, 4).join(', ')} ${show(failed?.body, 200)}`)
}

/** The object in a body that has the id, without the envelope; the body itself if no object has it. */
const recordIn = (body: unknown, id: string): unknown => {
  let level: readonly unknown[] = [body]
  for (let depth = 0; depth < 4; depth++) {
    const found = level.find(
      (value) =>
        isJsonObject(value) && Object.values(value).some((held) => typeof held !== 'object' && String(held) === id),
    )
    if (found !== undefined) return found
    level = level.flatMap((value) =>
      isJsonObject(value) ? Object.values(value) : Array.isArray(value) ? value.slice(0, 1) : [],
    )
  }
  return body
}

/** Properties that both bodies have must be equal. Envelopes, and properties that only one has, are ignored. */
const expectSame = (created: unknown, read: unknown): void => {
  const [a, b] = [scalars(created), scalars(read)]
  for (const [name, value] of a)
    if (b.has(name) && String(b.get(name)) !== String(value))
      fail(`read: ${name} was ${JSON.stringify(value)} and is ${JSON.stringify(b.get(name))}`)
}

/** Scalar properties of the top object, or of the object one level below it. */
const scalars = (body: unknown): ReadonlyMap<string, unknown> => {
  if (!isJsonObject(body)) return new Map()
  const own = Object.entries(body).filter(([, value]) => typeof value !== 'object' && value !== null)
  const inner = Object.values(body).filter(isJsonObject)
  const [only] = inner
  const source = own.length === 0 && only ? Object.entries(only).filter(([, value]) => typeof value !== 'object') : own
  return new Map(source)
}

/** Whether a list has a value. Beside the entries only ids count: not `page: 1`. */
const lists = (body: unknown, id: string): boolean => {
  if (Array.isArray(body)) return holds(body, id)
  if (!isJsonObject(body)) return String(body) === id
  return Object.entries(body).some(([name, value]) =>
    typeof value === 'object' && value !== null ? lists(value, id) : isLikelyId(name) && String(value) === id,
  )
}

/** Also as the end of an address. */
const holds = (body: unknown, id: string): boolean =>
  typeof body === 'object' && body !== null
    ? Object.values(body).some((value) => holds(value, id))
    : String(body) === id || (id !== '' && String(body).endsWith(`/${encodeURIComponent(id)}`))

const changeItem = async (
  served: Served,
  pair: Pair,
  { address, id }: { readonly address: string; readonly id: string },
  seed: number,
  steps: string[],
): Promise<void> => {
  for (const method of ['PATCH', 'PUT', 'POST']) {
    const change = operationOf(served, pair.item, method)
    if (!change) continue
    const body = withId(await bodyFor(served, change, seed + 7), pair.item, id)
    expectGood(await ask(served, change, address, body), `change by ${method}`)
    steps.push('change')
    const item = operationOf(served, pair.item, 'GET')
    if (item) {
      const read = await ask(served, item, address)
      expectGood(read, 'read after change')
      expectChanged(body?.value, recordIn(read.body, id))
      steps.push('read changed')
    }
    return
  }
}

/** A body that contains the id contains that of the address. */
const withId = (body: RequestBody | null | undefined, item: string, id: string): RequestBody | undefined => {
  const parameter = plainName(keyIn(item))
  if (!body || !isJsonObject(body.value)) return body ?? undefined
  const entries = Object.entries(body.value).map(([name, value]): readonly [string, Json] => {
    const isId = [parameter, `${parameter}name`, 'id', 'uuid', 'gid'].includes(plainName(name))
    if (!isId || (typeof value !== 'string' && typeof value !== 'number')) return [name, value]
    return [name, typeof value === 'number' ? Number(id) : id]
  })
  return { ...body, value: Object.fromEntries(entries) }
}

const expectChanged = (sent: unknown, read: unknown): void => {
  const shown = scalars(read)
  for (const [name, value] of scalars(sent)) {
    const held = shown.get(name)
    if (held === undefined || ['id', '_id', 'uuid', 'key', 'name', 'gid'].includes(name)) continue
    if (String(held) !== String(value))
      fail(`read after change: ${name} was sent as ${JSON.stringify(value)} and is ${JSON.stringify(held)}`)
  }
}

/** Without request ids, which differ in every run. */
const show = (body: unknown, length: number): string | undefined =>
  JSON.stringify(body)
    ?.replaceAll(/req-[0-9a-z]+-[0-9a-z]+/g, 'req-…')
    .slice(0, length)
