/**
 * The example of docs/migrate/from-msw.md: the handlers before, and those of the built package after, print what the page shows.
 */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readMigration } from '../support/migration.ts'
import { expectSuccess, projectFolder } from '../support/run-command.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

it('docs/migrate/from-msw.md: the handlers before and those after print what the page shows', async () => {
  const { files, output } = readMigration('msw')
  await using folder = await createTemporaryFolder({ ...files, 'package.json': '{ "type": "module" }' })
  await mkdir(join(folder.path, 'node_modules'))
  await symlink(`${projectFolder}node_modules/msw`, join(folder.path, 'node_modules/msw'))
  await symlink(projectFolder, join(folder.path, 'node_modules/standin'))
  const environment = { NODE_OPTIONS: undefined, VITEST: undefined, FORCE_COLOR: undefined }
  for (const script of ['before.mjs', 'after.mjs'])
    expect(await expectSuccess('node', [script], { folder: folder.path, environment }), script).toBe(output)
})
