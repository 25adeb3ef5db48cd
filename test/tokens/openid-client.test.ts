/**
 * openid-client, a certified client library, uses the tokens of a sandbox unchanged.
 */
import * as oidc from 'openid-client'
import { describe, expect, it } from 'vitest'
import type { Standin, StandinOptions } from '../../src/index.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'

const document = openApi({
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        security: [{ login: ['notes:read'] }],
        responses: {
          200: response({ type: 'array', items: { $ref: '#/components/schemas/Note' } }),
          default: response({
            type: 'object',
            required: ['error'],
            properties: { error: { type: 'object', properties: { message: { type: 'string' } } } },
          }),
        },
      },
    },
    '/secrets': {
      get: {
        operationId: 'listSecrets',
        security: [{ login: ['secrets:read'] }],
        responses: { 200: response({ type: 'array', items: { type: 'string' } }) },
      },
    },
  },
  components: {
    schemas: { Note: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
    securitySchemes: {
      login: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://api.example.com/oauth/authorize',
            tokenUrl: 'https://api.example.com/oauth/token',
            scopes: { 'notes:read': 'Read notes', 'secrets:read': 'Read secrets' },
          },
        },
      },
    },
  },
})

/** Without --any-key: only the keys of --key and tokens are accepted. */
const start = async (options: StandinOptions = {}) => {
  const folder = await createTemporaryFolder({ 'notes.json': JSON.stringify(document) })
  const documents = [`${folder.path}/notes.json`]
  const standin = await startStandin({ documents, folder: folder.path, keys: ['other'], ...options })
  return {
    standin,
    folder: folder.path,
    [Symbol.asyncDispose]: async () => {
      await standin.close()
      await folder.remove()
    },
  }
}

const discover = ({ url }: Pick<Standin, 'url'>, secret?: string) =>
  oidc.discovery(new URL(`${url}/_sandbox/oauth`), 'app', secret, undefined, { execute: [oidc.allowInsecureRequests] })

const list = async ({ url }: Pick<Standin, 'url'>, token: string, path = '/v1/notes') =>
  fetch(url + path, { headers: { authorization: `Bearer ${token}` } })

const redirectUri = 'http://localhost:9/callback'

/** Follows the authorization request with auto-approve, and returns the address that the client is redirected to. */
const authorize = async (config: oidc.Configuration, scope: string) => {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    login_hint: 'ann',
  })
  const answer = await fetch(url, { redirect: 'manual' })
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
  return { location: new URL(answer.headers.get('location') ?? ''), checks }
}

describe('openid-client', () => {
  it('gets a token by client credentials, which the operations accept', async () => {
    await using parts = await start()
    const config = await discover(parts.standin, 'secret')
    expect(config.serverMetadata().token_endpoint).toBe(`${parts.standin.url}/oauth/token`)
    const tokens = await oidc.clientCredentialsGrant(config, { scope: 'notes:read' })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'notes:read' })
    expect((await list(parts.standin, tokens.access_token)).status).toBe(200)
    expect((await list(parts.standin, 'nonsense')).status).toBe(401)
  })

  it('gets 403 for a missing scope in the error shape of the document, and 401 when the clock is past the expiry', async () => {
    await using parts = await start()
    const { standin } = parts
    const config = await discover(standin, 'secret')
    const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'secrets:read' })
    const forbidden = await list(standin, token)
    expect(forbidden.status).toBe(403)
    expect(forbidden.headers.get('www-authenticate')).toContain('insufficient_scope')
    expect(await forbidden.json()).toMatchObject({ error: { message: expect.stringContaining('notes:read') } })
    expect((await list(standin, token, '/v1/secrets')).status).toBe(200)
    standin.defaultSandbox.clock.advance(3_500_000)
    expect((await list(standin, token, '/v1/secrets')).status).toBe(200)
    standin.defaultSandbox.clock.advance(200_000)
    const expired = await list(standin, token, '/v1/secrets')
    expect(expired.status).toBe(401)
    expect(expired.headers.get('www-authenticate')).toContain('expired')
  })

  it('runs the authorization code flow with PKCE, checks the ID token with the JWKS, and refreshes', async () => {
    await using parts = await start({ autoApprove: true })
    const { standin } = parts
    const config = await discover(standin)
    const { location, checks } = await authorize(config, 'openid email notes:read')
    const tokens = await oidc.authorizationCodeGrant(config, location, checks)
    expect(tokens.claims()).toMatchObject({ sub: 'ann', email: 'ann@example.com', aud: 'app' })
    expect((await list(standin, tokens.access_token)).status).toBe(200)
    expect(await oidc.fetchUserInfo(config, tokens.access_token, 'ann')).toMatchObject({ sub: 'ann' })
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
    expect((await list(standin, refreshed.access_token)).status).toBe(200)
  })

  it('finds that a code works once, and that a second use revokes its tokens', async () => {
    await using parts = await start({ autoApprove: true })
    const { standin } = parts
    const config = await discover(standin)
    const { location, checks } = await authorize(config, 'openid notes:read')
    const tokens = await oidc.authorizationCodeGrant(config, location, checks)
    expect((await list(standin, tokens.access_token)).status).toBe(200)
    await expect(oidc.authorizationCodeGrant(config, location, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await list(standin, tokens.access_token)).status).toBe(401)
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('finds that a refresh token works once, and that a second use revokes the login', async () => {
    await using parts = await start({ autoApprove: true })
    const { standin } = parts
    const config = await discover(standin)
    const { location, checks } = await authorize(config, 'openid notes:read')
    const tokens = await oidc.authorizationCodeGrant(config, location, checks)
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(oidc.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await list(standin, refreshed.access_token)).status).toBe(401)
  })

  it('learns of an unknown scope in the characters that an error may have', async () => {
    await using parts = await start({ autoApprove: true })
    const { location } = await authorize(await discover(parts.standin), 'nötes"')
    expect(location.searchParams.get('error_description')).toMatch(/^the document has no scope n\?tes'; /)
  })

  it('is rejected with a wrong code_verifier', async () => {
    await using parts = await start({ autoApprove: true })
    const config = await discover(parts.standin)
    const { location, checks } = await authorize(config, 'openid')
    const wrong = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() }
    await expect(oidc.authorizationCodeGrant(config, location, wrong)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('revokes and introspects', async () => {
    await using parts = await start()
    const { standin } = parts
    const config = await discover(standin, 'secret')
    const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'notes:read' })
    expect(await oidc.tokenIntrospection(config, token)).toMatchObject({ active: true, scope: 'notes:read' })
    await oidc.tokenRevocation(config, token)
    expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false })
    expect((await list(standin, token)).status).toBe(401)
  })
})

describe('tokens', () => {
  it('are valid after a restart with --data, and their sandbox is known', async () => {
    await using data = await createTemporaryFolder()
    let token = ''
    let refresh = ''
    {
      await using parts = await start({ autoApprove: true, data: data.path })
      const config = await discover(parts.standin)
      const { location, checks } = await authorize(config, 'openid notes:read')
      const tokens = await oidc.authorizationCodeGrant(config, location, checks)
      token = tokens.access_token
      refresh = tokens.refresh_token ?? ''
    }
    await using parts = await start({ autoApprove: true, data: data.path })
    expect((await list(parts.standin, token)).status).toBe(200)
    const config = await discover(parts.standin)
    const refreshed = await oidc.refreshTokenGrant(config, refresh).catch((error: unknown) => error)
    // The issuer has another port now, which is in the ID token only.
    expect(refreshed).toMatchObject({ scope: 'openid notes:read' })
  })

  it('belong to the sandbox whose address issued them, and remain valid after its reset', async () => {
    await using parts = await start()
    const { standin } = parts
    const sandbox = await standin.sandbox({ id: 'checkout' })
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' })
    const answer = await fetch(`${standin.url}/~checkout/oauth/token`, { method: 'POST', body: form })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    const read = await list(standin, token)
    expect([read.status, read.headers.get('sandbox-id')]).toEqual([200, 'checkout'])
    await sandbox.reset()
    expect((await list(standin, token)).status).toBe(200)
    const [header, payload, signature] = token.split('.')
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), sandbox: 'default' }),
    ).toString('base64url')
    expect((await list(standin, `${header}.${forged}.${signature}`)).status).toBe(401)
  })

  it('are not recorded as unmatched requests', async () => {
    await using parts = await start()
    const issues: unknown[] = []
    parts.standin.watchIssues((issue) => issues.push(issue))
    await oidc.clientCredentialsGrant(await discover(parts.standin, 's'), { scope: 'notes:read' })
    expect(issues).toEqual([])
  })
})
