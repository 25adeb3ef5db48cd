/**
 * `npm run mutate -- [--seed NAME] [--count N] [--seconds N] [FOLDER…]`: changes the sources in small ways, one at a time in a
 * copy of the repository, and counts how many of the changes the tests notice. Prints those that no test noticed.
 *
 * Only tests of the sources run. What runs from `dist`, such as the writer of `--data`, is not changed.
 */
import { rmSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { copyProject } from './mutate/copy-project.ts'
import { drawMutants } from './mutate/draw-mutants.ts'
import { formatResult, formatSummary } from './mutate/format-results.ts'
import { type TriedMutant, tryMutants } from './mutate/try-mutants.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: 'standin' },
    count: { type: 'string', default: '20' },
    /** For the tests of one mutant. */
    seconds: { type: 'string', default: '300' },
  },
})

const usual = ['contract', 'behaviours', 'store', 'sandboxes', 'scenarios', 'control', 'http'].map(
  (name) => `src/${name}`,
)
const folders = (positionals.length > 0 ? positionals : usual).map((folder) => `${folder.replace(/\/+$/, '')}/`)

await using copy = await copyProject(process.cwd())
process.once('exit', () => rmSync(copy.path, { recursive: true, force: true }))
// Ends the tests that are running, and deletes the copy.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const files = copy.files.filter((file) => /\.ts$/.test(file) && folders.some((folder) => file.startsWith(folder)))
const mutants = drawMutants(copy.path, files, options.seed, Number(options.count))
console.log(`${mutants.length} mutants in ${folders.join(' ')}, seed ${options.seed}`)
const tried: TriedMutant[] = []
const parts = { project: copy.path, args: ['--project=standin'], limit: Number(options.seconds) * 1000 }
for await (const one of tryMutants(parts, mutants)) {
  tried.push(one)
  console.log(`${tried.length}/${mutants.length} ${formatResult(one)}`)
}
console.log(formatSummary(tried))
