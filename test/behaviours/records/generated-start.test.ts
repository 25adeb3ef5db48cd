/**
 * What a server without fixtures starts with: records in every list, linked to one another, the same for the same seed, and
 * generated when they are first needed.
 */
import { describe, expect, it, vi } from 'vitest'
import { EmbeddedStore } from '../../../src/store/embedded-store.ts'
import { integer, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const record = (properties: object) => ({
  type: 'object',
  required: ['id', ...Object.keys(properties)],
  properties: { id: integer, ...properties },
})

const collection = (name: string, schema: object) => ({
  [`/${name}`]: {
    get: { responses: { 200: response({ type: 'array', items: schema }) } },
    post: { requestBody: requestBody(schema), responses: { 201: response(schema) } },
  },
  [`/${name}/{id}`]: {
    parameters: [pathParameter('id')],
    get: { responses: { 200: response(schema) } },
    delete: { responses: { 204: { description: 'gone' } } },
  },
})

// Each of the two refers to the other.
const document = openApi({
  paths: {
    ...collection('gadgets', record({ name: text, makerId: integer, 'friend-ids': { type: 'array', items: integer } })),
    ...collection('makers', record({ name: text, gadgetId: integer })),
  },
})

interface Gadget {
  readonly id: number
  readonly makerId: number
}

describe('a server without fixtures', () => {
  const start = (files: object = {}, options: object = {}) =>
    serveFiles({ 'shop.json': document, ...files }, { generateWithoutFixtures: 3, ...options })
  const listOf = async (api: Awaited<ReturnType<typeof start>>, path: string) =>
    (await api.call(path)).json as readonly Gadget[]

  it('has three records of each resource, which refer to existing ones', async () => {
    await using api = await start()
    const gadgets = await listOf(api, '/gadgets')
    const makers = await listOf(api, '/makers')
    expect([gadgets.length, makers.length]).toEqual([3, 3])
    for (const { makerId } of gadgets) expect(makers.map(({ id }) => id)).toContain(makerId)
    expect((await api.standin.describe()).generated).toBe(3)
  })

  it('continues after the ids of records that nobody has read yet', async () => {
    const note = { type: 'object', properties: { id: { ...integer, readOnly: true }, name: text } }
    await using api = await start({ 'shop.json': openApi({ paths: collection('notes', note) }) })
    const created = (await api.call('/notes', { body: { name: 'New' } })).json
    expect(created).toEqual({ id: 4, name: 'New' })
    const listed = await listOf(api, '/notes')
    expect(listed.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(listed.at(-1)).toEqual(created)
    expect((await api.call('/notes', { body: {} })).json).toMatchObject({ id: 5 })
  })

  it('has only ids that the path lists', async () => {
    const listed = { ...integer, enum: [1, 3, 4, 14] }
    const variants = listed.enum.map((id) => ({
      ...record({ name: { enum: [`Level ${id}`] } }),
      properties: { id: { enum: [id] }, name: { enum: [`Level ${id}`] } },
    }))
    const level = { oneOf: variants }
    const paths = {
      '/levels': { get: { responses: { 200: response({ type: 'array', items: level }) } } },
      '/levels/{id}': {
        parameters: [pathParameter('id', listed)],
        get: { responses: { 200: response(level) } },
      },
    }
    await using api = await start({ 'shop.json': openApi({ paths }) })
    const levels = await listOf(api, '/levels')
    expect(levels).toEqual([1, 3, 4].map((id) => ({ id, name: `Level ${id}` })))
  })

  it('counts years from one of this century', async () => {
    const season = { type: 'object', required: ['year'], properties: { year: integer, name: text } }
    const paths = {
      '/seasons': { get: { responses: { 200: response({ type: 'array', items: season }) } } },
      '/seasons/{year}': {
        parameters: [pathParameter('year')],
        get: { responses: { 200: response(season) } },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    }
    await using api = await start({ 'shop.json': openApi({ paths }) })
    const listed = (await api.call('/seasons')).json as readonly { readonly year: number }[]
    expect(listed.map(({ year }) => year)).toEqual([2022, 2023, 2024])
  })

  it('starts with the examples of a schema, unless a tool wrote them', async () => {
    const schema = record({ name: text, motto: text })
    const serveExample = async (example: object): Promise<unknown> => {
      const paths = collection('clubs', { ...schema, example })
      await using api = await serveFiles({ 'clubs.json': openApi({ paths }) }, { generateWithoutFixtures: 3 })
      return (await api.call('/clubs')).json
    }
    const meant = { id: 7, name: 'Rowing', motto: '' }
    expect(await serveExample(meant)).toContainEqual(meant)
    for (const empty of [
      { id: 0, name: '', motto: '' },
      { id: 0, name: 'string', motto: 'Onwards' },
    ])
      expect(await serveExample(empty)).not.toContainEqual(expect.objectContaining({ name: empty.name }))
  })

  it('has the id of a documented record in all of its addresses', async () => {
    const example = {
      id: 'rb400mYKSgQ6xs7t',
      page: 'https://example.com/robots/rb400mYKSgQ6xs7t',
      stream: 'https://example.com/rb400mYKSgQ6xs7t.m3u8',
      frame: '<iframe src="https://example.com/rb400mYKSgQ6xs7t"></iframe>',
    }
    const properties = { id: text, page: text, stream: text, frame: text }
    const robot = { type: 'object', required: ['id'], properties }
    const paths = {
      '/robots': { get: { responses: { 200: response({ type: 'array', items: robot }, { example: [example] }) } } },
      '/robots/{id}': { parameters: [pathParameter('id', text)], get: { responses: { 200: response(robot) } } },
    }
    await using api = await serveFiles({ 'robots.json': openApi({ paths }) }, { generateWithoutFixtures: 1 })
    const [found] = (await api.call('/robots')).json as readonly (typeof example)[]
    expect(found?.id).not.toBe(example.id)
    for (const address of [found?.page, found?.stream, found?.frame]) expect(address).toContain(`/${found?.id}`)
  })

  it('has other times than the moment when a tool wrote the example', async () => {
    const dated = (created_at: string, ended_at: string) => ({ id: 'first', created_at, ended_at })
    const serveExample = async (example: object): Promise<unknown> => {
      const properties = { id: text, created_at: text, ended_at: text }
      const paths = collection('tours', { type: 'object', required: ['id'], properties, example })
      await using api = await serveFiles({ 'tours.json': openApi({ paths }) }, { generateWithoutFixtures: 1 })
      return ((await api.call('/tours')).json as readonly unknown[])[0]
    }
    const meant = dated('2023-02-01T10:00:00.000Z', '2023-02-02T10:00:00.000Z')
    expect(await serveExample(meant)).toMatchObject({ created_at: meant.created_at, ended_at: meant.ended_at })
    const written = dated('2025-10-15T13:51:02.558Z', '2025-10-15T13:51:02.559Z')
    const { created_at, ended_at } = (await serveExample(written)) as typeof written
    expect(Date.parse(ended_at) - Date.parse(created_at)).toBeGreaterThan(60_000)
  })

  it('has no record that is its own parent', async () => {
    const only = { ...integer, minimum: 1, maximum: 1 }
    const node = { type: 'object', required: ['id'], properties: { id: integer, makerId: integer, parent: only } }
    const paths = { ...collection('nodes', node), ...collection('makers', record({ name: text })) }
    await using api = await serveFiles({ 'nodes.json': openApi({ paths }) }, { generateWithoutFixtures: 3 })
    const found = (await api.call('/nodes')).json as readonly { readonly id: number; readonly parent?: number }[]
    expect(found.map(({ id, parent }) => [id, parent])).toEqual([
      [1, undefined],
      [2, 1],
      [3, 1],
    ])
  })

  it('has the id of a record in its addresses and short forms', async () => {
    const properties = { arn: text, short_id: text }
    const robot = { type: 'object', required: ['id'], properties: { id: text, ...properties } }
    const paths = {
      '/robots': { get: { responses: { 200: response({ type: 'array', items: robot }) } } },
      '/robots/{id}': { parameters: [pathParameter('id', text)], get: { responses: { 200: response(robot) } } },
    }
    await using api = await serveFiles({ 'robots.json': openApi({ paths }) }, { generateWithoutFixtures: 3 })
    const found = (await api.call('/robots')).json as readonly Readonly<Record<'id' | 'arn' | 'short_id', string>>[]
    expect(found).toHaveLength(3)
    for (const { id, arn, short_id } of found) {
      expect(arn).toMatch(new RegExp(`/${id}$`))
      expect(short_id).toBe(id.slice(0, 8))
    }
  })

  describe('identifies records by what the name of the id says:', () => {
    const rows: readonly (readonly [path: string, id: string, pattern: string | undefined, form: RegExp])[] = [
      ['checkout-keys', 'fingerprint', undefined, /^([0-9a-f]{2}:){15}[0-9a-f]{2}$/],
      ['artists', 'name', undefined, /^[A-Z][a-z]+ [A-Z][a-z]+$/],
      ['markets', 'marketId', '^[a-z]{2}_[A-Z]{2}$', /^(de_DE|fr_FR|sv_SE)$/],
    ]
    for (const [path, id, pattern, form] of rows)
      it(`${path} ${id}`, async () => {
        const key = pattern === undefined ? text : { ...text, pattern }
        const schema = { type: 'object', required: [id], properties: { [id]: key } }
        const paths = {
          [`/${path}`]: { get: { responses: { 200: response({ type: 'array', items: schema }) } } },
          [`/${path}/{${id}}`]: {
            parameters: [pathParameter(id, key)],
            get: { responses: { 200: response(schema) } },
            delete: { responses: { 204: { description: 'gone' } } },
          },
        }
        await using api = await start({ 'shop.json': openApi({ paths }) })
        const listed = (await api.call(`/${path}`)).json as readonly Readonly<Record<string, string>>[]
        expect(listed).toHaveLength(3)
        for (const one of listed) {
          expect(one[id]).toMatch(form)
          expect((await api.call(`/${path}/${encodeURIComponent(one[id] ?? '')}`)).status).toBe(200)
        }
      })
  })

  it('identifies languages by their codes', async () => {
    const locale = { type: 'object', required: ['code'], properties: { code: text, label: text } }
    const item = {
      get: { responses: { 200: response(locale) } },
      delete: { responses: { 204: { description: 'gone' } } },
    }
    const paths = {
      '/locales': { ...collection('locales', locale)['/locales'] },
      '/locales/{code}': { parameters: [pathParameter('code', text)], ...item },
    }
    await using api = await serveFiles({ 'locales.json': openApi({ paths }) }, { generateWithoutFixtures: 3 })
    const found = (await api.call('/locales')).json as readonly { readonly code: string }[]
    for (const { code } of found) expect(code).toMatch(/^[a-z]{2}(-[A-Z]{2})?$/)
    expect(found.length).toBeGreaterThan(0)
  })

  it('has the same ones whatever is used first, and others for another seed', async () => {
    await using one = await start()
    await using other = await start()
    await using third = await start({}, { seed: 2 })
    await listOf(other, '/makers')
    expect(await listOf(one, '/gadgets')).toEqual(await listOf(other, '/gadgets'))
    expect(await listOf(third, '/gadgets')).not.toEqual(await listOf(one, '/gadgets'))
  })

  it('generates them when a resource is first used; forks and a reset have them, too', async () => {
    await using api = await start()
    const sandbox = api.standin.defaultSandbox
    expect(sandbox.state.store.isPending('gadgets')).toBe(true)
    const before = await listOf(api, '/~early/gadgets')
    expect(sandbox.state.store.isPending('gadgets')).toBe(false)
    expect(sandbox.state.store.isPending('makers')).toBe(true)
    await api.call('/gadgets/1', { method: 'DELETE' })
    expect(await listOf(api, '/gadgets')).toHaveLength(2)
    sandbox.reset()
    expect(await listOf(api, '/gadgets')).toEqual(before)
  })

  it('generates some before it listens if it warms up, the same ones', async () => {
    using ahead = vi.spyOn(EmbeddedStore.prototype, 'generateOne')
    await using api = await start({}, { warmUp: true })
    await using other = await start()
    expect(ahead.mock.calls).toEqual([['gadgets'], ['makers']])
    expect(await listOf(api, '/gadgets')).toEqual(await listOf(other, '/gadgets'))
  })

  it('generates none where there are fixtures', async () => {
    await using api = await start({ 'fixtures/default/makers.json': '[]' })
    expect(await listOf(api, '/gadgets')).toEqual([])
    expect((await api.standin.describe()).generated).toBe(0)
  })

  it('is empty by default in code', async () => {
    await using api = await serveFiles({ 'shop.json': document })
    expect((await api.call('/gadgets')).json).toEqual([])
  })
})
