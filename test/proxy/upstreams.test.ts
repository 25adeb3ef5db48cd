/**
 * How the real service is reached: TLS, HTTP/2, proxies of the environment; which operations the sandbox answers; and the
 * gates of `standin exec`.
 */
import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatBanner } from '../../src/cli/banner.ts'
import { createColors } from '../../src/cli/colors.ts'
import { createStandin, UsageError } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { type Authority, createAuthority } from '../support/client-certificates.ts'
import { runCommand } from '../support/run-command.ts'
import { runStandin } from '../support/run-standin.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { closed, openApi, requestBody, response } from '../support/write-document.ts'
import { json, startProxy, startService } from './start-proxy.ts'

const toy = closed({ id: { type: 'integer' }, name: { type: 'string' } })
const document = openApi({
  paths: {
    '/toys': {
      get: { operationId: 'listToys', responses: { 200: response({ type: 'array', items: toy }) } },
      post: {
        operationId: 'createToy',
        requestBody: requestBody(closed({ name: { type: 'string' } })),
        responses: { 201: response(toy) },
      },
    },
  },
})

const portOf = (server: Pick<Server, 'address'>): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

let folder: TemporaryFolder
let authority: Authority
/** A service with a certificate for localhost, over HTTP/2 and HTTP/1.1. */
let secure: ReturnType<typeof createSecureServer>
const versions: string[] = []

beforeAll(async () => {
  authority = await createAuthority('Test authority')
  folder = await createTemporaryFolder({
    'ca.pem': authority.cert,
    'toys.json': JSON.stringify(document),
    'empty.pem': 'nothing',
    'other.pem': (await createAuthority('Other authority')).cert,
  })
  const { cert, key } = await authority.sign('localhost')
  secure = createSecureServer({ cert, key, allowHTTP1: true }, (incoming, answer) => {
    versions.push(incoming.httpVersion)
    incoming.on('end', () => {
      answer.writeHead(200, { 'Content-Type': 'application/json' })
      answer.end(JSON.stringify([{ id: 1, name: incoming.headers['x-name'] ?? 'none' }]))
    })
    incoming.resume()
  })
  secure.listen(0, 'localhost')
  await once(secure, 'listening')
})
afterAll(async () => {
  secure.close()
  await folder.remove()
})

const start = (proxy: object) =>
  startProxy({ document, proxy: { upstream: [`https://localhost:${portOf(secure)}`], ...proxy } })

describe('a service with TLS', () => {
  it('whose certificate is not trusted is 502', async () => {
    await using proxy = await start({})
    expect(await proxy.call('/toys')).toMatchObject({ status: 502, text: expect.stringMatching(/certificate/) })
  })

  it('is trusted with its authority, and gets HTTP/2', async () => {
    versions.length = 0
    await using proxy = await start({ upstreamCa: join(folder.path, 'ca.pem') })
    const answer = await proxy.call('/toys', { headers: { 'x-name': 'Rex' } })
    expect(answer).toMatchObject({ status: 200, json: [{ id: 1, name: 'Rex' }] })
    expect((await proxy.call('/toys', { body: { name: 'Rex' } })).status).toBe(200)
    expect(versions).toEqual(['2.0', '2.0'])
  })

  it('is still trusted by NODE_EXTRA_CA_CERTS with the authority of another service', async () => {
    const script = `
      import { createUpstreamClient } from './src/proxy/upstream-client.ts'
      const client = await createUpstreamClient({
        upstream: [],
        upstreamCa: process.argv[1],
        environment: process.env,
      })
      const ignore = () => {}
      client.send(
        { origin: process.argv[2], path: '/toys', method: 'GET', headers: [], body: null },
        {
          began: ignore,
          started: (status) => console.log('status', status),
          received: ignore,
          ended: () => client.close(),
          failed: ({ reason }) => console.log('failed', reason) ?? client.close(),
        },
      )`
    const run = (environment: object) =>
      runCommand(
        process.execPath,
        [
          ...['--import', 'tsx', '--input-type=module', '--eval', script],
          ...[join(folder.path, 'other.pem'), `https://localhost:${portOf(secure)}`],
        ],
        { environment: { NODE_OPTIONS: undefined, ...environment } },
      )
    expect((await run({ NODE_EXTRA_CA_CERTS: join(folder.path, 'ca.pem') })).stdout).toBe('status 200\n')
    expect((await run({ NODE_EXTRA_CA_CERTS: undefined })).stdout).toMatch(/^failed .*certificate/)
    expect((await run({ NODE_EXTRA_CA_CERTS: join(folder.path, 'absent.pem') })).stdout).toMatch(
      /^failed .*certificate/,
    )
  })

  it('is not checked with insecureUpstream, and the start message warns', async () => {
    await using proxy = await start({ insecureUpstream: true })
    expect((await proxy.call('/toys')).status).toBe(200)
    const style = { colors: createColors(false), width: Number.POSITIVE_INFINITY }
    const banner = formatBanner(await proxy.standin.describe(), '1.0.0', style).join('\n')
    expect(banner).toMatch(/warning +the certificate of the service is not checked/)
  })
})

it('a proxy of the environment is used, unless NO_PROXY has the host', async () => {
  await using service = await startService((_, answer) => json(answer, 200, []))
  const targets: string[] = []
  const proxy = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (head: Buffer) => {
      const [, host = '', port = ''] = /^CONNECT ([^:]+):(\d+) /.exec(head.toString()) ?? []
      targets.push(`${host}:${port}`)
      const other = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        socket.pipe(other).pipe(socket)
      })
      other.on('error', () => socket.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const environment = { HTTP_PROXY: `http://127.0.0.1:${portOf(proxy)}` }
  await using through = await startProxy({ document, proxy: { upstream: [service.url], environment } })
  expect((await through.call('/toys')).status).toBe(200)
  expect(targets).toEqual([new URL(service.url).host])
  await using past = await startProxy({
    document,
    proxy: { upstream: [service.url], environment: { ...environment, NO_PROXY: '127.0.0.1' } },
  })
  expect((await past.call('/toys')).status).toBe(200)
  expect(targets).toHaveLength(1)
  await through.standin.close()
  proxy.close()
})

it('the sandbox answers the operations of `mock`, with records and any credential', async () => {
  await using proxy = await startProxy({
    document,
    handler: (_, answer) => json(answer, 200, []),
    proxy: { mock: ['createToy', 'GET /toys'] },
  })
  expect(await proxy.call('/toys', { body: { name: 'Rex' } })).toMatchObject({
    status: 201,
    json: { id: 1, name: 'Rex' },
  })
  expect((await proxy.call('/toys')).json).toEqual([{ id: 1, name: 'Rex' }])
  await proxy.call('/other')
  expect(proxy.service.received.map(({ target }) => target)).toEqual(['/other'])
})

it('each document has its own service', async () => {
  await using one = await startService((_, answer) => json(answer, 200, []))
  await using two = await startService((_, answer) => json(answer, 200, []))
  await using files = await createTemporaryFolder({
    'shop.json': JSON.stringify({ ...document, servers: [{ url: '/shop' }] }),
    'zoo.json': JSON.stringify({ ...document, servers: [{ url: '/zoo' }] }),
  })
  await using standin = await createStandin({
    port: 0,
    documents: [join(files.path, 'shop.json'), join(files.path, 'zoo.json')],
    proxy: { upstream: [`shop=${one.url}`, `zoo=${two.url}/v2`] },
  })
  await call(`${standin.url}/shop/toys`)
  await call(`${standin.url}/zoo/toys?x=1`)
  expect([...one.received, ...two.received].map(({ target }) => target)).toEqual(['/shop/toys', '/v2/toys?x=1'])
})

const mistakes: readonly (readonly [name: string, proxy: object, message: string])[] = [
  ['no URL', { upstream: ['nonsense'] }, '--upstream must be a URL, or name=URL, got "nonsense"'],
  ['another protocol', { upstream: ['ftp://a'] }, '--upstream must begin with http:// or https://'],
  ['a password', { upstream: ['http://user:secret@a'] }, '--upstream must not have a user or a password'],
  ['a query', { upstream: ['http://a/?x=1'] }, '--upstream must not have a query'],
  ['an unknown document', { upstream: ['zoo=http://a'] }, '--upstream: there is no document "zoo"'],
  ['two URLs for all documents', { upstream: ['http://a', 'http://b'] }, 'a second URL for all documents'],
  ['two URLs for one', { upstream: ['toys=http://a', 'toys=http://b'] }, 'toys=http://b is a second URL for toys'],
  ['no upstream', { upstream: [] }, '--upstream is missing'],
  [
    'an unknown operation',
    { upstream: ['http://a'], mock: ['createToys'] },
    'there is no operation "createToys". Did you mean createToy?',
  ],
  [
    'an unknown path',
    { upstream: ['http://a'], mock: ['GET /toy'] },
    'there is no operation "GET /toy". Did you mean GET /toys?',
  ],
  [
    'no file of certificates',
    { upstream: ['http://a'], upstreamCa: '/nowhere.pem' },
    '--upstream-ca: /nowhere.pem cannot be read',
  ],
]
for (const [name, proxy, message] of mistakes)
  it(`${name} is wrong usage`, async () => {
    const starting = createStandin({
      port: 0,
      documents: [join(folder.path, 'toys.json')],
      proxy: { upstream: [], ...proxy },
    })
    await expect(starting).rejects.toThrow(UsageError)
    await expect(starting).rejects.toThrow(message)
  })

it('a file without certificates is wrong usage', async () => {
  const proxy = { upstream: ['http://a'], upstreamCa: join(folder.path, 'empty.pem') }
  await expect(createStandin({ port: 0, documents: [join(folder.path, 'toys.json')], proxy })).rejects.toThrow('in PEM')
})

describe('standin exec --upstream', () => {
  const exec = (url: string, ...options: readonly string[]) =>
    runStandin(
      'exec',
      join(folder.path, 'toys.json'),
      '--upstream',
      url,
      ...options,
      '--',
      process.execPath,
      '-e',
      "fetch(process.env.STANDIN_URL + '/toys').then((answer) => answer.text())",
    )

  it('fails if the service breaks the contract', async () => {
    await using service = await startService((_, answer) => json(answer, 200, [{ id: 'one', name: 'Rex' }]))
    const { code, stderr } = await exec(service.url, '--fail-on', 'invalid,invalid-response')
    expect(code).toBe(1)
    expect(stderr).toContain(`requests are forwarded to ${service.url}`)
    expect(stderr).toContain('response.body[0].id must be an integer, got "one"')
    expect(stderr).toContain('1 invalid-response request (--fail-on invalid-response)')
  })

  it('passes if it does not', async () => {
    await using service = await startService((_, answer) => json(answer, 200, [{ id: 1, name: 'Rex' }]))
    expect((await exec(service.url, '--fail-on', 'invalid,invalid-response', '--min-coverage', '50')).code).toBe(0)
  })
})
