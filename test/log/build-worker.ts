/**
 * The worker of the file log, bundled as it is in the package: Node 20 does not run TypeScript in a worker.
 */
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { projectFolder } from '../support/run-command.ts'

/** The path of the bundled file. */
export const buildWorker = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-worker-'))
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
  const outfile = join(folder, 'worker.mjs')
  await build({
    entryPoints: [join(projectFolder, 'src/log/file/worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['node-sqlite3-wasm'],
  })
  return outfile
}
