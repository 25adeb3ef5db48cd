/**
 * `npm run mutate -- [--seed NAME] [--count N] [--seconds N] [--at FILE:LINE] [--tests FOLDER] [--jobs N] [--keep FILE] [--write] [FOLDER…]`: changes
 * the sources in small ways and counts how many of the changes the tests notice. Prints those that no test noticed.
 */
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { drawMutants, pickMutants } from './mutate/draw-mutants.ts'
import { formatFigures, formatLine, formatSummary } from './mutate/format-results.ts'
import { listTests } from './mutate/list-tests.ts'
import type { LogLine } from './mutate/plan.ts'
import { readResults } from './mutate/results.ts'
import { runJobs } from './mutate/run-jobs.ts'
import { writePage } from './mutate/write-page.ts'
import { readArguments } from './read-arguments.ts'

const { values: options, positionals } = readArguments(import.meta.filename, {
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: 'standin' },
    count: { type: 'string', default: '140' },
    /** Of CPU time, for all tests of one mutant. */
    seconds: { type: 'string', default: '10' },
    /** All mutants of these lines, instead of drawn ones. */
    at: { type: 'string', multiple: true },
    /** Writes docs/mutation.md. */
    write: { type: 'boolean', default: false },
    /** Processes that try mutants at once. Default: the number of cores, at most 4. */
    jobs: { type: 'string' },
    /** Keeps the results, so that the same command goes on when it was stopped. */
    keep: { type: 'string' },
    /** Only these test files. */
    tests: { type: 'string', multiple: true },
  },
})

const project = process.cwd()
const usual = ['contract', 'store', 'scenarios', 'behaviours', 'sandboxes', 'control', 'http'].map(
  (name) => `src/${name}`,
)
const areas = (positionals.length > 0 ? positionals : usual).map((folder) => folder.replace(/\/+$/, ''))
const files = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`)
const mutants = options.at
  ? pickMutants(project, options.at)
  : drawMutants({ project, areas, files, seed: options.seed, count: Number(options.count) })
console.log(
  `${mutants.length} mutants in ${options.at ? options.at.join(' ') : `${areas.join(' ')}, seed ${options.seed}`}`,
)
const isWanted = (file: string): boolean => options.tests?.some((folder) => file.startsWith(folder)) ?? true
const tests = listTests(project, areas).filter(isWanted)
const lines: LogLine[] = []
// The exit ends the tests that are running.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.log(`stopped early; until then:\n${formatSummary(readResults(mutants, lines), lines)}`)
    process.exit(1)
  })
const log = await runJobs({
  project,
  mutants,
  tests,
  jobs: Number(options.jobs ?? Math.min(availableParallelism(), 4)),
  keepAt: options.keep,
  budget: Number(options.seconds) * 1000,
  onLine: (line) => {
    lines.push(line)
    const text = formatLine(line, mutants)
    if (text !== undefined) console.log(text)
  },
})
const results = readResults(mutants, log)
console.log(formatSummary(results, log))
if (options.write) await writePage(project, formatFigures(results, `seed \`${options.seed}\``))
