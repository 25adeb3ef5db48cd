/**
 * A token that a login responds with opens the sandbox in which it was requested.
 */
import { describe, expect, it } from 'vitest'
import { integer, object, text } from '../support/gadget-schemas.ts'
import { type Served, serveFiles, useFiles } from '../support/serve-files.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

const tide = { security: [{ token: [] }], responses: { 200: response(object({ level: integer }, ['level'])) } }
const credentials = requestBody(object({ user: text, password: text }))
const open = { security: [], requestBody: credentials }

const describeApi = (login: object, scheme: object = { type: 'http', scheme: 'bearer' }) => ({
  'tides.json': openApi({
    paths: { ...login, '/tides': { get: tide } },
    components: { securitySchemes: { token: scheme } },
  }),
})
const respondWith = (schema: object) => ({ post: { ...open, responses: { 200: response(schema) } } })
const body = { user: 'ada', password: 'lovelace' }
/** With a key, other keys are rejected. */
const keys = { keys: ['known'] }

const statusWith = async (api: ReturnType<typeof useFiles>, headers: Record<string, string>) =>
  (await api.call('/tides', { headers })).status

describe('a token of a login', () => {
  const api = useFiles(
    describeApi({
      '/auth/login': respondWith(object({ data: object({ access_token: text }, ['access_token']) }, ['data'])),
    }),
    keys,
  )

  it('opens only the sandbox that the login was sent to', async () => {
    const { json } = await api.call('/auth/login', { body, headers: { 'sandbox-id': 'mine' } })
    const authorization = `Bearer ${(json as { data: { access_token: string } }).data.access_token}`
    expect(await statusWith(api, { authorization, 'sandbox-id': 'mine' })).toBe(200)
    expect(await statusWith(api, { authorization })).toBe(401)
  })

  it('is not what a request without a login sends', async () => {
    expect(await statusWith(api, { authorization: 'Bearer invented' })).toBe(401)
  })
})

it('a token of a login opens the sandboxes that have responded with it, also after a restart', async () => {
  const token = { ...text, example: 'the-token' }
  const files = describeApi({ '/auth/login': respondWith(object({ token }, ['token'])) })
  await using folder = await createTemporaryFolder({})
  const serve = () => serveFiles(files, { ...keys, data: folder.path })
  const statuses = async ({ call }: Pick<Served, 'call'>) => {
    const found: number[] = []
    for (const name of ['one', 'two', undefined]) {
      const headers = { authorization: 'Bearer the-token', ...(name === undefined ? {} : { 'sandbox-id': name }) }
      found.push((await call('/tides', { headers })).status)
    }
    return found
  }
  {
    await using api = await serve()
    for (const name of ['one', 'two'])
      expect((await api.call('/auth/login', { body, headers: { 'sandbox-id': name } })).status).toBe(200)
    expect(await statuses(api)).toEqual([200, 200, 401])
  }
  await using api = await serve()
  expect(await statuses(api)).toEqual([200, 200, 401])
})

describe('a token that is a JSON Web Token by the document', () => {
  const scheme = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }
  const api = useFiles(describeApi({ '/sessions': respondWith(object({ token: text }, ['token'])) }, scheme), keys)

  it('has three parts, with claims that are valid now', async () => {
    const { json } = await api.call('/sessions', { body })
    const { token } = json as { token: string }
    const [head, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    expect(JSON.parse(head ?? '')).toEqual({ alg: 'HS256', typ: 'JWT' })
    const { iat, exp } = JSON.parse(claims ?? '') as { iat: number; exp: number }
    const now = Date.now() / 1000
    expect([iat < now, now < exp]).toEqual([true, true])
    expect(await statusWith(api, { authorization: `Bearer ${token}` })).toBe(200)
  })
})

describe('other forms of a login', () => {
  const cookies = { type: 'apiKey', in: 'cookie', name: 'SESSION' }
  const header = { schema: text, example: 'SESSION=abc123; Path=/; HttpOnly' }
  const byCookie = useFiles(
    describeApi(
      {
        '/login': {
          post: { ...open, responses: { 204: { description: 'Welcome.', headers: { 'Set-Cookie': header } } } },
        },
      },
      cookies,
    ),
    keys,
  )
  it('sets a cookie', async () => {
    expect((await byCookie.call('/login', { body })).status).toBe(204)
    expect(await statusWith(byCookie, { cookie: 'SESSION=abc123' })).toBe(200)
  })

  const asText = useFiles(
    describeApi(
      {
        '/user/login': { get: { security: [], responses: { 200: response(text, { example: 'k-42' }, 'text/plain') } } },
      },
      { type: 'apiKey', in: 'header', name: 'x-key' },
    ),
    keys,
  )
  it('responds with nothing but the token', async () => {
    expect((await asText.call('/user/login')).text).toBe('k-42')
    expect(await statusWith(asText, { 'x-key': 'k-42' })).toBe(200)
  })

  const other = useFiles(describeApi({ '/notes': respondWith(object({ token: text }, ['token'])) }), keys)
  it('is not every operation that returns a token', async () => {
    const { json } = await other.call('/notes', { body })
    expect(await statusWith(other, { authorization: `Bearer ${(json as { token: string }).token}` })).toBe(401)
  })
})
