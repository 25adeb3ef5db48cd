/**
 * How the files of the console are served: representations, headers, who may load them, and where browsers are redirected.
 */
import { expect, it } from 'vitest'
import { startStandin } from '../support/start-standin.ts'
import { sendRaw } from './support/send-raw.ts'

const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }

it('serves the page for every address of a part, not to be cached without asking', async () => {
  await using standin = await startStandin()
  for (const path of ['/_sandbox/', '/_sandbox/~default/traffic/req-1', '/_sandbox/~a%2Fb/records?sort=name']) {
    const { status, headers, body } = await sendRaw(standin.url + path)
    expect([path, status, headers['content-type'], headers['cache-control']]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ])
    expect(body.toString()).toContain('<div id="console">')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  }
})

it('is named where a client requests the address of the server itself', async () => {
  await using standin = await startStandin()
  const { status, body } = await sendRaw(`${standin.url}/`)
  expect(status).toBe(404)
  expect(body.toString()).toContain('The console is at /_sandbox/, the list of documents at /_sandbox/documents')
})

it('has no inline script, style or handler, and names nothing of elsewhere', async () => {
  await using standin = await startStandin()
  for (const path of ['/_sandbox/', '/_sandbox/docs']) {
    const page = (await sendRaw(standin.url + path, navigation)).body.toString()
    expect(page).toMatch(/<script [^>]*src=/)
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=|javascript:/i)
    for (const [, address] of page.matchAll(/(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^\/_sandbox\/assets\//)
  }
})

it('serves assets compressed and for ever, and 304 for the tag of the same representation', async () => {
  await using standin = await startStandin()
  const page = (await sendRaw(`${standin.url}/_sandbox/`)).body.toString()
  const asset = standin.url + (/src="([^"]+\.js)"/.exec(page)?.[1] ?? '')
  const sizes = []
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { status, headers, body } = await sendRaw(asset, { 'Accept-Encoding': encoding })
    expect([status, headers['content-encoding']]).toEqual([200, encoding === 'identity' ? undefined : encoding])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers.vary).toContain('Accept-Encoding')
    const again = await sendRaw(asset, { 'Accept-Encoding': encoding, 'If-None-Match': String(headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
    sizes.push(body.length)
  }
  expect(sizes).toEqual([...sizes].sort((one, other) => one - other))
})

it('never reads a file that a request names', async () => {
  await using standin = await startStandin()
  for (const path of [
    '/_sandbox/assets/../index.html',
    '/_sandbox/assets/%2e%2e/index.html',
    '/_sandbox/assets/none.js',
  ])
    expect((await sendRaw(standin.url + path)).status).toBe(404)
})

it('needs no token, but the Host and the site of the guard', async () => {
  await using open = await startStandin()
  await using closed = await startStandin({ adminToken: 'secret' })
  const rows = [
    [open, {}, 200],
    [open, { Host: 'evil.example' }, 403],
    [open, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' }, 403],
    [open, { 'Sec-Fetch-Site': 'cross-site', ...navigation }, 200],
    [open, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }, 403],
    [closed, {}, 200],
    [closed, { Host: 'ci.example' }, 200],
  ] as const
  for (const [standin, headers, status] of rows)
    expect([headers, (await sendRaw(`${standin.url}/_sandbox/`, headers)).status]).toEqual([headers, status])
  expect((await sendRaw(`${closed.url}/_sandbox/documents`)).status).toBe(401)
})

it('redirects a browser to the console from addresses that belong to no document', async () => {
  await using standin = await startStandin()
  const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const rows = [
    ['/', navigation, 303, '/_sandbox/'],
    ['/', html, 303, '/_sandbox/'],
    ['/v1', navigation, 303, '/_sandbox/'],
    ['/~checkout/', navigation, 303, '/_sandbox/~checkout/'],
    ['/_sandbox', navigation, 308, '/_sandbox/'],
    ['/v1/petz', navigation, 404, undefined],
    ['/', { Accept: 'application/json, text/html' }, 404, undefined],
    ['/', {}, 404, undefined],
    ['/favicon.ico', { 'Sec-Fetch-Dest': 'image', ...html }, 404, undefined],
  ] as const
  for (const [path, headers, status, location] of rows) {
    const response = await sendRaw(standin.url + path, headers)
    expect([path, headers, response.status, response.headers.location]).toEqual([path, headers, status, location])
  }
})

it('is read only', async () => {
  await using standin = await startStandin()
  const { status, headers } = await sendRaw(`${standin.url}/_sandbox/`, {}, 'POST')
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
})
