/**
 * Every fenced code block of the README and of the documentation, with its place.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './run-command.ts'

export interface CodeBlock {
  /** `docs/ci.md`. */
  readonly page: string
  readonly line: number
  /** `sh`, `json`; empty if the block has none. */
  readonly language: string
  /** The rest of the first line: a status, or the name of a file. */
  readonly label: string
  readonly text: string
}

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(projectFolder + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .sort()
    .map((name) => join(folder, name))

export const listCodeBlocks = (): readonly CodeBlock[] =>
  ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownIn('docs'), ...markdownIn('examples')].flatMap(blocksOf)

const blocksOf = (page: string): readonly CodeBlock[] => {
  const text = readFileSync(projectFolder + page, 'utf8')
  return [...text.matchAll(/^```([^\s`]*)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: label = '', 3: content = '' }) => ({
      page,
      line: text.slice(0, index).split('\n').length,
      language,
      label,
      text: content,
    }),
  )
}

/** How tables name a block: by its page and its first line. */
export const nameOf = ({ page, text }: CodeBlock): string => `${page}: ${text.trimStart().split('\n')[0] ?? ''}`
