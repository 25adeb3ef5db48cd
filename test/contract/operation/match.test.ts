/**
 * Which operation matches a request: path templates (OpenAPI, Paths Object), escapes (RFC 3986), and the nearest path to a
 * path that no document has.
 */
import { runInNewContext } from 'node:vm'
import { assert, describe, expect, it } from 'vitest'
import { createMatcher, type Match } from '../../../src/contract/operation/match.ts'
import { loadService } from '../../../src/loading/service.ts'
import { writeFiles } from '../../support/serve-files.ts'
import { openApi } from '../../support/write-document.ts'

const anyResponse = { responses: { 200: { description: 'Well.' } } }

interface Served {
  /** Templates; `POST /a` has that method, others GET. */
  readonly paths: readonly string[]
  /** Default: the root. */
  readonly basePath?: string
}

const describeDocument = ({ paths, basePath = '' }: Served): object => {
  const items: Record<string, Record<string, object>> = {}
  for (const path of paths) {
    const [method = 'GET', template = path] = path.startsWith('/') ? ['GET', path] : path.split(' ')
    items[template] = { ...items[template], [method.toLowerCase()]: anyResponse }
  }
  return openApi({ servers: [{ url: `https://gadgets.test${basePath}` }], paths: items })
}

const createMatch = async (...documents: readonly Served[]): Promise<(method: string, path: string) => Match> => {
  await using folder = await writeFiles(
    Object.fromEntries(documents.map((document, index) => [`${index}.json`, describeDocument(document)])),
  )
  const service = await loadService(documents.map((_, index) => `${folder.path}/${index}.json`))
  const tables = service.documents.map(({ document, entries }) => ({ basePath: document.basePath, entries }))
  return createMatcher(tables).match
}

/** A short form of a match: the template with its parameters, or the kind. */
const tell = (match: Match): readonly [string, Readonly<Record<string, string>>?] =>
  match.kind === 'operation' ? [match.operation.path, match.params] : [match.kind]

interface Row {
  readonly paths: readonly string[]
  readonly asked: string
  readonly is: readonly [string, Readonly<Record<string, string>>?]
}

const unknown: Row['is'] = ['unknown-path']

const itMatches = (rows: readonly Row[]): void => {
  for (const { paths, asked, is } of rows)
    it(`${asked} of ${paths.join(' ')} is ${is[0]}`, async () => {
      const match = await createMatch({ paths })
      expect(tell(match('GET', asked))).toEqual(is)
    })
}

describe('templates', () => {
  itMatches([
    { paths: ['/pets'], asked: '/pets', is: ['/pets', {}] },
    { paths: ['/'], asked: '/', is: ['/', {}] },
    { paths: ['/pets/{petId}'], asked: '/pets/7', is: ['/pets/{petId}', { petId: '7' }] },
    { paths: ['/pets/{petId}'], asked: '/pets', is: unknown },
    { paths: ['/pets/{petId}'], asked: '/pets/7/8', is: unknown },
    { paths: ['/pets'], asked: '/pets/7', is: unknown },
    { paths: ['/pets'], asked: '/Pets', is: unknown },
    { paths: ['/pets'], asked: '/pet', is: unknown },
    { paths: ['/{id}'], asked: '/7', is: ['/{id}', { id: '7' }] },
    { paths: ['/{id}'], asked: '/', is: unknown },
    { paths: ['/a/{x}/b/{y}'], asked: '/a/1/b/2', is: ['/a/{x}/b/{y}', { x: '1', y: '2' }] },
    { paths: ['/a/{x}/b'], asked: '/a//b', is: unknown },
    { paths: ['/pets'], asked: '//pets', is: unknown },
    { paths: ['/pets/{pet-id}'], asked: '/pets/7', is: ['/pets/{pet-id}', { 'pet-id': '7' }] },
    { paths: ['/pets/{pet.id}'], asked: '/pets/7', is: ['/pets/{pet.id}', { 'pet.id': '7' }] },
    { paths: ['/pets/{番号}'], asked: '/pets/7', is: ['/pets/{番号}', { 番号: '7' }] },
    { paths: ['/pets/{constructor}'], asked: '/pets/7', is: ['/pets/{constructor}', { constructor: '7' }] },
  ])

  it('/pets/7 of /pets/{__proto__} has a parameter of that name', async () => {
    const match = (await createMatch({ paths: ['/pets/{__proto__}'] }))('GET', '/pets/7')
    assert(match.kind === 'operation')
    expect(Object.entries(match.params)).toEqual([['__proto__', '7']])
  })
})

describe('parameters that are a part of their segment', () => {
  itMatches([
    { paths: ['/reports/{id}.json'], asked: '/reports/7.json', is: ['/reports/{id}.json', { id: '7' }] },
    { paths: ['/reports/{id}.json'], asked: '/reports/a.b.json', is: ['/reports/{id}.json', { id: 'a.b' }] },
    { paths: ['/reports/{id}.json'], asked: '/reports/7%2F8.json', is: ['/reports/{id}.json', { id: '7/8' }] },
    { paths: ['/reports/{id}.json'], asked: '/reports/7xjson', is: unknown },
    { paths: ['/reports/{id}.json'], asked: '/reports/7.jsonx', is: unknown },
    { paths: ['/reports/{id}.json'], asked: '/reports/.json', is: unknown },
    { paths: ['/reports/{id}.json'], asked: '/reports/7', is: unknown },
    {
      paths: ['/reports/{id}.{format}'],
      asked: '/reports/7.csv',
      is: ['/reports/{id}.{format}', { id: '7', format: 'csv' }],
    },
    { paths: ['/v{version}/pets'], asked: '/v2/pets', is: ['/v{version}/pets', { version: '2' }] },
    { paths: ['/v{version}/pets'], asked: '/x2/pets', is: unknown },
    { paths: ['/{a}-{b}'], asked: '/x-y', is: ['/{a}-{b}', { a: 'x', b: 'y' }] },
    { paths: ['/{a}-{b}'], asked: '/xy', is: unknown },
    { paths: ['/{a}-{b}'], asked: '/x-', is: unknown },
    { paths: ['/{a}-{b}'], asked: '/-y', is: unknown },
    { paths: ['/{a}...{b}'], asked: '/main...next', is: ['/{a}...{b}', { a: 'main', b: 'next' }] },
    { paths: ['/({a},{b})'], asked: '/(1,2)', is: ['/({a},{b})', { a: '1', b: '2' }] },
    { paths: ['/x/{id}:cancel'], asked: '/x/7:cancel', is: ['/x/{id}:cancel', { id: '7' }] },
    { paths: ['/x/{id}:cancel'], asked: '/x/7%3Acancel', is: ['/x/{id}:cancel', { id: '7' }] },
    { paths: ['/x/{id}:cancel'], asked: '/x/7:pay', is: unknown },
    { paths: ['/x/{id}:cancel'], asked: '/x/7', is: unknown },
    { paths: ['/x:batch'], asked: '/x:batch', is: ['/x:batch', {}] },
    { paths: ['/x:batch'], asked: '/x7', is: unknown },
  ])
})

describe('characters with a meaning for a router', () => {
  itMatches([
    { paths: ['/:id'], asked: '/:id', is: ['/:id', {}] },
    { paths: ['/:id'], asked: '/7', is: unknown },
    { paths: ['/files/*'], asked: '/files/*', is: ['/files/*', {}] },
    { paths: ['/files/*'], asked: '/files/7', is: unknown },
    { paths: ['/files/**'], asked: '/files/7/8', is: unknown },
    { paths: ['/files/**:name'], asked: '/files/7', is: unknown },
    { paths: ['/a(b)'], asked: '/a(b)', is: ['/a(b)', {}] },
    { paths: ['/a(b)'], asked: '/ab', is: unknown },
    { paths: ['/a.b'], asked: '/axb', is: unknown },
    { paths: ['/a+'], asked: '/aa', is: unknown },
    { paths: ['/a?'], asked: '/a', is: ['/a?', {}] },
    { paths: ['/a#Action=Add'], asked: '/a', is: ['/a#Action=Add', {}] },
    { paths: ['/a/{b}?c={d}'], asked: '/a/1', is: ['/a/{b}?c={d}', { b: '1' }] },
    { paths: ['/#Action=Add', '/#Action=Drop'], asked: '/', is: ['/#Action=Add', {}] },
    { paths: ['/a$b'], asked: '/a$b', is: ['/a$b', {}] },
    { paths: ['/a b'], asked: '/a%20b', is: ['/a b', {}] },
    { paths: ["/o'neill!~"], asked: "/o'neill!~", is: ["/o'neill!~", {}] },
    { paths: ['/constructor'], asked: '/constructor', is: ['/constructor', {}] },
    { paths: ['/pets'], asked: '/__proto__', is: unknown },
    { paths: ['/pets'], asked: '/constructor', is: unknown },
  ])
})

describe('the more specific path is served first, wherever it is in the document', () => {
  const both = (one: string, other: string): readonly (readonly string[])[] => [
    [one, other],
    [other, one],
  ]
  const rows: readonly Row[] = [
    ...both('/pets/{petId}', '/pets/mine').flatMap((paths): readonly Row[] => [
      { paths, asked: '/pets/mine', is: ['/pets/mine', {}] },
      { paths, asked: '/pets/7', is: ['/pets/{petId}', { petId: '7' }] },
      { paths, asked: '/pets/mine%20', is: ['/pets/{petId}', { petId: 'mine ' }] },
    ]),
    ...both('/pets/mine/food', '/pets/{petId}/toys').flatMap((paths): readonly Row[] => [
      { paths, asked: '/pets/mine/toys', is: ['/pets/{petId}/toys', { petId: 'mine' }] },
      { paths, asked: '/pets/mine/food', is: ['/pets/mine/food', {}] },
      { paths, asked: '/pets/7/food', is: unknown },
    ]),
    ...both('/a/b/c/d', '/{w}/b/{y}/e').map(
      (paths): Row => ({ paths, asked: '/a/b/c/e', is: ['/{w}/b/{y}/e', { w: 'a', y: 'c' }] }),
    ),
    ...both('/reports/{id}', '/reports/{id}.json').flatMap((paths): readonly Row[] => [
      { paths, asked: '/reports/7.json', is: ['/reports/{id}.json', { id: '7' }] },
      { paths, asked: '/reports/7.csv', is: ['/reports/{id}', { id: '7.csv' }] },
    ]),
    ...both('/x/{id}', '/x/{id}:cancel').flatMap((paths): readonly Row[] => [
      { paths, asked: '/x/7:cancel', is: ['/x/{id}:cancel', { id: '7' }] },
      { paths, asked: '/x/7', is: ['/x/{id}', { id: '7' }] },
    ]),
    ...both('/x/{id}:cancel', '/x/{id}:pay').flatMap((paths): readonly Row[] => [
      { paths, asked: '/x/7:pay', is: ['/x/{id}:pay', { id: '7' }] },
      { paths, asked: '/x/7:cancel', is: ['/x/{id}:cancel', { id: '7' }] },
    ]),
    ...both('/reports/latest.json', '/reports/{id}.json').map(
      (paths): Row => ({ paths, asked: '/reports/latest.json', is: ['/reports/latest.json', {}] }),
    ),
  ]
  itMatches(rows)
})

describe('of two paths that differ only in the names of parameters the first is served', () => {
  itMatches([
    { paths: ['/pets/{petId}', '/pets/{name}'], asked: '/pets/7', is: ['/pets/{petId}', { petId: '7' }] },
    { paths: ['/pets/{name}', '/pets/{petId}'], asked: '/pets/7', is: ['/pets/{name}', { name: '7' }] },
    {
      paths: ['POST /pets/{name}/x/{b}.json', '/pets/{petId}/x/{c}', '/pets/{petId}/x/{a}.json'],
      asked: '/pets/7/x/8.json',
      is: ['/pets/{petId}/x/{a}.json', { petId: '7', a: '8' }],
    },
  ])

  const paths = ['/pets/{petId}', 'DELETE /pets/{name}', 'PUT /pets/{id}', 'DELETE /pets/{id}']
  const rows = { GET: ['petId'], HEAD: ['petId'], DELETE: ['name'], PUT: ['id'] }
  for (const [method, [name = '']] of Object.entries(rows))
    it(`except for the methods that the first lacks: ${method} has the parameter ${name}`, async () =>
      expect(tell((await createMatch({ paths }))(method, '/pets/7'))).toEqual([`/pets/{${name}}`, { [name]: '7' }]))

  it('and the methods of all are allowed', async () => {
    const match = (await createMatch({ paths }))('PATCH', '/pets/7')
    assert(match.kind === 'wrong-method')
    expect(match.entry.allow).toBe('GET, DELETE, PUT, HEAD, OPTIONS')
  })

  it('of another document none is served', async () => {
    const match = await createMatch({ paths: ['/pets/{petId}'] }, { paths: ['DELETE /pets/{name}'] })
    expect(tell(match('DELETE', '/pets/7'))).toEqual(['wrong-method'])
  })
})

describe('escapes', () => {
  itMatches([
    { paths: ['/pets/{id}'], asked: '/pets/a%2Fb', is: ['/pets/{id}', { id: 'a/b' }] },
    { paths: ['/pets/{id}'], asked: '/pets/a%2fb', is: ['/pets/{id}', { id: 'a/b' }] },
    { paths: ['/pets/{id}'], asked: '/pets/a%20b', is: ['/pets/{id}', { id: 'a b' }] },
    { paths: ['/pets/{id}'], asked: '/pets/a+b', is: ['/pets/{id}', { id: 'a+b' }] },
    { paths: ['/pets/{id}'], asked: '/pets/%E5%90%8D', is: ['/pets/{id}', { id: '名' }] },
    { paths: ['/pets/{id}'], asked: '/pets/%2541', is: ['/pets/{id}', { id: '%41' }] },
    { paths: ['/pets/{id}'], asked: '/pets/%00', is: ['/pets/{id}', { id: '\u0000' }] },
    { paths: ['/pets/{id}'], asked: '/pets/..%2F7', is: ['/pets/{id}', { id: '../7' }] },
    { paths: ['/pets/{id}'], asked: '/p%65ts/7', is: ['/pets/{id}', { id: '7' }] },
    { paths: ['/pets/mine'], asked: '/pets%2Fmine', is: unknown },
    { paths: ['/動物/{id}'], asked: '/%E5%8B%95%E7%89%A9/7', is: ['/動物/{id}', { id: '7' }] },
    { paths: ['/%E5%8B%95%E7%89%A9'], asked: '/%E5%8B%95%E7%89%A9', is: ['/%E5%8B%95%E7%89%A9', {}] },
    ...['%ff', '%', '%4', '%zz', '%c3%28', '%ed%a0%80', 'a%C0%AFb'].flatMap((bad): readonly Row[] => [
      { paths: ['/pets/{id}'], asked: `/pets/${bad}`, is: ['bad-escape'] },
      { paths: ['/pets/{id}'], asked: `/nowhere/${bad}/x`, is: ['bad-escape'] },
    ]),
  ])
})

describe('a slash at the end counts', () => {
  itMatches([
    { paths: ['/pets'], asked: '/pets/', is: unknown },
    { paths: ['/pets/'], asked: '/pets/', is: ['/pets/', {}] },
    { paths: ['/pets/'], asked: '/pets', is: unknown },
    { paths: ['/pets/{id}'], asked: '/pets/', is: unknown },
    { paths: ['/pets/{id}'], asked: '/pets/7/', is: unknown },
    { paths: ['/pets/{id}/'], asked: '/pets/7/', is: ['/pets/{id}/', { id: '7' }] },
    { paths: ['/pets', '/pets/'], asked: '/pets', is: ['/pets', {}] },
    { paths: ['/pets', '/pets/'], asked: '/pets/', is: ['/pets/', {}] },
    { paths: ['/pets/', '/pets'], asked: '/pets', is: ['/pets', {}] },
    { paths: ['/pets/', '/pets'], asked: '/pets/', is: ['/pets/', {}] },
  ])
})

describe('methods', () => {
  const rows: readonly { readonly paths: readonly string[]; readonly method: string; readonly is: string }[] = [
    { paths: ['GET /a', 'POST /a'], method: 'POST', is: 'POST' },
    { paths: ['GET /a'], method: 'HEAD', is: 'GET' },
    { paths: ['GET /a', 'HEAD /a'], method: 'HEAD', is: 'HEAD' },
    { paths: ['GET /a'], method: 'POST', is: 'wrong-method: GET, HEAD, OPTIONS' },
    { paths: ['POST /a'], method: 'HEAD', is: 'wrong-method: POST, OPTIONS' },
    { paths: ['POST /a', 'GET /a'], method: 'PATCH', is: 'wrong-method: POST, GET, HEAD, OPTIONS' },
    { paths: ['GET /a'], method: 'get', is: 'wrong-method: GET, HEAD, OPTIONS' },
  ]
  for (const { paths, method, is } of rows)
    it(`${method} of ${paths.join(', ')} is ${is}`, async () => {
      const found = (await createMatch({ paths }))(method, '/a')
      assert(found.kind === 'operation' || found.kind === 'wrong-method')
      expect(found.kind === 'operation' ? found.operation.method : `${found.kind}: ${found.entry.allow}`).toBe(is)
    })

  it('a missing method of a more specific path is not looked for on another', async () => {
    const match = await createMatch({ paths: ['GET /pets/mine', 'POST /pets/{id}'] })
    expect(match('POST', '/pets/mine').kind).toBe('wrong-method')
  })
})

describe('several documents', () => {
  const two = () => createMatch({ paths: ['/a', '/both'], basePath: '/v1' }, { paths: ['/a', '/v1/both', '/c'] })
  const rows: readonly { readonly asked: string; readonly is: string }[] = [
    { asked: '/v1/a', is: '/v1 /a' },
    { asked: '/a', is: ' /a' },
    { asked: '/c', is: ' /c' },
    { asked: '/v1/both', is: '/v1 /both' },
  ]
  for (const { asked, is } of rows)
    it(`${asked} is ${is}`, async () => {
      const found = (await two())('GET', asked)
      assert(found.kind === 'operation')
      expect(`${found.operation.document.basePath} ${found.operation.path}`).toBe(is)
    })

  it('/v1/c is in neither', async () => expect((await two())('GET', '/v1/c').kind).toBe('unknown-path'))
})

describe('the nearest path', () => {
  const served: Served = { paths: ['/pets', '/pets/{petId}', '/store/orders'], basePath: '/v1' }
  const rows: readonly { readonly asked: string; readonly is: string | undefined }[] = [
    { asked: '/v1/pet', is: '/v1/pets' },
    { asked: '/v1/Pets', is: '/v1/pets' },
    { asked: '/v1/pets/', is: '/v1/pets' },
    { asked: '/pets', is: '/v1/pets' },
    { asked: '/pets/7', is: '/v1/pets/{petId}' },
    { asked: '/v1/petz/7', is: '/v1/pets/{petId}' },
    { asked: '/v1/pets/7/', is: '/v1/pets/{petId}' },
    { asked: '/v1/store/order', is: '/v1/store/orders' },
    { asked: '/completely/different/and/long/path', is: undefined },
  ]
  for (const { asked, is } of rows)
    it(`to ${asked} is ${is}`, async () => {
      const found = (await createMatch(served))('GET', asked)
      assert(found.kind === 'unknown-path')
      expect(found.nearest).toBe(is)
    })
})

describe('the nearest path if the base path is missing', () => {
  const served: Served = { paths: ['/pets', '/pets/{petId}'], basePath: '/api/shop/v2' }
  for (const [asked, is] of [
    ['/pets', '/api/shop/v2/pets'],
    ['/pets/7', '/api/shop/v2/pets/{petId}'],
    ['/v2/pets', '/api/shop/v2/pets'],
  ] as const)
    it(`to ${asked} is ${is}`, async () => {
      const found = (await createMatch(served))('GET', asked)
      assert(found.kind === 'unknown-path')
      expect(found.nearest).toBe(is)
    })
})

describe('long paths get a response at once', () => {
  const dashes = '-'.repeat(15_000)
  const rows: readonly { readonly paths: readonly string[]; readonly asked: string }[] = [
    { paths: ['/pets/{petId}'], asked: `/${'a/'.repeat(7_000)}` },
    { paths: ['/pets/{petId}'], asked: `/pets/${'9'.repeat(15_000)}/x` },
    { paths: ['/pets/{petId}'], asked: `/pets/${'%41'.repeat(5_000)}/x` },
    { paths: ['/{a}-{b}'], asked: `/${dashes}/x` },
    { paths: ['/{a}-{b}.json'], asked: `/${dashes}` },
    { paths: ['/{a}-{b}-{c}.json'], asked: `/${dashes}` },
  ]
  for (const { paths, asked } of rows)
    it(`${asked.slice(0, 20)}… of ${paths.join(' ')}`, async () => {
      const match = await createMatch({ paths })
      // A limit that also works if the event loop is blocked.
      const kind: unknown = runInNewContext('ask()', { ask: () => match('GET', asked).kind }, { timeout: 20_000 })
      expect(kind).toBe('unknown-path')
    })
})

it('a repeated path has its own parameters and method, however many others came before', async () => {
  const match = await createMatch({ paths: ['/pets/{id}', 'DELETE /pets/{id}', '/pets'] })
  for (const method of ['GET', 'DELETE', 'GET', 'PUT'])
    for (let id = 0; id < 1_200; id++) {
      const found = match(method, `/pets/${id}`)
      if (method === 'PUT') expect(found.kind).toBe('wrong-method')
      else expect(found).toMatchObject({ kind: 'operation', operation: { method }, params: { id: String(id) } })
    }
})
