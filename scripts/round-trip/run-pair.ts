/**
 * Runs one pair from end to end: create, read, list, change, read again, delete, expect 404. Steps without an operation in
 * the document are skipped.
 */

import { viewParameters } from '../../src/contract/document/operation-view.ts'
import type { Node } from '../../src/contract/document/references.ts'
import type { Operation, PathEntry } from '../../src/contract/operation/operation.ts'
import { typesOf, viewObject } from '../../src/contract/schema/schema-view.ts'
import { isJsonObject } from '../../src/contract/values/json-object.ts'
import type { Json, JsonObject } from '../../src/ports.ts'
import { type Answer, callOperation, type Send } from './call.ts'
import { normalizePath, type Pair } from './find-pairs.ts'
import { type Maker, makeBody, makeParameter, makeParameters } from './make-request.ts'

export interface Served extends Maker {
  readonly entries: ReadonlyMap<string, PathEntry>
  readonly pairs: readonly Pair[]
  readonly send: Send
}

export interface Trip {
  readonly pair: Pair
  /** The steps that succeeded. */
  readonly steps: readonly string[]
  /** Why it stopped; undefined when every step succeeded. */
  readonly failure: string | undefined
}

class TripError extends Error {}

const fail = (message: string): never => {
  throw new TripError(message)
}

export const runPair = async (served: Served, pair: Pair, seed: number): Promise<Trip> => {
  const steps: string[] = []
  try {
    await runSteps(served, pair, seed, steps)
    return { pair, steps, failure: undefined }
  } catch (error) {
    const { message } = error as Error
    return {
      pair,
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
    expectSame(created.answer.body, read.body)
    steps.push('read')
  }
  const address = fillPath(pair.item, [...parents, id])
  const shown = scalars(read?.body ?? created.answer.body)
  if (list) {
    const listed = await ask(served, list, fillPath(pair.collection, parents), undefined, shown)
    expectGood(listed, 'list')
    if (!holds(listed.body, id)) fail(`list: ${id} is not in it`)
    steps.push('list')
  }
  await changeItem(served, pair, address, seed, steps)
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
    if (holds(listed.body, id)) fail(`list after delete: ${id} is still in it`)
    steps.push('gone from list')
  }
}

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
  return callOperation(served, served.send, { operation, path: path + query, headers, body: body ?? undefined })
}

const bodyFor = async (served: Served, operation: Operation, seed: number) => {
  const body = await makeBody(served, operation, seed)
  if (body === null) fail(`${operation.method}: no valid request body found`)
  return body
}

const expectGood = ({ status, faults, body }: Answer, step: string): void => {
  if (status < 200 || status > 299) fail(`${step}: ${status} ${show(body, 300)}`)
  if (faults.length > 0) fail(`${step}: ${faults.join('; ').slice(0, 400)}`)
}

interface Created {
  readonly answer: Answer
  readonly sent: Json | undefined
}

const create = async (served: Served, pair: Pair, parents: readonly string[], seed: number): Promise<Created> => {
  const post = operationOf(served, pair.collection, 'POST') ?? fail('no POST')
  const parameter = /\{([^}]+)\}(\.json)?$/.exec(pair.item)?.[1] ?? ''
  const id = await makeParameter(served, parameterSchema(served, pair.item, parameter), seed)
  const body = await makeBody(served, post, seed, (schema, value) => addId(served, schema, value, [parameter, id]))
  if (body === null) fail('create: no valid request body found')
  const answer = await ask(served, post, fillPath(pair.collection, parents), body)
  expectGood(answer, 'create')
  return { answer, sent: body?.value }
}

/** Sends the id when the schema has a property for it, so that it is known even if the response has no body. */
const addId = (
  { document }: Served,
  schema: Node,
  value: JsonObject,
  [parameter, id]: readonly [string, string],
): JsonObject => {
  const { properties } = viewObject(document.files, schema)
  const name = [parameter, 'id'].find((wanted) => properties.has(wanted))
  const node = name === undefined ? undefined : properties.get(name)?.node
  if (name === undefined || !node || Object.hasOwn(value, name)) return value
  return { ...value, [name]: typesOf(document.files, node).has('integer') ? Number(id) : id }
}

/** The values of the collection's path parameters. Parents are created when possible. */
const fillParents = async (served: Served, collection: string, seed: number): Promise<readonly string[]> => {
  const values: string[] = []
  const segments = collection.split('/')
  for (const [at, segment] of segments.entries()) {
    const name = /\{([^}]+)\}/.exec(segment)?.[1]
    if (name === undefined) continue
    const prefix = normalizePath(segments.slice(0, at + 1).join('/'))
    const parent = served.pairs.find(({ item }) => normalizePath(item) === prefix)
    if (parent) {
      const created = await create(served, parent, values, seed + values.length + 50)
      values.push((await findId(served, parent, values, created)).id)
    } else {
      const value = await makeParameter(served, parameterSchema(served, collection, name), seed)
      await putParent(served, prefix, [...values, value], seed)
      values.push(value)
    }
  }
  return values
}

/** Creates a parent by PUT to its own address. */
const putParent = async (served: Served, prefix: string, values: readonly string[], seed: number): Promise<void> => {
  const entry = [...served.entries.values()].find(({ path }) => normalizePath(path) === prefix)
  const put = entry?.operations.get('PUT')
  if (!entry || !put) return
  const address = fillPath(entry.path, values)
  expectGood(await ask(served, put, address, await bodyFor(served, put, seed)), 'parent by PUT')
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

/** The id is the first likely value, from the response or from the sent body, that reads the item. */
const findId = async (
  served: Served,
  pair: Pair,
  parents: readonly string[],
  { answer, sent }: Created,
): Promise<FoundId> => {
  const parameter = /\{([^}]+)\}(\.json)?$/.exec(pair.item)?.[1] ?? ''
  const located = answer.location?.split('/').at(-1)
  const likely = [
    ...(located === undefined ? [] : [decodeURIComponent(located)]),
    ...likelyIds(answer.body, parameter),
    ...likelyIds(sent, parameter),
  ]
  const ids = [...new Set(likely)]
  const item = operationOf(served, pair.item, 'GET')
  if (!item) return { id: ids[0] ?? fail('create: no id in the response'), read: undefined }
  let first: Answer | undefined
  for (const id of ids) {
    const read = await ask(served, item, fillPath(pair.item, [...parents, id]))
    if (read.status < 300) return { id, read }
    first ??= read
  }
  return fail(
    ids.length === 0
      ? 'create: no id in the response'
      : `read: ${first?.status} under ${ids.slice(0, 4).join(', ')} ${show(first?.body, 200)}`,
  )
}

const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase()

const likelyIds = (body: unknown, parameter: string): readonly string[] => {
  if (typeof body === 'string' || typeof body === 'number') return [String(body)]
  const found: [number, string][] = []
  const walk = (value: unknown, depth: number): void => {
    if (Array.isArray(value) || !isJsonObject(value) || depth > 2) return
    for (const [name, held] of Object.entries(value)) {
      if (typeof held === 'string' || typeof held === 'number') {
        const rank = rankOf(name, parameter)
        if (rank !== undefined) found.push([rank + depth * 10, String(held)])
      } else walk(held, depth + 1)
    }
  }
  walk(body, 0)
  return found.sort(([a], [b]) => a - b).map(([, id]) => id)
}

const rankOf = (name: string, parameter: string): number | undefined => {
  const [own, wanted] = [plain(name), plain(parameter)]
  if (own === wanted) return 0
  if (wanted.endsWith(own)) return own === 'id' ? 2 : 1
  if (['id', 'gid', 'sid', 'uuid'].includes(own)) return 3
  return /(id|key|name|code|slug|number)$/.test(own) ? 4 : undefined
}

/** Properties that both bodies have must be equal. Envelopes, and properties that only one has, are ignored. */
const expectSame = (created: unknown, read: unknown): void => {
  const [a, b] = [scalars(created), scalars(read)]
  for (const [name, value] of a)
    if (b.has(name) && b.get(name) !== value)
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

const holds = (body: unknown, id: string): boolean =>
  typeof body === 'object' && body !== null
    ? Object.values(body).some((value) => holds(value, id))
    : String(body) === id

const changeItem = async (
  served: Served,
  pair: Pair,
  address: string,
  seed: number,
  steps: string[],
): Promise<void> => {
  for (const method of ['PATCH', 'PUT', 'POST']) {
    const change = operationOf(served, pair.item, method)
    if (!change) continue
    const body = await bodyFor(served, change, seed + 7)
    expectGood(await ask(served, change, address, body), `change by ${method}`)
    steps.push('change')
    const item = operationOf(served, pair.item, 'GET')
    if (item) {
      const read = await ask(served, item, address)
      expectGood(read, 'read after change')
      expectChanged(body?.value, read.body)
      steps.push('read changed')
    }
    return
  }
}

const expectChanged = (sent: unknown, read: unknown): void => {
  const shown = scalars(read)
  for (const [name, value] of scalars(sent)) {
    const held = shown.get(name)
    if (held === undefined || ['id', 'uuid', 'key', 'name', 'gid'].includes(name)) continue
    if (String(held) !== String(value))
      fail(`read after change: ${name} was sent as ${JSON.stringify(value)} and is ${JSON.stringify(held)}`)
  }
}

/** Without request ids, which differ in every run. */
const show = (body: unknown, length: number): string | undefined =>
  JSON.stringify(body)
    ?.replaceAll(/req-[0-9a-z]+-[0-9a-z]+/g, 'req-…')
    .slice(0, length)
