/**
 * The arguments of the scripts: what `--help` and a wrong option print.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type CommandResult, projectFolder, runCommand } from './support/run-command.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

const helper = pathToFileURL(join(projectFolder, 'scripts/read-arguments.ts')).href

const script = `/**
 * Counts things.
 *
 * \`--most N\` counts fewer.
 */
import { readArguments } from '${helper}'

console.log(JSON.stringify(readArguments(import.meta.filename, { options: { most: { type: 'string', default: '9' } } }).values))
`

const run = async (...args: readonly string[]): Promise<CommandResult> => {
  await using folder = await createTemporaryFolder({ 'count.mts': script })
  return await runCommand('node', ['--import', 'tsx', join(folder.path, 'count.mts'), ...args])
}

const usage = 'Counts things.\n\n`--most N` counts fewer.\n'

describe('a script', () => {
  it('has its options', async () => {
    expect(await run('--most', '3')).toEqual({ code: 0, stdout: '{"most":"3"}\n', stderr: '' })
  })

  it('prints for --help what its file begins with', async () => {
    expect(await run('--help')).toEqual({ code: 0, stdout: usage, stderr: '' })
  })

  it('prints it, too, for an option that it does not have, without a stack trace', async () => {
    const { code, stdout, stderr } = await run('--least', '3')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toBe(`Unknown option '--least'\n\n${usage}`)
  })
})
