/**
 * Operations on the records of a collection at paths other than its own.
 */
import { describe, expect, it } from 'vitest'
import { loadService } from '../../../src/loading/service.ts'
import { converse, type Step } from '../../support/converse.ts'
import { arrayOf, integer, object, pathParameter, queryParameter, text } from '../../support/gadget-schemas.ts'
import { type Files, serveFiles, writeFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const gadget = object({ id: { ...integer, readOnly: true }, name: text, status: text, ownerId: integer }, ['id'])
const ownerless = object({ id: { ...integer, readOnly: true }, name: text }, ['id'])
const coded = object({ code: { ...text, readOnly: true }, name: text }, ['code'])
const person = object({ id: { ...integer, readOnly: true }, name: text })

const one = response(ref('Gadget'))
const many = response(arrayOf(ref('Gadget')))
const list = (...parameters: readonly object[]) => ({ get: { parameters, responses: { 200: many } } })
const create = { post: { requestBody: requestBody(ref('Gadget')), responses: { 201: one } } }
const item = (name: string, schema: object = integer) => ({
  parameters: [pathParameter(name, schema)],
  get: { responses: { 200: one, 404: { description: 'None.' } } },
  put: { requestBody: requestBody(ref('Gadget')), responses: { 200: one } },
  delete: { responses: { 204: { description: 'Gone.' } } },
})
const owners = {
  '/owners': { post: { requestBody: requestBody(ref('Owner')), responses: { 201: response(ref('Owner')) } } },
  '/owners/{ownerId}': {
    parameters: [pathParameter('ownerId')],
    get: { responses: { 200: response(ref('Owner')) } },
    delete: { responses: { 204: { description: 'Gone.' } } },
  },
}
const ofOwner = pathParameter('ownerId')

const write = (paths: object, record: object = gadget): object =>
  openApi({ paths, components: { schemas: { Gadget: record, Owner: person } } })

interface Row {
  readonly name: string
  readonly document: object
  readonly steps: readonly Step[]
}

const play = (rows: readonly Row[]): void => {
  for (const { name, document, steps } of rows)
    it(name, async () => {
      await using api = await serveFiles({ 'gadgets.json': document })
      await converse(api.call, steps)
    })
}

const madeFor = (owner: number, id: number, name: string): Step => ({
  ask: `POST /owners/${owner}/gadgets`,
  body: { name },
  status: 201,
  is: { id, name, ownerId: owner },
})

describe('a collection below its owner, whose items have their own path', () => {
  const nested = { ...list(), ...create, parameters: [ofOwner] }
  const flatOnly = { ...owners, '/owners/{ownerId}/gadgets': nested, '/gadgets/{id}': item('id') }
  const two = [
    { ask: 'POST /owners', body: { name: 'A' }, status: 201 },
    { ask: 'POST /owners', body: { name: 'B' }, status: 201 },
  ]
  play([
    {
      name: 'is one resource',
      document: write(flatOnly),
      steps: [
        { ask: 'POST /owners/1/gadgets', body: { name: 'x' }, status: 404 },
        { ask: 'GET /owners/1/gadgets', status: 404 },
        ...two,
        madeFor(1, 1, 'x'),
        madeFor(2, 2, 'y'),
        { ask: 'GET /gadgets/1', status: 200, is: { id: 1, name: 'x', ownerId: 1 } },
        { ask: 'GET /gadgets/9', status: 404 },
        { ask: 'GET /owners/1/gadgets', status: 200, is: [{ id: 1, name: 'x', ownerId: 1 }] },
        { ask: 'GET /owners/2/gadgets', status: 200, is: [{ id: 2, name: 'y', ownerId: 2 }] },
        { ask: 'PUT /gadgets/1', body: { name: 'z', ownerId: 2 }, status: 200 },
        { ask: 'GET /owners/1/gadgets', status: 200, is: [] },
        { ask: 'PUT /gadgets/9', body: { name: 'z' }, status: 404 },
        { ask: 'DELETE /gadgets/1', status: 204 },
        { ask: 'GET /gadgets/1', status: 404 },
        { ask: 'GET /owners/2/gadgets', status: 200, is: [{ id: 2, name: 'y', ownerId: 2 }] },
      ],
    },
    {
      name: 'is one resource with the collection of all records',
      document: write({ ...flatOnly, '/gadgets': { ...list(queryParameter('status')), ...create } }),
      steps: [
        ...two,
        madeFor(1, 1, 'x'),
        { ask: 'POST /gadgets', body: { name: 'y', ownerId: 1 }, status: 201 },
        { ask: 'POST /gadgets', body: { name: 'z', ownerId: 2, status: 'sold' }, status: 201 },
        { ask: 'POST /gadgets', body: { name: 'nobody' }, status: 201, is: { id: 4, name: 'nobody' } },
        {
          ask: 'GET /owners/1/gadgets',
          status: 200,
          is: [
            { id: 1, name: 'x', ownerId: 1 },
            { id: 2, name: 'y', ownerId: 1 },
          ],
        },
        { ask: 'GET /owners/2/gadgets', status: 200, is: [{ id: 3, name: 'z', ownerId: 2, status: 'sold' }] },
        { ask: 'GET /gadgets?status=sold', status: 200, is: [{ id: 3, name: 'z', ownerId: 2, status: 'sold' }] },
      ],
    },
    {
      name: 'lists the records that were created below the owner, if records have no property for it',
      document: write({ ...flatOnly, '/gadgets': { ...list(), ...create } }, ownerless),
      steps: [
        ...two,
        { ask: 'POST /owners/1/gadgets', body: { name: 'x' }, status: 201, is: { id: 1, name: 'x' } },
        { ask: 'POST /owners/2/gadgets', body: { name: 'y' }, status: 201, is: { id: 2, name: 'y' } },
        { ask: 'POST /gadgets', body: { name: 'nobody' }, status: 201, is: { id: 3, name: 'nobody' } },
        { ask: 'GET /owners/1/gadgets', status: 200, is: [{ id: 1, name: 'x' }] },
        { ask: 'GET /owners/2/gadgets', status: 200, is: [{ id: 2, name: 'y' }] },
        { ask: 'GET /gadgets/2', status: 200, is: { id: 2, name: 'y' } },
        { ask: 'PUT /gadgets/2', body: { name: 'z' }, status: 200, is: { id: 2, name: 'z' } },
        { ask: 'GET /owners/2/gadgets', status: 200, is: [{ id: 2, name: 'z' }] },
        {
          ask: 'GET /gadgets',
          status: 200,
          is: [
            { id: 1, name: 'x' },
            { id: 2, name: 'z' },
            { id: 3, name: 'nobody' },
          ],
        },
      ],
    },
    {
      name: 'is one resource even if its schemas are inline',
      document: openApi({
        paths: {
          '/owners/{ownerId}/gadgets': {
            parameters: [ofOwner],
            get: { responses: { 200: response(arrayOf(gadget)) } },
            post: { requestBody: requestBody(object({ name: text })), responses: { 201: response(gadget) } },
          },
          '/gadgets/{id}': {
            parameters: [pathParameter('id')],
            get: { responses: { 200: response(gadget) } },
            delete: { responses: { 204: { description: 'Gone.' } } },
          },
        },
      }),
      steps: [
        madeFor(7, 1, 'x'),
        { ask: 'GET /gadgets/1', status: 200, is: { id: 1, name: 'x', ownerId: 7 } },
        { ask: 'GET /owners/7/gadgets', status: 200, is: [{ id: 1, name: 'x', ownerId: 7 }] },
        { ask: 'DELETE /gadgets/1', status: 204 },
        { ask: 'GET /gadgets/1', status: 404 },
      ],
    },
    {
      name: 'is one resource with the collection and items of all records',
      document: write({
        ...flatOnly,
        '/gadgets': { ...list(), ...create },
        '/owners/{ownerId}/gadgets/{gadgetId}': {
          ...item('gadgetId'),
          parameters: [ofOwner, pathParameter('gadgetId')],
        },
      }),
      steps: [
        ...two,
        madeFor(1, 1, 'x'),
        { ask: 'POST /gadgets', body: { name: 'y', ownerId: 2 }, status: 201 },
        { ask: 'GET /owners/1/gadgets/1', status: 200, is: { id: 1, name: 'x', ownerId: 1 } },
        { ask: 'GET /owners/2/gadgets/1', status: 404 },
        { ask: 'GET /owners/2/gadgets/2', status: 200, is: { id: 2, name: 'y', ownerId: 2 } },
        { ask: 'GET /owners/9/gadgets/2', status: 404 },
        { ask: 'PUT /owners/2/gadgets/2', body: { name: 'z' }, status: 200, is: { id: 2, name: 'z', ownerId: 2 } },
        { ask: 'PUT /owners/1/gadgets/2', body: { name: 'z' }, status: 404 },
        { ask: 'DELETE /owners/1/gadgets/2', status: 404 },
        { ask: 'GET /gadgets/2', status: 200, is: { id: 2, name: 'z', ownerId: 2 } },
        { ask: 'DELETE /owners/2/gadgets/2', status: 204 },
        { ask: 'GET /gadgets', status: 200, is: [{ id: 1, name: 'x', ownerId: 1 }] },
        { ask: 'DELETE /owners/1', status: 204 },
        { ask: 'GET /owners/1/gadgets/1', status: 404 },
        { ask: 'GET /gadgets/1', status: 200 },
      ],
    },
    {
      name: 'is one resource with items at both paths, even if records have no property for the owner',
      document: write(
        {
          ...flatOnly,
          '/gadgets': { ...list(), ...create },
          '/owners/{ownerId}/gadgets/{gadgetId}': {
            ...item('gadgetId'),
            parameters: [ofOwner, pathParameter('gadgetId')],
          },
        },
        ownerless,
      ),
      steps: [
        ...two,
        { ask: 'POST /owners/1/gadgets', body: { name: 'x' }, status: 201, is: { id: 1, name: 'x' } },
        { ask: 'POST /gadgets', body: { name: 'y' }, status: 201, is: { id: 2, name: 'y' } },
        { ask: 'GET /owners/1/gadgets/1', status: 200 },
        { ask: 'GET /owners/2/gadgets/1', status: 404 },
        { ask: 'GET /owners/1/gadgets/2', status: 404 },
        { ask: 'PUT /owners/1/gadgets/1', body: { name: 'z' }, status: 200, is: { id: 1, name: 'z' } },
        { ask: 'GET /gadgets/1', status: 200, is: { id: 1, name: 'z' } },
      ],
    },
    {
      name: 'is one resource below an owner that has an owner',
      document: write(
        {
          '/shops/{shop}/owners/{ownerId}/gadgets': {
            ...list(),
            ...create,
            parameters: [pathParameter('shop', text), ofOwner],
          },
          '/gadgets/{id}': item('id'),
        },
        ownerless,
      ),
      steps: [
        { ask: 'POST /shops/a/owners/1/gadgets', body: { name: 'x' }, status: 201 },
        { ask: 'POST /shops/b/owners/1/gadgets', body: { name: 'y' }, status: 201 },
        { ask: 'GET /shops/b/owners/1/gadgets', status: 200, is: [{ id: 2, name: 'y' }] },
      ],
    },
  ])

  it('has the path of the item in Location, with a string id too', async () => {
    const located = { ...response(ref('Gadget')), headers: { Location: { schema: text } } }
    const paths = {
      '/owners/{ownerId}/gadgets': {
        parameters: [ofOwner],
        post: { requestBody: requestBody(ref('Gadget')), responses: { 201: located } },
        get: { responses: { 200: many } },
      },
      '/gadgets/{code}': item('code', text),
    }
    await using api = await serveFiles({ 'gadgets.json': write(paths, coded) })
    const made = await api.call('/owners/3/gadgets', { body: { name: 'x' } })
    const { code } = Object(made.json)
    expect(made.headers.location).toBe(`/gadgets/${code}`)
    await converse(api.call, [
      { ask: `GET /gadgets/${code}`, status: 200, is: { code, name: 'x' } },
      { ask: 'GET /owners/3/gadgets', status: 200, is: [{ code, name: 'x' }] },
    ])
  })
})

describe('the shapes of the classic sample store', () => {
  const search = { post: { requestBody: requestBody(object({ status: text, name: text })), responses: { 200: many } } }
  const named = (name: string, status: string) => ({ name, status })
  const three = ['a', 'b', 'c'].map((name, index) => named(name, index === 1 ? 'sold' : 'free'))
  const sold = [{ id: 2, ...named('b', 'sold') }]
  const fill = (path: string): readonly Step[] => three.map((body) => ({ ask: `POST ${path}`, body, status: 201 }))
  const all = three.map((body, index) => ({ id: index + 1, ...body }))

  play([
    {
      name: 'findByStatus is a list',
      document: write({
        '/gadget': create,
        '/gadget/findByStatus': list(queryParameter('status')),
        '/gadget/{gadgetId}': item('gadgetId'),
      }),
      steps: [
        ...fill('/gadget'),
        { ask: 'GET /gadget/findByStatus?status=sold', status: 200, is: sold },
        { ask: 'GET /gadget/findByStatus', status: 200, is: all },
        { ask: 'GET /gadget/2', status: 200, is: sold[0] },
      ],
    },
    {
      name: 'findByTags finds tags by their names',
      document: write(
        {
          '/gadget': create,
          '/gadget/findByTags': list(queryParameter('tags', arrayOf(text))),
          '/gadget/{gadgetId}': item('gadgetId'),
        },
        object({ id: { ...integer, readOnly: true }, tags: arrayOf(object({ id: integer, name: text })) }),
      ),
      steps: [
        { ask: 'POST /gadget', body: { tags: [{ id: 1, name: 'red' }] }, status: 201 },
        { ask: 'POST /gadget', body: { tags: [{ id: 2, name: 'blue' }] }, status: 201 },
        { ask: 'GET /gadget/findByTags?tags=blue', status: 200, is: [{ id: 2, tags: [{ id: 2, name: 'blue' }] }] },
      ],
    },
    {
      name: 'the plural lists what the singular creates',
      document: write({ '/gadgets': list(), '/gadget': create, '/gadget/{id}': item('id') }),
      steps: [...fill('/gadget'), { ask: 'GET /gadgets', status: 200, is: all }, { ask: 'GET /gadget/3', status: 200 }],
    },
    {
      name: 'the singular creates what the plural lists',
      document: write({ '/gadgets': list(), '/gadget': create, '/gadgets/{id}': item('id') }),
      steps: [
        ...fill('/gadget'),
        { ask: 'GET /gadgets', status: 200, is: all },
        { ask: 'GET /gadgets/3', status: 200 },
      ],
    },
    {
      name: '/create creates, and /list lists',
      document: write({ '/gadgets/create': create, '/gadgets/list': list(), '/gadgets/{id}': item('id') }),
      steps: [
        ...fill('/gadgets/create'),
        { ask: 'GET /gadgets/list', status: 200, is: all },
        { ask: 'GET /gadgets/2', status: 200, is: sold[0] },
        { ask: 'DELETE /gadgets/2', status: 204 },
        { ask: 'GET /gadgets/2', status: 404 },
      ],
    },
    {
      name: 'a verb before the name creates or lists',
      document: write({ '/addGadget': create, '/getGadgets': list(), '/gadgets/{id}': item('id') }),
      steps: [
        ...fill('/addGadget'),
        { ask: 'GET /getGadgets', status: 200, is: all },
        { ask: 'DELETE /gadgets/2', status: 204 },
        { ask: 'GET /gadgets/2', status: 404 },
      ],
    },
    {
      name: 'another word does not create what is below two parameters',
      document: write({
        '/gadgets/move': create,
        '/gadgets/{owner}/{gadget}': {
          parameters: [pathParameter('owner', text), pathParameter('gadget', text)],
          get: { responses: { 200: one } },
        },
        '/gadgets/{owner}/{gadget}/parts': {
          parameters: [pathParameter('owner', text), pathParameter('gadget', text)],
          get: { responses: { 200: response(arrayOf(ref('Owner'))) } },
          post: { requestBody: requestBody(ref('Owner')), responses: { 201: response(ref('Owner')) } },
        },
      }),
      steps: [{ ask: 'POST /gadgets/ada/clock/parts', body: { name: 'hand' }, status: 201 }],
    },
    {
      name: 'a search has its filters in the body',
      document: write({ '/gadgets': create, '/gadgets/search': search, '/gadgets/{id}': item('id') }),
      steps: [
        ...fill('/gadgets'),
        { ask: 'POST /gadgets/search', body: { status: 'sold' }, status: 200, is: sold },
        { ask: 'POST /gadgets/search', body: { status: 'free', name: 'b' }, status: 200, is: [] },
        { ask: 'POST /gadgets/search', body: {}, status: 200, is: all },
      ],
    },
    {
      name: 'a query changes an item',
      document: write({
        '/gadget': create,
        '/gadget/{gadgetId}': {
          ...item('gadgetId'),
          post: { parameters: [queryParameter('name'), queryParameter('status')], responses: { 200: one } },
        },
      }),
      steps: [
        ...fill('/gadget'),
        { ask: 'POST /gadget/2?name=z', status: 200, is: { id: 2, ...named('z', 'sold') } },
        { ask: 'GET /gadget/2', status: 200, is: { id: 2, ...named('z', 'sold') } },
        { ask: 'POST /gadget/9?name=z', status: 404 },
      ],
    },
    {
      name: 'a form changes an item',
      document: write({
        '/gadget': create,
        '/gadget/{gadgetId}': {
          ...item('gadgetId'),
          post: {
            requestBody: requestBody(object({ name: text, status: text }), 'application/x-www-form-urlencoded'),
            responses: { 200: one },
          },
        },
      }),
      steps: [
        ...fill('/gadget'),
        {
          ask: 'POST /gadget/2',
          body: 'name=z&status=free',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          status: 200,
        },
        { ask: 'GET /gadget/2', status: 200, is: { id: 2, ...named('z', 'free') } },
      ],
    },
  ])
})

describe('custom methods', () => {
  const order = object({
    id: { ...integer, readOnly: true },
    status: { ...text, enum: ['open', 'closed'], default: 'open' },
  })
  play([
    {
      name: 'act on an item',
      document: write(
        {
          '/orders': create,
          '/orders/{id}': item('id'),
          '/orders/{id}:close': { parameters: [pathParameter('id')], post: { responses: { 200: one } } },
        },
        order,
      ),
      steps: [
        { ask: 'POST /orders/1:close', status: 404 },
        { ask: 'POST /orders', body: {}, status: 201, is: { id: 1, status: 'open' } },
        { ask: 'POST /orders/1:close', status: 200, is: { id: 1, status: 'closed' } },
        { ask: 'GET /orders/1', status: 200, is: { id: 1, status: 'closed' } },
      ],
    },
  ])
})

/** What is inferred for each operation: `list gadgets`. */
const infer = async (document: object, otherFiles: Files = {}): Promise<Readonly<Record<string, string>>> => {
  await using folder = await writeFiles({ 'gadgets.json': document, ...otherFiles })
  const { behaviours } = await loadService([`${folder.path}/gadgets.json`])
  return Object.fromEntries(
    [...behaviours].map(([{ method, path }, { kind, resource }]) => [`${method} ${path}`, `${kind} ${resource.name}`]),
  )
}

describe('is not linked to the collection', () => {
  const other = response(arrayOf(object({ id: integer, colour: text })))
  const flat = { '/gadgets': create, '/gadgets/{id}': item('id') }
  const rows: readonly { readonly name: string; readonly path: string; readonly paths: object }[] = [
    {
      name: 'a list of other records below an owner',
      path: 'GET /owners/{ownerId}/gadgets',
      paths: { '/owners/{ownerId}/gadgets': { parameters: [ofOwner], get: { responses: { 200: other } } } },
    },
    {
      name: 'a list below an owner, if no property names the owner and nothing is created there',
      path: 'GET /makers/{maker}/gadgets',
      paths: { '/makers/{maker}/gadgets': { parameters: [pathParameter('maker')], ...list() } },
    },
    {
      name: 'a list with another name',
      path: 'GET /owners/{ownerId}/things',
      paths: { '/owners/{ownerId}/things': { parameters: [ofOwner], ...list() } },
    },
    {
      name: 'a word that is not about a property',
      path: 'GET /gadgets/popular',
      paths: { '/gadgets/popular': list(queryParameter('limit', integer)) },
    },
    {
      name: 'a count',
      path: 'GET /gadgets/count',
      paths: { '/gadgets/count': { get: { responses: { 200: response(object({ count: integer })) } } } },
    },
    {
      name: 'a list of records below a word that is not about a creation',
      path: 'POST /gadgets/compareList',
      paths: {
        '/gadgets/compareList': {
          post: { requestBody: requestBody(arrayOf(ref('Gadget'))), responses: { 200: one } },
        },
      },
    },
    {
      name: 'records that refer to the owner only by id',
      path: 'POST /owners/{ownerId}/gadgets',
      paths: {
        '/owners/{ownerId}/gadgets': {
          parameters: [ofOwner],
          post: { requestBody: requestBody(object({ id: integer })), responses: { 200: one } },
        },
      },
    },
    {
      name: 'an operation that has no behaviour by the overlay',
      path: 'GET /gadgets/search',
      paths: { '/gadgets/search': { get: { ...list(queryParameter('status')).get, 'x-standin-behaviour': 'none' } } },
    },
  ]
  for (const { name, path, paths } of rows)
    it(name, async () => {
      const inferred = await infer(write({ ...flat, ...paths }))
      expect(inferred[path]).not.toBe('list gadgets')
      expect(inferred[path]).not.toBe('create gadgets')
      expect(inferred['POST /gadgets']).toBe('create gadgets')
    })

  it('a word is linked if the overlay gives it a behaviour', async () => {
    const paths = { '/gadgets/popular': { get: { ...list().get, 'x-standin-behaviour': 'list' } } }
    expect(await infer(write({ ...flat, ...paths }))).toMatchObject({ 'GET /gadgets/popular': 'list gadgets' })
  })
})
