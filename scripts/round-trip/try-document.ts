/**
 * Tries the pairs of one document and writes what happened to the standard output, one JSON object in each line. A process of
 * its own, so that a document that hangs or needs too much memory ends only itself:
 * `tsx scripts/round-trip/try-document.ts FILE SEED MAX-PAIRS`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDocument } from '../../src/contract/document/document.ts'
import { readPaths } from '../../src/contract/operation/read-paths.ts'
import { createSchemaCompiler } from '../../src/contract/schema/schema-compiler.ts'
import { createStandin } from '../../src/index.ts'
import { shuffle } from './draw-sample.ts'
import { findPairs, type Pair } from './find-pairs.ts'
import type { Line } from './outcome.ts'
import { runPair } from './run-pair.ts'

const [file = '', seed = '', maxPairs = ''] = process.argv.slice(2)

const write = (line: Line): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** At most this number, drawn by the seed, in the order of the document. */
const choosePairs = (pairs: readonly Pair[]): readonly Pair[] => {
  const chosen = new Set(
    shuffle(
      pairs.map(({ collection }) => collection),
      seed,
    ).slice(0, Number(maxPairs)),
  )
  return pairs.filter(({ collection }) => chosen.has(collection))
}

const { pairs, excluded } = findPairs(JSON.parse(readFileSync(file, 'utf8')))
const chosen = choosePairs(pairs)
write({ kind: 'pairs', all: pairs.length, chosen: chosen.map(({ collection }) => collection), excluded })
await using standin = await createStandin({
  documents: [file],
  port: 0,
  anyKey: true,
  folder: join(import.meta.dirname, 'none'),
})
const document = await loadDocument(file)
const compiler = createSchemaCompiler(document.files, document.dialect)
const entries = new Map(readPaths(document, compiler).map((entry) => [entry.path, entry]))
for (const pair of chosen) {
  const responses = { sent: 0, invalid: [] }
  const served = { document, compiler, entries, pairs, send: standin.fetch, responses }
  const { steps, failure } = await runPair(served, pair, pairs.indexOf(pair) + 1)
  write({ kind: 'trip', collection: pair.collection, steps, failure, ...responses })
}
write({ kind: 'end' })
