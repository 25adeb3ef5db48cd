/**
 * Fixture sets: what they may contain, the findings in invalid ones with their locations, and where they are looked for.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStandin, LoadError, UsageError } from '../../src/index.ts'
import { call } from '../support/client.ts'
import {
  type ExpectedFinding,
  expectFindings,
  type Files,
  findingsOf,
  serveFiles,
  writeFiles,
} from '../support/serve-files.ts'
import { openApi, response } from '../support/write-document.ts'

const text = { type: 'string' }
const int64 = { type: 'integer', format: 'int64' }
const gadget = {
  type: 'object',
  required: ['serial', 'label'],
  properties: {
    serial: int64,
    label: text,
    state: { ...text, enum: ['new', 'used'] },
    size: int64,
    weight: { type: 'number' },
    madeAt: { ...text, format: 'date-time' },
    day: { ...text, format: 'date' },
    parts: { type: 'array', items: { type: 'object', required: ['name'], properties: { name: text } } },
  },
}
const gizmo = { type: 'object', required: ['id'], properties: { id: text, label: text }, additionalProperties: false }

const collection = (name: string, id: string, parameter: object, record: object) => ({
  [`/${name}`]: { get: { responses: { 200: response({ type: 'array', items: record }) } } },
  [`/${name}/{${id}}`]: {
    get: {
      parameters: [{ name: id, in: 'path', required: true, schema: parameter }],
      responses: { 200: response(record) },
    },
  },
})

const document = openApi({
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  security: [{ token: [] }],
  paths: {
    ...collection('gadgets', 'serial', int64, gadget),
    ...collection('gizmos', 'id', text, gizmo),
    ...collection('gadgets/{serial}/bolts/{bolt}/turns', 'id', text, gizmo),
  },
})

/** Files of the set named default. */
const set = (files: Files): Files => ({
  'shop.json': document,
  ...Object.fromEntries(Object.entries(files).map(([name, held]) => [`fixtures/default/${name}`, held])),
})

const key = 'any-key'

describe('a mistake is reported with its location', () => {
  const gadgets = (yaml: string): Files => ({ 'gadgets.yaml': yaml })
  const good = '- { serial: 1, label: Anvil }\n'
  const rows: readonly {
    readonly name: string
    readonly files: Files
    readonly findings: readonly ExpectedFinding[]
  }[] = [
    {
      name: 'a value that is not allowed',
      files: gadgets(`${good}- serial: 2\n  label: Bellows\n  state: lost\n`),
      findings: [
        { code: 'fixture-invalid', file: 'gadgets.yaml', line: 4, column: 3, says: ['state', 'new, used', '"lost"'] },
      ],
    },
    {
      name: 'a value of a wrong type',
      files: gadgets('- serial: one\n  label: 1\n'),
      findings: [
        { code: 'fixture-invalid', file: 'gadgets.yaml', line: 1, column: 3, says: ['serial', '"one"'] },
        { code: 'fixture-invalid', file: 'gadgets.yaml', line: 2, column: 3, says: ['label', '1'] },
      ],
    },
    {
      name: 'a required property that is missing',
      files: gadgets(`${good}\n# The second.\n- serial: 2\n`),
      findings: [{ code: 'fixture-invalid', file: 'gadgets.yaml', line: 4, column: 3, says: ['label', 'required'] }],
    },
    {
      name: 'an id that is missing',
      files: { 'gizmos.yaml': '- label: A\n' },
      findings: [{ code: 'fixture-invalid', file: 'gizmos.yaml', line: 1, column: 3, says: ['id', 'required'] }],
    },
    {
      name: 'facts that are not an object',
      files: gadgets('- serial: 1\n  label: A\n  x-standin: yes\n'),
      findings: [
        { code: 'fixture-structure', file: 'gadgets.yaml', line: 3, column: 3, says: ['x-standin', 'object'] },
      ],
    },
    {
      name: 'an unknown fact',
      files: gadgets('- serial: 1\n  label: A\n  x-standin: { parnt: a }\n'),
      findings: [{ code: 'fixture-structure', file: 'gadgets.yaml', line: 3, says: ['parnt', 'Did you mean parent?'] }],
    },
    {
      name: 'facts with a wrong value',
      files: gadgets(
        [
          '- { serial: 1, label: A, x-standin: { id: 1.5 } }',
          '- { serial: 2, label: A, x-standin: { parent: 7 } }',
          '- { serial: 3, label: A, x-standin: { parent: "%" } }',
          '- { serial: 4, label: A, x-standin: { age: 2 hours } }',
          '- { serial: 5, label: A, x-standin: { deleted: true } }',
          '',
        ].join('\n'),
      ),
      findings: [
        {
          code: 'fixture-structure',
          file: 'gadgets.yaml',
          line: 1,
          says: ['x-standin.id must be a string or an integer, got 1.5'],
        },
        {
          code: 'fixture-structure',
          file: 'gadgets.yaml',
          line: 2,
          says: ['x-standin.parent', 'has no parents', 'got 7'],
        },
        { code: 'fixture-structure', file: 'gadgets.yaml', line: 3, says: ['x-standin.parent', 'got "%"'] },
        { code: 'fixture-structure', file: 'gadgets.yaml', line: 4, says: ['300ms, 2s or 1h, got "2 hours"'] },
        { code: 'fixture-structure', file: 'gadgets.yaml', line: 5, says: ['single record', 'got true'] },
      ],
    },
    {
      name: 'parents that the address of the record does not have',
      files: {
        ...gadgets('- { serial: 1, label: A, x-standin: { parent: "7" } }\n'),
        'turns.yaml': [
          '- { id: a, x-standin: { parent: "7" } }',
          '- { id: b, x-standin: { parent: 7/8/9 } }',
          '- { id: c, x-standin: { parent: 7/ } }',
          '- { id: d, x-standin: { parent: 7/%2 } }',
          '- { id: e, x-standin: { parent: 7/8 } }',
          '- { id: f, x-standin: { parent: null } }',
          '',
        ].join('\n'),
      },
      findings: [
        { code: 'fixture-structure', file: 'gadgets.yaml', line: 1, says: ['record of gadgets has no parents', '"7"'] },
        { code: 'fixture-structure', file: 'turns.yaml', line: 1, says: ['the 2 parents', 'such as "7/8"', 'got "7"'] },
        { code: 'fixture-structure', file: 'turns.yaml', line: 2, says: ['the 2 parents', 'got "7/8/9"'] },
        { code: 'fixture-structure', file: 'turns.yaml', line: 3, says: ['the 2 parents', 'got "7/"'] },
        { code: 'fixture-structure', file: 'turns.yaml', line: 4, says: ['the 2 parents', 'got "7/%2"'] },
      ],
    },
    {
      name: 'the same id twice under one parent',
      files: {
        'turns.yaml': ['x/1', 'y/1', 'x/1'].map((parent) => `- { id: a, x-standin: { parent: ${parent} } }\n`).join(''),
      },
      findings: [{ code: 'fixture-duplicate', file: 'turns.yaml', line: 3, says: ['id a', 'record 1'] }],
    },
    {
      name: 'next ids that are not an object',
      files: { 'next-ids.json': '[1]' },
      findings: [{ code: 'fixture-structure', file: 'next-ids.json', line: 1, says: ['object', '{"orders": 8}'] }],
    },
    {
      name: 'next ids that are wrong',
      files: { 'next-ids.yaml': 'gadgets: 0\ngizmos: two\ngadget: 3\n' },
      findings: [
        { code: 'fixture-structure', file: 'next-ids.yaml', line: 1, says: ['positive integer', 'got 0'] },
        { code: 'fixture-structure', file: 'next-ids.yaml', line: 2, says: ['positive integer', 'got "two"'] },
        { code: 'fixture-unknown-resource', file: 'next-ids.yaml', line: 3, says: ['"gadget"'] },
      ],
    },
    {
      name: 'a value deep inside',
      files: gadgets('- serial: 1\n  label: A\n  parts:\n    - name: a\n    - nam: b\n    - name: 3\n'),
      findings: [
        { code: 'fixture-invalid', file: 'gadgets.yaml', line: 5, column: 7, says: ['parts[1].name'] },
        { code: 'fixture-invalid', file: 'gadgets.yaml', line: 6, column: 7, says: ['parts[2].name'] },
      ],
    },
    {
      name: 'a property that is not allowed',
      files: { 'gizmos.yaml': '- id: a\n  colour: red\n' },
      findings: [{ code: 'fixture-invalid', file: 'gizmos.yaml', says: ['colour'] }],
    },
    {
      name: 'an id in use',
      files: gadgets(`${good}- { serial: 2, label: B }\n- label: C\n  serial: 1\n`),
      findings: [{ code: 'fixture-duplicate', file: 'gadgets.yaml', line: 4, column: 3, says: ['serial', '1'] }],
    },
    {
      name: 'a long id in use',
      files: gadgets('- { serial: 9223372036854775807, label: A }\n- { serial: 9223372036854775807, label: B }\n'),
      findings: [{ code: 'fixture-duplicate', file: 'gadgets.yaml', line: 2, says: ['9223372036854775807'] }],
    },
    {
      name: 'an id in use, written as a different number literal',
      files: gadgets(`${good}- { serial: 1.0, label: B }\n`),
      findings: [{ code: 'fixture-duplicate', file: 'gadgets.yaml', line: 2 }],
    },
    {
      name: 'a long integer out of range',
      files: gadgets('- serial: 1\n  label: A\n  size: 9223372036854775808\n'),
      findings: [
        { code: 'fixture-invalid', file: 'gadgets.yaml', line: 3, column: 3, says: ['size', '9223372036854775808'] },
      ],
    },
    {
      name: 'a record that is not an object',
      files: gadgets(`${good}- Anvil\n-\n- [1]\n`),
      findings: [
        { code: 'fixture-structure', file: 'gadgets.yaml', line: 2, column: 3 },
        { code: 'fixture-structure', file: 'gadgets.yaml', line: 3, says: ['empty'] },
        { code: 'fixture-structure', file: 'gadgets.yaml', line: 4, column: 3 },
      ],
    },
    {
      name: 'an object instead of a list',
      files: gadgets('gadgets:\n  - { serial: 1, label: A }\n'),
      findings: [{ code: 'fixture-structure', file: 'gadgets.yaml', line: 1, column: 1, says: ['list', 'gadgets'] }],
    },
    {
      name: 'a file with only comments',
      files: gadgets('# Nothing yet.\n'),
      findings: [{ code: 'syntax-error', file: 'gadgets.yaml', says: ['empty', 'write []'] }],
    },
    {
      name: 'invalid YAML',
      files: gadgets(`${good}- { serial: 2, label: \n`),
      findings: [{ code: 'syntax-error', file: 'gadgets.yaml', line: 3, says: ['YAML'] }],
    },
    {
      name: 'invalid JSON',
      files: { 'gadgets.json': '[\n  {"serial": 1, "label": "A"},,\n]' },
      findings: [{ code: 'syntax-error', file: 'gadgets.json', line: 2, says: ['JSON'] }],
    },
    {
      name: 'invalid JSON with a long integer',
      files: { 'gadgets.json': '[\n  {"serial": 9223372036854775807, "label": "A",},,\n]' },
      findings: [{ code: 'syntax-error', file: 'gadgets.json', line: 2, says: ['JSON'] }],
    },
    {
      name: 'a value in JSON',
      files: { 'gadgets.json': '[\n  {\n    "serial": 1,\n    "label": null\n  }\n]' },
      findings: [{ code: 'fixture-invalid', file: 'gadgets.json', line: 4, column: 5, says: ['label', 'null'] }],
    },
    {
      name: 'a file whose name is not a resource, with a suggestion',
      files: { 'gadget.yaml': good },
      findings: [
        { code: 'fixture-unknown-resource', file: 'gadget.yaml', line: 1, says: ['gadget', 'Did you mean gadgets'] },
      ],
    },
    {
      name: 'a file whose name is not like any resource',
      files: { 'animals.yaml': good },
      findings: [{ code: 'fixture-unknown-resource', file: 'animals.yaml', says: ['animals', 'gadgets, gizmos'] }],
    },
    {
      name: 'a folder whose name is not a document',
      files: { 'shopp/gadgets.yaml': good },
      findings: [{ code: 'fixture-unknown-resource', file: 'gadgets.yaml', says: ['shopp/gadgets', 'gadgets?'] }],
    },
    {
      name: 'mistakes in several files, all of them',
      files: {
        'gadgets.yaml': '- { serial: 1 }\n- { serial: 1, label: 2 }\n',
        'gizmos.json': '{}',
        'keys.yaml': '- {}\n',
        'pets.yaml': '[]\n',
      },
      findings: [
        { code: 'fixture-invalid', file: 'gadgets.yaml', line: 1 },
        { code: 'fixture-invalid', file: 'gadgets.yaml', line: 2 },
        { code: 'fixture-structure', file: 'gizmos.json', line: 1 },
        { code: 'key-invalid', file: 'keys.yaml', line: 1 },
        { code: 'fixture-unknown-resource', file: 'pets.yaml' },
      ],
    },
    {
      name: 'invalid YAML in one file and a mistake in another',
      files: { 'gadgets.yaml': '- { serial: 1\n', 'gizmos.yaml': '- id: 1\n' },
      findings: [
        { code: 'syntax-error', file: 'gadgets.yaml' },
        { code: 'fixture-invalid', file: 'gizmos.yaml', line: 1 },
      ],
    },
  ]
  for (const { name, files, findings } of rows)
    it(name, async () => expectFindings(await findingsOf(set(files), { fixtures: 'fixtures/default' }), findings))

  it('an id that is missing, where the schema does not require it', async () => {
    const optional = { ...gizmo, required: [] }
    const files = {
      'shop.json': openApi({ paths: collection('gizmos', 'id', text, optional) }),
      'fixtures/default/gizmos.yaml': '- label: A\n',
    }
    const says = ['must have the property id: it is the id of a record of gizmos']
    expectFindings(await findingsOf(files, { fixtures: 'fixtures/default' }), [
      { code: 'fixture-structure', file: 'gizmos.yaml', line: 1, column: 3, says },
    ])
  })
})

describe('two files for one resource are reported, with both names', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['gadgets.yaml', 'shop/gadgets.yaml'],
    ['gadgets.json', 'gadgets.yaml'],
    ['gadgets.yaml', 'gadgets.yml'],
  ]
  for (const [one, other] of rows)
    it(`${one} and ${other}`, async () => {
      const findings = await findingsOf(set({ [one]: '[]', [other]: '[{ "serial": 1, "label": "A" }]' }))
      const report = findings.map(({ file, message }) => `${file} ${message}`).join('\n')
      expect(report).toContain(one)
      expect(report).toContain(other)
    })
})

describe('a record is served as written', () => {
  const rows: readonly { readonly name: string; readonly file: string; readonly held: string; readonly is: string }[] =
    [
      {
        name: 'an int64 in YAML',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: A, size: 9223372036854775807 }',
        is: '{"serial":1,"label":"A","size":9223372036854775807}',
      },
      {
        name: 'a negative int64 in YAML',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: A, size: -9223372036854775808 }',
        is: '{"serial":1,"label":"A","size":-9223372036854775808}',
      },
      {
        name: 'an int64 in JSON',
        file: 'gadgets.json',
        held: '[{"serial":1,"label":"A","size":9007199254740993}]',
        is: '{"serial":1,"label":"A","size":9007199254740993}',
      },
      {
        name: 'a string of digits in YAML',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: "9223372036854775807" }',
        is: '{"serial":1,"label":"9223372036854775807"}',
      },
      {
        name: 'a time without quotes',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: A, madeAt: 2026-11-20T12:00:00Z, day: 2026-11-20 }',
        is: '{"serial":1,"label":"A","madeAt":"2026-11-20T12:00:00Z","day":"2026-11-20"}',
      },
      {
        name: 'a time without quotes next to an int64',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: A, madeAt: 2026-11-20T12:00:00Z, day: 2026-11-20, size: 9223372036854775807 }',
        is: '{"serial":1,"label":"A","madeAt":"2026-11-20T12:00:00Z","day":"2026-11-20","size":9223372036854775807}',
      },
      {
        name: 'yes and no',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: yes, parts: [{ name: no }] }',
        is: '{"serial":1,"label":"yes","parts":[{"name":"no"}]}',
      },
      {
        name: 'yes and no next to an int64',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: yes, size: 9007199254740993, parts: [{ name: no }] }',
        is: '{"serial":1,"label":"yes","size":9007199254740993,"parts":[{"name":"no"}]}',
      },
      {
        name: 'a number with a fraction next to an int64',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: A, size: 9007199254740993, weight: 1.5 }',
        is: '{"serial":1,"label":"A","size":9007199254740993,"weight":1.5}',
      },
      {
        name: 'an anchor',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: &a Anvil, parts: [{ name: *a }] }',
        is: '{"serial":1,"label":"Anvil","parts":[{"name":"Anvil"}]}',
      },
      {
        name: 'a property that is not in the schema',
        file: 'gadgets.yaml',
        held: '- { serial: 1, label: A, colour: red }',
        is: '{"serial":1,"label":"A","colour":"red"}',
      },
      {
        name: 'a byte order mark',
        file: 'gadgets.json',
        held: '\ufeff[{"serial":1,"label":"A"}]',
        is: '{"serial":1,"label":"A"}',
      },
      {
        name: 'an int64 after a byte order mark',
        file: 'gadgets.json',
        held: '\ufeff[{"serial":1,"label":"A","size":9007199254740993}]',
        is: '{"serial":1,"label":"A","size":9007199254740993}',
      },
      {
        name: 'a file with the extension .yml',
        file: 'gadgets.yml',
        held: '- { serial: 1, label: A }',
        is: '{"serial":1,"label":"A"}',
      },
      {
        name: 'a file in the folder of its document',
        file: 'shop/gadgets.yaml',
        held: '- { serial: 1, label: A }',
        is: '{"serial":1,"label":"A"}',
      },
    ]
  for (const { name, file, held, is } of rows)
    it(name, async () => {
      await using api = await serveFiles(set({ [file]: held }))
      const answer = await api.call('/gadgets/1', { key })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).toBe(is)
      expect((await api.call('/gadgets', { key })).text).toBe(`[${is}]`)
    })

  const ids: readonly { readonly file: string; readonly held: string; readonly path: string }[] = [
    { file: 'gadgets.yaml', held: '- { serial: 9223372036854775807, label: A }', path: '/gadgets/9223372036854775807' },
    {
      file: 'gadgets.json',
      held: '[{"serial":9223372036854775807,"label":"A"}]',
      path: '/gadgets/9223372036854775807',
    },
    { file: 'gadgets.yaml', held: '- { serial: 9007199254740993, label: A }', path: '/gadgets/9007199254740993' },
    { file: 'gadgets.yaml', held: '- { serial: -1, label: A }', path: '/gadgets/-1' },
    { file: 'gizmos.yaml', held: '- { id: "007" }', path: '/gizmos/007' },
    { file: 'gizmos.yaml', held: '- { id: __proto__ }', path: '/gizmos/__proto__' },
  ]
  for (const { file, held, path } of ids)
    it(`${path} of ${file}`, async () => {
      await using api = await serveFiles(set({ [file]: held }))
      expect((await api.call(path, { key })).status).toBe(200)
      // The nearest double would be a different id.
      if (path.endsWith('3')) expect((await api.call(path.replace(/3$/, '2'), { key })).status).toBe(404)
    })

  it('in the order of the file where ids are strings', async () => {
    await using api = await serveFiles(set({ 'gizmos.yaml': '- id: b\n- id: a\n' }))
    expect((await api.call('/gizmos', { key })).json).toEqual([{ id: 'b' }, { id: 'a' }])
  })

  it('and its file is not changed', async () => {
    const held = '# Ours.\n- { serial: 1, label: A }\n'
    await using api = await serveFiles(set({ 'gadgets.yaml': held }))
    await api.call('/gadgets', { key })
    expect(await readFile(join(api.folder, 'fixtures/default/gadgets.yaml'), 'utf8')).toBe(held)
  })

  it('and files that are not data files are ignored', async () => {
    const otherFiles = { 'README.md': '# Gadgets', 'gadgets.yaml~': 'broken: [', '.gadgets.yaml.swp': 'b0VIM' }
    await using api = await serveFiles(set({ 'gadgets.yaml': '[]', ...otherFiles }))
    expect((await api.call('/gadgets', { key })).json).toEqual([])
  })
})

describe('keys.yaml', () => {
  const bad: readonly {
    readonly name: string
    readonly held: string
    readonly findings: readonly ExpectedFinding[]
  }[] = [
    {
      name: 'an object instead of a list',
      held: 'keys:\n  - key: a\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', line: 1, column: 1, says: ['list'] }],
    },
    {
      name: 'a file with only comments',
      held: '# No keys.\n',
      findings: [{ code: 'syntax-error', file: 'keys.yaml', says: ['empty', 'write []'] }],
    },
    {
      name: 'an entry without a key',
      held: '- key: a\n- state: active\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', line: 2, column: 3, says: ['key'] }],
    },
    {
      name: 'a string instead of an entry',
      held: '- a\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', line: 1, column: 3, says: ['key'] }],
    },
    {
      name: 'a key that is not a string',
      held: '- key: 12345\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', line: 1, column: 3, says: ['string'] }],
    },
    {
      name: 'an empty key',
      held: '- key: ""\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', line: 1, column: 3 }],
    },
    {
      name: 'an unknown state',
      held: '- key: a\n- key: b\n  state: activ\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', says: ['active, expired or revoked', '"activ"'] }],
    },
    {
      name: 'an expiry that is not a time',
      held: '- { key: a, expires: soon }\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', line: 1, says: ['expires', '"soon"'] }],
    },
    {
      name: 'an expiry that is another time in each time zone',
      held: '- { key: a, expires: 5 December 2030 }\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', line: 1, says: ['2030-12-05T00:00:00Z'] }],
    },
    {
      name: 'a key that is listed twice',
      held: '- key: a\n- key: a\n  state: revoked\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', line: 2, says: ['a'] }],
    },
    {
      name: 'a misspelled field',
      held: '- key: a\n  sate: revoked\n',
      findings: [{ code: 'key-invalid', file: 'keys.yaml', line: 2, column: 3, says: ['sate', 'Did you mean state?'] }],
    },
    {
      name: 'invalid YAML',
      held: '- key: a\n  state active\n- b\n',
      findings: [{ code: 'syntax-error', file: 'keys.yaml', line: 2 }],
    },
    {
      name: 'several mistakes',
      held: '- {}\n- { key: a, state: on }\n- key: b\n- []\n',
      findings: [1, 2, 4].map((line) => ({ code: 'key-invalid', file: 'keys.yaml', line })),
    },
  ]
  for (const { name, held, findings } of bad)
    it(`${name} is reported`, async () => {
      expectFindings(await findingsOf(set({ 'keys.yaml': held }), { fixtures: 'fixtures/default' }), findings)
    })

  const rows: readonly {
    readonly name: string
    readonly files: Files
    readonly options?: object
    readonly good: readonly string[]
    readonly bad: readonly string[]
  }[] = [
    { name: 'missing, any syntactically valid key is accepted', files: {}, good: ['a', 'b.c-d~e+f/g='], bad: [] },
    {
      name: 'with keys, only those are accepted',
      files: { 'keys.yaml': '- key: a\n- key: b\n  state: active\n' },
      good: ['a', 'b'],
      bad: ['c'],
    },
    { name: 'in JSON, only its keys are accepted', files: { 'keys.json': '[{"key":"a"}]' }, good: ['a'], bad: ['c'] },
    { name: 'that is an empty list, no key is accepted', files: { 'keys.yaml': '[]' }, good: [], bad: ['a'] },
    {
      name: 'with keys, and one from the options, both are accepted',
      files: { 'keys.yaml': '- key: a\n' },
      options: { keys: ['x'] },
      good: ['a', 'x'],
      bad: ['c'],
    },
    {
      name: 'missing, with a key from the options, only that key is accepted',
      files: {},
      options: { keys: ['x'] },
      good: ['x'],
      bad: ['a'],
    },
    {
      name: 'with keys and anyKey, any key is accepted',
      files: { 'keys.yaml': '- key: a\n  state: revoked\n' },
      options: { anyKey: true },
      good: ['a', 'c'],
      bad: [],
    },
    {
      name: 'with a revoked key that is also in the options, the key is accepted',
      files: { 'keys.yaml': '- key: a\n  state: revoked\n' },
      options: { keys: ['a'] },
      good: ['a'],
      bad: [],
    },
  ]
  for (const { name, files, options = {}, good, bad: rejected } of rows)
    it(name, async () => {
      await using api = await serveFiles(set({ 'gadgets.yaml': '[]', ...files }), options)
      const statuses = async (keys: readonly string[]) =>
        Promise.all(keys.map(async (given) => (await api.call('/gadgets', { key: given })).status))
      expect(await statuses(good)).toEqual(good.map(() => 200))
      expect(await statuses(rejected)).toEqual(rejected.map(() => 401))
    })

  it('missing still requires a syntactically valid key', async () => {
    await using api = await serveFiles(set({ 'gadgets.yaml': '[]' }))
    expect((await api.call('/gadgets')).status).toBe(401)
    expect((await api.call('/gadgets', { headers: { authorization: 'a' } })).status).toBe(401)
  })
})

it('a resource named keys has its records in the folder of its document, separate from the credentials', async () => {
  const lock = { type: 'object', required: ['id'], properties: { id: text } }
  await using served = await serveFiles({
    'shop.json': openApi({ paths: collection('keys', 'id', text, lock) }),
    'fixtures/default/keys.yaml': '- { key: secret, state: active }\n',
    'fixtures/default/shop/keys.yaml': '- { id: front-door }\n',
  })
  expect((await served.call('/keys')).json).toEqual([{ id: 'front-door' }])
  expect((await served.standin.describe()).keys).toEqual(['secret'])
})

describe('the folder of a set', () => {
  const one = (label: string): string => `- { serial: 1, label: ${label} }\n`
  const files: Files = {
    'spec/shop.json': document,
    'fixtures/default/gadgets.yaml': one('default'),
    'fixtures/busy/gadgets.yaml': one('busy'),
    'elsewhere/gadgets.yaml': one('elsewhere'),
  }
  const rows: readonly {
    readonly name: string
    readonly fixtures?: (folder: string) => string
    readonly is: string
  }[] = [
    { name: './fixtures/default without a name', is: 'default' },
    { name: './fixtures/NAME', fixtures: () => 'busy', is: 'busy' },
    { name: 'the name of a folder', fixtures: () => 'elsewhere', is: 'elsewhere' },
    { name: 'a relative path', fixtures: () => './elsewhere', is: 'elsewhere' },
    { name: 'an absolute path', fixtures: (folder) => `${folder}/elsewhere`, is: 'elsewhere' },
  ]
  for (const { name, fixtures, is } of rows)
    it(`${name}, from any working directory`, async () => {
      await using folder = await writeFiles(files)
      const asked = fixtures?.(folder.path)
      await using standin = await createStandin({
        folder: folder.path,
        ...(asked === undefined ? {} : { fixtures: asked }),
        port: 0,
      })
      const { json } = await call(`${standin.url}/gadgets/1`, { key })
      expect(json).toEqual({ serial: 1, label: is })
    })

  it('an unknown set is a usage error whose message lists the existing sets', async () => {
    await using folder = await writeFiles(files)
    const documents = [join(folder.path, 'spec/shop.json')]
    const starting = createStandin({ documents, folder: folder.path, fixtures: 'bussy', port: 0 })
    const error = await starting.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UsageError)
    for (const part of ['bussy', 'busy', 'default']) expect(String(error)).toContain(part)
  })

  it('a default set that matches no resource of these documents is ignored and reported', async () => {
    await using folder = await writeFiles({
      'spec/shop.json': document,
      'fixtures/default/pets.yaml': 'not: [even YAML',
      'fixtures/default/keys.yaml': '- key: a\n',
    })
    await using standin = await createStandin({ folder: folder.path, port: 0 })
    const { notes, keys, fixtures, resources } = await standin.describe()
    expect(notes.join('\n')).toContain('default')
    expect({ keys, fixtures }).toEqual({ keys: undefined, fixtures: undefined })
    expect(resources.map(({ count }) => count)).toEqual([0, 0, 0])
  })

  for (const [file, expected] of [
    ['gadgets.yaml', [expect.stringMatching(/gadgets\.yaml is ignored: .* Move the file to .*default$/)]],
    ['others.yaml', []],
    ['busy/gadgets.yaml', []],
  ] as const)
    it(`a file outside of a set is reported if it has a resource's name: ${file}`, async () => {
      await using folder = await writeFiles({ 'spec/shop.json': document, [`fixtures/${file}`]: '[]' })
      await using standin = await createStandin({ folder: folder.path, port: 0 })
      const { notes } = await standin.describe()
      expect(notes.filter((note) => note.includes('is ignored'))).toEqual(expected)
    })

  const keysAlone: readonly { readonly name: string; readonly paths: object }[] = [
    { name: 'a document without resources', paths: { '/login': { get: { responses: { 204: { description: '' } } } } } },
    { name: 'a document with resources', paths: collection('gadgets', 'serial', int64, gadget) },
  ]
  for (const { name, paths } of keysAlone)
    it(`a default set with only credentials is used for ${name}`, async () => {
      const { components, security } = document as { components: object; security: object }
      await using folder = await writeFiles({
        'spec/shop.json': openApi({ components, security, paths }),
        'fixtures/default/keys.yaml': '- key: a\n',
      })
      await using standin = await createStandin({ folder: folder.path, port: 0 })
      const { notes, keys, fixtures } = await standin.describe()
      const aboutFixtures = notes.filter((note) => !/^the scenarios? .* no effect/.test(note))
      expect({ aboutFixtures, keys, fixtures }).toEqual({
        aboutFixtures: [],
        keys: ['a'],
        fixtures: expect.stringContaining('default'),
      })
      const path = standin.url + (Object.keys(paths)[0] ?? '')
      expect((await call(path, { key: 'bogus' })).status).toBe(401)
      expect((await call(path, { key: 'a' })).status).toBeLessThan(300)
    })

  it('a set that is named explicitly is always validated against the documents', async () => {
    await using folder = await writeFiles({ 'shop.json': document, 'fixtures/zoo/pets.yaml': '[]' })
    const starting = createStandin({
      documents: [join(folder.path, 'shop.json')],
      fixtures: join(folder.path, 'fixtures/zoo'),
      port: 0,
    })
    await expect(starting).rejects.toBeInstanceOf(LoadError)
  })
  it('a built-in set is for the sample API only', async () => {
    await using folder = await writeFiles({ 'shop.json': document })
    const starting = createStandin({ documents: [join(folder.path, 'shop.json')], fixtures: 'demo', port: 0 })
    const finding = expect.objectContaining({
      code: 'fixture-unknown-resource',
      message: expect.stringContaining('The built-in fixture sets are for the sample API only.'),
    })
    await expect(starting).rejects.toMatchObject({ findings: [finding, finding] })
  })
})
