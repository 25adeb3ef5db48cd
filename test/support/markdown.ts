/**
 * Tables of Markdown files, for tests that compare documentation and code.
 */
import { readFileSync } from 'node:fs'
import { projectFolder } from './run-command.ts'

/** The cells of one row by the column's title, as written. */
export type TableRow = Readonly<Record<string, string>>

const cellsOf = (line: string): readonly string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** The first table below a heading and above the next, or an empty list. The path is relative to the project. */
export const readTable = (file: string, heading: string): readonly TableRow[] => {
  const lines = readFileSync(projectFolder + file, 'utf8').split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '').trim() === heading)
  if (start === -1) return []
  const after = lines.slice(start + 1)
  const end = after.findIndex((line) => /^#+ /.test(line))
  const section = (end === -1 ? after : after.slice(0, end)).map((line) => line.trim())
  const first = section.findIndex((line) => line.startsWith('|'))
  if (first === -1) return []
  const rest = section.slice(first)
  const last = rest.findIndex((line) => !line.startsWith('|'))
  const [head = '', , ...rows] = last === -1 ? rest : rest.slice(0, last)
  const titles = cellsOf(head)
  return rows.map((row) => Object.fromEntries(cellsOf(row).map((cell, index) => [titles[index] ?? '', cell])))
}

/** The strings in backticks in a cell: `a`, `b`. */
export const codesIn = (cell: string | undefined): readonly string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
