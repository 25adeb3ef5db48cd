/**
 * Where the endpoints of tokens are: the addresses of a document that are on its own server, as paths.
 */
import { describe, expect, it } from 'vitest'
import { loadService } from '../../src/loading/service.ts'
import type { JsonObject } from '../../src/ports.ts'
import { endpointsOf } from '../../src/tokens/endpoints.ts'
import { writeFiles } from '../support/serve-files.ts'
import { openApi, response } from '../support/write-document.ts'

const pathOfToken = async (tokenUrl: string, server: JsonObject): Promise<string> => {
  const document = openApi({
    servers: [server],
    paths: { '/notes': { get: { responses: { 200: response({ type: 'string' }) } } } },
    components: {
      securitySchemes: { login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } } },
    },
  })
  const folder = await writeFiles({ 'notes.json': JSON.stringify(document) })
  const service = await loadService([`${folder.path}/notes.json`])
  await folder.remove()
  return endpointsOf(service).pathOf('token')
}

const named = { url: 'https://api.example.com/v1' }
const regional = { url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu' } } }
const own = '/_sandbox/oauth/token'

describe('the address of the token endpoint', () => {
  for (const [tokenUrl, server, path] of [
    ['https://api.example.com/oauth/token', named, '/oauth/token'],
    ['https://API.example.com/oauth/token?tenant=1', named, '/oauth/token'],
    ['https://login.example.com/oauth/token', named, own],
    ['//login.example.com/oauth/token', named, own],
    ['//api.example.com/oauth/token', named, '/oauth/token'],
    ['https://eu.example.com/oauth/token', regional, '/oauth/token'],
    ['/oauth/token', named, '/oauth/token'],
    ['/oauth/token?tenant=1#x', named, '/oauth/token'],
    ['oauth/token', named, '/v1/oauth/token'],
    ['./oauth/token', named, '/v1/oauth/token'],
    ['../oauth/token', named, '/oauth/token'],
    ['https://', named, own],
  ] as const)
    it(`${tokenUrl} of ${server.url} is ${path}`, async () => expect(await pathOfToken(tokenUrl, server)).toBe(path))
})
