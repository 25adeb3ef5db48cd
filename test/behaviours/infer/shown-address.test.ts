/**
 * Bodies that are generated for a path show its parameters, if they have a property for them and the schema accepts the value.
 */
import { describe, expect, it } from 'vitest'
import { integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

interface Row {
  readonly name: string
  readonly path: string
  readonly parameters: readonly object[]
  readonly record: object
  readonly beside?: object
  readonly ask: string
  readonly shows: object
}

describe('a generated body shows', () => {
  const rows: readonly Row[] = [
    {
      name: 'the id in the path',
      path: '/gadgets/{gadgetId}',
      parameters: [pathParameter('gadgetId')],
      record: object({ id: integer }, ['id']),
      ask: '/gadgets/77',
      shows: { id: 77 },
    },
    {
      name: 'an id of 64 bits to the last digit',
      path: '/gadgets/{id}',
      parameters: [pathParameter('id', { ...integer, format: 'int64' })],
      record: object({ id: { ...integer, format: 'int64' }, ref: text }, ['id']),
      ask: '/gadgets/9007199254740993',
      shows: {},
    },
    {
      name: 'parameters in the properties of the same name',
      path: '/stores/{store_name}/gadgets/{serial}',
      parameters: [pathParameter('store_name', text), pathParameter('serial', text)],
      record: object({ id: { const: 4 }, storeName: text, serial: text }, ['id', 'storeName', 'serial']),
      ask: '/stores/north/gadgets/s-1',
      shows: { id: 4, storeName: 'north', serial: 's-1' },
    },
    {
      name: 'its own id if the parameter identifies something else',
      path: '/orders/{orderId}/receipt',
      parameters: [pathParameter('orderId')],
      record: object({ id: { const: 5 }, orderId: integer }, ['id', 'orderId']),
      ask: '/orders/12/receipt',
      shows: { id: 5, orderId: 12 },
    },
    {
      name: 'no parameter that its schema rejects',
      path: '/gadgets/{code}',
      parameters: [pathParameter('code', text)],
      record: object({ code: { const: 'fixed' }, label: { const: 'a' } }, ['code', 'label']),
      ask: '/gadgets/other',
      shows: { code: 'fixed', label: 'a' },
    },
    {
      name: 'the values of an example unchanged',
      path: '/gadgets/{id}',
      parameters: [pathParameter('id')],
      record: object({ id: integer }),
      beside: { example: { id: 1 } },
      ask: '/gadgets/77',
      shows: { id: 1 },
    },
  ]
  for (const { name, path, parameters, record, beside = {}, ask, shows } of rows)
    it(name, async () => {
      const paths = { [path]: { parameters, get: { responses: { 200: response(record, beside) } } } }
      await using api = await serveFiles({ 'gadgets.json': openApi({ paths }) })
      const answer = await api.call(ask)
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject(shows)
      if (ask.endsWith('9007199254740993')) expect(answer.text).toContain('"id":9007199254740993')
    })
})
