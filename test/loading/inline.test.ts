/**
 * Documents, fixtures and scenarios that code gives as objects: they serve as files do, and findings name the place in the
 * object.
 */
import { describe, expect, it } from 'vitest'
import { formatFinding } from '../../src/errors.ts'
import { createStandin, LoadError, type StandinOptions, UsageError } from '../../src/index.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response, swagger } from '../support/write-document.ts'

const gadget = {
  type: 'object',
  required: ['id', 'label'],
  properties: { id: { type: 'integer' }, label: { type: 'string' }, serial: { type: 'integer', format: 'int64' } },
}

const parameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }

const paths = {
  '/gadgets': { get: { operationId: 'listGadgets', responses: { 200: response({ type: 'array', items: gadget }) } } },
  '/gadgets/{id}': {
    get: { operationId: 'getGadget', parameters: [parameter], responses: { 200: response(gadget), 404: response({}) } },
  },
}

const document = openApi({ paths })
const fixtures = { gadgets: [{ id: 7, label: 'seven' }] }

/** A folder without any files, so that nothing else is found. */
const serve = async (options: StandinOptions) => {
  const folder = await createTemporaryFolder()
  return { folder, standin: await createStandin({ folder: folder.path, ...options }) }
}

/** Of a document that is served nevertheless, its warnings. */
const findingsOf = async (options: StandinOptions): Promise<readonly string[]> => {
  try {
    const { standin } = await serve(options)
    const { warnings } = await standin.describe()
    await standin.close()
    return warnings.map(formatFinding)
  } catch (error) {
    if (error instanceof LoadError) return error.message.split('\n')
    throw error
  }
}

const get = async (sandbox: { readonly fetch: typeof fetch }, path: string) => {
  const answer = await sandbox.fetch(path)
  return { status: answer.status, body: await answer.text() }
}

describe('a document as an object', () => {
  const places: readonly (readonly [name: string, documents: NonNullable<StandinOptions['documents']>])[] = [
    ['alone', document],
    ['in a list', [document]],
    ['of OpenAPI 2.0', swagger({ paths: swaggerPaths() })],
  ]
  for (const [name, documents] of places)
    it(`is served ${name}, with fixtures as an object`, async () => {
      const { standin } = await serve({ documents, fixtures })
      const sandbox = await standin.sandbox()
      expect(await get(sandbox, '/gadgets')).toEqual({ status: 200, body: '[{"id":7,"label":"seven"}]' })
      await sandbox.records('gadgets').delete(7)
      expect((await get(sandbox, '/gadgets/7')).status).toBe(404)
      await sandbox.reset()
      expect((await get(sandbox, '/gadgets/7')).status).toBe(200)
      await standin.close()
    })

  it('is named after its title, beside a document in a file', async () => {
    await using folder = await createTemporaryFolder({ 'gizmos.json': JSON.stringify(openApi({ paths: {} })) })
    const standin = await createStandin({ folder: folder.path, documents: [`${folder.path}/gizmos.json`, document] })
    const { documents } = await standin.describe()
    expect(documents.map(({ name, file }) => `${name} of ${file.replace(folder.path, '.')}`)).toEqual([
      'gizmos of ./gizmos.json',
      'gadgets of documents[1]',
    ])
    await standin.close()
  })

  it('is as it was at the start, whatever becomes of the object', async () => {
    const own = structuredClone({ documents: document, fixtures })
    const { standin } = await serve(own)
    own.fixtures.gadgets.length = 0
    expect((await get(await standin.sandbox(), '/gadgets')).body).toContain('seven')
    await standin.close()
  })

  it('keeps the digits of a bigint in fixtures', async () => {
    const gadgets = [{ id: 1, label: 'large', serial: 9_223_372_036_854_775_807n }]
    const { standin } = await serve({ documents: document, fixtures: { gadgets } })
    expect((await get(await standin.sandbox(), '/gadgets/1')).body).toContain('"serial":9223372036854775807')
    await standin.close()
  })

  it('has keys and next ids as a folder has', async () => {
    const sets = { ...fixtures, keys: [{ key: 'sesame' }], 'next-ids': { gadgets: 40 } }
    const secured = openApi({
      paths,
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    })
    const { standin } = await serve({ documents: secured, fixtures: sets })
    const fetchWith = (key: string) => standin.fetch('/gadgets', { headers: { Authorization: `Bearer ${key}` } })
    expect([(await fetchWith('sesame')).status, (await fetchWith('other')).status]).toEqual([200, 401])
    const added = await (await standin.sandbox()).records('gadgets').add({ label: 'next' })
    expect(added).toEqual({ id: 40, label: 'next' })
    await standin.close()
  })

  it('is not watched, which is said', async () => {
    const scenarios = { quiet: { description: 'Nothing.', steps: [{ delay: '1ms' }] } }
    const { standin } = await serve({ documents: document, fixtures, scenarios, watch: true })
    expect((await standin.describe()).notes).toContain(
      'watch does not watch documents[0], fixtures, scenarios: only files are reloaded',
    )
    await standin.close()
  })
})

function swaggerPaths(): object {
  return {
    '/gadgets': { get: { responses: { 200: { description: 'All.', schema: { type: 'array', items: gadget } } } } },
    '/gadgets/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
        responses: { 200: { description: 'One.', schema: gadget }, 404: { description: 'None.' } },
      },
    },
  }
}

describe('scenarios as objects', () => {
  const scenarios = {
    'no-gadget': {
      description: 'The gadget is missing.',
      steps: [{ when: { operation: 'getGadget' }, respond: { status: 404 } }],
    },
  }

  it('are played beside the built-in ones, and shown by the control API', async () => {
    const { standin } = await serve({ documents: document, fixtures, scenarios, port: 0 })
    const sandbox = await standin.sandbox({ scenario: 'no-gadget' })
    expect((await get(sandbox, '/gadgets/7')).status).toBe(404)
    await sandbox.scenario('slow')
    expect((await get(sandbox, '/gadgets/7')).status).toBe(200)
    const shown: unknown = await (await fetch(`${standin.url}/_sandbox/scenarios/no-gadget`)).json()
    expect(shown).toMatchObject({ file: 'scenarios.no-gadget', saveTo: null, builtIn: false })
    expect(shown).toHaveProperty('source', `${JSON.stringify(scenarios['no-gadget'], undefined, 2)}\n`)
    await standin.close()
  })

  it('can be replaced while the server runs, but not saved or deleted', async () => {
    const { standin } = await serve({ documents: document, fixtures, scenarios, port: 0 })
    const put = (body: object) =>
      fetch(`${standin.url}/_sandbox/scenarios/no-gadget`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ source: 'description: Nothing.\nsteps: [{ delay: 1ms }]', ...body }),
      })
    const saved = await put({ save: true })
    expect([saved.status, await saved.text()]).toEqual([409, expect.stringContaining('objects in code')])
    const remove = (query = '') => fetch(`${standin.url}/_sandbox/scenarios/no-gadget${query}`, { method: 'DELETE' })
    const removed = await remove('?file=true')
    expect([removed.status, await removed.text()]).toEqual([409, expect.stringContaining('is an object in code')])
    const sandbox = await standin.sandbox({ scenario: 'no-gadget' })
    expect((await put({})).status).toBe(200)
    expect((await get(sandbox, '/gadgets/7')).status).toBe(200)
    expect((await remove()).status).toBe(204)
    expect((await get(sandbox, '/gadgets/7')).status).toBe(404)
    await standin.close()
  })

  it('need names that can be in a header', () =>
    expect(serve({ documents: document, scenarios: { 'a,b': { description: 'No.', steps: [] } } })).rejects.toThrow(
      UsageError,
    ))
})

describe('findings in objects', () => {
  const itself: Record<string, unknown> = { ...openApi({ paths }) }
  itself.components = { schemas: { Self: itself } }
  const rows: readonly (readonly [name: string, options: StandinOptions, finding: RegExp])[] = [
    ['of no document', { documents: {} }, /^documents\[0\]: is neither an OpenAPI document .*\(not-openapi\)$/],
    [
      'of a document, by pointer',
      { documents: [document, openApi({ paths: { '/x': { get: { parameters: 7 } } } })] },
      /^documents\[1\]#\/paths\/~1x\/get\/parameters: .*\(document-structure\)$/,
    ],
    [
      'of a $ref to a file',
      { documents: openApi({ paths: { '/x': { $ref: './x.yaml' } } }) },
      /^documents\[0\]#\/paths\/~1x\/\$ref: \$ref "\.\/x\.yaml" refers to a file, but the document is an object.*\(ref-outside\)$/,
    ],
    [
      'of an object that contains itself',
      { documents: itself },
      /^documents\[0\]#\/components\/schemas\/Self: contains itself/,
    ],
    [
      'of a record',
      {
        documents: document,
        fixtures: {
          gadgets: [
            { id: 1, label: 'one' },
            { id: 2, label: 2 },
          ],
        },
      },
      /^fixtures\.gadgets#\/1\/label: .*\(fixture-invalid\)$/,
    ],
    [
      'of an unknown collection',
      { documents: document, fixtures: { gadgetz: [] } },
      /^fixtures\.gadgetz: no resource is named "gadgetz"\. Did you mean gadgets\?/,
    ],
    [
      'of a scenario',
      {
        documents: document,
        scenarios: { unusual: { description: 'Unusual.', steps: [{ respond: { status: 200, boddy: 1 } }] } },
      },
      /^scenarios\.unusual#\/steps\/0\/respond\/boddy: .*Did you mean body\? \(scenario-structure\)$/,
    ],
    [
      'of a scenario that does not match the documents',
      {
        documents: document,
        scenarios: {
          unusual: {
            description: 'Unusual.',
            steps: [{ when: { operation: 'getGadgets' }, respond: { status: 404 } }],
          },
        },
      },
      /^scenarios\.unusual#\/steps\/0\/when\/operation: .*\(scenario-mismatch\)$/,
    ],
  ]
  for (const [name, options, finding] of rows)
    it(name, async () => {
      const findings = await findingsOf(options)
      expect(
        findings.filter((line) => finding.test(line)),
        findings.join('\n'),
      ).toHaveLength(1)
    })
})
