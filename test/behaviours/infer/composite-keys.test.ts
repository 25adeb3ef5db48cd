/**
 * Items with several parameters in their path that identify a record only together.
 */
import { describe, expect, it } from 'vitest'
import { converse, type Step } from '../../support/converse.ts'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { type Files, serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const cell = object({ row: integer, col: integer, value: text }, ['row', 'col'])

interface Keyed {
  readonly collection: string
  readonly item: string
  readonly parameters: readonly object[]
  readonly own?: readonly object[]
  readonly record: object
  readonly sent?: object
}

const document = ({ collection, item, parameters, own = [], record, sent = record }: Keyed): object =>
  openApi({
    components: { schemas: { Record: record } },
    paths: {
      [collection]: {
        parameters: own,
        get: { responses: { 200: response(arrayOf(ref('Record'))) } },
        post: { requestBody: requestBody(sent), responses: { 201: response(ref('Record'), { headers: {} }) } },
      },
      [item]: {
        parameters: [...own, ...parameters],
        get: { responses: { 200: response(ref('Record')), 404: { description: 'None.' } } },
        put: { requestBody: requestBody(sent), responses: { 200: response(ref('Record')) } },
        patch: { requestBody: requestBody(object({ value: text })), responses: { 200: response(ref('Record')) } },
        delete: { responses: { 204: { description: 'Gone.' } } },
      },
    },
  })

const rowAndCol = [pathParameter('row'), pathParameter('col')]
const one = { row: 1, col: 2, value: 'a' }

/** Requests to such a collection, with the expected responses; `at` writes the path of a record. */
const life = (collection: string, at: (row: number, col: number) => string): readonly Step[] => [
  { ask: `GET ${at(1, 2)}`, status: 404 },
  { ask: `POST ${collection}`, body: one, status: 201, is: one },
  { ask: `GET ${at(1, 2)}`, status: 200, is: one },
  { ask: `GET ${at(2, 1)}`, status: 404 },
  { ask: `POST ${collection}`, body: { ...one, value: 'again' }, status: 409 },
  { ask: `POST ${collection}`, body: { row: 2, col: 2 }, status: 201, is: { row: 2, col: 2 } },
  { ask: `GET ${collection}`, status: 200, is: [one, { row: 2, col: 2 }] },
  { ask: `PUT ${at(1, 2)}`, body: { row: 1, col: 2, value: 'b' }, status: 200, is: { ...one, value: 'b' } },
  { ask: `PATCH ${at(2, 2)}`, body: { value: 'c' }, status: 200, is: { row: 2, col: 2, value: 'c' } },
  { ask: `GET ${at(2, 2)}`, status: 200, is: { row: 2, col: 2, value: 'c' } },
  { ask: `PUT ${at(3, 3)}`, body: { row: 3, col: 3 }, status: 404 },
  { ask: `DELETE ${at(1, 2)}`, status: 204 },
  { ask: `GET ${at(1, 2)}`, status: 404 },
  { ask: `GET ${collection}`, status: 200, is: [{ row: 2, col: 2, value: 'c' }] },
]

describe('records that several properties identify together', () => {
  const rows: readonly { readonly name: string; readonly document: object; readonly steps: readonly Step[] }[] = [
    {
      name: 'in separate segments',
      document: document({ collection: '/cells', item: '/cells/{row}/{col}', parameters: rowAndCol, record: cell }),
      steps: life('/cells', (row, col) => `/cells/${row}/${col}`),
    },
    {
      name: 'in one segment',
      document: document({ collection: '/spots', item: '/spots/{row},{col}', parameters: rowAndCol, record: cell }),
      steps: life('/spots', (row, col) => `/spots/${row},${col}`),
    },
    {
      name: 'below a parent that no operation creates',
      document: document({
        collection: '/sheets/{sheet}/cells',
        item: '/sheets/{sheet}/cells/{row}/{col}',
        own: [pathParameter('sheet', text)],
        parameters: rowAndCol,
        record: cell,
      }),
      steps: [
        ...life('/sheets/a/cells', (row, col) => `/sheets/a/cells/${row}/${col}`),
        { ask: 'GET /sheets/b/cells', status: 200, is: [] },
        { ask: 'GET /sheets/b/cells/2/2', status: 404 },
        { ask: 'POST /sheets/b/cells', body: { row: 2, col: 2 }, status: 201 },
      ],
    },
    {
      name: 'that are strings, escaped in the path',
      document: document({
        collection: '/files',
        item: '/files/{folder}/{fileName}',
        parameters: [pathParameter('folder', text), pathParameter('fileName', text)],
        record: object({ folder: text, name: text, value: text }, ['folder', 'name']),
      }),
      steps: [
        { ask: 'POST /files', body: { folder: 'a/b', name: 'c d' }, status: 201 },
        { ask: 'GET /files/a%2Fb/c%20d', status: 200, is: { folder: 'a/b', name: 'c d' } },
        { ask: 'GET /files/a/b', status: 404 },
        { ask: 'POST /files', body: { folder: 'a', name: '' }, status: 422 },
      ],
    },
  ]
  for (const { name, document: given, steps } of rows)
    it(name, async () => {
      await using api = await serveFiles({ 'cells.json': given })
      await converse(api.call, steps)
    })

  it('are created by PUT if no other operation creates them', async () => {
    const paths = {
      '/cells': { get: { responses: { 200: response(arrayOf(cell)) } } },
      '/cells/{row}/{col}': {
        parameters: rowAndCol,
        get: { responses: { 200: response(cell) } },
        put: { requestBody: requestBody(object({ value: text })), responses: { 200: response(cell) } },
      },
    }
    await using api = await serveFiles({ 'cells.json': openApi({ paths }) })
    await converse(api.call, [
      { ask: 'PUT /cells/1/2', body: { value: 'a' }, status: 200, is: one },
      { ask: 'PUT /cells/2/2', body: { value: 'b' }, status: 200, is: { row: 2, col: 2, value: 'b' } },
      { ask: 'GET /cells', status: 200, is: [one, { row: 2, col: 2, value: 'b' }] },
    ])
  })

  it('have a Location', async () => {
    const paths = {
      '/cells': {
        post: {
          requestBody: requestBody(cell),
          responses: { 201: { ...response(cell), headers: { Location: { schema: text } } } },
        },
      },
      '/cells/{row}/{col}': { parameters: rowAndCol, get: { responses: { 200: response(cell) } } },
    }
    await using api = await serveFiles({ 'cells.json': openApi({ paths }) })
    await converse(api.call, [{ ask: 'POST /cells', body: one, status: 201, location: '/cells/1/2' }])
  })

  it('can be the parents of other records', async () => {
    const paths = {
      '/cells': { post: { requestBody: requestBody(cell), responses: { 201: response(cell) } } },
      '/cells/{row}/{col}': { parameters: rowAndCol, get: { responses: { 200: response(cell) } } },
      '/cells/{row}/{col}/notes': {
        parameters: rowAndCol,
        get: { responses: { 200: response(arrayOf(object({ id: integer, note: text }))) } },
        post: {
          requestBody: requestBody(object({ note: text })),
          responses: { 201: response(object({ id: integer, note: text })) },
        },
      },
    }
    await using api = await serveFiles({ 'cells.json': openApi({ paths }) })
    await converse(api.call, [
      { ask: 'POST /cells/1/2/notes', body: { note: 'a' }, status: 404 },
      { ask: 'POST /cells', body: one, status: 201 },
      { ask: 'POST /cells/1/2/notes', body: { note: 'a' }, status: 201 },
      { ask: 'GET /cells/1/2/notes', status: 200, is: [{ id: 1, note: 'a' }] },
      { ask: 'GET /cells/2/1/notes', status: 404 },
    ])
  })

  it('can be fixtures, each key once', async () => {
    const cells = document({ collection: '/cells', item: '/cells/{row}/{col}', parameters: rowAndCol, record: cell })
    const files = (...records: readonly object[]): Files => ({
      'cells.json': cells,
      'fixtures/default/cells.yaml': JSON.stringify(records),
    })
    await using api = await serveFiles(files(one, { row: 2, col: 2 }))
    await converse(api.call, [
      { ask: 'GET /cells/1/2', status: 200, is: one },
      { ask: 'POST /cells', body: { row: 2, col: 2 }, status: 409 },
    ])
    await expect(serveFiles(files(one, one))).rejects.toThrow('row/col')
  })
})

describe('parameters are not a composite key', () => {
  const rows: readonly { readonly name: string; readonly record: object; readonly sent: object }[] = [
    {
      name: 'if the record does not have all of them as properties',
      record: object({ row: integer, value: text }),
      sent: object({ row: integer }),
    },
    { name: 'if a client cannot send all of them', record: cell, sent: object({ row: integer, value: text }) },
  ]
  for (const { name, record, sent } of rows)
    it(name, async () => {
      const given = document({ collection: '/cells', item: '/cells/{row}/{col}', parameters: rowAndCol, record, sent })
      await using api = await serveFiles({ 'cells.json': given })
      const made = await api.call('/cells', { body: { row: 1 } })
      expect(made.status).toBe(201)
      expect((await api.call('/cells/7/7')).status).not.toBe(500)
    })
})
