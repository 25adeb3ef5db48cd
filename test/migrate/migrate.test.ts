/**
 * The examples of the migration guides, with Standin: each starts as the page says, and responds as the page shows. The same requests
 * go to the original tools in `npm run migrations`.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { toStandinOptions } from '../../src/cli/standin-options.ts'
import { createStandin, type Standin } from '../../src/index.ts'
import { resolveOptions } from '../../src/options/resolve-options.ts'
import { findDifference, type Migration, migrationNames, readMigration } from '../support/migration.ts'
import { sendCurl } from '../support/page-blocks.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

/** Starts Standin with the arguments of the page, on the files in the folder. */
const start = async (args: readonly string[], folder: string): Promise<Standin> => {
  const parsed = await parseArguments(args, 80)
  if (parsed.kind !== 'command') throw new TypeError(`${args.join(' ')} is not a command`)
  const options = resolveOptions(parsed.options, {}, parsed.defaults)
  const documents = options.documents.map((name) => join(folder, name))
  return createStandin({ ...toStandinOptions(options, undefined, () => {}), documents, folder, port: 0 })
}

const play = async ({ requests }: Migration, standin: Standin, isPlayed: (by: string) => boolean): Promise<void> => {
  for (const request of requests.filter(({ by }) => isPlayed(by)))
    expect(await findDifference(await sendCurl(request.command, standin.url), request)).toBeUndefined()
}

for (const name of migrationNames.filter((one) => one !== 'msw'))
  describe(`docs/migrate/from-${name}.md`, () => {
    const migration = readMigration(name)

    it('has an example', () => {
      expect(Object.keys(migration.files)).toContain('openapi.yaml')
      expect(migration.requests.length).toBeGreaterThanOrEqual(4)
    })

    it('responds as the page shows', async () => {
      await using folder = await createTemporaryFolder(migration.files)
      await using standin = await start(migration.args, folder.path)
      expect((await standin.describe()).warnings).toEqual([])
      await play(migration, standin, (by) => by !== 'serve')
    })

    it.runIf(migration.serveArgs.length > 1)('and with records', async () => {
      await using folder = await createTemporaryFolder(migration.files)
      await using standin = await start(migration.serveArgs, folder.path)
      await play(migration, standin, (by) => by === 'serve')
    })
  })
