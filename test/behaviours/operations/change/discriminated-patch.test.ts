/**
 * A merge patch to a record whose variant a discriminator selects. The patch need not contain the discriminator, because the
 * record has it. The merged record is validated by that variant.
 */
import { describe, expect, it } from 'vitest'
import { serveFiles } from '../../../support/serve-files.ts'
import { closed, content, openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const id = { type: 'integer', readOnly: true }
const length = { type: 'number', minimum: 0 }
const inner = { type: 'object', required: ['name'], properties: { id, kind: text, name: text } }
const discriminator = { propertyName: 'kind' }
const extending = (properties: object): object => ({
  allOf: [ref('Shape'), { type: 'object', required: Object.keys(properties), properties }],
})
const alone = (properties: object): object => ({
  ...inner,
  required: ['kind', 'name', ...Object.keys(properties)],
  properties: { ...inner.properties, ...properties },
})

const ways: Readonly<Record<string, object>> = {
  'listed in a oneOf': {
    Shape: { oneOf: [ref('Circle'), ref('Square')], discriminator },
    Circle: alone({ radius: length }),
    Square: alone({ side: length }),
  },
  'listed in a oneOf, without required properties': {
    Shape: { oneOf: [ref('Circle'), ref('Square')], discriminator },
    Circle: { ...inner, required: ['radius'], properties: { ...inner.properties, radius: length } },
    Square: { ...inner, required: ['side'], properties: { ...inner.properties, side: length } },
  },
  'that extends a base': {
    Shape: { ...inner, required: ['kind', 'name'], discriminator },
    Circle: extending({ radius: length }),
    Square: extending({ side: length }),
  },
}

const describeShapes = (schemas: object): object =>
  openApi({
    paths: {
      '/shapes': { post: { requestBody: requestBody(ref('Shape')), responses: { 201: response(ref('Shape')) } } },
      '/shapes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: response(ref('Shape')) } },
        patch: {
          requestBody: content(ref('Shape'), {}, 'application/merge-patch+json'),
          responses: { 200: response(ref('Shape')), 400: response(closed({ detail: text })) },
        },
      },
    },
    components: { schemas },
  })

const circle = { kind: 'Circle', name: 'n', radius: 2 }

const taken: readonly { readonly body: object; readonly is: object }[] = [
  { body: { radius: 5 }, is: { ...circle, radius: 5 } },
  { body: { name: 'm' }, is: { ...circle, name: 'm' } },
  { body: { kind: 'Circle', radius: 7 }, is: { ...circle, radius: 7 } },
]

const rejected: readonly { readonly body: object; readonly says: string }[] = [
  { body: { radius: 'x' }, says: 'body.radius' },
  { body: { radius: -1 }, says: 'body.radius' },
  { body: { radius: null }, says: 'body.radius' },
  { body: { kind: 'Hexagon' }, says: 'body.kind' },
]

for (const [way, schemas] of Object.entries(ways))
  describe(`a merge patch to a variant ${way}`, () => {
    for (const { body, is } of taken)
      it(`changes the record: ${JSON.stringify(body)}`, async () => {
        await using served = await serveFiles({ 'shapes.json': describeShapes(schemas) })
        expect(await served.call('/shapes', { body: circle })).toMatchObject({ status: 201 })
        const headers = { 'content-type': 'application/merge-patch+json' }
        const changed = await served.call('/shapes/1', { method: 'PATCH', body, headers })
        expect(changed, changed.text).toMatchObject({ status: 200, json: { id: 1, ...is } })
        expect((await served.call('/shapes/1')).json).toEqual({ id: 1, ...is })
      })

    for (const { body, says } of rejected)
      it(`is rejected, and nothing is stored: ${JSON.stringify(body)}`, async () => {
        await using served = await serveFiles({ 'shapes.json': describeShapes(schemas) })
        await served.call('/shapes', { body: circle })
        const headers = { 'content-type': 'application/merge-patch+json' }
        const changed = await served.call('/shapes/1', { method: 'PATCH', body, headers })
        expect(changed.status, changed.text).toBe(400)
        expect(changed.text).toContain(says)
        expect((await served.call('/shapes/1')).json).toEqual({ id: 1, ...circle })
      })
  })
