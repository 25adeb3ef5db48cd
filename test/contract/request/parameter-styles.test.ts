/**
 * Every style, compared with the tables of the specification (OpenAPI 3.0.4 and 3.1.1, Style Examples): the rows of the tables
 * as written, then generated values, encoded as in the tables (with RFC 6570 for what is escaped) and
 * decoded by Standin.
 */
import fc from 'fast-check'
import { assert, beforeAll, describe, expect, it } from 'vitest'
import type { CompiledParameter, ReadParameter } from '../../../src/contract/request/parameters.ts'
import { parseQuery } from '../../../src/contract/values/query.ts'
import { loadService } from '../../../src/loading/service.ts'
import { writeFiles } from '../../support/serve-files.ts'
import { openApi, swagger } from '../../support/write-document.ts'

type Place = 'path' | 'query' | 'header' | 'cookie'
type Scalar = string | number | bigint | boolean
type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'strings' | 'integers' | 'object'

const schemas: Readonly<Record<Kind, object>> = {
  string: { type: 'string' },
  integer: { type: 'integer', format: 'int64' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  strings: { type: 'array', items: { type: 'string' } },
  integers: { type: 'array', items: { type: 'integer', format: 'int64' } },
  object: {
    type: 'object',
    properties: { R: { type: 'integer', format: 'int64' }, G: { type: 'string' }, B: { type: 'boolean' } },
  },
}

interface Written {
  readonly in: Place
  readonly style: string
  readonly explode: boolean
}

/** A parameter of each kind at GET /strings/{color} and so on. */
const compileKinds = async (
  write: (kind: Kind) => object,
  document: (paths: object) => object,
): Promise<Readonly<Record<string, CompiledParameter>>> => {
  const paths = Object.fromEntries(
    Object.keys(schemas).map((kind) => [
      `/${kind}/{color}`,
      { get: { parameters: [write(kind as Kind)], responses: { 204: { description: 'Done.' } } } },
    ]),
  )
  const folder = await writeFiles({ 'gadgets.json': document(paths) })
  const { first } = await loadService([`${folder.path}/gadgets.json`])
  await folder.remove()
  return Object.fromEntries(
    first.entries.map(({ path, operations }) => {
      const [parameter] = operations.get('GET')?.compile().parameters ?? []
      assert(parameter !== undefined, path)
      return [path.split('/')[1], parameter]
    }),
  )
}

/** Reads a request like the server does: the decoded value of the path, and everything as sent. */
const readText = (parameter: CompiledParameter | undefined, place: Place, text: string): ReadParameter | undefined =>
  parameter?.read({
    path: place === 'path' ? { color: decodeURIComponent(text) } : {},
    query: place === 'query' ? parseQuery(text).pairs : [],
    headers: place === 'header' ? { color: text } : place === 'cookie' ? { cookie: `a=b; ${text}` } : {},
    rawPath: place === 'path' ? `/v1/kind/${text}` : '/v1/kind/x',
    rawQuery: place === 'query' ? text : '',
  })

/** The tables, row by row: the value of an empty string, "blue", the list and the object. */
const tables: readonly (Written & {
  readonly empty?: string
  readonly string?: string
  readonly array?: string
  readonly object?: string
})[] = [
  {
    in: 'path',
    style: 'matrix',
    explode: false,
    empty: ';color',
    string: ';color=blue',
    array: ';color=blue,black,brown',
    object: ';color=R,100,G,200,B,true',
  },
  {
    in: 'path',
    style: 'matrix',
    explode: true,
    empty: ';color',
    string: ';color=blue',
    array: ';color=blue;color=black;color=brown',
    object: ';R=100;G=200;B=true',
  },
  {
    in: 'path',
    style: 'label',
    explode: false,
    empty: '.',
    string: '.blue',
    array: '.blue,black,brown',
    object: '.R,100,G,200,B,true',
  },
  {
    in: 'path',
    style: 'label',
    explode: true,
    empty: '.',
    string: '.blue',
    array: '.blue.black.brown',
    object: '.R=100.G=200.B=true',
  },
  {
    in: 'path',
    style: 'simple',
    explode: false,
    string: 'blue',
    array: 'blue,black,brown',
    object: 'R,100,G,200,B,true',
  },
  {
    in: 'path',
    style: 'simple',
    explode: true,
    string: 'blue',
    array: 'blue,black,brown',
    object: 'R=100,G=200,B=true',
  },
  {
    in: 'header',
    style: 'simple',
    explode: false,
    empty: '',
    string: 'blue',
    array: 'blue,black,brown',
    object: 'R,100,G,200,B,true',
  },
  {
    in: 'header',
    style: 'simple',
    explode: true,
    empty: '',
    string: 'blue',
    array: 'blue,black,brown',
    object: 'R=100,G=200,B=true',
  },
  {
    in: 'query',
    style: 'form',
    explode: false,
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue,black,brown',
    object: 'color=R,100,G,200,B,true',
  },
  {
    in: 'query',
    style: 'form',
    explode: true,
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue&color=black&color=brown',
    object: 'R=100&G=200&B=true',
  },
  {
    in: 'cookie',
    style: 'form',
    explode: false,
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue,black,brown',
    object: 'color=R,100,G,200,B,true',
  },
  {
    in: 'query',
    style: 'spaceDelimited',
    explode: false,
    array: 'color=blue%20black%20brown',
    object: 'color=R%20100%20G%20200%20B%20true',
  },
  {
    in: 'query',
    style: 'pipeDelimited',
    explode: false,
    array: 'color=blue%7Cblack%7Cbrown',
    object: 'color=R%7C100%7CG%7C200%7CB%7Ctrue',
  },
  { in: 'query', style: 'deepObject', explode: true, object: 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=true' },
]

const tableValues = {
  empty: '',
  string: 'blue',
  array: ['blue', 'black', 'brown'],
  object: { R: 100, G: '200', B: true },
}
const tableKinds = { empty: 'string', string: 'string', array: 'strings', object: 'object' } as const

/** RFC 6570: all but unreserved characters are escaped. */
const escapeText = (value: Scalar): string =>
  encodeURIComponent(String(value)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const writeScalar = ({ in: place }: Written, value: Scalar): string =>
  // Values of headers are sent as they are.
  place === 'header' ? String(value) : escapeText(value)

/** The tables as a function. */
const encode = (written: Written, value: Scalar | readonly Scalar[] | Readonly<Record<string, Scalar>>): string => {
  const { style, explode, in: place } = written
  const write = (item: Scalar) => writeScalar(written, item)
  const prefix = { matrix: ';color', label: '.', simple: '', deepObject: '' }[style] ?? 'color='
  const delimiter = { spaceDelimited: '%20', pipeDelimited: '%7C' }[style] ?? ','
  if (typeof value !== 'object') {
    const text = write(value)
    return style === 'matrix' && text !== '' ? `;color=${text}` : prefix + text
  }
  const entries = Object.entries(value)
  if (Array.isArray(value)) {
    const items = value.map(write)
    if (!explode || style === 'simple') return (style === 'matrix' ? ';color=' : prefix) + items.join(delimiter)
    if (style === 'label') return `.${items.join('.')}`
    return items
      .map((item) => (style === 'matrix' ? `;color=${item}` : `color=${item}`))
      .join(style === 'matrix' ? '' : '&')
  }
  if (style === 'deepObject') return entries.map(([name, item]) => `color%5B${name}%5D=${write(item)}`).join('&')
  const pairs = entries.map(([name, item]) =>
    explode ? `${name}=${write(item)}` : `${name}${delimiter}${write(item)}`,
  )
  if (!explode) return (style === 'matrix' ? ';color=' : prefix) + pairs.join(delimiter)
  if (style === 'matrix') return pairs.map((pair) => `;${pair}`).join('')
  if (style === 'label') return `.${pairs.join('.')}`
  return pairs.join(place === 'query' ? '&' : ',')
}

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => {
  const short = Number(value)
  return Number.isSafeInteger(short) ? short : value
})

/** Strings that the style can represent: some delimiters cannot be escaped, and a header is one line of ASCII. */
const stringsOf = ({ in: place, style, explode }: Written): fc.Arbitrary<string> => {
  if (place === 'header') return fc.stringMatching(/^[!-+\--<>-~]([ -+\--<>-~]{0,8}[!-+\--<>-~])?$/)
  const strings = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => isWellFormed(text))
  if (style === 'spaceDelimited') return strings.filter((text) => !text.includes(' '))
  if (style === 'pipeDelimited') return strings.filter((text) => !text.includes('|'))
  return style === 'label' && explode ? strings.filter((text) => !text.includes('.')) : strings
}

const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text

const valuesOf = (written: Written): Readonly<Record<Kind, fc.Arbitrary<unknown>>> => {
  const strings = stringsOf(written)
  return {
    string: strings,
    integer: int64,
    number: fc
      .double({ noNaN: true, noDefaultInfinity: true })
      // Long whole numbers keep their digits, as integers do.
      .filter((value) => !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value))),
    boolean: fc.boolean(),
    // The list [","] is ambiguous: it is written as `%2C`, which a client that escapes the whole value sends for ["", ""].
    strings: fc
      .array(strings, { minLength: 1, maxLength: 5 })
      .filter(
        (items) => (written.explode && written.style !== 'simple') || items.length > 1 || !items[0]?.includes(','),
      ),
    integers: fc.array(int64, { minLength: 1, maxLength: 5 }),
    object: fc.record({ R: int64, G: strings, B: fc.boolean() }),
  }
}

const nameOf = ({ in: place, style, explode }: Written): string => `${style}, explode ${explode}, in ${place}`

for (const row of tables)
  describe(nameOf(row), () => {
    let compiled: Readonly<Record<string, CompiledParameter>> = {}
    beforeAll(async () => {
      const { in: place, style, explode } = row
      const write = (kind: Kind) => ({
        name: 'color',
        in: place,
        required: place === 'path',
        style,
        explode,
        schema: schemas[kind],
      })
      compiled = await compileKinds(write, (paths) => openApi({ paths }))
    })

    for (const column of ['empty', 'string', 'array', 'object'] as const) {
      const text = row[column]
      if (text === undefined) continue
      it(`${column}: ${text}`, () => {
        expect(encode(row, tableValues[column])).toBe(text)
        expect(readText(compiled[tableKinds[column]], row.in, text)).toEqual({
          kind: 'value',
          value: tableValues[column],
        })
      })
    }

    const scalars: readonly Kind[] = row.string === undefined ? [] : ['string', 'integer', 'number', 'boolean']
    const arrays: readonly Kind[] = row.array === undefined ? [] : ['strings', 'integers']
    for (const kind of [...scalars, ...arrays, 'object'] as const)
      it(`any ${kind}`, () =>
        fc.assert(
          fc.property(valuesOf(row)[kind], (value) => {
            const text = encode(row, value as Parameters<typeof encode>[1])
            expect(readText(compiled[kind], row.in, text), text).toEqual({ kind: 'value', value })
          }),
          { numRuns: 200, seed: 1, examples: kind === 'strings' && row.in !== 'header' ? [[['a,b', ',']]] : [] },
        ))
  })

describe('collectionFormat of 2.0', () => {
  const rows: readonly (readonly [format: string, text: string])[] = [
    ['csv', 'color=1,2,9223372036854775807'],
    ['ssv', 'color=1%202%209223372036854775807'],
    ['tsv', 'color=1%092%099223372036854775807'],
    ['pipes', 'color=1|2%7C9223372036854775807'],
    ['multi', 'color=1&color=2&color=9223372036854775807'],
  ]
  for (const [collectionFormat, text] of rows)
    it(`${collectionFormat}: ${text}`, async () => {
      const compiled = await compileKinds(
        (kind) => ({ name: 'color', in: 'query', collectionFormat, ...schemas[kind] }),
        (paths) => swagger({ paths }),
      )
      expect(readText(compiled.integers, 'query', text)).toEqual({ kind: 'value', value: [1, 2, 9223372036854775807n] })
    })

  it.each([
    [undefined, 'pipes', 'color=1|2,3'],
    ['pipes', undefined, 'color=1,2|3'],
    ['multi', 'ssv', 'color=1%202&color=3'],
  ])('lists in a list, as %s of %s: %s', async (collectionFormat, ofItems, text) => {
    const compiled = await compileKinds(
      (kind) => ({
        name: 'color',
        in: 'query',
        type: 'array',
        collectionFormat,
        items: { ...schemas[kind], collectionFormat: ofItems },
      }),
      (paths) => swagger({ paths }),
    )
    expect(readText(compiled.integers, 'query', text)).toEqual({ kind: 'value', value: [[1, 2], [3]] })
  })
})

describe('cases that are not in the tables', () => {
  const rows: readonly {
    readonly name: string
    readonly parameter: object
    readonly kind: Kind
    readonly text: string
    readonly is: unknown
  }[] = [
    {
      name: 'escaped commas between numbers, which cannot contain one',
      parameter: { explode: false },
      kind: 'integers',
      text: 'color=3%2C4',
      is: [3, 4],
    },
    {
      name: 'escaped commas between values of an enum without commas',
      parameter: { explode: false, schema: { type: 'array', items: { type: 'string', enum: ['blue', 'black'] } } },
      kind: 'strings',
      text: 'color=blue%2Cblack',
      is: ['blue', 'black'],
    },
    {
      name: 'escaped commas without a plain one, from a client that escapes the whole value',
      parameter: { explode: false },
      kind: 'strings',
      text: 'color=blue%2Cblack',
      is: ['blue', 'black'],
    },
    {
      name: 'a list with one item that is a comma is read as two empty items',
      parameter: { explode: false },
      kind: 'strings',
      text: 'color=%2C',
      is: ['', ''],
    },
    {
      name: 'an escaped comma next to a plain one is part of the item',
      parameter: { explode: false },
      kind: 'strings',
      text: 'color=blue%2Cblack,brown',
      is: ['blue,black', 'brown'],
    },
    {
      name: 'an exploded object that a client escapes as a whole',
      parameter: { in: 'path', required: true, style: 'simple', explode: true },
      kind: 'object',
      text: 'R%3D100%2CG%3Da',
      is: { R: 100, G: 'a' },
    },
    {
      name: 'an escaped comma in the only property of an exploded object',
      parameter: { in: 'path', required: true, style: 'simple', explode: true },
      kind: 'object',
      text: 'G=a%2Cb',
      is: { G: 'a,b' },
    },
    {
      name: 'reserved characters as they are',
      parameter: { allowReserved: true },
      kind: 'string',
      text: "color=a/b?c:d@e!$'()*,;=f",
      is: "a/b?c:d@e!$'()*,;=f",
    },
    { name: 'a name without a value', parameter: { allowEmptyValue: true }, kind: 'integer', text: 'color', is: '' },
    {
      name: 'a name that occurs once is also a list',
      parameter: {},
      kind: 'strings',
      text: 'color=blue',
      is: ['blue'],
    },
    {
      name: 'JSON by content',
      parameter: { schema: undefined, content: { 'application/json': { schema: schemas.object } } },
      kind: 'object',
      text: 'color=%7B%22R%22%3A9223372036854775807%7D',
      is: { R: 9223372036854775807n },
    },
    ...['blue', '"blue"', '42'].map((text) => ({
      name: 'a string by content, as JSON or as it is',
      parameter: { schema: undefined, content: { 'application/json': { schema: { type: 'string' } } } },
      kind: 'string' as const,
      text: `color=${text}`,
      is: text.replaceAll('"', ''),
    })),
  ]
  for (const { name, parameter, kind, text, is } of rows)
    it(`${name}: ${text}`, async () => {
      const compiled = await compileKinds(
        (own) => ({ name: 'color', in: 'query', schema: schemas[own], ...parameter }),
        (paths) => openApi({ paths }),
      )
      const place = 'in' in parameter ? 'path' : 'query'
      expect(readText(compiled[kind], place, text)).toEqual({ kind: 'value', value: is })
    })

  const rejected: readonly (readonly [name: string, parameter: object, kind: Kind, text: string, says: string])[] = [
    [
      'int64',
      {},
      'integer',
      'color=9223372036854775808',
      'query.color must be a 64-bit integer, got 9223372036854775808',
    ],
    ['a name without a value', {}, 'integer', 'color', 'query.color must be a 64-bit integer, got ""'],
    [
      'JSON twice',
      { schema: undefined, content: { 'application/json': { schema: schemas.object } } },
      'object',
      'color={}&color={}',
      'query.color must be given once, got 2 times',
    ],
    [
      'invalid JSON',
      { schema: undefined, content: { 'application/json': { schema: schemas.object } } },
      'object',
      'color={',
      'query.color is not valid JSON',
    ],
  ]
  for (const [name, parameter, kind, text, says] of rejected)
    it(`rejected: ${name}`, async () => {
      const compiled = await compileKinds(
        (own) => ({ name: 'color', in: 'query', schema: schemas[own], ...parameter }),
        (paths) => openApi({ paths }),
      )
      const read = readText(compiled[kind], 'query', text)
      assert(read?.kind === 'invalid')
      expect(read.violations.map(({ message }) => message).join('; ')).toContain(says)
    })
})
