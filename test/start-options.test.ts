/**
 * The options of V8 that are changed during a start exist in this version of Node, and get their defaults back. They make room
 * for new objects.
 */
import { execPath } from 'node:process'
import { expect, it } from 'vitest'
import { startOptions } from '../src/start-options.ts'
import { expectSuccess } from './support/run-command.ts'

it('knows the defaults of the options that it changes', async () => {
  const options = await expectSuccess(execPath, ['--v8-options'])
  for (const { name, usual } of startOptions) expect(options).toMatch(new RegExp(`default: --${name}=${usual}\\n`))
})

it('makes room for 8 MiB of new objects', async () => {
  const program = `
    const { getHeapSpaceStatistics } = await import('node:v8')
    const { setStartOptions } = await import('./src/start-options.ts')
    setStartOptions()
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    console.log(Math.round((space.space_used_size + space.space_available_size) / 2 ** 20))`
  expect(Number(await expectSuccess(execPath, ['--import', 'tsx', '--input-type=module', '-e', program]))).toBe(8)
})
