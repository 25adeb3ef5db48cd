/**
 * Which operations are stateful, and how, in documents that have nothing in common with the sample API.
 */
import { describe, expect, it } from 'vitest'
import { loadService } from '../../../src/loading/service.ts'
import type { Answer } from '../../support/client.ts'
import {
  expectFindings,
  type Files,
  findingsOf,
  type ServeOptions,
  serveFiles,
  useFiles,
  writeFiles,
} from '../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response, swagger } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties })
const pathParameter = (name: string, schema: object = text) => ({ name, in: 'path', required: true, schema })
const queryParameter = (name: string, schema: object) => ({ name, in: 'query', schema })

interface Crud {
  /** Default: /gadgets. */
  readonly path?: string
  /** The name of the path parameter. */
  readonly parameter: string
  readonly parameterSchema?: object
  readonly record: object
  readonly sent: object
  readonly query?: readonly object[]
  readonly list?: object
  readonly created?: object
}

/** The paths of a collection with list, create and read. */
const crud = ({ path = '/gadgets', parameter, parameterSchema, record, sent, query = [], list, created }: Crud) => ({
  [path]: {
    get: {
      operationId: 'list',
      parameters: query,
      responses: { 200: response(list ?? { type: 'array', items: record }) },
    },
    post: {
      operationId: 'create',
      requestBody: requestBody(sent),
      responses: { 201: response(created ?? record), 400: response(closed({ message: text })) },
    },
  },
  [`${path}/{${parameter}}`]: {
    get: {
      operationId: 'read',
      parameters: [pathParameter(parameter, parameterSchema)],
      responses: { 200: response(record), 404: response(closed({ message: text })) },
    },
  },
})

const gadget = object({ serial: integer, label: text, state: text }, ['serial', 'label'])
const newGadget = object({ label: text, state: text }, ['label'])
const plain: Crud = { parameter: 'serial', parameterSchema: integer, record: gadget, sent: newGadget }

const overlay = (...actions: readonly object[]): object => ({ overlay: '1.0.0', actions })

/** What is inferred for each operation: `list gadgets`, or nothing. */
const infer = async (document: object, otherFiles: Files = {}): Promise<Readonly<Record<string, string>>> => {
  await using folder = await writeFiles({ 'gadgets.json': document, ...otherFiles })
  const { behaviours } = await loadService([`${folder.path}/gadgets.json`])
  return Object.fromEntries(
    [...behaviours].map(([operation, { kind, resource }]) => [operation.id, `${kind} ${resource.name}`]),
  )
}

const allOf = (name: string) => ({ list: `list ${name}`, create: `create ${name}`, read: `read ${name}` })

describe('list, create and read are inferred', () => {
  const rows: readonly { readonly name: string; readonly document: object; readonly is: object }[] = [
    { name: 'for a resource of any name', document: openApi({ paths: crud(plain) }), is: allOf('gadgets') },
    {
      name: 'in OpenAPI 3.0',
      document: openApi({ paths: crud(plain) }, '3.0.3'),
      is: allOf('gadgets'),
    },
    {
      name: 'through references',
      document: openApi({
        paths: crud({ ...plain, record: ref('Gadget'), sent: ref('NewGadget') }),
        components: { schemas: { Gadget: gadget, NewGadget: newGadget } },
      }),
      is: allOf('gadgets'),
    },
    {
      name: 'for a list that is a component',
      document: openApi({
        paths: crud({ ...plain, list: ref('Gadgets') }),
        components: { schemas: { Gadgets: { type: 'array', items: ref('Gadget') }, Gadget: gadget } },
      }),
      is: allOf('gadgets'),
    },
    {
      name: 'for a record that extends the request body with allOf',
      document: openApi({
        paths: crud({
          ...plain,
          record: { allOf: [ref('NewGadget'), object({ serial: integer }, ['serial'])] },
          sent: ref('NewGadget'),
        }),
        components: { schemas: { NewGadget: newGadget } },
      }),
      is: allOf('gadgets'),
    },
    {
      name: 'below other segments',
      document: openApi({ paths: crud({ ...plain, path: '/factory/v2/gadgets' }) }),
      is: allOf('gadgets'),
    },
    {
      name: 'if the id does not have the name of the parameter',
      document: openApi({
        paths: crud({ ...plain, parameter: 'gadgetId', record: object({ id: integer, label: text }, ['id']) }),
      }),
      is: allOf('gadgets'),
    },
    {
      name: 'if the id is named after the resource',
      document: openApi({
        paths: crud({ ...plain, parameter: 'key', record: object({ gadget_id: integer, label: text }, ['gadget_id']) }),
      }),
      is: allOf('gadgets'),
    },
    {
      name: 'if the status is 200, or the media type another kind of JSON',
      document: openApi({
        paths: {
          '/gadgets': {
            post: {
              operationId: 'create',
              requestBody: requestBody(newGadget, 'application/vnd.gadget+json'),
              responses: { 200: response(gadget, {}, 'application/vnd.gadget+json') },
            },
          },
          '/gadgets/{serial}': {
            get: {
              operationId: 'read',
              parameters: [pathParameter('serial', integer)],
              responses: { 200: response(gadget, {}, 'application/vnd.gadget+json') },
            },
          },
        },
      }),
      is: { create: 'create gadgets', read: 'read gadgets' },
    },
    {
      name: 'for list and read, without create',
      document: openApi({
        paths: {
          '/gadgets': { get: { operationId: 'list', responses: { 200: response({ type: 'array', items: gadget }) } } },
          '/gadgets/{serial}': {
            get: {
              operationId: 'read',
              parameters: [pathParameter('serial', integer)],
              responses: { 200: response(gadget) },
            },
          },
        },
      }),
      is: { list: 'list gadgets', read: 'read gadgets' },
    },
    {
      name: 'for a create alone that responds with the request body',
      document: openApi({
        paths: {
          '/notes': {
            post: {
              operationId: 'create',
              requestBody: requestBody(object({ text }, ['text'])),
              responses: { 201: response(object({ id: text, text }, ['id'])) },
            },
          },
        },
      }),
      is: { create: 'create notes' },
    },
    {
      name: 'in OpenAPI 2.0',
      document: swagger({
        paths: {
          '/gadgets': {
            get: {
              operationId: 'list',
              responses: {
                200: { description: '', schema: { type: 'array', items: { $ref: '#/definitions/Gadget' } } },
              },
            },
            post: {
              operationId: 'create',
              parameters: [{ name: 'gadget', in: 'body', required: true, schema: { $ref: '#/definitions/NewGadget' } }],
              responses: { 201: { description: '', schema: { $ref: '#/definitions/Gadget' } } },
            },
          },
          '/gadgets/{serial}': {
            get: {
              operationId: 'read',
              parameters: [{ name: 'serial', in: 'path', required: true, type: 'integer' }],
              responses: { 200: { description: '', schema: { $ref: '#/definitions/Gadget' } } },
            },
          },
        },
        definitions: { Gadget: gadget, NewGadget: newGadget },
      }),
      is: allOf('gadgets'),
    },
    {
      name: 'for a list in an envelope',
      document: openApi({
        paths: crud({ ...plain, list: object({ data: { type: 'array', items: gadget }, next: text }) }),
      }),
      is: allOf('gadgets'),
    },
    {
      name: 'for two resources',
      document: openApi({
        paths: {
          ...crud(plain),
          '/gizmos': {
            post: {
              operationId: 'createGizmo',
              requestBody: requestBody(newGadget),
              responses: { 201: response(object({ id: text, label: text })) },
            },
          },
        },
      }),
      is: { ...allOf('gadgets'), createGizmo: 'create gizmos' },
    },
  ]
  for (const { name, document, is } of rows) it(name, async () => expect(await infer(document)).toEqual(is))
})

describe('nothing is inferred', () => {
  const get = (schema: object) => ({ get: { responses: { 200: response(schema) } } })
  const post = (sent: object, schema: object) => ({
    post: { requestBody: requestBody(sent), responses: { 200: response(schema) } },
  })
  const rows: readonly { readonly name: string; readonly paths: object }[] = [
    { name: 'without paths', paths: {} },
    {
      name: 'for a single GET of an object',
      paths: { '/health': get(object({ id: text, status: text })) },
    },
    { name: 'for a single GET of a list', paths: { '/gadgets': get({ type: 'array', items: gadget }) } },
    { name: 'for a list of strings', paths: { '/tags': get({ type: 'array', items: text }) } },
    {
      name: 'for a POST whose response has no id',
      paths: { '/login': post(object({ user: text }), object({ token: text })) },
    },
    {
      name: 'for a POST whose response has no property of the request body',
      paths: { '/jobs': post(object({ a: text }), object({ id: text })) },
    },
    {
      name: 'for a POST whose response is a list',
      paths: { '/search': post(object({ label: text }), { type: 'array', items: gadget }) },
    },
    { name: 'for a POST whose response is a string', paths: { '/echo': post(object({ label: text }), text) } },
    {
      name: 'for a collection below a record',
      paths: {
        '/owners/{owner}/gadgets': {
          parameters: [pathParameter('owner')],
          ...get({ type: 'array', items: gadget }),
          ...post(newGadget, gadget),
        },
      },
    },
    {
      name: 'for records without an id, if a creation has nothing in common with what is read',
      paths: crud({
        ...plain,
        parameter: 'key',
        record: object({ label: text }),
        sent: object({ query: text }),
        created: object({ hits: integer }),
      }),
    },
  ]
  for (const { name, paths } of rows) it(name, async () => expect(await infer(openApi({ paths }))).toEqual({}))
})

describe('the overlay overrides what is inferred', () => {
  const document = openApi({ paths: crud(plain) })
  const rows: readonly { readonly name: string; readonly actions: readonly object[]; readonly is: object }[] = [
    {
      name: 'none removes the behaviour',
      actions: [{ target: '$.paths.*[?@.operationId=="list"]', update: { 'x-standin-behaviour': 'none' } }],
      is: { create: 'create gadgets', read: 'read gadgets' },
    },
    {
      name: 'none on all operations removes all behaviours',
      actions: [{ target: '$.paths.*[?@.operationId]', update: { 'x-standin-behaviour': 'none' } }],
      is: {},
    },
    {
      name: 'a behaviour that is inferred anyway has no effect',
      actions: [{ target: '$.paths.*[?@.operationId=="list"]', update: { 'x-standin-behaviour': 'list' } }],
      is: allOf('gadgets'),
    },
    {
      name: 'x-standin-resource names the resource',
      actions: [{ target: '$.paths.*[?@.operationId]', update: { 'x-standin-resource': 'things' } }],
      is: allOf('things'),
    },
  ]
  for (const { name, actions, is } of rows)
    it(name, async () => expect(await infer(document, { 'gadgets.overlay.json': overlay(...actions) })).toEqual(is))

  it('x-standin-id names the id on the schema', async () => {
    const record = { ...object({ label: text, number: integer }), 'x-standin-id': 'number' }
    expect(await infer(openApi({ paths: crud({ ...plain, parameter: 'key', record }) }))).toEqual(allOf('gadgets'))
  })

  it('x-standin-id marks the id on a property', async () => {
    const record = object({ label: text, number: { type: 'integer', 'x-standin-id': true } })
    expect(await infer(openApi({ paths: crud({ ...plain, parameter: 'key', record }) }))).toEqual(allOf('gadgets'))
  })

  it('x-standin-id that names no property is a finding, with its position', async () => {
    const record = { 'x-standin-id': 'nummber', ...object({ id: integer, number: integer }) }
    const written = JSON.stringify(openApi({ paths: crud({ ...plain, record }) }), null, 1)
    const line = written.slice(0, written.lastIndexOf('"x-standin-id"')).split('\n').length
    expectFindings(await findingsOf({ 'gadgets.json': written }), [
      { code: 'behaviour-unknown', file: 'gadgets.json', line, says: ['x-standin-id', 'nummber', 'id, number'] },
    ])
  })

  const unknown: readonly {
    readonly name: string
    readonly behaviour: unknown
    readonly operation: string
    readonly says: readonly string[]
  }[] = [
    {
      name: 'with an unknown name',
      behaviour: 'listt',
      operation: 'list',
      says: ['of list must be one of list, create, read', 'action, none, got "listt". Did you mean list?'],
    },
    {
      name: 'that does not suit the path',
      behaviour: 'create',
      operation: 'read',
      says: ['create is not possible for read: GET on a path with a final parameter can only be read'],
    },
    {
      name: 'of another path with the same method',
      behaviour: 'list',
      operation: 'read',
      says: ['list is not possible for read: GET on a path with a final parameter can only be read'],
    },
    {
      name: 'that does not suit the method',
      behaviour: 'create',
      operation: 'list',
      says: ['create is not possible for list: GET on a path without a final parameter can only be list'],
    },
    { name: 'that is a list', behaviour: ['list'], operation: 'list', says: ['must be one of list', 'got ["list"]'] },
    { name: 'that is false', behaviour: false, operation: 'list', says: ['must be one of list', 'got false'] },
  ]
  for (const { name, behaviour, operation, says } of unknown)
    it(`a behaviour ${name} is a finding`, async () => {
      const target = `$.paths.*[?@.operationId=="${operation}"]`
      const findings = await findingsOf({
        'gadgets.json': JSON.stringify(document, null, 2),
        'gadgets.overlay.json': overlay({ target, update: { 'x-standin-behaviour': behaviour } }),
      })
      expectFindings(findings, [{ code: 'behaviour-unknown', file: 'gadgets.json', says }])
      expect(findings[0]?.line).toBeGreaterThan(1)
    })

  it('a behaviour that an operation cannot have is a finding, with the position of the operation', async () => {
    const lines = [
      'openapi: 3.1.0',
      'info: { title: Gadgets, version: 1.0.0 }',
      'paths:',
      '  /health:',
      '    get:',
      '      x-standin-behaviour: read',
      '      responses: { 200: { description: Well. } }',
    ]
    expectFindings(await findingsOf({ 'gadgets.yaml': lines.join('\n') }), [
      { code: 'behaviour-unknown', file: 'gadgets.yaml', line: 5, column: 5, says: ['GET /health', 'read'] },
    ])
  })
})

const json = (answer: Answer, status: number): Record<string, unknown> => {
  expect(answer.status, answer.text).toBe(status)
  return Object(answer.json)
}

const served = (crudOf: Crud, { files = {}, ...options }: ServeOptions & { readonly files?: Files } = {}) =>
  useFiles({ 'gadgets.json': openApi({ paths: crud(crudOf) }), ...files }, options)

describe('gadgets', () => {
  const api = served(
    {
      ...plain,
      query: [queryParameter('state', text), queryParameter('limit', { type: 'integer', minimum: 1, default: 3 })],
    },
    { files: { 'fixtures/default/gadgets.yaml': '- { serial: 41, label: Anvil, state: used }\n' } },
  )

  it('are created with an unused serial, read and listed', async () => {
    const made = json(await api.call('/gadgets', { body: { label: 'Bellows', state: 'new' } }), 201)
    expect(made).toEqual({ serial: 42, label: 'Bellows', state: 'new' })
    expect(json(await api.call('/gadgets/42'), 200)).toEqual(made)
    expect((await api.call('/gadgets')).json).toEqual([{ serial: 41, label: 'Anvil', state: 'used' }, made])
  })

  it('are filtered by a parameter that has the name of a property', async () => {
    expect((await api.call('/gadgets?state=used')).json).toEqual([{ serial: 41, label: 'Anvil', state: 'used' }])
    expect((await api.call('/gadgets?state=lost')).json).toEqual([])
  })

  it('are limited by the default of limit', async () => {
    for (const label of ['C', 'D', 'E']) await api.call('/gadgets', { body: { label } })
    expect((await api.call('/gadgets')).json).toHaveLength(3)
    expect((await api.call('/gadgets?limit=2')).json).toHaveLength(2)
  })

  for (const [path, says] of [
    ['/gadgets/7', 'gadgets has no record with serial 7'],
    ['/gadgets/anvil', 'path.serial'],
    ['/gadgets/9223372036854775808', '9223372036854775808'],
  ] as const)
    it(`${path} is not found`, async () => {
      expect(json(await api.call(path), 404)).toEqual({ message: expect.stringContaining(says) })
    })

  it('are traced in Sandbox-Trace', async () => {
    const { headers } = await api.call('/gadgets')
    expect(headers['sandbox-trace']).toBe('operation="list", behaviour=list, resource="gadgets"')
  })
})

describe('ids', () => {
  const record = (id: object) => object({ serial: id, label: text }, ['serial', 'label'])
  const rows: readonly {
    readonly name: string
    readonly id: object
    readonly is: unknown
    readonly example?: object
  }[] = [
    { name: 'an integer', id: integer, is: 1 },
    { name: 'an int64', id: { type: 'integer', format: 'int64' }, is: 1 },
    { name: 'a number', id: { type: 'number' }, is: 1 },
    {
      name: 'an integer from 1000 on',
      id: { type: 'integer', minimum: 1000 },
      is: expect.toSatisfy((id) => id >= 1000),
    },
    {
      name: 'a UUID',
      id: { type: 'string', format: 'uuid' },
      is: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    },
    { name: 'a string', id: text, is: expect.stringMatching(/^.+$/) },
    {
      name: 'a string whose example has a prefix',
      id: text,
      example: { serial: 'gad_9', label: 'Anvil' },
      is: expect.stringMatching(/^gad_.+$/),
    },
    {
      name: 'a string with a pattern',
      id: { type: 'string', pattern: '^GZ-\\d{4}$' },
      is: expect.stringMatching(/^GZ-\d{4}$/),
    },
    {
      name: 'a string of at most eight characters',
      id: { type: 'string', maxLength: 8 },
      is: expect.stringMatching(/^.{1,8}$/),
    },
    {
      name: 'a string of at least thirty characters',
      id: { type: 'string', minLength: 30 },
      is: expect.stringMatching(/^.{30,}$/),
    },
    { name: 'a multiple of five', id: { type: 'integer', multipleOf: 5 }, is: expect.toSatisfy((id) => id % 5 === 0) },
    { name: 'an email address', id: { type: 'string', format: 'email' }, is: expect.stringMatching(/^\S+@\S+$/) },
    {
      name: 'an integer or a string',
      id: { type: ['integer', 'string'] },
      is: expect.toSatisfy((id) => typeof id === 'string' || Number.isInteger(id)),
    },
  ]
  for (const { name, id, is, example } of rows)
    it(`${name} is generated, and identifies the record`, async () => {
      const paths = crud({ ...plain, parameterSchema: id, record: record(id), sent: object({ label: text }) })
      const document = JSON.parse(JSON.stringify(openApi({ paths })))
      if (example) document.paths['/gadgets'].post.responses[201].content['application/json'].example = example
      await using api = await serveFiles({ 'gadgets.json': document })
      const made = json(await api.call('/gadgets', { body: { label: 'Anvil' } }), 201)
      expect(made).toEqual({ serial: is, label: 'Anvil' })
      expect(json(await api.call(`/gadgets/${encodeURIComponent(String(made.serial))}`), 200)).toEqual(made)
      const other = json(await api.call('/gadgets', { body: { label: 'Bellows' } }), 201)
      expect(other.serial).not.toBe(made.serial)
      expect((await api.call('/gadgets')).json).toHaveLength(2)
    })

  it('depend on the seed', async () => {
    const paths = crud({ ...plain, parameterSchema: text, record: record(text), sent: object({ label: text }) })
    const make = async (seed: number): Promise<readonly unknown[]> => {
      await using api = await serveFiles({ 'gadgets.json': openApi({ paths }) }, { seed })
      const serials: unknown[] = []
      for (const label of ['A', 'B']) serials.push(json(await api.call('/gadgets', { body: { label } }), 201).serial)
      return serials
    }
    const first = await make(1)
    expect(await make(1)).toEqual(first)
    expect(await make(2)).not.toEqual(first)
  })

  for (const id of ['__proto__', 'constructor', 'a/b', 'a b', '名前', '%41'])
    it(`${id} of a fixture identifies the record`, async () => {
      const paths = crud({ ...plain, parameterSchema: text, record: record(text), sent: object({ label: text }) })
      await using api = await serveFiles({
        'gadgets.json': openApi({ paths }),
        'fixtures/default/gadgets.json': [{ serial: id, label: 'Anvil' }],
      })
      expect(json(await api.call(`/gadgets/${encodeURIComponent(id)}`), 200)).toEqual({ serial: id, label: 'Anvil' })
    })

  it('a string of digits identifies the record, even if the path parameter is an integer', async () => {
    await using api = await serveFiles({
      'gadgets.json': openApi({ paths: crud({ ...plain, record: record(text), sent: object({ label: text }) }) }),
      'fixtures/default/gadgets.json': [{ serial: '7', label: 'Anvil' }],
    })
    expect(json(await api.call('/gadgets/7'), 200)).toEqual({ serial: '7', label: 'Anvil' })
  })

  describe('that a client can send', () => {
    const conflict = { 409: response(closed({ message: text })) }
    const serve = (responses: object = {}) => {
      const paths = crud({ ...plain, sent: object({ serial: integer, label: text }, ['label']) })
      const document = JSON.parse(JSON.stringify(openApi({ paths })))
      Object.assign(document.paths['/gadgets'].post.responses, responses)
      return serveFiles({ 'gadgets.json': document })
    }

    it('are used', async () => {
      await using api = await serve()
      const answer = await api.call('/gadgets', { body: { serial: 77, label: 'Anvil' } })
      expect(json(answer, 201)).toEqual({ serial: 77, label: 'Anvil' })
      expect(answer.headers).not.toHaveProperty('sandbox-notice')
      expect(json(await api.call('/gadgets/77'), 200)).toEqual({ serial: 77, label: 'Anvil' })
    })

    it('are generated if none is sent', async () => {
      await using api = await serve()
      await api.call('/gadgets', { body: { serial: 77, label: 'Anvil' } })
      expect(json(await api.call('/gadgets', { body: { label: 'Bellows' } }), 201).serial).toBe(78)
    })

    it('are exact to the last digit', async () => {
      await using api = await serve()
      const body = '{"serial":9007199254740993,"label":"Anvil"}'
      const headers = { 'content-type': 'application/json' }
      expect((await api.call('/gadgets', { method: 'POST', body, headers })).text).toBe(body)
      expect((await api.call('/gadgets/9007199254740993')).text).toBe(body)
      expect((await api.call('/gadgets/9007199254740992')).status).toBe(404)
    })

    for (const { name, responses, status } of [
      { name: 'with 409 if the document has it', responses: conflict, status: 409 },
      { name: 'otherwise with the status of invalid requests', responses: {}, status: 400 },
    ])
      it(`are rejected if they are in use: ${name}`, async () => {
        await using api = await serve(responses)
        const body = { serial: 77, label: 'Anvil' }
        const answers = await Promise.all([1, 2, 3].map(() => api.call('/gadgets', { body })))
        expect(answers.map((answer) => answer.status).sort()).toEqual([201, status, status].sort())
        const rejected = answers.find((answer) => answer.status === status)
        expect(Object(rejected?.json).message).toContain('body.serial')
        expect(Object(rejected?.json).message).toContain('77')
        expect((await api.call('/gadgets')).json).toEqual([body])
      })

    it('are ignored if they are readOnly', async () => {
      const sent = object({ serial: { ...integer, readOnly: true }, label: text }, ['serial', 'label'])
      await using api = await serveFiles({ 'gadgets.json': openApi({ paths: crud({ ...plain, sent }) }) })
      const answer = await api.call('/gadgets', { body: { serial: 77, label: 'Anvil' } })
      expect(json(answer, 201)).toEqual({ serial: 1, label: 'Anvil' })
      expect(answer.headers['sandbox-notice'] ?? '').toContain('body.serial')
    })
  })

  it('are reported if none is left, and nothing is stored', async () => {
    const id = { type: 'integer', minimum: 1, maximum: 2 }
    const paths = crud({ ...plain, record: record(id), sent: object({ label: text }) })
    await using api = await serveFiles({ 'gadgets.json': openApi({ paths }) })
    for (const serial of [1, 2])
      expect(json(await api.call('/gadgets', { body: { label: 'A' } }), 201).serial).toBe(serial)
    expect(json(await api.call('/gadgets', { body: { label: 'A' } }), 500).message).toContain('serial')
    expect((await api.call('/gadgets')).json).toHaveLength(2)
  })
})

describe('a new record has', () => {
  const make = async (crudOf: Partial<Crud>, body: object, actions: readonly object[] = []) => {
    const now = () => Date.parse('2026-11-20T12:00:00Z')
    const paths = crud({ ...plain, ...crudOf })
    const files = { 'gadgets.json': openApi({ paths }), 'gadgets.overlay.json': overlay(...actions) }
    await using api = await serveFiles(files, { now })
    const made = await api.call('/gadgets', { body })
    const id = made.status === 201 ? Object(made.json).serial : 1
    return { made, read: await api.call(`/gadgets/${id}`), list: await api.call('/gadgets') }
  }

  interface Row {
    readonly name: string
    readonly record: object
    readonly sent?: object
    readonly body: object
    readonly is: object
    readonly actions?: readonly object[]
    /** The names in Sandbox-Notice; undefined: there is no notice. */
    readonly notice?: string
  }
  const label = { label: text }
  const rows: readonly Row[] = [
    {
      name: 'the properties of the request body',
      record: gadget,
      body: { label: 'A', state: 'new' },
      is: { serial: 1, label: 'A', state: 'new' },
    },
    {
      name: 'no value for an optional property that was not sent',
      record: gadget,
      body: { label: 'A' },
      is: { serial: 1, label: 'A' },
    },
    {
      name: 'a default of the record schema',
      record: object({ serial: integer, label: text, state: { ...text, default: 'new' } }),
      body: { label: 'A' },
      is: { serial: 1, label: 'A', state: 'new' },
    },
    {
      name: 'a default of the request schema',
      record: gadget,
      sent: object({ label: text, state: { ...text, default: 'new' } }),
      body: { label: 'A' },
      is: { serial: 1, label: 'A', state: 'new' },
    },
    {
      name: 'a sent value, not the default',
      record: object({ serial: integer, label: text, state: { ...text, default: 'new' } }),
      body: { label: 'A', state: 'used' },
      is: { serial: 1, label: 'A', state: 'used' },
    },
    {
      name: 'false, 0, the empty string and null if sent, not the default',
      record: object({
        serial: integer,
        a: { type: 'boolean', default: true },
        b: { type: 'integer', default: 7 },
        c: { type: 'string', default: 'x' },
        d: { type: ['string', 'null'], default: 'x' },
      }),
      sent: object({ a: { type: 'boolean' }, b: integer, c: text, d: { type: ['string', 'null'] } }),
      body: { a: false, b: 0, c: '', d: null },
      is: { serial: 1, a: false, b: 0, c: '', d: null },
    },
    {
      name: 'x-standin-default of the request schema',
      record: gadget,
      body: { label: 'A' },
      actions: [
        { target: "$.paths['/gadgets'].post.requestBody..properties.state", update: { 'x-standin-default': 'new' } },
      ],
      is: { serial: 1, label: 'A', state: 'new' },
    },
    {
      name: 'x-standin-default of the record schema',
      record: gadget,
      body: { label: 'A' },
      actions: [{ target: '$..responses..properties.state', update: { 'x-standin-default': 'new' } }],
      is: { serial: 1, label: 'A', state: 'new' },
    },
    {
      name: 'x-standin-default, not the default of the document',
      record: object({ serial: integer, label: text, state: { ...text, default: 'new' } }),
      body: { label: 'A' },
      actions: [{ target: '$..properties.state', update: { 'x-standin-default': 'used' } }],
      is: { serial: 1, label: 'A', state: 'used' },
    },
    {
      name: 'the first state of x-standin-lifecycle',
      record: gadget,
      sent: object(label),
      body: { label: 'A' },
      actions: [
        { target: '$..properties.state', update: { 'x-standin-lifecycle': { states: ['new', 'used'], after: '1m' } } },
      ],
      is: { serial: 1, label: 'A', state: 'new' },
    },
    {
      name: 'no readOnly property of the request, which is reported',
      record: object({ serial: integer, label: text, state: { ...text, readOnly: true } }),
      sent: object({ label: text, state: { ...text, readOnly: true } }),
      body: { label: 'A', state: 'used' },
      is: { serial: 1, label: 'A' },
      notice: 'body.state',
    },
    {
      name: 'the default of a readOnly property, whatever was sent',
      record: object({ serial: integer, label: text, state: { ...text, readOnly: true, default: 'new' } }),
      sent: object({ label: text, state: { ...text, readOnly: true } }),
      body: { label: 'A', state: 'used' },
      is: { serial: 1, label: 'A', state: 'new' },
      notice: 'body.state',
    },
    {
      name: 'no writeOnly property in responses',
      record: object({ serial: integer, label: text, secret: { ...text, writeOnly: true } }),
      sent: object({ label: text, secret: { ...text, writeOnly: true } }),
      body: { label: 'A', secret: 'sesame' },
      is: { serial: 1, label: 'A' },
    },
    {
      name: 'no property that only the request schema has',
      record: object({ serial: integer, label: text }),
      sent: object({ label: text, secret: text }),
      body: { label: 'A', secret: 'sesame' },
      is: { serial: 1, label: 'A' },
    },
    {
      name: 'no property that neither schema has, which is reported',
      record: gadget,
      body: { label: 'A', colour: 'red', __proto: 1 },
      is: { serial: 1, label: 'A' },
      notice: 'body.colour body.__proto',
    },
    {
      name: 'any property if additionalProperties is true',
      record: { ...object({ serial: integer, label: text }), additionalProperties: true },
      sent: { ...object(label), additionalProperties: true },
      body: { label: 'A', colour: 'red', size: [1, 2] },
      is: { serial: 1, label: 'A', colour: 'red', size: [1, 2] },
    },
    {
      name: 'any property that the schema of additionalProperties accepts',
      record: { ...object({ serial: integer, label: text }), additionalProperties: integer },
      sent: { ...object(label), additionalProperties: integer },
      body: { label: 'A', size: 3 },
      is: { serial: 1, label: 'A', size: 3 },
    },
    {
      name: 'the current time for a date-time that was not sent',
      record: object({ serial: integer, label: text, madeAt: { type: 'string', format: 'date-time' } }),
      body: { label: 'A' },
      is: { serial: 1, label: 'A', madeAt: '2026-11-20T12:00:00.000Z' },
    },
    {
      name: 'a constant',
      record: object({ serial: integer, label: text, kind: { const: 'gadget' } }),
      body: { label: 'A' },
      is: { serial: 1, label: 'A', kind: 'gadget' },
    },
    {
      name: 'the example of a required property without a value',
      record: object({ serial: integer, label: text, url: { ...text, example: 'https://gadgets.test/1' } }, ['url']),
      body: { label: 'A' },
      is: { serial: 1, label: 'A', url: 'https://gadgets.test/1' },
    },
    {
      name: 'nested values unchanged',
      record: object({ serial: integer, parts: { type: 'array', items: object({ name: text }) } }),
      sent: object({ parts: { type: 'array', items: object({ name: text }) } }),
      body: { parts: [{ name: 'a' }, { name: 'b', extra: 1 }] },
      is: { serial: 1, parts: [{ name: 'a' }, { name: 'b', extra: 1 }] },
    },
  ]
  for (const { name, record, sent = newGadget, body, is, actions = [], notice } of rows)
    it(name, async () => {
      const { made, read, list } = await make({ record, sent }, body, actions)
      expect(json(made, 201)).toEqual(is)
      expect(json(read, 200)).toEqual(made.json)
      expect(list.json).toEqual([made.json])
      if (notice === undefined) expect(made.headers).not.toHaveProperty('sandbox-notice')
      else expect(made.headers['sandbox-notice'] ?? '').toContain(notice)
    })

  describe('a required property that the client cannot set', () => {
    const record = object(
      { serial: integer, label: text, parts: { type: 'array', items: text }, weight: { type: 'number' } },
      ['parts', 'weight'],
    )

    it('is generated, the same for the same seed', async () => {
      const { made, list } = await make({ record }, { label: 'A' })
      const { parts, weight } = json(made, 201)
      expect(Array.isArray(parts) && parts.every((part) => typeof part === 'string')).toBe(true)
      expect(weight).toBeTypeOf('number')
      expect(list.json).toEqual([made.json])
      expect((await make({ record }, { label: 'A' })).made.json).toEqual(made.json)
    })

    it('is generated too if the client can send it, but does not', async () => {
      const sent = object({ label: text, weight: { type: 'number' } })
      expect(json((await make({ record, sent }, { label: 'A' })).made, 201).weight).toBeTypeOf('number')
      expect(json((await make({ record, sent }, { label: 'A', weight: 3 })).made, 201).weight).toBe(3)
    })

    it('is an error that suggests x-standin-default if no value fits, and nothing is stored', async () => {
      const never = { type: 'string', minLength: 5, maxLength: 2 }
      const { made, list } = await make({ record: object({ serial: integer, code: never }, ['code']) }, { label: 'A' })
      const { message } = json(made, 500)
      for (const part of ['record.code', 'x-standin-default']) expect(message).toContain(part)
      expect(list.json).toEqual([])
    })

    it('has the value of x-standin-default', async () => {
      const { made, read } = await make({ record }, { label: 'A' }, [
        { target: '$..properties.parts', update: { 'x-standin-default': [] } },
        { target: '$..properties.weight', update: { 'x-standin-default': 0 } },
      ])
      expect(json(made, 201)).toEqual({ serial: 1, label: 'A', parts: [], weight: 0 })
      expect(read.json).toEqual(made.json)
    })
  })

  it('no property that additionalProperties: false forbids: the request is rejected', async () => {
    const sent = { ...newGadget, additionalProperties: false }
    const { made, list } = await make({ sent }, { label: 'A', colour: 'red' })
    expect(json(made, 400).message).toContain('body.colour')
    expect(list.json).toEqual([])
  })

  it('all that was sent, even if the response to the creation is only the id', async () => {
    const { made, read, list } = await make({ created: closed({ serial: integer }) }, { label: 'A', state: 'new' })
    expect(json(made, 201)).toEqual({ serial: 1 })
    expect(json(read, 200)).toEqual({ serial: 1, label: 'A', state: 'new' })
    expect(list.json).toEqual([{ serial: 1, label: 'A', state: 'new' }])
  })

  it('fewer properties in a list whose item schema has fewer', async () => {
    const list = { type: 'array', items: closed({ serial: integer, label: text }) }
    const answers = await make({ list }, { label: 'A', state: 'new' })
    expect(json(answers.read, 200)).toEqual({ serial: 1, label: 'A', state: 'new' })
    expect(answers.list.json).toEqual([{ serial: 1, label: 'A' }])
  })

  it('properties that only the response to the creation shows', async () => {
    const created = closed({ serial: integer, token: { ...text, example: 't-1' } })
    const { made, read, list } = await make({ created }, { label: 'A' })
    expect(json(made, 201)).toEqual({ serial: 1, token: expect.any(String) })
    expect(json(read, 200)).toEqual({ serial: 1, label: 'A' })
    expect(list.json).toEqual([{ serial: 1, label: 'A' }])
  })

  it('fewer nested properties in a list whose item schema has fewer', async () => {
    const maker = object({ name: text, city: text })
    const list = { type: 'array', items: closed({ serial: integer, maker: closed({ name: text }) }) }
    const crudOf = { record: object({ serial: integer, maker }), sent: object({ maker }), list }
    const answers = await make(crudOf, { maker: { name: 'Ann', city: 'Bern' } })
    expect(json(answers.read, 200)).toEqual({ serial: 1, maker: { name: 'Ann', city: 'Bern' } })
    expect(answers.list.json).toEqual([{ serial: 1, maker: { name: 'Ann' } }])
  })

  it('no writeOnly property in responses at any depth, whether from a fixture or a client', async () => {
    const secret = { ...text, writeOnly: true }
    const owner = object({ name: text, secret })
    const record = object({ serial: integer, owners: { type: 'array', items: owner }, secret })
    const paths = crud({ ...plain, record, sent: record })
    await using api = await serveFiles({
      'gadgets.json': openApi({ paths }),
      'fixtures/default/gadgets.json': [{ serial: 1, owners: [{ name: 'Ann', secret: 'sesame' }], secret: 'sesame' }],
    })
    const made = await api.call('/gadgets', { body: { owners: [{ name: 'Bob', secret: 'sesame' }], secret: 'sesame' } })
    expect(json(made, 201)).toEqual({ serial: 2, owners: [{ name: 'Bob' }] })
    for (const path of ['/gadgets', '/gadgets/1', '/gadgets/2'])
      expect((await api.call(path)).text).not.toMatch(/secret|sesame/)
  })

  it('no property that the record schema forbids, even if the request schema allows it', async () => {
    const record = { ...gadget, additionalProperties: false }
    const sent = { ...newGadget, additionalProperties: true }
    const { made } = await make({ record, sent }, { label: 'A', colour: 'red' })
    expect(json(made, 201)).toEqual({ serial: 1, label: 'A' })
    expect(made.headers['sandbox-notice'] ?? '').toContain('body.colour')
  })

  it('no value for a null that the record schema rejects', async () => {
    const sent = object({ label: text, state: { type: ['string', 'null'] } })
    expect(json((await make({ sent }, { label: 'A', state: null })).made, 201)).toEqual({ serial: 1, label: 'A' })
  })

  it('long integers to the last digit', async () => {
    const size = { type: 'integer', format: 'int64' }
    const paths = crud({ ...plain, record: object({ serial: integer, size }), sent: object({ size }) })
    await using api = await serveFiles({ 'gadgets.json': openApi({ paths }) })
    const options = { body: '{"size":9223372036854775807}', headers: { 'content-type': 'application/json' } }
    expect((await api.call('/gadgets', { method: 'POST', ...options })).text).toBe(
      '{"serial":1,"size":9223372036854775807}',
    )
    expect((await api.call('/gadgets')).text).toBe('[{"serial":1,"size":9223372036854775807}]')
  })
})

describe('filters and limits by type and name', () => {
  const record = object({
    serial: integer,
    label: text,
    on: { type: 'boolean' },
    size: { type: 'integer', format: 'int64' },
    weight: { type: 'number' },
  })
  const kept = [
    { serial: 1, label: 'A', on: true, size: 1, weight: 1.5 },
    { serial: 2, label: 'B', on: false, size: 2, weight: 1 },
    { serial: 3, label: 'true', on: true, size: 2 },
    { serial: 4, label: '1' },
  ]
  const api = served(
    {
      ...plain,
      record,
      query: [
        queryParameter('label', text),
        queryParameter('on', { type: 'boolean' }),
        queryParameter('size', { type: 'integer', format: 'int64' }),
        queryParameter('weight', { type: 'number' }),
        queryParameter('page_size', { type: 'integer', minimum: 1 }),
        queryParameter('sort', text),
      ],
    },
    { files: { 'fixtures/default/gadgets.json': kept } },
  )
  const rows: readonly { readonly query: string; readonly is: readonly number[] }[] = [
    { query: '', is: [1, 2, 3, 4] },
    { query: '?on=true', is: [1, 3] },
    { query: '?on=false', is: [2] },
    { query: '?size=2', is: [2, 3] },
    { query: '?size=9223372036854775807', is: [] },
    { query: '?weight=1', is: [2] },
    { query: '?weight=1.0', is: [2] },
    { query: '?weight=1.5', is: [1] },
    { query: '?label=true', is: [3] },
    { query: '?label=1', is: [4] },
    { query: '?label=', is: [] },
    { query: '?size=2&on=true', is: [3] },
    { query: '?page_size=2', is: [1, 2] },
    { query: '?page_size=1&size=2', is: [2] },
    { query: '?sort=label', is: [4, 1, 2, 3] },
  ]
  for (const { query, is } of rows)
    it(`/gadgets${query} is ${is.join(', ') || 'empty'}`, async () => {
      const answer = await api.call(`/gadgets${query}`)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.json).toEqual(is.map((serial) => kept.find((item) => item.serial === serial)))
    })
})

describe('other media types than JSON', () => {
  const both = (schema: object) => ({
    description: '',
    content: { 'application/xml': { schema }, 'application/json': { schema } },
  })
  const record = object({ id: integer, label: text }, ['id'])
  const api = useFiles({
    'gadgets.json': openApi({
      paths: {
        '/gadgets': {
          get: { responses: { 200: both({ type: 'array', items: record }) } },
          post: {
            requestBody: { required: true, content: both(newGadget).content },
            responses: { 201: both(record), 400: response(closed({ message: text })) },
          },
        },
      },
    }),
  })
  const xml = { 'content-type': 'application/xml' }

  it('an XML body without a required property is rejected, and nothing is stored', async () => {
    const answer = await api.call('/gadgets', { method: 'POST', body: '<gadget/>', headers: xml })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain('body.label is required')
    expect((await api.call('/gadgets')).json).toEqual([])
  })

  it('a text body is rejected, and nothing is stored', async () => {
    const before = (await api.call('/gadgets')).json
    const plain = { 'content-type': 'text/plain' }
    const answer = await api.call('/gadgets', { method: 'POST', body: 'Rex', headers: plain })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain('application/json')
    expect((await api.call('/gadgets')).json).toEqual(before)
  })

  it('a valid XML body is stored, and the response is JSON', async () => {
    const body = '<gadget><label>Lamp</label></gadget>'
    const answer = await api.call('/gadgets', { method: 'POST', body, headers: xml })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.json).toMatchObject({ label: 'Lamp' })
    expect((await api.call('/gadgets')).json).toEqual([answer.json])
  })

  it('a client that accepts only text/plain gets 406', async () => {
    const answer = await api.call('/gadgets', { headers: { accept: 'text/plain' } })
    expect(answer.status, answer.text).toBe(406)
  })

  it('a client that prefers text/plain and accepts JSON gets JSON', async () => {
    const answer = await api.call('/gadgets', { headers: { accept: 'text/plain, application/json;q=0.5' } })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
  })
})

describe('two documents with a resource of the same name', () => {
  const document = (base: string): object => openApi({ servers: [{ url: base }], paths: crud(plain) })
  const api = useFiles(
    {
      'shop.json': document('/shop'),
      'depot.json': document('/depot'),
      'fixtures/default/shop/gadgets.json': [{ serial: 1, label: 'In the shop' }],
      'fixtures/default/depot/gadgets.json': [
        { serial: 1, label: 'In the depot' },
        { serial: 2, label: 'There too' },
      ],
    },
    { documents: ['shop.json', 'depot.json'] },
  )

  it('have separate fixtures', async () => {
    expect(json(await api.call('/shop/gadgets/1'), 200).label).toBe('In the shop')
    expect(json(await api.call('/depot/gadgets/1'), 200).label).toBe('In the depot')
  })

  it('have separate records', async () => {
    expect(json(await api.call('/shop/gadgets', { body: { label: 'A' } }), 201).serial).toBe(2)
    expect(json(await api.call('/depot/gadgets', { body: { label: 'A' } }), 201).serial).toBe(3)
  })
})

describe('a resource with the name of a prototype property', () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    it(`/${name} is served`, async () => {
      const paths = crud({ ...plain, path: `/${name}` })
      await using api = await serveFiles({
        'gadgets.json': JSON.stringify(openApi({})).replace('}}', `},"paths":${JSON.stringify(paths)}}`),
      })
      expect(json(await api.call(`/${name}`, { body: { label: 'A' } }), 201)).toEqual({ serial: 1, label: 'A' })
      expect(json(await api.call(`/${name}/1`), 200)).toEqual({ serial: 1, label: 'A' })
    })
})
