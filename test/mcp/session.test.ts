/**
 * `standin mcp`, with the client of the official SDK: it lists the tools and plays a session as an AI tool would.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McpSession, startMcp } from '../support/mcp-session.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { content, openApi, response } from '../support/write-document.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

describe('a session', () => {
  let session: McpSession
  beforeAll(async () => {
    session = await startMcp()
  })
  afterAll(() => session.end())

  it('begins with what the server is', () => {
    expect(session.client.getServerVersion()).toMatchObject({ name: 'standin', title: 'Standin' })
    expect(session.client.getInstructions()).toContain('list_documents')
  })

  it('lists tools with a description and a schema, those that only read marked', async () => {
    const { tools } = await session.client.listTools()
    expect(tools.length).toBeGreaterThan(25)
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/^[A-Z].*\.$/s)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(JSON.stringify(inputSchema)).not.toContain('$ref')
    }
    const named = new Map(tools.map((tool) => [tool.name, tool]))
    expect(named.get('list_records')?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(named.get('delete_sandbox')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(named.get('list_records')?.inputSchema.required).toEqual(['resource'])
    expect(named.get('delete_sandbox')?.inputSchema.required).toEqual(['sandbox'])
    expect(named.get('list_records')?.inputSchema.properties?.sandbox).toHaveProperty('default', 'default')
    expect(named.get('delete_sandbox')?.inputSchema.properties?.sandbox).not.toHaveProperty('default')
    expect(named.get('list_records')?.inputSchema.properties?.limit).toMatchObject({ type: 'integer', default: 20 })
  })

  it('makes a sandbox, forces a 404, freezes the time, and reads why', async () => {
    const { key, addresses } = await session.read('create_sandbox', { id: 'task' })
    expect(key).toMatch(/^sk_/)
    expect(addresses[0].url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/~task\/v1$/)

    await session.read('set_scenario', { sandbox: 'task', scenario: 'not-found' })
    const forced = await session.read('send_request', { sandbox: 'task', path: '/v1/pets/1' })
    expect(forced.response.status).toBe(404)
    const { why } = await session.read('explain_exchange', { requestId: forced.id })
    expect(why).toMatchObject({ matched: { operation: 'getPet' } })
    expect(why.decided).toContain('not-found')

    await session.read('set_scenario', { sandbox: 'task', scenario: null })
    const clock = await session.read('set_clock', { sandbox: 'task', now: '2030-12-06T00:00:00Z', frozen: true })
    expect(clock).toMatchObject({ now: '2030-12-06T00:00:00.000Z', frozen: true })
    const removed = await session.read('send_request', { sandbox: 'task', path: '/v1/pets/1' })
    expect(removed.response).toMatchObject({ status: 404, body: { code: 'operation_removed' } })
    expect((await session.read('explain_exchange', { requestId: removed.id })).why.decided).toContain(
      'operation_removed',
    )

    // The default sandbox has its own clock.
    expect((await session.read('send_request', { path: '/v1/pets/1' })).response.status).toBe(200)
    expect(await session.read('delete_sandbox', { sandbox: 'task' })).toBe('done')
  })

  it('the address of a sandbox works for any client', async () => {
    const { key, addresses } = await session.read('create_sandbox', {})
    const response = await fetch(`${addresses[0].url}/pets/1`, { headers: { Authorization: `Bearer ${key}` } })
    expect(response.status).toBe(200)
  })

  it('lists and describes operations, with the schemas that they refer to', async () => {
    const operations = await session.read('list_operations', { q: 'PETS' })
    expect(operations.map(({ operation }: { operation: string }) => operation)).toContain('createPet')
    const described = await session.read('describe_operation', { operation: 'createPet' })
    expect(described).toMatchObject({ method: 'POST', path: '/v1/pets' })
    expect(Object.keys(described.references)).toContain('#/components/schemas/NewPet')
    expect(await session.read('describe_operation', { operation: 'POST /v1/pets' })).toEqual(described)
    expect(await session.call('list_operations', { limit: 0 })).toEqual({
      text: 'limit must be an integer of at least 1, got 0',
      isError: true,
    })
  })

  it('finds operations by what they are, not by their document', async () => {
    const [{ document }] = await session.read('list_operations')
    expect(await session.read('list_operations', { q: document })).toEqual([])
    expect(await session.read('list_operations', { q: 'true' })).toEqual([])
  })

  it('lists the addresses of the server, or those of a sandbox', async () => {
    const [{ url }] = await session.read('list_documents')
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    const [own] = await session.read('list_documents', { sandbox: 'default' })
    expect(own.url).toMatch(/\/~default\/v1$/)
  })

  it('creates from a suggested request, and finds what was recorded', async () => {
    const suggested = await session.read('suggest_request', { operation: 'createPet' })
    const { method, path, headers, text } = suggested
    const sent = await session.read('send_request', { method, path, headers, text })
    expect(sent.response.status).toBe(201)
    const [latest] = await session.read('list_exchanges', { operation: 'createPet' })
    expect(latest).toMatchObject({ id: sent.id, status: 201 })
    expect(latest).not.toHaveProperty('request')
    const awaited = await session.read('await_exchanges', { operation: 'createPet', count: 1 })
    expect(awaited).toMatchObject({ met: true, count: 1 })
  })

  it('reads, adds, changes and deletes records, with filters', async () => {
    const added = await session.read('add_record', { resource: 'pets', record: { name: 'Rex', categoryId: 1 } })
    const recordId = String(added.id)
    await session.read('patch_record', { resource: 'pets', recordId, changes: { status: 'sold' } })
    expect(await session.read('list_records', { resource: 'pets', where: { name: 'Rex' } })).toMatchObject([
      { id: added.id, status: 'sold' },
    ])
    expect(await session.read('get_record', { resource: 'pets', recordId })).toMatchObject({ name: 'Rex' })
    await session.read('delete_record', { resource: 'pets', recordId })
    await session.read('put_records', { sandbox: 'default', resource: 'pets', records: [] })
    expect(await session.read('list_records', { resource: 'pets' })).toEqual([])
    await session.read('reset_sandbox')
  })

  it('defines a scenario, and writes one from an exchange', async () => {
    const source = 'description: Teapots.\nsteps:\n  - when: { operation: listPets }\n    respond: { status: 401 }\n'
    await session.read('put_scenario', { scenario: 'teapots', source })
    const headers = { 'Sandbox-Scenario': 'teapots' }
    const sent = await session.read('send_request', { path: '/v1/pets', headers })
    expect(sent.response.status).toBe(401)
    expect((await session.read('write_scenario', { requestId: sent.id })).source).toContain('listPets')
    const broken = await session.call('put_scenario', { scenario: 'broken', source: 'steps: [{ respnd: {} }]' })
    expect(broken.isError).toBe(true)
    expect(broken.text).toContain('400: ')
  })

  it('a list that is longer than its page says how long it is', async () => {
    const { text } = await session.call('list_records', { resource: 'pets', limit: 2 })
    expect(JSON.parse(text.split('\n\n')[0] ?? '')).toHaveLength(2)
    expect(text).toContain('\n\n2 of 30 items; ')
  })

  const mistakes: readonly (readonly [tool: string, args: Record<string, unknown>, says: string])[] = [
    ['get_clok', {}, 'there is no tool "get_clok". Did you mean get_clock?'],
    ['get_clock', { sandbocks: 'x' }, '"sandbocks" is not an argument of get_clock (did you mean sandbox?)'],
    ['get_record', { resource: 'pets' }, 'recordId is required'],
    ['get_clock', { sandbox: 'nowhere' }, '404: '],
    ['get_clock', { sandbox: { id: 1 } }, 'sandbox must be a string, got {"id":1}'],
    ['delete_record', { sandbox: 'x', resource: '..', recordId: '..' }, 'resource must be the name or id of something'],
    ['delete_sandbox', { sandbox: '' }, 'sandbox must be the name or id of something, got ""'],
    ['get_record', { resource: 'pets', recordId: '.' }, 'recordId must be the name or id of something, got "."'],
    ['get_record', { resource: 'pets', recordId: '\ud800' }, 'recordId must be the name or id of something'],
    ['add_record', { resource: 'pets', record: nested(600) }, 'arguments must be nested at most 500 levels deep'],
    ['list_records', { resource: 'pets', limit: 'many' }, 'query.limit must be'],
    ['advance_clock', { by: 'soon' }, 'body.by must be'],
    ['describe_operation', { operation: 'createPets' }, 'there is no operation "createPets". Did you mean createPet?'],
    ['list_operations', { document: 'animals' }, 'there is no document "animals"'],
    ['list_operations', { limit: -1 }, 'limit must be an integer of at least 1, got -1'],
  ]
  for (const [tool, args, says] of mistakes)
    it(`a wrong call is a result that says why: ${tool} ${JSON.stringify(args).slice(0, 100)}`, async () => {
      const { text, isError } = await session.call(tool, args)
      expect(text).toContain(says)
      expect(isError).toBe(true)
    })
})

describe('standin mcp', () => {
  it('uses a running server with --url and its token, and leaves it running', async () => {
    await using standin = await startStandin({ adminToken: 'secret' })
    const session = await startMcp(['--url', standin.url], { STANDIN_ADMIN_TOKEN: 'secret' })
    await session.read('create_sandbox', { id: 'shared' })
    const { code, stderr, stray } = await session.end()
    expect({ code, stray }).toEqual({ code: 0, stray: '' })
    expect(stderr).toContain(`standin: tools call ${standin.url}`)
    const listed = await fetch(`${standin.url}/_sandbox/sandboxes/shared`, {
      headers: { Authorization: 'Bearer secret' },
    })
    expect(listed.status).toBe(200)
  })

  it('reports a missing or a wrong token, and a server that is gone, in each result', async () => {
    const standin = await startStandin({ adminToken: 'secret' })
    await using without = await startMcp(['--url', standin.url])
    expect((await without.call('list_sandboxes')).text).toContain('requires its admin token: set --admin-token')
    await using wrong = await startMcp(['--url', standin.url, '--admin-token', 'guess'])
    expect((await wrong.call('list_sandboxes')).text).toContain('--admin-token is not the token of')
    await standin.close()
    const gone = await wrong.call('list_sandboxes')
    expect(gone).toMatchObject({ isError: true, text: expect.stringContaining(`no server responds at ${standin.url}`) })
  })

  it('writes nothing but the protocol to stdout; the log goes to stderr', async () => {
    const session = await startMcp(['--log', 'pretty'])
    await session.read('send_request', { path: '/v1/pets' })
    const { code, stderr, stray } = await session.end()
    expect({ code, stray }).toEqual({ code: 0, stray: '' })
    expect(stderr).toMatch(/Standin is listening on http:\/\/127\.0\.0\.1:\d+\n/)
    expect(stderr).toMatch(/GET {4}\/v1\/pets {2}200/)
  })

  it('serves a document, and shortens results that are too long', async () => {
    const schema = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }
    const post = { operationId: 'createNote', requestBody: content(schema), responses: { 201: response(schema) } }
    const get = { operationId: 'listNotes', responses: { 200: response({ type: 'array', items: schema }) } }
    const document = openApi({ paths: { '/notes': { get, post } } })
    await using folder = await createTemporaryFolder({ 'notes.json': JSON.stringify(document) })
    await using session = await startMcp([`${folder.path}/notes.json`])
    const records = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, text: 'x'.repeat(3_000) }))
    await session.read('put_records', { resource: 'notes', records: records.slice(0, 1) })
    for (const record of records.slice(1)) await session.read('add_record', { resource: 'notes', record })
    const { text } = await session.call('list_records', { resource: 'notes' })
    expect(text.length).toBeLessThan(41_000)
    expect(text).toContain('\n\n13 of 40 items; ')
    expect(JSON.parse(text.split('\n\n')[0] ?? '')).toHaveLength(13)
    const whole = await session.call('get_record', { resource: 'notes', recordId: '1' })
    expect(JSON.parse(whole.text)).toEqual(records[0])
  })

  it('describes what a path item has beside its $ref together with the target', async () => {
    const inQuery = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })
    const responses = { 204: { description: 'Done.' } }
    const shared = { parameters: [inQuery('shared')], get: { operationId: 'listNotes', responses } }
    const beside = { parameters: [inQuery('own')], post: { operationId: 'createNote', responses } }
    const document = openApi({
      openapi: '3.1.0',
      paths: { '/notes': { $ref: '#/components/pathItems/Shared', ...beside } },
      components: { pathItems: { Shared: shared } },
    })
    await using folder = await createTemporaryFolder({ 'notes.json': JSON.stringify(document) })
    await using session = await startMcp([`${folder.path}/notes.json`])
    for (const operation of ['listNotes', 'createNote']) {
      const { sharedParameters } = await session.read('describe_operation', { operation })
      expect(sharedParameters.map(({ name }: { name: string }) => name).sort()).toEqual(['own', 'shared'])
    }
  })

  it('documents and --url together are wrong usage', async () => {
    await expect(startMcp(['openapi.yaml', '--url', 'http://127.0.0.1:1'])).rejects.toThrow(
      'ended with 2: standin: --url (or STANDIN_URL) names a running server, which has its own documents',
    )
  })

  it('a document that does not load ends it with 3', async () => {
    await expect(startMcp(['./no-such.yaml'])).rejects.toThrow('ended with 3')
  })
})
