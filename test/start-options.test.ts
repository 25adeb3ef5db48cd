/**
 * The options of V8 that are changed during a start exist in this version of Node, and get their defaults back.
 */
import { execPath } from 'node:process'
import { expect, it } from 'vitest'
import { startOptions } from '../src/start-options.ts'
import { expectSuccess } from './support/run-command.ts'

it('knows the defaults of the options that it changes', async () => {
  const options = await expectSuccess(execPath, ['--v8-options'])
  for (const { name, usual } of startOptions) expect(options).toMatch(new RegExp(`default: --${name}=${usual}\\n`))
})
