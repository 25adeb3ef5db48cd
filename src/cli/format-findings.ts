/**
 * Formats findings: for a person with the lines around each, as JSON, as annotations of GitHub Actions, and in short on
 * stderr when files cannot be loaded.
 */
import { readFile } from 'node:fs/promises'
import { type Finding, findingCatalogue, formatFinding } from '../errors.ts'
import type { Colors } from './colors.ts'

export const findingFormats = ['pretty', 'json', 'github'] as const
export type FindingFormat = (typeof findingFormats)[number]

/** Lines of output; `github` has none if there are no findings. */
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

/** Escaped as workflow commands of GitHub Actions require. */
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

/** The line, two lines before and one after, with a marker below the column. */
const frame = async (file: string, line: number, column: number, colors: Colors): Promise<readonly string[]> => {
  const lines = await readLines(file)
  const first = Math.max(1, line - 2)
  const width = String(line + 1).length
  // A very long line (minified JSON) is cut around the column.
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

/** One line for each finding, then their number and the consequence: `standin: 2 findings; nothing was done`. */
export const formatLoadFailure = (findings: readonly Finding[], consequence: string): string => {
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  return [...findings.map(formatFinding), `standin: ${count}; ${consequence}`, ''].join('\n')
}
