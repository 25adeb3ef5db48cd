/**
 * One project for each test framework: the examples, with the packed package and the frameworks of this project. Each must pass,
 * also in CI without a registry.
 */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { browserProgram, describeInBrowser } from './support/browser.ts'
import { copyExample, installPackage, linkPackages, packPackage, userEnvironment } from './support/packed-package.ts'
import { type CommandResult, projectFolder, runCommand } from './support/run-command.ts'
import { createTemporaryFolder, type TemporaryFolder } from './support/temporary-folder.ts'

let workshop: TemporaryFolder | undefined

/** Installed once: the examples are folders below it, so that all of them find it. */
beforeAll(async () => {
  workshop = await createTemporaryFolder()
  await installPackage(await packPackage(workshop.path), workshop.path)
  await linkPackages(['jest', 'vitest', '@jest/globals', '@playwright/test'], workshop.path)
}, 300_000)

afterAll(() => workshop?.remove())

const copyHere = async (name: string, as = name): Promise<string> => {
  assert(workshop !== undefined, 'the folder is made before the tests')
  const folder = join(workshop.path, as)
  await copyExample(name, folder)
  return folder
}

const programOf = (name: string): string => join(projectFolder, 'node_modules', name)

/** Milliseconds. Only a test that hangs takes that long, also on a busy machine. */
const patience = 180_000

/**
 * The command of each example's `npm test`, with arguments that make its output short and its time limits long, and the line that
 * reports success.
 */
const examples = {
  vitest: {
    args: [programOf('vitest/vitest.mjs'), 'run', `--testTimeout=${patience}`, `--hookTimeout=${patience}`],
    passed: /Tests +4 passed \(4\)/,
  },
  jest: { args: [programOf('jest/bin/jest.js'), `--testTimeout=${patience}`], passed: /Tests: +6 passed, 6 total/ },
  'node-test': { args: ['--test'], passed: /^# pass 4$/m },
  commonjs: { args: ['--test'], passed: /^# pass 3$/m },
  playwright: {
    args: [programOf('@playwright/test/cli.js'), 'test', '--reporter=line', `--timeout=${patience}`],
    passed: /^ *4 passed/m,
  },
} as const

const runIn = async (folder: string, args: readonly string[]): Promise<CommandResult & { readonly output: string }> => {
  const { executablePath } = browserProgram()
  const environment = { ...userEnvironment, CI: 'true', CHROMIUM: executablePath, NODE_TEST_CONTEXT: undefined }
  const result = await runCommand(process.execPath, args, { folder, environment })
  return { ...result, output: stripVTControlCharacters(result.stdout + result.stderr) }
}

const expectPassed = async (name: keyof typeof examples): Promise<void> => {
  const { code, output } = await runIn(await copyHere(name), examples[name].args)
  expect(code, output).toBe(0)
  expect(output).toMatch(examples[name].passed)
  // Node reports a module that it had to load in an experimental way, Jest a process that does not end.
  expect(output).not.toMatch(/Warning|did not exit/)
}

describe('examples', () => {
  for (const name of ['vitest', 'jest', 'node-test', 'commonjs'] as const)
    it(`${name} passes`, () => expectPassed(name))

  it('has a test for each', async () => {
    const folders = await readdir(join(projectFolder, 'examples'))
    expect(folders.filter((name) => !name.includes('.')).sort()).toEqual(
      ['animal-store-client', ...Object.keys(examples)].sort(),
    )
  })
})

/** Tests that must fail, except the last one. */
const failing = `
test('hides an unmatched request', async ({ sandbox }) => {
  await sandbox.fetch('/v1/petz')
})
test('expects what does not occur', async ({ sandbox }) => {
  sandbox.expectIssue('invalid')
})
test('has an error of its own', async ({ sandbox }) => {
  await sandbox.fetch('/v1/dogs')
  throw new TypeError('the error of the test')
})
test('expects an unmatched request', async ({ sandbox }) => {
  sandbox.expectIssue('unmatched')
  await sandbox.fetch('/v1/cats')
})
`

describe('a test fails', () => {
  const rows = {
    jest: { head: `const { standinTest } = require('standin/jest')`, counts: [/3 failed, 1 passed/] },
    'node-test': { head: `import { standinTest } from 'standin/node-test'`, counts: [/^# pass 1$/m, /^# fail 3$/m] },
    playwright: { head: `import { standinTest } from 'standin/playwright'`, counts: [/3 failed/, /1 passed/] },
  } as const
  for (const name of ['jest', 'node-test', 'playwright'] as const)
    it(`with ${name}, if its client sent an unmatched request or an expected one did not occur`, async () => {
      const { head, counts } = rows[name]
      const folder = await copyHere(name, `${name}-failing`)
      await writeFile(join(folder, 'failing.test.js'), `${head}\nconst test = standinTest()\n${failing}`)
      const { code, output } = await runIn(folder, [...examples[name].args, 'failing.test.js'])
      expect(code, output).toBe(1)
      for (const count of counts) expect(output).toMatch(count)
      expect(output).toContain(
        'GET /v1/petz → 404, unmatched: no document has the path /v1/petz. Did you mean /v1/pets?',
      )
      expect(output).toContain('expected an invalid request, but there was none')
      expect(output).toContain('the error of the test')
      expect(output).toContain('GET /v1/dogs → 404, unmatched')
      expect(output).not.toContain('/v1/cats')
    })
})

describeInBrowser('examples in Chromium', () => {
  it('playwright passes', () => expectPassed('playwright'))
})
