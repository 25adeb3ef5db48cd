/**
 * Generated requests and control calls to a sandbox, with everything that could be observed of the sandbox just before and
 * just after each request. A fork at that request must show the same.
 */
import { assert } from 'vitest'
import { type Answer, type CallOptions, call } from './client.ts'

/** A server with its control API. */
export interface Server {
  readonly url: string
}

export interface Moment {
  readonly request: string
  readonly status: number
  readonly before: string
  readonly after: string
  /** Records of one resource after the request. */
  readonly customers: string
  /** A fork that was made there: of what cannot be read. */
  readonly reference: string | undefined
}

/** The sandbox whose moments are recorded, and one whose changes must not matter. */
const subject = 'subject'
const bystander = 'bystander'

const control = async (server: Server, method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await call(`${server.url}/_sandbox${path}`, { method, ...(body ? { body } : {}) })
  assert(answer.status < 300, `${method} ${path} is ${answer.status}: ${answer.text}`)
  return answer
}

/** What can be observed of a sandbox, without what belongs to its id. */
const observe = async (server: Server, id = subject): Promise<string> => {
  const { text } = await control(server, 'GET', `/sandboxes/${encodeURIComponent(id)}/export`)
  const { json } = await control(server, 'GET', `/sandboxes/${encodeURIComponent(id)}`)
  const { scenario, clock } = json as { readonly scenario: string | null; readonly clock: { readonly frozen: boolean } }
  return JSON.stringify({
    scenario,
    clock: clock.frozen ? clock : 'runs',
    export: { ...JSON.parse(text), sandbox: undefined },
  })
}

/** The position in a scenario: which of the next calls fail. */
const observeCounters = async (server: Server, id: string): Promise<string> => {
  const statuses: number[] = []
  for (let count = 0; count < 3; count++) {
    const headers = { 'sandbox-id': encodeURIComponent(id), 'sandbox-scenario': 'flaky' }
    statuses.push((await call(`${server.url}/slots`, { headers })).status)
  }
  return statuses.join()
}

const listCustomers = async (server: Server, at?: string): Promise<string> => {
  const query = at === undefined ? '' : `&at=${at}`
  return (await control(server, 'GET', `/sandboxes/${subject}/records/customers?limit=1000${query}`)).text
}

/** Numbers from 0 to below `limit`, the same for each seed. */
const createRandom = (seed: number): ((limit: number) => number) => {
  let state = seed
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

type Random = (limit: number) => number

const customer = (number: number) => ({ name: `Customer ${number}`, email: `customer-${number}@example.com` })

/** A request that is recorded in the journal of the subject. */
const createRequest = (random: Random, number: number): { readonly path: string; readonly options: CallOptions } => {
  const one = `/customers/${1 + random(1 + number)}`
  const flaky = random(3) === 0 ? { 'sandbox-scenario': 'flaky' } : {}
  switch (random(10)) {
    case 0:
      return { path: one, options: { method: 'DELETE', headers: flaky } }
    case 1:
      return { path: one, options: { method: 'PATCH', body: customer(number), headers: { 'if-match': '*' } } }
    case 2:
      return { path: `${one}/repairs`, options: { body: { customerId: 1, title: `Repair ${number}` }, headers: flaky } }
    case 3:
      return { path: `${one}/address`, options: { method: 'PUT', body: { street: `Street ${number}` } } }
    case 4:
      return { path: '/customers', options: { body: { name: 'without an email' } } }
    case 5:
      return { path: '/customers?per_page=2', options: { headers: flaky } }
    case 6:
      return { path: '/customers', options: { body: customer(random(5)), headers: { 'idempotency-key': 'one' } } }
    case 7:
      return { path: '/customers', options: { body: customer(number), headers: { 'sandbox-scenario': 'empty-store' } } }
    default:
      return { path: '/customers', options: { body: customer(number), headers: flaky } }
  }
}

/** Changes that no exchange of the journal shows. */
const changeByControl = async (server: Server, random: Random, number: number, padding: string): Promise<void> => {
  const path = `/sandboxes/${subject}`
  switch (random(10)) {
    case 0:
      await control(server, 'PUT', `${path}/clock`, { now: `20${10 + random(80)}-01-01T00:00:00Z`, frozen: true })
      break
    case 1:
      await control(server, 'DELETE', `${path}/clock`)
      break
    case 2:
      await control(server, 'PUT', `${path}/scenario`, { scenario: random(2) === 0 ? 'flaky' : null })
      break
    case 3:
      await control(server, 'POST', `${path}/snapshots`, { name: `snapshot ${random(3)}` })
      break
    case 4: {
      const { json } = await control(server, 'GET', `${path}/snapshots`)
      const [taken] = json as readonly { readonly name: string }[]
      if (taken) await control(server, 'POST', `${path}/snapshots/${encodeURIComponent(taken.name)}/restore`)
      break
    }
    case 5:
      await control(server, 'POST', `/sandboxes/${bystander}/reset`)
      break
    case 6:
      await call(`${server.url}/customers`, { body: customer(number), headers: { 'sandbox-id': bystander } })
      break
    case 7:
      await control(server, 'POST', `${path}/keys`, {})
      break
    default:
      // The long name makes the log longer, but not what is observed.
      for (const name of [`${number} ${padding}`, String(number)])
        await control(server, 'PUT', `${path}/records/customers/1`, {
          ...customer(1_000_000 + number),
          name,
          createdAt: '2030-01-01T00:00:00Z',
        })
  }
}

export interface GenerateOptions {
  readonly count: number
  readonly seed: number
  /** Makes entries longer, so that checkpoints are written. */
  readonly padding: string
}

/** `at` is the server that handles a request: each of them is one view of the same sandboxes. */
export const generateMoments = async (
  at: (number: number) => Server,
  { count, seed, padding }: GenerateOptions,
): Promise<readonly Moment[]> => {
  const random = createRandom(seed)
  for (const id of [subject, bystander]) await control(at(0), 'POST', '/sandboxes', { id })
  const moments: Moment[] = []
  for (let number = 0; number < count; number++) {
    if (random(3) === 0) await changeByControl(at(random(7)), random, number, padding)
    const server = at(number)
    const before = await observe(server)
    const { path, options } = createRequest(random, number)
    const { headers, status } = await call(server.url + path, {
      ...options,
      headers: { 'sandbox-id': subject, ...options.headers },
    })
    const request = headers['sandbox-request-id']
    assert(request !== undefined, `${path} has no request id`)
    // The next server sees what this one has done.
    const next = at(number + 1)
    const [after, customers] = [await observe(next), await listCustomers(next)]
    const reference = number % 10 === 0 ? `reference ${request}` : undefined
    if (reference !== undefined) await control(next, 'POST', '/sandboxes', { id: reference, from: subject })
    moments.push({ request, status, before, after, customers, reference })
  }
  return moments
}

/** How many requests had which status. */
export const countStatuses = (moments: readonly Moment[]): string => {
  const counts = new Map<number, number>()
  for (const { status } of moments) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ')
}

/** Compares forks and earlier records with what was observed. Returns the differences. */
export const compareMoments = async (server: Server, moments: readonly Moment[]): Promise<readonly string[]> => {
  const differences: string[] = []
  const compare = (what: string, found: string, expected: string): void => {
    if (found !== expected)
      differences.push(`${what}: found ${found.slice(0, 400)}, expected ${expected.slice(0, 400)}`)
  }
  for (const [number, { request, before, after, customers, reference }] of moments.entries()) {
    for (const [from, expected] of [
      [`${request}-`, before],
      [request, after],
    ] as const) {
      const id = `fork ${from}`
      await control(server, 'POST', '/sandboxes', { id, from: `${subject}@${from}` })
      compare(`${number}: fork at ${from}`, await observe(server, id), expected)
      if (reference !== undefined && from === request) {
        const found = await observeCounters(server, id)
        await control(server, 'POST', '/sandboxes', { id: `copy of ${reference}`, from: reference })
        compare(`${number}: counters of ${from}`, found, await observeCounters(server, `copy of ${reference}`))
        await control(server, 'DELETE', `/sandboxes/copy%20of%20${encodeURIComponent(reference)}`)
      }
      await control(server, 'DELETE', `/sandboxes/${encodeURIComponent(id)}`)
    }
    compare(`${number}: customers at ${request}`, await listCustomers(server, request), customers)
    if (differences.length > 5) break
  }
  return differences
}
