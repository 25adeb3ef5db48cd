/**
 * `npm run prism-parity`: sends the requests of test/prism/parity to `prism mock` and `standin mock` side by side, prints what
 * differs, records Prism's responses for the tests, and writes docs/prism.md. Exits with 1 if a difference has no reason.
 * Needs dist, and the network the first time. An argument selects the cases whose name contains it, and writes nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parityCases } from '../test/prism/parity/all-cases.ts'
import { findDifference, sendRequest } from '../test/prism/parity/answer.ts'
import type { ParityCase } from '../test/prism/parity/parity-case.ts'
import { fetchPackages } from './documents/fetch-packages.ts'
import { startServers } from './prism-parity/start-servers.ts'
import { type Compared, writeParity } from './prism-parity/write-page.ts'

const compareCase = async (parityCase: ParityCase, folder: string): Promise<readonly Compared[]> => {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(parityCase.document))
  await using servers = await startServers(file, parityCase.flags ?? [])
  const compared: Compared[] = []
  for (const request of parityCase.requests) {
    const [prism, standin] = await Promise.all([
      sendRequest(servers.prism, request),
      sendRequest(servers.standin, request),
    ])
    compared.push({ parityCase, request, prism, standin, difference: findDifference(prism, standin, request) })
  }
  return compared
}

const report = ({ parityCase, request, prism, standin, difference }: Compared): void => {
  if (difference === undefined) return
  console.log(`${parityCase.name} | ${request.send} ${JSON.stringify(request.headers ?? {})} ${request.body ?? ''}`)
  console.log(`  ${difference}${request.differs === undefined ? '' : ` (${request.differs})`}`)
  console.log(`  prism   ${JSON.stringify(prism).slice(0, 1_000)}`)
  console.log(`  standin ${JSON.stringify(standin).slice(0, 1_000)}`)
}

const record = (compared: readonly Compared[]): void => {
  const lines = compared.map(({ parityCase, request, prism }) =>
    JSON.stringify({ case: parityCase.name, send: request.send, ...prism }),
  )
  writeFileSync(new URL('../test/prism/parity/recorded.jsonl', import.meta.url), `${lines.join('\n')}\n`)
}

const [filter = ''] = process.argv.slice(2)
const cases = parityCases.filter(({ name }) => name.includes(filter))
const folder = mkdtempSync(join(tmpdir(), 'standin-parity-'))
const compared: Compared[] = []
for (const parityCase of cases) {
  const results = await compareCase(parityCase, folder)
  for (const result of results) report(result)
  compared.push(...results)
}
rmSync(folder, { recursive: true })
const others = compared.filter(({ difference }) => difference !== undefined)
console.log(`${compared.length - others.length} of ${compared.length} the same, ${cases.length} documents`)
if (filter === '') {
  const manifest = join(fetchPackages('prism').get('@stoplight/prism-cli') ?? '', 'package.json')
  record(compared)
  writeParity(compared, cases.length, String(JSON.parse(readFileSync(manifest, 'utf8')).version))
}
process.exitCode = others.some(({ request }) => request.differs === undefined) ? 1 : 0
