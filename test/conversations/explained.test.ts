/**
 * What `standin check --explain --format json` and `standin init` print of documents in several styles, equal to stored files: every
 * decision with its reason. `npx vitest run test/conversations --update` writes the files.
 */
import { describe, expect, it } from 'vitest'
import { describePlans } from '../../src/behaviours/plan/describe-plans.ts'
import { formatOverlay } from '../../src/init/format-overlay.ts'
import { loadService } from '../../src/loading/service.ts'
import { writeFiles } from '../support/serve-files.ts'
import { conversations } from './documents.ts'
import { showJson } from './show.ts'

const explain = async (file: string): Promise<string> => {
  const service = await loadService([file])
  const { resources, operations } = describePlans(service)
  const name = file.replace(/^.*\//, '')
  const warnings = service.warnings.map(({ code, line, message }) => ({ code, line, message }))
  return [
    ...[...resources, ...operations, ...warnings].map((one) => showJson(JSON.parse(JSON.stringify(one)), '')),
    formatOverlay(service.first, service, name),
  ].join('\n\n')
}

describe('the explained decisions about', () => {
  for (const name of ['names', 'parameters', 'bodies', 'untyped', 'styles', 'schemas', 'lists'])
    it(`${name} are equal to the stored ones`, async () => {
      await expect(await explain(`test/conversations/walks/${name}.yaml`)).toMatchFileSnapshot(`explained/${name}.txt`)
    })

  for (const { name, document } of conversations)
    it(`${name} are equal to the stored ones`, async () => {
      await using folder = await writeFiles({ 'openapi.json': document })
      await expect(await explain(`${folder.path}/openapi.json`)).toMatchFileSnapshot(`explained/${name}.txt`)
    })
})
