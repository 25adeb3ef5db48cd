/**
 * A generated id fits all path parameters that contain it, also those of paths below the item.
 */
import { expect, it } from 'vitest'
import { integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const uuid = { type: 'string', format: 'uuid' }
const made = { 201: response(object({ id: text, label: text }, ['id'])) }
const post = { requestBody: requestBody(object({ label: text })), responses: made }

/** Gadgets with a string as id; `below` are the schemas of their id in other paths. */
const describeGadgets = (below: Readonly<Record<string, object>>, isFirst: boolean): object => {
  const others = Object.entries(below).map(([name, schema]) => [
    `/gadgets/{gadgetId}/${name}`,
    { parameters: [pathParameter('gadgetId', schema)], post },
  ])
  const item = ['/gadgets/{id}', { parameters: [pathParameter('id', text)], get: { responses: { 200: made[201] } } }]
  return openApi({
    paths: { '/gadgets': { post }, ...Object.fromEntries(isFirst ? [...others, item] : [item, ...others]) },
  })
}

const rows: readonly (readonly [string, Readonly<Record<string, object>>, RegExp])[] = [
  ['a number', { parts: integer, bolts: text }, /^\d+$/],
  ['a UUID', { parts: text, bolts: uuid }, /^[0-9a-f]{8}-/],
  ['a short string', { parts: { type: 'string', maxLength: 6 } }, /^.{4,6}$/],
]

for (const [name, below, like] of rows)
  for (const isFirst of [true, false])
    it(`an id fits ${name} ${isFirst ? 'above' : 'below'} the item in the document`, async () => {
      await using served = await serveFiles({ 'gadgets.json': describeGadgets(below, isFirst) })
      const { json } = await served.call('/gadgets', { body: { label: 'lamp' } })
      expect(json).toMatchObject({ id: expect.stringMatching(like), label: 'lamp' })
      const { id } = json as { readonly id: string }
      expect((await served.call(`/gadgets/${id}`)).json).toEqual(json)
      for (const part of Object.keys(below))
        expect((await served.call(`/gadgets/${id}/${part}`, { body: { label: 'wheel' } })).status).toBe(201)
    })

it('an id fits the path of the item if no id fits all paths', async () => {
  await using served = await serveFiles({ 'gadgets.json': describeGadgets({ parts: integer, bolts: uuid }, true) })
  const { json } = await served.call('/gadgets', { body: { label: 'lamp' } })
  const { id } = json as { readonly id: string }
  expect((await served.call(`/gadgets/${id}`)).json).toEqual(json)
})

it('an id fits the parameter of each method of the item', async () => {
  const shown = { 200: { description: 'Done.' } }
  const paths = {
    '/gadgets': { post: { responses: shown } },
    '/gadgets/{id}': {
      put: { parameters: [pathParameter('id', text)], responses: shown },
      get: { parameters: [pathParameter('id', integer)], responses: shown },
    },
  }
  await using served = await serveFiles({ 'gadgets.json': openApi({ paths }) })
  expect((await served.call('/gadgets', { method: 'POST' })).json).toEqual({ id: 1 })
  expect(await served.call('/gadgets/1')).toMatchObject({ status: 200, json: { id: 1 } })
})
