/**
 * The environment variables that `standin exec` sets for its command: their names, and what happens if two names are equal.
 */
import { describe, expect, it } from 'vitest'
import { createCommandEnvironment } from '../../src/cli/command-environment.ts'
import { createStandin } from '../../src/index.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'

const document = JSON.stringify(openApi({ paths: { '/gadgets': { get: { responses: { 200: response({}) } } } } }))

interface Row {
  readonly name: string
  /** Names of documents. */
  readonly files: readonly string[]
  readonly keys?: string
  readonly anyKey?: boolean
  readonly outside?: Readonly<Record<string, string>>
  /** ORIGIN is replaced by the origin. */
  readonly gives: Readonly<Record<string, string>>
  readonly remarks?: readonly RegExp[]
}

const any = { STANDIN_URL: 'ORIGIN', STANDIN_KEY: 'any-key' }

const rows: readonly Row[] = [
  { name: 'a document', files: ['gadgets.json'], gives: { ...any, GADGETS_URL: 'ORIGIN' } },
  { name: 'words', files: ['My gadgets.v2-beta.json'], gives: { ...any, MY_GADGETS_V2_BETA_URL: 'ORIGIN' } },
  { name: 'a name that begins with a digit', files: ['2.json'], gives: { ...any, _2_URL: 'ORIGIN' } },
  { name: 'letters with accents', files: ['Müller & Söhne.json'], gives: { ...any, MULLER_SOHNE_URL: 'ORIGIN' } },
  { name: 'letters that are written as two', files: ['mu\u0308ll.json'], gives: { ...any, MULL_URL: 'ORIGIN' } },
  { name: 'a name in another script', files: ['документ.json'], gives: { ...any, DOCUMENT_URL: 'ORIGIN' } },
  {
    name: 'two documents with the same name',
    files: ['a/gadgets.json', 'b/gadgets.json'],
    gives: { ...any, GADGETS_URL: 'ORIGIN' },
    remarks: [/^GADGETS_URL is already in use, so .*b\/gadgets\.json has no variable for its address http.*/],
  },
  {
    name: 'a document with the name of the variable STANDIN_URL',
    files: ['standin.json'],
    gives: any,
    remarks: [/^STANDIN_URL is already in use, so .*standin\.json has no variable/],
  },
  {
    name: 'options of Standin, which are removed, and other variables, which stay',
    files: ['gadgets.json'],
    outside: { STANDIN_PORT: '80', STANDIN_FAIL_ON: 'invalid', STANDIN_URL: 'outer', STANDIN_MINE: 'x', PATH: '/bin' },
    gives: { ...any, GADGETS_URL: 'ORIGIN', STANDIN_MINE: 'x', PATH: '/bin' },
  },
  {
    name: 'a variable that is already set',
    files: ['gadgets.json'],
    outside: { GADGETS_URL: 'https://real.example' },
    gives: { ...any, GADGETS_URL: 'ORIGIN' },
  },
  {
    name: 'the first valid key that is not a password',
    files: ['gadgets.json'],
    keys: [
      '- { key: old, state: expired }',
      '- { key: gone, state: active, expires: 2001-01-01T00:00:00Z }',
      '- { user: me, password: secret }',
      '- { key: good, expires: 2999-01-01T00:00:00Z }',
      '- { key: other }',
    ].join('\n'),
    gives: { STANDIN_URL: 'ORIGIN', STANDIN_KEY: 'good', GADGETS_URL: 'ORIGIN' },
  },
  {
    name: 'a password, if there is no other key',
    files: ['gadgets.json'],
    keys: '- { user: me, password: secret }',
    gives: { STANDIN_URL: 'ORIGIN', STANDIN_KEY: 'me:secret', GADGETS_URL: 'ORIGIN' },
  },
  {
    name: 'no key, if none is valid, not even the one of the outer environment',
    files: ['gadgets.json'],
    keys: '- { key: old, state: revoked }',
    outside: { STANDIN_KEY: 'outer' },
    gives: { STANDIN_URL: 'ORIGIN', GADGETS_URL: 'ORIGIN' },
  },
]

describe('the environment of a command', () => {
  for (const { name, files, keys, outside = {}, gives, remarks = [] } of rows)
    it(`of ${name}`, async () => {
      const written = Object.fromEntries(files.map((file) => [file, document]))
      await using folder = await createTemporaryFolder({
        ...written,
        ...(keys === undefined ? {} : { 'set/keys.yaml': keys }),
      })
      await using standin = await createStandin({
        documents: files.map((file) => `${folder.path}/${file}`),
        ...(keys === undefined ? {} : { fixtures: `${folder.path}/set` }),
        folder: folder.path,
      })
      const made = createCommandEnvironment(await standin.describe(), standin.url, outside)
      const shown = Object.entries(made.variables).map(([key, value]) => [key, value?.replace(standin.url, 'ORIGIN')])
      expect(Object.fromEntries(shown)).toEqual(gives)
      expect(made.remarks).toEqual(remarks.map((remark) => expect.stringMatching(remark)))
    })
})
