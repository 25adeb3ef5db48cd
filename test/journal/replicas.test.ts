/**
 * The journal, await, explanations, events, issues and coverage of replicas over HTTP: each replica shows the requests
 * that the others have handled.
 */
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CoverageReport } from '../../src/control/actions/report-coverage.ts'
import type { Issue } from '../../src/control/actions/watch-issues.ts'
import type { Answer } from '../support/client.ts'
import { type Replica, type Replicas, startReplicas } from '../support/start-replicas.ts'

let replicas: Replicas
let a: Replica
let b: Replica

beforeAll(async () => {
  replicas = await startReplicas(2)
  const [first = expect.fail(), second = expect.fail()] = replicas.all
  a = first
  b = second
})

afterAll(() => replicas[Symbol.asyncDispose]())

const rex = { name: 'Rex', categoryId: 1 }

let created = 0

/** A sandbox that both replicas have loaded. */
const openSandbox = async (): Promise<string> => {
  const sandbox = `sandbox-${++created}`
  for (const { sandboxes } of [a, b]) sandboxes.open(sandbox)
  return sandbox
}

const exchangesOf = async (replica: Replica, sandbox: string, query = ''): Promise<readonly string[]> => {
  const answer = await replica.control(`/sandboxes/${sandbox}/exchanges${query}`)
  return (answer.json as readonly { readonly id: string }[]).map(({ id }) => id)
}

const requestId = ({ headers }: Answer): string => headers['sandbox-request-id'] ?? ''

const add = async (replica: Replica, sandbox: string, body: object = rex): Promise<string> =>
  requestId(await replica.call('/v1/pets', { sandbox, body }))

describe('the list of exchanges', () => {
  it('is the same on each replica, and has the whole exchange', async () => {
    const sandbox = await openSandbox()
    await a.call('/v1/pets?trace=1', { sandbox, body: { ...rex, id: 3 } })
    await b.call('/v1/pets', { sandbox, body: { name: 1 } })
    await a.call('/v1/nothing', { sandbox })
    await b.call('/v1/pets', { sandbox, scenario: 'server-error' })
    await expect(a.call('/v1/pets', { sandbox, scenario: 'connection-reset' })).rejects.toThrow()
    const [here, there] = [
      (await a.control(`/sandboxes/${sandbox}/exchanges`)).json,
      (await b.control(`/sandboxes/${sandbox}/exchanges`)).json,
    ]
    expect(here).toHaveLength(5)
    expect(there).toEqual(here)
    expect(here).toEqual([
      expect.objectContaining({
        operation: 'createPet',
        code: null,
        request: expect.objectContaining({ query: { trace: '1' } }),
      }),
      expect.objectContaining({
        operation: 'createPet',
        code: 'invalid_request',
        violations: [expect.objectContaining({ at: 'body.categoryId' }), expect.objectContaining({ at: 'body.name' })],
      }),
      expect.objectContaining({ operation: null, unmatched: true }),
      expect.objectContaining({ operation: 'listPets', scenario: ['server-error/1'] }),
      expect.objectContaining({ response: expect.objectContaining({ fault: 'reset' }) }),
    ])
  })

  it('has the order in which one client sent its requests to several replicas, also after a message was late', async () => {
    const sandbox = await openSandbox()
    b.messages.hold()
    const first = await add(a, sandbox)
    const second = await add(b, sandbox)
    const third = await add(a, sandbox)
    b.messages.release()
    for (const replica of [a, b]) {
      expect(await exchangesOf(replica, sandbox)).toEqual([first, second, third])
      expect(await exchangesOf(replica, sandbox, `?since=${first}`)).toEqual([second, third])
      expect(await exchangesOf(replica, sandbox, '?limit=2')).toEqual([second, third])
    }
  })

  it('is complete for whoever has the response: its message has been sent', async () => {
    const handle = await a.open(`sandbox-${++created}`)
    for (let index = 0; index < 20; index++) {
      const { headers } = await handle.fetch('/v1/pets')
      expect(String(replicas.messages.published.at(-1))).toContain(headers.get('sandbox-request-id'))
    }
  })

  it('has what was acknowledged before, although the message is not there yet', async () => {
    const sandbox = await openSandbox()
    b.messages.hold()
    const id = await add(a, sandbox)
    const asked = b.messages.asked()
    const listed = exchangesOf(b, sandbox)
    await asked
    b.messages.release()
    expect(await listed).toEqual([id])
  })

  it('is returned after a second if messages do not arrive', async () => {
    const sandbox = await openSandbox()
    b.messages.hold()
    await add(a, sandbox)
    const own = await add(b, sandbox)
    expect(await exchangesOf(b, sandbox)).toEqual([own])
    b.messages.release()
  })

  it('is emptied on each replica', async () => {
    const sandbox = await openSandbox()
    await add(a, sandbox)
    await add(b, sandbox)
    expect((await a.control(`/sandboxes/${sandbox}/exchanges`, { method: 'DELETE' })).status).toBe(204)
    expect(await exchangesOf(b, sandbox)).toEqual([])
  })

  it('is emptied by a reset on another replica, and has what was sent after it', async () => {
    const sandbox = await openSandbox()
    await add(a, sandbox)
    await add(b, sandbox)
    b.messages.hold()
    expect((await a.control(`/sandboxes/${sandbox}/reset`, { method: 'POST' })).status).toBe(200)
    const later = await add(b, sandbox)
    b.messages.release()
    for (const replica of [a, b]) expect(await exchangesOf(replica, sandbox)).toEqual([later])
  })

  it('is empty on a replica when another one has deleted the sandbox', async () => {
    const sandbox = await openSandbox()
    await add(a, sandbox)
    expect((await a.control(`/sandboxes/${sandbox}`, { method: 'DELETE' })).status).toBe(204)
    expect(await exchangesOf(b, sandbox)).toEqual([])
  })
})

describe('await', () => {
  const wait = (replica: Replica, sandbox: string, body: object): Promise<Answer> =>
    replica.control(`/sandboxes/${sandbox}/exchanges/await`, { body })

  it('is met by a request to another replica', async () => {
    const sandbox = await openSandbox()
    const waiting = wait(b, sandbox, { operation: 'createPet', where: { request: { body: rex } }, timeout: '30s' })
    await add(a, sandbox, { name: 'Max', categoryId: 1 })
    const id = await add(a, sandbox)
    expect((await waiting).json).toMatchObject({ met: true, count: 1, exchanges: [{ id, operation: 'createPet' }] })
  })

  it('is met by earlier requests, too', async () => {
    const sandbox = await openSandbox()
    b.messages.hold()
    await add(a, sandbox)
    const asked = b.messages.asked()
    const waiting = wait(b, sandbox, { operation: 'createPet', timeout: '30s' })
    await asked
    b.messages.release()
    expect((await waiting).json).toMatchObject({ met: true, count: 1 })
  })

  it('counts requests to all replicas: exactly and atMost', async () => {
    const sandbox = await openSandbox()
    await add(a, sandbox)
    await add(b, sandbox)
    for (const replica of [a, b]) {
      const ask = async (bound: object) =>
        (await wait(replica, sandbox, { operation: 'createPet', timeout: '30ms', ...bound })).json
      expect(await ask({ exactly: 2 })).toMatchObject({ met: true, count: 2 })
      expect(await ask({ exactly: 1 })).toMatchObject({ met: false, count: 2 })
      expect(await ask({ atMost: 2 })).toMatchObject({ met: true })
      expect(await ask({ atMost: 1 })).toMatchObject({ met: false })
      expect(await ask({ count: 3 })).toMatchObject({ met: false, count: 2 })
    }
  })

  it('counts a request that another replica handled before the timeout, although its message arrives after it', async () => {
    const sandbox = await openSandbox()
    const started = b.messages.asked()
    const waiting = wait(b, sandbox, { operation: 'createPet', exactly: 0, timeout: '2s' })
    await started
    const ended = b.messages.asked()
    b.messages.hold()
    await add(a, sandbox)
    await ended
    b.messages.release()
    expect((await waiting).json).toMatchObject({ met: false, count: 1 })
  })
})

describe('the explanation of a response', () => {
  it('is the same on each replica', async () => {
    const sandbox = await openSandbox()
    const id = await add(a, sandbox)
    const [here, there] = [(await a.control(`/exchanges/${id}`)).json, (await b.control(`/exchanges/${id}`)).json]
    expect(there).toEqual(here)
    expect(there).toMatchObject({ id, why: { matched: { operation: 'createPet' }, behaviour: { kind: 'create' } } })
  })

  it('is available for a sandbox that this replica has not loaded', async () => {
    const id = await add(a, `sandbox-${++created}`)
    expect((await b.control(`/exchanges/${id}`)).json).toMatchObject({ id, operation: 'createPet' })
  })
})

describe('events', () => {
  it('of a replica include the exchanges of the others', async () => {
    const sandbox = await openSandbox()
    let text = ''
    const stream = get(`${b.url}/_sandbox/events`)
    const arrived = new Promise<void>((resolve, reject) => {
      stream.on('error', reject)
      stream.on('response', (response) => {
        response.on('error', () => {})
        response.on('data', async (chunk: Buffer) => {
          text += chunk
          if (text === ': listening\n\n') await add(a, sandbox)
          if (text.includes('event: exchange')) resolve()
        })
      })
    })
    await arrived
    stream.destroy()
    expect(text).toContain(`"sandbox":"${sandbox}"`)
  })

  it('of issues are reported for a sandbox handle of each replica', async () => {
    const handle = await b.open(`sandbox-${++created}`)
    a.sandboxes.open(handle.id)
    const issues: Issue[] = []
    const stop = handle.watchIssues((issue) => issues.push(issue))
    const id = await add(a, handle.id, { name: 1 })
    await handle.exchanges.list()
    stop()
    expect(issues).toEqual([expect.objectContaining({ kind: 'invalid', requestId: id, sandbox: handle.id })])
    await handle.exchanges.await({ status: 400, exactly: 1, timeout: '10ms' })
  })
})

describe('coverage', () => {
  const report = async (replica: Replica, path: string): Promise<CoverageReport> =>
    (await replica.control(path)).json as CoverageReport

  const sendRequests = async (replica: Replica, sandbox: string): Promise<void> => {
    await replica.call('/v1/pets', { sandbox, body: { ...rex, status: 'sold', colour: 'red' } })
    await replica.call('/v1/pets', { sandbox, body: { ...rex, status: 'unknown' } })
    await replica.call('/v1/pets?status=sold&limit=2', { sandbox, headers: { accept: 'application/json' } })
    await replica.call('/v1/pets/1', { sandbox, scenario: 'server-error' })
    await replica.call('/v1/pets', { sandbox, body: '{', headers: { 'content-type': 'application/json' } })
    await replica.call('/v1/pets', { sandbox, key: null })
    await replica.call('/v1/nothing', { sandbox })
  }

  it('of a sandbox is that of all its requests, on each replica', async () => {
    const [shared, alone] = [await openSandbox(), await openSandbox()]
    for (const replica of [a, b]) {
      await sendRequests(replica, shared)
      await sendRequests(a, alone)
    }
    const [here, there] = [
      await report(a, `/sandboxes/${shared}/coverage`),
      await report(b, `/sandboxes/${shared}/coverage`),
    ]
    expect(there).toEqual(here)
    // As if one replica had handled everything.
    expect(there).toEqual(await report(a, `/sandboxes/${alone}/coverage`))
    const create = there.operations.find(({ operation }) => operation === 'createPet')
    expect(create).toMatchObject({
      count: 6,
      parameters: expect.arrayContaining([{ name: 'body.name', count: 2 }]),
      values: expect.arrayContaining([{ name: 'body.status=sold', count: 2 }]),
    })
  })

  it('of all sandboxes is the same on each replica, also when some are deleted', async () => {
    const sandbox = await openSandbox()
    await sendRequests(a, sandbox)
    const unknown = `sandbox-${++created}`
    await sendRequests(a, unknown)
    const before = await report(a, '/coverage')
    expect(await report(b, '/coverage')).toEqual(before)
    expect(before.operations.find(({ operation }) => operation === 'createPet')?.count).toBeGreaterThanOrEqual(6)
    for (const id of [sandbox, unknown]) await a.control(`/sandboxes/${id}`, { method: 'DELETE' })
    for (const replica of [a, b]) expect(await report(replica, '/coverage')).toEqual(before)
    await b.control(`/sandboxes/${sandbox}`, { method: 'DELETE' })
    for (const replica of [a, b]) expect(await report(replica, '/coverage')).toEqual(before)
  })
})

describe('a replica that starts later', () => {
  it('has what the others still have', async () => {
    const sandbox = await openSandbox()
    const id = await add(a, sandbox)
    const late = await replicas.start()
    expect((await late.control(`/exchanges/${id}`)).json).toMatchObject({ id })
    expect((await late.control('/coverage')).json).toEqual((await a.control('/coverage')).json)
  })
})

describe('request ids', () => {
  it('of replicas differ', async () => {
    const ids = [await add(a, 'default'), await add(b, 'default')]
    const prefixes = ids.map((id) => id.replace(/-[^-]*$/, ''))
    expect(prefixes).toEqual([expect.stringMatching(/^req-[0-9a-f]{12}$/), expect.stringMatching(/^req-[0-9a-f]{12}$/)])
    expect(prefixes[0]).not.toBe(prefixes[1])
  })
})
