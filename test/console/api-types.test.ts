/**
 * The console's types of the control API are those of its document.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeControlRoutes, writeControlTypes } from '../../scripts/console-api.ts'
import { projectFolder } from '../support/run-command.ts'

const read = (name: string): string => readFileSync(join(projectFolder, 'console/src/api', name), 'utf8')

it('control.d.ts and routes.ts are as `npm run docs` writes them', async () => {
  expect(read('control.d.ts')).toBe(await writeControlTypes())
  expect(read('routes.ts')).toBe(writeControlRoutes('control.d.ts'))
})
