/**
 * Rendering an error never throws, whatever the error schemas of the document are: an exception there would end the process,
 * because requests that do not parse are answered in an event handler.
 */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { serveFiles } from '../support/serve-files.ts'
import { openApi, response } from '../support/write-document.ts'

/** A document whose error responses have this schema and media type. */
const withErrors = (schema: object, mediaType?: string): object =>
  openApi({
    paths: {
      '/things': {
        get: {
          responses: {
            200: response({ type: 'array', items: { type: 'object' } }),
            '4XX': response(schema, {}, mediaType),
            default: response(schema, {}, mediaType),
          },
        },
      },
    },
  })

const brokenSchemas = {
  'has an unknown type': withErrors({ type: 'object', properties: { code: { type: 'int' } } }),
  'has an invalid pattern': withErrors({ type: 'object', properties: { message: { type: 'string', pattern: '(' } } }),
  'has a required that is not a list': withErrors({ type: 'object', required: 'message' }),
  'refers to itself endlessly': withErrors({
    allOf: [{ $ref: '#/paths/~1things/get/responses/default/content/application~1json/schema' }],
  }),
  'has a media type outside ASCII': withErrors(
    { type: 'object', properties: { message: { type: 'string' } } },
    'application/vnd.zürich+json',
  ),
}

/** Everything that the server sends on a connection. */
const send = (port: number | undefined, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port ?? 0, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })

const unparsable = {
  garbage: 'garbage\r\n\r\n',
  CONNECT: 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'an expectation': 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n',
  '20 kB of headers': `GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
}

describe.each(Object.entries(brokenSchemas))('where the error schema of the document %s', (_, document) => {
  it.each(Object.entries(unparsable))('%s does not end the process', async (_name, bytes) => {
    await using server = await serveFiles({ 'api.json': document })
    const text = await send(server.standin.port, bytes)
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(text).toContain('Content-Type: application/problem+json')
    expect((await server.call('/_sandbox/health')).status).toBe(200)
  })

  it('an unknown path gets problem details', async () => {
    await using server = await serveFiles({ 'api.json': document })
    const answer = await server.call('/nothing')
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.json).toMatchObject({ status: 404, code: 'not_found', instance: '/nothing' })
  })
})
