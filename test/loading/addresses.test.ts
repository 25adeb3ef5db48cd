/**
 * Documents from addresses: what is read, what is not, and what the messages say.
 */
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAddressReader } from '../../src/http-client/read-address.ts'
import { createStandin, LoadError } from '../../src/index.ts'
import { planFiles } from '../../src/init/plan-files.ts'
import { loadService } from '../../src/loading/service.ts'
import { runStandin } from '../support/run-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { closed, openApi, ref, response } from '../support/write-document.ts'

const toy = closed({ id: { type: 'integer' }, name: { type: 'string' } })
const paths = (schema: object) => ({
  '/toys': { get: { operationId: 'listToys', responses: { 200: response({ type: 'array', items: schema }) } } },
  '/toys/{id}': {
    get: {
      operationId: 'getToy',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: { 200: response(schema) },
    },
  },
})
const simple = openApi({ components: { schemas: { Toy: toy } }, paths: paths(ref('Toy')) })

type Route = (request: IncomingMessage, answer: ServerResponse) => void
const text =
  (body: string, type = 'application/json'): Route =>
  (_, answer) =>
    answer.writeHead(200, { 'Content-Type': type }).end(body)
const status =
  (code: number, headers: Record<string, string> = {}): Route =>
  (_, answer) =>
    answer.writeHead(code, headers).end('no')

const requested: string[] = []
let other = ''
let url = ''

const routes: Record<string, Route> = {
  '/v3/api-docs': text(JSON.stringify(simple)),
  '/v3/api-docs?group=b': text(JSON.stringify(simple)),
  '/specs/split.json': text(JSON.stringify(openApi({ paths: paths({ $ref: 'parts/toy.json#/Toy' }) }))),
  '/specs/parts/toy.json': text(JSON.stringify({ Toy: toy })),
  '/specs/wrong.json': text(JSON.stringify(openApi({ paths: paths(ref('Missing')) }), undefined, 2)),
  '/specs/broken.yaml': text('openapi: 3.1.0\ninfo: [', 'text/plain'),
  '/page.yaml': text('<html>', 'text/html; charset=utf-8'),
  '/gone.yaml': status(404),
  '/closed.yaml': status(401),
  '/moved.json': status(302, { location: '/v3/api-docs' }),
  '/circle.json': status(302, { location: '/circle.json' }),
  '/to-file.json': status(302, { location: 'file:///etc/passwd' }),
  '/latin.yaml': (_, answer) => answer.writeHead(200).end(Buffer.from([0x61, 0xe4])),
  '/cut.json': (_, answer) => {
    answer.writeHead(200, { 'Content-Length': '100' })
    answer.write('{')
    setImmediate(() => answer.destroy())
  },
  '/private.json': (request, answer) => {
    const isOpen = request.headers.authorization === `Basic ${Buffer.from('ann:p@ss').toString('base64')}`
    if (isOpen) answer.end(JSON.stringify(openApi({ paths: paths({ $ref: './specs/parts/toy.json#/Toy' }) })))
    else answer.writeHead(401).end()
  },
  '/leak.json': (_, answer) => answer.writeHead(302, { location: `${other}/seen` }).end(),
}

const serve = async (handle: Route) => {
  const server = createServer(handle)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const seen: (string | undefined)[] = []
let servers: Awaited<ReturnType<typeof serve>>[] = []

beforeAll(async () => {
  const first = await serve((request, answer) => {
    requested.push(request.url ?? '')
    const route = routes[request.url ?? '']
    if (route) route(request, answer)
    else answer.writeHead(500).end()
  })
  const second = await serve((request, answer) => {
    seen.push(request.headers.authorization)
    answer.end(JSON.stringify(simple))
  })
  servers = [first, second]
  url = first.url
  other = second.url
  routes['/specs/elsewhere.json'] = text(JSON.stringify(openApi({ paths: paths({ $ref: `${other}/toy.json#/Toy` }) })))
})

afterAll(() => {
  for (const { server } of servers) {
    server.close()
    server.closeAllConnections()
  }
})

const messageOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'nothing'
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    return error.findings.map(({ file, message }) => `${file} ${message}`).join('\n')
  }
}

describe('a document from an address', () => {
  it('is served, also without an extension, and named after the end of its path', async () => {
    await using folder = await createTemporaryFolder()
    await using standin = await createStandin({
      documents: [`${url}/v3/api-docs?group=b`],
      folder: folder.path,
      generate: 2,
    })
    const { documents } = await standin.describe()
    expect(documents).toMatchObject([{ name: 'api-docs', file: `${url}/v3/api-docs`, operations: 2 }])
    expect(await (await standin.fetch('/toys')).json()).toHaveLength(2)
  })

  it('may refer to files of the same server, and they are read with the same login', async () => {
    await using folder = await createTemporaryFolder()
    const documents = [`${url}/specs/split.json`]
    await using standin = await createStandin({ documents, folder: folder.path, generate: 1 })
    expect(await (await standin.fetch('/toys')).json()).toMatchObject([{ id: expect.any(Number) }])
    const own = url.replace('http://', 'http://ann:p%40ss@')
    await using secret = await createStandin({ documents: [`${own}/private.json`], folder: folder.path })
    const { documents: described } = await secret.describe()
    expect(JSON.stringify(described)).not.toMatch(/ann|p@ss|p%40ss/)
  })

  it('has its overlay in the current folder', async () => {
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'Toys', version: '1' },
      actions: [{ target: '$.info', update: { title: 'Other toys' } }],
    }
    await using folder = await createTemporaryFolder({ 'api-docs.overlay.json': JSON.stringify(overlay) })
    await using standin = await createStandin({ documents: [`${url}/v3/api-docs`], folder: folder.path })
    expect((await standin.describe()).documents).toMatchObject([{ title: 'Other toys' }])
  })

  it('is read once: a reload needs no network, and --watch says that it does not watch it', async () => {
    await using folder = await createTemporaryFolder({ 'fixtures/default/toys.json': '[{"id":1,"name":"Rex"}]' })
    const documents = [`${url}/v3/api-docs`]
    const before = requested.length
    let reloads = 0
    await using standin = await createStandin({
      documents,
      folder: folder.path,
      watch: true,
      onReload: () => {
        reloads++
      },
    })
    expect((await standin.describe()).notes).toContain(
      `--watch does not watch ${url}/v3/api-docs; restart Standin to read it again`,
    )
    // Synchronously, because a reload of the same process must not find a file that is not written yet.
    writeFileSync(join(folder.path, 'fixtures/default/toys.json'), '[{"id":2,"name":"Max"}]')
    await expect.poll(() => reloads).toBeGreaterThan(0)
    expect(await (await standin.fetch('/toys')).json()).toEqual([{ id: 2, name: 'Max' }])
    expect(requested.length - before).toBe(1)
  })

  it('is checked, with its mistakes at their places', async () => {
    await using folder = await createTemporaryFolder()
    const checked = await runStandin('check', `${url}/specs/wrong.json`, '--fixtures', folder.path)
    expect(checked).toMatchObject({ code: 1, stderr: '' })
    expect(checked.stdout).toMatch(/specs\/wrong\.json:\d+:\d+/)
  })

  it('is copied by init', async () => {
    const service = await loadService([`${url}/v3/api-docs`], { readAddress: createAddressReader() })
    const planned = await planFiles({ service, folder: '.', count: 1, seed: 1 })
    const copies = planned.filter(({ path }) => path.startsWith('spec'))
    expect(copies.map(({ path }) => path)).toEqual([
      join('spec', 'api-docs.json'),
      join('spec', 'api-docs.overlay.yaml'),
    ])
    expect(copies[0]?.content).toEqual({ kind: 'text', text: JSON.stringify(simple) })
    expect(copies[1]?.content).toMatchObject({ text: expect.stringContaining('api-docs.json') })
  })
})

describe('an address that cannot be read', () => {
  const load = (path: string, limits = {}) => messageOf(createAddressReader({ limits })(url + path))

  it.each([
    ['/gone.yaml', 'cannot be read: the server responds with status 404; check the address'],
    ['/closed.yaml', 'the server responds with status 401; download the file, or name it with its credentials'],
    ['/page.yaml', 'is a web page (text/html; charset=utf-8), not a document'],
    ['/circle.json', 'cannot be read: more than 5 redirects'],
    ['/to-file.json', 'cannot be read: it redirects to file://; only https://'],
    ['/latin.yaml', 'is not UTF-8'],
    ['/cut.json', 'cannot be read: '],
  ])('%s: %s', async (path, message) => {
    expect(await load(path)).toContain(`${url}${path} `)
    expect(await load(path)).toContain(message)
  })

  it('is one without a server, or of a name that does not exist', async () => {
    const gone = await serve(() => {})
    await new Promise((resolve) => gone.server.close(resolve))
    expect(await messageOf(createAddressReader()(`${gone.url}/openapi.yaml`))).toContain('ECONNREFUSED')
    expect(await messageOf(createAddressReader()('http://standin.invalid/openapi.yaml'))).toContain(
      'the name standin.invalid cannot be resolved',
    )
  })

  it('is one beyond the limits of size, time and number', async () => {
    expect(await load('/v3/api-docs', { size: 100 })).toContain('is larger than 100 bytes, which is the limit')
    routes['/slow.json'] = () => {}
    expect(await load('/slow.json', { time: 50 })).toContain('it did not arrive in time')
    const read = createAddressReader({ limits: { files: 1 } })
    await read(`${url}/v3/api-docs`)
    expect(await messageOf(read(`${url}/specs/split.json`))).toContain('more than 1 addresses are not read')
  })

  it('is one beyond the limit of all together, also where they are read at the same time', async () => {
    const size = JSON.stringify(simple).length
    const read = createAddressReader({ limits: { total: 2 * size } })
    const all = ['/v3/api-docs', '/v3/api-docs?group=b', '/v3/api-docs?group=c'].map((path) => {
      routes[path] ??= text(JSON.stringify(simple))
      return messageOf(read(url + path))
    })
    const messages = await Promise.all(all)
    expect(messages.filter((message) => message !== 'nothing')).toEqual([
      expect.stringContaining(`cannot be read: all files together have more than ${2 * size} bytes`),
    ])
    // What was not read does not count.
    expect(await messageOf(read(`${url}/gone.yaml`))).toContain('status 404')
    const again = createAddressReader({ limits: { total: size } })
    routes['/fails.json'] = (_, answer) =>
      answer.writeHead(200, { 'Content-Length': '9999' }).write('x', () => answer.destroy())
    expect(await messageOf(again(`${url}/fails.json`))).toContain('cannot be read')
    expect(await messageOf(again(`${url}/v3/api-docs`))).toBe('nothing')
  })

  it('says the status, also if the password has a percent sign that is not encoded', async () => {
    const address = `${url.replace('http://', 'http://ann:100%@')}/closed.yaml`
    expect(await messageOf(createAddressReader()(address))).toContain('status 401')
  })

  it('has no secret of its address in its message', async () => {
    const address = `${url.replace('http://', 'http://ann:secret1@')}/gone.yaml?token=secret2`
    expect(await messageOf(createAddressReader()(address))).not.toMatch(/secret|ann:/)
  })

  it('has the place of a mistake', async () => {
    expect(await messageOf(createStandin({ documents: [`${url}/specs/broken.yaml`] }))).toContain(
      `${url}/specs/broken.yaml is not YAML`,
    )
  })

  it('does not refer to another server', async () => {
    await using folder = await createTemporaryFolder()
    await using standin = await createStandin({ documents: [`${url}/specs/elsewhere.json`], folder: folder.path })
    const { warnings } = await standin.describe()
    expect(warnings.map(({ message }) => message).join()).toContain('is on another server, which is not read')
  })
})

it('a redirect to another server does not get the login', async () => {
  await createAddressReader()(`${url.replace('http://', 'http://ann:secret1@')}/leak.json`)
  expect(seen).toEqual([undefined])
})

it('a document on disk still refers to no address', async () => {
  const file = JSON.stringify(openApi({ paths: paths({ $ref: `${url}/specs/parts/toy.json#/Toy` }) }))
  await using folder = await createTemporaryFolder({ 'openapi.json': file })
  const before = requested.length
  await using standin = await createStandin({ folder: folder.path })
  expect((await standin.describe()).warnings.map(({ code }) => code)).toContain('ref-outside')
  expect(requested.length).toBe(before)
})

it('a proxy of the environment is used', async () => {
  const targets: string[] = []
  const proxy = await serve((request, answer) => {
    targets.push(request.url ?? '')
    answer.end(JSON.stringify(simple))
  })
  proxy.server.on('connect', (request, socket) => {
    targets.push(request.url ?? '')
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  const read = createAddressReader({ environment: { HTTP_PROXY: proxy.url } })
  await read('http://api.example.test/openapi.json').catch(() => {})
  expect(targets.join()).toContain('api.example.test')
  proxy.server.close()
  proxy.server.closeAllConnections()
})
