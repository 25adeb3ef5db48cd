/**
 * The authorization endpoint: the page works with the keyboard alone, and its errors reach the client.
 */
import { expect, it } from 'vitest'
import { describeInBrowser, openBrowser } from '../support/browser.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const pageUrl = (url: string, changes: Readonly<Record<string, string>> = {}): string => {
  const parameters = {
    response_type: 'code',
    client_id: 'app',
    redirect_uri: `${url}/callback`,
    scope: 'openid',
    state: 'xyz',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  return `${url}/_sandbox/oauth/authorize?${new URLSearchParams(parameters)}`
}

const locationOf = async (url: string, body?: URLSearchParams): Promise<URL> => {
  const answer = await fetch(url, { redirect: 'manual', ...(body ? { method: 'POST', body } : {}) })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

it('the form leads to the redirect address with a code and the state', async () => {
  await using standin = await startStandin()
  const answer = await fetch(pageUrl(standin.url))
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await answer.text()).toContain('<label for="username">')
  const allowed = await locationOf(pageUrl(standin.url), new URLSearchParams({ username: 'ann', decision: 'allow' }))
  expect(allowed.pathname).toBe('/callback')
  expect(allowed.searchParams.get('state')).toBe('xyz')
  expect(allowed.searchParams.get('code')).toMatch(/^code_/)
  const denied = await locationOf(pageUrl(standin.url), new URLSearchParams({ username: 'ann', decision: 'deny' }))
  expect(denied.searchParams.get('error')).toBe('access_denied')
})

it('errors are sent to the client; without a redirect address they are shown', async () => {
  await using standin = await startStandin()
  for (const [changes, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
  ] as const)
    expect((await locationOf(pageUrl(standin.url, changes))).searchParams.get('error')).toBe(error)
  const unsafe = ['javascript:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x']
  for (const redirect of ['', ...unsafe, '/relative', 'https://a.test/#x']) {
    const answer = await fetch(pageUrl(standin.url, { redirect_uri: redirect }), { redirect: 'manual' })
    expect([redirect, answer.status]).toEqual([redirect, 400])
  }
  // Who requests must be known before anybody is sent anywhere.
  const nobody = await fetch(pageUrl(standin.url, { client_id: '' }), { redirect: 'manual' })
  expect([nobody.status, await nobody.json()]).toMatchObject([400, { error: 'invalid_request' }])
})

it('what a client sends is shown as text', async () => {
  await using standin = await startStandin()
  const text = await (await fetch(pageUrl(standin.url, { client_id: '"><script>alert(1)</script>' }))).text()
  expect(text).not.toContain('<script>')
  expect(text).toContain('&#60;script&#62;')
})

it('users of keys.yaml need their passwords', async () => {
  await using folder = await createTemporaryFolder({
    'fixtures/keys.yaml': '- { user: ann, password: sesame }\n- key: sandbox-key\n',
  })
  await using standin = await startStandin({ fixtures: `${folder.path}/fixtures` })
  const url = pageUrl(standin.url)
  const wrong = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'ann', password: 'x', decision: 'allow' }),
  })
  expect([wrong.status, (await wrong.text()).includes('role="alert"')]).toEqual([200, true])
  const right = new URLSearchParams({ username: 'ann', password: 'sesame', decision: 'allow' })
  expect((await locationOf(url, right)).searchParams.has('code')).toBe(true)
  const silent = await locationOf(pageUrl(standin.url, { prompt: 'none', login_hint: 'ann' }))
  expect([silent.searchParams.get('error'), silent.searchParams.has('code')]).toEqual(['login_required', false])
  const password = { grant_type: 'password', client_id: 'app', username: 'ann', password: 'x' }
  const token = await fetch(`${standin.url}/_sandbox/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(password),
  })
  expect([token.status, await token.json()]).toMatchObject([400, { error: 'invalid_grant' }])
})

it('methods and media types are checked', async () => {
  await using standin = await startStandin()
  const token = `${standin.url}/_sandbox/oauth/token`
  const get = await fetch(token)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  const json = await fetch(token, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }])
  const nobody = await fetch(token, { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) })
  expect([nobody.status, await nobody.json()]).toMatchObject([401, { error: 'invalid_client' }])
  const unknown = await fetch(`${standin.url}/~none/_sandbox/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(),
  })
  expect(unknown.status).toBe(400)
})

describeInBrowser('with the keyboard', () => {
  it('a person logs in', async () => {
    await using standin = await startStandin()
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(pageUrl(standin.url, { redirect_uri: `${standin.url}/_sandbox/health` }))
      await page.keyboard.type('ann')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL(/_sandbox\/health\?code=code_/)
    } finally {
      await browser.close()
    }
  })
})
