/**
 * The options of V8 that are changed during a start exist in this version of Node, and get their defaults back. Then there is room for
 * new objects.
 */
import { execPath } from 'node:process'
import { expect, it } from 'vitest'
import { startOptions } from '../src/start-options.ts'
import { expectSuccess } from './support/run-command.ts'

it('knows the defaults of the options that it changes', async () => {
  const options = await expectSuccess(execPath, ['--v8-options'])
  for (const { name, usual } of startOptions) expect(options).toMatch(new RegExp(`default: --${name}=${usual}\\n`))
})

it('grows the space for new objects to 16 MiB', async () => {
  const program = `
    const { growSpace, setStartOptions, sizeOfSpace } = await import('./src/start-options.ts')
    setStartOptions()
    growSpace()
    console.log(Math.round(sizeOfSpace() / 2 ** 20))`
  expect(Number(await expectSuccess(execPath, ['--import', 'tsx', '--input-type=module', '-e', program]))).toBe(16)
})
