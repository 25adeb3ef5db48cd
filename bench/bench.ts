/**
 * `npm run bench`: measures Standin as users load it, against bare Koa and its peers, in interleaved rounds with one core for
 * the server and one for the load. Compare the ratios: absolute numbers differ between machines.
 *
 * --write         updates docs/performance.md; sections that were not run stay as they are
 * --json FILE     also writes the tables as JSON
 * --only WORD     runs the sections whose title contains that word
 * --quick         takes a tenth of the time and gives rough numbers only
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { readArguments } from '../scripts/read-arguments.ts'
import { connections } from './in-turn.ts'
import { loadTool } from './load.ts'
import { putSections, readTables } from './page.ts'
import { compareDocuments } from './sections/compare-documents.ts'
import { compareGrowth } from './sections/compare-growth.ts'
import { compareWithKoa } from './sections/compare-koa.ts'
import { compareModes } from './sections/compare-modes.ts'
import { comparePeers } from './sections/compare-peers.ts'
import { compareStart } from './sections/compare-start.ts'
import { measureDisk } from './sections/measure-disk.ts'
import { measureSandboxes } from './sections/measure-sandboxes.ts'
import { measureTests } from './sections/measure-tests.ts'

const { values } = readArguments(import.meta.filename, {
  options: {
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

const { quick: isQuick, only } = values
const rounds = isQuick ? 3 : 5
const seconds = isQuick ? 1 : 3
const options = { rounds, seconds }

const sections: readonly (readonly [string, () => Promise<readonly string[]>])[] = [
  ['Cost of a request, compared with bare Koa', () => compareWithKoa(options)],
  ['Request logs and stored sandboxes', () => compareModes(options)],
  ['Growth', () => compareGrowth(options)],
  ['Peers', () => comparePeers(options)],
  ['Sandboxes', measureSandboxes],
  ['Sandboxes on disk', () => measureDisk({ ...options, isQuick })],
  ['A file of tests', () => measureTests(options)],
  ['Start and memory', () => compareStart(options)],
  ['Start on large documents, compared with Prism', compareDocuments],
]

const page = 'docs/performance.md'

const introduction = [
  '# Performance',
  '',
  `Written by \`npm run bench -- --write\`: ${rounds} interleaved rounds of ${seconds} s each; medians, with the lowest and the highest in parentheses, after a warm-up. ${loadTool} sends the load over ${connections} connections. Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}); server and load on one core each. The mix is 40 % list, 30 % get, 15 % create, 10 % invalid create and 5 % requests without a key, all to one server. Bare Koa answers the same requests with constants: the same statuses, media types and bodies. It does not parse bodies, match paths, check keys or send Standin's headers.`,
  '',
  'What was tried, and what did not help: [decision 034](decisions/034-what-a-request-costs.md).',
]

const written = [...introduction]
for (const [title, run] of sections.filter(([name]) => name.includes(only))) {
  const table = await run()
  written.push('', `## ${title}`, '', ...table)
  console.log(['', title, '', ...table].join('\n'))
}
const text = written.join('\n')
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(readTables(text), undefined, 2)}\n`)
if (values.write) writeFileSync(page, only === '' ? `${text}\n` : putSections(readFileSync(page, 'utf8'), text))
