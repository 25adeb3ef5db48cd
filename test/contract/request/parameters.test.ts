/**
 * Parameters by style: what is sent, and the decoded value (OpenAPI 3.1, section 4.8.12.2).
 */
import { assert, describe, expect, it } from 'vitest'
import { viewParameters } from '../../../src/contract/document/operation-view.ts'
import { compileParameters } from '../../../src/contract/request/parameters.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import { parseQuery } from '../../../src/contract/values/query.ts'
import { loadService } from '../../../src/loading/service.ts'
import { serveFiles, writeFiles } from '../../support/serve-files.ts'
import { openApi } from '../../support/write-document.ts'

const colors = {
  type: 'object',
  properties: { r: { type: 'integer' }, g: { type: 'integer' }, name: { type: 'string' } },
}
const numbers = { type: 'array', items: { type: 'integer' } }
const allOrNumbers = { oneOf: [{ type: 'string', enum: ['all'] }, numbers] }
const allOrColours = { anyOf: [{ const: 'all' }, { type: 'array', items: { enum: ['red', 'blue'] } }] }

interface Raw {
  readonly path?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

const readParameter = async (parameter: object, { path, query = '', headers = {} }: Raw) => {
  const document = openApi({ paths: { '/a': { get: { parameters: [parameter], responses: { 204: {} } } } } })
  const folder = await writeFiles({ 'gadgets.json': document })
  const { first } = await loadService([`${folder.path}/gadgets.json`])
  await folder.remove()
  const operation = first.entries[0]?.operations.get('GET')
  assert(operation !== undefined)
  const views = viewParameters(first.document, operation.node, operation.pathItem)
  const compiler = createSchemaCompiler(first.document.files, first.document.dialect)
  const [compiled] = compileParameters(first.document, compiler, views, '/a')
  return compiled?.read({ path: path === undefined ? {} : { c: path }, query: parseQuery(query).pairs, headers })
}

interface Row {
  readonly style?: string
  readonly explode?: boolean
  readonly schema: object
  readonly raw: Raw
  readonly is: unknown
}

const inPath: readonly Row[] = [
  { schema: numbers, raw: { path: '3,4' }, is: [3, 4] },
  { schema: colors, raw: { path: 'r,100,g,200' }, is: { r: 100, g: 200 } },
  { schema: colors, explode: true, raw: { path: 'r=100,g=200' }, is: { r: 100, g: 200 } },
  { style: 'label', schema: { type: 'integer' }, raw: { path: '.5' }, is: 5 },
  { style: 'label', schema: numbers, raw: { path: '.3,4' }, is: [3, 4] },
  { style: 'label', explode: true, schema: numbers, raw: { path: '.3.4' }, is: [3, 4] },
  { style: 'label', schema: colors, raw: { path: '.r,100,g,200' }, is: { r: 100, g: 200 } },
  { style: 'label', explode: true, schema: colors, raw: { path: '.r=100.g=200' }, is: { r: 100, g: 200 } },
  { style: 'matrix', schema: { type: 'integer' }, raw: { path: ';c=5' }, is: 5 },
  { style: 'matrix', explode: true, schema: { type: 'integer' }, raw: { path: ';c=5' }, is: 5 },
  { style: 'matrix', schema: numbers, raw: { path: ';c=3,4' }, is: [3, 4] },
  { style: 'matrix', explode: true, schema: numbers, raw: { path: ';c=3;c=4' }, is: [3, 4] },
  { style: 'matrix', schema: colors, raw: { path: ';c=r,100,g,200' }, is: { r: 100, g: 200 } },
  { style: 'matrix', explode: true, schema: colors, raw: { path: ';r=100;g=200' }, is: { r: 100, g: 200 } },
]

const inQuery: readonly Row[] = [
  { schema: numbers, raw: { query: 'c=3&c=4' }, is: [3, 4] },
  { explode: false, schema: numbers, raw: { query: 'c=3,4' }, is: [3, 4] },
  { style: 'spaceDelimited', explode: false, schema: numbers, raw: { query: 'c=3%204' }, is: [3, 4] },
  { style: 'pipeDelimited', explode: false, schema: numbers, raw: { query: 'c=3%7C4' }, is: [3, 4] },
  { schema: colors, raw: { query: 'r=100&name=7&other=1' }, is: { r: 100, name: '7' } },
  { explode: false, schema: colors, raw: { query: 'c=r,100,name,7' }, is: { r: 100, name: '7' } },
  { style: 'pipeDelimited', explode: false, schema: colors, raw: { query: 'c=r%7C100' }, is: { r: 100 } },
  {
    style: 'deepObject',
    explode: true,
    schema: colors,
    raw: { query: 'c[r]=100&c[name]=7' },
    is: { r: 100, name: '7' },
  },
  {
    style: 'deepObject',
    explode: true,
    schema: { type: 'object', properties: { in: numbers, at: colors } },
    raw: { query: 'c[in][]=1&c[in][]=2&c[at][r]=3' },
    is: { in: [1, 2], at: { r: 3 } },
  },
  {
    style: 'deepObject',
    explode: true,
    schema: { anyOf: [colors, { type: 'integer' }] },
    raw: { query: 'c=5' },
    is: 5,
  },
  {
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
    raw: { query: 'a=1&__proto__=2' },
    is: JSON.parse('{"a":1,"__proto__":2}'),
  },
  { schema: colors, raw: { query: 'other=1' }, is: undefined },
  // One text is a list of one item, or a single value where that is not valid.
  { schema: allOrNumbers, raw: { query: 'c=3' }, is: [3] },
  { schema: allOrNumbers, raw: { query: 'c=all' }, is: 'all' },
  { explode: false, schema: allOrColours, raw: { query: 'c=all' }, is: 'all' },
  { explode: false, schema: allOrColours, raw: { query: 'c=red,blue' }, is: ['red', 'blue'] },
  { schema: { ...numbers, type: ['array', 'null'] }, raw: { query: 'c=' }, is: null },
  { schema: { const: 5 }, raw: { query: 'c=5' }, is: 5 },
  { schema: { const: true }, raw: { query: 'c=true' }, is: true },
]

const inHeader: readonly Row[] = [
  { schema: numbers, raw: { headers: { c: '3, 4,,' } }, is: [3, 4] },
  { schema: numbers, raw: { headers: { c: '' } }, is: [] },
  { schema: colors, raw: { headers: { c: 'r, 100' } }, is: { r: 100 } },
  { schema: colors, explode: true, raw: { headers: { c: 'r=100, g=200' } }, is: { r: 100, g: 200 } },
]

const inCookie: readonly Row[] = [
  { schema: { type: 'string' }, raw: { headers: { cookie: 'a=1; c=d%C3%A9j%C3%A0' } }, is: 'déjà' },
  { schema: { type: 'string' }, raw: { headers: { cookie: 'c=100%' } }, is: '100%' },
  { explode: false, schema: numbers, raw: { headers: { cookie: 'c=3,4' } }, is: [3, 4] },
  { explode: false, schema: colors, raw: { headers: { cookie: 'c=r,100' } }, is: { r: 100 } },
  { schema: numbers, raw: { headers: { cookie: 'c=3; a=b; c=4' } }, is: [3, 4] },
]

for (const [place, rows] of Object.entries({ path: inPath, query: inQuery, header: inHeader, cookie: inCookie }))
  describe(`in ${place}`, () => {
    for (const { raw, is, schema, ...given } of rows)
      it(`${JSON.stringify(raw)} ${JSON.stringify({ ...given, schema })}`, async () => {
        const parameter = { name: 'c', in: place, required: place === 'path', schema, ...given }
        const read = await readParameter(parameter, raw)
        if (is === undefined) expect(read).toEqual({ kind: 'absent' })
        else expect(read).toEqual({ kind: 'value', value: is })
      })
  })

it('a list whose name ends with [] may be sent with positions', async () => {
  const parameter = { name: 'c[]', in: 'query', schema: numbers }
  for (const query of ['c[]=3&c[]=4', 'c[0]=3&c[1]=4', 'c%5B0%5D=3&c[1]=4&c[x]=5&c[0][1]=6&cc[0]=7&c=8'])
    expect(await readParameter(parameter, { query })).toEqual({ kind: 'value', value: [3, 4] })
})

it('a plus that arrived as a space in the offset of a date-time is explained', async () => {
  const at = { type: 'string', format: 'date-time' }
  const messageOf = async (schema: object, query: string) => {
    const read = await readParameter({ name: 'c', in: 'query', schema }, { query })
    assert(read?.kind === 'invalid')
    return read.violations[0]?.message
  }
  expect(await messageOf(at, 'c=2030-12-06T12:00:00+01:00')).toBe(
    'query.c must be a string in the format date-time, got "2030-12-06T12:00:00 01:00"; in a URL, + means a space, so send it as %2B',
  )
  expect(await messageOf({ type: 'array', items: at }, 'c=2030-12-06T12:00:00.5+01:00')).toMatch(/%2B$/)
  expect(await messageOf(at, 'c=2030-12-06+12:00')).not.toContain('%2B')
})

it('a header of an operation overrides the one of its path, whatever their case', async () => {
  const header = (name: string, required: boolean) => ({ name, in: 'header', required, schema: { type: 'string' } })
  const get = { parameters: [header('x-trace', false)], responses: { 204: {} } }
  await using served = await serveFiles({
    'gadgets.json': openApi({ paths: { '/a': { parameters: [header('X-Trace', true)], get } } }),
  })
  expect((await served.call('/a')).status).toBe(204)
})

describe('a missing parameter is reported with what is expected', () => {
  const rows: readonly (readonly [place: string, schema: object, says: string])[] = [
    ['cookie', { type: 'string', enum: ['a', 'b'] }, 'cookie.c is required: one of a, b'],
    ['query', { type: 'integer', minimum: 1 }, 'query.c is required: an integer of at least 1'],
    ['header', {}, 'header.c is required'],
  ]
  for (const [place, schema, says] of rows)
    it(says, async () => {
      const read = await readParameter({ name: 'c', in: place, required: true, schema }, { query: '', headers: {} })
      expect(read).toMatchObject({ kind: 'invalid', violations: [{ message: says }] })
    })
})

describe('a value that is not written in the style is rejected', () => {
  const rows: readonly (Omit<Row, 'is'> & { readonly in: string; readonly says: string })[] = [
    {
      in: 'path',
      style: 'label',
      schema: numbers,
      raw: { path: '3,4' },
      says: 'path.c must be written in the style label',
    },
    { in: 'path', style: 'matrix', schema: numbers, raw: { path: '3,4' }, says: 'in the style matrix: ;c=value' },
    {
      in: 'path',
      schema: colors,
      raw: { path: 'r,100,g' },
      says: 'path.c must be names and values in turn: name,value,…, got "r,100,g"',
    },
    {
      in: 'cookie',
      schema: { type: 'string' },
      raw: { headers: { cookie: 'c=3; c=4' } },
      says: 'cookie.c must be given once, got 2 times',
    },
    { in: 'query', schema: colors, raw: { query: 'r=red' }, says: 'query.c.r must be an integer, got "red"' },
    { in: 'query', schema: colors, raw: { query: 'r=1&r=2' }, says: 'query.c.r must be an integer, got an array of 2' },
    {
      in: 'query',
      style: 'deepObject',
      schema: colors,
      raw: { query: `c${'[a]'.repeat(65)}=1` },
      says: 'nested deeper than 64 levels',
    },
  ]
  for (const { raw, says, ...given } of rows)
    it(says, async () => {
      const read = await readParameter({ name: 'c', required: given.in === 'path', ...given }, raw)
      expect(read).toMatchObject({ kind: 'invalid' })
      expect(JSON.stringify(read)).toContain(JSON.stringify(says).slice(1, -1))
    })
})
