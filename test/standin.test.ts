/**
 * What a started Standin reports: the request to copy must work unchanged, and a client's wrong requests are reported as
 * they arrive.
 */
import { describe, expect, it } from 'vitest'
import { createStandin, type Issue } from '../src/index.ts'
import { call } from './support/client.ts'
import { projectFolder } from './support/run-command.ts'
import { type Files, serveFiles, writeFiles } from './support/serve-files.ts'
import { openApi, response } from './support/write-document.ts'

const schemes: Readonly<Record<string, object>> = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api_key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  oauth2: { type: 'oauth2', flows: {} },
}

const gadget = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

const document = (security: readonly object[], parameters: readonly object[] = []): object =>
  openApi({
    components: { securitySchemes: schemes },
    security,
    paths: {
      '/gadgets': { get: { parameters, responses: { 200: response({ type: 'array', items: gadget }) } } },
      '/gadgets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { 200: response(gadget) },
        },
      },
    },
  })

/** Sends what a curl command says, as far as the sample uses curl's options. */
const copy = (command: string) => {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const headers: Record<string, string> = {}
  let url = ''
  for (const [index, word] of words.entries()) {
    const value = words[index + 1] ?? ''
    if (word === '-H')
      headers[value.slice(0, value.indexOf(':')).toLowerCase()] = value.slice(value.indexOf(':') + 1).trim()
    if (word === '-u') headers.authorization = `Basic ${Buffer.from(value).toString('base64')}`
    if (word === '-b') headers.cookie = value
    if (word.startsWith('http')) url = word
  }
  return call(url, { headers })
}

describe('the request to copy', () => {
  const rows: readonly { readonly name: string; readonly security: readonly object[]; readonly keys?: string }[] = [
    { name: 'without a requirement', security: [] },
    ...Object.keys(schemes).map((scheme) => ({ name: `with any key for ${scheme}`, security: [{ [scheme]: [] }] })),
    ...Object.keys(schemes).map((scheme) => ({
      name: `with a key of the fixtures for ${scheme}`,
      security: [{ [scheme]: [] }],
      keys: scheme === 'basic' ? '- { user: ann, password: sesame }' : '- key: sesame',
    })),
    { name: 'with two schemes at once', security: [{ header: [], bearer: [] }] },
  ]
  for (const { name, security, keys } of rows)
    it(`${name} is answered`, async () => {
      const files: Files = {
        'gadgets.json': document(security),
        'fixtures/default/gadgets.json': '[]',
        ...(keys === undefined ? {} : { 'fixtures/default/keys.yaml': keys }),
      }
      await using api = await serveFiles(files)
      const { sample } = await api.standin.describe()
      const answer = await copy(sample ?? '')
      expect(answer.status, `${sample}\n${answer.text}`).toBe(200)
    })
})

describe('watchIssues', () => {
  it('reports each issue in any sandbox until it is ended', async () => {
    await using api = await serveFiles({ 'gadgets.json': document([]) })
    const came: Issue[] = []
    const stop = api.standin.watchIssues((issue) => came.push(issue))
    await api.call('/gadgets')
    await api.call('/gizmos', { headers: { 'sandbox-id': 'a%20test' } })
    const { headers } = await api.call('/gadgets/none?__sandbox=another')
    await api.call('/~third/gadgets/1', { method: 'DELETE' })
    stop()
    await api.call('/gizmos')
    expect(came.map(({ kind, request, sandbox }) => ({ kind, request, sandbox }))).toEqual([
      { kind: 'unmatched', request: 'GET /gizmos → 404', sandbox: 'a test' },
      { kind: 'invalid', request: expect.stringMatching(/^GET \/gadgets\/none → 4\d\d$/), sandbox: 'another' },
      { kind: 'unmatched', request: 'DELETE /~third/gadgets/1 → 405', sandbox: 'third' },
    ])
    expect(came[1]?.requestId).toBe(headers['sandbox-request-id'])
    expect(came[1]?.message).toBe(`${came[1]?.request}, invalid: ${came[1]?.reason}`)
  })
})

it('a document of one’s own is served from a clone of this repository, whose scenarios need not fit it', async () => {
  await using folder = await writeFiles({ 'gadgets.json': JSON.stringify(document([])) })
  await using standin = await createStandin({ documents: [`${folder.path}/gadgets.json`], folder: projectFolder })
  expect((await standin.fetch('http://gadgets.test/gadgets')).status).toBe(200)
})

it('an option that does not exist is rejected, because it would change nothing', async () => {
  const misspelled: object = { document: 'openapi.yaml', port: undefined }
  await expect(createStandin(misspelled)).rejects.toThrow(
    'createStandin has no option "document". Did you mean documents?',
  )
  const unknown: object = { colour: true }
  await expect(createStandin(unknown)).rejects.toThrow('createStandin has no option "colour". ')
})

it('an origin that no browser sends is rejected, because it would allow nothing', async () => {
  for (const origin of ['tools.example', '*', 'https://tools.example/app', 'https://'])
    await expect(createStandin({ controlOrigins: [origin] })).rejects.toThrow(
      `--control-origin must be an origin such as https://tools.example, without a path, got "${origin}"`,
    )
})

it.each([['x'], [''], [-1], [65_536], [1.5], [null]])('the port %j is rejected', async (port: unknown) => {
  const options: object = { port }
  await expect(createStandin(options)).rejects.toThrow(
    `port must be an integer from 0 to 65535, got ${JSON.stringify(port)}`,
  )
})

it('the scenario of new sandboxes may be a string', async () => {
  await using standin = await createStandin({ scenario: 'server-error' })
  await using sandbox = await standin.sandbox()
  expect((await sandbox.fetch('/v1/pets')).status).toBe(500)
})

it('a fixture set that has only keys leaves the sample its records', async () => {
  await using folder = await writeFiles({ 'fixtures/default/keys.yaml': '- { key: my-own, state: active }' })
  await using standin = await createStandin({ folder: folder.path })
  const list = async (key: string) => {
    const response = await standin.fetch('/v1/pets?limit=3', { headers: { authorization: `Bearer ${key}` } })
    return { status: response.status, body: await response.json() }
  }
  expect(await list('my-own')).toMatchObject({ status: 200, body: [{ id: 1 }, { id: 2 }, { id: 3 }] })
  expect(await list('sandbox-key')).toMatchObject({ status: 401 })
  expect((await standin.describe()).notes).toEqual([expect.stringContaining('has no records, only keys')])
  const named = await standin.sandbox({ fixtures: 'default' })
  expect(await named.records('pets').list()).not.toEqual([])
})

it('a request that fails is reported with its operation and sandbox', async () => {
  const broken = openApi({ paths: { '/gadgets': { get: { responses: { 200: response({ type: 'thing' }) } } } } })
  await using api = await serveFiles({ 'gadgets.json': broken })
  const issues: Issue[] = []
  api.standin.watchIssues((issue) => issues.push(issue))
  const answer = await api.call('/gadgets', { headers: { 'sandbox-id': 'mine' } })
  expect(answer.status, answer.text).toBe(500)
  const { json } = await api.call('/_sandbox/sandboxes/mine/exchanges')
  expect(json).toEqual([expect.objectContaining({ operation: 'GET /gadgets' })])
  expect(issues).toEqual([])
})
