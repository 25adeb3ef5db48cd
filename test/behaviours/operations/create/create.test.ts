/**
 * Creations that fail leave nothing behind.
 */
import { describe, it } from 'vitest'
import { converse } from '../../../support/converse.ts'
import { serveFiles } from '../../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const record = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text, colour: text } }

/** Gadgets whose creation responds with more than the record has. */
const gadgetsWith = (extra: object): object => {
  const shown = {
    ...record,
    required: [...record.required, 'receipt'],
    properties: { ...record.properties, receipt: extra },
  }
  return openApi({
    paths: {
      '/gadgets': {
        get: { responses: { 200: response({ type: 'array', items: record }) } },
        post: {
          requestBody: requestBody({ type: 'object', required: ['name'], properties: { name: text, colour: text } }),
          responses: { 201: response(shown) },
        },
      },
      '/gadgets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: { responses: { 200: response(record) } },
      },
    },
  })
}

describe('a creation whose response cannot match its schema', () => {
  it('is an error and stores no record', async () => {
    const extra = { type: 'string', minLength: 5, maxLength: 2 }
    await using served = await serveFiles({ 'gadgets.json': gadgetsWith(extra) })
    await converse(served.call, [
      { ask: 'POST /gadgets', body: { name: 'Lamp' }, status: 500 },
      { ask: 'GET /gadgets', status: 200, is: [] },
      { ask: 'GET /gadgets/1', status: 404 },
    ])
  })
})
