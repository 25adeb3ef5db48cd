/**
 * Words below a collection that create each record of a list, and where a new record has a Location.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const berth = object({ id: integer, name: text, length: integer }, ['id', 'name'])
const draft = object({ name: text, length: integer }, ['name'])
const one = { parameters: [pathParameter('id')], get: { responses: { 200: response(berth) } } }
const flat = {
  '/berths': {
    get: { responses: { 200: response(arrayOf(berth)) } },
    post: { requestBody: requestBody(draft), responses: { 201: response(berth) } },
  },
  '/berths/{id}': one,
}
const several = (body: object, responses: object) => ({ post: { requestBody: requestBody(body), responses } })
const done = object({ created: integer }, ['created'])

const rows: readonly { readonly path: string; readonly operation: object; readonly shows?: object | undefined }[] = [
  {
    path: '/berths/createWithList',
    operation: several(arrayOf(berth), { 200: response(berth) }),
    shows: { id: 11, name: 'A' },
  },
  { path: '/berths/createWithArray', operation: several(arrayOf(berth), { default: { description: 'Done.' } }) },
  {
    path: '/berths/bulk',
    operation: several(arrayOf(draft), { 201: response(arrayOf(berth)) }),
    shows: [{ name: 'A' }, { name: 'B' }],
  },
  { path: '/berths/batch-create', operation: several(arrayOf(draft), { 200: response(done) }) },
]

describe('each record of a list is created', () => {
  for (const { path, operation, shows } of rows)
    it(`by ${path}`, async () => {
      await using api = await serveFiles({ 'berths.json': openApi({ paths: { ...flat, [path]: operation } }) })
      const sent = [
        { id: 11, name: 'A' },
        { id: 12, name: 'B' },
      ]
      const made = await api.call(path, { body: sent })
      expect(made.status, made.text).toBeLessThan(300)
      if (shows) expect(made.json).toMatchObject(shows)
      const { json } = await api.call('/berths')
      expect(json).toMatchObject([{ name: 'A' }, { name: 'B' }])
      const [{ id }] = json as [{ id: number }]
      expect((await api.call(`/berths/${id}`)).status).toBe(200)
    })

  it('not by a word that says something else', async () => {
    const paths = { ...flat, '/berths/compareList': several(arrayOf(draft), { 200: response(done) }) }
    await using api = await serveFiles({ 'berths.json': openApi({ paths }) })
    expect((await api.call('/berths/compareList', { body: [{ name: 'A' }] })).status).toBe(200)
    expect((await api.call('/berths')).json).toEqual([])
  })
})

describe('the Location of a record without a path of its own', () => {
  const list = { get: { responses: { 200: response(arrayOf(berth)) } } }
  const located = (header: object) => ({
    'berths.json': openApi({
      paths: {
        '/berths': {
          ...list,
          post: {
            requestBody: requestBody(draft),
            responses: { 201: { ...response(berth), headers: { Location: { schema: text, ...header } } } },
          },
        },
      },
    }),
  })
  for (const [required, expected] of [
    [false, undefined],
    [true, '/berths/1'],
  ] as const)
    it(required ? 'is sent if it is required' : 'is left out', async () => {
      await using api = await serveFiles(located({ required }))
      const made = await api.call('/berths', { body: { name: 'A' } })
      expect([made.status, made.headers.location], made.text).toEqual([201, expected])
    })
})
