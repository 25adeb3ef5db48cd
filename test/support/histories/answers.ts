/**
 * Answers of servers in a form that can be compared: what is random, or differs after a restart, is replaced or left out.
 */
import { ControlError } from '../../../src/control/actions/control-error.ts'
import { LogError } from '../../../src/log/log.ts'
import type { Replica } from '../replica.ts'
import type { Call, HandleCall } from './commands.ts'

/** A server with the random names that it has generated. */
export interface Side {
  readonly keys: string[]
  readonly ids: string[]
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** A key that was generated. */
  readonly key?: string | undefined
  /** The id of a sandbox that was created. */
  readonly id?: string | undefined
}

/** Replaces `{key 0}`, `{id 0}`: the last ones come first. */
const fill = (text: string, { keys, ids }: Side): string =>
  text
    .replace(/\{key (\d+)\}/g, (_, index) => keys.at(-1 - Number(index)) ?? 'sk_none')
    .replace(/\{id (\d+)\}/g, (_, index) => ids.at(-1 - Number(index)) ?? 'none')

export const send = async (replica: Replica, call: Call, side: Side): Promise<Answer> => {
  const path = fill(call.path, side)
  const body = call.body === undefined ? undefined : fill(JSON.stringify(call.body), side)
  const headers = Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, fill(value, side)]))
  const response =
    call.to === 'control'
      ? await replica.control(call.method, path, body === undefined ? undefined : JSON.parse(body))
      : await replica.fetch(path, {
          method: call.method,
          headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
          ...(body === undefined ? {} : { body }),
        })
  return readAnswer(response, call.method === 'POST' && /^\/sandboxes$|\/keys$/.test(call.path))
}

const readAnswer = async (response: Response, isCreation: boolean): Promise<Answer> => {
  const body = await response.text()
  const { status } = response
  const created = isCreation && status === 201 ? JSON.parse(body) : {}
  return { status, headers: Object.fromEntries(response.headers), body, key: created.key, id: created.id }
}

/** A handle's result as an answer: 200, or the status of the error. */
export const useHandle = async (replica: Replica, call: HandleCall): Promise<Answer> => {
  try {
    await replica.sandboxes.refresh(call.sandbox)
    const result = await runHandle(replica, call)
    return { status: 200, headers: {}, body: JSON.stringify(result ?? null), ...result }
  } catch (error) {
    if (error instanceof ControlError) return { status: error.status, headers: {}, body: error.message }
    if (error instanceof LogError) return { status: 503, headers: {}, body: `storage: ${error.kind}` }
    throw error
  }
}

const runHandle = async (
  replica: Replica,
  { sandbox, use, name }: HandleCall,
): Promise<{ readonly key: string } | undefined> => {
  const handle = replica.handleOf(sandbox, '')
  if (!handle) throw new ControlError(404, 'there is no such sandbox')
  switch (use) {
    case 'reset':
      return void (await handle.reset())
    case 'snapshot':
      return void (await handle.snapshot(name))
    case 'restore':
      return void (await handle.restore(name))
    case 'fork':
      return { key: (await handle.fork({ id: name })).key }
    case 'freeze':
      return void (await handle.clock.freeze())
    case 'put-pets':
      return void (await handle.records('pets').put([{ id: 40, name: 'Forty', categoryId: 1 }]))
    case 'generate-key':
      return { key: (await handle.keys.generate()).key }
    case 'delete':
      return void (await handle.delete())
    case 'scenario':
      return void (await handle.scenario(name))
  }
}

const ignoredHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'sandbox-request-id',
  'transfer-encoding',
])

/** Whether the storage failed, not the request. */
export const isStorageFailure = ({ status, body }: Answer): boolean =>
  status === 507 || (status === 503 && body.includes('storage'))

/** As text, for comparison. */
export const normalise = (answer: Answer, side: Side, ignored: readonly string[] = []): string => {
  const headers = Object.entries(answer.headers).filter(
    // Each replica tells about an evicted sandbox.
    ([name, value]) =>
      !ignoredHeaders.has(name) &&
      !ignored.includes(name) &&
      !(name === 'sandbox-notice' && value.startsWith('sandbox-evicted')),
  )
  const body = normaliseBody(hideNames(answer.body, side))
  return JSON.stringify(
    { status: answer.status, headers: hideNames(JSON.stringify(headers.sort()), side), body },
    null,
    1,
  )
}

const hideNames = (text: string, { keys, ids }: Side): string => {
  let hidden = text
  for (const [index, key] of keys.entries()) hidden = hidden.replaceAll(key, `<key ${index}>`)
  for (const [index, id] of ids.entries()) hidden = hidden.replaceAll(id, `<id ${index}>`)
  return hidden
    .replace(/sk_[\w-]+(\.[0-9a-f]{32})?/g, '<key>')
    .replace(/\bsandbox-\d+\b|\bsandbox-[0-9a-f]{12}\b/g, '<id>')
}

const normaliseBody = (text: string): unknown => (/^[[{]/.test(text) ? withoutCounts(JSON.parse(text)) : text)

/**
 * The journal and the time of the last use are not stored, and sandboxes are listed in the order in which they were loaded.
 */
const withoutCounts = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.map(withoutCounts)
    return items.some(isSandbox) ? items.toSorted((a, b) => idOf(a).localeCompare(idOf(b))) : items
  }
  if (typeof value !== 'object' || value === null || !('exchanges' in value)) return value
  const { exchanges: _, lastUsed: __, ...rest } = { lastUsed: undefined, ...value }
  return rest
}

const isSandbox = (value: unknown): boolean => typeof value === 'object' && value !== null && 'addresses' in value

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : ''
