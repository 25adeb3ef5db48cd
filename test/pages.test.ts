/**
 * The samples of the documentation. docs/overlay.md and docs/fixtures.md: a server starts from the files of the page, and every curl command
 * gets the response that the page shows.
 */
import { describe, expect, it } from 'vitest'
import { samplePages } from './code-blocks/played-pages.ts'
import { type Block, filesOf, readBlocks, sendCurl } from './support/page-blocks.ts'
import { expectShown, readSamples } from './support/page-samples.ts'
import { startStandin } from './support/start-standin.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

/** Starts a server on the files, the first of which is the document, and sends the commands of the blocks. */
const runSamples = async (files: Readonly<Record<string, string>>, blocks: readonly Block[]): Promise<void> => {
  await using folder = await createTemporaryFolder(files)
  const [document = ''] = Object.keys(files)
  await using standin = await startStandin({ documents: [`${folder.path}/${document}`], folder: folder.path })
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

describe('docs/inference.md', () => {
  const blocks = readBlocks('docs/inference.md')
  const { 'huts.yaml': document = '' } = filesOf(blocks)
  const sections = [...new Set(blocks.filter(({ language }) => language === 'sh').map(({ section }) => section))]

  for (const section of sections)
    it(`the requests of "${section}"`, async () => {
      const own = blocks.filter((block) => block.section === section)
      await runSamples({ 'huts.yaml': document, ...filesOf(own) }, own)
    })
})

it('the commands of docs/webhooks.md', async () => {
  const blocks = readBlocks('docs/webhooks.md')
  await runSamples(filesOf(blocks), blocks)
})

describe('docs/fixtures.md', () => {
  it('the example', async () => {
    const blocks = readBlocks('docs/fixtures.md')
    const { 'desk.yaml': document = '' } = filesOf(readBlocks('docs/overlay.md'))
    await runSamples({ 'desk.yaml': document, ...filesOf(blocks) }, blocks)
  })
})

for (const page of samplePages)
  it(`the commands of ${page}`, async () => {
    await using standin = await startStandin()
    const samples = readSamples(readBlocks(page))
    expect(samples.length).toBeGreaterThan(0)
    for (const sample of samples) await expectShown(await sendCurl(sample.command, standin.url), sample)
  })

it('the commands of docs/demo.md', async () => {
  await using standin = await startStandin({ fixtures: 'demo', rewind: true })
  for (const sample of readSamples(readBlocks('docs/demo.md')))
    await expectShown(await sendCurl(sample.command, standin.url), sample)
})
