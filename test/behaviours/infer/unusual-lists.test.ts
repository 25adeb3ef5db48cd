/**
 * Lists that are not an array of records: an object from ids to records, a list whose only item has the records, links with a type, an
 * object that may be anything beside others.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const lamp = object({ code: text, colour: text }, ['code'])

interface Parts {
  readonly list: object
  readonly created?: object
  readonly read?: object
  readonly sent?: object
}

const describeLamps = ({ list, created = lamp, read = lamp, sent = object({ code: text, colour: text }) }: Parts) => ({
  'lamps.json': openApi({
    paths: {
      '/lamps': {
        get: { responses: { 200: response(list) } },
        post: { requestBody: requestBody(sent), responses: { 201: response(created) } },
      },
      '/lamps/{code}': {
        parameters: [pathParameter('code', text)],
        get: { responses: { 200: response(read) } },
        delete: { responses: { 204: { description: 'Deleted.' } } },
      },
    },
  }),
})

const mapOf = (items: object) => ({ type: 'object', additionalProperties: items })
const red = { code: 'L1', colour: 'red' }

const rows: readonly {
  readonly name: string
  readonly parts: Parts
  readonly empty: unknown
  readonly shows: unknown
}[] = [
  {
    name: 'an object from ids to records',
    parts: { list: mapOf(lamp) },
    empty: {},
    shows: { L1: red },
  },
  {
    name: 'such an object in an envelope',
    parts: { list: object({ lamps: mapOf(lamp), took: text }, ['lamps', 'took']) },
    empty: { lamps: {}, took: expect.any(String) },
    shows: { lamps: { L1: red }, took: expect.any(String) },
  },
  {
    name: 'an array with one item, which has the records',
    parts: { list: arrayOf(object({ lamps: arrayOf(lamp) })) },
    empty: [],
    shows: [{ lamps: [red] }],
  },
  {
    name: 'such an array in an envelope',
    parts: { list: object({ groups: arrayOf(object({ lamps: arrayOf(lamp) })) }) },
    empty: { groups: [] },
    shows: { groups: [{ lamps: [red] }] },
  },
  {
    name: 'links that have a type',
    parts: {
      list: object({ _links: object({ lamps: arrayOf(object({ href: text, lampType: text }, ['href'])) }) }),
      sent: object({ code: text, colour: text, lampType: text }),
    },
    empty: { _links: { lamps: [] } },
    shows: { _links: { lamps: [{ href: expect.stringMatching(/\/lamps\/L1$/) }] } },
  },
  {
    name: 'an object without described properties, in an envelope',
    parts: {
      list: arrayOf(object({ infos: object({}), items: object({}) })),
      created: object({ infos: object({}), items: object({}) }),
      read: object({ infos: object({}), items: object({}) }),
    },
    empty: [],
    shows: [{ items: red }],
  },
]

describe('a list that is', () => {
  for (const { name, parts, empty, shows } of rows)
    it(`${name} shows what was created, and not what was deleted`, async () => {
      await using served = await serveFiles(describeLamps(parts))
      expect((await served.call('/lamps')).json).toEqual(empty)
      expect((await served.call('/lamps', { body: red })).status).toBe(201)
      expect((await served.call('/lamps')).json).toMatchObject(shows as object)
      expect((await served.call('/lamps/L1', { method: 'DELETE' })).status).toBe(204)
      expect((await served.call('/lamps')).json).toEqual(empty)
    })
})

it('an object of other values by name is not a list of records', async () => {
  const document = describeLamps({ list: mapOf({ type: 'integer' }) })
  await using served = await serveFiles(document)
  await served.call('/lamps', { body: red })
  expect((await served.call('/lamps')).json).not.toHaveProperty('L1')
})

it('a creation that shows a map of records is not one record in a list', async () => {
  const document = describeLamps({ list: mapOf(lamp), created: object({ lamps: mapOf(lamp) }) })
  await using served = await serveFiles(document)
  const created = await served.call('/lamps', { body: red })
  expect(created.status, created.text).toBe(201)
  expect((created.json as { readonly lamps?: unknown }).lamps ?? {}).not.toBeInstanceOf(Array)
  expect((await served.call('/lamps')).json).toEqual({ L1: red })
})
