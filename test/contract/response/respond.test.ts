/**
 * Operations without state: a documented example or a generated body, with the documented status and the negotiated media
 * type.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { Answer, CallOptions } from '../../support/client.ts'
import { type Files, type ServeOptions, serveFiles, useFiles } from '../../support/serve-files.ts'
import { closed, content, openApi, ref, response, swagger } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const gadget = closed({ serial: integer, label: text })
const anvil = { serial: 7, label: 'Anvil' }

/** A document with one operation, GET /report, and its responses. */
const withResponses = (responses: object, parts: object = {}, version?: string): object =>
  openApi({ paths: { '/report': { get: { responses } } }, ...parts }, version)

const withSchema = (schema: object, parts: object = {}, version?: string): object =>
  withResponses({ 200: response(schema) }, parts, version)

const get = async (
  document: object,
  { files = {}, path = '/report', ...request }: CallOptions & { readonly files?: Files; readonly path?: string } = {},
  options: ServeOptions = {},
): Promise<Answer> => {
  await using api = await serveFiles({ 'gadgets.json': document, ...files }, options)
  return await api.call(path, request)
}

describe('a documented example is served', () => {
  const rows: readonly { readonly name: string; readonly document: object; readonly is?: unknown }[] = [
    { name: 'example', document: withResponses({ 200: response(gadget, { example: anvil }) }) },
    {
      name: 'the first of examples',
      document: withResponses({
        200: response(gadget, { examples: { one: { value: anvil }, two: { value: { serial: 8, label: 'B' } } } }),
      }),
    },
    {
      name: 'a referenced example',
      document: withResponses(
        { 200: response(gadget, { examples: { one: { $ref: '#/components/examples/Anvil' } } }) },
        { components: { examples: { Anvil: { value: anvil } } } },
      ),
    },
    {
      name: 'of a referenced response',
      document: withResponses(
        { 200: { $ref: '#/components/responses/Report' } },
        {
          components: {
            responses: { Report: response(ref('Gadget'), { example: anvil }) },
            schemas: { Gadget: gadget },
          },
        },
      ),
    },
    { name: 'of 3.0', document: withResponses({ 200: response(gadget, { example: anvil }) }, {}, '3.0.3') },
    {
      name: 'of 2.0',
      document: swagger({
        paths: {
          '/report': {
            get: {
              responses: { 200: { description: '', schema: gadget, examples: { 'application/json': anvil } } },
            },
          },
        },
      }),
    },
    {
      name: 'of 2.0 without produces',
      document: {
        swagger: '2.0',
        info: { title: 'Gadgets', version: '1' },
        paths: {
          '/report': {
            get: {
              responses: { 200: { description: '', schema: gadget, examples: { 'application/json': anvil } } },
            },
          },
        },
      },
    },
    { name: 'example of the schema', document: withSchema({ ...gadget, example: anvil }, {}, '3.0.3') },
    { name: 'the first of examples of the schema', document: withSchema({ ...gadget, examples: [anvil] }) },
    {
      name: 'examples of the properties',
      document: withSchema(
        closed({ serial: { ...integer, example: 7 }, label: { ...text, example: 'Anvil' } }),
        {},
        '3.0.3',
      ),
    },
    { name: 'without a schema', document: withResponses({ 200: response({}, { example: anvil }) }) },
    { name: 'null', document: withResponses({ 200: response({ type: 'null' }, { example: null }) }), is: null },
    { name: 'false', document: withResponses({ 200: response({ type: 'boolean' }, { example: false }) }), is: false },
    { name: '0', document: withResponses({ 200: response(integer, { example: 0 }) }), is: 0 },
    { name: 'the empty string', document: withResponses({ 200: response(text, { example: '' }) }), is: '' },
    { name: 'an empty array', document: withResponses({ 200: response({ type: 'array' }, { example: [] }) }), is: [] },
  ]
  for (const { name, document, is = anvil } of rows)
    it(name, async () => {
      const answer = await get(document)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers['content-type']).toBe('application/json')
      expect(answer.json).toEqual(is)
    })

  it('and reported in Sandbox-Trace', async () => {
    const { headers } = await get(withResponses({ 200: response(gadget, { example: anvil }) }))
    expect(headers['sandbox-trace']).toBe('operation="GET /report", behaviour=none, source=example')
  })
})

describe('an invalid example is skipped and reported', () => {
  const rows: readonly { readonly name: string; readonly members: object; readonly label: string }[] = [
    { name: 'example', label: 'example', members: { example: { serial: 'seven', label: 'Anvil' } } },
    { name: 'examples', label: 'examples.one', members: { examples: { one: { value: { serial: 7 } } } } },
  ]
  for (const { name, members, label } of rows)
    it(name, async () => {
      const answer = await get(withResponses({ 200: response(gadget, members) }))
      expect(answer.status, answer.text).toBe(200)
      expect(answer.json).toEqual({ serial: expect.any(Number), label: expect.any(String) })
      expect(answer.headers['sandbox-trace']).toContain('source=generated')
      expect(answer.headers['sandbox-notice']).toBe(`invalid-example;names="${label}"`)
    })

  it('and the next valid one is served', async () => {
    const examples = { one: { value: { serial: 'seven' } }, two: { value: anvil }, three: { value: {} } }
    const answer = await get(withResponses({ 200: response(gadget, { examples }) }))
    expect(answer.json).toEqual(anvil)
    expect(answer.headers['sandbox-notice']).toBe('invalid-example;names="examples.one"')
  })

  it('unless the client prefers it by name: then it is served and reported', async () => {
    const examples = { one: { value: { serial: 'seven' } }, two: { value: anvil } }
    const document = withResponses({ 200: response(gadget, { examples }) })
    const one = await get(document, { headers: { Prefer: 'example=one' } })
    expect(one).toMatchObject({ status: 200, json: { serial: 'seven' } })
    expect(one.headers['sandbox-notice']).toBe('invalid-example;names="examples.one"')
    const two = await get(document, { headers: { Prefer: 'example=two' } })
    expect([two.json, two.headers['sandbox-notice']]).toEqual([anvil, undefined])
  })

  it('and the response is 500 with the reason if no valid body can be generated', async () => {
    const impossible = { allOf: [integer, { minimum: 5, maximum: 4 }] }
    const answer = await get(withResponses({ 200: response(impossible, { example: 'four' }) }))
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('GET /report')
    expect(answer.json).toMatchObject({ code: 'response_invalid' })
  })
})

const ajv = new Ajv2020({ strict: false })
formatsModule.default(ajv)
const isValid = (schema: object, value: unknown): string => {
  const validate = ajv.compile(schema)
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

const tree = {
  type: 'object',
  required: ['name'],
  properties: { name: text, leaves: { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Tree' } } },
}

describe('without an example a valid body is generated', () => {
  const rows: readonly {
    readonly name: string
    readonly schema: object
    /** The schema that validates the body. Default: `schema`. */
    readonly expected?: object
    readonly parts?: object
    readonly version?: string
    readonly files?: Files
  }[] = [
    { name: 'an object', schema: gadget },
    { name: 'a string', schema: { type: 'string', minLength: 3, maxLength: 5 } },
    { name: 'an integer in a range', schema: { type: 'integer', minimum: 5, maximum: 7 } },
    { name: 'an integer above a bound', schema: { type: 'integer', exclusiveMinimum: 1_000_000 } },
    { name: 'a negative integer', schema: { type: 'integer', maximum: -5 } },
    { name: 'a multiple', schema: { type: 'integer', multipleOf: 7, minimum: 100, maximum: 200 } },
    { name: 'a number', schema: { type: 'number', minimum: 0.1, maximum: 0.2 } },
    { name: 'a boolean', schema: { type: 'boolean' } },
    { name: 'null', schema: { type: 'null' } },
    { name: 'an enum', schema: { enum: ['new', 'used', 3] } },
    { name: 'a constant', schema: { const: { kind: 'gadget' } } },
    { name: 'an array', schema: { type: 'array', items: gadget, minItems: 2, maxItems: 4 } },
    { name: 'an array of ten', schema: { type: 'array', items: integer, minItems: 10 } },
    {
      name: 'an array of unique items',
      schema: { type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 },
    },
    { name: 'a pattern', schema: { type: 'string', pattern: '^GZ-\\d{4}$' } },
    { name: 'additionalProperties', schema: { type: 'object', additionalProperties: integer, minProperties: 2 } },
    { name: 'allOf', schema: { allOf: [gadget, { type: 'object' }] } },
    { name: 'oneOf', schema: { oneOf: [closed({ a: integer }), closed({ b: text })] } },
    { name: 'anyOf', schema: { anyOf: [integer, text] } },
    {
      name: 'if, then',
      schema: {
        type: 'object',
        required: ['a'],
        properties: { a: { const: 1 }, b: text },
        if: { required: ['a'] },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { required: ['b'] },
      },
    },
    { name: 'several types', schema: { type: ['string', 'null'] } },
    ...['date-time', 'date', 'time', 'uuid', 'email', 'uri', 'hostname', 'ipv4', 'ipv6', 'byte', 'uri-reference'].map(
      (format) => ({
        name: `the format ${format}`,
        schema: { type: 'string', format },
      }),
    ),
    {
      name: 'a recursive tree',
      schema: ref('Tree'),
      parts: { components: { schemas: { Tree: tree } } },
      expected: { $ref: '#/components/schemas/Tree', components: { schemas: { Tree: tree } } },
    },
    {
      name: 'references five deep',
      schema: ref('A'),
      parts: {
        components: {
          schemas: {
            A: closed({ b: ref('B') }),
            B: closed({ c: { type: 'array', minItems: 1, items: ref('C') } }),
            C: closed({ d: ref('D') }),
            D: closed({ e: ref('E') }),
            E: closed({ f: integer }),
          },
        },
      },
      expected: closed({
        b: closed({ c: { type: 'array', minItems: 1, items: closed({ d: closed({ e: closed({ f: integer }) }) }) } }),
      }),
    },
    {
      name: 'references to another file',
      schema: { $ref: 'parts.json#/Gadget' },
      files: { 'parts.json': { Gadget: closed({ part: { $ref: '#/Part' } }), Part: closed({ name: text }) } },
      expected: closed({ part: closed({ name: text }) }),
    },
    {
      name: 'null in 3.0',
      schema: closed({ a: { ...text, nullable: true, minLength: 1 } }),
      version: '3.0.3',
      expected: closed({ a: { type: ['string', 'null'], minLength: 1 } }),
    },
    {
      name: 'exclusive bounds in 3.0',
      schema: { type: 'integer', minimum: 5, exclusiveMinimum: true, maximum: 7, exclusiveMaximum: true },
      version: '3.0.3',
      expected: { const: 6 },
    },
    {
      name: 'an int64',
      schema: closed({ size: { type: 'integer', format: 'int64' } }),
      expected: closed({ size: { type: 'integer', minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 } }),
    },
    {
      name: 'an int64 with a high minimum',
      schema: closed({ size: { type: 'integer', format: 'int64', minimum: 4_000_000_000 } }),
    },
    { name: 'an int32', schema: closed({ size: { type: 'integer', format: 'int32' } }) },
    {
      name: 'readOnly and writeOnly properties',
      schema: {
        type: 'object',
        required: ['id'],
        properties: { id: { ...integer, readOnly: true }, secret: { ...text, writeOnly: true } },
      },
      expected: closed({ id: integer }),
    },
  ]
  for (const { name, schema, expected = schema, parts, version, files = {} } of rows)
    it(name, async () => {
      for (const seed of [1, 2, 3]) {
        const answer = await get(withSchema(schema, parts, version), { files }, { seed })
        expect(answer.status, answer.text).toBe(200)
        expect(answer.headers['sandbox-trace']).toContain('source=generated')
        expect(isValid(expected, answer.json), answer.text).toBe('')
      }
    })

  it('for a document of 2.0', async () => {
    const schema = closed({ serial: { type: 'integer', 'x-nullable': true }, label: text })
    const responses = { 200: { description: '', schema } }
    const answer = await get(swagger({ paths: { '/report': { get: { responses } } } }))
    expect(isValid(closed({ serial: { type: ['integer', 'null'] }, label: text }), answer.json), answer.text).toBe('')
  })
})

describe('a generated body depends on', () => {
  const none = { 'x-standin-behaviour': 'none' }
  const schema = closed({ a: text, b: integer, c: { type: 'array', items: text, minItems: 3 } })
  const parameter = (name: string, place: string) => ({ name, in: place, required: place === 'path', schema: text })
  const document = openApi({
    paths: {
      '/report': { get: { responses: { 200: response(schema) } } },
      '/reports/{day}': {
        parameters: [parameter('day', 'path')],
        get: { ...none, parameters: [parameter('shift', 'query')], responses: { 200: response(schema) } },
        put: { ...none, responses: { 200: response(schema) } },
      },
    },
  })
  const bodyOf = async (seed: number, path = '/report', method = 'GET') =>
    (await get(document, { path, method }, { seed })).text

  it('the seed', async () => {
    expect(await bodyOf(1)).toBe(await bodyOf(1))
    expect(await bodyOf(1)).not.toBe(await bodyOf(2))
  })

  const others: readonly {
    readonly name: string
    readonly one: readonly [string, string?]
    readonly other: readonly [string, string?]
  }[] = [
    { name: 'the path parameters', one: ['/reports/mon'], other: ['/reports/tue'] },
    { name: 'the query', one: ['/reports/mon'], other: ['/reports/mon?shift=late'] },
    { name: 'the operation', one: ['/reports/mon'], other: ['/reports/mon', 'PUT'] },
  ]
  for (const { name, one, other } of others)
    it(name, async () => {
      expect(await bodyOf(1, ...one)).toBe(await bodyOf(1, ...one))
      expect(await bodyOf(1, ...one)).not.toBe(await bodyOf(1, ...other))
    })

  it('no earlier request', async () => {
    const fresh = await bodyOf(1, '/reports/mon')
    await using api = await serveFiles({ 'gadgets.json': document })
    const paths = ['/report', '/reports/tue', '/reports/mon', '/report', '/reports/mon']
    const bodies = await Promise.all(paths.map(async (path) => (await api.call(path)).text))
    expect(bodies[2]).toBe(fresh)
    expect(bodies[4]).toBe(fresh)
    expect(bodies[0]).toBe(bodies[3])
  })

  it('no clock', async () => {
    const dated = withSchema(
      closed({ at: { type: 'string', format: 'date-time' }, on: { type: 'string', format: 'date' } }),
    )
    const at = (now: string) => get(dated, {}, { now: () => Date.parse(now) })
    expect((await at('2026-11-20T12:00:00Z')).text).toBe((await at('2031-01-01T00:00:00Z')).text)
  })
})

describe('status and body', () => {
  const rows: readonly {
    readonly name: string
    readonly responses: object
    readonly status: number
    readonly text: string | RegExp
    readonly type?: string
  }[] = [
    { name: '204 has no body', responses: { 204: { description: '' } }, status: 204, text: '' },
    { name: '200 without content has no body', responses: { 200: { description: '' } }, status: 200, text: '' },
    { name: '202 is served', responses: { 202: response(gadget, { example: anvil }) }, status: 202, text: /Anvil/ },
    {
      name: 'a success is preferred to an error',
      responses: {
        404: response(gadget, { example: { serial: 4, label: 'no' } }),
        200: response(gadget, { example: anvil }),
      },
      status: 200,
      text: /Anvil/,
    },
    {
      name: 'the lowest success is served',
      responses: { 200: response(integer, { example: 1 }), 201: response(integer, { example: 2 }) },
      status: 200,
      text: '1',
    },
    { name: '2XX is 200', responses: { '2XX': response(integer, { example: 1 }) }, status: 200, text: '1' },
    { name: 'default alone is 200', responses: { default: response(integer, { example: 1 }) }, status: 200, text: '1' },
    {
      name: 'a redirect is served if it is the only response',
      responses: { 302: { description: '' } },
      status: 302,
      text: '',
    },
    {
      name: 'a redirect is served beside a default, which is then an error',
      responses: { 302: { description: '' }, default: response(integer, { example: 1 }) },
      status: 302,
      text: '',
    },
    {
      name: 'JSON without a schema is JSON',
      responses: { 200: { description: '', content: { 'application/json': {} } } },
      status: 200,
      text: /^(null|\{\}|)$/,
    },
    {
      name: 'plain text',
      responses: { 200: response(text, { example: 'Well.' }, 'text/plain') },
      status: 200,
      text: 'Well.',
      type: 'text/plain',
    },
    {
      name: 'CSV',
      responses: { 200: response(text, { example: 'a,b\n1,2\n' }, 'text/csv') },
      status: 200,
      text: 'a,b\n1,2\n',
      type: 'text/csv',
    },
    {
      name: 'XML as a string',
      responses: { 200: response({ type: 'object' }, { example: '<a/>' }, 'application/xml') },
      status: 200,
      text: '<a/>',
      type: 'application/xml',
    },
    {
      name: 'plain text without an example',
      responses: { 200: response(text, {}, 'text/plain') },
      status: 200,
      text: /^[^[]+$/,
      type: 'text/plain',
    },
    {
      name: 'XML whose example is an object',
      responses: { 200: response({ type: 'object' }, { example: { a: 1 } }, 'application/xml') },
      status: 200,
      text: /^(?!\[object)/,
      type: 'application/xml',
    },
    {
      name: 'bytes',
      responses: { 200: response({ type: 'string', format: 'binary' }, {}, 'application/octet-stream') },
      status: 200,
      text: /^/,
      type: 'application/octet-stream',
    },
    {
      name: 'a JSON media type',
      responses: { 200: response(gadget, { example: anvil }, 'application/vnd.gadget+json') },
      status: 200,
      text: /Anvil/,
      type: 'application/vnd.gadget+json',
    },
    {
      name: 'any media type',
      responses: { 200: response(gadget, { example: anvil }, '*/*') },
      status: 200,
      text: /Anvil/,
      type: 'application/json',
    },
    {
      name: 'a media type with a parameter',
      responses: { 200: response(gadget, { example: anvil }, 'application/json; charset=utf-8') },
      status: 200,
      text: /Anvil/,
      type: 'application/json; charset=utf-8',
    },
  ]
  for (const { name, responses, status, text: body, type } of rows)
    it(name, async () => {
      const answer = await get(withResponses(responses))
      expect(answer.status, answer.text).toBe(status)
      if (typeof body === 'string') expect(answer.text).toBe(body)
      else expect(answer.text).toMatch(body)
      if (type !== undefined) expect(answer.headers['content-type']).toBe(type)
      if (status === 204) expect(answer.headers).not.toHaveProperty('content-type')
    })

  it('a required header is sent', async () => {
    const headers = { 'X-Total': { required: true, schema: { ...integer, example: 3 } } }
    const answer = await get(withResponses({ 200: { ...response(gadget, { example: anvil }), headers } }))
    expect(answer.headers['x-total']).toBe('3')
  })

  describe('a header that HTTP defines has its syntax', () => {
    const date = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/
    const rows: readonly (readonly [name: string, schema: object, is: RegExp])[] = [
      ['ETag', text, /^"[\x21\x23-\x7e]+"$/],
      ['Last-Modified', text, date],
      ['Expires', text, date],
      ['Retry-After', text, /^[1-9]\d?$/],
      ['X-RateLimit-Remaining', text, /^[1-9]\d?$/],
      ['Link', text, /^<[^<> ]+>; rel="self"$/],
      ['Set-Cookie', text, /^session=[\w-]+; Path=\/; HttpOnly$/],
      ['Cache-Control', text, /^no-cache$/],
      ['Vary', text, /^Accept, Origin$/],
      ['Accept-Ranges', text, /^none$/],
      ['Strict-Transport-Security', text, /^max-age=0$/],
      // What the document says comes first.
      ['Last-Modified', { ...text, format: 'date-time' }, /^\d{4}-\d\d-\d\dT/],
      ['ETag', { ...text, example: 'v1' }, /^v1$/],
      ['Cache-Control', { ...text, enum: ['no-store'] }, /^no-store$/],
    ]
    it.each(rows)('%s of %j', async (name, schema, is) => {
      const headers = { [name]: { schema } }
      const answer = await get(withResponses({ 200: { ...response(gadget, { example: anvil }), headers } }))
      expect(answer.headers[name.toLowerCase()]).toMatch(is)
    })
  })

  it('HEAD has the status and headers of GET and no body', async () => {
    const document = withResponses({ 200: response(gadget, { example: anvil }) })
    const [head, whole] = [await get(document, { method: 'HEAD' }), await get(document)]
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    for (const name of ['content-type', 'content-length', 'sandbox-trace'])
      expect(head.headers[name]).toBe(whole.headers[name])
  })

  it('the request is validated first', async () => {
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } }
    const get400 = {
      parameters: [limit],
      responses: { 200: response(gadget, { example: anvil }), 400: { description: '' } },
    }
    const document = openApi({ paths: { '/report': { get: get400 } } })
    expect((await get(document, { path: '/report?limit=11' })).status).toBe(400)
    expect((await get(document, { path: '/report?limit=10' })).status).toBe(200)
  })
})

describe('the media type is negotiated', () => {
  const several = {
    description: '',
    content: {
      'application/json': { schema: gadget, example: anvil },
      'text/csv': { schema: text, example: 'serial,label\n7,Anvil\n' },
      'application/vnd.gadget+json': { schema: gadget, example: { serial: 8, label: 'Vendor' } },
    },
  }
  const api = useFiles({
    'gadgets.json': openApi({
      paths: {
        '/report': { get: { responses: { 200: several } } },
        '/list': { get: { responses: { 200: { description: '', ...content(gadget, { example: anvil }) } } } },
        '/empty': { get: { responses: { 204: { description: '' } } } },
      },
    }),
  })
  const rows: readonly {
    readonly path?: string
    readonly accept: string | undefined
    readonly status?: number
    readonly type?: string
  }[] = [
    { accept: undefined, type: 'application/json' },
    { accept: '*/*', type: 'application/json' },
    { accept: 'application/json', type: 'application/json' },
    { accept: 'text/csv', type: 'text/csv' },
    { accept: 'TEXT/CSV', type: 'text/csv' },
    { accept: 'text/*', type: 'text/csv' },
    { accept: 'application/vnd.gadget+json', type: 'application/vnd.gadget+json' },
    { accept: 'text/html, text/csv;q=0.5', type: 'text/csv' },
    { accept: 'application/json;q=0.5, text/csv', type: 'text/csv' },
    { accept: 'text/csv;q=0.5, application/json', type: 'application/json' },
    { accept: 'application/json;q=0, */*', type: 'text/csv' },
    { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', type: 'application/json' },
    { accept: 'text/html', status: 406 },
    { accept: 'application/xml, image/*', status: 406 },
    { accept: '*/*;q=0', status: 406 },
    { path: '/list', accept: 'text/csv', status: 406 },
    { path: '/list', accept: 'application/*', type: 'application/json' },
    { path: '/empty', accept: 'text/html', status: 204 },
    { path: '/empty', accept: 'application/json', status: 204 },
  ]
  for (const { path = '/report', accept, status = 200, type } of rows)
    it(`${path} with Accept: ${accept} is ${type ?? status}`, async () => {
      const answer = await api.call(path, { headers: { accept } })
      expect(answer.status, answer.text).toBe(status)
      if (type !== undefined) expect(answer.headers['content-type']).toBe(type)
    })
})

describe('JSON is preferred to XML, even if XML is documented first', () => {
  const both = (members: object) => ({
    description: '',
    content: {
      'application/xml': { schema: gadget, ...members },
      'application/json': { schema: gadget, ...members },
    },
  })
  const rows: readonly { readonly name: string; readonly members: object; readonly accept: string | undefined }[] = [
    { name: 'without an Accept header', members: { example: anvil }, accept: undefined },
    { name: 'with Accept: */*', members: { example: anvil }, accept: '*/*' },
    { name: 'without an example', members: {}, accept: '*/*' },
    { name: 'for a browser', members: {}, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  ]
  for (const { name, members, accept } of rows)
    it(name, async () => {
      const answer = await get(withResponses({ 200: both(members) }), { headers: { accept } })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers['content-type'], answer.text).toBe('application/json')
      expect(isValid(gadget, answer.json)).toBe('')
    })
})

describe('stateful and stateless operations in one document', () => {
  const item = closed({ serial: integer, label: text })
  const path = [{ name: 'serial', in: 'path', required: true, schema: integer }]
  const api = useFiles({
    'gadgets.json': openApi({
      paths: {
        '/gadgets': { get: { responses: { 200: response({ type: 'array', items: item }) } } },
        '/gadgets/{serial}': {
          parameters: path,
          get: { responses: { 200: response(item), 404: { description: '' } } },
          put: { responses: { 200: response(item, { example: anvil }) } },
          delete: { 'x-standin-behaviour': 'none', responses: { 204: { description: '' } } },
        },
      },
    }),
  })
  const rows: readonly { readonly method: string; readonly status: number; readonly trace: string }[] = [
    { method: 'GET', status: 404, trace: 'behaviour=read' },
    { method: 'PUT', status: 200, trace: 'behaviour=none, source=example' },
    { method: 'DELETE', status: 204, trace: 'behaviour=none' },
  ]
  for (const { method, status, trace } of rows)
    it(`${method} is ${status}`, async () => {
      const answer = await api.call('/gadgets/7', { method })
      expect(answer.status, answer.text).toBe(status)
      expect(answer.headers['sandbox-trace']).toContain(trace)
    })
})
