/**
 * `npm run documents`: published documents through the real command, one process each; docs/documents.md tells what came
 * of each. Fails where one crashed, hung, or ended with anything but findings. Needs dist, and the network the first time.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchPackages } from './documents/fetch-packages.ts'
import { pickDocuments } from './documents/pick-documents.ts'
import { tryDocument } from './documents/try-document.ts'
import { type Tried, writeDocumentsPage } from './documents/write-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'standin-documents-'))
const picked = pickDocuments(fetchPackages('documents'))
const tried: Tried[] = []
// One at a time: the times are told.
for (const document of picked) {
  const trial = await tryDocument(document.file, folder)
  tried.push({ document, trial })
  const told = trial.kind === 'failed' ? trial.reason : trial.kind === 'served' ? String(trial.status) : ''
  console.log(`${tried.length}/${picked.length} ${document.name}: ${trial.kind} ${told}`)
}
rmSync(folder, { recursive: true })
writeFileSync(new URL('../docs/documents.md', import.meta.url), writeDocumentsPage(tried))
process.exitCode = tried.some(({ trial }) => trial.kind === 'failed') ? 1 : 0
