/**
 * The files of spec/ and the document of the control API are valid: by Redocly's rules for documents, overlays and
 * Arazzo files, by the published JSON Schema for overlays, and by the schemas of their examples. And the documents have
 * exactly the described operations.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { assert, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectFolder } from '../support/run-command.ts'
import { runRedocly } from '../support/run-redocly.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of an object; empty for any other value. */
const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isFields(value) ? Object.entries(value) : []

const field = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined

const readText = (file: string): string => readFileSync(projectFolder + file, 'utf8')
const readFields = (file: string): Fields => {
  const value: unknown = file.endsWith('.json') ? JSON.parse(readText(file)) : parse(readText(file))
  assert(isFields(value), `${file} holds no object`)
  return value
}

const filesIn = (folder: string, suffix: string): readonly string[] =>
  readdirSync(projectFolder + folder)
    .filter((name) => name.endsWith(suffix))
    .sort()
    .map((name) => `${folder}/${name}`)

const documents = ['spec/animal-store.yaml', 'spec/messages.yaml']
const overlays = filesIn('spec', '.overlay.yaml')
const linted = [...documents, 'src/control/openapi.yaml', ...overlays, ...filesIn('test/arazzo', '.yaml')]

const formats = formatsModule.default

describe('Redocly finds nothing', () => {
  let findings: readonly unknown[] = []
  let said = ''
  beforeAll(async () => {
    const { code, stdout, stderr } = await runRedocly(['lint', ...linted, '--format=json'])
    said = stderr
    expect(code, stderr).toBe(0)
    // One JSON object per file, one directly after the other.
    findings = stdout.split(/(?<=^\})(?=\{)/m).map((text): unknown => JSON.parse(text))
  })

  it('in any of the files', () => expect(findings).toHaveLength(linted.length))

  for (const [index, file] of linted.entries())
    it(`in ${file}`, () => {
      expect(said).toContain(`${file}: validated`)
      expect(findings[index]).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] })
    })

  it('would find a response without a description', async () => {
    const broken = readText('spec/messages.yaml').replace('description: The message record.', '')
    await using folder = await createTemporaryFolder({ 'messages.yaml': broken })
    const { code } = await runRedocly(['lint', `${folder.path}/messages.yaml`, '--format=json'])
    expect(code).toBe(1)
  })
})

describe('the schema of overlays', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })
  formats(ajv)
  const validate = ajv.compile(readFields('spec/overlay.schema.json'))
  const explainProblems = (overlay: unknown): string => (validate(overlay) ? '' : ajv.errorsText(validate.errors))

  for (const file of overlays)
    it(`accepts ${file}`, () => {
      expect(explainProblems(readFields(file))).toBe('')
      expect(readText(file)).toMatch(/^# yaml-language-server: \$schema=\.\/overlay\.schema\.json$/m)
    })

  const overlayWith = (update: Fields): Fields => ({
    overlay: '1.0.0',
    info: { title: 'An overlay', version: '1.0.0' },
    actions: [{ target: '$.paths', update }],
  })

  const rejected: readonly { readonly name: string; readonly update: Fields }[] = [
    { name: 'an unknown word of Standin', update: { 'x-standin-lifecycel': { states: ['a'], after: '2s' } } },
    { name: 'an unknown behaviour', update: { 'x-standin-behaviour': 'destroy' } },
    { name: 'a lifecycle without a time', update: { 'x-standin-lifecycle': { states: ['a', 'b'] } } },
    { name: 'a date that is invalid', update: { 'x-standin-deprecated-since': 'last spring' } },
    { name: 'a wrong word deep inside', update: { '/pets': { get: { 'x-standin-resources': 'pets' } } } },
  ]
  for (const { name, update } of rejected)
    it(`rejects ${name}`, () => expect(explainProblems(overlayWith(update))).not.toBe(''))

  const taken: readonly { readonly name: string; readonly update: Fields }[] = [
    { name: 'properties without a rule', update: { summary: 'Lists', 'x-internal': true } },
    { name: 'a behaviour and its resource', update: { 'x-standin-behaviour': 'list', 'x-standin-resource': 'pets' } },
  ]
  for (const { name, update } of taken)
    it(`accepts ${name}`, () => expect(explainProblems(overlayWith(update))).toBe(''))
})

interface Example {
  readonly name: string
  readonly schema: string
  readonly value: unknown
}

/** Each example of a media type in a document, with the pointer of its schema. */
const examplesOf = (value: unknown, pointer: string): readonly Example[] => {
  const own =
    field(value, 'schema') === undefined
      ? []
      : entriesOf(field(value, 'examples')).map(([name, example]) => ({
          name: `${pointer}/examples/${name}`,
          schema: `${pointer}/schema`,
          value: field(example, 'value'),
        }))
  const children = Array.isArray(value) ? Object.entries(value) : entriesOf(value)
  const inner = children.flatMap(([name, child]) => examplesOf(child, `${pointer}/${escapeName(name)}`))
  return [...own, ...inner]
}

/** RFC 6901, section 3. */
const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** RFC 3986, section 3.5: a pointer as the fragment of a reference. */
const fragmentOf = (pointer: string): string => pointer.split('/').map(encodeURIComponent).join('/')

describe('the examples are valid', () => {
  const counts: Readonly<Record<string, number>> = { 'spec/animal-store.yaml': 12, 'spec/messages.yaml': 7 }
  for (const file of documents) {
    const document = readFields(file)
    const ajv = new Ajv2020({ strict: false })
    formats(ajv)
    ajv.addSchema({ ...document, $id: 'https://document.test/' })
    const examples = examplesOf(document, '')

    it(`${file} has examples`, () => expect(examples).toHaveLength(counts[file] ?? 0))

    for (const { name, schema, value } of examples)
      it(`${file}#${name}`, () => {
        const validate = ajv.compile({ $ref: `https://document.test/#${fragmentOf(schema)}` })
        expect(validate(value), ajv.errorsText(validate.errors)).toBe(true)
      })
  }
})

const contents = [
  {
    file: 'spec/animal-store.yaml',
    operations: ['listPets: get /pets', 'createPet: post /pets', 'getPet: get /pets/{petId}'],
    pathsWithout: ['/store/orders'],
    schemas: ['Error', 'NewPet', 'Pet', 'PetStatus', 'Pets'],
    responses: { listPets: ['200', '401'], createPet: ['201', '400', '401'], getPet: ['200', '401', '404'] },
  },
  {
    file: 'spec/messages.yaml',
    operations: ['sendMessage: post /messages'],
    pathsWithout: [],
    schemas: ['Error', 'Message', 'NewMessage'],
    responses: { sendMessage: ['200', '400', '401'] },
  },
] as const

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

describe('the documents have exactly the described parts', () => {
  for (const { file, operations, pathsWithout, schemas, responses } of contents) {
    const document = readFields(file)
    const found = entriesOf(document.paths).flatMap(([path, item]) =>
      entriesOf(item).flatMap(([method, operation]) => (methods.has(method) ? [{ path, method, operation }] : [])),
    )

    it(`${file}: operations`, () =>
      expect(found.map((at) => `${field(at.operation, 'operationId')}: ${at.method} ${at.path}`)).toEqual(operations))

    it(`${file}: paths without operations`, () =>
      expect(
        entriesOf(document.paths)
          .map(([path]) => path)
          .filter((path) => !found.some((at) => at.path === path)),
      ).toEqual(pathsWithout))

    it(`${file}: schemas`, () =>
      expect(
        entriesOf(field(document.components, 'schemas'))
          .map(([name]) => name)
          .sort(),
      ).toEqual(schemas))

    it(`${file}: responses`, () => {
      const documented = found.map(({ operation }) => [
        field(operation, 'operationId'),
        entriesOf(field(operation, 'responses')).map(([status]) => status),
      ])
      expect(Object.fromEntries(documented)).toEqual(responses)
    })
  }
})
