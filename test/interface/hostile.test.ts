/**
 * Hostile requests, legal and illegal, over a plain socket: each gets its status in the
 * error shape within a second of processor time, and the next request is served.
 */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { cpuTimeOf } from '../support/cpu-time.ts'
import { formatChunked, formatRequest } from '../support/raw-http.ts'
import { expectAnimal, expectError, expectList, expectMessage, expectOne } from './expect-shape.ts'
import { type Api, useStandin } from './use-standin.ts'

const second = 1_000
const mebibyte = 1024 * 1024

const host = 'Host: 127.0.0.1'
const withKey = 'Authorization: Bearer sandbox-key'
const json = 'Content-Type: application/json'

interface Hostile {
  /** What is sent. */
  readonly name: string
  readonly bytes: Uint8Array
  /** One status, or all that are acceptable. */
  readonly status: number | readonly number[]
  readonly code?: string
  /** Parts of the error's message. */
  readonly says?: readonly string[]
  readonly check?: (answer: Answer) => void
  /** The client closes its side after the request. */
  readonly halfClose?: boolean
}

const expectAnswer = (answer: Answer, { status, code, says = [], check }: Hostile): void => {
  const statuses = typeof status === 'number' ? [status] : status
  expect(statuses, `${answer.status}: ${answer.text.slice(0, 500)}`).toContain(answer.status)
  if (answer.status >= 400) {
    const { message } = expectError(answer, answer.status, code)
    for (const part of says) expect(message).toContain(part)
  }
  check?.(answer)
}

const expectServed = async (api: Api): Promise<void> => {
  expectList(await api.call('/v1/pets?limit=1'))
}

const itSurvives = (api: Api, rows: readonly Hostile[]): void => {
  for (const row of rows)
    it(`${row.name} is ${String(row.status)}`, async () => {
      const time = await cpuTimeOf(async () =>
        expectAnswer(await api.exchange(row.bytes, { halfClose: row.halfClose === true }), row),
      )
      expect(time).toBeLessThan(second)
      await expectServed(api)
    })
}

const get = (target: string, ...headers: readonly string[]): Uint8Array =>
  formatRequest({ target, headers: [host, withKey, ...headers] })

const post = (body: string | Uint8Array, ...headers: readonly string[]): Uint8Array =>
  formatRequest({
    method: 'POST',
    target: '/v1/pets',
    headers: [host, withKey, json, `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
    body,
  })

const postChunked = (body: Uint8Array, ...headers: readonly string[]): Uint8Array =>
  formatRequest({
    method: 'POST',
    target: '/v1/pets',
    headers: [host, withKey, json, 'Transfer-Encoding: chunked', ...headers],
    body,
  })

const coded = (coding: string, body: Uint8Array): Uint8Array => post(body, `Content-Encoding: ${coding}`)

const rex = '{"name":"Rex","categoryId":1}'
const rexWith = (members: string): string => `{"name":"Rex","categoryId":1,${members}}`
const nested = (levels: number): string => rexWith(`"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`)
const padded = (length: number): string => rex.padEnd(length, ' ')

/** The created animal, which has only the properties of NewPet and an id, whatever else was sent. */
const isRex = (answer: Answer): void => {
  const animal = expectOne(answer, 201)
  expect(animal).toEqual({ id: animal.id, name: 'Rex', categoryId: 1 })
}

/** A Notice that is a header of printable ASCII, at most 1 KiB, and names what was ignored. */
const isNoticed = (answer: Answer): void => {
  isRex(answer)
  const notice = answer.headers['sandbox-notice'] ?? ''
  expect(notice).toMatch(/^[\x20-\x7e]+$/)
  expect(notice.length).toBeLessThanOrEqual(1024)
  expect(notice).toContain('ignored-properties')
  expect(answer.headers).not.toHaveProperty('set-cookie')
}

describe('JSON that is invalid', () => {
  const api = useStandin()
  const broken = (name: string, body: string | Uint8Array, ...says: readonly string[]): Hostile => ({
    name,
    bytes: post(body),
    status: 400,
    says,
  })
  itSurvives(api, [
    broken('an empty body', '', 'body'),
    broken('a body of spaces', '   \r\n\t '),
    broken('malformed JSON', '{"name": }', 'line 1', 'column'),
    broken('truncated JSON', '{"name":"Rex","categoryId":', 'line 1', 'column'),
    broken('JSON truncated in a string', '{"name":"Re', 'line 1', 'column'),
    broken('JSON truncated on its third line', '{\n  "name": "Rex",\n  "categoryId"', 'line 3', 'column'),
    broken('JSON with something after it', `${rex} x`),
    broken('two JSON values', `${rex}${rex}`),
    broken('JSON with a comment', '{"name":"Rex",/* one */"categoryId":1}'),
    broken('JSON with a comma too many', '{"name":"Rex","categoryId":1,}'),
    broken('JSON in single quotes', "{'name':'Rex','categoryId':1}"),
    broken('JSON with bare names', '{name:"Rex",categoryId:1}'),
    broken('JSON with NaN', '{"name":"Rex","categoryId":NaN}'),
    broken('JSON with Infinity', '{"name":"Rex","categoryId":-Infinity}'),
    broken('JSON with a leading zero', '{"name":"Rex","categoryId":01}'),
    broken('JSON with a leading plus', '{"name":"Rex","categoryId":+1}'),
    broken('JSON with a hexadecimal number', '{"name":"Rex","categoryId":0x10}'),
    broken('JSON with a number that ends in a point', '{"name":"Rex","categoryId":1.}'),
    broken('JSON with a long number that has a leading zero', '{"name":"Rex","categoryId":09223372036854775807}'),
    broken('JSON with a bare line break in a string', '{"name":"Re\nx","categoryId":1}'),
    broken('JSON with a bare NUL in a string', '{"name":"Re\u0000x","categoryId":1}'),
    broken('JSON with an invalid escape', '{"name":"\\x41","categoryId":1}'),
    broken('JSON with a truncated escape', '{"name":"\\u00"}'),
    broken('a form', 'name=Rex&categoryId=1'),
    broken('a NUL', '\u0000'),
  ])
})

describe('deeply nested JSON', () => {
  const api = useStandin()
  const deep = 100_000
  itSurvives(api, [
    { name: '64 levels', bytes: post(nested(64)), status: 201, check: isNoticed },
    { name: '65 levels', bytes: post(nested(65)), status: 400 },
    { name: '100,000 arrays', bytes: post('['.repeat(deep) + ']'.repeat(deep)), status: 400 },
    { name: '100,000 arrays that are not closed', bytes: post('['.repeat(deep)), status: 400 },
    { name: '100,000 arrays in a property', bytes: post(nested(deep)), status: 400 },
    { name: '100,000 objects', bytes: post(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`), status: 400 },
    {
      name: '100,000 arrays next to an integer of 19 digits',
      bytes: post(`{"categoryId":9223372036854775807,"x":${'['.repeat(deep)}${']'.repeat(deep)}}`),
      status: 400,
    },
    {
      name: '64 levels are counted, not brackets in a string',
      bytes: post(rexWith(`"x":"${'['.repeat(deep)}"`)),
      status: 201,
      check: isNoticed,
    },
  ])
})

describe('large bodies', () => {
  const api = useStandin()
  const two = padded(2 * mebibyte)
  const declared = (...headers: readonly string[]): Uint8Array =>
    formatRequest({
      method: 'POST',
      target: '/v1/pets',
      headers: [host, withKey, json, `Content-Length: ${2 * mebibyte}`, ...headers],
    })
  itSurvives(api, [
    { name: 'a body of 1 MiB', bytes: post(padded(mebibyte)), status: 201, check: isRex },
    { name: 'a body of 1 MiB and one byte', bytes: post(padded(mebibyte + 1)), status: 413 },
    { name: 'a body of 2 MB', bytes: post(two), status: 413 },
    {
      name: 'a body of 2 MB that is one long name',
      bytes: post(JSON.stringify({ name: 'x'.repeat(2 * mebibyte), categoryId: 1 })),
      status: 413,
    },
    { name: 'a body of 2 MB in chunks', bytes: postChunked(formatChunked(two, 65_536)), status: 413 },
    { name: 'a body that announces 2 MB and sends nothing', bytes: declared(), status: 413 },
    { name: 'a body of 2 MB that waits for 100 Continue', bytes: declared('Expect: 100-continue'), status: 413 },
    {
      name: 'a name of 900 KB',
      bytes: post(JSON.stringify({ name: 'x'.repeat(900_000), categoryId: 1 })),
      status: 201,
    },
    {
      name: 'a status of 900 KB',
      bytes: post(rexWith(`"status":"${'x'.repeat(900_000)}"`)),
      status: 400,
      says: ['body.status'],
    },
    {
      name: 'a property name of 900 KB',
      bytes: post(rexWith(`"${'x'.repeat(900_000)}":1`)),
      status: 201,
      check: isNoticed,
    },
    {
      name: '100,000 properties',
      bytes: post(rexWith(Array.from({ length: 100_000 }, (_, index) => `"${index}":1`).join(','))),
      status: 201,
      check: isNoticed,
    },
    {
      name: 'a number of 100,000 digits',
      bytes: post(`{"name":"Rex","categoryId":${'9'.repeat(100_000)}}`),
      status: 400,
      says: ['beyond the range of a double, at /categoryId'],
    },
  ])
})

describe('bytes that are not text', () => {
  const api = useStandin()
  const around = (...bytes: readonly number[]): Uint8Array =>
    Buffer.concat([Buffer.from('{"categoryId":1,"name":"'), Buffer.from(bytes), Buffer.from('"}')])
  const named = (name: string) => (answer: Answer) => expect(expectOne(answer, 201).name).toBe(name)
  itSurvives(api, [
    { name: 'the byte ff', bytes: post(around(0xff)), status: 400 },
    { name: 'a sequence that is broken off by another character', bytes: post(around(0xc3, 0x28)), status: 400 },
    { name: 'a sequence that ends with the string', bytes: post(around(0xe5, 0x90)), status: 400 },
    { name: 'an overlong slash', bytes: post(around(0xc0, 0xaf)), status: 400 },
    { name: 'a surrogate in UTF-8', bytes: post(around(0xed, 0xa0, 0x80)), status: 400 },
    { name: 'a character beyond Unicode', bytes: post(around(0xf4, 0x90, 0x80, 0x80)), status: 400 },
    {
      name: 'a sequence that ends with the body',
      bytes: post(Buffer.concat([Buffer.from(rex), Buffer.from([0xe5])])),
      status: 400,
    },
    { name: 'invalid UTF-8 in gzip', bytes: coded('gzip', gzipSync(around(0xff))), status: 400 },
    { name: 'a BOM before the JSON', bytes: post(`\ufeff${rex}`), status: 201, check: isRex },
    { name: 'a BOM and nothing else', bytes: post('\ufeff'), status: 400 },
    { name: 'two BOMs', bytes: post(`\ufeff\ufeff${rex}`), status: 400 },
    { name: 'UTF-16', bytes: post(Buffer.from(`\ufeff${rex}`, 'utf16le')), status: 400 },
    {
      name: 'a name of four bytes a character',
      bytes: post('{"name":"🐈🐈","categoryId":1}'),
      status: 201,
      check: named('🐈🐈'),
    },
    {
      name: 'the same name, escaped',
      bytes: post('{"name":"\\ud83d\\udc08","categoryId":1}'),
      status: 201,
      check: named('🐈'),
    },
    {
      name: 'an escaped NUL in a name',
      bytes: post('{"name":"a\\u0000b","categoryId":1}'),
      status: 201,
      check: named('a\u0000b'),
    },
    {
      name: 'half a surrogate pair, escaped, in a name',
      bytes: post('{"name":"\\ud83d","categoryId":1}'),
      status: 400,
      says: ['half of a surrogate pair', 'line 1, column 10'],
    },
  ])
})

describe('equal keys', () => {
  const api = useStandin()
  const last = (fields: object) => (answer: Answer) => expect(expectOne(answer, 201)).toMatchObject(fields)
  itSurvives(api, [
    {
      name: 'of two equal keys the last is used',
      bytes: post('{"name":"One","name":"Two","categoryId":1}'),
      status: 201,
      check: last({ name: 'Two' }),
    },
    {
      name: 'two categories, the last one short',
      bytes: post('{"name":"Rex","categoryId":9223372036854775807,"categoryId":2}'),
      status: 201,
      check: last({ categoryId: 2 }),
    },
    {
      name: 'two categories, the last one long',
      bytes: post('{"name":"Rex","categoryId":2,"categoryId":9223372036854775807}'),
      status: 201,
      check: (answer) => expect(answer.text).toContain('9223372036854775807'),
    },
    {
      name: 'two statuses, the last one valid',
      bytes: post(rexWith('"status":"lost","status":"sold"')),
      status: 201,
      check: last({ status: 'sold' }),
    },
    {
      name: 'two statuses, the last one invalid',
      bytes: post(rexWith('"status":"sold","status":"lost"')),
      status: 400,
    },
    {
      name: 'one key in two spellings',
      bytes: post('{"name":"One","n\\u0061me":"Two","categoryId":1}'),
      status: 201,
      check: last({ name: 'Two' }),
    },
  ])
})

describe('the names of the prototype', () => {
  const api = useStandin()
  itSurvives(api, [
    {
      name: '__proto__ as a key',
      bytes: post(rexWith('"__proto__":{"status":"sold"}')),
      status: 201,
      check: isNoticed,
    },
    { name: '__proto__ as a key, with null', bytes: post(rexWith('"__proto__":null')), status: 201, check: isNoticed },
    {
      name: '__proto__ as a key next to an integer of 19 digits',
      bytes: post(rexWith('"__proto__":{"id":9223372036854775807}')),
      status: 201,
      check: isNoticed,
    },
    {
      name: 'required fields that only __proto__ has',
      bytes: post('{"__proto__":{"name":"Rex","categoryId":1}}'),
      status: 400,
      says: ['body.name', 'body.categoryId'],
    },
    {
      name: 'constructor as a key',
      bytes: post(rexWith('"constructor":{"prototype":{"status":"sold"}}')),
      status: 201,
      check: isNoticed,
    },
    {
      name: 'toString, hasOwnProperty and toJSON as keys',
      bytes: post(rexWith('"toString":1,"hasOwnProperty":2,"toJSON":3')),
      status: 201,
      check: isNoticed,
    },
    { name: 'then as a key', bytes: post(rexWith('"then":1')), status: 201, check: isNoticed },
    { name: '__proto__ as an id', bytes: get('/v1/pets/__proto__'), status: 404 },
    { name: 'constructor as an id', bytes: get('/v1/pets/constructor'), status: 404 },
    { name: 'toString as an id', bytes: get('/v1/pets/toString'), status: 404 },
    { name: '__proto__ as a path', bytes: get('/__proto__'), status: 404 },
    { name: '__proto__ under the base address', bytes: get('/v1/__proto__'), status: 404 },
    { name: 'constructor as a path', bytes: get('/v1/constructor'), status: 404 },
    { name: '__proto__ as a status', bytes: get('/v1/pets?status=__proto__'), status: 400 },
    { name: 'constructor as a status', bytes: get('/v1/pets?status=constructor'), status: 400 },
    { name: 'constructor as a status in a body', bytes: post(rexWith('"status":"constructor"')), status: 400 },
    { name: '__proto__ as a parameter', bytes: get('/v1/pets?__proto__=1'), status: 200 },
    { name: 'constructor as a parameter', bytes: get('/v1/pets?constructor=1'), status: 200 },
    { name: '__proto__ as a header', bytes: get('/v1/pets', '__proto__: x'), status: 200 },
    {
      name: '__proto__ as an API key',
      bytes: formatRequest({ target: '/v1/pets', headers: [host, 'Authorization: Bearer __proto__'] }),
      status: 401,
    },
    { name: '__proto__ as a content coding', bytes: coded('__proto__', Buffer.from(rex)), status: 415 },
    { name: 'constructor as a content coding', bytes: coded('constructor', Buffer.from(rex)), status: 415 },
  ])

  it('no effect remains: an animal created afterwards has no status', async () => {
    await api.exchange(post(rexWith('"__proto__":{"status":"sold","polluted":true}')))
    await api.exchange(post(rexWith('"constructor":{"prototype":{"polluted":true}}')))
    const answer = await api.exchange(post(rex))
    isRex(answer)
    expect((await api.call('/v1/pets?limit=100')).text).not.toMatch(/polluted|__proto__|constructor/)
  })
})

describe('content codings', () => {
  const api = useStandin()
  const body = Buffer.from(rex)
  const bomb = Buffer.from(padded(10 * mebibyte))
  const flipped = (bytes: Buffer, at: number): Uint8Array =>
    Uint8Array.from(bytes, (byte, index) => (index === (at + bytes.length) % bytes.length ? byte ^ 0xff : byte))
  itSurvives(api, [
    { name: 'gzip', bytes: coded('gzip', gzipSync(body)), status: 201, check: isRex },
    { name: 'GZIP in upper case', bytes: coded('GZIP', gzipSync(body)), status: 201, check: isRex },
    { name: 'deflate', bytes: coded('deflate', deflateSync(body)), status: 201, check: isRex },
    { name: 'br', bytes: coded('br', brotliCompressSync(body)), status: 201, check: isRex },
    { name: 'identity', bytes: coded('identity', body), status: 201, check: isRex },
    {
      name: 'gzip in chunks',
      bytes: postChunked(formatChunked(gzipSync(body), 7), 'Content-Encoding: gzip'),
      status: 201,
      check: isRex,
    },
    {
      name: 'gzip that inflates to 1 MiB',
      bytes: coded('gzip', gzipSync(padded(mebibyte))),
      status: 201,
      check: isRex,
    },
    {
      name: 'gzip that inflates to 1 MiB and one byte',
      bytes: coded('gzip', gzipSync(padded(mebibyte + 1))),
      status: 413,
    },
    { name: 'a gzip bomb', bytes: coded('gzip', gzipSync(bomb)), status: 413 },
    { name: 'a deflate bomb', bytes: coded('deflate', deflateSync(bomb)), status: 413 },
    { name: 'a br bomb', bytes: coded('br', brotliCompressSync(bomb)), status: 413 },
    {
      name: 'gzip of 2 MB that do not compress',
      bytes: coded('gzip', gzipSync(padded(2 * mebibyte), { level: 0 })),
      status: 413,
    },
    { name: 'gzip that is invalid', bytes: coded('gzip', body), status: 400 },
    { name: 'gzip that is empty', bytes: coded('gzip', Buffer.alloc(0)), status: 400 },
    { name: 'gzip that is truncated', bytes: coded('gzip', gzipSync(body).subarray(0, -12)), status: 400 },
    { name: 'gzip without its last byte', bytes: coded('gzip', gzipSync(body).subarray(0, -1)), status: 400 },
    { name: 'gzip with a wrong checksum', bytes: coded('gzip', flipped(gzipSync(body), -8)), status: 400 },
    { name: 'gzip with a broken header', bytes: coded('gzip', flipped(gzipSync(body), 2)), status: 400 },
    { name: 'deflate that is invalid', bytes: coded('deflate', body), status: 400 },
    { name: 'deflate that is truncated', bytes: coded('deflate', deflateSync(body).subarray(0, -6)), status: 400 },
    { name: 'br that is invalid', bytes: coded('br', Buffer.from([0xff, 0xff, 0xff, 0xff])), status: 400 },
    { name: 'br that is truncated', bytes: coded('br', brotliCompressSync(body).subarray(0, -4)), status: 400 },
    { name: 'gzip of malformed JSON', bytes: coded('gzip', gzipSync('{"name"')), status: 400, says: ['line 1'] },
    { name: 'gzip that was not announced', bytes: post(gzipSync(body)), status: 400 },
    { name: 'an unknown coding', bytes: coded('compress', body), status: 415 },
    { name: 'a coding that does not exist', bytes: coded('x-nothing', body), status: 415 },
  ])
})

describe('chunks', () => {
  const api = useStandin()
  const chunked = (size: number, trailers: readonly string[] = []): Uint8Array =>
    postChunked(formatChunked(rex, size, trailers))
  itSurvives(api, [
    { name: 'a chunked body', bytes: chunked(1_000), status: 201, check: isRex },
    { name: 'a body in chunks of one byte', bytes: chunked(1), status: 201, check: isRex },
    {
      name: 'a chunked body that splits a character',
      bytes: postChunked(formatChunked('{"name":"名前","categoryId":1}', 1)),
      status: 201,
    },
    { name: 'a chunked body with trailers', bytes: chunked(10, ['X-Checksum: 1']), status: 201, check: isRex },
    {
      name: 'a trailer named Authorization gives no key',
      bytes: formatRequest({
        method: 'POST',
        target: '/v1/pets',
        headers: [host, json, 'Transfer-Encoding: chunked'],
        body: formatChunked(rex, 10, [withKey]),
      }),
      status: 401,
    },
    { name: 'a chunked body that is empty', bytes: postChunked(formatChunked('', 1)), status: 400 },
    {
      name: 'a chunk with a length that is not a number',
      bytes: postChunked(Buffer.from('zz\r\n{}\r\n0\r\n\r\n')),
      status: 400,
    },
    {
      name: 'a chunk longer than its declared length',
      bytes: postChunked(Buffer.from('2\r\n{"name":1}\r\n0\r\n\r\n')),
      status: 400,
    },
    {
      name: 'a chunked body with a Content-Length too',
      bytes: postChunked(formatChunked(rex, 10), 'Content-Length: 5'),
      status: 400,
    },
    { name: 'two lengths that differ', bytes: post(rex, 'Content-Length: 5'), status: 400 },
    {
      name: 'a length that is not a number',
      bytes: formatRequest({
        method: 'POST',
        target: '/v1/pets',
        headers: [host, withKey, json, 'Content-Length: ten'],
      }),
      status: 400,
    },
    {
      name: 'a negative length',
      bytes: formatRequest({
        method: 'POST',
        target: '/v1/pets',
        headers: [host, withKey, json, 'Content-Length: -1'],
      }),
      status: 400,
    },
    {
      name: 'an unknown transfer coding',
      bytes: formatRequest({
        method: 'POST',
        target: '/v1/pets',
        headers: [host, withKey, json, 'Transfer-Encoding: sausage'],
        body: rex,
      }),
      status: 400,
    },
    {
      name: 'a body in a GET',
      bytes: formatRequest({
        target: '/v1/pets',
        headers: [host, withKey, json, 'Content-Length: 9'],
        body: '{"limit":',
      }),
      status: 200,
    },
  ])
})

describe('the Host', () => {
  const api = useStandin()
  const hosts = (version: string, ...headers: readonly string[]): Uint8Array =>
    formatRequest({ version, target: '/v1/pets', headers: [...headers, withKey] })
  itSurvives(api, [
    { name: 'one Host', bytes: hosts('1.1', host), status: 200 },
    { name: 'any Host', bytes: hosts('1.1', 'Host: shop.example:8080'), status: 200 },
    { name: 'no Host', bytes: hosts('1.1'), status: 400 },
    { name: 'two Hosts', bytes: hosts('1.1', host, 'Host: other.example'), status: 400 },
    { name: 'two equal Hosts', bytes: hosts('1.1', host, host), status: 400 },
    {
      name: 'two Hosts, without a key and at an unknown path',
      bytes: formatRequest({ target: '/nowhere', headers: [host, host] }),
      status: 400,
    },
    { name: 'HTTP/1.0 without a Host', bytes: hosts('1.0'), status: 200 },
  ])
})

describe('targets', () => {
  const api = useStandin()
  itSurvives(api, [
    { name: 'an invalid escape in petId', bytes: get('/v1/pets/%ff'), status: 400 },
    { name: 'an escape that ends early', bytes: get('/v1/pets/%f'), status: 400 },
    { name: 'a bare percent', bytes: get('/v1/pets/%'), status: 400 },
    { name: 'an escape that is not a number', bytes: get('/v1/pets/%zz'), status: 400 },
    { name: 'escapes that are not UTF-8', bytes: get('/v1/pets/%c3%28'), status: 400 },
    { name: 'an overlong escape', bytes: get('/v1/pets/%c0%af'), status: 400 },
    { name: 'an invalid escape in the collection', bytes: get('/v1/pe%ffts'), status: 400 },
    { name: 'an invalid escape in an unknown path', bytes: get('/%ff'), status: 400 },
    { name: 'an invalid escape as the value of a parameter', bytes: get('/v1/pets?limit=%zz'), status: 400 },
    { name: 'an invalid escape as the name of a parameter', bytes: get('/v1/pets?%ff=1'), status: 400 },
    { name: 'an invalid escape in a parameter that is not documented', bytes: get('/v1/pets?colour=%'), status: 400 },
    {
      name: 'an invalid escape in the query of a POST',
      bytes: formatRequest({
        method: 'POST',
        target: '/v1/pets?x=%ff',
        headers: [host, withKey, json, `Content-Length: ${rex.length}`],
        body: rex,
      }),
      status: 400,
    },
    { name: 'an escaped NUL in petId', bytes: get('/v1/pets/1%00'), status: 404 },
    { name: 'an escaped slash in petId', bytes: get('/v1/pets/1%2F2'), status: 404 },
    { name: 'an escaped path out of the collection', bytes: get('/v1/pets/..%2F..%2Fetc%2Fpasswd'), status: 404 },
    { name: 'a path out of the root', bytes: get('/../../etc/passwd'), status: 404 },
    { name: 'two slashes at the beginning', bytes: get('//v1/pets'), status: 404 },
    { name: 'a target in absolute form (RFC 9112, 3.2.2)', bytes: get('http://127.0.0.1/v1/pets'), status: 200 },
    { name: 'a target that is not a path', bytes: get('v1/pets'), status: 400 },
    { name: 'raw bytes in the path', bytes: get('/v1/pets/\xff'), status: [400, 404] },
    { name: 'raw bytes in the query', bytes: get('/v1/pets?status=\xff'), status: 400 },
    { name: 'a space in the target', bytes: get('/v1/pets?limit= 5'), status: 400 },
    { name: 'a query of ampersands', bytes: get('/v1/pets?&&&&'), status: 200 },
    { name: 'a query with a second question mark', bytes: get('/v1/pets?limit=5?'), status: 400 },
    { name: 'a parameter without a name', bytes: get('/v1/pets?=5'), status: 200 },
    {
      name: '7,000 parameters',
      bytes: get(`/v1/pets?${'a&'.repeat(7_000)}`),
      status: 200,
      check: ({ headers }) => expect(headers['sandbox-notice']?.length).toBeLessThanOrEqual(1024),
    },
    {
      name: 'limit 3,000 times',
      bytes: get(`/v1/pets?${'limit=5&'.repeat(1_500)}`),
      status: 400,
      says: ['query.limit'],
    },
    {
      name: 'a limit of 10,000 digits',
      bytes: get(`/v1/pets?limit=${'9'.repeat(10_000)}`),
      status: 400,
      says: ['query.limit'],
    },
    { name: 'a petId of 10,000 digits', bytes: get(`/v1/pets/${'9'.repeat(10_000)}`), status: 404 },
    { name: 'a path of 5,000 segments', bytes: get('/a'.repeat(5_000)), status: 404 },
    { name: 'an unknown path of 10,000 characters', bytes: get(`/v1/${'p'.repeat(10_000)}`), status: 404 },
  ])
})

describe('headers', () => {
  const api = useStandin()
  const large = Array.from({ length: 200 }, (_, index) => `X-Filler-${index}: ${'x'.repeat(90)}`)
  itSurvives(api, [
    { name: '20 KB of headers in one', bytes: get('/v1/pets', `X-Filler: ${'x'.repeat(20_480)}`), status: 431 },
    { name: '20 KB of headers in many', bytes: get('/v1/pets', ...large), status: 431 },
    { name: '20 KB of headers with a body', bytes: post(rex, ...large), status: 431 },
    { name: '8 KB of headers', bytes: get('/v1/pets', `X-Filler: ${'x'.repeat(8_192)}`), status: 200 },
    {
      name: 'a target of 20 KB',
      bytes: get(`/v1/pets?x=${'x'.repeat(20_480)}`),
      status: [414, 431],
      code: 'headers_too_large',
    },
    { name: 'a header without a colon', bytes: get('/v1/pets', 'Nonsense'), status: 400 },
    { name: 'a space before the colon', bytes: get('/v1/pets', 'X-Filler : x'), status: 400 },
    { name: 'a NUL in a header', bytes: get('/v1/pets', 'X-Filler: a\u0000b'), status: 400 },
    { name: 'bytes beyond ASCII in a header', bytes: get('/v1/pets', 'X-Filler: \xe5\x90\x8d'), status: 200 },
    {
      name: 'bytes beyond ASCII in a key',
      bytes: formatRequest({ target: '/v1/pets', headers: [host, 'Authorization: Bearer \xe5\x90\x8d'] }),
      status: 401,
    },
    {
      name: 'a key of 10 KB',
      bytes: formatRequest({ target: '/v1/pets', headers: [host, `Authorization: Bearer ${'x'.repeat(10_240)}`] }),
      status: 401,
    },
    { name: 'an Accept of 10 KB', bytes: get('/v1/pets', `Accept: ${'text/html;q=0.1,'.repeat(640)}*/*`), status: 200 },
    { name: 'an Accept that is nonsense', bytes: get('/v1/pets', 'Accept: ;;;,,,q=='), status: [200, 406] },
    {
      name: 'a Content-Type that is nonsense',
      bytes: formatRequest({
        method: 'POST',
        target: '/v1/pets',
        headers: [host, withKey, 'Content-Type: ;;;=', `Content-Length: ${rex.length}`],
        body: rex,
      }),
      status: 400,
    },
    { name: 'an Origin beyond ASCII', bytes: get('/v1/pets', 'Origin: http://\xe5\x90\x8d.example'), status: 200 },
    { name: 'Expect: 100-continue', bytes: post(rex, 'Expect: 100-continue'), status: 201, check: isRex },
    { name: 'Expect: something else', bytes: post(rex, 'Expect: a-miracle'), status: 417 },
    {
      name: 'an Upgrade to WebSocket is ignored',
      bytes: get(
        '/v1/pets',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ),
      status: 200,
    },
  ])
})

describe('request lines', () => {
  const api = useStandin()
  const method = (name: string): Uint8Array =>
    formatRequest({ method: name, target: '/v1/pets', headers: [host, withKey] })
  itSurvives(api, [
    { name: 'the unknown method FOO', bytes: method('FOO'), status: 400 },
    { name: 'the method get, in lower case', bytes: method('get'), status: 400 },
    { name: 'the method GETT', bytes: method('GETT'), status: 400 },
    { name: 'a method of 10,000 letters', bytes: method('X'.repeat(10_000)), status: 400 },
    { name: 'the method __proto__', bytes: method('__proto__'), status: 400 },
    { name: 'the method PROPFIND, which the parser knows', bytes: method('PROPFIND'), status: 405 },
    { name: 'the method PURGE, which the parser knows', bytes: method('PURGE'), status: 405 },
    {
      name: 'CONNECT',
      bytes: formatRequest({ method: 'CONNECT', target: 'example.org:443', headers: [host] }),
      status: [400, 404, 405],
    },
    {
      name: 'OPTIONS *',
      bytes: formatRequest({ method: 'OPTIONS', target: '*', headers: [host, withKey] }),
      status: [200, 204, 400, 404],
    },
    { name: 'a line that is not a request line', bytes: Buffer.from('GARBAGE\r\n\r\n'), status: 400 },
    {
      name: 'a request without a version, which is HTTP/0.9',
      bytes: Buffer.from('GET /v1/pets\r\n\r\n'),
      status: [400, 401],
    },
    {
      name: 'an unknown version',
      bytes: formatRequest({ version: '9.9', target: '/v1/pets', headers: [host, withKey] }),
      status: 400,
    },
    {
      name: 'the beginning of TLS',
      bytes: Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x00, 0xa1, 0x03, 0x03]),
      status: 400,
    },
    { name: 'the preface of HTTP/2', bytes: Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), status: 400 },
    { name: 'NULs', bytes: Buffer.alloc(64), status: 400 },
    { name: 'a client that closes its side after the request', bytes: get('/v1/pets'), halfClose: true, status: 200 },
    {
      name: 'a client that closes its side within the body',
      bytes: post(rex).subarray(0, -5),
      halfClose: true,
      status: 400,
    },
  ])
})

describe('ignored names in notices', () => {
  const api = useStandin()
  const ignored = (name: string, property: string): Hostile => ({
    name: `a property named ${name}`,
    bytes: post(rexWith(`${property}:1`)),
    status: 201,
    check: isNoticed,
  })
  itSurvives(api, [
    ignored('名前', '"名前"'),
    ignored('🐈', '"🐈"'),
    ignored('é', '"é"'),
    ignored('nothing', '""'),
    ignored('a space', '" "'),
    ignored('a quote, a backslash, a semicolon and a comma', '"a\\"b\\\\c;d,e=f"'),
    ignored('a percent', '"100%"'),
    ignored('a line break and a header', '"a\\r\\nSet-Cookie: x=1"'),
    ignored('a NUL', '"a\\u0000b"'),
    ignored('DEL', '"a\\u007fb"'),
    {
      name: 'a property named half a surrogate pair',
      bytes: post(rexWith('"\\ud83d":1')),
      status: 400,
      says: ['half of a surrogate pair', 'column 31'],
    },
    ignored('2,000 characters of another script', `"${'名'.repeat(2_000)}"`),
    {
      name: 'a parameter named 名前',
      bytes: get('/v1/pets?%E5%90%8D%E5%89%8D=1'),
      status: 200,
      check: ({ headers }) => expect(headers['sandbox-notice']).toContain('undocumented-query'),
    },
    {
      name: 'a parameter named with a line break and a header',
      bytes: get('/v1/pets?a%0d%0aSet-Cookie:%20x=1'),
      status: 200,
      check: ({ headers }) => expect(headers).not.toHaveProperty('set-cookie'),
    },
    {
      name: 'a status with a line break',
      bytes: get('/v1/pets?status=a%0d%0aSet-Cookie:%20x=1'),
      status: 400,
      check: ({ headers }) => expect(headers).not.toHaveProperty('set-cookie'),
    },
    {
      name: 'a petId with a line break',
      bytes: get('/v1/pets/a%0d%0aSet-Cookie:%20x=1'),
      status: 404,
      check: ({ headers }) => expect(headers).not.toHaveProperty('set-cookie'),
    },
    {
      name: 'an unknown path with a line break',
      bytes: get('/a%0d%0aSet-Cookie:%20x=1'),
      status: 404,
      check: ({ headers }) => expect(headers).not.toHaveProperty('set-cookie'),
    },
  ])

  it('名前 is percent-encoded in the notice', async () => {
    const answer = await api.exchange(post(rexWith('"名前":1')))
    expect(answer.headers['sandbox-notice']?.toLowerCase()).toContain(encodeURIComponent('名前').toLowerCase())
  })
})

describe('messages reject the same input', () => {
  const api = useStandin()
  const send = (body: string | Uint8Array, ...headers: readonly string[]): Uint8Array =>
    formatRequest({
      method: 'POST',
      target: '/messages',
      headers: [host, withKey, json, `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
      body,
    })
  itSurvives(api, [
    { name: 'an empty body', bytes: send(''), status: 400 },
    { name: 'truncated JSON', bytes: send('{"message":"He'), status: 400, says: ['line 1', 'column'] },
    { name: '100,000 arrays', bytes: send('['.repeat(100_000)), status: 400 },
    { name: 'a body of 2 MB', bytes: send(JSON.stringify({ message: 'x'.repeat(2 * mebibyte) })), status: 413 },
    { name: 'a message of 900 KB', bytes: send(JSON.stringify({ message: 'x'.repeat(900_000) })), status: 200 },
    { name: 'invalid UTF-8', bytes: send(Buffer.from('{"message":"\xff"}', 'latin1')), status: 400 },
    {
      name: 'a message that only __proto__ has',
      bytes: send('{"__proto__":{"message":"Hello"}}'),
      status: 400,
      says: ['body.message'],
    },
    {
      name: 'a message named __proto__',
      bytes: send('{"message":"__proto__"}'),
      status: 200,
      check: (answer) => expect(expectMessage(answer).message).toBe('__proto__'),
    },
    {
      name: 'gzip',
      bytes: send(gzipSync('{"message":"Hello"}'), 'Content-Encoding: gzip'),
      status: 200,
      check: expectMessage,
    },
    { name: 'gzip that is invalid', bytes: send('{"message":"Hello"}', 'Content-Encoding: gzip'), status: 400 },
  ])
})

describe('clients that hang up', () => {
  const api = useStandin()
  const rows: readonly { readonly name: string; readonly bytes: Uint8Array }[] = [
    { name: 'before the request line ends', bytes: Buffer.from('GET /v1/p') },
    { name: 'within the headers', bytes: get('/v1/pets').subarray(0, -4) },
    { name: 'within the body', bytes: post(rex).subarray(0, -5) },
    { name: 'within a chunk', bytes: postChunked(formatChunked(rex, 10)).subarray(0, -20) },
    { name: 'within gzip', bytes: coded('gzip', gzipSync(rex)).subarray(0, -10) },
    { name: 'without reading the response', bytes: get('/v1/pets') },
  ]
  for (const { name, bytes } of rows)
    it(`a client that hangs up ${name} does not affect others`, async () => {
      await api.hangUp(bytes)
      await expectServed(api)
    })
})

describe('concurrent requests', () => {
  const api = useStandin()

  it('valid requests between hostile ones each get the right response', async () => {
    const hostile = [
      post('['.repeat(100_000)),
      post(padded(2 * mebibyte)),
      get('/v1/pets/%ff'),
      coded('gzip', Buffer.from(rex)),
    ]
    const statuses = [400, 413, 400, 400]
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const bad = await api.exchange(hostile[index % hostile.length] ?? get('/'))
        const good = await api.exchange(post(`{"name":"Rex ${index}","categoryId":${index}}`))
        return { index, bad, good }
      }),
    )
    for (const { index, bad, good } of answers) {
      expect(bad.status, bad.text.slice(0, 200)).toBe(statuses[index % statuses.length])
      expect(expectAnimal(good.json)).toMatchObject({ name: `Rex ${index}`, categoryId: index })
    }
  })
})
