/**
 * The samples of docs/overlay.md and docs/fixtures.md: a server starts from the files of the page, and every curl command
 * gets the response that the page shows.
 */
import { describe, expect, it } from 'vitest'
import { type Block, expectShown, readBlocks, readSamples, sendCurl } from './support/page-samples.ts'
import { startStandin } from './support/start-standin.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

const filesOf = (blocks: readonly Block[]): Readonly<Record<string, string>> =>
  Object.fromEntries(blocks.filter(({ label }) => /\.\w+$/.test(label)).map(({ label, text }) => [label, text]))

/** Starts a server on the files and sends the commands of the blocks. */
const runSamples = async (files: Readonly<Record<string, string>>, blocks: readonly Block[]): Promise<void> => {
  await using folder = await createTemporaryFolder(files)
  await using standin = await startStandin({ documents: [`${folder.path}/desk.yaml`], folder: folder.path })
  expect((await standin.describe()).warnings).toEqual([])
  for (const sample of readSamples(blocks)) await expectShown(await sendCurl(sample.command, standin.url), sample)
}

describe('docs/overlay.md', () => {
  const blocks = readBlocks('docs/overlay.md')
  const { 'desk.yaml': document = '', 'desk.overlay.yaml': overlay = '' } = filesOf(blocks)
  const sections = [...new Set(blocks.filter(({ label }) => label === 'action').map(({ section }) => section))]

  it('explains every word of the schema', async () => {
    const { default: schema } = await import('../spec/overlay.schema.json', { with: { type: 'json' } })
    const words = Object.keys(schema.$defs.update.allOf[0]?.then.properties ?? {})
    expect([...sections].sort()).toEqual(words.sort())
  })

  for (const section of sections)
    it(`the example of ${section}`, async () => {
      const own = blocks.filter((block) => block.section === section)
      const actions = own.filter(({ label }) => label === 'action').map(({ text }) => text.replace(/^/gm, '  '))
      const head = overlay.slice(0, overlay.indexOf('  - target'))
      await runSamples({ 'desk.yaml': document, 'desk.overlay.yaml': head + actions.join('') }, own)
    })
})

describe('docs/fixtures.md', () => {
  it('the example', async () => {
    const blocks = readBlocks('docs/fixtures.md')
    const { 'desk.yaml': document = '' } = filesOf(readBlocks('docs/overlay.md'))
    await runSamples({ 'desk.yaml': document, ...filesOf(blocks) }, blocks)
  })
})
