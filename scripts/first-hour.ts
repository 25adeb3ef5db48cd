/**
 * `npm run first-hour`: what a new user tries first, on published documents and the sample API: whether there is a request
 * to copy, and which lists have no records. Needs the network the first time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchPackages } from './documents/fetch-packages.ts'
import { pickDocuments } from './documents/pick-documents.ts'
import { tryFirstHour } from './first-hour/try-first-hour.ts'

const folder = mkdtempSync(join(tmpdir(), 'standin-first-hour-'))
const sampleApi = fileURLToPath(new URL('../spec/animal-store.yaml', import.meta.url))
// A document with webhooks only has no request.
const published = pickDocuments(fetchPackages('documents')).filter(
  ({ group, name }) => group !== 'sample' && !name.endsWith('webhooks.json'),
)
const named = process.argv.slice(2)
const files = named.length > 0 ? named : [...published.map(({ file }) => file), sampleApi]
let failed = false
for (const file of files) {
  const { sample, lists, empty } = await tryFirstHour(file, folder)
  console.log(`${file.split('/').slice(-2).join('/')}: ${lists - empty.length} of ${lists} lists have records`)
  console.log(`  ${sample ?? 'no request to copy'}`)
  for (const one of empty) console.log(`  ${one}`)
  failed ||= sample === undefined
}
rmSync(folder, { recursive: true })
process.exitCode = failed ? 1 : 0
