/**
 * Every code block of the README and of the documentation runs in a test, and prints what the page says. Where that is not possible,
 * not-run.ts has the reason.
 */
import { describe, expect, it } from 'vitest'
import { type CodeBlock, listCodeBlocks, nameOf } from '../support/code-blocks.ts'
import { argumentsOf } from '../support/shown-command.ts'
import { notRunBlocks, notRunLines } from './not-run.ts'
import { filePages, otherPages, samplePages } from './played-pages.ts'
import { runCommandLine, specialBlocks } from './special-blocks.ts'

const blocks = listCodeBlocks()

const isPlayed = ({ page }: CodeBlock): boolean => samplePages.includes(page) || Object.hasOwn(otherPages, page)

/** A response that follows curl commands on a page that is played. */
const isShownResponse = (block: CodeBlock): boolean =>
  /^(json|http)$/.test(block.language) && /^\d{3}$/.test(block.label) && isPlayed(block)

/** A file, or an action of an overlay, that a test writes before it plays the page. */
const isShownFile = ({ page, label }: CodeBlock): boolean =>
  Object.hasOwn(filePages, page) && (/\.\w+$/.test(label) || label === 'action')

/** A status, or what a script prints, in a migration guide. */
const isShownOutput = ({ page, language }: CodeBlock): boolean =>
  page.startsWith('docs/migrate/') && language === 'text'

const isRunElsewhere = (block: CodeBlock): boolean =>
  isShownResponse(block) || isShownFile(block) || isShownOutput(block)

const linesOf = ({ text }: CodeBlock): readonly string[] =>
  text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/ +# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

const own = blocks.filter((block) => !isRunElsewhere(block) && !Object.hasOwn(notRunBlocks, nameOf(block)))

/** What runs a line of a shell; undefined: nothing does. */
const runLine = async (line: string, block: CodeBlock): Promise<void> => {
  for (const { line: pattern, reason, check } of notRunLines) {
    const match = pattern.exec(line)
    if (match) return expect(await (check?.([...match]) ?? true), `${line}\n${reason}`).toBe(true)
  }
  if (line.startsWith('curl ')) return expect(isPlayed(block), `${line}\nNo test plays ${block.page}`).toBe(true)
  expect(
    argumentsOf(line),
    `${line}\nNothing runs this line: add it to not-run.ts with the reason, or run it`,
  ).toBeDefined()
  await runCommandLine(line)
}

describe('each code block', () => {
  it('is found', () => {
    expect(blocks.length).toBeGreaterThan(170)
    expect(own.length).toBeGreaterThan(60)
  })

  for (const block of own)
    it(`${block.page}:${block.line} ${nameOf(block).slice(block.page.length + 2, 80)}`, async () => {
      const special = specialBlocks.get(nameOf(block))
      if (special) return special(block, blocks)
      expect(['sh', 'bash'], 'nothing runs this block: special-blocks.ts or not-run.ts').toContain(block.language)
      for (const line of linesOf(block)) await runLine(line, block)
    })
})

it('no table names a block that is gone', () => {
  const names = new Set(blocks.map(nameOf))
  expect([...specialBlocks.keys(), ...Object.keys(notRunBlocks)].filter((name) => !names.has(name))).toEqual([])
})
