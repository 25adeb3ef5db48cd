/**
 * The test files of docs/testing.md run and pass, each with its own test framework and with the built package.
 */
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { filesOf, readBlocks } from '../support/page-blocks.ts'
import { projectFolder, runCommand } from '../support/run-command.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const files = filesOf(readBlocks('docs/testing.md'))
const namesThat = (pattern: RegExp): readonly string[] => Object.keys(files).filter((name) => pattern.test(name))

/** Only a test that hangs takes that long, also on a busy machine. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000 }

/** Node 20 runs neither TypeScript nor `await using`. */
const compile = async (text: string): Promise<string> =>
  (await transform(text, { loader: 'ts', target: 'node20' })).code

/** A folder with the files of the page, in which the package is installed as npm would do it. */
const createProject = async (compiled: Readonly<Record<string, string>> = {}): Promise<TemporaryFolder> => {
  const folder = await createTemporaryFolder({
    ...files,
    ...compiled,
    'package.json': '{}',
    'node_modules/standin/package.json': JSON.stringify({ type: manifest.type, exports: manifest.exports }),
    'vitest.config.mjs': `export default ${JSON.stringify({ test: { include: ['*.test.ts'], ...patience } })}\n`,
  })
  await symlink(`${projectFolder}dist`, join(folder.path, 'node_modules/standin/dist'))
  await symlink(`${projectFolder}node_modules/msw`, join(folder.path, 'node_modules/msw'))
  return folder
}

const run = async (folder: string, args: readonly string[]): Promise<string> => {
  const environment = { NODE_OPTIONS: undefined, NODE_TEST_CONTEXT: undefined, VITEST: undefined }
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { folder, environment })
  expect(code, stdout + stderr).toBe(0)
  return stdout
}

describe('docs/testing.md', () => {
  it('the tests for node:test pass', async () => {
    const names = namesThat(/\.test\.(mjs|mts|cjs)$/)
    expect(names).toHaveLength(8)
    const compiled: Record<string, string> = {}
    for (const name of namesThat(/\.test\.mts$/)) compiled[`${name}.mjs`] = await compile(files[name] ?? '')
    await using folder = await createProject(compiled)
    const started = names.map((name) => (compiled[`${name}.mjs`] === undefined ? name : `${name}.mjs`))
    expect(await run(folder.path, ['--test', ...started])).toMatch(/^# fail 0$/m)
  })

  it('the tests for vitest and MSW pass', async () => {
    await using folder = await createProject()
    expect(namesThat(/\.test\.ts$/)).toHaveLength(2)
    const vitest = `${projectFolder}node_modules/vitest/vitest.mjs`
    await run(folder.path, [vitest, 'run', '--root', folder.path])
  })
})
