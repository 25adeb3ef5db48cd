/**
 * Records with variants that a discriminator selects: all properties of the variant are stored, in every dialect.
 */
import { describe, expect, it } from 'vitest'
import { useFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response, swagger } from '../../support/write-document.ts'

const integer = { type: 'integer' }
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties })
const extend = (base: object, properties: object, required: readonly string[] = []) => ({
  allOf: [base, object(properties, required)],
})
const base = object({ id: { ...integer, readOnly: true }, kind: { type: 'string' } }, ['kind'])
const schemas = (part: object, to: object) => ({
  Part: { ...base, ...part },
  Bolt: extend(to, { size: integer }, ['size']),
  Lamp: extend(to, { watts: integer, hue: { type: 'string', default: 'warm' } }),
})

const id = { name: 'id', in: 'path', required: true }
const paths = (record: object) => ({
  '/parts': {
    get: { responses: { 200: response({ type: 'array', items: record }) } },
    post: { requestBody: requestBody(record), responses: { 201: response(record) } },
  },
  '/parts/{id}': {
    parameters: [{ ...id, schema: integer }],
    get: { responses: { 200: response(record) } },
    put: { requestBody: requestBody(record), responses: { 200: response(record) } },
  },
})

const old = { $ref: '#/definitions/Part' }
const oldAnswer = (schema: object) => ({ description: 'It.', schema })
const oldBody = { name: 'body', in: 'body', required: true, schema: old }
const oldPaths = {
  '/parts': {
    get: { responses: { 200: oldAnswer({ type: 'array', items: old }) } },
    post: { parameters: [oldBody], responses: { 201: oldAnswer(old) } },
  },
  '/parts/{id}': {
    parameters: [{ ...id, type: 'integer' }],
    get: { responses: { 200: oldAnswer(old) } },
    put: { parameters: [oldBody], responses: { 200: oldAnswer(old) } },
  },
}

const rows: readonly { readonly name: string; readonly document: object }[] = [
  {
    name: '2.0, variants that extend a base',
    document: swagger({ paths: oldPaths, definitions: schemas({ discriminator: 'kind' }, old) }),
  },
  ...['3.0.3', '3.1.0'].flatMap((version) => [
    {
      name: `${version}, variants that extend a base`,
      document: openApi(
        {
          paths: paths(ref('Part')),
          components: { schemas: schemas({ discriminator: { propertyName: 'kind' } }, ref('Part')) },
        },
        version,
      ),
    },
    {
      name: `${version}, variants in a list`,
      document: openApi(
        {
          paths: paths({ oneOf: [ref('Bolt'), ref('Lamp')], discriminator: { propertyName: 'kind' } }),
          components: { schemas: schemas({}, ref('Part')) },
        },
        version,
      ),
    },
  ]),
]

for (const { name, document } of rows)
  describe(name, () => {
    const api = useFiles({ 'parts.json': document })
    const send = (method: string, path: string, body: object) =>
      api.call(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

    it('the properties of the variant are stored, read, listed and replaced', async () => {
      const created = await send('POST', '/parts', { kind: 'Bolt', size: 4 })
      expect(created).toMatchObject({ status: 201, json: { kind: 'Bolt', size: 4 } })
      expect((await send('POST', '/parts', { kind: 'Lamp', watts: 5 })).status).toBe(201)
      const list = [
        { kind: 'Bolt', size: 4 },
        { kind: 'Lamp', watts: 5, hue: 'warm' },
      ]
      expect((await api.call('/parts')).json).toMatchObject(list)
      expect(await send('PUT', '/parts/1', { kind: 'Lamp', watts: 1 })).toMatchObject({ status: 200 })
      expect((await api.call('/parts/1')).json).toEqual({ id: 1, kind: 'Lamp', watts: 1, hue: 'warm' })
    })

    it('no property of another variant is added', async () => {
      const { json } = await send('POST', '/parts', { kind: 'Bolt', size: 4 })
      expect(json).toEqual({ id: expect.any(Number), kind: 'Bolt', size: 4 })
    })

    it('a missing property of the variant is reported', async () => {
      const { status, json } = await send('POST', '/parts', { kind: 'Bolt' })
      expect(status).toBe(422)
      expect(json).toMatchObject({ detail: 'body.size is required: an integer' })
    })
  })
