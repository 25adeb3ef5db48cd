/**
 * `standin check --explain`: what was inferred for each operation and why, with and without an overlay, as JSON and as text.
 */
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type CheckStyle, check } from '../../src/cli/check.ts'
import { UsageError } from '../../src/errors.ts'
import { type Files, writeFiles } from '../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const inPath = (name: string, schema: object = integer) => ({ name, in: 'path', required: true, schema })
const inQuery = (name: string, schema: object) => ({ name, in: 'query', schema })
const array = (items: object) => ({ type: 'array', items })
const object = (properties: object) => ({ type: 'object', properties })

/** Owners with gadgets, an action, a setting, and operations without a behaviour. */
const paths: Readonly<Record<string, object>> = {
  '/owners': {
    get: {
      parameters: ['city', 'mood', 'starting_after']
        .map((name) => inQuery(name, text))
        .concat(inQuery('limit', integer)),
      responses: { 200: response(object({ data: array(ref('Owner')), total: integer })) },
    },
    post: { requestBody: requestBody(ref('Owner')), responses: { 201: response(ref('Owner')) } },
    patch: { requestBody: requestBody(ref('Owner')), responses: { 204: { description: 'Done' } } },
  },
  '/owners/{id}': {
    parameters: [inPath('id')],
    get: { responses: { 200: response(object({ owner: ref('Owner') })) } },
    put: { requestBody: requestBody(ref('Owner')), responses: { 200: response(ref('Owner')) } },
    delete: { responses: { 204: { description: 'Gone' } } },
  },
  '/owners/{id}/greet': { post: { parameters: [inPath('id')], responses: { 200: response(ref('Owner')) } } },
  '/owners/{id}/scold': {
    post: { parameters: [inPath('id')], responses: { 200: response(object({ said: text })) } },
  },
  '/owners/{id}/gadgets': {
    parameters: [inPath('id')],
    get: { responses: { 200: response(array(ref('Gadget'))) } },
    post: { requestBody: requestBody(ref('Gadget')), responses: { 201: response(ref('Gadget')) } },
  },
  '/settings': {
    get: { responses: { 200: response(object({ theme: text })) } },
    put: { requestBody: requestBody(object({ theme: text })), responses: { 200: response(object({ theme: text })) } },
  },
  '/report-{year}': { get: { parameters: [inPath('year')], responses: { 200: response(object({ sum: integer })) } } },
  '/photo': { get: { responses: { 200: { description: 'A photo', content: { 'image/png': {} } } } } },
  '/health': { get: { responses: { 200: response(object({ ok: { type: 'boolean' } })) } } },
}

const document = openApi({
  paths,
  components: {
    schemas: {
      Owner: object({ id: integer, city: text }),
      Gadget: object({ code: text, ownerId: integer, label: text }),
    },
  },
})

const run = async (files: Files, style: CheckStyle, color = false) => {
  await using folder = await writeFiles({ 'owners.json': document, ...files })
  const stdout = new PassThrough()
  const options = {
    documents: [`${folder.path}/owners.json`],
    fixtures: undefined,
    scenarios: undefined,
    active: [],
    keys: [],
    anyKey: false,
    generate: 0,
    seed: 1,
    folder: folder.path,
    now: () => 0,
  }
  const code = await check(options, style, { stdout, color, columns: undefined })
  return { code, output: String(stdout.read() ?? '') }
}

type Explanation = Readonly<Record<string, unknown>>

const explain = async (
  actions: readonly object[] = [],
): Promise<{ readonly resources: readonly Explanation[]; readonly operations: readonly Explanation[] }> => {
  const overlay = { overlay: '1.0.0', actions }
  const { code, output } = await run({ 'owners.overlay.json': overlay }, { format: 'json', explain: true })
  expect(code, output).toBe(0)
  return JSON.parse(output)
}

const find = async (operation: string, actions: readonly object[] = []): Promise<Explanation | undefined> =>
  (await explain(actions)).operations.find(({ method, path }) => `${method} ${path}` === operation)

describe('the reason of each operation', () => {
  const rows: readonly { readonly operation: string; readonly says: Explanation }[] = [
    {
      operation: 'GET /owners',
      says: {
        behaviour: 'list',
        resource: 'owners',
        reason:
          'GET on a path without a final parameter, and its 200 response has an array of the schema in the response of GET /owners/{id} in data',
        filters: [{ parameter: 'city', property: 'city' }],
        paging: [
          { parameter: 'starting_after', says: 'after' },
          { parameter: 'limit', says: 'limit' },
        ],
        ignored: ['mood'],
        request: [],
        response: { status: 200, mediaType: 'application/json', envelope: 'data', tells: ['total'] },
      },
    },
    {
      operation: 'POST /owners',
      says: {
        behaviour: 'create',
        reason: 'POST on a path without a final parameter, and its 201 response is the record',
        request: ['application/json'],
        response: { status: 201, mediaType: 'application/json', envelope: '', tells: [] },
      },
    },
    {
      operation: 'GET /owners/{id}',
      says: {
        behaviour: 'read',
        reason: 'GET on a path with a final parameter, and its 200 response has the record in owner',
      },
    },
    {
      operation: 'DELETE /owners/{id}',
      says: {
        behaviour: 'remove',
        reason: 'DELETE on a path with a final parameter, and its 204 response has no body',
        response: { status: 204, mediaType: null, envelope: null, tells: [] },
      },
    },
    {
      operation: 'POST /owners/{id}/greet',
      says: {
        behaviour: 'action',
        resource: 'owners',
        reason: 'POST on the path of an item with one more word, and its 200 response is the record',
      },
    },
    {
      operation: 'GET /owners/{id}/gadgets',
      says: {
        behaviour: 'list',
        resource: 'gadgets',
        reason:
          'GET on a path without a final parameter, and its 200 response is an array of the schema in the response of POST /owners/{id}/gadgets',
        parents: [{ resource: 'owners', parameter: 'id', reason: 'it can be created, so it must exist' }],
      },
    },
    {
      operation: 'PUT /settings',
      says: {
        behaviour: 'replace',
        reason: /^PUT on a single record, and it creates a missing record; its/,
      },
    },
    {
      operation: 'POST /owners/{id}/scold',
      says: {
        behaviour: null,
        resource: null,
        request: null,
        response: null,
        reason:
          /^no create: .*; no action on \/owners: its response is not the record; it responds only if its parent exists: owners by \{id\}$/,
      },
    },
    {
      operation: 'PATCH /owners',
      says: { behaviour: null, reason: 'PATCH on a path without a final parameter has no known meaning' },
    },
    {
      operation: 'GET /report-{year}',
      says: { behaviour: null, reason: 'its path ends in a segment that is only partly a parameter' },
    },
    {
      operation: 'GET /photo',
      says: { behaviour: null, reason: 'no list: none of its responses contains an object that could be a record' },
    },
    {
      operation: 'GET /health',
      says: { behaviour: null, reason: 'no list: none of its responses contains an object that could be a record' },
    },
  ]
  for (const { operation, says } of rows)
    it(operation, async () => {
      const { reason, ...others } = says
      const explanation = await find(operation)
      expect(explanation).toMatchObject(others)
      if (reason instanceof RegExp) expect(explanation?.reason).toMatch(reason)
      else expect(explanation?.reason).toBe(reason)
    })
})

describe('the overlay is the reason of what it sets', () => {
  const at = (path: string, method: string, update: object) => ({ target: `$.paths['${path}'].${method}`, update })
  const rows: readonly {
    readonly name: string
    readonly action: object
    readonly operation: string
    readonly says: Explanation
  }[] = [
    {
      name: 'none',
      action: at('/owners', 'get', { 'x-standin-behaviour': 'none' }),
      operation: 'GET /owners',
      says: { behaviour: null, reason: 'the overlay sets x-standin-behaviour: none' },
    },
    {
      name: 'a behaviour',
      action: at('/owners', 'post', { 'x-standin-behaviour': 'create' }),
      operation: 'POST /owners',
      says: {
        behaviour: 'create',
        reason: 'the overlay sets x-standin-behaviour: create, and its 201 response is the record',
      },
    },
    {
      name: 'a parent',
      action: at('/owners/{id}/gadgets', 'get', { 'x-standin-parent': 'owners' }),
      operation: 'GET /owners/{id}/gadgets',
      says: { parents: [{ resource: 'owners', parameter: 'id', reason: 'named by x-standin-parent' }] },
    },
    {
      name: 'no parent',
      action: at('/owners/{id}/gadgets', 'get', { 'x-standin-parent': 'none' }),
      operation: 'GET /owners/{id}/gadgets',
      says: { parents: [] },
    },
  ]
  for (const { name, action, operation, says } of rows)
    it(name, async () => expect(await find(operation, [action])).toMatchObject(says))

  it('an id and a name', async () => {
    const { resources } = await explain([
      { target: '$.components.schemas.Gadget', update: { 'x-standin-id': 'label' } },
      at('/owners/{id}/gadgets', 'get', { 'x-standin-resource': 'things' }),
    ])
    expect(resources.find(({ resource }) => resource === 'things')).toMatchObject({
      name: { is: 'things', reason: 'named by x-standin-resource' },
      id: { property: 'label', reason: 'named by x-standin-id' },
    })
  })
})

it('explains the schema, the id and the parent of a resource', async () => {
  const { resources } = await explain()
  expect(resources.map(({ resource }) => resource)).toEqual(['owners', 'gadgets', 'settings'])
  expect(resources[0]).toMatchObject({
    path: '/owners',
    form: { is: 'collection', reason: 'the path of its items continues with {id}' },
    schema: {
      is: '#/components/schemas/Owner',
      reason: 'from the response of GET /owners/{id}: an operation that reads one record returns it',
    },
    id: { property: 'id', parameter: 'id', is: 'integer', reason: 'it has the name of the path parameter' },
  })
  expect(resources[1]).toMatchObject({
    id: { property: 'code', parameter: null, is: 'string', reason: 'a property of this name is usually the id' },
    scope: [{ parameter: 'id', property: 'ownerId' }],
  })
  expect(resources[2]).toMatchObject({ form: { is: 'single' }, id: { reason: 'there is one record at each address' } })
})

describe('as text', () => {
  const pretty: CheckStyle = { format: 'pretty', explain: true }

  it('lists every operation once, in lines of at most a hundred columns, without colours', async () => {
    const { code, output } = await run({}, pretty)
    expect(code).toBe(0)
    const lines = output.split('\n')
    expect(lines.filter((line) => line.length > 100 && !line.includes('owners.json'))).toEqual([])
    expect(output).not.toContain('\u001b')
    const listed = lines.flatMap(
      (line) => /^ {2}(?:\w* +)?((?:GET|PUT|POST|PATCH|DELETE) \/\S*)$/.exec(line)?.[1] ?? [],
    )
    const expected = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect([...listed].sort()).toEqual([...expected].sort())
    expect(output).toContain('no findings')
  })

  it('has colours if they are enabled', async () => expect((await run({}, pretty, true)).output).toContain('\u001b['))

  it('is also shown if a scenario is broken, before the findings', async () => {
    const { code, output } = await run({ 'scenarios/x.yaml': 'steps: 1\n' }, pretty)
    expect(code).toBe(1)
    expect(output).toMatch(/GET \/owners[\s\S]*scenarios\/x\.yaml/)
  })

  it('is not shown for documents that cannot be loaded', async () => {
    const { code, output } = await run({ 'owners.json': { openapi: '9.9' } }, pretty)
    expect(code).toBe(1)
    expect(output).toMatch(/^Nothing can be inferred yet: the documents cannot be loaded.[\s\S]*must be OpenAPI/)
  })
})

it('is rejected with --format github', async () =>
  expect(run({}, { format: 'github', explain: true })).rejects.toThrow(
    new UsageError('--explain needs --format pretty or json; the format github has annotations only'),
  ))
