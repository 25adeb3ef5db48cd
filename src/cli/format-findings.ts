/**
 * Findings for a person (with the lines they are about), for a program, and for GitHub's annotations.
 */
import { readFile } from 'node:fs/promises'
import { type Finding, findingCatalogue, formatFinding } from '../errors.ts'
import type { Colors } from './colors.ts'

export const findingFormats = ['pretty', 'json', 'github'] as const
export type FindingFormat = (typeof findingFormats)[number]

/** Lines of output; none for `github` where nothing was found. */
export const formatFindings = async (
  findings: readonly Finding[],
  format: FindingFormat,
  colors: Colors,
): Promise<readonly string[]> => {
  switch (format) {
    case 'json':
      return [JSON.stringify(findings, undefined, 2)]
    case 'github':
      return findings.map(formatAnnotation)
    case 'pretty':
      return (await Promise.all(findings.map((finding) => formatPretty(finding, colors)))).flat()
  }
}

/** Workflow commands escape what would end them. */
const formatAnnotation = ({ file, line, column, code, message }: Finding): string => {
  const escapeValue = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const escapeProperty = (text: string) => escapeValue(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const place = [
    `file=${escapeProperty(file)}`,
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
  ]
  return `::error ${place.join(',')},title=${escapeProperty(findingCatalogue[code])}::${escapeValue(message)}`
}

const formatPretty = async (finding: Finding, colors: Colors): Promise<readonly string[]> => {
  const { file, line, column, code, message } = finding
  const place = formatFinding({ ...finding, message: '' }).replace(/: {2}\(.*\)$/, '')
  return [
    '',
    `${colors.bold(place)}  ${colors.red(findingCatalogue[code])} ${colors.dim(`(${code})`)}`,
    `  ${message}`,
    ...(line === undefined ? [] : await frame(file, line, column ?? 1, colors)),
  ]
}

const shownColumns = 160

/** The line, two before it and one after, with a mark below the column. */
const frame = async (file: string, line: number, column: number, colors: Colors): Promise<readonly string[]> => {
  const lines = await readLines(file)
  const first = Math.max(1, line - 2)
  const width = String(line + 1).length
  // Of a line as long as a whole document only what is around the place is shown.
  const start = column > shownColumns ? column - shownColumns / 2 : 0
  const numbered = (number: number) =>
    `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${(lines[number - 1] ?? '').slice(start, start + shownColumns)}`
  const shown: string[] = []
  for (let number = first; number <= Math.min(line + 1, lines.length); number++) {
    shown.push(number === line ? numbered(number) : colors.dim(numbered(number)))
    if (number === line) shown.push(colors.red(`  ${' '.repeat(width)} | ${' '.repeat(column - start - 1)}^`))
  }
  return ['', ...shown.map((text) => `  ${text}`)]
}

const readLines = async (file: string): Promise<readonly string[]> => {
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/)
  } catch {
    return []
  }
}
