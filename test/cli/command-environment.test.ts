/**
 * The variables that `standin exec` gives its command: their names, and what happens where two want one.
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
  /** ORIGIN stands for the origin. */
  readonly gives: Readonly<Record<string, string>>
  readonly remarks?: readonly RegExp[]
}

const any = { STANDIN_URL: 'ORIGIN', STANDIN_KEY: 'any-key' }

const rows: readonly Row[] = [
  { name: 'a document', files: ['gadgets.json'], gives: { ...any, GADGETS_URL: 'ORIGIN' } },
  { name: 'words', files: ['My gadgets.v2-beta.json'], gives: { ...any, MY_GADGETS_V2_BETA_URL: 'ORIGIN' } },
  { name: 'a number first', files: ['2.json'], gives: { ...any, _2_URL: 'ORIGIN' } },
  {
    name: 'two of one name',
    files: ['a/gadgets.json', 'b/gadgets.json'],
    gives: { ...any, GADGETS_URL: 'ORIGIN' },
    remarks: [/^GADGETS_URL is already in use, so .*b\/gadgets\.json has no variable for its address http.*/],
  },
  {
    name: 'the name of our own',
    files: ['standin.json'],
    gives: any,
    remarks: [/^STANDIN_URL is already in use, so .*standin\.json has no variable/],
  },
  {
    name: 'our own options, which go, and what is not ours, which stays',
    files: ['gadgets.json'],
    outside: { STANDIN_PORT: '80', STANDIN_FAIL_ON: 'invalid', STANDIN_URL: 'outer', STANDIN_MINE: 'x', PATH: '/bin' },
    gives: { ...any, GADGETS_URL: 'ORIGIN', STANDIN_MINE: 'x', PATH: '/bin' },
  },
  {
    name: 'a variable that is there already',
    files: ['gadgets.json'],
    outside: { GADGETS_URL: 'https://real.example' },
    gives: { ...any, GADGETS_URL: 'ORIGIN' },
  },
  {
    name: 'the first key that is good and no password',
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
    name: 'a password, where there is no other',
    files: ['gadgets.json'],
    keys: '- { user: me, password: secret }',
    gives: { STANDIN_URL: 'ORIGIN', STANDIN_KEY: 'me:secret', GADGETS_URL: 'ORIGIN' },
  },
  {
    name: 'no key, where none is good, nor that of the environment around',
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
