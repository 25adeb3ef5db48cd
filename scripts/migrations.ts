/**
 * `npm run migrations`: plays the examples of docs/migrate with the tools that they move from, and compares their responses with
 * those of the pages, which test/migrate compares with Standin. Exits with 1 if one differs. Needs the network the first time, and
 * Java for WireMock. An argument selects the guides whose name contains it.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  findDifference,
  type Migration,
  type MigrationName,
  migrationNames,
  readMigration,
} from '../test/support/migration.ts'
import { sendCurl } from '../test/support/page-blocks.ts'
import { projectFolder, runCommand } from '../test/support/run-command.ts'
import { startOriginal } from './migrations/start-original.ts'

interface Played {
  readonly alike: number
  readonly differences: readonly string[]
}

const withFolder = async (files: Migration['files'], use: (folder: string) => Promise<Played>): Promise<Played> => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-migration-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Sends the requests that both tools respond to alike. */
const playServer = ({ files, requests }: Migration, name: Exclude<MigrationName, 'msw'>): Promise<Played> =>
  withFolder(files, async (folder) => {
    await using original = await startOriginal(name, folder)
    const differences: string[] = []
    const shared = requests.filter(({ by }) => by === 'both')
    for (const request of shared) {
      const difference = await findDifference(await sendCurl(request.command, original.url), request)
      if (difference !== undefined) differences.push(difference)
    }
    return { alike: shared.length - differences.length, differences }
  })

/** Runs the script with the handlers of MSW. */
const playScript = ({ files, output }: Migration): Promise<Played> =>
  withFolder({ ...files, 'package.json': '{ "type": "module" }' }, async (folder) => {
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(`${projectFolder}node_modules/msw`, join(folder, 'node_modules/msw'))
    const { stdout, stderr } = await runCommand(process.execPath, ['before.mjs'], { folder })
    return stdout === output ? { alike: 1, differences: [] } : { alike: 0, differences: [stdout + stderr] }
  })

const [filter = ''] = process.argv.slice(2)
for (const name of migrationNames.filter((one) => one.includes(filter))) {
  const migration = readMigration(name)
  const { alike, differences } = name === 'msw' ? await playScript(migration) : await playServer(migration, name)
  console.log(`${name}: ${alike} of ${alike + differences.length} alike`)
  for (const difference of differences) console.log(`  ${difference.replaceAll('\n', '\n  ')}`)
  if (differences.length > 0) process.exitCode = 1
}
