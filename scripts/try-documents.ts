/**
 * `npm run documents`: runs the real command on published documents, one process each, and writes the outcomes to
 * docs/documents.md. Exits with 1 if one crashed, hung or failed without findings. Needs dist, and the network the first time.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchPackages } from './documents/fetch-packages.ts'
import { findSlowest, measureSeveral } from './documents/first-answers.ts'
import { pickDocuments } from './documents/pick-documents.ts'
import { tryDocument } from './documents/try-document.ts'
import { type Tried, writeDocumentsPage } from './documents/write-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'standin-documents-'))
const picked = pickDocuments(fetchPackages('documents'))
const tried: Tried[] = []
// One at a time, because the page shows how long each took.
for (const document of picked) {
  const trial = await tryDocument(document.file, folder)
  const answers = trial.kind === 'served' ? await measureSeveral(document.file, folder) : []
  tried.push({ document, trial, slowest: findSlowest(answers) })
  const outcome = trial.kind === 'failed' ? trial.reason : trial.kind === 'served' ? String(trial.status) : ''
  console.log(`${tried.length}/${picked.length} ${document.name}: ${trial.kind} ${outcome}`)
}
rmSync(folder, { recursive: true })
writeFileSync(new URL('../docs/documents.md', import.meta.url), writeDocumentsPage(tried))
process.exitCode = tried.some(({ trial }) => trial.kind === 'failed') ? 1 : 0
