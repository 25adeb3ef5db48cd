/**
 * `standin check` on one broken file of every kind, each reported with its line, and on the built-in files, without findings.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../src/cli/check.ts'
import type { FindingFormat } from '../../src/cli/format-findings.ts'
import { textWidth } from '../../src/contract/values/text-width.ts'
import type { Finding } from '../../src/errors.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const root = new URL('../..', import.meta.url).pathname

interface Broken {
  readonly name: string
  readonly file: string
  /** The whole file, or the replacement of a string in it. */
  readonly write: string | readonly [string, string]
  readonly line: number | undefined
  readonly code: string
  readonly says: RegExp
}

const scenario = (...steps: readonly string[]): string =>
  ['description: A test', 'steps:', ...steps.map((step) => `  - ${step}`)].join('\n')

const rows: readonly Broken[] = [
  {
    name: 'unknown operation',
    file: 'scenarios/x.yaml',
    write: scenario('when: { operation: lisPets }\n    delay: 1s'),
    line: 3,
    code: 'scenario-mismatch',
    says: /Did you mean listPets/,
  },
  {
    name: 'unknown path',
    file: 'scenarios/x.yaml',
    write: scenario('when: { path: /pet, method: GET }\n    delay: 1s'),
    line: 3,
    code: 'scenario-mismatch',
    says: /Did you mean \/pets/,
  },
  {
    name: 'path without this method',
    file: 'scenarios/x.yaml',
    write: scenario('when: { path: /pets, method: DELETE }\n    delay: 1s'),
    line: 3,
    code: 'scenario-mismatch',
    says: /no operation has/,
  },
  {
    name: 'unknown query parameter',
    file: 'scenarios/x.yaml',
    write: scenario('when:\n      operation: listPets\n      query: { limt: 1 }\n    delay: 1s'),
    line: 5,
    code: 'scenario-mismatch',
    says: /Did you mean limit/,
  },
  {
    name: 'status without a response',
    file: 'scenarios/x.yaml',
    write: scenario('when: { operation: listPets }\n    respond:\n      status: 404'),
    line: 5,
    code: 'scenario-mismatch',
    says: /404 is not documented for listPets/,
  },
  {
    name: 'body that does not match its schema',
    file: 'scenarios/x.yaml',
    write: scenario(
      'when: { operation: getPet }\n    respond:\n      status: 404\n      body:\n        code: 7\n        message: no\n        status: 404',
    ),
    line: 7,
    code: 'scenario-mismatch',
    says: /body\.code must be a string, got 7/,
  },
  {
    name: 'unknown example',
    file: 'scenarios/x.yaml',
    write: scenario('when: { operation: getPet }\n    respond:\n      status: 404\n      example: mising'),
    line: 6,
    code: 'scenario-mismatch',
    says: /Did you mean missing/,
  },
  {
    name: 'unreachable step',
    file: 'scenarios/x.yaml',
    write: scenario(
      'when: { operation: getPet }\n    respond: { status: 404 }',
      'when: { operation: getPet, params: { petId: 7 } }\n    respond: { status: 401 }',
    ),
    line: 5,
    code: 'scenario-mismatch',
    says: /never reached: step 1/,
  },
  {
    name: 'invalid expression',
    file: 'scenarios/x.yaml',
    write: scenario(
      'when: { operation: getPet }\n    respond:\n      status: 404\n      body: { code: not_found, message: "{$request.params.id}", status: 404 }',
    ),
    line: 6,
    code: 'scenario-mismatch',
    says: /not a runtime expression/,
  },
  {
    name: 'unknown lifecycle',
    file: 'scenarios/x.yaml',
    write: scenario('hold: [Message.state]'),
    line: 3,
    code: 'scenario-mismatch',
    says: /Did you mean Message\.status/,
  },
  {
    name: 'unknown fixture set',
    file: 'scenarios/x.yaml',
    write: scenario('records: dmeo'),
    line: 3,
    code: 'scenario-mismatch',
    says: /Did you mean demo/,
  },
  {
    name: 'unknown field',
    file: 'scenarios/x.yaml',
    write: scenario('whne: { operation: getPet }\n    delay: 1s'),
    line: 3,
    code: 'scenario-structure',
    says: /whne is not allowed/,
  },
  {
    name: 'status that is a string',
    file: 'scenarios/x.yaml',
    write: scenario('respond:\n      status: not found'),
    line: 4,
    code: 'scenario-structure',
    says: /status must be an integer from 200 to 599/,
  },
  {
    name: 'duration without a unit',
    file: 'scenarios/x.yaml',
    write: scenario('limit:\n      requests: 1\n      per: 60'),
    line: 5,
    code: 'scenario-structure',
    says: /per must be a string/,
  },
  {
    name: 'call range that ends before it begins',
    file: 'scenarios/x.yaml',
    write: scenario('when:\n      call: 4-2\n    delay: 1s'),
    line: 4,
    code: 'scenario-structure',
    says: /ends before it begins/,
  },
  {
    name: 'invalid pattern',
    file: 'scenarios/x.yaml',
    write: scenario('when:\n      body:\n        name: { matches: "(" }\n    delay: 1s'),
    line: 5,
    code: 'scenario-structure',
    says: /is not a regular expression/,
  },
  {
    name: 'invalid time',
    file: 'scenarios/x.yaml',
    write: scenario('clock: tomorrow'),
    line: 3,
    code: 'scenario-structure',
    says: /is not a time/,
  },
  {
    name: 'advance without a call',
    file: 'scenarios/x.yaml',
    write: scenario('when: { operation: getPet }\n    advance: 1d'),
    line: 4,
    code: 'scenario-structure',
    says: /needs call in when/,
  },
  {
    name: 'step that does nothing',
    file: 'scenarios/x.yaml',
    write: scenario('when: { operation: getPet }'),
    line: 3,
    code: 'scenario-structure',
    says: /does nothing/,
  },
  {
    name: 'fault together with a response',
    file: 'scenarios/x.yaml',
    write: scenario('respond: { status: 401 }\n    fault: reset'),
    line: 4,
    code: 'scenario-structure',
    says: /respond has no effect/,
  },
  {
    name: 'fixture that does not match its schema',
    file: 'fixtures/default/pets.yaml',
    write: '- id: 1\n  name: Rex\n  categoryId: 1\n  status: lost\n',
    line: 4,
    code: 'fixture-invalid',
    says: /status must be one of available, pending, sold, got "lost"/,
  },
  {
    name: 'fixture without a required property',
    file: 'fixtures/default/pets.yaml',
    write: '- id: 1\n  name: Rex\n  categoryId: 1\n- id: 2\n  name: Tom\n',
    line: 4,
    code: 'fixture-invalid',
    says: /categoryId is required/,
  },
  {
    name: 'duplicate id',
    file: 'fixtures/default/pets.yaml',
    write: '- { id: 1, name: Rex, categoryId: 1 }\n- { id: 1, name: Tom, categoryId: 1 }\n',
    line: 2,
    code: 'fixture-duplicate',
    says: /already used by record 1/,
  },
  {
    name: 'fixture without a resource',
    file: 'fixtures/default/pet.yaml',
    write: '[]\n',
    line: 1,
    code: 'fixture-unknown-resource',
    says: /Did you mean pets/,
  },
  {
    name: 'key in an unknown state',
    file: 'fixtures/default/keys.yaml',
    write: '- key: a\n  state: active\n- key: b\n  state: gone\n',
    line: undefined,
    code: 'key-invalid',
    says: /active, expired or revoked/,
  },
  {
    name: 'invalid YAML in a document',
    file: 'spec/messages.yaml',
    write: 'openapi: 3.1.0\ninfo: {title: a\npaths: {}\n',
    line: undefined,
    code: 'syntax-error',
    says: /is not YAML/,
  },
  {
    name: 'unresolved reference',
    file: 'spec/animal-store.yaml',
    write: ['$ref: "#/components/schemas/PetStatus"', '$ref: "#/components/schemas/PetState"'],
    line: undefined,
    code: 'ref-unresolved',
    says: /PetState" does not resolve/,
  },
  {
    name: 'schema that cannot be compiled',
    file: 'spec/messages.yaml',
    write: ['type: string\n          description: The message.', 'type: text\n          description: The message.'],
    line: undefined,
    code: 'schema-invalid',
    says: /cannot be compiled/,
  },
  {
    name: 'remote reference',
    file: 'spec/animal-store.yaml',
    write: ['$ref: "#/components/schemas/PetStatus"', '$ref: "https://example.test/status.yaml"'],
    line: undefined,
    code: 'ref-outside',
    says: /is remote/,
  },
  {
    name: 'unknown place of a parameter',
    file: 'spec/animal-store.yaml',
    write: ['in: query', 'in: qurey'],
    line: undefined,
    code: 'document-structure',
    says: /one of path, query, querystring, header, cookie, got "qurey"/,
  },
  {
    name: 'overlay that matches nothing',
    file: 'spec/messages.overlay.yaml',
    write: ['$.components.schemas.Message.properties.status', '$.components.schemas.Message.properties.state'],
    line: undefined,
    code: 'overlay-unused',
    says: /matches nothing/,
  },
  {
    name: 'overlay with an invalid JSONPath',
    file: 'spec/messages.overlay.yaml',
    write: ['$.components.schemas.Message.properties.status', '$.components..['],
    line: undefined,
    code: 'overlay-structure',
    says: /not a JSONPath/,
  },
]

const checkFolder = async (
  folder: string,
  format: FindingFormat = 'json',
  columns?: number,
): Promise<{ code: number; output: string }> => {
  const stdout = new PassThrough()
  const options = {
    documents: [join(folder, 'spec')],
    fixtures: join(folder, 'fixtures/default'),
    scenarios: join(folder, 'scenarios'),
    active: [],
    keys: [],
    anyKey: false,
    generate: 0,
    seed: 1,
    folder,
    now: () => 0,
  }
  const code = await check(options, { format }, { stdout, color: false, columns })
  return { code, output: String(stdout.read() ?? '') }
}

const made: { remove: () => Promise<void> }[] = []

/** The built-in files, copied to a separate folder. */
const makeProject = async (): Promise<string> => {
  const folder = await createTemporaryFolder()
  made.push(folder)
  for (const name of ['spec', 'fixtures', 'scenarios'])
    cpSync(join(root, name), join(folder.path, name), { recursive: true })
  return folder.path
}

afterAll(() => Promise.all(made.map(({ remove }) => remove())))

describe('standin check', () => {
  it('is tested with at least 25 kinds of mistakes', () =>
    expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThanOrEqual(25))

  for (const { name, file, write, line, code, says } of rows) {
    it(`reports: ${name}`, async () => {
      const folder = await makeProject()
      const path = join(folder, file)
      const text = typeof write === 'string' ? write : readFileSync(path, 'utf8').replace(write[0], write[1])
      writeFileSync(path, text)
      const { code: exit, output } = await checkFolder(folder)
      const findings: readonly Finding[] = JSON.parse(output)
      const found = findings.find((finding) => finding.code === code)
      expect(exit).toBe(1)
      expect(found, output).toBeDefined()
      expect(found?.file).toBe(path)
      expect(found?.message).toMatch(says)
      const expected = line ?? lineOf(text, typeof write === 'string' ? undefined : write[1])
      if (expected !== undefined) expect(found?.line, found?.message).toBe(expected)
      expect(found?.column).toBeGreaterThan(0)
    })
  }

  it('reports several files at once', async () => {
    const folder = await makeProject()
    writeFileSync(join(folder, 'scenarios/x.yaml'), scenario('when: { operation: nope }\n    delay: 1s'))
    writeFileSync(join(folder, 'fixtures/default/pets.yaml'), '- id: x\n')
    const { output } = await checkFolder(folder)
    const files = new Set((JSON.parse(output) as readonly Finding[]).map((finding) => finding.file))
    expect(files.size).toBe(2)
  })

  it('checks scenarios even if no document can be loaded', async () => {
    const folder = await makeProject()
    writeFileSync(join(folder, 'spec/messages.yaml'), 'openapi: [')
    writeFileSync(join(folder, 'scenarios/x.yaml'), scenario('clock: never'))
    const { output } = await checkFolder(folder)
    expect((JSON.parse(output) as readonly Finding[]).map(({ code }) => code).sort()).toEqual([
      'scenario-structure',
      'syntax-error',
    ])
  })
})

/** The line of a replaced string; undefined if the whole file was written and no line is expected. */
const lineOf = (text: string, part: string | undefined): number | undefined =>
  part === undefined ? undefined : text.slice(0, text.indexOf(part)).split('\n').length

describe('the output of standin check', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await makeProject()
    writeFileSync(join(folder, 'scenarios/x.yaml'), scenario('when: { operation: lisPets }\n    delay: 1s'))
  })

  it('pretty: location, code, message and the surrounding lines', async () => {
    const { output } = await checkFolder(folder, 'pretty')
    expect(output).toContain('x.yaml:3:13')
    expect(output).toContain('Did you mean listPets?')
    expect(output).toContain('> 3 |   - when: { operation: lisPets }')
    expect(output).toMatch(/\n {4}\| {13}\^|\^/)
    expect(output).toContain('1 finding in 1 file')
  })

  it('pretty: lines of at most 60 columns, without the name of the file', async () => {
    const project = await makeProject()
    const path = join(project, 'spec/messages.overlay.yaml')
    writeFileSync(path, readFileSync(path, 'utf8').replace('x-standin-lifecycle', 'x-standin-lifecycel'))
    const { output } = await checkFolder(project, 'pretty', 60)
    const lines = output.split('\n').filter((line) => !line.startsWith(project))
    expect(output).toContain('An x-standin word is unknown or has a wrong value\n(word-invalid)')
    expect(lines.filter((line) => textWidth(line) > 60)).toEqual([])
  })

  it('github: annotations', async () => {
    const { output } = await checkFolder(folder, 'github')
    expect(output).toMatch(/^::error file=.*x\.yaml,line=3,col=13,title=[^:]+::no document has the operation lisPets/)
  })

  it('has no findings for the built-in files', async () => {
    const { code, output } = await checkFolder(await makeProject())
    expect(JSON.parse(output)).toEqual([])
    expect(code).toBe(0)
  })
})
