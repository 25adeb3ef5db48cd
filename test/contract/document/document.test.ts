/**
 * Loading documents: what is reported, with its position, and what is valid although it looks unusual.
 */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, describe, expect, it } from 'vitest'
import { findDocuments, loadDocument } from '../../../src/contract/document/document.ts'
import { resolveReference } from '../../../src/contract/document/references.ts'
import { type Finding, LoadError } from '../../../src/errors.ts'
import { loadService } from '../../../src/loading/service.ts'
import {
  type ExpectedFinding,
  expectFindings,
  type Files,
  findingsOf,
  serveFiles,
  writeFiles,
} from '../../support/serve-files.ts'

const load = async (files: Files, name = Object.keys(files)[0] ?? '') => {
  await using folder = await writeFiles(files)
  return await loadDocument(join(folder.path, name))
}

const head = 'openapi: 3.1.0\ninfo: { title: Gadgets, version: 1.0.0 }\n'

/** A document whose one schema is at line 5, column 7. */
const withSchema = (schema: string, rest = ''): string =>
  `${head}components:\n  schemas:\n    Gadget: ${schema}\n${rest}paths: {}\n`

/** A document whose one reference is at line 5, column 13. */
const referring = (ref: string): string => withSchema(`{ $ref: ${JSON.stringify(ref)} }`)

interface Row {
  readonly name: string
  readonly files: Files
  /** In the first file, unless another is named. */
  readonly findings: readonly (Omit<ExpectedFinding, 'file'> & { readonly file?: string })[]
}

const expectRow = (found: readonly Finding[], { files, findings }: Row): void => {
  const [first = ''] = Object.keys(files)
  expectFindings(
    found,
    findings.map((finding) => ({ file: first, ...finding })),
  )
}

const itRejects = (rows: readonly Row[]): void => {
  for (const row of rows) it(row.name, async () => expectRow(await findingsOf(row.files), row))
}

/** The rest is served, and the problem is reported. */
const itWarns = (rows: readonly Row[]): void => {
  for (const row of rows)
    it(row.name, async () => {
      await using served = await serveFiles(row.files)
      expectRow((await served.standin.describe()).warnings, row)
    })
}

describe('a file that is not a document', () => {
  itRejects([
    {
      name: 'broken YAML',
      files: { 'gadgets.yaml': 'openapi: 3.1.0\npaths:\n  /gadgets: {\n  get: }\n' },
      findings: [{ code: 'syntax-error', line: 4, says: ['YAML'] }],
    },
    {
      name: 'a tab in YAML',
      files: { 'gadgets.yaml': 'openapi: 3.1.0\npaths:\n\t/gadgets: {}\n' },
      findings: [{ code: 'syntax-error', line: 3 }],
    },
    {
      name: 'two equal names in YAML',
      files: { 'gadgets.yaml': `${head}paths: {}\npaths: {}\n` },
      findings: [{ code: 'syntax-error', line: 4, column: 1, says: ['duplicate'] }],
    },
    {
      name: 'broken JSON',
      files: { 'gadgets.json': '{\n  "openapi": "3.1.0",\n  "paths": {]\n}' },
      findings: [{ code: 'syntax-error', line: 3, says: ['JSON'] }],
    },
    {
      name: 'an empty file',
      files: { 'gadgets.yaml': '' },
      findings: [{ code: 'syntax-error', says: ['empty'] }],
    },
    {
      name: 'an object that is not OpenAPI',
      files: { 'gadgets.yaml': 'name: gadgets\n' },
      findings: [{ code: 'not-openapi', line: 1, column: 1, says: ['openapi', 'swagger'] }],
    },
    {
      name: 'a list',
      files: { 'gadgets.yaml': '- openapi: 3.1.0\n' },
      findings: [{ code: 'not-openapi', line: 1, column: 1 }],
    },
    {
      name: 'a text',
      files: { 'gadgets.json': '"openapi"' },
      findings: [{ code: 'not-openapi', line: 1, column: 1 }],
    },
    {
      name: 'Swagger 1.2',
      files: { 'gadgets.yaml': 'swagger: "1.2"\n' },
      findings: [{ code: 'not-openapi', says: ['1.2', '2.0', '3.0', '3.1'] }],
    },
    {
      name: 'OpenAPI 4',
      files: { 'gadgets.yaml': 'openapi: 4.0.0\n' },
      findings: [{ code: 'not-openapi', says: ['4.0.0', '3.1'] }],
    },
  ])

  it('an anchor that contains itself', async () => {
    const text = 'openapi: 3.1.0\npaths: {}\nx-circle: &circle [*circle]\n'
    expectFindings(await findingsOf({ 'gadgets.yaml': text }), [{ code: 'syntax-error', file: 'gadgets.yaml' }])
  })

  it('a file that does not exist', async () => {
    expectFindings(await findingsOf({ 'gadgets.yaml': head }, { documents: ['gadget.yaml'] }), [
      { code: 'file-unreadable', file: 'gadget.yaml', says: ['no such file'] },
    ])
  })
})

describe('paths of the wrong shape', () => {
  itRejects([
    {
      name: 'paths as a list',
      files: { 'gadgets.yaml': `${head}paths:\n  - /gadgets\n` },
      findings: [{ code: 'document-structure', line: 3, column: 1 }],
    },
    {
      name: 'paths that are empty',
      files: { 'gadgets.yaml': `${head}paths:\n` },
      findings: [{ code: 'document-structure', line: 3, column: 1, says: ['empty'] }],
    },
  ])
})

describe('a part of the wrong shape', () => {
  itWarns([
    {
      name: 'a path without a slash',
      files: { 'gadgets.yaml': `${head}paths:\n  /a: {}\n  gadgets: {}\n` },
      findings: [{ code: 'document-structure', line: 5, column: 3, says: ['gadgets', 'slash'] }],
    },
    {
      name: 'an operation that is a text',
      files: { 'gadgets.yaml': `${head}paths:\n  /gadgets:\n    get: listGadgets\n` },
      findings: [{ code: 'document-structure', line: 5, column: 5 }],
    },
    {
      name: 'parameters that are not a list',
      files: {
        'gadgets.yaml': `${head}paths:\n  /a~b/{c}:\n    get:\n      parameters: { name: c }\n      responses: {}\n`,
      },
      findings: [{ code: 'document-structure', line: 6, column: 7, says: ['list'] }],
    },
    {
      name: 'responses that are a list, and servers that are not; both are reported',
      files: { 'gadgets.yaml': `${head}servers: { url: / }\npaths:\n  /gadgets:\n    get:\n      responses: [200]\n` },
      findings: [
        { code: 'document-structure', line: 3, column: 1 },
        { code: 'document-structure', line: 7, column: 7 },
      ],
    },
    {
      name: 'components, info and security; all are reported',
      files: { 'gadgets.yaml': 'openapi: 3.1.0\ninfo: Gadgets\ncomponents: []\nsecurity: {}\npaths: {}\n' },
      findings: [
        { code: 'document-structure', line: 2, column: 1 },
        { code: 'document-structure', line: 3, column: 1 },
        { code: 'document-structure', line: 4, column: 1 },
      ],
    },
  ])
})

describe('a $ref that does not resolve', () => {
  const elsewhere = 'components:\n  schemas:\n    Part: { type: object }\n'
  itWarns([
    ...['https://gadgets.test/gadget.yaml', 'HTTP://gadgets.test/gadget.yaml#/Gadget', 'file:///etc/hostname'].map(
      (ref): Row => ({
        name: `${ref} is remote`,
        files: { 'gadgets.yaml': referring(ref) },
        findings: [{ code: 'ref-outside', line: 5, column: 15, says: [ref, 'remote'] }],
      }),
    ),
    {
      name: 'to a part that does not exist',
      files: { 'gadgets.yaml': referring('#/components/schemas/Gizmo') },
      findings: [{ code: 'ref-unresolved', line: 5, column: 15, says: ['#/components/schemas/Gizmo'] }],
    },
    {
      name: 'several unresolved ones, one of them twice, in the order of the document',
      files: {
        'gadgets.yaml': `${head}components:\n  schemas:\n    One: { $ref: "#/a" }\n    Two: { $ref: "#/b" }\n    Three: { $ref: "#/a" }\npaths: {}\n`,
      },
      findings: [
        { code: 'ref-unresolved', line: 5, column: 12, says: ['#/a'] },
        { code: 'ref-unresolved', line: 6, column: 12, says: ['#/b'] },
        { code: 'ref-unresolved', line: 7, column: 14, says: ['#/a'] },
      ],
    },
    {
      name: 'to a name of the prototype',
      files: { 'gadgets.yaml': referring('#/components/schemas/constructor') },
      findings: [{ code: 'ref-unresolved', line: 5, column: 15 }],
    },
    {
      name: 'to a file that does not exist',
      files: { 'gadgets.yaml': referring('schemas/gadget.yaml') },
      findings: [{ code: 'ref-unresolved', line: 5, column: 15, says: ['schemas/gadget.yaml'] }],
    },
    {
      name: 'to a missing part of another file',
      files: { 'gadgets.yaml': referring('parts.yaml#/components/schemas/Gadget'), 'parts.yaml': elsewhere },
      findings: [{ code: 'ref-unresolved', line: 5, column: 15 }],
    },
    {
      name: 'in another file',
      files: {
        'gadgets.yaml': referring('schemas/gadget.yaml'),
        'schemas/gadget.yaml': 'type: object\nproperties:\n  part: { $ref: part.yaml }\n',
      },
      findings: [{ code: 'ref-unresolved', file: 'gadget.yaml', line: 3, column: 11, says: ['part.yaml'] }],
    },
    {
      name: 'in a circle of references',
      files: {
        'gadgets.yaml': withSchema(
          "{ $ref: '#/components/schemas/Gizmo' }",
          "    Gizmo: { $ref: '#/components/schemas/Gadget' }\n",
        ),
      },
      findings: [
        { code: 'ref-unresolved', line: 5, column: 15 },
        { code: 'ref-unresolved', line: 6, column: 14 },
      ],
    },
    {
      name: 'to itself',
      files: { 'gadgets.yaml': referring('#/components/schemas/Gadget') },
      findings: [{ code: 'ref-unresolved', line: 5, column: 15 }],
    },
    {
      name: 'in a default response',
      files: {
        'gadgets.yaml': `${head}paths:\n  /gadgets:\n    get:\n      responses:\n        default: { $ref: '#/components/responses/Error' }\n`,
      },
      findings: [{ code: 'ref-unresolved', line: 7, column: 20 }],
    },
    {
      name: 'in components named like keywords',
      files: {
        'gadgets.yaml': `${head}components:
  schemas:
    default: { $ref: '#/components/schemas/A' }
    example: { $ref: '#/components/schemas/B' }
    value: { properties: { enum: { $ref: '#/components/schemas/C' } } }
    const: { patternProperties: { default: { $ref: '#/components/schemas/D' } } }
paths: {}
`,
      },
      findings: [
        { code: 'ref-unresolved', line: 5, says: ['schemas/A'] },
        { code: 'ref-unresolved', line: 6, says: ['schemas/B'] },
        { code: 'ref-unresolved', line: 7, says: ['schemas/C'] },
        { code: 'ref-unresolved', line: 8, says: ['schemas/D'] },
      ],
    },
    {
      name: 'of a parameter, a request body, a response, an example and a path item; all are reported',
      files: {
        'gadgets.yaml': `${head}paths:
  /gadgets:
    post:
      parameters: [{ $ref: '#/components/parameters/A' }]
      requestBody: { $ref: '#/components/requestBodies/B' }
      responses:
        '200': { $ref: '#/components/responses/C' }
        '201':
          description: Made.
          content:
            application/json: { examples: { one: { $ref: '#/components/examples/D' } } }
  /gizmos: { $ref: '#/components/pathItems/E' }
`,
      },
      findings: [
        { code: 'ref-unresolved', line: 6, says: ['parameters/A'] },
        { code: 'ref-unresolved', line: 7, says: ['requestBodies/B'] },
        { code: 'ref-unresolved', line: 9, says: ['responses/C'] },
        { code: 'ref-unresolved', line: 13, says: ['examples/D'] },
        { code: 'ref-unresolved', line: 14, says: ['pathItems/E'] },
      ],
    },
  ])
})

describe('a $ref to a file that does not parse', () => {
  itRejects([
    {
      name: 'is rejected',
      files: { 'gadgets.yaml': referring('gadget.yaml'), 'gadget.yaml': 'type: object\n  a: b: c\n' },
      findings: [{ code: 'syntax-error', file: 'gadget.yaml', line: 2 }],
    },
  ])
})

describe('paths that differ after their # or ?', () => {
  itWarns([
    {
      name: 'only the first of one method is reached',
      files: {
        'gadgets.yaml': `${head}paths:\n  /gadgets#Action=Add:\n    get: { responses: {} }\n  /gadgets#Action=Drop:\n    get: { responses: {} }\n    put: { responses: {} }\n`,
      },
      findings: [{ code: 'document-structure', line: 7, column: 5, says: ['/gadgets#Action=Add', 'never reached'] }],
    },
    {
      name: 'the one that has neither is reached, wherever it is',
      files: {
        'gadgets.yaml': `${head}paths:\n  /gadgets#Action=Add:\n    get: { responses: {} }\n  /gadgets:\n    get: { responses: {} }\n`,
      },
      findings: [{ code: 'document-structure', line: 5, column: 5, says: ['the same as /gadgets', 'never reached'] }],
    },
  ])
})

describe('paths that differ only in the names of their parameters', () => {
  itWarns([
    {
      name: 'only the first of one method is reached',
      files: {
        'gadgets.yaml': `${head}paths:\n  /gadgets/{id}:\n    get: { responses: {} }\n  /gadgets/{name}:\n    delete: { responses: {} }\n    get: { responses: {} }\n`,
      },
      findings: [
        {
          code: 'document-structure',
          line: 8,
          column: 5,
          says: ['names of its parameters', '/gadgets/{id}', 'never reached'],
        },
      ],
    },
    {
      name: 'both are reached if their servers differ',
      files: {
        'gadgets.yaml': `${head}paths:\n  /gadgets/{id}:\n    get: { responses: {} }\n  /gadgets/{name}:\n    servers: [{ url: /v2 }]\n    get: { responses: {} }\n`,
      },
      findings: [],
    },
  ])
})

const ok = 'responses: { 204: { description: Done. } }'

describe('features of 3.2 only', () => {
  const newHead = head.replace(/openapi: \S+/, 'openapi: 3.2.0')
  itWarns([
    {
      name: 'a parameter that is the whole query',
      files: {
        'gadgets.yaml': `${newHead}paths:\n  /a:\n    get:\n      parameters:\n        - { name: q, in: querystring, content: {} }\n      ${ok}\n`,
      },
      findings: [{ code: 'document-structure', line: 7, column: 11, says: ['querystring are not supported'] }],
    },
    {
      name: 'streams in requests and responses',
      files: {
        'gadgets.yaml': `${newHead}paths:\n  /a:\n    query:\n      requestBody:\n        content:\n          application/jsonl:\n            itemSchema: { type: object }\n      responses:\n        200:\n          description: All.\n          content:\n            text/event-stream:\n              itemSchema: { type: object }\n`,
      },
      findings: [
        { code: 'document-structure', line: 9, column: 13, says: ['itemSchema is not supported'] },
        { code: 'document-structure', line: 15, column: 15, says: ['itemSchema is not supported'] },
      ],
    },
    {
      name: 'operations of other methods, which are served and checked',
      files: {
        'gadgets.yaml': `${newHead}paths:\n  /a:\n    query: { operationId: ask, ${ok} }\n    additionalOperations:\n      COPY: { operationId: ask, ${ok} }\n      MOVE: 1\n`,
      },
      findings: [
        { code: 'document-structure', line: 7, column: 15, says: ['the operationId ask is already used'] },
        { code: 'document-structure', line: 8, column: 7, says: ['must be an operation'] },
      ],
    },
  ])

  it('operations of other methods are served', async () => {
    const paths = `paths:\n  /a:\n    get: { ${ok} }\n    query: { ${ok} }\n    additionalOperations: { COPY: { ${ok} } }\n`
    await using served = await serveFiles({ 'gadgets.yaml': newHead + paths })
    for (const method of ['GET', 'QUERY', 'COPY'])
      expect((await served.call('/a', { method })).status, method).toBe(204)
    const rejected = await served.call('/a', { method: 'MOVE' })
    expect(rejected).toMatchObject({ status: 405, headers: { allow: 'GET, QUERY, COPY, HEAD, OPTIONS' } })
  })

  it('they are ignored in 3.0', async () => {
    const paths = `paths:\n  /a:\n    get: { ${ok} }\n    query: { ${ok} }\n`
    await using served = await serveFiles({ 'gadgets.yaml': head.replace(/openapi: \S+/, 'openapi: 3.0.3') + paths })
    expect((await served.call('/a', { method: 'QUERY' })).status).toBe(405)
  })
})

describe('two operations with one operationId', () => {
  const text = `${head}paths:\n  /a:\n    get: { operationId: get, responses: {} }\n  /b:\n    get: { operationId: get, responses: {} }\n`
  itWarns([
    {
      name: 'the second is reported',
      files: { 'gadgets.yaml': text },
      findings: [{ code: 'document-structure', line: 7, column: 12, says: ['get', 'already used'] }],
    },
  ])

  it('and is called by its method and path', async () => {
    await using folder = await writeFiles({ 'gadgets.yaml': text })
    const { first } = await loadService([`${folder.path}/gadgets.yaml`])
    expect(first.entries.flatMap(({ operations }) => [...operations.values()].map(({ id }) => id))).toEqual([
      'get',
      'GET /b',
    ])
  })
})

describe('a $ref out of the folder', () => {
  /** `api/gadgets.yaml` refers to something; `secret.yaml` is next to the folder. */
  const around = async (ref: string, link?: (folder: string) => Promise<unknown>) => {
    await using folder = await writeFiles({ 'api/gadgets.yaml': referring(ref), 'secret.yaml': 'type: string\n' })
    await link?.(folder.path)
    return await loadDocument(`${folder.path}/api/gadgets.yaml`)
  }

  const rows: readonly {
    readonly name: string
    readonly ref: string
    readonly link?: (folder: string) => Promise<unknown>
  }[] = [
    { name: 'to a file next to it', ref: '../secret.yaml' },
    { name: 'to a file next to it, by a detour', ref: 'schemas/../../secret.yaml' },
    { name: 'to a file next to it, percent-encoded', ref: '%2e%2e/secret.yaml' },
    { name: 'to an absolute path', ref: '/etc/hostname' },
    {
      name: 'through a symbolic link to a file',
      ref: 'gadget.yaml',
      link: (folder) => symlink(`${folder}/secret.yaml`, `${folder}/api/gadget.yaml`),
    },
    {
      name: 'through a relative symbolic link',
      ref: 'gadget.yaml',
      link: (folder) => symlink('../secret.yaml', `${folder}/api/gadget.yaml`),
    },
    {
      name: 'through a symbolic link to a folder',
      ref: 'schemas/secret.yaml',
      link: (folder) => symlink(folder, `${folder}/api/schemas`),
    },
    {
      name: 'to a folder whose name begins alike',
      ref: '../api-secret/gadget.yaml',
      link: async (folder) => {
        await mkdir(`${folder}/api-secret`)
        await writeFile(`${folder}/api-secret/gadget.yaml`, 'type: string\n')
      },
    },
  ]
  for (const { name, ref, link } of rows)
    it(`${name} is not followed`, async () => {
      const { warnings, files } = await around(ref, link)
      expect(files.size).toBe(1)
      expectFindings(warnings, [{ code: 'ref-outside', file: 'gadgets.yaml', line: 5, column: 15, says: [ref] }])
    })

  it('and no message contains its text', async () => {
    await using folder = await writeFiles({
      'api/gadgets.yaml': referring('../secret.yaml'),
      'secret.yaml': 'type: {sesame\n',
    })
    const { warnings } = await loadDocument(`${folder.path}/api/gadgets.yaml`)
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain('sesame')
  })
})

describe('references that resolve', () => {
  const rows: readonly { readonly name: string; readonly files: Files; readonly ref: string; readonly is: unknown }[] =
    [
      {
        name: 'into the document',
        files: { 'gadgets.yaml': withSchema('{ type: object }', "    Old: { $ref: '#/components/schemas/Gadget' }\n") },
        ref: '#/components/schemas/Gadget',
        is: { type: 'object' },
      },
      {
        name: 'into a file next to it',
        files: { 'gadgets.yaml': referring('gadget.yaml'), 'gadget.yaml': 'type: object\n' },
        ref: 'gadget.yaml',
        is: { type: 'object' },
      },
      {
        name: 'into a part of a file in a folder',
        files: {
          'gadgets.yaml': referring('./schemas/all.json#/Gadget'),
          'schemas/all.json': '{"Gadget":{"type":"string"}}',
        },
        ref: './schemas/all.json#/Gadget',
        is: { type: 'string' },
      },
      {
        name: 'from a file in a folder into a file of another',
        files: {
          'gadgets.yaml': referring('schemas/gadget.yaml'),
          'schemas/gadget.yaml': 'properties:\n  part: { $ref: ../parts/part.yaml#/Part }\n',
          'parts/part.yaml': 'Part: { type: integer }\n',
        },
        ref: 'parts/part.yaml#/Part',
        is: { type: 'integer' },
      },
      {
        name: 'from a file back into the document',
        files: {
          'gadgets.yaml': withSchema('{ $ref: schemas/gadget.yaml }', '    Part: { type: boolean }\n'),
          'schemas/gadget.yaml': "properties:\n  part: { $ref: '../gadgets.yaml#/components/schemas/Part' }\n",
        },
        ref: '#/components/schemas/Part',
        is: { type: 'boolean' },
      },
      {
        name: 'into a file whose name is escaped',
        files: { 'gadgets.yaml': referring('a%20gadget.yaml'), 'a gadget.yaml': 'type: object\n' },
        ref: 'a%20gadget.yaml',
        is: { type: 'object' },
      },
      {
        name: 'only from a default response',
        files: {
          'gadgets.yaml': `${head}paths:\n  /gadgets:\n    get:\n      responses:\n        default: { $ref: errors.yaml#/Error }\n`,
          'errors.yaml': 'Error: { description: Ill. }\n',
        },
        ref: 'errors.yaml#/Error',
        is: { description: 'Ill.' },
      },
    ]
  for (const { name, files, ref, is } of rows)
    it(name, async () => {
      const { files: loaded, path } = await load(files)
      expect(resolveReference(loaded, path, ref)?.value).toEqual(is)
    })

  it('to a name with a slash, a tilde and an escape', async () => {
    const text = `${referring('#/x-parts/a~1b~0c%20d')}x-parts:\n  a/b~c d: { type: object }\n`
    const { files: loaded, path } = await load({ 'gadgets.yaml': text })
    expect(resolveReference(loaded, path, '#/x-parts/a~1b~0c%20d')?.value).toEqual({ type: 'object' })
  })

  it('through a symbolic link that stays in the folder', async () => {
    await using folder = await writeFiles({
      'gadgets.yaml': referring('gadget.yaml'),
      'schemas/gadget.yaml': 'type: object\n',
    })
    await symlink('schemas/gadget.yaml', `${folder.path}/gadget.yaml`)
    await expect(loadDocument(`${folder.path}/gadgets.yaml`)).resolves.toMatchObject({ name: 'gadgets' })
  })
})

describe('what only looks like a broken reference is loaded', () => {
  const rows: readonly { readonly name: string; readonly text: string }[] = [
    {
      name: 'a schema that contains itself',
      text: withSchema("{ properties: { parts: { items: { $ref: '#/components/schemas/Gadget' } } } }"),
    },
    { name: 'a property named $ref', text: withSchema('{ properties: { $ref: { type: string } } }') },
    { name: 'a $ref in an example', text: withSchema("{ example: { $ref: '#/nowhere' } }") },
    { name: 'a $ref in examples', text: withSchema("{ examples: [{ $ref: '#/nowhere' }] }") },
    { name: 'a $ref in a default', text: withSchema("{ default: { $ref: '#/nowhere' } }") },
    { name: 'a $ref in an enum', text: withSchema("{ enum: [{ $ref: '#/nowhere' }] }") },
    { name: 'a $ref in a const', text: withSchema("{ const: { $ref: '#/nowhere' } }") },
    {
      name: 'a $ref in the value of an example',
      text: `${head}components:\n  examples:\n    one: { value: { $ref: 'https://gadgets.test' } }\npaths: {}\n`,
    },
    { name: 'a $ref in an extension', text: `${head}x-notes: { $ref: nowhere.yaml }\npaths: {}\n` },
    { name: 'no paths', text: head },
    { name: 'a version written as a number', text: 'openapi: 3.1\npaths: {}\n' },
    { name: 'OpenAPI 3.0', text: 'openapi: 3.0.3\npaths: {}\n' },
    { name: 'OpenAPI 3.2', text: 'openapi: 3.2.0\npaths: {}\n' },
    { name: 'OpenAPI 2.0 written as a number', text: 'swagger: 2.0\npaths: {}\n' },
    { name: 'an extension among the paths', text: `${head}paths:\n  x-note: none\n` },
    { name: 'statuses written as numbers', text: `${head}paths:\n  /a:\n    get: { responses: { 200: {} } }\n` },
  ]
  for (const { name, text } of rows)
    it(name, async () => {
      await expect(load({ 'gadgets.yaml': text })).resolves.toMatchObject({ name: 'gadgets', warnings: [] })
    })

  it('a byte order mark', async () => {
    await expect(load({ 'gadgets.json': `\ufeff{"openapi":"3.1.0"}` })).resolves.toMatchObject({ name: 'gadgets' })
  })
})

describe('the address', () => {
  const served = (servers: string): string => `${head}servers: ${servers}\npaths: {}\n`
  const rows: readonly { readonly name: string; readonly text: string; readonly is: string }[] = [
    { name: 'no servers', text: `${head}paths: {}\n`, is: '' },
    { name: 'an empty list', text: served('[]'), is: '' },
    { name: 'a slash', text: served('[{ url: / }]'), is: '' },
    { name: 'an origin', text: served('[{ url: "https://gadgets.test" }]'), is: '' },
    { name: 'an origin and a path', text: served('[{ url: "https://gadgets.test/v1" }]'), is: '/v1' },
    { name: 'a path', text: served('[{ url: /api/v1 }]'), is: '/api/v1' },
    { name: 'a path with a slash at its end', text: served('[{ url: /api/v1/ }]'), is: '/api/v1' },
    { name: 'a path without a slash', text: served('[{ url: v1 }]'), is: '/v1' },
    { name: 'the first of two', text: served('[{ url: /v1 }, { url: /v2 }]'), is: '/v1' },
    {
      name: 'variables at their defaults',
      text: served(
        '[{ url: "https://{host}/{version}", variables: { host: { default: a.test }, version: { default: v3 } } }]',
      ),
      is: '/v3',
    },
    {
      name: 'a variable that is the whole address',
      text: served('[{ url: "{base}", variables: { base: { default: "https://a.test/v4" } } }]'),
      is: '/v4',
    },
    { name: 'basePath of 2.0', text: 'swagger: "2.0"\nbasePath: /v1\npaths: {}\n', is: '/v1' },
    { name: 'basePath of 2.0 that is a slash', text: 'swagger: "2.0"\nbasePath: /\npaths: {}\n', is: '' },
    { name: 'no basePath of 2.0', text: 'swagger: "2.0"\nhost: gadgets.test\npaths: {}\n', is: '' },
  ]
  for (const { name, text, is } of rows)
    it(`${name}: ${JSON.stringify(is)}`, async () => expect((await load({ 'gadgets.yaml': text })).basePath).toBe(is))
})

describe('two documents at one address', () => {
  const at = (base: string, ...paths: readonly string[]) =>
    `${head}servers: [{ url: ${base} }]\npaths:\n${paths.map((path) => `  ${path}: { get: { ${ok} } }\n`).join('')}`
  const rows: readonly Row[] = [
    { name: 'at different base paths', files: { 'a.yaml': at('/a', '/x'), 'b.yaml': at('/b', '/x') }, findings: [] },
    { name: 'with different paths', files: { 'a.yaml': at('/v1', '/x'), 'b.yaml': at('/v1', '/y') }, findings: [] },
    {
      name: 'with one path',
      files: { 'a.yaml': at('/v1', '/x'), 'b.yaml': at('/v1', '/y', '/x') },
      findings: [
        { code: 'path-shadowed', file: 'b.yaml', line: 6, column: 3, says: ['/v1/x of ', 'a.yaml comes first'] },
      ],
    },
    {
      name: 'with paths that differ in names of parameters',
      files: { 'a.yaml': at('/v1', '/x/{a}', '/y', '/z'), 'b.yaml': at('/v1', '/x/{b}', '/y') },
      findings: [
        {
          code: 'path-shadowed',
          file: 'b.yaml',
          line: 5,
          column: 3,
          says: ['and 1 more of the paths of ', 'are never reached'],
        },
      ],
    },
  ]
  for (const row of rows)
    it(row.name, async () => {
      await using served = await serveFiles(row.files, { documents: Object.keys(row.files) })
      expectRow((await served.standin.describe()).warnings, row)
    })
})

describe('a reserved address', () => {
  const served = (url: string): string => `${head}servers:\n  - url: ${url}\npaths: {}\n`
  itRejects([
    ...['/_sandbox', '/_sandbox/v1', '/~checkout', '/~'].map(
      (url): Row => ({
        name: `the base path ${url} is rejected`,
        files: { 'gadgets.yaml': served(url) },
        findings: [{ code: 'base-path-reserved', line: 3, column: 1, says: [url] }],
      }),
    ),
    {
      name: 'the basePath of 2.0 is rejected',
      files: { 'gadgets.yaml': 'swagger: "2.0"\nbasePath: /_sandbox\npaths: {}\n' },
      findings: [{ code: 'base-path-reserved', line: 2, column: 1 }],
    },
    ...['/_sandbox/health', '/~checkout'].map(
      (path): Row => ({
        name: `the path ${path} at the root is rejected`,
        files: { 'gadgets.yaml': `${head}paths:\n  ${path}:\n    get: { responses: {} }\n` },
        findings: [{ code: 'base-path-reserved', line: 4, column: 3, says: [path] }],
      }),
    ),
  ])

  for (const url of ['/sandbox', '/v1/_sandbox', '/v1/~checkout'])
    it(`the base path ${url} is not reserved`, async () => {
      await expect(load({ 'gadgets.yaml': served(url) })).resolves.toMatchObject({ basePath: url })
    })
})

describe('several findings are reported together', () => {
  const broken = `${head}servers: none
components:
  schemas:
    Gadget: { $ref: '#/components/schemas/Gizmo' }
    Part: { $ref: 'https://gadgets.test/part.yaml' }
    Piece: { $ref: ../piece.yaml }
paths:
  gadgets: {}
`
  const inOne: readonly ExpectedFinding[] = [
    { code: 'document-structure', file: 'gadgets.yaml', line: 3, column: 1 },
    { code: 'ref-unresolved', file: 'gadgets.yaml', line: 6, column: 15 },
    { code: 'ref-outside', file: 'gadgets.yaml', line: 7, column: 13 },
    { code: 'document-structure', file: 'gadgets.yaml', line: 10, column: 3 },
  ]
  const isOutside: ExpectedFinding = { code: 'ref-outside', file: 'gadgets.yaml', line: 8, column: 14 }

  it('of one document', async () => {
    await using folder = await writeFiles({ 'api/gadgets.yaml': broken, 'piece.yaml': 'type: string\n' })
    const { warnings } = await loadDocument(`${folder.path}/api/gadgets.yaml`)
    expectFindings(warnings, [...inOne, isOutside])
  })

  it('of several documents', async () => {
    await using folder = await writeFiles({
      'api/gadgets.yaml': broken,
      'piece.yaml': 'type: string\n',
      'api/gizmos.yaml': 'openapi: 3.1.0\npaths: []\n',
    })
    const files = ['gadgets', 'gizmos'].map((name) => `${folder.path}/api/${name}.yaml`)
    const error = await loadService(files).catch((reason: unknown) => reason)
    assert(error instanceof LoadError)
    const inOther: ExpectedFinding = { code: 'document-structure', file: 'gizmos.yaml', line: 2, column: 1 }
    expectFindings(error.findings, [...inOne, isOutside, inOther])
  })

  it('of a document and a file that it references', async () => {
    const files = {
      'gadgets.yaml': withSchema('{ $ref: gadget.yaml }', "    Part: { $ref: '#/components/schemas/Gizmo' }\n"),
      'gadget.yaml': 'type: object\n  a: b: c\n',
    }
    expectFindings(await findingsOf(files), [
      { code: 'syntax-error', file: 'gadget.yaml', line: 2 },
      { code: 'ref-unresolved', file: 'gadgets.yaml', line: 6 },
    ])
  })
})

describe('the title of a document', () => {
  for (const [name, title, is] of [
    ['a block of YAML, in one line', '|\n    My\n    gadgets', 'My gadgets'],
    ['only spaces, so the name of the file', "'  '", 'gadgets.yaml'],
  ] as const)
    it(`is ${name}`, async () => {
      const text = `openapi: 3.1.0\ninfo:\n  version: 1.0.0\n  title: ${title}\npaths: {}\n`
      expect((await load({ 'gadgets.yaml': text })).title).toBe(is)
    })
})

describe('the overlay next to a document', () => {
  const overlay = { overlay: '1.0.0', actions: [{ target: '$.info', update: { title: 'Gizmos' } }] }
  for (const name of ['gadgets.overlay.yaml', 'gadgets.overlay.yml', 'gadgets.overlay.json'])
    it(`${name} is applied`, async () => {
      const { title } = await load({ 'gadgets.yaml': `${head}paths: {}\n`, [name]: overlay })
      expect(title).toBe('Gizmos')
    })

  it('of another document is not applied', async () => {
    const { title } = await load({ 'gadgets.yaml': `${head}paths: {}\n`, 'gizmos.overlay.yaml': overlay })
    expect(title).toBe('Gadgets')
  })

  it('may reference files', async () => {
    const actions = [{ target: '$.components.schemas', update: { Part: { $ref: 'part.yaml' } } }]
    const { files, path } = await load({
      'gadgets.yaml': withSchema('{}'),
      'gadgets.overlay.yaml': { overlay: '1.0.0', actions },
      'part.yaml': 'type: object\n',
    })
    expect(resolveReference(files, path, 'part.yaml')?.value).toEqual({ type: 'object' })
  })

  it('warns of an action that matches nothing, and serves the document', async () => {
    const actions = [{ target: '$.nothing', update: {} }]
    const { warnings } = await load({
      'gadgets.yaml': `${head}paths: {}\n`,
      'gadgets.overlay.json': { overlay: '1.0.0', actions },
    })
    expectFindings(warnings, [{ code: 'overlay-unused', file: 'gadgets.overlay.json', line: 1 }])
  })

  itRejects([
    {
      name: 'is rejected if it is broken',
      files: { 'gadgets.yaml': `${head}paths: {}\n`, 'gadgets.overlay.yaml': 'overlay: 1.0.0\nactions: none\n' },
      findings: [{ code: 'overlay-structure', file: 'gadgets.overlay.yaml', line: 2, column: 1 }],
    },
  ])
})

describe('documents of a folder', () => {
  it('are those that are OpenAPI, in the order of their names, without overlays', async () => {
    await using folder = await writeFiles({
      'b.yaml': head,
      'a.json': '{"openapi":"3.0.0"}',
      'c.yml': 'swagger: "2.0"\n',
      'a.overlay.json': '{"overlay":"1.0.0","actions":[]}',
      'schema.yaml': 'type: object\n',
      'notes.md': '# Notes\n',
    })
    const names = ['notes.md', 'schema.yaml', 'c.yml', 'b.yaml', 'a.overlay.json', 'a.json']
    const found = await findDocuments(folder.path, names)
    expect(found).toEqual(['a.json', 'b.yaml', 'c.yml'].map((name) => join(folder.path, name)))
  })
})
