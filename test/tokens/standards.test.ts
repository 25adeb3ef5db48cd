/**
 * What the standards demand of the endpoints where a client, or somebody between it and the server, does something wrong.
 */
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { startStandin } from '../support/start-standin.ts'

const redirectUri = 'http://localhost:9/callback'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
  readonly scope: string
  readonly error: string
  readonly active: boolean
}

const start = async () => {
  const standin = await startStandin({ autoApprove: true })
  const base = `${standin.url}/_sandbox/oauth`
  const post = async (
    path: string,
    form: Readonly<Record<string, string>> | string,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await fetch(base + path, { method: 'POST', body: new URLSearchParams(form), headers })
    const text = await answer.text()
    return { status: answer.status, ...(text === '' ? {} : (JSON.parse(text) as Tokens)) } as {
      status: number
    } & Tokens
  }
  const authorize = async (parameters: Readonly<Record<string, string>>) => {
    const all = {
      response_type: 'code',
      client_id: 'app',
      redirect_uri: redirectUri,
      scope: 'openid email',
      ...parameters,
    }
    const answer = await fetch(`${base}/authorize?${new URLSearchParams(all)}`, { redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '').searchParams
  }
  const logIn = async () => {
    const code = (await authorize(pkce)).get('code') ?? ''
    const form = { grant_type: 'authorization_code', client_id: 'app', code, code_verifier: verifier }
    return { form, tokens: await post('/token', form) }
  }
  const isActive = async (token: string) => (await post('/introspect', { client_id: 'app', token })).active
  return {
    standin,
    base,
    post,
    authorize,
    logIn,
    isActive,
    [Symbol.asyncDispose]: () => standin[Symbol.asyncDispose](),
  }
}

describe('PKCE', () => {
  it('rejects a verifier for a request from which the challenge was removed, also of a client with a secret', async () => {
    await using server = await start()
    const code = (await server.authorize({})).get('code') ?? ''
    const form = { grant_type: 'authorization_code', client_id: 'app', client_secret: 's', code }
    expect(await server.post('/token', { ...form, code_verifier: verifier })).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: expect.stringContaining('code_challenge'),
    })
  })

  it('rejects a missing verifier, and one that is too short', async () => {
    await using server = await start()
    for (const [given, reason] of [
      [{}, 'missing'],
      [{ code_verifier: 'short' }, '43 to 128'],
    ] as const) {
      const code = (await server.authorize(pkce)).get('code') ?? ''
      const form = { grant_type: 'authorization_code', client_id: 'app', client_secret: 's', code, ...given }
      expect(await server.post('/token', form)).toMatchObject({
        error: 'invalid_grant',
        error_description: expect.stringContaining(reason),
      })
    }
  })
})

describe('a code', () => {
  it('that is used again revokes the tokens that it was exchanged for', async () => {
    await using server = await start()
    const { form, tokens } = await server.logIn()
    expect([await server.isActive(tokens.access_token), await server.isActive(tokens.refresh_token)]).toEqual([
      true,
      true,
    ])
    expect(await server.post('/token', form)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect([await server.isActive(tokens.access_token), await server.isActive(tokens.refresh_token)]).toEqual([
      false,
      false,
    ])
  })
})

describe('a code or a refresh token', () => {
  it('that comes twice at the same time leaves no token that is valid', async () => {
    await using server = await start()
    await server.logIn()
    for (const kind of ['code', 'refresh'] as const) {
      const { form, tokens } = await server.logIn()
      const code = (await server.authorize(pkce)).get('code') ?? ''
      const twice =
        kind === 'code'
          ? { ...form, code }
          : { grant_type: 'refresh_token', client_id: 'app', refresh_token: tokens.refresh_token }
      const answers = await Promise.all([1, 2, 3].map(() => server.post('/token', twice)))
      for (const { status, access_token, refresh_token } of answers) {
        if (status !== 200) continue
        expect(await server.isActive(access_token), kind).toBe(false)
        expect(await server.isActive(refresh_token), kind).toBe(false)
      }
      expect(answers.filter(({ status }) => status === 400).length, kind).toBeGreaterThanOrEqual(2)
    }
  })
})

describe('a refresh', () => {
  it('for fewer scopes does not take the others from the next refresh token', async () => {
    await using server = await start()
    const { tokens } = await server.logIn()
    const form = { grant_type: 'refresh_token', client_id: 'app' }
    const fewer = await server.post('/token', { ...form, refresh_token: tokens.refresh_token, scope: 'openid' })
    expect(fewer.scope).toBe('openid')
    expect((await server.post('/token', { ...form, refresh_token: fewer.refresh_token })).scope).toBe('openid email')
  })

  it('is not a login: the time of the login stays in the ID token', async () => {
    await using server = await start()
    const { tokens } = await server.logIn()
    server.standin.defaultSandbox.clock.advance(600_000)
    const form = { grant_type: 'refresh_token', client_id: 'app', refresh_token: tokens.refresh_token }
    const [first, second] = [decodeJwt(tokens.id_token), decodeJwt((await server.post('/token', form)).id_token)]
    expect(second.auth_time).toBe(first.auth_time)
    expect(Number(second.iat) - Number(first.iat)).toBeGreaterThanOrEqual(600)
  })
})

describe('parameters', () => {
  it('must not be given twice', async () => {
    await using server = await start()
    expect(
      await server.post('/token', 'grant_type=client_credentials&client_id=a&client_secret=b&client_id=c'),
    ).toMatchObject({ status: 400, error: 'invalid_request', error_description: expect.stringContaining('client_id') })
    const repeatable = 'grant_type=client_credentials&client_id=a&client_secret=b&resource=c&resource=d'
    expect(await server.post('/token', repeatable)).toMatchObject({ status: 200 })
    const twice = `${server.base}/authorize?${new URLSearchParams({ redirect_uri: redirectUri })}&redirect_uri=http://b.test/`
    expect((await fetch(twice, { redirect: 'manual' })).status).toBe(400)
  })

  it('of the token endpoint must be in the body', async () => {
    await using server = await start()
    const form = { grant_type: 'client_credentials', client_id: 'a' }
    expect(await server.post('/token?client_secret=b', form)).toMatchObject({
      status: 400,
      error: 'invalid_request',
      error_description: expect.stringContaining('client_secret must be in the body'),
    })
  })

  it('name one client', async () => {
    await using server = await start()
    const basic = { authorization: `Basic ${Buffer.from('app:secret').toString('base64')}` }
    const form = { grant_type: 'client_credentials' }
    expect(await server.post('/token', { ...form, client_id: 'app' }, basic)).toMatchObject({ status: 200 })
    for (const more of [{ client_id: 'other' }, { client_secret: 'secret' }])
      expect(await server.post('/token', { ...form, ...more }, basic)).toMatchObject({ error: 'invalid_request' })
  })
})

describe('revocation', () => {
  it('of a token of another client is rejected', async () => {
    await using server = await start()
    const { tokens } = await server.logIn()
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(await server.post('/revoke', { client_id: 'other', token })).toMatchObject({ error: 'invalid_grant' })
      expect(await server.isActive(token)).toBe(true)
      expect((await server.post('/revoke', { client_id: 'app', token })).status).toBe(200)
      expect(await server.isActive(token)).toBe(false)
    }
  })
})

describe('an access token', () => {
  it('is deleted through the control API like any key of its sandbox, and can be restored', async () => {
    await using server = await start()
    const { access_token: token } = (await server.logIn()).tokens
    const read = async () => (await fetch(`${server.standin.url}/v1/pets`, { headers: bearer(token) })).status
    const change = async (method: string, body?: object) =>
      (await call(`${server.standin.url}/_sandbox/sandboxes/default/keys/${token}`, { method, ...(body && { body }) }))
        .status
    expect(await read()).toBe(200)
    expect([await change('DELETE'), await read(), await server.isActive(token)]).toEqual([204, 401, false])
    expect([await change('PATCH', { state: 'active' }), await read()]).toEqual([200, 200])
    expect([await change('DELETE'), await read(), await server.isActive(token)]).toEqual([204, 401, false])
  })
})

it('an unknown token gets a challenge with the reason', async () => {
  await using server = await start()
  const answer = await fetch(`${server.base}/userinfo`, { headers: { authorization: 'Bearer nonsense' } })
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="Standin", error="invalid_token"',
  ])
})

it('the first tokens, requested at the same time, have the same key, which is the published one', async () => {
  await using server = await start()
  const publish = async (): Promise<JSONWebKeySet> =>
    (await fetch(`${server.base}/jwks`)).json() as Promise<JSONWebKeySet>
  const form = { grant_type: 'client_credentials', client_id: 'app', client_secret: 's' }
  const [early, ...tokens] = await Promise.all([publish(), ...[1, 2, 3, 4].map(() => server.post('/token', form))])
  expect(await publish()).toEqual(early)
  for (const { access_token } of tokens) await jwtVerify(access_token, createLocalJWKSet(early))
})
