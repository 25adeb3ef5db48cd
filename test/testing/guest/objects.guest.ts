/**
 * A test with `standin/vitest` that has its document and its records in its own code.
 */
import { expect } from 'vitest'
import { standinTest } from '../../../src/testing/vitest.ts'

const planet = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

const ok = (schema: object) => ({ 200: { description: 'OK', content: { 'application/json': { schema } } } })

const test = standinTest({
  documents: {
    openapi: '3.1.0',
    info: { title: 'Planets', version: '1.0.0' },
    paths: {
      '/planets': { get: { responses: ok({ type: 'array', items: planet }) } },
      '/planets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: ok(planet),
        },
      },
    },
  },
  fixtures: { planets: [{ id: 3 }] },
})

test('has the document and records of its own code', async ({ sandbox }) => {
  expect(await (await sandbox.fetch('/planets')).json()).toEqual([{ id: 3 }])
})
