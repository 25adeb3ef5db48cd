/**
 * The Arazzo files of test/arazzo, run by Redocly's respect against a real server: an independent client, which also
 * holds each response against the document. A server that answers otherwise must fail, else the files prove nothing.
 */
import { describe, expect, it } from 'vitest'
import { runRedocly } from '../support/run-redocly.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

interface Row {
  readonly name: string
  readonly file: string
  /** Where the server has the document that the file calls by its own name. */
  readonly basePath: string
  /** The only good key, where it is not the one that the files send. */
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
    name: 'the Animal Store fails where the key is not good',
    file: 'animal-store',
    basePath: '/v1',
    key: 'another-key',
    exitCode: 1,
    says: /Workflows: 1 passed, 2 failed, 3 total/,
  },
  {
    name: 'the messages fail where the key is not good',
    file: 'messages',
    basePath: '',
    key: 'another-key',
    exitCode: 1,
    says: /Workflows: 1 passed, 1 failed, 2 total/,
  },
  {
    name: 'the Animal Store fails at an address that is not its own',
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
