/**
 * What Standin decides where the document does not specify the behaviour: one group per decision (design.md, section 3).
 */
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { expectError, expectList, expectMessage, expectOne } from './expect-shape.ts'
import { itAnswers, type Row } from './it-answers.ts'
import { noon, useStandin } from './use-standin.ts'

const rex = { name: 'Rex', categoryId: 1 }
const length = (count: number) => (answer: Answer) => expect(expectList(answer)).toHaveLength(count)

describe('decision: the values of code', () => {
  const api = useStandin()
  const coded = (code: string, status: number, request: Omit<Row, 'name' | 'status'>): Row => ({
    ...request,
    name: `${code} is ${status}`,
    status,
    code,
  })
  itAnswers(api, [
    coded('unauthorized', 401, { path: '/v1/pets', key: null }),
    coded('invalid_request', 400, { path: '/v1/pets', body: {} }),
    coded('not_found', 404, { path: '/v1/pets/999999' }),
    coded('method_not_allowed', 405, { path: '/v1/pets', method: 'DELETE' }),
    coded('not_acceptable', 406, { path: '/v1/pets', headers: { accept: 'text/html' } }),
    coded('payload_too_large', 413, { path: '/v1/pets', body: ' '.repeat(2 * 1024 * 1024) }),
    coded('not_described', 501, { path: '/v1/store/orders' }),
  ])
})

describe('decision: an animal created without a status', () => {
  const api = useStandin()

  it('has no status, in the response, in GET and in the list', async () => {
    const created = await api.call('/v1/pets', { body: rex })
    const { id } = expectOne(created, 201)
    expect(created.text).not.toContain('"status"')
    expect((await api.call(`/v1/pets/${id}`)).text).not.toContain('"status"')
    expect(expectList(await api.call('/v1/pets?limit=100'))).toContainEqual({ id, ...rex })
  })

  for (const status of ['available', 'pending', 'sold'])
    it(`is not found by the filter ${status}`, async () => {
      const { id } = expectOne(await api.call('/v1/pets', { body: rex }), 201)
      const found = expectList(await api.call(`/v1/pets?limit=100&status=${status}`))
      expect(found.map((animal) => animal.id)).not.toContain(id)
    })
})

const limitGives = (name: string, query: string, count: number): Row => ({
  name: `${name} gives ${count}`,
  path: `/v1/pets${query}`,
  status: 200,
  check: length(count),
})

const limitRejected = (name: string, query: string): Row => ({
  name: `${name} is 400`,
  path: `/v1/pets?${query}`,
  status: 400,
  says: ['query.limit'],
})

describe('decision: limit out of range or not an integer, status not allowed', () => {
  const api = useStandin()
  itAnswers(api, [
    limitGives('limit absent', '', 20),
    limitGives('limit 1', '?limit=1', 1),
    limitGives('limit 20', '?limit=20', 20),
    limitGives('limit 100', '?limit=100', 30),
    limitGives('limit written with escapes', '?limit=%35', 5),
    limitGives('limit whose name is written with escapes', '?l%69mit=5', 5),
    limitRejected('limit 0', 'limit=0'),
    limitRejected('limit 101', 'limit=101'),
    limitRejected('limit -1', 'limit=-1'),
    limitRejected('limit -0', 'limit=-0'),
    limitRejected('limit +5, escaped', 'limit=%2B5'),
    limitRejected('limit +5, as it is', 'limit=+5'),
    limitRejected('limit 05', 'limit=05'),
    limitRejected('limit 1e2', 'limit=1e2'),
    limitRejected('limit 0x10', 'limit=0x10'),
    limitRejected('limit 5.0', 'limit=5.0'),
    limitRejected('limit 5.', 'limit=5.'),
    limitRejected('limit .5', 'limit=.5'),
    limitRejected('limit 1_0', 'limit=1_0'),
    limitRejected('limit 1,2', 'limit=1,2'),
    limitRejected('limit empty', 'limit='),
    limitRejected('limit without a value', 'limit'),
    limitRejected('limit repeated', 'limit=5&limit=5'),
    limitRejected('limit repeated, the first one good', 'limit=5&limit=x'),
    limitRejected('limit with a space before', 'limit=%205'),
    limitRejected('limit with a space after', 'limit=5%20'),
    limitRejected('limit of a space', 'limit=%20'),
    limitRejected('limit with a line break', 'limit=5%0A'),
    limitRejected('limit with a NUL', 'limit=5%00'),
    limitRejected('limit in other digits', 'limit=%D9%A5'),
    limitRejected('limit null', 'limit=null'),
    limitRejected('limit true', 'limit=true'),
    limitRejected('limit NaN', 'limit=NaN'),
    limitRejected('limit Infinity', 'limit=Infinity'),
    { name: 'status not allowed is 400', path: '/v1/pets?status=lost', status: 400, says: ['query.status'] },
  ])
})

describe('decision: the order of the list', () => {
  const api = useStandin()
  const ids = (answer: Answer): readonly number[] => expectList(answer).map((animal) => animal.id)

  it('is by id, ascending', async () => {
    expect(ids(await api.call('/v1/pets?limit=100'))).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  })

  it('is by id, ascending, also with a filter', async () => {
    const filtered = ids(await api.call('/v1/pets?limit=100&status=available'))
    expect(filtered).toEqual(filtered.toSorted((one, other) => one - other))
  })

  it('puts a new animal last', async () => {
    const { id } = expectOne(await api.call('/v1/pets', { body: rex }), 201)
    expect(ids(await api.call('/v1/pets?limit=100')).at(-1)).toBe(id)
  })
})

const notThere = (petId: string): Row => ({ name: `petId ${petId} is 404`, path: `/v1/pets/${petId}`, status: 404 })

describe('decision: a petId that is not an int64, or is unknown', () => {
  const api = useStandin()
  itAnswers(api, [
    { name: 'petId 1 exists', path: '/v1/pets/1', status: 200 },
    {
      name: 'petId written with escapes exists',
      path: '/v1/pets/%31',
      status: 200,
      check: (answer) => expect(expectOne(answer).id).toBe(1),
    },
    notThere('0'),
    notThere('31'),
    notThere('999999'),
    notThere('-1'),
    notThere('abc'),
    notThere('1.0'),
    notThere('1e0'),
    notThere('01'),
    notThere('+1'),
    notThere('0x1'),
    notThere('1%20'),
    notThere('%201'),
    notThere('1%0A'),
    notThere('1,2'),
    notThere('null'),
    notThere('__proto__'),
    notThere('constructor'),
    notThere('9223372036854775807'),
    notThere('9223372036854775808'),
    notThere('-9223372036854775809'),
    notThere('%E5%90%8D'),
    { name: 'petId %ff, an invalid escape, is 400', path: '/v1/pets/%ff', status: 400 },
    { name: 'petId %, an invalid escape, is 400', path: '/v1/pets/%', status: 400 },
    { name: 'petId %zz, an invalid escape, is 400', path: '/v1/pets/%zz', status: 400 },
    { name: 'an invalid escape in the name of a parameter is 400', path: '/v1/pets?%ff=1', status: 400 },
    { name: 'an invalid escape in the value of a parameter is 400', path: '/v1/pets?status=%ff', status: 400 },
    {
      name: 'an invalid escape in a parameter that is not documented is 400',
      path: '/v1/pets?colour=%zz',
      status: 400,
    },
    { name: 'an invalid escape in an unknown path is 400', path: '/nowhere/%ff', status: 400 },
  ])
})

const noticeOf = (answer: Answer): string => {
  const notice = answer.headers['sandbox-notice'] ?? ''
  expect(notice).toMatch(/^[\x20-\x7e]*$/)
  expect(Buffer.byteLength(notice)).toBeLessThanOrEqual(1024)
  return notice
}

const ignored: readonly { readonly name: string; readonly extra: string; readonly notice: string }[] = [
  { name: 'id', extra: '"id":7', notice: 'id' },
  { name: 'an unknown property', extra: '"colour":"red"', notice: 'colour' },
  { name: '__proto__', extra: '"__proto__":{"status":"sold"}', notice: '__proto__' },
  { name: 'constructor', extra: '"constructor":{"prototype":{"status":"sold"}}', notice: 'constructor' },
  { name: 'toString', extra: '"toString":"x"', notice: 'toString' },
  { name: 'a name in another script', extra: '"名前":"Rex"', notice: encodeURIComponent('名前') },
]

describe('decision: id, or another property that NewPet does not have', () => {
  const api = useStandin()
  for (const { name, extra, notice } of ignored)
    it(`${name} is ignored, not stored, and reported in Sandbox-Notice`, async () => {
      const created = await api.call('/v1/pets', { body: `{"name":"Rex","categoryId":1,${extra}}` })
      const animal = expectOne(created, 201)
      expect(animal).toEqual({ id: animal.id, ...rex })
      expect(noticeOf(created)).toContain('ignored-properties')
      expect(noticeOf(created).toLowerCase()).toContain(notice.toLowerCase())
      expect((await api.call(`/v1/pets/${animal.id}`)).text).toBe(created.text)
    })

  it('several of them are in one notice', async () => {
    const answer = await api.call('/v1/pets', { body: { ...rex, id: 7, colour: 'red', size: 3 } })
    const notice = noticeOf(answer)
    for (const name of ['id', 'colour', 'size']) expect(notice).toContain(name)
    expect(notice.match(/ignored-properties/g)).toHaveLength(1)
  })

  it('a long list of them is truncated to one notice of 1 KiB', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`property-number-${index}`, index]))
    const answer = await api.call('/v1/pets', { body: { ...rex, ...many } })
    expectOne(answer, 201)
    expect(noticeOf(answer)).toContain('ignored-properties')
  })

  it('no notice is sent if nothing is ignored', async () => {
    expect((await api.call('/v1/pets', { body: rex })).headers).not.toHaveProperty('sandbox-notice')
  })

  it('an undocumented query parameter is ignored and reported', async () => {
    const answer = await api.call('/v1/pets?colour=red')
    expect(expectList(answer)).toHaveLength(20)
    expect(noticeOf(answer)).toContain('undocumented-query')
    expect(noticeOf(answer)).toContain('colour')
  })

  it('a message has no other properties', async () => {
    const answer = await api.call('/messages', { body: { message: 'Hello', id: 'mine', status: 'sent' } })
    const message = expectMessage(answer)
    expect(message.id).not.toBe('mine')
    expect(message.status).toBe('queued')
    expect(noticeOf(answer)).toContain('ignored-properties')
  })
})

describe('decision: getPet is deprecated', () => {
  const api = useStandin()
  itAnswers(api, [
    {
      name: 'getPet carries Deprecation, Sunset and Link',
      path: '/v1/pets/1',
      status: 200,
      check: ({ headers }) => {
        expect(headers.deprecation).toMatch(/^@-?\d+$/)
        expect(headers.sunset).toBe('Thu, 05 Dec 2030 00:00:00 GMT')
        expect(headers.link).toContain('rel="successor-version"')
      },
    },
  ])
})

describe('decision: after 5 December 2030', () => {
  const api = useStandin({ now: () => Date.parse('2030-12-06T00:00:00Z') })
  itAnswers(api, [
    { name: 'getPet is removed', path: '/v1/pets/1', status: 404, code: 'operation_removed' },
    { name: 'listPets continues to work', path: '/v1/pets', status: 200 },
  ])
})

describe('decision: /store/orders', () => {
  const api = useStandin()
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  itAnswers(
    api,
    methods.flatMap((method) => [
      { name: `${method} with a valid key is 501`, path: '/v1/store/orders', method, status: 501 },
      { name: `${method} without a key is 401`, path: '/v1/store/orders', method, key: null, status: 401 },
    ]),
  )

  it('HEAD with a valid key is 501', async () => {
    expect((await api.call('/v1/store/orders', { method: 'HEAD' })).status).toBe(501)
  })
})

describe('decision: the statuses of a message', () => {
  let at = noon
  const api = useStandin({ now: () => at })

  it('the response to POST always has the status queued, at any time', async () => {
    for (const later of [0, 1_000, 60_000, 86_400_000]) {
      at = noon + later
      const sent = expectMessage(await api.call('/messages', { body: { message: 'Hello' } }))
      expect(sent).toEqual({ id: sent.id, message: 'Hello', status: 'queued', createdAt: new Date(at).toISOString() })
    }
  })
})

describe('decision: the status of a valid POST /messages', () => {
  const api = useStandin()
  itAnswers(api, [{ name: 'is 200', path: '/messages', body: { message: 'Hello' }, status: 200, check: expectMessage }])
})

describe('decision: invalid messages', () => {
  const api = useStandin()
  const text = { 'content-type': 'text/plain' }
  itAnswers(api, [
    { name: 'a wrong content type is 400', path: '/messages', body: '{"message":"Hello"}', headers: text, status: 400 },
    { name: 'no body is 400', path: '/messages', method: 'POST', status: 400 },
    { name: 'an empty body is 400', path: '/messages', body: '', status: 400 },
    { name: 'invalid JSON is 400', path: '/messages', body: 'Hello', status: 400 },
  ])
})

describe('decision: keys', () => {
  const api = useStandin()
  const challenged = ({ headers }: Answer) => expect(headers['www-authenticate']).toMatch(/^Bearer\b/)
  itAnswers(api, [
    { name: 'an active key is accepted', path: '/v1/pets', key: 'sandbox-key', status: 200 },
    { name: 'an expired key is 401', path: '/v1/pets', key: 'sandbox-key-expired', status: 401, check: challenged },
    { name: 'a revoked key is 401', path: '/v1/pets', key: 'sandbox-key-revoked', status: 401, check: challenged },
    { name: 'an unknown key is 401', path: '/v1/pets', key: 'nobody', status: 401, check: challenged },
    { name: 'a missing key is 401', path: '/v1/pets', key: null, status: 401, check: challenged },
  ])
})

describe('decision: both base addresses', () => {
  const api = useStandin()
  itAnswers(api, [
    { name: 'the Animal Store is at /v1', path: '/v1/pets', status: 200 },
    { name: 'the messages are at /, in the same process', path: '/messages', body: { message: 'Hello' }, status: 200 },
    { name: 'the Animal Store is not at /', path: '/pets', status: 404 },
    { name: 'the messages are not at /v1', path: '/v1/messages', body: { message: 'Hello' }, status: 404 },
  ])
})

describe('decision: int64 is exact', () => {
  const api = useStandin()
  const post = (categoryId: string, status: number, check?: (answer: Answer) => void): Row => ({
    name: `categoryId ${categoryId} in a body is ${status}`,
    path: '/v1/pets',
    body: `{"name":"Rex","categoryId":${categoryId}}`,
    status,
    ...(check === undefined ? {} : { check }),
  })
  const holds = (digits: string) => (answer: Answer) =>
    expect(answer.text).toMatch(new RegExp(`"categoryId": ?${digits}[,}]`))
  itAnswers(api, [
    post('9223372036854775807', 201, holds('9223372036854775807')),
    post('-9223372036854775808', 201, holds('-9223372036854775808')),
    post('9007199254740993', 201, holds('9007199254740993')),
    post('1.0', 201, holds('1')),
    post('9223372036854775808', 400),
    post('-9223372036854775809', 400),
    post('99999999999999999999999999', 400),
    post('1e400', 400),
    post('1.5', 400),
    post('9007199254740993.5', 400),
    {
      name: 'limit 9223372036854775807 in a query is 400, out of its range',
      path: '/v1/pets?limit=9223372036854775807',
      status: 400,
    },
    { name: 'limit 9223372036854775808 in a query is 400', path: '/v1/pets?limit=9223372036854775808', status: 400 },
  ])
})

describe('decision: a sandbox of one process', () => {
  const one = useStandin()
  const other = useStandin()

  it('shares no records with another one', async () => {
    const { id } = expectOne(await one.call('/v1/pets', { body: rex }), 201)
    expectOne(await one.call(`/v1/pets/${id}`))
    expectError(await other.call(`/v1/pets/${id}`), 404)
  })
})
