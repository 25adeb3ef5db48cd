/**
 * What is written of an exchange: the condition and the response of a scenario step, without secrets, and how two exchanges
 * differ. test/control/write-scenario.test.ts plays such scenarios.
 */
import { assert, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../src/contract/operation/operation.ts'
import { diffExchanges } from '../../../src/control/actions/diff-exchanges.ts'
import { conditionOf } from '../../../src/control/actions/exchange-condition.ts'
import { responseOf } from '../../../src/control/actions/exchange-response.ts'
import { createSecretHider } from '../../../src/control/actions/hide-secrets.ts'
import { viewExchange } from '../../../src/control/actions/view-exchange.ts'
import type { Exchange } from '../../../src/journal/exchange.ts'
import { loadService } from '../../../src/loading/service.ts'
import type { Json, Reply } from '../../../src/ports.ts'
import { sampleExchange } from '../../support/sample-exchange.ts'
import { writeFiles } from '../../support/serve-files.ts'
import { openApi } from '../../support/write-document.ts'

const text = { schema: { type: 'string' } }
const document = openApi({
  components: { securitySchemes: { inQuery: { type: 'apiKey', in: 'query', name: 'k' } } },
  paths: {
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, ...text }],
      get: {
        operationId: 'getPet',
        security: [{ inQuery: [] }],
        parameters: ['sort', 'token', 'k'].map((name) => ({ name, in: 'query', ...text })),
        responses: {
          200: { description: '', headers: { 'X-Rate': text }, content: { 'text/plain': text } },
          201: { description: '', content: { 'text/plain': text, 'text/csv': text } },
          204: { description: '' },
        },
      },
    },
  },
})

let operation: Operation | undefined
beforeAll(async () => {
  await using folder = await writeFiles({ 'api.json': document })
  const { documents } = await loadService([`${folder.path}/api.json`])
  operation = documents[0]?.entries[0]?.operations.get('GET')
})

describe('the condition of a step', () => {
  const read = (parts: Partial<Exchange>, isAmbiguous = false) => {
    assert(operation)
    const exchange = sampleExchange(parts)
    const { value, notes } = conditionOf(exchange, operation, createSecretHider(exchange), isAmbiguous)
    return [value, notes] as const
  }
  const ofBody = (body: string, headers: Exchange['headers'] = {}) => read({ body: Buffer.from(body), headers })

  it('names the operation, with method and path where several documents have it', () => {
    expect(read({})).toEqual([{ operation: 'getPet' }, []])
    expect(read({}, true)).toEqual([{ operation: 'getPet', method: 'GET', path: '/pets/{petId}' }, []])
  })

  it('has path parameters, as numbers where they are written so', () => {
    const params = { a: '7', b: '07', c: '7.5', d: '9007199254740993', e: '-3', f: 'x', g: '' }
    expect(read({ pathParams: params })[0]).toEqual({ operation: 'getPet', params: { ...params, a: 7, e: -3 } })
  })

  it('has no path parameter that may be a secret', () => {
    const [value, notes] = read({ pathParams: { token: 'abc' } })
    expect([value, notes]).toEqual([
      { operation: 'getPet' },
      ['The path parameter "token" is left out, because it may be a secret.'],
    ])
  })

  const queries: readonly (readonly [query: string, expected: object, notes: number])[] = [
    ['sort=name', { sort: 'name' }, 0],
    ['sort=1', { sort: 1 }, 0],
    ['sort=1&sort=2', { sort: ['1', '2'] }, 0],
    ['sort=1&sort=2&sort=2', { sort: ['1', '2', '2'] }, 0],
    ['other=1&sort=a', { sort: 'a' }, 1],
    ['token=abc&sort=a', { sort: 'a' }, 1],
    // Credentials and what only chooses the sandbox are not conditions.
    ['k=secret&__sandbox=a&__scenario=b&sort=a', { sort: 'a' }, 0],
  ]
  for (const [query, expected, count] of queries)
    it(`of ?${query} has ${JSON.stringify(expected)}`, () => {
      const [value, notes] = read({ query })
      expect([value, notes.length]).toEqual([{ operation: 'getPet', query: expected }, count])
    })

  it('has no query where none is documented, and says why', () => {
    expect(read({ query: 'other=1' })).toEqual([
      { operation: 'getPet' },
      ['The query parameter "other" is left out, because the document does not have it.'],
    ])
    expect(read({ query: 'token=abc' })[1]).toEqual([
      'The query parameter "token" is left out, because it may be a secret.',
    ])
  })

  const bodies: readonly (readonly [sent: string, expected: Json | undefined, notes: number])[] = [
    ['{"name":"Rex"}', { name: 'Rex' }, 0],
    ['{}', {}, 0],
    ['7', 7, 0],
    ['["a"]', ['a'], 0],
    ['{"password":"x"}', undefined, 1],
    ['{"password":"x","name":"Rex"}', { name: 'Rex' }, 1],
    ['{"at":{"password":"x"},"name":"Rex"}', { name: 'Rex' }, 1],
    ['{"at":{"password":"x","city":"Ulm"}}', { at: { city: 'Ulm' } }, 1],
    ['{"at":{}}', { at: {} }, 0],
    // They would be read as matchers.
    ['{"from":1,"to":2}', undefined, 1],
    ['{"range":{"from":1,"to":2},"name":"Rex"}', { name: 'Rex' }, 1],
    ['{"from":1,"city":"Ulm"}', { from: 1, city: 'Ulm' }, 0],
    // 12 values, with the list itself, and one more.
    [JSON.stringify(Array(11).fill(1)), Array(11).fill(1), 0],
    [JSON.stringify(Array(12).fill(1)), undefined, 1],
    [JSON.stringify([Array(10).fill(1)]), [Array(10).fill(1)], 0],
    [JSON.stringify([Array(11).fill(1)]), undefined, 1],
    // 1,000 characters, with the quotes, and one more.
    [JSON.stringify('x'.repeat(998)), 'x'.repeat(998), 0],
    [JSON.stringify('x'.repeat(999)), undefined, 1],
    ['{"id":9007199254740993}', { id: 9007199254740993n }, 0],
    ['not JSON', undefined, 1],
  ]
  for (const [sent, expected, count] of bodies)
    it(`of the body ${sent.slice(0, 60)} is ${expected === undefined ? 'none' : 'a part of it'}`, () => {
      const [value, notes] = ofBody(sent)
      expect([value, notes.length]).toEqual([
        { operation: 'getPet', ...(expected === undefined ? {} : { body: expected }) },
        count,
      ])
    })

  it('has a body only of JSON', () => {
    expect(ofBody('{"a":1}', { 'content-type': 'application/merge-patch+json' })[0]).toHaveProperty('body')
    expect(ofBody('{"a":1}', { 'content-type': 'text/plain' })).toEqual([
      { operation: 'getPet' },
      ['The body is not a condition: it is not JSON.'],
    ])
  })

  it('says where a body was sent that the journal does not have', () => {
    const missing = ['The body is not a condition: the journal does not have it.']
    expect(read({})[1]).toEqual([])
    expect(read({ headers: { 'content-length': '0' } })[1]).toEqual([])
    expect(read({ headers: { 'content-length': '1' } })[1]).toEqual(missing)
    expect(read({ headers: { 'transfer-encoding': 'chunked' } })[1]).toEqual(missing)
    expect(read({ headers: { 'content-length': '3' }, body: Buffer.alloc(0) })[1]).toEqual(missing)
  })

  it('has no body in which a credential occurs', () => {
    const [value, notes] = read({
      headers: { authorization: 'Bearer abcdef' },
      body: Buffer.from('["of abcdef"]'),
    })
    expect([value, notes]).toEqual([{ operation: 'getPet' }, ['The body is left out, because it may have a secret.']])
  })
})

describe('the response of a step', () => {
  const read = (reply: Reply, parts: Partial<Exchange> = {}) => {
    assert(operation)
    const exchange = sampleExchange({ reply, ...parts })
    const { value, notes } = responseOf(exchange, operation, createSecretHider(exchange))
    return [value, notes] as const
  }
  const json = ['Content-Type', 'application/json']
  const plain = ['Content-Type', 'text/plain; charset=utf-8']

  it('has the headers that the document or every client knows, and none of the server', () => {
    const headers = ['X-Rate', '5', 'Retry-After', '7', 'X-Other', '1', 'ETag', '"a"', 'Sandbox-Id', 'a', ...json]
    expect(read({ status: 200, headers, body: '{"a":1}' })[0]).toEqual({
      respond: { status: 200, headers: { 'x-rate': '5', 'retry-after': '7' }, body: { a: 1 } },
    })
  })

  it('has no header in which a credential occurs', () => {
    const [value, notes] = read(
      { status: 204, headers: ['Location', '/pets/abcdef', 'Allow', 'GET'] },
      { headers: { authorization: 'Bearer abcdef' } },
    )
    expect([value, notes]).toEqual([
      { respond: { status: 204, headers: { allow: 'GET' } } },
      ['The header "location" is left out, because it may be a secret.'],
    ])
  })

  it('is the broken connection, with the response only where half of it was sent', () => {
    expect(read({ status: 200, headers: [], fault: 'reset' })).toEqual([{ fault: 'reset' }, []])
    expect(read({ status: 200, headers: json, body: '1', fault: 'truncate' })[0]).toEqual({
      respond: { status: 200, body: 1 },
      fault: 'truncate',
    })
  })

  const withoutBody = "Without a body, the document's example or error is sent."
  const bodies: readonly (readonly [string, Reply, Partial<Exchange>, Json | undefined, readonly string[]])[] = [
    ['text where it is the only media type', { status: 200, headers: plain, body: 'Hi' }, {}, 'Hi', []],
    [
      'no text where there are others',
      { status: 201, headers: plain, body: 'Hi' },
      {},
      undefined,
      [`The body is left out: a scenario sends JSON, or text if the document has no JSON there. ${withoutBody}`],
    ],
    [
      'no text of another type',
      { status: 200, headers: ['Content-Type', 'text/html'], body: 'Hi' },
      {},
      undefined,
      [`The body is left out: a scenario sends JSON, or text if the document has no JSON there. ${withoutBody}`],
    ],
    [
      'no text where none is documented',
      { status: 204, headers: plain, body: 'Hi' },
      {},
      undefined,
      ['The body is left out: a scenario sends JSON, or text if the document has no JSON there.'],
    ],
    ...['\u0000', '\uFFFD'].map(
      (character): readonly [string, Reply, Partial<Exchange>, Json | undefined, readonly string[]] => [
        `no binary data with ${JSON.stringify(character)}`,
        { status: 200, headers: plain, body: `a${character}b` },
        {},
        undefined,
        [`The body is left out: a scenario sends JSON, or text if the document has no JSON there. ${withoutBody}`],
      ],
    ),
    [
      'nothing where one is documented',
      { status: 200, headers: [] },
      {},
      undefined,
      [`The response had no body. ${withoutBody}`],
    ],
    ['nothing of an error', { status: 400, headers: [] }, {}, undefined, [`The response had no body. ${withoutBody}`]],
    ['nothing where none is documented', { status: 204, headers: [] }, {}, undefined, []],
    ['nothing of a status below errors', { status: 399, headers: [] }, {}, undefined, []],
    [
      'nothing of HEAD',
      { status: 200, headers: json, body: '1' },
      { method: 'HEAD' },
      undefined,
      [`The response had no body. ${withoutBody}`],
    ],
    [
      'secrets replaced',
      { status: 200, headers: json, body: '{"token":"abc","id":1}' },
      {},
      { token: 'redacted', id: 1 },
      ['Secrets in the body are replaced.'],
    ],
  ]
  for (const [name, reply, parts, body, notes] of bodies)
    it(`has ${name}`, () => {
      const [value, found] = read(reply, parts)
      expect([value.respond, found]).toEqual([{ status: reply.status, ...(body === undefined ? {} : { body }) }, notes])
    })

  it('has a body up to 256 KiB', () => {
    const most = 256 * 1024
    const respond = (length: number) =>
      read({ status: 200, headers: json, body: JSON.stringify('x'.repeat(length - 2)) })
    expect(respond(most)[0]).toMatchObject({ respond: { body: expect.any(String) } })
    const [value, notes] = respond(most + 1)
    expect(value).toEqual({ respond: { status: 200 } })
    expect(notes).toEqual([
      `The body is left out, because it has ${most + 1} bytes; at most ${most} are written. ${withoutBody}`,
    ])
  })
})

describe('secrets', () => {
  const hider = (parts: Partial<Exchange>) => createSecretHider(sampleExchange(parts))
  const none = hider({})

  const named: readonly (readonly [Json, Json])[] = [
    [
      { password: 'x', name: 'Rex' },
      { password: 'redacted', name: 'Rex' },
    ],
    [
      { apiKey: 7, big: 2n ** 60n },
      { apiKey: 0, big: 2n ** 60n },
    ],
    [{ token: 2n ** 60n }, { token: 0 }],
    [{ secret: ['a', { b: 'c', d: null, e: true }] }, { secret: ['redacted', { b: 'redacted', d: null, e: true }] }],
    [
      [{ token: 'a' }, 1],
      [{ token: 'redacted' }, 1],
    ],
    [{ at: { token: 'a' } }, { at: { token: 'redacted' } }],
    [{ token: '' }, { token: '' }],
  ]
  for (const [value, hidden] of named)
    it(`of ${JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))} are hidden`, () => {
      expect(none.hide(value)).toEqual(hidden)
      expect(none.hasSecret(value)).toBe(JSON.stringify(value, write) !== JSON.stringify(hidden, write))
    })
  const write = (_: string, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)

  it('are not in a value without them, which stays the same', () => {
    for (const value of [null, true, 'a', 7, ['a', [1]], { a: { b: [null] } }]) {
      expect(none.hide(value)).toBe(value)
      expect(none.hasSecret(value)).toBe(false)
    }
  })

  it('are values under the name of one', () => {
    expect([none.hide('a', 'X-Api-Key'), none.hide('a', 'name')]).toEqual(['redacted', 'a'])
    expect([none.hasSecret(7, 'token'), none.hasSecret(7, 'name')]).toEqual([true, false])
  })

  const credentials: readonly (readonly [string, Partial<Exchange>, readonly string[], readonly string[]])[] = [
    ['a key in a header', { headers: { 'x-api-key': 'abcd' } }, ['abcd', 'of abcd.'], ['abc']],
    ['a bearer token', { headers: { authorization: 'Bearer abcd' } }, ['abcd'], ['Bearer']],
    ['a token without a scheme', { headers: { authorization: 'abcd' } }, ['abcd'], ['abc']],
    [
      'a password and the whole login',
      { headers: { authorization: `Basic ${Buffer.from('anna:pass:word').toString('base64')}` } },
      ['pass:word', Buffer.from('anna:pass:word').toString('base64')],
      ['anna', 'Basic'],
    ],
    ['each cookie', { headers: { cookie: 'a=abcd; b=efgh' } }, ['abcd', 'efgh'], ['a=', 'b=']],
    ['several headers of one name', { headers: { 'x-token': ['abcd', 'efgh'] } }, ['abcd', 'efgh'], ['x']],
    ['a parameter with the name of a secret', { query: 'token=abcd&sort=efgh' }, ['abcd'], ['efgh']],
    ['no short one, which occurs by chance', { headers: { 'x-api-key': 'abc' } }, [], ['abc']],
    ['no other header', { headers: { accept: 'abcd' } }, [], ['abcd']],
  ]
  for (const [name, parts, hidden, shown] of credentials)
    it(`of the request are ${name}`, () => {
      const { hide } = hider(parts)
      expect(hidden.map((value) => hide(value))).toEqual(hidden.map(() => 'redacted'))
      expect(shown.map((value) => hide(value))).toEqual(shown)
    })

  it('of the request are what the document declares, also in numbers', () => {
    assert(operation)
    const summary = { secretQuery: ['k'] } as unknown as Exchange['operation']
    const { hide } = hider({ query: 'k=1234&sort=5678', operation: summary })
    expect([hide(1234), hide(12345n), hide('1234'), hide(5678)]).toEqual([0, 0, 'redacted', 5678])
  })
})

describe('the differences of two exchanges', () => {
  const jsonReply = (body: Json, headers: readonly string[] = []): Reply => ({
    status: 200,
    headers: ['Content-Type', 'application/json', ...headers],
    body: JSON.stringify(body),
  })
  const diff = (first: Json, second: Json) => {
    const { differences, ...rest } = diffExchanges(
      sampleExchange({ reply: jsonReply(first) }),
      sampleExchange({ id: 'req-2', reply: jsonReply(second) }),
    )
    expect(rest).toEqual({ first: 'req-1', second: 'req-2', complete: true })
    return (differences as readonly { readonly pointer: string }[]).map(({ pointer, ...values }) => [
      pointer.replace('/response/body', ''),
      values,
    ])
  }
  const rows: readonly (readonly [Json, Json, readonly (readonly [string, object])[]])[] = [
    [{ a: 1, b: { c: 2 } }, { a: 1, b: { c: 2 } }, []],
    [{ a: 1 }, { a: 2 }, [['/a', { first: 1, second: 2 }]]],
    [
      { a: 1 },
      { b: 1 },
      [
        ['/a', { first: 1 }],
        ['/b', { second: 1 }],
      ],
    ],
    [{ a: null }, {}, [['/a', { first: null }]]],
    [{ a: [] }, { a: {} }, [['/a', { first: [], second: {} }]]],
    [1, [1], [['', { first: 1, second: [1] }]]],
    [{ a: { b: 1 } }, { a: 1 }, [['/a', { first: { b: 1 }, second: 1 }]]],
    [[1, 2, 3], [1, 3], [['/1', { first: 2 }]]],
    [[1, 3], [1, 2, 3], [['/1', { second: 2 }]]],
    [
      [1, 2],
      [1, 2, 3, 4],
      [
        ['/2', { second: 3 }],
        ['/3', { second: 4 }],
      ],
    ],
    [[1, 1], [1, 1, 1], [['/2', { second: 1 }]]],
    [[1, 2, 3], [1, 4, 3], [['/1', { first: 2, second: 4 }]]],
    [[{ a: 1 }, 5], [{ a: 2 }, 5], [['/0/a', { first: 1, second: 2 }]]],
    [[], [1], [['/0', { second: 1 }]]],
    [
      [1, 2, 3, 9],
      [1, 7, 9],
      [
        ['/1', { first: 2, second: 7 }],
        ['/2', { first: 3 }],
      ],
    ],
  ]
  for (const [first, second, expected] of rows)
    it(`${JSON.stringify(first)} and ${JSON.stringify(second)}`, () => expect(diff(first, second)).toEqual(expected))

  it('do not have what differs in any two', () => {
    const headers = (id: string) => ['Sandbox-Request-Id', id, 'Date', id, 'ETag', '"a"']
    const [first, second] = ['1', '2'].map((id) =>
      sampleExchange({ id, at: Number(id), reply: jsonReply(1, headers(id)) }),
    )
    assert(first && second)
    expect(diffExchanges(first, second)).toMatchObject({ differences: [], complete: true })
  })

  it('are complete up to 1,000', () => {
    const count = (length: number) => {
      const { differences, complete } = diffExchanges(
        sampleExchange({ reply: jsonReply([]) }),
        sampleExchange({ reply: jsonReply(Array.from({ length }, (_, index) => index)) }),
      )
      return [(differences as readonly object[]).length, complete]
    }
    expect([count(1_000), count(1_001), count(2_000)]).toEqual([
      [1_000, true],
      [1_000, false],
      [1_000, false],
    ])
  })
})

describe('the representation of an exchange', () => {
  it('has times and durations as they are read', () =>
    expect(viewExchange(sampleExchange({ at: 1_000, clock: 2_000, duration: 1.23456 }))).toMatchObject({
      at: '1970-01-01T00:00:01.000Z',
      clock: '1970-01-01T00:00:02.000Z',
      duration: 1.235,
    }))

  it('has a list where a parameter occurs more than once, and no secrets', () =>
    expect(viewExchange(sampleExchange({ query: 'a=1&b=2&a=3&a=4&token=x' })).request.query).toEqual({
      a: ['1', '3', '4'],
      b: '2',
      token: '[redacted]',
    }))

  const bodies: readonly (readonly [body: Buffer, type: string | undefined, shown: Json])[] = [
    [Buffer.from('{"a":1}'), 'application/json', { a: 1 }],
    [Buffer.from('{"a":1}'), undefined, '{"a":1}'],
    [Buffer.from('{"a":'), 'application/json', '{"a":'],
    [Buffer.from('text'), 'text/plain', 'text'],
    [Buffer.from([0x61, 0x00]), 'text/plain', '[2 bytes]'],
    [Buffer.from([0xff, 0xfe, 0xfd]), 'image/png', '[3 bytes]'],
    [Buffer.alloc(0), 'text/plain', null],
  ]
  for (const [body, type, shown] of bodies)
    it(`shows ${JSON.stringify(body.toString())} of ${type ?? 'no type'} as ${JSON.stringify(shown)}`, () =>
      expect(
        viewExchange(sampleExchange({ body, headers: type === undefined ? {} : { 'content-type': type } })).request
          .body,
      ).toEqual(shown))

  it('has what was wrong with the request', () => {
    const rejection = {
      code: 'invalid_request' as const,
      message: 'no',
      violations: [{ at: 'query.a', keyword: 'type', message: 'must be' }],
    }
    expect(viewExchange(sampleExchange({ rejection }))).toMatchObject({ ...rejection, unmatched: true })
    expect(viewExchange(sampleExchange())).toMatchObject({
      code: null,
      message: null,
      violations: [],
      unmatched: false,
    })
  })
})

describe('the names of secrets', () => {
  it.each(['pin', 'cvv', 'otp', 'sessionId', 'signature', 'hash', 'previousPassword'])(
    'are those of recordings: %s',
    (name) => {
      const { hide, hasSecret } = createSecretHider(sampleExchange())
      expect(hide({ [name]: 'zq' })).toEqual({ [name]: 'redacted' })
      expect(hasSecret('zq', name)).toBe(true)
    },
  )

  it('are not those of tokens for the next page', () => {
    const { hide } = createSecretHider(sampleExchange())
    expect(hide({ nextPageToken: 'zq', hasPassword: true })).toEqual({ nextPageToken: 'zq', hasPassword: true })
  })
})
