/**
 * Errors whose status is documented by an example without a schema, or as text: the message is where the example has one.
 */
import { describe, expect, it } from 'vitest'
import { useFiles } from '../../support/serve-files.ts'
import { openApi } from '../../support/write-document.ts'

const unauthorized = (content: object) => ({
  get: {
    security: [{ token: [] }],
    responses: {
      200: { description: 'In.', content: { 'application/json': { schema: { type: 'string' } } } },
      401: { description: 'Out.', content },
    },
  },
})

const { call } = useFiles(
  {
    'doors.json': openApi({
      paths: {
        '/example': unauthorized({ 'application/json': { example: { code: 'E1', message: 'Who are you?' } } }),
        '/named': unauthorized({ 'application/json': { examples: { a: { value: { error: { message: 'Who?' } } } } } }),
        '/number': unauthorized({ 'application/json': { example: { hint: 4 } } }),
        '/text': unauthorized({ 'text/plain': { schema: { type: 'string' } } }),
        '/both': unauthorized({
          'text/plain': { schema: { type: 'string' } },
          'application/json': {
            schema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
          },
        }),
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    }),
  },
  { anyKey: true },
)

const reason = expect.stringContaining('Authorization')

describe('a 401 that is documented by', () => {
  for (const [path, type, body] of [
    ['/example', 'application/json', { code: expect.any(String), message: reason }],
    ['/named', 'application/json', { error: { message: reason } }],
    ['/both', 'application/json', { message: reason }],
  ] as const)
    it(`${path.slice(1)}: the shape, with the reason`, async () => {
      const answer = await call(path)
      expect(answer.status).toBe(401)
      expect(answer.headers['content-type']).toBe(type)
      expect(answer.json).toEqual(body)
    })

  it('an example without room for a reason: the example', async () =>
    expect((await call('/number')).json).toEqual({ hint: 4 }))

  it('text: the reason', async () => {
    const answer = await call('/text')
    expect(answer.headers['content-type']).toBe('text/plain')
    expect(answer.text).toEqual(reason)
    expect(answer.text).not.toContain('{"')
  })
})
