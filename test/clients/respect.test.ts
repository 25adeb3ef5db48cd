/**
 * The Arazzo files of test/arazzo, run by Redocly's respect against a real server: an independent client, which also
 * validates each response. The files must fail for a server that responds differently.
 */
import { describe, expect, it } from 'vitest'
import { runRedocly } from '../support/run-redocly.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

interface Row {
  readonly name: string
  readonly file: string
  /** Where the server has the document that the file names. */
  readonly basePath: string
  /** The only valid key, if it is not the one that the files send. */
  readonly key?: string
  readonly exitCode: number
  readonly says: RegExp
}

const rows: readonly Row[] = [
  {
    name: 'the Animal Store does what a client expects',
    file: 'animal-store',
    basePath: '/v1',
    exitCode: 0,
    says: /Workflows: 3 passed, 3 total/,
  },
  {
    name: 'the messages do what a client expects',
    file: 'messages',
    basePath: '',
    exitCode: 0,
    says: /Workflows: 2 passed, 2 total/,
  },
  {
    name: 'the Animal Store fails if the key is invalid',
    file: 'animal-store',
    basePath: '/v1',
    key: 'another-key',
    exitCode: 1,
    says: /Workflows: 1 passed, 2 failed, 3 total/,
  },
  {
    name: 'the messages fail if the key is invalid',
    file: 'messages',
    basePath: '',
    key: 'another-key',
    exitCode: 1,
    says: /Workflows: 1 passed, 1 failed, 2 total/,
  },
  {
    name: 'the Animal Store fails at a wrong address',
    file: 'animal-store',
    basePath: '/v2',
    exitCode: 1,
    says: /Workflows: 3 failed, 3 total/,
  },
]

describe('respect', () => {
  for (const { name, file, basePath, key, exitCode, says } of rows)
    it(name, async () => {
      await using fixtures = await createTemporaryFolder({ 'keys.yaml': `- key: ${key}\n`, 'pets.yaml': '[]\n' })
      await using standin = await startStandin(key === undefined ? {} : { fixtures: fixtures.path })
      const server = `${file}=${standin.url}${basePath}`
      const result = await runRedocly(['respect', `test/arazzo/${file}.arazzo.yaml`, '--server', server])
      const said = result.stdout + result.stderr
      expect(result.code, said).toBe(exitCode)
      expect(said).toMatch(says)
    })
})
