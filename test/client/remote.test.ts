/**
 * standin/client drives a server in another process through the whole control API: the operations that were called are those of
 * its document. The same test function gets the same results from a sandbox of this process.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnySandbox } from '../../src/client/any-sandbox.ts'
import { ControlError, createClient, type StandinClient, UsageError } from '../../src/client/remote/client.ts'
import { routes } from '../../src/client/remote/routes.ts'
import type { Issue } from '../../src/control/actions/watch-issues.ts'
import { AwaitError } from '../../src/index.ts'
import { readControlOperations } from '../support/control-operations.ts'
import { projectFolder } from '../support/run-command.ts'
import { type RunningProcess, startProcess } from '../support/start-process.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

let server: RunningProcess | undefined
let folder: TemporaryFolder | undefined
let url = ''
const token = 'a-token'
const called = new Set<string>()

/** The operationId of a request to the control API. */
const operationOf = (method: string, target: string): string | undefined => {
  const path = new URL(target).pathname.replace(/^\/_sandbox/, '')
  const matches = Object.entries(routes).filter(([, [ofRoute, template]]) => {
    const pattern = template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')
    return ofRoute === method && new RegExp(`^${pattern}$`).test(path)
  })
  // /scenarios/check is more specific than /scenarios/{scenario}.
  return matches.sort(([, [, one]], [, [, other]]) => one.split('{').length - other.split('{').length)[0]?.[0]
}

const recorded: typeof fetch = (input, init) => {
  const request = new Request(input, init)
  const operation = operationOf(request.method, request.url)
  if (new URL(request.url).pathname.startsWith('/_sandbox') && operation !== undefined) called.add(operation)
  return fetch(request)
}

const connect = (): StandinClient => createClient({ url, token, fetch: recorded })

beforeAll(async () => {
  folder = await createTemporaryFolder()
  const start = `
    import { createStandin } from ${JSON.stringify(`${projectFolder}src/index.ts`)}
    const { url } = await createStandin({ port: 0, adminToken: '${token}', rewind: true })
    console.log('listening on ' + url)
  `
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', start]
  server = startProcess(process.execPath, args, { folder: folder.path, environment: { NODE_OPTIONS: undefined } })
  url = (await server.said(/listening on (http:\S+)/))[1] ?? ''
})

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await folder?.remove()
})

/** What a test does with a sandbox, whichever it is. Returns what it saw. */
const play = async (sandbox: AnySandbox): Promise<unknown> => {
  const pets = sandbox.records<{ id: number; name: string; categoryId: number; status?: string }>('pets')
  await pets.put([{ id: 1, name: 'Rex', categoryId: 1 }])
  const added = await pets.add({ name: 'Bello', categoryId: 2 })
  await pets.patch(added.id, { status: 'sold' })
  await pets.set(9, { id: 9, name: 'Mia', categoryId: 1 })
  await sandbox.snapshot('before')
  await pets.delete(9)
  const lost = await pets.get(9).catch((error: unknown) => error)
  const few = await pets.list()
  await sandbox.restore('before')
  await sandbox.clock.set('2030-12-04T00:00:00Z', { frozen: true })
  await sandbox.clock.advance('1h')
  const now = (await sandbox.clock.now()).toISOString()
  await sandbox.scenario('server-error')
  const failed = (await sandbox.fetch('/v1/pets')).status
  await sandbox.scenario(null)
  const listed = await (await sandbox.fetch('/v1/pets?limit=2')).json()
  const bare = (await sandbox.serve(`${sandbox.url}/v1/pets`)).status
  const calls = await sandbox.exchanges.await({ operation: 'listPets', count: 3 })
  const condition = { operation: 'createPet', timeout: '10ms' }
  const missing = await sandbox.exchanges.await(condition).catch((error: unknown) => error)
  const key = await sandbox.keys.generate({ scopes: ['read'], expires: new Date('2031-01-01') })
  await sandbox.keys.change(key.key, 'revoked')
  const states = (await sandbox.keys.list()).map(({ state }) => state)
  await sandbox.keys.delete(key.key)
  const fork = await sandbox.fork()
  const forked = await fork.records('pets').list()
  await fork.delete()
  const { secret, id, ...webhook } = await sandbox.webhooks.add({ url: 'http://127.0.0.1:9/' })
  const webhooks = (await sandbox.webhooks.list()).length
  await sandbox.webhooks.delete(id)
  const deliveries = await sandbox.webhooks.deliveries({ state: 'failed' })
  const { covered } = (await sandbox.coverage()).summary
  await sandbox.exchanges.clear()
  const cleared = await sandbox.exchanges.list({ status: '2xx' })
  await sandbox.clock.freeze()
  await sandbox.clock.clear()
  await sandbox.reset()
  const reset = (await pets.list()).length
  await sandbox.delete()
  const gone = await pets.list().catch((error: unknown) => error)
  expect([lost, gone]).toEqual([expect.any(ControlError), expect.any(ControlError)])
  expect(missing).toBeInstanceOf(AwaitError)
  expect(key.expires).toEqual(new Date('2031-01-01'))
  return {
    ...{
      added,
      few,
      now,
      failed,
      listed,
      bare,
      states,
      forked,
      webhook,
      webhooks,
      deliveries,
      covered,
      cleared,
      reset,
    },
    calls: calls.map(({ response }) => response.status),
    messages: [lost, missing, gone].map((error) => String(error)),
    servers: sandbox.servers(),
    headers: sandbox.headers['Sandbox-Id'],
  }
}

describe('a sandbox of a server elsewhere', () => {
  it('gives the same results as one of this process', async () => {
    await using standin = await startStandin()
    const here = await play(await standin.sandbox({ id: 'one and ü' }))
    const elsewhere = await play(await connect().sandbox({ id: 'one and ü' }))
    expect(elsewhere).toEqual(here)
    expect(elsewhere).toMatchObject({ failed: 500, bare: 401, calls: [500, 200, 401], reset: 30 })
  })

  it('lists records beyond one page, with exact integers', async () => {
    await using sandbox = await connect().sandbox()
    const pets = sandbox.records('pets')
    await pets.put(Array.from({ length: 2_001 }, (_, id) => ({ id: id + 1, name: 'Rex', categoryId: 1 })))
    await pets.add({ id: 9007199254740993n, name: 'Mia', categoryId: 1 })
    expect((await pets.list()).map(({ id }) => id)).toEqual([
      ...Array.from({ length: 2_001 }, (_, id) => id + 1),
      9007199254740993n,
    ])
    expect((await pets.get(9007199254740993n)).name).toBe('Mia')
  })

  it('reports issues as a sandbox of this process does', async () => {
    await using standin = await startStandin()
    const client = connect()
    const issuesOf = async (sandbox: AnySandbox): Promise<readonly Issue[]> => {
      const issues: Issue[] = []
      const stop = sandbox.watchIssues((issue) => issues.push(issue))
      // The connection of a server elsewhere is open when a first request is reported.
      await expect.poll(async () => (await sandbox.fetch('/v1/first')) && issues.length).toBeGreaterThan(0)
      for (const path of ['/v1/petz', '/v1/pets?limit=x', '/v1/pets/1']) await sandbox.fetch(path)
      await expect.poll(() => issues.some(({ kind }) => kind === 'deprecated')).toBe(true)
      stop()
      return issues.filter(({ request }) => !request.includes('/first')).map((issue) => ({ ...issue, requestId: '' }))
    }
    const here = await issuesOf(await standin.sandbox({ id: 'issues' }))
    const sandbox = await client.sandbox({ id: 'issues' })
    expect(await issuesOf(sandbox)).toEqual(here)
    expect(here.map(({ kind }) => kind)).toEqual(['unmatched', 'invalid', 'deprecated'])
    await sandbox.delete()
  })

  it('can be opened by its id, and is deleted once', async () => {
    const client = connect()
    const created = await client.sandbox({ id: 'opened' })
    const opened = await client.open('opened')
    expect({ url: opened.url }).toEqual({ url: created.url })
    expect((await opened.fetch('/v1/pets')).status).toBe(200)
    await created.delete()
    await opened[Symbol.asyncDispose]()
    await expect(opened.delete()).rejects.toThrow(ControlError)
    await expect(client.open('opened')).rejects.toThrow(/opened/)
  })
})

describe('errors', () => {
  it('are those of the control API', async () => {
    await expect(connect().sandbox({ scenario: 'flakey' })).rejects.toThrow(/Did you mean flaky/)
    await expect(createClient({ url }).sandbox()).rejects.toMatchObject({ name: 'ControlError', status: 401 })
  })

  it('name what is not a control API', async () => {
    const respond = (): Promise<Response> => Promise.resolve(new Response('<p>Not here</p>', { status: 404 }))
    const client = createClient({ url: 'http://127.0.0.1:1', fetch: respond })
    await expect(client.sandbox()).rejects.toThrow('is not a control API: it responded with 404 <p>Not here</p>')
  })

  it('name the address if no server responds there, with the cause of fetch', async () => {
    const fail = (): Promise<Response> =>
      Promise.reject(
        new TypeError('fetch failed', {
          cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
        }),
      )
    const client = createClient({ url: 'http://127.0.0.1:1', fetch: fail })
    await expect(client.sandbox()).rejects.toMatchObject({
      name: 'TypeError',
      message: expect.stringContaining('no server responds at http://127.0.0.1:1 (connect ECONNREFUSED); start one'),
      cause: { code: 'ECONNREFUSED' },
    })
  })

  it('reject an address that is not a URL', () =>
    expect(() => createClient({ url: '127.0.0.1:4010' })).toThrow(UsageError))
})

/** Calls every operation that the tests above do not need. */
const callTheRest = async (client: StandinClient): Promise<void> => {
  const { api } = client
  const path = { id: (await client.sandbox({ id: 'whole', fixtures: 'demo' })).id }
  const events = (await client.events({ sandbox: path.id, view: 'summary' }))[Symbol.asyncIterator]()
  const source = 'description: Nothing works.\nsteps:\n  - when: { operation: "*" }\n    respond: { status: 401 }\n'
  await api.call('getHealth')
  await api.call('getReadiness')
  await api.call('getDescription')
  await api.call('getDocument', { path: { document: 'animal-store' } })
  expect(await api.call('getMetrics')).toMatch(/^# HELP/)
  await client.coverage()
  await api.call('listScenarios')
  await api.call('getScenarioSchema')
  expect(await api.call('checkScenario', { body: { source } })).toMatchObject({ findings: [] })
  await api.call('putScenario', { path: { scenario: 'nothing' }, body: { source } })
  await api.call('getScenario', { path: { scenario: 'nothing' } })
  await api.call('deleteScenario', { path: { scenario: 'nothing' } })
  const sent = await api.call('sendRequest', { path, body: { path: '/v1/pets', body: { name: 'Rex', categoryId: 1 } } })
  let event = await events.next()
  // The definition of the scenario is an event, too.
  while (event.value.event === 'files') event = await events.next()
  expect(event.value).toMatchObject({ event: 'exchange', data: { status: 201 } })
  await events.return?.()
  const exchange = { requestId: sent.id }
  await api.call('explainExchange', { path: exchange })
  expect(await api.call('listChanges', { path: exchange })).toHaveLength(1)
  await api.call('writeScenario', { path: exchange })
  const again = await api.call('sendExchange', { path: exchange, body: {} })
  await api.call('diffExchanges', { path: { ...exchange, otherId: again.id } })
  await api.call('listSandboxes', { query: { q: 'whole', limit: 1 } })
  await api.call('diffSandboxes', { path: { ...path, other: 'default' } })
  const exported = await api.call('exportSandbox', { path })
  await api.call('importSandbox', { path, body: { records: exported.records } })
  await api.call('listGaps', { path, query: { limit: 1 } })
  await api.call('listUpcoming', { path })
  await api.call('takeSnapshot', { path, body: { name: 'now' } })
  await api.call('listSnapshots', { path })
  await api.call('deleteSnapshot', { path: { ...path, name: 'now' } })
  await api.call('listResources', { path })
  const resource = { ...path, resource: 'pets' }
  await api.call('getResource', { path: resource })
  expect((await api.open('listRecords', { path: resource })).headers.get('X-Total-Count')).toMatch(/^\d+$/)
  await api.call('listRecords', { path: resource, query: { where: { status: 'sold' }, sort: 'name' } })
  expect(await api.call('checkNewRecord', { path: resource, body: { name: 7 } })).not.toEqual([])
  await api.call('putRecord', { path: { ...resource, recordId: '1' }, body: { id: 1, name: 'Rex', categoryId: 1 } })
  await api.call('checkRecord', { path: { ...resource, recordId: '1' }, body: { id: 1, name: 'Rex', categoryId: 1 } })
  await api.call('describeCredentials', { path })
  await api.call('putKey', { path: { ...path, key: 'mine' }, body: { state: 'active' } })
  await api.call('suggestRequest', { path })
  await api.call('countExchanges', { path })
  await api.call('addWebhook', { path, body: { url: 'http://127.0.0.1:9/' } })
  const nowhere = api.call('redeliver', { path: { ...path, delivery: 'none' } })
  await expect(nowhere).rejects.toMatchObject({ status: 404 })
  await expect(api.call('listGap' as 'listGaps', { path })).rejects.toThrow(
    'the control API has no operation "listGap". Did you mean listGaps?',
  )
  await api.call('awaitDeliveries', { path, body: { timeout: '1ms' } })
  await api.call('deleteSandbox', { path })
}

describe('a name that would lead to another path', () => {
  it.each(['', '.', '..'])('%j is rejected, and deletes nothing', async (name) => {
    const sandbox = await connect().sandbox()
    const message = `must be the name or id of something, got "${name}"`
    const calls: readonly (() => Promise<unknown>)[] = [
      () => sandbox.webhooks.delete(name),
      () => sandbox.keys.delete(name),
      () => sandbox.restore(name),
      () => sandbox.records('pets').get(name),
      () => sandbox.records('pets').delete(name),
      () => connect().open(name),
    ]
    for (const call of calls) await expect(call()).rejects.toThrow(message)
    expect(await connect().open(sandbox.id)).toMatchObject({ id: sandbox.id })
    await sandbox.delete()
  })
})

describe('a server', () => {
  it('that responds with pages is not a control API', async () => {
    const page = async (): Promise<Response> => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })
    const client = createClient({ url, fetch: page })
    for (const call of [() => client.sandbox(), () => client.open('a')])
      await expect(call()).rejects.toThrow('is not a control API: it responded with 200 <html>. Check the url of')
  })

  it('that fails once creates no sandbox without a handle, and can be called again', async () => {
    let fails = true
    const failing: typeof fetch = (input, init) => {
      const isList = new Request(input, init).url.endsWith('/documents')
      if (!isList || !fails) return fetch(input, init)
      fails = false
      return Promise.resolve(new Response('', { status: 502 }))
    }
    const client = createClient({ url, token, fetch: failing })
    const count = async (): Promise<number> => (await client.api.call('listSandboxes')).length
    const before = await count()
    await expect(client.sandbox()).rejects.toThrow('502')
    expect(await count()).toBe(before)
    await using sandbox = await client.sandbox()
    expect(sandbox.servers()).not.toEqual([])
  })
})

/** Last, because it counts what all tests of this file have called. */
describe('the whole control API', () => {
  it('is called', async () => {
    await callTheRest(connect())
    expect([...called].sort()).toEqual([...readControlOperations()].sort())
  })
})
