/**
 * `standin/msw`: what clients receive through MSW's setupServer, for each way of sending a request.
 */
import nodeHttp from 'node:http'
import { http, passthrough } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStandin, type SandboxHandle, type StandinOptions, UsageError } from '../../src/index.ts'
import { type HandlersOptions, handlers } from '../../src/testing/msw.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const production = 'https://api.animal-store.test/v1'
const rex = JSON.stringify({ name: 'Rex', categoryId: 1 })

let server: SetupServer | undefined
afterEach(() => {
  server?.close()
  vi.restoreAllMocks()
})

const intercept = (...args: Parameters<typeof handlers>): void => {
  const started = setupServer(...handlers(...args))
  server = started
  started.listen({ onUnhandledRequest: 'error' })
}

/** A sandbox whose handlers MSW uses until the callback ends. */
const withSandbox = async (
  use: (sandbox: SandboxHandle) => Promise<void>,
  { handled = {}, ...options }: StandinOptions & { readonly handled?: HandlersOptions } = {},
): Promise<void> => {
  await using standin = await createStandin(options)
  await using sandbox = await standin.sandbox({ id: 'checkout / 7' })
  intercept(sandbox, handled)
  await use(sandbox)
}

describe('the addresses of a sandbox', () => {
  const gateway = { 'https://gateway.test/animals': '/v1', 'https://gateway.test/animals/talk': '' }
  const rows: readonly {
    readonly name: string
    readonly url: (sandbox: SandboxHandle) => string
    readonly handled?: HandlersOptions
  }[] = [
    { name: 'its own address', url: ({ url }) => `${url}/v1/pets?limit=2` },
    {
      name: 'its own address, without those of the documents',
      url: ({ url }) => `${url}/v1/pets?limit=2`,
      handled: { servers: false },
    },
    { name: 'the first server of a document', url: () => `${production}/pets?limit=2` },
    { name: 'another server of the document', url: () => 'https://staging.animal-store.test/v1/pets?limit=2#top' },
    {
      name: 'an address of a list',
      url: () => 'http://localhost:3000/v1/pets?limit=2',
      handled: { addresses: ['http://LOCALHOST:3000/'] },
    },
    {
      name: 'an address of a list, with a path',
      url: () => 'https://a.test:8443/v1/pets?limit=2',
      handled: { addresses: ['https://a.test:8443/v1'] },
    },
    {
      name: 'an address with another path',
      url: () => 'https://gateway.test/animals/pets?limit=2',
      handled: { addresses: gateway },
    },
    {
      name: 'an address below another one',
      url: () => 'https://gateway.test/animals/talk/v1/pets?limit=2',
      handled: { addresses: gateway },
    },
    {
      name: 'an address with special characters of patterns',
      url: () => 'https://a.test/(v1)+/pets?limit=2',
      handled: { addresses: { 'https://a.test/(v1)+/': '/v1/' } },
    },
  ]

  for (const { name, url, handled = {} } of rows)
    it(name, () =>
      withSandbox(
        async (sandbox) => {
          const response = await fetch(url(sandbox), { headers: { Authorization: `Bearer ${sandbox.key}` } })
          expect(response.status).toBe(200)
          expect(response.url).toBe(url(sandbox).replace('#top', ''))
          expect(response.headers.get('Sandbox-Id')).toBe('checkout%20%2F%207')
          expect(await response.json()).toHaveLength(2)
          expect(await sandbox.exchanges.list({ operation: 'listPets' })).toHaveLength(1)
        },
        { handled },
      ),
    )

  const elsewhere: readonly { readonly url: string; readonly handled?: HandlersOptions }[] = [
    { url: 'https://api.animal-store.test/v2/pets' },
    { url: 'https://api.animal-store.test/v10/pets' },
    { url: 'https://api.animal-store.test:8443/v1/pets' },
    { url: 'http://standin.local/v1/pets' },
    { url: 'http://standin.local/~checkout%20%2F%2077/v1/pets' },
    { url: `${production}/pets`, handled: { servers: false } },
    { url: 'https://a.test/?to=https://api.animal-store.test/v1/pets' },
  ]
  for (const { url, handled = {} } of elsewhere)
    it(`do not include ${url}${handled.servers === false ? ', without servers' : ''}`, () =>
      withSandbox(
        async () => {
          // MSW prints a long warning about each unhandled request.
          vi.spyOn(console, 'error').mockImplementation(() => {})
          const seen: string[] = []
          server?.events.on('request:unhandled', ({ request }) => void seen.push(request.url))
          await expect(fetch(url)).rejects.toThrow()
          expect(seen).toEqual([url])
        },
        { handled },
      ))

  it('of an OpenAPI 2.0 document are its host with each of its schemes, or with both if it has none', async () => {
    const document = (name: string, more: object) =>
      JSON.stringify({ swagger: '2.0', info: { title: name, version: '1' }, host: `${name}.test`, paths: {}, ...more })
    await using folder = await createTemporaryFolder({
      'spec/one.json': document('one', { basePath: '/v1', schemes: ['https', 'wss'] }),
      'spec/two.json': document('two', { basePath: '/v2' }),
    })
    await using standin = await createStandin({ folder: folder.path })
    expect((await standin.sandbox()).servers()).toEqual([
      { url: 'https://one.test/v1', basePath: '/v1' },
      { url: 'https://two.test/v2', basePath: '/v2' },
      { url: 'http://two.test/v2', basePath: '/v2' },
    ])
  })

  it('of a document are absolute and use the defaults of variables', async () => {
    const servers = [
      { url: '/v1' },
      { url: '//a.test/v1' },
      {
        url: 'https://{region}.a.test:{port}/v2/',
        variables: { region: { default: 'eu', enum: ['eu', 'us'] }, port: { default: '443' } },
      },
      { url: 'https://{region}' },
      { url: 'not an address' },
      {},
    ]
    await using folder = await createTemporaryFolder({
      'spec/one.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'One', version: '1' }, servers, paths: {} }),
    })
    await using standin = await createStandin({ folder: folder.path })
    const sandbox = await standin.sandbox()
    expect(sandbox.servers()).toEqual([{ url: 'https://eu.a.test:443/v2/', basePath: '/v1' }])
    intercept(sandbox)
    expect(await (await fetch('https://eu.a.test/v2/x')).text()).toContain('no document has the path /v1/x')
  })

  const wrong: readonly { readonly addresses: HandlersOptions['addresses'] & {}; readonly says: string }[] = [
    { addresses: ['/v1'], says: 'handlers: "/v1" is not an http or https URL such as https://api.example.com/v1' },
    { addresses: ['ftp://a.test'], says: 'handlers: "ftp://a.test" is not an http or https URL' },
    {
      addresses: { 'https://a.test': 'v1' },
      says: 'handlers: https://a.test must be mapped to a path such as /v1, got "v1"',
    },
  ]
  for (const { addresses, says } of wrong)
    it(says, async () => {
      await using standin = await createStandin()
      await using sandbox = await standin.sandbox()
      expect(() => handlers(sandbox, { addresses })).toThrow(UsageError)
      expect(() => handlers(sandbox, { addresses })).toThrow(says)
    })
})

describe('a request', () => {
  it('without a key is rejected', () =>
    withSandbox(async () => {
      const response = await fetch(`${production}/pets`)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ code: 'unauthorized' })
    }))

  it('without a key uses the key of the sandbox if the option is set', () =>
    withSandbox(
      async (sandbox) => {
        expect((await fetch(`${production}/pets`)).status).toBe(200)
        expect((await fetch(`${production}/pets`, { headers: { Authorization: 'Bearer wrong' } })).status).toBe(401)
        await sandbox.keys.delete(sandbox.key)
        expect((await fetch(`${production}/pets`)).status).toBe(401)
      },
      { handled: { addKey: true } },
    ))

  it('is passed on with its body and headers', () =>
    withSandbox(async (sandbox) => {
      const created = await fetch(`${production}/pets`, {
        method: 'POST',
        headers: { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json', 'X-Tenant': 'acme' },
        body: rex,
      })
      expect(created.status).toBe(201)
      expect(await created.json()).toEqual({ id: 31, name: 'Rex', categoryId: 1 })
      expect(await sandbox.records('pets').get(31)).toMatchObject({ name: 'Rex' })
      const [exchange] = await sandbox.exchanges.list({ operation: 'createPet' })
      expect(exchange?.request).toMatchObject({ headers: { 'x-tenant': 'acme' }, body: JSON.parse(rex) })
    }))

  it('that names another sandbox is rejected, as at the address of the sandbox', async () => {
    await using standin = await createStandin()
    await using sandbox = await standin.sandbox({ id: 'one' })
    await using other = await standin.sandbox({ id: 'other' })
    intercept(sandbox)
    for (const headers of [other.headers, { Authorization: other.headers.Authorization }]) {
      const response = await fetch(`${production}/pets`, { headers })
      expect(response.status).toBe(400)
      expect(await response.text()).toMatch(/one.*other|other.*one/)
    }
    expect(await other.exchanges.list()).toEqual([])
  })

  it('to an address of two sandboxes is handled by the first handler, as always in MSW', async () => {
    await using standin = await createStandin()
    await using one = await standin.sandbox({ id: 'one' })
    await using other = await standin.sandbox({ id: 'other' })
    intercept(one, { addKey: true })
    const answeredBy = async () => (await fetch(`${production}/pets`)).headers.get('Sandbox-Id')
    expect(await answeredBy()).toBe('one')
    server?.use(...handlers(other, { addKey: true }))
    expect(await answeredBy()).toBe('other')
    server?.resetHandlers()
    expect(await answeredBy()).toBe('one')
  })

  it('with an invalid escape is rejected as with a socket', () =>
    withSandbox(async () => expect((await fetch(`${production}/pets/%ff`)).status).toBe(400)))
})

describe('a fault', () => {
  const scenarios = new URL('scenarios', import.meta.url).pathname
  const broken = { headers: { Authorization: 'Bearer sandbox-key' } }

  for (const scenario of ['broken', 'garbled', 'silent'])
    it(`${scenario}: is a network error, of fetch and of node:http`, () =>
      withSandbox(
        async (sandbox) => {
          await sandbox.scenario(scenario)
          await expect(fetch(`${production}/pets`, broken)).rejects.toThrow(TypeError)
          const error = await new Promise((resolve) =>
            nodeHttp.get('http://a.test/v1/pets', broken).once('error', resolve),
          )
          expect(String(error)).toBe('TypeError: Network error')
          await sandbox.exchanges.await({ operation: 'listPets', count: 2 })
        },
        { scenarios, handled: { addresses: ['http://a.test'] } },
      ))

  it('truncate: breaks off the body', () =>
    withSandbox(
      async (sandbox) => {
        await sandbox.scenario('cut')
        const response = await fetch(`${production}/pets`, broken)
        expect(response.status).toBe(200)
        await expect(response.text()).rejects.toThrow('terminated')
      },
      { scenarios },
    ))

  it('timeout: lasts until the client aborts the request', () =>
    withSandbox(
      async (sandbox) => {
        await sandbox.scenario('hanging')
        const ending = new AbortController()
        const unhandled: unknown[] = []
        server?.events.on('unhandledException', ({ error }) => void unhandled.push(error))
        const response = fetch(`${production}/pets`, { ...broken, signal: ending.signal })
        await sandbox.exchanges.await({ operation: 'listPets' })
        ending.abort()
        await expect(response).rejects.toThrow('aborted')
        expect(unhandled).toEqual([])
      },
      { scenarios },
    ))
})

describe('a sandbox of another server', () => {
  const makeRemote = async (url: string): Promise<{ readonly url: string; readonly key: string }> => {
    const response = await fetch(`${url}/_sandbox/sandboxes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: 'far' }),
    })
    return JSON.parse(await response.text())
  }

  it('responds over the network at the given addresses and its own', async () => {
    await using standin = await startStandin()
    const remote = await makeRemote(standin.url)
    intercept({ ...remote, url: `${remote.url}/` }, { addresses: [production], addKey: true })
    for (const address of [production, `${remote.url}/v1`]) {
      const response = await fetch(`${address}/pets`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: rex,
      })
      expect(response.status).toBe(201)
      expect(response.headers.get('Sandbox-Id')).toBe('far')
    }
    expect(await (await fetch(`${production}/pets?limit=100`)).json()).toHaveLength(32)
  })

  it('that does not exist is a network error', async () => {
    intercept({ url: 'http://127.0.0.1:1/~far', key: 'k' }, { addresses: [production] })
    await expect(fetch(`${production}/pets`)).rejects.toThrow(TypeError)
  })
})

it('other handlers of the test can be before or after, in MSW’s order', () =>
  withSandbox(async (sandbox) => {
    await using other = await startStandin()
    server?.use(http.get(`${other.url}/*`, () => passthrough()))
    const response = await fetch(`${other.url}/v1/pets`, { headers: { Authorization: 'Bearer sandbox-key' } })
    expect(response.headers.get('Sandbox-Id')).toBe('default')
    expect(await sandbox.exchanges.list()).toEqual([])
  }))
