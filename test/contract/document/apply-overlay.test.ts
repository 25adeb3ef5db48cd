/**
 * Overlays: OpenAPI Overlay 1.0, with the JSONPath of RFC 9535.
 */

import { assert, describe, expect, it } from 'vitest'
import { applyOverlay } from '../../../src/contract/document/apply-overlay.ts'
import { selectPaths } from '../../../src/contract/document/json-path.ts'
import { readSource } from '../../../src/contract/document/source.ts'
import { getOwn } from '../../../src/contract/values/json-object.ts'
import { LoadError } from '../../../src/errors.ts'
import type { Json } from '../../../src/ports.ts'
import { expectFindings } from '../../support/serve-files.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'

const apply = async (data: Json, overlay: string, mostReads?: number) => {
  await using folder = await createTemporaryFolder({ 'pets.overlay.yaml': overlay })
  return await applyOverlay(data, await readSource(`${folder.path}/pets.overlay.yaml`, 'named'), mostReads)
}

const pathsOf = async (data: Json, query: string) => {
  const selected = await selectPaths(data, query)
  assert(selected.kind === 'paths')
  return selected.paths
}

const overlayOf = (...actions: readonly object[]): string => JSON.stringify({ overlay: '1.0.0', actions })

interface Row {
  readonly name: string
  readonly document: Json
  readonly actions: readonly object[]
  readonly is: unknown
}

const itGives = (rows: readonly Row[]): void => {
  for (const { name, document, actions, is } of rows)
    it(name, async () => {
      const before = JSON.stringify(document)
      const { data, unused } = await apply(document, overlayOf(...actions))
      expect(data).toEqual(is)
      expect(unused).toEqual([])
      expect(JSON.stringify(document), 'the document that was read is not changed').toBe(before)
    })
}

describe('the targets of an overlay', () => {
  const document = { paths: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`/p${index}`, { get: {} }])) }
  const actions = Array.from({ length: 10 }, () => ({ target: '$..get', update: {} }))

  it('may read a limited number of values, and the one that reads too much is named', async () => {
    const failure = await apply(document, overlayOf(...actions), 5_000).catch((error: unknown) => error)
    assert(failure instanceof LoadError)
    expect(failure.findings).toHaveLength(1)
    expect(failure.findings[0]?.message).toContain(
      'it reads more than 5000 values, together with the targets before it, of the document',
    )
  })

  it('may read that much', async () => {
    expect((await apply(document, overlayOf(...actions), 50_000)).unused).toEqual([])
    // Plain names read nothing.
    const plain = Array.from({ length: 100 }, () => ({ target: "$.paths['/p1']", update: {} }))
    expect((await apply(document, overlayOf(...plain), 0)).unused).toEqual([])
  })
})

describe('an update', () => {
  itGives([
    {
      name: 'adds a property',
      document: { info: { title: 'Pets' } },
      actions: [{ target: '$.info', update: { version: '1.0.0' } }],
      is: { info: { title: 'Pets', version: '1.0.0' } },
    },
    {
      name: 'replaces a plain value',
      document: { info: { title: 'Pets' } },
      actions: [{ target: '$.info', update: { title: 'Animals' } }],
      is: { info: { title: 'Animals' } },
    },
    {
      name: 'replaces a plain value that is the target',
      document: { info: { title: 'Pets' } },
      actions: [{ target: '$.info.title', update: 'Animals' }],
      is: { info: { title: 'Animals' } },
    },
    {
      name: 'is merged at every depth',
      document: { a: { b: { c: 1, d: 2 }, e: 3 } },
      actions: [{ target: '$', update: { a: { b: { d: 4, f: 5 } } } }],
      is: { a: { b: { c: 1, d: 4, f: 5 }, e: 3 } },
    },
    {
      name: 'may set false, 0, the empty string and null',
      document: { a: {} },
      actions: [{ target: '$.a', update: { no: false, zero: 0, text: '', nothing: null } }],
      is: { a: { no: false, zero: 0, text: '', nothing: null } },
    },
    {
      name: 'may replace the target with false',
      document: { a: { b: true } },
      actions: [{ target: '$.a.b', update: false }],
      is: { a: { b: false } },
    },
    {
      name: 'replaces a plain value with an object',
      document: { a: { b: 1 } },
      actions: [{ target: '$', update: { a: { b: { c: 2 } } } }],
      is: { a: { b: { c: 2 } } },
    },
    {
      name: 'applies to every target',
      document: { a: { x: {} }, b: { x: {} }, c: [{ x: {} }] },
      actions: [{ target: '$..x', update: { y: 1 } }],
      is: { a: { x: { y: 1 } }, b: { x: { y: 1 } }, c: [{ x: { y: 1 } }] },
    },
    {
      name: 'applies to a target inside another target',
      document: { x: { x: { x: {} } } },
      actions: [{ target: '$..x', update: { y: 1 } }],
      is: { x: { y: 1, x: { y: 1, x: { y: 1 } } } },
    },
    {
      name: 'applies after the actions before it',
      document: { a: {} },
      actions: [
        { target: '$.a', update: { b: {} } },
        { target: '$.a.b', update: { c: 1 } },
      ],
      is: { a: { b: { c: 1 } } },
    },
    {
      name: 'is not shared by its targets',
      document: { a: {}, b: {} },
      actions: [
        { target: '$.*', update: { tags: [] } },
        { target: '$.a.tags', update: ['x'] },
      ],
      is: { a: { tags: ['x'] }, b: { tags: [] } },
    },
    {
      name: 'may have a name of the prototype',
      document: JSON.parse('{"properties":{"constructor":{},"__proto__":{"type":"object"}}}'),
      actions: [
        { target: "$.properties['__proto__']", update: { title: 'Proto' } },
        { target: '$.properties.constructor', update: { title: 'Constructor' } },
      ],
      is: JSON.parse(
        '{"properties":{"constructor":{"title":"Constructor"},"__proto__":{"type":"object","title":"Proto"}}}',
      ),
    },
  ])
})

describe('an update of an array', () => {
  itGives([
    {
      name: 'is appended',
      document: { tags: [{ name: 'a' }] },
      actions: [{ target: '$.tags', update: { name: 'b' } }],
      is: { tags: [{ name: 'a' }, { name: 'b' }] },
    },
    {
      name: 'that is an array is appended item by item',
      document: { tags: ['a'] },
      actions: [{ target: '$.tags', update: ['b', 'c'] }],
      is: { tags: ['a', 'b', 'c'] },
    },
    {
      name: 'is appended also inside a nested object',
      document: { get: { tags: ['a'], parameters: [{ name: 'x' }] } },
      actions: [{ target: '$.get', update: { tags: ['b'], parameters: [{ name: 'y' }] } }],
      is: { get: { tags: ['a', 'b'], parameters: [{ name: 'x' }, { name: 'y' }] } },
    },
    {
      name: 'merges into an item that is the target',
      document: { tags: [{ name: 'a' }, { name: 'b' }] },
      actions: [{ target: '$.tags[1]', update: { description: 'B' } }],
      is: { tags: [{ name: 'a' }, { name: 'b', description: 'B' }] },
    },
  ])
})

describe('remove', () => {
  itGives([
    {
      name: 'removes a property',
      document: { a: 1, b: 2 },
      actions: [{ target: '$.a', remove: true }],
      is: { b: 2 },
    },
    {
      name: 'removes an item',
      document: { tags: ['a', 'b', 'c'] },
      actions: [{ target: '$.tags[1]', remove: true }],
      is: { tags: ['a', 'c'] },
    },
    {
      name: 'removes several items',
      document: { tags: ['a', 'b', 'c', 'd'] },
      actions: [{ target: '$.tags[0,2]', remove: true }],
      is: { tags: ['b', 'd'] },
    },
    {
      name: 'removes several items that are listed from the last to the first',
      document: { tags: ['a', 'b', 'c', 'd'] },
      actions: [{ target: '$.tags[2,0]', remove: true }],
      is: { tags: ['b', 'd'] },
    },
    {
      name: 'removes an item once if it is listed twice',
      document: { tags: ['a', 'b', 'c'] },
      actions: [{ target: '$.tags[0,0]', remove: true }],
      is: { tags: ['b', 'c'] },
    },
    {
      name: 'removes a slice with a negative step',
      document: { tags: ['a', 'b', 'c', 'd'] },
      actions: [{ target: '$.tags[2:0:-1]', remove: true }],
      is: { tags: ['a', 'd'] },
    },
    {
      name: 'removes the last item',
      document: { tags: ['a', 'b'] },
      actions: [{ target: '$.tags[-1]', remove: true }],
      is: { tags: ['a'] },
    },
    {
      name: 'removes every item',
      document: { tags: ['a', 'b', 'c'] },
      actions: [{ target: '$.tags[*]', remove: true }],
      is: { tags: [] },
    },
    {
      name: 'removes a target with another target inside it',
      document: { a: { x: { x: 1 } }, b: [{ x: 1 }, { y: 1 }] },
      actions: [{ target: '$..x', remove: true }],
      is: { a: {}, b: [{}, { y: 1 }] },
    },
    {
      name: 'wins over an update in the same action',
      document: { a: { b: 1 } },
      actions: [{ target: '$.a.b', remove: true, update: 2 }],
      is: { a: {} },
    },
    {
      name: 'that is false is ignored in favour of the update',
      document: { a: { b: 1 } },
      actions: [{ target: '$.a', remove: false, update: { c: 2 } }],
      is: { a: { b: 1, c: 2 } },
    },
  ])
})

describe('JSONPath', () => {
  const document = {
    paths: {
      '/pets': {
        get: { operationId: 'listPets', tags: ['animals'], parameters: [{ name: 'limit' }, { name: 'status' }] },
        post: { operationId: 'createPet', tags: ['animals', 'write'] },
      },
      '/pets/{petId}': { get: { operationId: 'getPet', deprecated: true } },
    },
  }
  const found: readonly { readonly target: string; readonly hits: readonly string[] }[] = [
    { target: "$.paths['/pets/{petId}'].get", hits: ['getPet'] },
    { target: '$.paths["/pets/{petId}"].get', hits: ['getPet'] },
    { target: '$.paths.*.get', hits: ['listPets', 'getPet'] },
    { target: '$.paths.*[?@.deprecated==true]', hits: ['getPet'] },
    { target: '$.paths.*[?(@.deprecated==true)]', hits: ['getPet'] },
    { target: '$.paths.*[?@.operationId=="createPet"]', hits: ['createPet'] },
    { target: '$.paths.*[?!@.deprecated]', hits: ['listPets', 'createPet'] },
    { target: '$.paths.*[?@.tags && @.parameters]', hits: ['listPets'] },
    { target: "$.paths.*[?@.tags[?@=='write']]", hits: ['createPet'] },
    { target: '$.paths.*[?length(@.tags)>=2]', hits: ['createPet'] },
    { target: '$.paths.*[?count(@.parameters[*])==2]', hits: ['listPets'] },
    { target: "$.paths.*[?match(@.operationId, 'list.*')]", hits: ['listPets'] },
    { target: "$.paths.*[?search(@.operationId, 'Pet$')]", hits: ['createPet', 'getPet'] },
    { target: "$.paths.*[?value(@..deprecated)==$.paths['/pets/{petId}'].get.deprecated]", hits: ['getPet'] },
    { target: '$..[?@.operationId]', hits: ['listPets', 'createPet', 'getPet'] },
    { target: "$.paths['/pets']['get','post']", hits: ['listPets', 'createPet'] },
  ]
  for (const { target, hits } of found)
    it(`${target} matches ${hits.join(', ')}`, async () => {
      const { data } = await apply(document, overlayOf({ target, update: { 'x-hit': true } }))
      const operations = (await pathsOf(data, '$..[?@.operationId]')).map((keys) => keys.map(String))
      expect(operations).toHaveLength(3)
      const marked = operations
        .map((keys) => keys.reduce(getOwn, data))
        .filter((held) => getOwn(held, 'x-hit') === true)
      expect(marked.map((held) => getOwn(held, 'operationId')).toSorted()).toEqual(hits.toSorted())
    })

  it('finds a parameter by its name', async () => {
    const target = "$.paths['/pets'].get.parameters[?@.name=='limit']"
    const { data } = await apply(document, overlayOf({ target, update: { required: true } }))
    expect(data).toHaveProperty(
      ['paths', '/pets', 'get', 'parameters'],
      [{ name: 'limit', required: true }, { name: 'status' }],
    )
  })
})

describe('names', () => {
  const names: readonly string[] = [
    '名前',
    '🐈',
    'é',
    "it's",
    'say "hi"',
    'back\\slash',
    'a.b',
    'a[0]',
    "']['",
    'tab\there',
    'line\nbreak',
    '\u0001',
    '0',
    '',
    ' ',
    '$ref',
    '~1',
  ]
  for (const name of names)
    it(`${JSON.stringify(name)} is matched`, async () => {
      const document = { schemas: { [name]: { type: 'object' }, other: { type: 'object' } } }
      const { data } = await apply(document, overlayOf({ target: '$.schemas[?@.type]', update: { 'x-hit': 1 } }))
      const hit = { type: 'object', 'x-hit': 1 }
      expect(data).toEqual({ schemas: { [name]: hit, other: hit } })
    })

  itGives([
    {
      name: 'are unescaped in a target',
      document: { 名前: {}, "it's": {} },
      actions: [
        { target: "$['\\u540d\\u524d']", update: { a: 1 } },
        { target: "$['it\\'s']", update: { b: 2 } },
        { target: '$.名前', update: { c: 3 } },
      ],
      is: { 名前: { a: 1, c: 3 }, "it's": { b: 2 } },
    },
  ])
})

describe('an action that matches nothing', () => {
  it('is reported at its target, and the others are applied', async () => {
    const { data, unused } = await apply(
      { a: {} },
      `overlay: 1.0.0
info: { title: An overlay, version: 1.0.0 }
actions:
  - target: $.a
    update: { b: 1 }
  - target: $.paths['/pet'].get
    update: { c: 1 }
  - description: Takes away what is not there
    target: $.nothing
    remove: true
`,
    )
    expect(data).toEqual({ a: { b: 1 } })
    expectFindings(unused, [
      { code: 'overlay-unused', file: 'pets.overlay.yaml', line: 6, column: 5, says: ["$.paths['/pet'].get"] },
      { code: 'overlay-unused', file: 'pets.overlay.yaml', line: 9, column: 5, says: ['$.nothing'] },
    ])
  })
})

describe('a broken overlay is rejected with its position', () => {
  const rows: readonly {
    readonly name: string
    readonly overlay: string
    readonly line: number
    readonly column: number
    readonly says: readonly string[]
  }[] = [
    { name: 'a list', overlay: '- target: $\n', line: 1, column: 1, says: ['overlay: 1.0.0'] },
    { name: 'without a version', overlay: 'actions: []\n', line: 1, column: 1, says: ['overlay: 1.0.0'] },
    {
      name: 'of another version',
      overlay: 'info: {}\noverlay: 2.0.0\nactions: []\n',
      line: 2,
      column: 1,
      says: ['overlay: 1.0.0'],
    },
    { name: 'without actions', overlay: 'overlay: 1.0.0\n', line: 1, column: 1, says: ['actions'] },
    {
      name: 'with actions that are not a list',
      overlay: 'overlay: 1.0.0\nactions:\n  target: $\n',
      line: 2,
      column: 1,
      says: ['actions', 'list'],
    },
    {
      name: 'with an action without a target',
      overlay: 'overlay: 1.0.0\nactions:\n  - target: $\n    update: {}\n  - update: {}\n',
      line: 5,
      column: 5,
      says: ['target'],
    },
    {
      name: 'with a target that is not a string',
      overlay: 'overlay: 1.0.0\nactions:\n  - target: 1\n    update: {}\n',
      line: 3,
      column: 5,
      says: ['target'],
    },
    {
      name: 'with an action that does nothing',
      overlay: 'overlay: 1.0.0\nactions:\n  - target: $\n',
      line: 3,
      column: 5,
      says: ['update', 'remove: true'],
    },
    {
      name: 'with a misspelt update',
      overlay: 'overlay: 1.0.0\nactions:\n  - target: $\n    udpate: {}\n',
      line: 3,
      column: 5,
      says: ['or remove: true. Did you mean update?'],
    },
    {
      name: 'with a target that is not a JSONPath',
      overlay: 'overlay: 1.0.0\nactions:\n  - target: $.a\n    update: {}\n  - update: {}\n    target: $.paths[\n',
      line: 6,
      column: 5,
      says: ['JSONPath', 'RFC 9535'],
    },
    {
      name: 'with a target that does not begin at the root',
      overlay: 'overlay: 1.0.0\nactions:\n  - target: paths\n    update: {}\n',
      line: 3,
      column: 5,
      says: ['JSONPath'],
    },
  ]
  for (const { name, overlay, line, column, says } of rows)
    it(name, async () => {
      const error = await apply({ a: {} }, overlay).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(LoadError)
      assert(error instanceof LoadError)
      expectFindings(error.findings, [{ code: 'overlay-structure', file: 'pets.overlay.yaml', line, column, says }])
    })

  it('with every mistake, not only the first', async () => {
    const overlay = 'overlay: 1.0.0\nactions:\n  - update: {}\n  - target: $\n  - target: $.paths[\n    update: {}\n'
    const error = await apply({}, overlay).catch((reason: unknown) => reason)
    assert(error instanceof LoadError)
    expect(error.findings.map(({ line }) => line)).toEqual([3, 4, 5])
  })
})
