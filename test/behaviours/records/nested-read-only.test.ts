/**
 * Nested read-only properties: values from a client are ignored, with a notice, and the stored values do not change.
 */
import { describe, expect, it } from 'vitest'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const integer = { type: 'integer' }
const fixed = { ...integer, readOnly: true }
const size = {
  type: 'object',
  properties: { width: integer, area: fixed, unit: { $ref: '#/components/schemas/Unit' } },
}
const unit = { type: 'object', properties: { id: fixed, name: { type: 'string' }, uses: fixed } }
const gadget = {
  type: 'object',
  properties: {
    id: fixed,
    size,
    parts: { type: 'array', items: size },
    within: { $ref: '#/components/schemas/Gadget' },
  },
}
const body = requestBody(ref('Gadget'))
const shown = { 200: response(ref('Gadget')) }
const document = openApi({
  paths: {
    '/gadgets': { post: { requestBody: body, responses: { 201: response(ref('Gadget')) } } },
    '/gadgets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: { responses: shown },
      put: { requestBody: body, responses: shown },
      patch: { requestBody: body, responses: shown },
    },
  },
  components: { schemas: { Gadget: gadget, Unit: unit } },
})
const fixtures = {
  'fixtures/default/gadgets.yaml': '- {id: 1, size: {width: 2, area: 4, unit: {id: 7, name: m, uses: 3}}}\n',
}

interface Row {
  readonly name: string
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly sent: object
  readonly is: object
  /** The ignored properties in the notice; undefined: there is no notice. */
  readonly ignored?: string
}

const kept = { area: 4, unit: { id: 7, name: 'm', uses: 3 } }

const rows: readonly Row[] = [
  {
    name: 'is ignored',
    method: 'POST',
    sent: { size: { width: 1, area: 9 } },
    is: { id: 2, size: { width: 1 } },
    ignored: 'body.size.area',
  },
  {
    name: 'is ignored at any depth',
    method: 'POST',
    sent: { within: { size: { unit: { name: 'm', uses: 9 } } } },
    is: { id: 2, within: { size: { unit: { name: 'm' } } } },
    ignored: 'body.within.size.unit.uses',
  },
  {
    name: 'is not reported if it was not sent',
    method: 'POST',
    sent: { size: { width: 1 } },
    is: { id: 2, size: { width: 1 } },
  },
  {
    name: 'is used if it is an id that refers to a record',
    method: 'POST',
    sent: { size: { unit: { id: 8 } } },
    is: { id: 2, size: { unit: { id: 8 } } },
  },
  {
    name: 'is stored as sent in lists',
    method: 'POST',
    sent: { parts: [{ width: 1, area: 1 }] },
    is: { id: 2, parts: [{ width: 1, area: 1 }] },
  },
  {
    name: 'does not change if the object is replaced',
    method: 'PUT',
    sent: { size: { width: 5, area: 9 } },
    is: { id: 1, size: { width: 5, area: 4 } },
    ignored: 'body.size.area',
  },
  {
    name: 'does not change if the object is changed',
    method: 'PATCH',
    sent: { size: { width: 5, area: 9 } },
    is: { id: 1, size: { width: 5, ...kept } },
    ignored: 'body.size.area',
  },
]

describe('a read-only property of an object', () => {
  for (const { name, method, sent, is, ignored } of rows)
    it(`${name}: ${method} ${JSON.stringify(sent)}`, async () => {
      await using served = await serveFiles({ 'gadgets.json': document, ...fixtures })
      const answer = await served.call(method === 'POST' ? '/gadgets' : '/gadgets/1', { method, body: sent })
      expect(answer.json).toEqual(is)
      expect(answer.headers['sandbox-notice']).toBe(ignored && `ignored-properties;names="${ignored}"`)
    })
})
