/**
 * Formats findings: for a person with the lines around each, as JSON, as annotations of GitHub Actions, and in short on
 * stderr when files cannot be loaded.
 */
import { readFile } from 'node:fs/promises'
import { memoizeNames } from '../contract/values/memoize.ts'
import { cutText, textWidth } from '../contract/values/text-width.ts'
import { wrapText, wrapWords } from '../contract/values/wrap-text.ts'
import { type Finding, findingCatalogue, formatFinding } from '../errors.ts'
import type { Colors } from './colors.ts'

export const findingFormats = ['pretty', 'json', 'github'] as const
export type FindingFormat = (typeof findingFormats)[number]

/** Lines of output; `github` has none if there are no findings. */
export const formatFindings = async (
  findings: readonly Finding[],
  format: FindingFormat,
  colors: Colors,
  width = Number.POSITIVE_INFINITY,
): Promise<readonly string[]> => {
  switch (format) {
    case 'json':
      return [JSON.stringify(findings, undefined, 2)]
    case 'github':
      return findings.map(formatAnnotation)
    case 'pretty': {
      // One file may have hundreds of findings.
      const readLines = memoizeNames(readLinesOf)
      return (await Promise.all(findings.map((finding) => formatPretty(finding, { colors, width, readLines })))).flat()
    }
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

interface Output {
  readonly colors: Colors
  readonly width: number
  readonly readLines: (file: string) => Promise<readonly string[]>
}

const formatPretty = async (finding: Finding, output: Output): Promise<readonly string[]> => {
  const { colors, width } = output
  const { file, line, column, code, message } = finding
  const place = formatFinding({ ...finding, message: '' }).replace(/: {2}\(.*\)$/, '')
  const title = [...findingCatalogue[code].split(' ').map(colors.red), colors.dim(`(${code})`)].join(' ')
  return [
    '',
    ...wrapWords([colors.bold(place), title], width, '  ').flatMap((text) => wrapText(text, width)),
    ...wrapText(message, width - 2).map((text) => `  ${text}`),
    ...(line === undefined ? [] : await frame({ file, line, column: column ?? 1 }, output)),
  ]
}

interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

const maxShown = 160

/** The line, two lines before and one after, with a marker below the column. */
const frame = async (
  { file, line, column }: Place,
  { colors, width, readLines }: Output,
): Promise<readonly string[]> => {
  const lines = await readLines(file)
  const first = Math.max(1, line - 2)
  const digits = String(line + 1).length
  // A long line (minified JSON) is cut around the column.
  const shownColumns = Math.min(maxShown, width - digits - 7)
  const start = column > shownColumns ? column - Math.floor(shownColumns / 2) : 0
  const numbered = (number: number) =>
    `${number === line ? '>' : ' '} ${String(number).padStart(digits)} | ${cutText((lines[number - 1] ?? '').slice(start), shownColumns)}`
  const indent = blankOut((lines[line - 1] ?? '').slice(start, column - 1))
  const shown: string[] = []
  for (let number = first; number <= Math.min(line + 1, lines.length); number++) {
    shown.push(number === line ? numbered(number) : colors.dim(numbered(number)))
    if (number === line) shown.push(colors.red(`  ${' '.repeat(digits)} | ${indent}^`))
  }
  return ['', ...shown.map((text) => `  ${text}`)]
}

/** As many columns without text. A tab stays one, because its width depends on the terminal. */
const blankOut = (text: string): string =>
  Array.from(text, (character) => (character === '\t' ? character : ' '.repeat(textWidth(character)))).join('')

const readLinesOf = async (file: string): Promise<readonly string[]> => {
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
