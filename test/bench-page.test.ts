/**
 * The page of the bench: a run of some sections leaves the others as they are, and the tables can be read as JSON.
 */
import { expect, it } from 'vitest'
import { putSections, readTables } from '../bench/page.ts'

const table = (ratio: string) => `| requests | CPU ratio |\n|---|---|\n| mix | ${ratio} |`
const page = `# Performance\n\nWritten by a bench.\n\n## Cost\n\n${table('**1.9**')}\n\n## Start\n\n${table('3.0')}\n`

it('replaces sections of the same title, and appends new ones', () => {
  const text = `# Performance\n\nAnother introduction.\n\n## Cost\n\n${table('**1.5**')}\n\n## Peers\n\n${table('20')}`
  expect(putSections(page, text)).toBe(
    `# Performance\n\nWritten by a bench.\n\n## Cost\n\n${table('**1.5**')}\n\n## Start\n\n${table('3.0')}\n\n## Peers\n\n${table('20')}\n`,
  )
})

it('reads tables by the names of their columns', () => {
  expect(readTables(page)).toEqual({
    Cost: [{ requests: 'mix', 'CPU ratio': '1.9' }],
    Start: [{ requests: 'mix', 'CPU ratio': '3.0' }],
  })
})
