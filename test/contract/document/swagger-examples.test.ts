/**
 * OpenAPI 2.0: responses that have examples and no schema.
 */
import { expect, it } from 'vitest'
import { useFiles } from '../../support/serve-files.ts'

const { call } = useFiles({
  'tea.json': {
    swagger: '2.0',
    info: { title: 'Tea', version: '1' },
    produces: ['application/json'],
    paths: {
      '/best': {
        get: {
          responses: {
            200: { description: 'Tea.', examples: { 'application/json': { name: 'Green' }, 'text/plain': 'Green' } },
          },
        },
      },
    },
  },
})

it('an example is the body', async () => {
  const { status, json } = await call('/best')
  expect(status).toBe(200)
  expect(json).toEqual({ name: 'Green' })
})

it('the client may choose among the types of the examples', async () => {
  const { headers, text } = await call('/best', { headers: { accept: 'text/plain' } })
  expect(headers['content-type']).toBe('text/plain')
  expect(text).toBe('Green')
})
