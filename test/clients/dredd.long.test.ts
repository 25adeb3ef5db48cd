/**
 * Dredd, which sends the example of each operation and validates each response: with a hook that selects a
 * scenario for each expected status, it gets every documented response. Without the hook it must fail. It is installed here,
 * because nobody maintains it, and its 184 packages would be a sixth of those of this project.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { expectSuccess, projectFolder, runCommand } from '../support/run-command.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

let installed: TemporaryFolder | undefined

beforeAll(async () => {
  installed = await createTemporaryFolder({ 'package.json': '{}' })
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await expectSuccess('npm', ['install', 'dredd@14.1.0', ...options], { folder: installed.path })
}, 300_000)

afterAll(() => installed?.remove())

/** The scenario that causes each status. */
const scenarios: Readonly<Record<number, string>> = { 400: 'invalid-request', 401: 'unauthorized', 404: 'not-found' }

const hooksWith = (byStatus: Readonly<Record<number, string>>): string => `const hooks = require('hooks')
const scenarios = ${JSON.stringify(byStatus)}
hooks.beforeEach((transaction, done) => {
  const { request, expected } = transaction
  request.headers.Authorization = 'Bearer sandbox-key'
  const scenario = scenarios[expected.statusCode]
  if (scenario) request.headers['Sandbox-Scenario'] = scenario
  done()
})
`

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const readDocument = (name: string): Node => parse(readFileSync(`${projectFolder}spec/${name}.yaml`, 'utf8'))

/** OpenAPI 3.0, the newest that Dredd supports: examples of a schema are one example, and path parameters have one. */
const toOpenApi30 = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toOpenApi30)
  if (!isNode(value)) return value
  const { examples, ...rest } = value
  const kept = Array.isArray(examples) ? { example: examples[0], ...rest } : value
  const given = value.in === 'path' && value.example === undefined ? { ...kept, example: 1 } : kept
  const node = Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, toOpenApi30(inner)]))
  return typeof node.openapi === 'string' ? { ...node, openapi: '3.0.3' } : node
}

/** The documented statuses of all operations, one for each response. */
const documentedStatuses = ({ paths }: Node): readonly number[] =>
  Object.values(isNode(paths) ? paths : {}).flatMap((path) =>
    Object.values(isNode(path) ? path : {}).flatMap((operation) =>
      isNode(operation) && isNode(operation.responses) ? Object.keys(operation.responses).map(Number) : [],
    ),
  )

const runDredd = async (name: string, hooks: string) => {
  await using folder = await createTemporaryFolder({
    'document.yaml': stringify(toOpenApi30(readDocument(name)), { aliasDuplicateObjects: false }),
    'hooks.cjs': hooks,
  })
  await using standin = await startStandin()
  const base = name === 'animal-store' ? '/v1' : ''
  const { code, stdout, stderr } = await runCommand(
    process.execPath,
    [
      join(installed?.path ?? '', 'node_modules/dredd/bin/dredd'),
      'document.yaml',
      standin.url + base,
      '--hookfiles=./hooks.cjs',
      '--loglevel=warning',
      '--no-color',
    ],
    { folder: folder.path, environment: { NO_COLOR: '1', FORCE_COLOR: undefined } },
  )
  const said = stdout + stderr
  const found = /complete: (\d+) passing, (\d+) failing, (\d+) errors, (\d+) skipped, (\d+) total/.exec(said)
  expect(found, said).not.toBeNull()
  const [passing, failing, errors, skipped, total] = (found ?? []).slice(1).map(Number)
  return { code, said, counts: { passing, failing, errors, skipped, total } }
}

describe('Dredd', () => {
  const rows: readonly { readonly name: string; readonly responses: number }[] = [
    { name: 'animal-store', responses: 8 },
    { name: 'messages', responses: 3 },
  ]
  for (const { name, responses } of rows) {
    it(`passes all ${responses} documented responses of ${name}`, async () => {
      expect(documentedStatuses(readDocument(name))).toHaveLength(responses)
      const { code, said, counts } = await runDredd(name, hooksWith(scenarios))
      expect(counts, said).toEqual({ passing: responses, failing: 0, errors: 0, skipped: 0, total: responses })
      expect(code).toBe(0)
    })

    it(`gets no error response of ${name} without a scenario`, async () => {
      const errors = documentedStatuses(readDocument(name)).filter((status) => status >= 400).length
      const { code, said, counts } = await runDredd(name, hooksWith({}))
      expect(counts, said).toMatchObject({ passing: responses - errors, failing: errors, total: responses })
      expect(code).toBe(1)
    })
  }
})
