/**
 * A project that used Prism, moved to Standin with --base-path /: the same requests to Prism's server and to
 * Standin get the same statuses, except for the differences that docs/prism.md lists.
 */
import { createLogger } from '@stoplight/prism-core/dist/logger.js'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js'
import { createServer } from '@stoplight/prism-http-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { readTable } from '../support/markdown.ts'
import { type PrismRow, prismRows } from './requests.ts'

const documents = ['project', 'project-400'] as const

interface Pair extends AsyncDisposable {
  readonly prism: string
  readonly standin: string
}

const pairs = new Map<string, Pair>()

/** Prism's server as `prism mock` configures it, and Standin as a Prism user starts it. */
const startPair = async (name: string): Promise<Pair> => {
  const document = `test/documents/prism-${name}.yaml`
  const prism = createServer(await getHttpOperationsFromSpec(document), {
    cors: true,
    components: { logger: createLogger('prism', { level: 'silent' }) },
    config: {
      mock: { dynamic: false, ignoreExamples: false },
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      isProxy: false,
      errors: false,
      upstreamProxy: undefined,
    },
  })
  const url = await prism.listen(0, '127.0.0.1')
  const standin = await createStandin({ documents: [document], basePath: '/', folder: 'test/documents/none', port: 0 })
  return {
    prism: url,
    standin: standin.url,
    [Symbol.asyncDispose]: async () => {
      await prism.close()
      await standin.close()
    },
  }
}

beforeAll(async () => {
  for (const name of documents) pairs.set(name, await startPair(name))
})

afterAll(async () => {
  for (const pair of pairs.values()) await pair[Symbol.asyncDispose]()
})

const ask = async (who: 'prism' | 'standin', row: PrismRow): Promise<number> => {
  const { document = 'project', request, headers = {}, body } = row
  const [path = '', method = 'GET'] = request.split(' ').reverse()
  const options = { method, headers, ...(body === undefined ? {} : { body }) }
  return (await call(`${pairs.get(document)?.[who]}${path}`, options)).status
}

describe('statuses of Prism and Standin', () => {
  for (const row of prismRows)
    it(`${row.name}: ${row.request}`, async () => {
      expect(await ask('prism', row), 'Prism').toBe(row.prism)
      expect(await ask('standin', row), 'Standin').toBe(row.standin ?? row.prism)
    })
})

describe('docs/prism.md', () => {
  it('lists each difference with its reason', () => {
    const differences = prismRows.filter(({ standin: own }) => own !== undefined)
    expect(readTable('docs/prism.md', 'Statuses of `standin serve` that differ')).toEqual(
      differences.map(({ name, prism: theirs, standin: own, because }) => ({
        Request: name,
        Prism: String(theirs),
        Standin: String(own),
        Why: because,
      })),
    )
  })
})
