/**
 * `npm run first-hour`: what a new user tries first, on published documents and the sample API: whether the request of the
 * start message succeeds, and which lists have no records. `-- --write` writes docs/first-hour.md. Needs curl, and the network
 * the first time.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchPackages } from './documents/fetch-packages.ts'
import { pickDocuments } from './documents/pick-documents.ts'
import { tryFirstHour } from './first-hour/try-first-hour.ts'
import { succeeded, type TriedDocument, writeFirstHourPage } from './first-hour/write-page.ts'

const page = new URL('../docs/first-hour.md', import.meta.url)
// What people found is written by hand, and stays.
const walks = /\n## Walks[\s\S]*$/.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'standin-first-hour-'))
const sampleApi = fileURLToPath(new URL('../spec/animal-store.yaml', import.meta.url))
const named = process.argv.slice(2).filter((argument) => argument !== '--write')
// A document with webhooks only has no request.
const published = () =>
  pickDocuments(fetchPackages('documents')).filter(
    ({ group, name }) => group !== 'sample' && !name.endsWith('webhooks.json'),
  )
const documents =
  named.length > 0
    ? named.map((file) => ({ name: file, file }))
    : [...published(), { name: 'spec/animal-store.yaml', file: sampleApi }]
const tried: TriedDocument[] = []
for (const { name, file } of documents) {
  const result = await tryFirstHour(file, folder)
  tried.push({ name, result })
  const { sample, status, lists, empty } = result
  console.log(`${name}: ${status ?? 'no response'}, ${lists - empty.length} of ${lists} lists have records`)
  console.log(`  ${sample ?? 'no request to copy'}`)
  for (const one of empty) console.log(`  ${one}`)
}
rmSync(folder, { recursive: true })
if (process.argv.includes('--write')) writeFileSync(page, writeFirstHourPage(tried) + walks)
process.exitCode = tried.every(({ result }) => succeeded(result)) ? 0 : 1
