/**
 * The control API and web pages of other origins: no request of such a page changes anything or reads anything. This needs a
 * real browser, because only a browser adds the headers that identify the page.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, assert, beforeAll, expect, it, vi } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { describeInBrowser, openBrowser } from '../support/browser.ts'
import { startStandin } from '../support/start-standin.ts'

interface Attack {
  readonly name: string
  readonly method: string
  readonly target: string
  /** A script that returns what the page learns; `url` is the URL of the target. */
  readonly script: string
}

const submit = (method: string, fields = '', encoding = 'application/x-www-form-urlencoded'): string => `
  new Promise((resolve) => {
    document.body.innerHTML = '<iframe name="sink"></iframe><form target="sink" method="${method}" enctype="${encoding}">${fields}</form>'
    const form = document.forms[0]
    form.action = url
    const frame = document.querySelector('iframe')
    frame.onload = () => {
      try { resolve(frame.contentDocument.body.innerText) } catch (error) { resolve(error.name) }
    }
    form.submit()
  })`

const load = (element: string, attribute: string): string => `
  new Promise((resolve) => {
    const element = document.createElement('${element}')
    element.onload = () => resolve('loaded')
    element.onerror = () => resolve('failed')
    element.${attribute} = url
    document.body.append(element)
  })`

const send = (options: object): string => `
  fetch(url, ${JSON.stringify(options)}).then(
    async (answer) => answer.type + ' ' + answer.status + ' ' + (await answer.text()),
    (error) => error.name,
  )`

const json =
  '<input name=&quot;{&amp;quot;id&amp;quot;:&amp;quot;evil&amp;quot;,&amp;quot;x&amp;quot;:&amp;quot; value=&quot;&quot;>'

const attacks: readonly Attack[] = [
  { name: 'a form without a body', method: 'POST', target: '/sandboxes/ann/reset', script: submit('post') },
  { name: 'a form that creates a sandbox', method: 'POST', target: '/sandboxes', script: submit('post') },
  { name: 'a form that reads', method: 'GET', target: '/sandboxes', script: submit('get') },
  {
    name: 'a form that looks like JSON',
    method: 'POST',
    target: '/sandboxes/ann/clock/advance',
    script: submit('post', json, 'text/plain'),
  },
  {
    name: 'fetch no-cors without a body',
    method: 'POST',
    target: '/sandboxes/ann/snapshots/before/restore',
    script: send({ method: 'POST', mode: 'no-cors' }),
  },
  {
    name: 'fetch no-cors with a body',
    method: 'POST',
    target: '/sandboxes',
    script: send({ method: 'POST', mode: 'no-cors', body: '{"id":"evil"}' }),
  },
  { name: 'fetch no-cors', method: 'GET', target: '/sandboxes', script: send({ mode: 'no-cors' }) },
  { name: 'fetch', method: 'GET', target: '/sandboxes/ann', script: send({}) },
  { name: 'fetch with credentials', method: 'GET', target: '/sandboxes', script: send({ credentials: 'include' }) },
  { name: 'an image', method: 'GET', target: '/sandboxes', script: load('img', 'src') },
  { name: 'an image of an unknown sandbox', method: 'GET', target: '/sandboxes/nobody', script: load('img', 'src') },
  { name: 'a script', method: 'GET', target: '/sandboxes', script: load('script', 'src') },
  {
    name: 'a beacon',
    method: 'POST',
    target: '/sandboxes/ann/reset',
    script: `Promise.resolve(String(navigator.sendBeacon(url)))`,
  },
  {
    name: 'an event source',
    method: 'GET',
    target: '/events',
    script: `new Promise((resolve) => {
      const source = new EventSource(url)
      source.onopen = () => resolve('opened')
      source.onerror = () => { source.close(); resolve('failed') }
    })`,
  },
]

interface ServerAnswer {
  readonly method: string
  readonly target: string
  readonly status: number
}

/** Anything that shows that the page could read a response. */
const secrets = /ann|before|default|sandbox-1|opened|loaded|"id"/

describeInBrowser('a page of another origin', () => {
  let browser: Browser
  let standin: Standin
  let evil: Server
  let origins: Readonly<Record<string, string>>
  /** The responses of the server. A browser hides many of them even from its debugger. */
  const answers: ServerAnswer[] = []
  const listen = (message: unknown): void => {
    const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse }
    answers.push({ method: request.method ?? '', target: request.url ?? '', status: response.statusCode })
  }
  beforeAll(async () => {
    subscribe('http.server.response.finish', listen)
    standin = await startStandin({ now: () => Date.parse('2026-11-20T12:00:00Z') })
    const ann = await standin.sandbox({ id: 'ann' })
    await ann.snapshot('before')
    await ann.records('pets').put([{ id: 1, name: 'Rex', categoryId: 1 }])
    evil = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html><body>'))
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    const { port } = evil.address() as AddressInfo
    origins = { 'another port': `http://127.0.0.1:${port}`, 'another site': `http://evil.test:${port}` }
    browser = await openBrowser()
  })
  afterAll(async () => {
    unsubscribe('http.server.response.finish', listen)
    await browser?.close()
    evil?.close()
    await standin?.close()
  })

  const look = async (): Promise<unknown> => {
    const paths = ['/sandboxes', '/sandboxes/ann/records/pets', '/sandboxes/ann/exchanges', '/sandboxes/ann/keys']
    return Promise.all(paths.map(async (path) => (await fetch(`${standin.url}/_sandbox${path}`)).json()))
  }

  const evaluate = (page: Page, url: string, script: string): Promise<string> =>
    page.evaluate<string>(`((url) => ${script.trim()})(${JSON.stringify(url)})`)

  /** Runs a script on a page and waits for the server's response to its request, which the page may not see. */
  const run = async (page: Page, { target, method, script }: Omit<Attack, 'name'>) => {
    answers.length = 0
    const learnt = await evaluate(page, `${standin.url}/_sandbox${target}`, script)
    const isResponseToScript = (answer: ServerAnswer) =>
      answer.method === method && answer.target.replace(/\?$/, '') === `/_sandbox${target}`
    const answer = await vi.waitFor(
      () => answers.find(isResponseToScript) ?? assert.fail(`${method} ${target} did not arrive`),
      60_000,
    )
    return { status: answer.status, learnt }
  }

  for (const place of ['another port', 'another site'])
    for (const attack of attacks)
      it(`on ${place}: ${attack.name} is rejected, changes nothing and learns nothing`, async () => {
        const before = await look()
        const page = await browser.newPage()
        await page.goto(origins[place] ?? '')
        const { status, learnt } = await run(page, attack)
        await page.close()
        expect(status).toBe(403)
        expect(learnt).not.toMatch(secrets)
        expect(await look()).toEqual(before)
      })

  it('cannot send a request that needs a preflight, because preflights are rejected', async () => {
    const before = await look()
    const page = await browser.newPage()
    await page.goto(origins['another site'] ?? '')
    for (const options of [
      { method: 'DELETE' },
      { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' },
    ]) {
      expect(await evaluate(page, `${standin.url}/_sandbox/sandboxes/ann`, send(options))).toBe('TypeError')
    }
    await page.close()
    expect(await look()).toEqual(before)
  })

  it('under a host name that resolves to this server is rejected because of its Host header', async () => {
    const page = await browser.newPage()
    const { port } = new URL(standin.url)
    const answer = await page.goto(`http://rebound.test:${port}/_sandbox/sandboxes`)
    expect(answer?.status()).toBe(403)
    const result = await evaluate(page, '/_sandbox/sandboxes/ann', send({}))
    expect(result).toMatch(/^basic 403 /)
    expect(result).not.toMatch(/Rex|before/)
    await page.close()
  })

  it('a page of the same origin has access, so the tests above can fail', async () => {
    const page = await browser.newPage()
    await page.goto(`${standin.url}/_sandbox/health`)
    const target = '/sandboxes/ann'
    expect(await run(page, { target, method: 'GET', script: send({}) })).toEqual({
      status: 200,
      learnt: expect.stringMatching(/^basic 200 .*"id":"ann"/),
    })
    expect(await run(page, { target: `${target}/reset`, method: 'POST', script: submit('post') })).toMatchObject({
      status: 200,
    })
    await page.close()
  })
})
