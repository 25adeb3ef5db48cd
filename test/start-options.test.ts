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
    const { setStartOptions, sizeOfSpace } = await import('./src/start-options.ts')
    setStartOptions()
    console.log(Math.round(sizeOfSpace() / 2 ** 20))`
  expect(Number(await expectSuccess(execPath, ['--import', 'tsx', '--input-type=module', '-e', program]))).toBe(8)
})
