/**
 * Misspelled x-standin words, and values of the wrong type, in a document and its overlay: reported at their place.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkWords, words } from '../../../src/contract/document/check-words.ts'
import { loadDocument } from '../../../src/contract/document/document.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'

const check = (data: object) =>
  checkWords({ text: JSON.stringify(data), data: JSON.parse(JSON.stringify(data)) }).map(
    ({ pointer, message }) => `${pointer} ${message}`,
  )

describe('the words of a file', () => {
  const rows: readonly (readonly [name: string, data: object, found: readonly string[]])[] = [
    ['a known word', { a: { 'x-standin-behaviour': 'none' } }, []],
    [
      'a misspelled word',
      { a: [{ 'x-standin-behavior': 'none' }] },
      ['/a/0/x-standin-behavior x-standin-behavior is unknown and has no effect. Did you mean x-standin-behaviour?'],
    ],
    [
      'a misspelled prefix',
      { 'x-standing-id': 'id' },
      ['/x-standing-id x-standing-id is unknown and has no effect. Did you mean x-standin-id?'],
    ],
    [
      'a wrong type',
      { 'x-standin-resource': 7 },
      ['/x-standin-resource x-standin-resource must be a non-empty string, got 7'],
    ],
    [
      'a wrong word',
      { 'x-standin-error': 'cod' },
      ['/x-standin-error x-standin-error must be one of code, message, status, violations, got "cod"'],
    ],
    ['words of others', { 'x-standard': 1, 'x-other': {} }, []],
    ['data', { example: { 'x-standin-nothing': 1 }, 'x-standin-default': { 'x-standin-nothing': 1 } }, []],
  ]
  for (const [name, data, found] of rows) it(name, () => expect(check(data)).toEqual(found))

  it('are those of the schema of overlays', () => {
    const schema = JSON.parse(readFileSync('spec/overlay.schema.json', 'utf8'))
    expect([...words.keys()]).toEqual(Object.keys(schema.$defs.update.allOf[0].then.properties))
  })
})

it('loading reports them with file, line and column, in the document and in the overlay', async () => {
  await using folder = await createTemporaryFolder({
    'a.yaml':
      'openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths:\n  /a:\n    get:\n      x-standin-resorce: a\n      responses: {}\n',
    'a.overlay.yaml':
      'overlay: 1.0.0\ninfo: { title: A, version: 1.0.0 }\nactions:\n  - target: $.paths["/a"].get\n    update:\n      x-standin-parnt: none\n',
  })
  const { warnings } = await loadDocument(`${folder.path}/a.yaml`)
  expect(
    warnings.map(({ file, line, code, message }) => [file.slice(folder.path.length + 1), line, code, message]),
  ).toEqual([
    ['a.yaml', 6, 'word-invalid', expect.stringContaining('Did you mean x-standin-resource?')],
    ['a.overlay.yaml', 6, 'word-invalid', expect.stringContaining('Did you mean x-standin-parent?')],
  ])
})
