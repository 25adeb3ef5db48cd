/**
 * Errors in the document's own shape and with its status: the real server with a small document for each shape.
 */

import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/ports.ts'
import type { Answer } from '../../support/client.ts'
import { type Files, serveFiles, useFiles } from '../../support/serve-files.ts'
import { closed, content, openApi, ref, requestBody, response, swagger } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const newGadget = {
  type: 'object',
  required: ['label'],
  properties: { label: text, state: { type: 'string', enum: ['new', 'used'] } },
}
const gadget = { type: 'object', required: ['serial'], properties: { serial: integer, label: text } }
const created = { 201: response({ type: 'object', properties: { ok: { type: 'boolean' } } }) }

/** A document with one operation, POST /gadgets, and its responses. */
const withResponses = (responses: object, parts: object = {}): object =>
  openApi({ paths: { '/gadgets': { post: { requestBody: requestBody(newGadget), responses } } }, ...parts })

/** A document whose error responses have a schema. */
const withError = (schema: object, mediaType?: string): object =>
  withResponses({ ...created, 400: response(schema, {}, mediaType) })

const post = async (files: Files, body: unknown = { state: 'lost' }): Promise<Answer> => {
  await using served = await serveFiles(files)
  return await served.call('/gadgets', { method: 'POST', body: JSON.stringify(body), headers: jsonType })
}

const jsonType = { 'content-type': 'application/json' }
const missing = 'body.label is required'
const wrong = 'body.state must be one of new, used, got "lost"'
const both = expect.stringMatching(/body\.label is required.*body\.state must be one of new, used, got "lost"/)
const isText = expect.any(String)
const isTime = expect.stringMatching(/^2026-11-20T12:00:00/)

interface Row {
  readonly name: string
  readonly schema: object
  readonly is: unknown
  /** Default: application/json. */
  readonly mediaType?: string
}

const shapes: readonly Row[] = [
  {
    name: '{code, message, status}',
    schema: closed({ code: text, message: text, status: integer }),
    is: { code: 'invalid_request', message: both, status: 400 },
  },
  { name: '{message}', schema: closed({ message: text }), is: { message: both } },
  {
    name: 'required properties that mean no part of an error',
    schema: closed({ message: text, weight: integer, height: { type: 'number' }, open: { type: 'boolean' } }),
    is: { message: both, weight: 0, height: 0, open: false },
  },
  { name: '{msg}', schema: closed({ msg: text }), is: { msg: both } },
  {
    name: '{error, error_description} of OAuth',
    schema: closed({ error: text, error_description: text }),
    is: { error: 'invalid_request', error_description: both },
  },
  {
    name: '{error: {type, message}}',
    schema: closed({ error: closed({ type: text, message: text }) }),
    is: { error: { type: 'invalid_request', message: both } },
  },
  {
    name: '{error: {type, detail}}',
    schema: closed({ error: closed({ type: text, detail: text }) }),
    is: { error: { type: 'invalid_request', detail: both } },
  },
  {
    name: '{error: {code, message, status}} where code is a number',
    schema: closed({ error: closed({ code: integer, message: text, status: text }) }),
    is: { error: { code: 400, message: both, status: isText } },
  },
  {
    name: '{success, error: {message}}',
    schema: closed({ success: { type: 'boolean' }, error: closed({ message: text }) }),
    is: { success: false, error: { message: both } },
  },
  {
    name: '{status, message} where status is fail or error',
    schema: closed({ status: { type: 'string', enum: ['fail', 'error'] }, message: text }),
    is: { status: expect.stringMatching(/^(fail|error)$/), message: both },
  },
  {
    name: '{status} as a string',
    schema: closed({ status: text, message: text }),
    is: { status: '400', message: both },
  },
  {
    name: 'an enum of codes in capitals',
    schema: closed({ code: { type: 'string', enum: ['NOT_FOUND', 'INVALID_REQUEST', 'UNAUTHORIZED'] }, message: text }),
    is: { code: 'INVALID_REQUEST', message: both },
  },
  {
    name: 'an enum of codes with synonyms',
    schema: closed({ code: { type: 'string', enum: ['E1', 'E2'] }, message: text }),
    is: { code: expect.stringMatching(/^E[12]$/), message: both },
  },
  {
    name: 'a code that is a constant',
    schema: closed({ code: { const: 'ERR' }, message: text }),
    is: { code: 'ERR', message: both },
  },
  {
    name: 'a status that is an enum of one number',
    schema: closed({ status: { type: 'integer', enum: [400] }, message: text }),
    is: { status: 400, message: both },
  },
  {
    name: 'problem details',
    mediaType: 'application/problem+json',
    schema: closed(
      {
        type: { type: 'string', format: 'uri-reference' },
        title: text,
        status: integer,
        detail: text,
        instance: { type: 'string', format: 'uri-reference' },
      },
      ['instance'],
    ),
    is: {
      type: 'about:blank',
      title: isText,
      status: 400,
      detail: both,
      instance: '/gadgets',
    },
  },
  {
    name: '{errors: [{field, message}]}',
    schema: closed({ errors: { type: 'array', items: closed({ field: text, message: text }) } }),
    is: {
      errors: expect.arrayContaining([
        { field: 'label', message: expect.stringContaining(missing) },
        { field: 'state', message: wrong },
      ]),
    },
  },
  {
    name: '{message, errors: [string]}',
    schema: closed({ message: text, errors: { type: 'array', items: text } }),
    is: { message: both, errors: expect.arrayContaining([expect.stringContaining(missing), wrong]) },
  },
  {
    name: '{errors} of JSON:API',
    mediaType: 'application/vnd.api+json',
    schema: closed({
      errors: {
        type: 'array',
        items: closed({ status: text, code: text, title: text, detail: text, source: closed({ pointer: text }) }),
      },
    }),
    is: {
      errors: expect.arrayContaining([
        { status: '400', code: isText, title: isText, detail: wrong, source: { pointer: isText } },
      ]),
    },
  },
  {
    name: '{message, errors} where errors is an object with an array for each field',
    schema: closed(
      { message: text, errors: { type: 'object', additionalProperties: { type: 'array', items: text } } },
      ['errors'],
    ),
    is: expect.objectContaining({ message: both }),
  },
  {
    name: 'an array of errors',
    schema: { type: 'array', minItems: 1, items: closed({ code: text, message: text }) },
    is: expect.arrayContaining([{ code: isText, message: expect.stringContaining('body.') }]),
  },
  { name: 'a string', schema: text, is: both },
  {
    name: '{timestamp, status, error, message, path} of Spring',
    schema: closed({
      timestamp: { type: 'string', format: 'date-time' },
      status: integer,
      error: text,
      message: text,
      path: text,
    }),
    is: { timestamp: isTime, status: 400, error: isText, message: both, path: '/gadgets' },
  },
  {
    name: 'a time as a number',
    schema: closed({ message: text, timestamp: { type: 'integer', format: 'int64' } }),
    is: { message: both, timestamp: Date.parse('2026-11-20T12:00:00Z') },
  },
  {
    name: '{requestId}',
    schema: closed({ message: text, requestId: text }),
    is: { message: both, requestId: expect.stringMatching(/^req-/) },
  },
  {
    name: 'allOf',
    schema: {
      allOf: [
        { type: 'object', required: ['code'], properties: { code: text } },
        { type: 'object', required: ['message'], properties: { message: text } },
      ],
    },
    is: { code: 'invalid_request', message: both },
  },
  {
    name: 'oneOf with closed shapes',
    schema: { oneOf: [closed({ message: text }), closed({ errors: { type: 'array', items: text } })] },
    is: expect.toSatisfy(
      (value: object) => Object.keys(value).length === 1 && /body\.label is required/.test(JSON.stringify(value)),
    ),
  },
  {
    name: 'oneOf with open shapes',
    schema: {
      oneOf: [
        { type: 'object', required: ['message'], properties: { message: text } },
        { type: 'object', required: ['errors'], properties: { errors: { type: 'array', items: text } } },
      ],
    },
    is: expect.toSatisfy((value: object) => /body\.label is required/.test(JSON.stringify(value))),
  },
  {
    name: 'optional properties that are parts of an error',
    schema: { type: 'object', properties: { code: text, message: text, helpUrl: text, retries: integer } },
    is: { code: 'invalid_request', message: both },
  },
  {
    name: 'required properties that are not parts of an error',
    schema: closed({
      message: text,
      helpUrl: text,
      retries: integer,
      fatal: { type: 'boolean' },
      notes: { type: 'array', items: text },
      extra: closed({ a: text }),
      nothing: { type: ['string', 'null'] },
      level: { type: 'string', enum: ['warning', 'error'] },
      docs: { type: 'string', format: 'uri', example: 'https://gadgets.test/docs' },
      since: { type: 'string', default: 'v1' },
    }),
    is: expect.objectContaining({ message: both, docs: 'https://gadgets.test/docs', since: 'v1' }),
  },
  {
    name: 'a message that is cut to its maxLength',
    schema: closed({ code: text, message: { type: 'string', maxLength: 40 } }),
    is: { code: 'invalid_request', message: expect.stringMatching(/^body\.label is required.{0,20}$/) },
  },
  {
    name: 'a nested array of details',
    schema: closed({
      error: closed({
        code: text,
        message: text,
        details: { type: 'array', items: closed({ field: text, issue: text }) },
      }),
    }),
    is: {
      error: {
        code: 'invalid_request',
        message: both,
        details: expect.arrayContaining([{ field: 'state', issue: wrong }]),
      },
    },
  },
  {
    name: 'an optional request id that must be a UUID: left out',
    schema: closed({ message: text, requestId: { type: 'string', format: 'uuid' } }, ['requestId']),
    is: { message: both },
  },
  {
    name: 'a required request id that must be a UUID: derived from the id of the request',
    schema: closed({ message: text, requestId: { type: 'string', format: 'uuid' } }),
    is: {
      message: both,
      requestId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    },
  },
  {
    name: 'an optional code in an array that does not match its pattern: left out',
    schema: closed({
      errors: {
        type: 'array',
        items: closed({ code: { type: 'string', pattern: '^[0-9]+$' }, detail: text }, ['code']),
      },
    }),
    is: { errors: expect.arrayContaining([{ detail: wrong }]) },
  },
  {
    name: 'names in other letter cases',
    schema: closed({ ErrorCode: text, ErrorMessage: text, HttpStatus: integer }),
    is: { ErrorCode: 'invalid_request', ErrorMessage: both, HttpStatus: 400 },
  },
]

interface EnumRow {
  readonly name: string
  readonly members: readonly Json[]
  readonly optional?: true
  /** By status; undefined if the code is left out. */
  readonly is: Readonly<Record<'400' | '401' | '404' | '503', unknown>>
}

/** {code: enum, message}, in every error. */
const enums: readonly EnumRow[] = [
  {
    name: 'HTTP reason phrases in snake case',
    members: ['not_found', 'bad_request'],
    optional: true,
    is: { 400: 'bad_request', 401: undefined, 404: 'not_found', 503: undefined },
  },
  {
    name: 'in capitals',
    members: ['INTERNAL', 'CONFLICT', 'NOT_FOUND', 'UNAUTHENTICATED', 'BAD_REQUEST'],
    is: { 400: 'BAD_REQUEST', 401: 'UNAUTHENTICATED', 404: 'NOT_FOUND', 503: 'INTERNAL' },
  },
  {
    name: 'in Pascal case',
    members: ['BadRequest', 'Unauthorized', 'NotFound', 'ServiceUnavailable'],
    is: { 400: 'BadRequest', 401: 'Unauthorized', 404: 'NotFound', 503: 'ServiceUnavailable' },
  },
  {
    name: 'in camel case, with the word error',
    members: ['serverError', 'notFoundException', 'badRequestError', 'errUnauthorized'],
    is: { 400: 'badRequestError', 401: 'errUnauthorized', 404: 'notFoundException', 503: 'serverError' },
  },
  {
    name: 'error types as in Stripe',
    members: ['api_error', 'card_error', 'invalid_request_error'],
    is: {
      400: 'invalid_request_error',
      401: 'invalid_request_error',
      404: 'invalid_request_error',
      503: 'api_error',
    },
  },
  {
    name: 'synonyms',
    members: ['rate_limit', 'validation_error', 'authentication_error', 'resource_missing', 'internal_server_error'],
    is: {
      400: 'validation_error',
      401: 'authentication_error',
      404: 'resource_missing',
      503: 'internal_server_error',
    },
  },
  {
    name: 'status codes as strings',
    members: ['503', '404', '401', '400'],
    is: { 400: '400', 401: '401', 404: '404', 503: '503' },
  },
  {
    name: 'unrelated words, optional',
    members: ['E1', 'E2'],
    optional: true,
    is: { 400: undefined, 401: undefined, 404: undefined, 503: undefined },
  },
  {
    name: 'unrelated words, required',
    members: ['E1', 'E2'],
    is: { 400: 'E1', 401: 'E1', 404: 'E1', 503: 'E1' },
  },
]

/** POST and GET of a gadget, which require a key and document the same errors. */
const withErrors = (schema: object): object => {
  const failures = Object.fromEntries([400, 401, 404, 503].map((status) => [status, response(schema)]))
  return openApi({
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/gadgets': { post: { requestBody: requestBody(newGadget), responses: { ...created, ...failures } } },
      '/gadgets/{serial}': {
        get: {
          parameters: [{ name: 'serial', in: 'path', required: true, schema: integer }],
          responses: { 200: response(gadget), ...failures },
        },
      },
    },
  })
}

const errorRequests = [
  { status: 400, path: '/gadgets', options: { key: 'k', body: { state: 'lost' } } },
  { status: 401, path: '/gadgets/9', options: {} },
  { status: 404, path: '/gadgets/9', options: { key: 'k' } },
  { status: 503, path: '/gadgets/9', options: { key: 'k', headers: { Prefer: 'code=503' } } },
] as const

describe('the member of an enum that matches the error', () => {
  for (const { name, members, optional, is } of enums)
    it(name, async () => {
      const schema = closed({ code: { type: 'string', enum: members }, message: text }, optional ? ['code'] : [])
      await using served = await serveFiles({ 'gadgets.json': withErrors(schema) })
      for (const { status, path, options } of errorRequests) {
        const answer = await served.call(path, options)
        expect(answer, answer.text).toMatchObject({ status, headers: { 'content-type': 'application/json' } })
        expect(answer.json, String(status)).toEqual({
          message: isText,
          ...(is[status] === undefined ? {} : { code: is[status] }),
        })
      }
    })
})

describe('an array of errors contains errors without a location', () => {
  const rows: readonly { readonly name: string; readonly item: JsonObject; readonly is: object }[] = [
    {
      name: '{title, detail}',
      item: { type: 'object', required: ['title'], properties: { title: text, detail: text } },
      is: { title: isText, detail: isText },
    },
    {
      name: '{message, field}, field optional',
      item: closed({ message: text, field: text }, ['field']),
      is: { message: isText },
    },
    { name: '{message, field}', item: closed({ message: text, field: text }), is: { message: isText, field: '' } },
    {
      name: '{status, code, source: {pointer}}',
      item: closed({ status: text, code: text, source: closed({ pointer: text }) }),
      is: { status: expect.stringMatching(/^4/), code: isText, source: { pointer: '' } },
    },
  ]
  for (const { name, item, is } of rows)
    it(name, async () => {
      const schema = closed({ errors: { type: 'array', minItems: 1, items: item } })
      await using served = await serveFiles({ 'gadgets.json': withErrors(schema) })
      for (const { status, path, options } of errorRequests.filter(({ status }) => status === 401 || status === 404)) {
        const answer = await served.call(path, options)
        expect(answer, answer.text).toMatchObject({ status, headers: { 'content-type': 'application/json' } })
        expect(answer.json).toEqual({ errors: [is] })
      }
    })

  it('but not if a message next to the array says it', async () => {
    const list = { type: 'array', items: closed({ message: text }) }
    await using served = await serveFiles({ 'gadgets.json': withErrors(closed({ message: text, errors: list })) })
    expect((await served.call('/gadgets/9', { key: 'k' })).json).toEqual({ message: isText, errors: [] })
  })
})

describe('a rejection has the documented shape', () => {
  for (const { name, schema, is, mediaType = 'application/json' } of shapes)
    it(name, async () => {
      const now = () => Date.parse('2026-11-20T12:00:00Z')
      await using served = await serveFiles({ 'gadgets.json': withError(schema, mediaType) }, { now })
      const answer = await served.call('/gadgets', { body: { state: 'lost' } })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.headers['content-type'], answer.text).toBe(mediaType)
      expect(answer.json).toEqual(is)
    })

  it('a wildcard media type becomes application/json', async () => {
    const answer = await post({ 'gadgets.json': withError(closed({ message: text }), '*/*') })
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json).toEqual({ message: both })
  })

  it('through references', async () => {
    const document = withResponses(
      { ...created, 400: { $ref: '#/components/responses/Invalid' } },
      {
        components: {
          responses: { Invalid: response(ref('Failure')) },
          schemas: { Failure: closed({ error: ref('Fault') }), Fault: closed({ message: text }) },
        },
      },
    )
    expect((await post({ 'gadgets.json': document })).json).toEqual({ error: { message: both } })
  })

  it('from another file', async () => {
    const document = withResponses({ ...created, 400: response({ $ref: 'errors.json#/Failure' }) })
    const answer = await post({
      'gadgets.json': document,
      'errors.json': { Failure: closed({ fault: text, msg: text }) },
    })
    expect(answer.json).toMatchObject({ msg: both })
  })

  it('from a document of 2.0', async () => {
    const document = swagger({
      paths: {
        '/gadgets': {
          post: {
            parameters: [{ name: 'gadget', in: 'body', required: true, schema: newGadget }],
            responses: {
              201: { description: 'Made.' },
              400: { description: 'Ill.', schema: { $ref: '#/definitions/Failure' } },
            },
          },
        },
      },
      definitions: { Failure: closed({ code: integer, message: text }) },
    })
    expect((await post({ 'gadgets.json': document })).json).toEqual({ code: 400, message: both })
  })

  it('from a document of 3.0 with nullable', async () => {
    const failure = closed({ message: text, cause: { type: 'integer', nullable: true } })
    const { paths } = withError(failure) as { paths: object }
    const answer = await post({ 'gadgets.json': openApi({ paths }, '3.0.3') })
    expect(answer.json).toEqual({ message: both, cause: null })
  })

  it('with parts marked by x-standin-error', async () => {
    const actions = [
      { target: '$..properties.q', update: { 'x-standin-error': 'message' } },
      { target: '$..properties.r', update: { 'x-standin-error': 'code' } },
      { target: '$..properties.s', update: { 'x-standin-error': 'status' } },
      { target: '$..properties.t', update: { 'x-standin-error': 'violations' } },
    ]
    const list = { type: 'array', items: text }
    const answer = await post({
      'gadgets.json': withError(closed({ q: text, r: text, s: integer, t: list })),
      'gadgets.overlay.json': { overlay: '1.0.0', actions },
    })
    expect(answer.json).toEqual({
      q: both,
      r: 'invalid_request',
      s: 400,
      t: expect.arrayContaining([expect.stringContaining(missing), wrong]),
    })
  })
})

describe('the message is cut to its maxLength', () => {
  const messageWith = async (maxLength?: number): Promise<string> => {
    const message = maxLength === undefined ? text : { ...text, maxLength }
    return Object((await post({ 'gadgets.json': withError(closed({ message })) })).json).message
  }
  const rows: readonly (readonly [name: string, more: number, cut: number])[] = [
    ['one character longer than the message', 1, 0],
    ['exactly as long as the message', 0, 0],
    ['one character shorter than the message', -1, 2],
  ]
  for (const [name, more, cut] of rows)
    it(`${name}: ${cut === 0 ? 'the whole message' : 'an ellipsis at the end'}`, async () => {
      const whole = await messageWith()
      const expected = cut === 0 ? whole : `${whole.slice(0, -cut)}…`
      expect(await messageWith(whole.length + more)).toBe(expected)
    })
})

describe('problem details replace a shape that cannot express the error', () => {
  const rows: readonly { readonly name: string; readonly schema: object }[] = [
    {
      name: 'a code that does not match the pattern',
      schema: closed({ code: { type: 'string', pattern: '^[0-9]{12}$' }, message: text }),
    },
    { name: 'a schema that no value matches', schema: { not: {} } },
    { name: 'an unknown required property', schema: closed({ shape: { type: 'object', minProperties: 3 } }) },
  ]
  for (const { name, schema } of rows)
    it(name, async () => {
      const answer = await post({ 'gadgets.json': withError(schema) })
      expect(answer.status).toBe(400)
      expect(answer.headers['content-type']).toBe('application/problem+json')
      expect(answer.json).toMatchObject({ status: 400, title: isText, detail: both })
    })
})

describe('the documented body of a status is not replaced by another shape', () => {
  it('any object: problem details under the documented media type', async () => {
    const answer = await post({ 'gadgets.json': withError({ type: 'object' }) })
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json).toMatchObject({ status: 400, title: isText, detail: both })
  })

  it('a body without a part for words: the documented example', async () => {
    const sign = closed({ lamp: { type: 'integer' } })
    const error = response(sign, { example: { lamp: 7 } })
    const answer = await post({ 'gadgets.json': withResponses({ ...created, 400: error }) })
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json).toEqual({ lamp: 7 })
  })

  const rows: readonly (readonly [schema: object, is: unknown])[] = [
    [closed({ ok: { type: 'boolean' } }), { ok: false }],
    [closed({ status: integer }), { status: 400 }],
    [closed({ code: { type: 'string', enum: ['E1', 'E2'] } }), { code: 'E1' }],
  ]
  for (const [schema, is] of rows)
    it(`without an example: ${JSON.stringify(is)}`, async () => {
      const answer = await post({ 'gadgets.json': withError(schema) })
      expect(answer.headers['content-type']).toBe('application/json')
      expect(answer.json).toEqual(is)
    })

  it('of several media types the first that can express the error', async () => {
    const error = {
      description: 'Wrong.',
      content: {
        'application/vnd.gadgets+json': { schema: closed({ ok: { type: 'boolean' } }) },
        'application/json': { schema: closed({ text }) },
      },
    }
    const answer = await post({ 'gadgets.json': withResponses({ ...created, 400: error }) })
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json).toEqual({ text: both })
  })
})

describe('errors under other names', () => {
  const coded = closed({ severity: { type: 'string', enum: ['high', 'low'] }, reasonCode: text, text })
  const rows: readonly (readonly [name: string, schema: object, is: unknown])[] = [
    [
      'a list of objects with a code and a text',
      closed({ notes: { type: 'array', items: coded, minItems: 1 } }),
      { notes: expect.arrayContaining([{ severity: 'high', reasonCode: isText, text: wrong }]) },
    ],
    [
      'an object whose name ends in error',
      closed({ 'gadget.api-error': closed({ code: text }) }),
      { 'gadget.api-error': { code: 'invalid_request' } },
    ],
    [
      'a message that is an object',
      closed({ message: closed({ lang: { type: 'string', enum: ['en'] }, content: text }) }),
      { message: { lang: 'en', content: both } },
    ],
  ]
  for (const [name, schema, is] of rows)
    it(name, async () => {
      const answer = await post({ 'gadgets.json': withError(schema) })
      expect(answer.headers['content-type']).toBe('application/json')
      expect(answer.json).toEqual(is)
    })
})

describe('a shape that expresses little is used', () => {
  const rows: readonly { readonly name: string; readonly schema: object; readonly is: unknown }[] = [
    {
      name: 'an enum whose first member matches',
      schema: closed({ code: { type: 'string', enum: ['BAD_REQUEST', 'NOT_FOUND'] } }),
      is: { code: 'BAD_REQUEST' },
    },
    { name: 'a code', schema: closed({ code: text }), is: { code: 'invalid_request' } },
    {
      name: 'an enum with a member that matches',
      schema: closed({ code: { type: 'string', enum: ['NOT_FOUND', 'INVALID_REQUEST'] } }),
      is: { code: 'INVALID_REQUEST' },
    },
    {
      name: 'only violations',
      schema: closed({ ok: { type: 'boolean' }, errors: { type: 'array', items: text } }),
      is: { ok: false, errors: expect.arrayContaining([wrong]) },
    },
  ]
  for (const { name, schema, is } of rows)
    it(name, async () => expect((await post({ 'gadgets.json': withError(schema) })).json).toEqual(is))

  it('if the client prefers the status', async () => {
    await using served = await serveFiles({ 'gadgets.json': withError(closed({ ok: { type: 'boolean' } })) })
    const headers = { ...jsonType, Prefer: 'code=400' }
    const answer = await served.call('/gadgets', { method: 'POST', body: { label: 'Anvil' }, headers })
    expect(answer).toMatchObject({ status: 400, json: { ok: false } })
  })
})

describe('a preferred status without documented content has no body', () => {
  const rows: readonly { readonly code: number; readonly responses: object }[] = [
    { code: 503, responses: { '5XX': { description: 'Ill.' } } },
    { code: 404, responses: { 404: { description: 'None such.' } } },
    { code: 418, responses: { default: { description: 'Any.' } } },
  ]
  for (const { code, responses } of rows)
    it(`${code} of ${Object.keys(responses)}`, async () => {
      const document = withResponses({ ...created, 400: response(closed({ message: text })), ...responses })
      await using served = await serveFiles({ 'gadgets.json': document })
      const answer = await served.call('/gadgets', { body: { label: 'Anvil' }, headers: { Prefer: `code=${code}` } })
      expect(answer).toMatchObject({ status: code, text: '' })
      expect(answer.headers['content-type']).toBeUndefined()
    })
})

describe('the status of an invalid request', () => {
  const failure = response(closed({ message: text }))
  const other = (status: number | string): object => ({
    paths: {
      '/gadgets': { post: { requestBody: requestBody(newGadget), responses: created } },
      '/others': { post: { requestBody: requestBody(newGadget), responses: { ...created, [status]: failure } } },
    },
  })
  const others = {
    paths: Object.fromEntries(
      [400, 422, 400, undefined].map((status, index) => [
        status === undefined ? '/gadgets' : `/others${index}`,
        {
          post: {
            requestBody: requestBody(newGadget),
            responses: { ...created, ...(status === undefined ? {} : { [status]: failure }) },
          },
        },
      ]),
    ),
  }
  const own = (...statuses: readonly (number | string)[]): object =>
    withResponses({ ...created, ...Object.fromEntries(statuses.map((status) => [status, failure])) })
  const body = { body: JSON.stringify({}), headers: jsonType }
  const broken = { body: '{', headers: jsonType }
  const empty = { method: 'POST' }
  const wrongType = { body: 'label=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const noType = { body: '{"label":"a"}' }
  const rows: readonly {
    readonly name: string
    readonly document: object
    readonly request: object
    readonly status: number
    /** Default: the shape of the document. */
    readonly problem?: true
  }[] = [
    { name: '400 if documented', document: own(400), request: body, status: 400 },
    { name: '422 if documented', document: own(422), request: body, status: 422 },
    { name: '422 before 400', document: own(400, 422), request: body, status: 422 },
    { name: '400 for 4XX', document: own('4XX'), request: body, status: 400 },
    { name: '400 for 4xx', document: own('4xx'), request: body, status: 400 },
    { name: '422 before 4XX', document: own('4XX', 422), request: body, status: 422 },
    { name: '400 for default', document: own('default'), request: body, status: 400 },
    { name: '4XX before default', document: own('default', '4XX'), request: body, status: 400 },
    { name: '400 if another operation documents it', document: openApi(other(400)), request: body, status: 400 },
    { name: '422 if another operation documents it', document: openApi(other(422)), request: body, status: 422 },
    { name: 'the one that most other operations document', document: openApi(others), request: body, status: 400 },
    {
      name: '422 as problem details if no error is documented',
      document: own(),
      request: body,
      status: 422,
      problem: true,
    },
    {
      name: '422 in the shape of another error if only that is documented',
      document: own(404),
      request: body,
      status: 422,
    },
    {
      name: '422 for a wrong media type if another error is the only documented one',
      document: own(404),
      request: wrongType,
      status: 422,
    },
    { name: '400 for malformed JSON', document: own(400), request: broken, status: 400 },
    { name: '400 for a missing body', document: own(400), request: empty, status: 400 },
    {
      name: '415 for a wrong media type if documented',
      document: own(400, 415),
      request: wrongType,
      status: 415,
    },
    { name: '415 for a missing media type if documented', document: own(400, 415), request: noType, status: 415 },
    {
      name: '400 for an invalid body if 415 is documented too',
      document: own(400, 415),
      request: body,
      status: 400,
    },
    {
      name: '400 for a wrong media type if 415 is not documented',
      document: own(400),
      request: wrongType,
      status: 400,
    },
    {
      name: '422 for a wrong media type if documented',
      document: own(422),
      request: wrongType,
      status: 422,
    },
    {
      name: '415 for a wrong media type if another operation documents it',
      document: openApi(other(415)),
      request: wrongType,
      status: 415,
    },
  ]
  for (const { name, document, request, status, problem } of rows)
    it(name, async () => {
      await using served = await serveFiles({ 'gadgets.json': document })
      const headers: Readonly<Record<string, string | undefined>> = { 'content-type': undefined }
      const answer = await served.call('/gadgets', { method: 'POST', headers, ...request })
      expect(answer.status, answer.text).toBe(status)
      if (problem) {
        expect(answer.headers['content-type']).toBe('application/problem+json')
        expect(answer.json).toMatchObject({ status, title: isText, detail: expect.stringContaining(missing) })
      } else {
        expect(answer.headers['content-type']).toBe('application/json')
        expect(answer.json).toEqual({ message: isText })
      }
    })
})

describe('other errors have the documented shape', () => {
  const api = useFiles({
    'gadgets.json': openApi({
      servers: [{ url: '/api' }],
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/gadgets/{serial}': {
          get: {
            parameters: [{ name: 'serial', in: 'path', required: true, schema: integer }],
            responses: {
              200: response({ type: 'object', required: ['serial'], properties: { serial: integer } }),
              404: response(closed({ error: closed({ type: text, detail: text }) })),
            },
          },
        },
        '/described': { description: 'And yet without operations.' },
      },
    }),
  })
  const key = 'any-key'
  const rows: readonly {
    readonly name: string
    readonly path: string
    readonly options: object
    readonly status: number
    readonly type: string
    readonly says: string
  }[] = [
    {
      name: 'a missing key',
      path: '/api/gadgets/1',
      options: {},
      status: 401,
      type: 'unauthorized',
      says: 'Authorization',
    },
    {
      name: 'an invalid id',
      path: '/api/gadgets/x',
      options: { key },
      status: 404,
      type: 'not_found',
      says: 'path.serial',
    },
    { name: 'an unknown path', path: '/api/gadget', options: {}, status: 404, type: 'not_found', says: '/api/gadgets' },
    { name: 'another base path', path: '/', options: {}, status: 404, type: 'not_found', says: '/' },
    {
      name: 'a wrong method',
      path: '/api/gadgets/1',
      options: { method: 'DELETE' },
      status: 405,
      type: 'method_not_allowed',
      says: 'GET',
    },
    {
      name: 'no acceptable media type',
      path: '/api/gadgets/1',
      options: { key, headers: { accept: 'text/html' } },
      status: 406,
      type: 'not_acceptable',
      says: 'application/json',
    },
    {
      name: 'a path without operations',
      path: '/api/described',
      options: { key },
      status: 501,
      type: 'not_described',
      says: '/api/described',
    },
    {
      name: 'an invalid percent encoding',
      path: '/api/gadgets/%ff',
      options: { key },
      status: 400,
      type: 'invalid_request',
      says: '%ff',
    },
  ]
  for (const { name, path, options, status, type, says } of rows)
    it(`${name}: ${status}`, async () => {
      const answer = await api.call(path, options)
      expect(answer.status, answer.text).toBe(status)
      expect(answer.headers['content-type']).toBe('application/json')
      expect(answer.json).toEqual({ error: { type, detail: expect.stringContaining(says) } })
    })
})

describe('each of two documents has its own error shape', () => {
  const served = (base: string, schema: object): object =>
    openApi({
      servers: [{ url: base }],
      paths: { '/gadgets': { get: { responses: { 200: content({}), 404: response(schema) } } } },
    })
  const api = useFiles(
    {
      'a.json': served('/a', closed({ a: text, message: text })),
      'b.json': served('/b', closed({ b: text, message: text })),
    },
    { documents: ['a.json', 'b.json'] },
  )
  const rows: readonly { readonly path: string; readonly has: string }[] = [
    { path: '/a/nothing', has: 'a' },
    { path: '/b/nothing', has: 'b' },
    { path: '/nothing', has: 'a' },
  ]
  for (const { path, has } of rows)
    it(`${path} has ${has}`, async () => {
      expect(Object.keys(Object((await api.call(path)).json)).sort()).toEqual([has, 'message'])
    })
})

describe('a document with only default errors', () => {
  const failure = response(closed({ error: closed({ type: text, detail: text }) }))
  const serial = { name: 'serial', in: 'path', required: true, schema: integer }
  const api = useFiles({
    'gadgets.json': openApi({
      paths: {
        '/gadgets': { get: { responses: { 200: response({ type: 'array', items: gadget }), default: failure } } },
        '/gadgets/{serial}': {
          parameters: [serial],
          get: { responses: { 200: response(gadget), 404: { description: 'None such.' }, default: failure } },
        },
        '/silent': {
          get: {
            parameters: [{ ...serial, in: 'query', required: true }],
            responses: { 204: { description: 'Well.' } },
          },
        },
      },
    }),
  })
  const rows: readonly {
    readonly name: string
    readonly path: string
    readonly method?: string
    readonly status: number
  }[] = [
    { name: 'an unknown path', path: '/gizmos', status: 404 },
    { name: 'a wrong method', path: '/gadgets', method: 'DELETE', status: 405 },
    { name: 'a missing record whose 404 has no content', path: '/gadgets/7', status: 404 },
    { name: 'an operation that documents no error', path: '/silent', status: 422 },
  ]
  for (const { name, path, method = 'GET', status } of rows)
    it(`${name} has the shape of default`, async () => {
      const answer = await api.call(path, { method })
      expect(answer.status, answer.text).toBe(status)
      expect(answer.headers['content-type'], answer.text).toBe('application/json')
      expect(answer.json).toEqual({ error: { type: isText, detail: isText } })
    })
})

describe('an operation whose only response is default', () => {
  const failure = response(closed({ message: text }))
  it('has problem details, because that response may be its success', async () => {
    const answer = await post({ 'gadgets.json': withResponses({ default: failure }) })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.json).toMatchObject({ status: 400, detail: both })
  })

  it('has the errors of default if it documents a success, too', async () => {
    const answer = await post({ 'gadgets.json': withResponses({ ...created, default: failure }) })
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json).toEqual({ message: both })
  })
})

describe('errors that are documented in another format, or without a schema', () => {
  it('are the message as text', async () => {
    const answer = await post({ 'gadgets.json': withError(text, 'text/plain') })
    expect(answer.headers['content-type']).toBe('text/plain')
    expect(answer.text).toEqual(both)
  })

  it('are XML in the shape of the schema', async () => {
    const fault = { ...closed({ Code: text, Message: text }), xml: { name: 'Fault' } }
    const answer = await post({ 'gadgets.json': withError(fault, 'text/xml') })
    expect(answer.headers['content-type']).toBe('text/xml')
    expect(answer.text).toMatch(
      /<Fault><Code>invalid_request<\/Code><Message>body.label is required[^<]*<\/Message><\/Fault>$/,
    )
  })

  it('have the documented JSON type, also if it has no schema', async () => {
    const responses = { ...created, 400: { description: '', content: { 'application/json': {} } } }
    const answer = await post({ 'gadgets.json': withResponses(responses) })
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json).toMatchObject({ detail: both })
  })

  it('are JSON if that is documented too', async () => {
    const shape = closed({ message: text })
    const responses = {
      ...created,
      400: { description: '', content: { 'text/plain': {}, 'application/json': { schema: shape } } },
    }
    expect((await post({ 'gadgets.json': withResponses(responses) })).json).toEqual({ message: both })
  })
})
