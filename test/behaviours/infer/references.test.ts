/**
 * Responses to a creation that do not have the record's id under its own name: they get the id and the address of the record
 * that was created.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const uri = { type: 'string', format: 'uri' }
const record = object({ id: integer, label: text, size: integer }, ['id', 'label'])

const describeGadgets = (created: object, shown: object = record): object =>
  openApi({
    paths: {
      '/gadgets': {
        get: { responses: { 200: response(arrayOf(shown)) } },
        post: { requestBody: requestBody(object({ label: text }, ['label'])), responses: { 202: response(created) } },
      },
      '/gadgets/{gadgetId}': {
        parameters: [pathParameter('gadgetId')],
        get: { responses: { 200: response(shown) } },
      },
    },
  })

const at = (property: object, name: string) => object({ [name]: property }, [name])
const example = { ...integer, example: 815 }

const rows: readonly (readonly [name: string, created: object, is: unknown])[] = [
  ['a usual name of an id', at(example, 'resource_id'), { resource_id: 1 }],
  ['the only id, optional', object({ insertId: integer }), { insertId: 1 }],
  ['an id as a string', at(text, 'objectId'), { objectId: '1' }],
  ['a number after the resource', at(integer, 'gadgetNo'), { gadgetNo: 1 }],
  ['the id in another case', object({ ID: integer, label: text }, ['ID']), { ID: 1, label: 'lamp' }],
  ['an envelope', at(at(example, 'entityId'), 'data'), { data: { entityId: 1 } }],
  ['the record with another id', object({ gadget_ref: integer, label: text }), { gadget_ref: 1, label: 'lamp' }],
  ['a path', at(text, 'href'), { href: '/gadgets/1' }],
  [
    'an id and a URI',
    object({ recordId: integer, location: uri }, ['recordId', 'location']),
    { recordId: 1, location: expect.stringMatching(/^http:\/\/.+\/gadgets\/1$/) },
  ],
]

describe('the response to a creation refers to the record', () => {
  for (const [name, created, is] of rows)
    it(`by ${name}`, async () => {
      await using served = await serveFiles({ 'gadgets.json': describeGadgets(created) })
      const answer = await served.call('/gadgets', { body: { label: 'lamp' } })
      expect(answer.status, answer.text).toBe(202)
      expect(answer.json).toEqual(is)
      expect((await served.call('/gadgets/1')).json).toMatchObject({ id: 1, label: 'lamp' })
      expect((await served.call('/gadgets')).json).toMatchObject([{ id: 1, label: 'lamp' }])
    })

  it('but not by an id of something else', async () => {
    const created = object({ request_id: { ...integer, minimum: 1000 } }, ['request_id'])
    await using served = await serveFiles({ 'gadgets.json': describeGadgets(created) })
    const answer = await served.call('/gadgets', { body: { label: 'lamp' } })
    expect(answer.status, answer.text).toBe(202)
    expect(answer.json).not.toEqual({ request_id: 1 })
    expect((await served.call('/gadgets/1')).status).toBe(200)
  })

  it('and a property that records have keeps its meaning', async () => {
    const shown = object({ id: integer, label: text, entityId: integer }, ['id', 'label'])
    const created = object({ entityId: { ...integer, minimum: 1000 }, label: text }, ['entityId'])
    await using served = await serveFiles({ 'gadgets.json': describeGadgets(created, shown) })
    const answer = await served.call('/gadgets', { body: { label: 'lamp' } })
    expect(answer.status, answer.text).toBe(202)
    expect(answer.json).not.toMatchObject({ entityId: 1 })
  })
})
