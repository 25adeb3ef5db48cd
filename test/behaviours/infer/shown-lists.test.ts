/**
 * Lists show what was created, also if they show less of a record or something around it, and also if each request has to filter.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, queryParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const kite = object({ id: text, name: text, colour: text })

interface Parts {
  /** The body of the list. */
  readonly list: object
  readonly query?: readonly object[]
  readonly parameter?: string
  readonly record?: object
  readonly created?: object
}

const describeKites = ({ list, query = [], parameter = 'kiteId', record = kite, created = record }: Parts) => ({
  'kites.json': openApi({
    paths: {
      '/kites': {
        get: { parameters: query, responses: { 200: response(list) } },
        post: { requestBody: requestBody(object({ colour: text })), responses: { 201: response(created) } },
      },
      [`/kites/{${parameter}}`]: {
        parameters: [pathParameter(parameter, text)],
        get: { responses: { 200: response(record) } },
        delete: { responses: { 204: { description: 'Deleted.' } } },
      },
    },
  }),
})

interface Row {
  readonly name: string
  readonly parts: Parts
  readonly query?: string
  /** What the list contains of the record that was created first; `ID` is its id. */
  readonly shows: unknown
}

const required = (name: string): object => ({ ...queryParameter(name), required: true })
const withDefault = (name: string, value: unknown, type = 'string'): object => ({
  ...queryParameter(name),
  schema: { type, default: value },
})

const rows: readonly Row[] = [
  {
    name: 'the id under the name of the path parameter',
    parts: {
      parameter: 'kiteName',
      record: object({ name: text, colour: text }),
      list: object({ summaries: arrayOf(object({ kiteName: text, colour: text })) }),
    },
    shows: { summaries: [{ kiteName: 'ID', colour: 'red' }] },
  },
  {
    name: 'the newest record where the list has the schema of one, with a list inside',
    parts: {
      record: object({ id: text, colour: text, tails: arrayOf(object({ length: integer })) }),
      list: object({ id: text, colour: text, tails: arrayOf(object({ length: integer })) }),
    },
    shows: { id: 'ID', colour: 'red' },
  },
  {
    name: 'the newest record where the list has fewer properties of one',
    parts: { list: object({ id: text, colour: text }) },
    shows: { id: 'ID', colour: 'red' },
  },
  {
    name: 'a record without the property that each request has to filter by',
    parts: { list: arrayOf(kite), query: [required('name')] },
    query: '?name=Comet',
    shows: [{ id: 'ID', colour: 'red' }],
  },
  {
    name: 'a record for which a default written as a string means nothing',
    parts: { list: arrayOf(kite), query: [withDefault('filter[colour]', 'null')] },
    shows: [{ id: 'ID', colour: 'red' }],
  },
  {
    name: 'a record at the offset 1, if offsets count from 1',
    parts: { list: arrayOf(kite), query: [withDefault('start', 1, 'integer'), withDefault('limit', 5, 'integer')] },
    shows: [{ id: 'ID', colour: 'red' }],
  },
  {
    name: 'what a page requires beside its numbers',
    parts: {
      list: object({
        data: arrayOf(kite),
        pagination: object({ total: integer, links: arrayOf(object({ rel: text }, ['rel'])) }, ['total', 'links']),
      }),
    },
    shows: { data: [{ id: 'ID', colour: 'red' }], pagination: { total: 1, links: expect.any(Array) } },
  },
]

describe('a list shows', () => {
  for (const { name, parts, query = '', shows } of rows)
    it(name, async () => {
      await using served = await serveFiles(describeKites(parts))
      const created = await served.call('/kites', { body: { colour: 'red' } })
      const { id, name: named } = created.json as { readonly id?: string; readonly name?: string }
      const listed = await served.call(`/kites${query}`)
      expect(JSON.parse(listed.text.replaceAll(id ?? named ?? '', 'ID'))).toEqual(shows)
    })
})

describe('an id that only the creation documents', () => {
  const shown = object({ colour: text })
  const created = object({ id: integer, colour: text })

  it('is in the list, too', async () => {
    await using served = await serveFiles(
      describeKites({ list: object({ kites: arrayOf(shown) }), record: shown, created }),
    )
    const { id } = (await served.call('/kites', { body: { colour: 'red' } })).json as { readonly id: number }
    expect((await served.call('/kites')).json).toEqual({ kites: [{ colour: 'red', id }] })
    expect((await served.call(`/kites/${id}`)).json).toEqual({ colour: 'red' })
  })

  it('is not in a list whose items are closed', async () => {
    const closed = { ...shown, additionalProperties: false }
    await using served = await serveFiles(describeKites({ list: arrayOf(closed), record: shown, created }))
    await served.call('/kites', { body: { colour: 'red' } })
    expect((await served.call('/kites')).json).toEqual([{ colour: 'red' }])
  })
})

it('a required filter compares records that have the property', async () => {
  const parts = { list: arrayOf(kite), query: [required('colour')] }
  await using served = await serveFiles(describeKites(parts))
  await served.call('/kites', { body: { colour: 'red' } })
  expect((await served.call('/kites?colour=red')).json).toHaveLength(1)
  expect((await served.call('/kites?colour=blue')).json).toEqual([])
})

it('an empty list that its schema does not allow is left out', async () => {
  const list = object({ data: { ...arrayOf(kite), minItems: 1 }, count: integer }, ['count'])
  await using served = await serveFiles(describeKites({ list }))
  expect((await served.call('/kites')).json).toEqual({ count: 0 })
  await served.call('/kites', { body: { colour: 'red' } })
  expect((await served.call('/kites')).json).toMatchObject({ count: 1, data: [{ colour: 'red' }] })
})

it('a page that counts from 1 reports offsets from 1', async () => {
  const list = object({ data: arrayOf(kite), offset: integer, next: text }, ['data', 'offset'])
  const query = [withDefault('offset', 1, 'integer'), withDefault('limit', 1, 'integer')]
  await using served = await serveFiles(describeKites({ list, query }))
  await served.call('/kites', { body: { colour: 'red' } })
  await served.call('/kites', { body: { colour: 'blue' } })
  const first = await served.call('/kites')
  expect(first.json).toMatchObject({ data: [{ colour: 'red' }], offset: 1, next: expect.stringContaining('offset=2') })
  expect((await served.call('/kites?offset=2')).json).toMatchObject({ data: [{ colour: 'blue' }], offset: 2 })
})

it('examples describe records where the schema is only a type', async () => {
  const example = { id: 'k1', colour: 'red', wind: 3 }
  const any = { type: 'object' }
  const paths = {
    '/kites': {
      get: { responses: { 200: response(arrayOf(any), { example: [example] }) } },
      post: {
        requestBody: requestBody(object({ colour: text })),
        responses: { 201: response(any, { example }) },
      },
    },
    '/kites/{id}': {
      parameters: [pathParameter('id', text)],
      delete: { responses: { 204: { description: 'Deleted.' } } },
    },
  }
  await using served = await serveFiles({ 'kites.json': openApi({ paths }) })
  const { id } = (await served.call('/kites', { body: { colour: 'blue' } })).json as { readonly id: string }
  expect((await served.call('/kites')).json).toMatchObject([{ id, colour: 'blue' }])
  await served.call(`/kites/${id}`, { method: 'DELETE' })
  expect((await served.call('/kites')).json).toEqual([])
})

it('an address of localhost fits the format url', async () => {
  const link = object({ self: object({ href: { type: 'string', format: 'url' } }, ['href']) }, ['self'])
  const list = object({ data: arrayOf(kite), _links: link }, ['data', '_links'])
  await using served = await serveFiles(describeKites({ list }))
  const { _links } = (await served.call('/kites')).json as { readonly _links: { readonly self: object } }
  expect(_links.self).toEqual({ href: `${served.standin.url}/kites` })
})

it('a list deep inside of the body, beside a list of errors', async () => {
  const list = {
    allOf: [
      object({ errors: arrayOf(object({ code: integer, title: text })) }),
      object({ settings: object({ air: object({ sport: object({ kites: arrayOf(kite) }) }) }) }),
    ],
  }
  await using served = await serveFiles(describeKites({ list }))
  const created = await served.call('/kites', { body: { colour: 'red' } })
  expect((await served.call('/kites')).json).toEqual({ settings: { air: { sport: { kites: [created.json] } } } })
})
