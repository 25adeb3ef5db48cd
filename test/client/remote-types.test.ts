/**
 * The types of standin/client and of the console are those of the control API's document.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeControlRoutes, writeControlTypes } from '../../scripts/control-api-types.ts'
import { projectFolder } from '../support/run-command.ts'

const read = (name: string): string => readFileSync(join(projectFolder, 'src/client/remote', name), 'utf8')

it('control-types.ts and routes.ts are as `npm run docs` writes them', async () => {
  expect(read('control-types.ts')).toBe(await writeControlTypes())
  expect(read('routes.ts')).toBe(writeControlRoutes())
})
