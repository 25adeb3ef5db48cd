/**
 * docs/first-hour.md: the result of each document.
 */
import type { FirstHour } from './try-first-hour.ts'

export interface TriedDocument {
  readonly name: string
  readonly result: FirstHour
}

export const writeFirstHourPage = (tried: readonly TriedDocument[]): string => {
  const sum = (count: (result: FirstHour) => number): number =>
    tried.reduce((total, { result }) => total + count(result), 0)
  const lists = sum((result) => result.lists)
  const full = lists - sum(({ empty }) => empty.length)
  return `${[
    '# The first hour',
    '',
    'Written by `npm run first-hour -- --write`. Each document is served without fixtures, with three generated records for each resource, as `standin DOCUMENT` does. A shell runs the curl command of the start message. Then each list gets one GET with a valid key and its required parameters. Where the document has one record in place of a list, the response must have that record.',
    '',
    `Of ${tried.length} commands ${sum((result) => (succeeded(result) ? 1 : 0))} get a success. Of ${lists} lists ${full} have records.`,
    '',
    '| document | command | status | lists | with records |',
    '|---|---|---|---|---|',
    ...tried.map(({ name, result: { sample, status, lists: all, empty } }) =>
      row([name, shorten(sample ?? 'none'), String(status ?? 'none'), String(all), String(all - empty.length)]),
    ),
    '',
    '## Lists without records',
    '',
    ...(full === lists ? ['None.'] : tried.flatMap(listEmpty)),
  ].join('\n')}\n`
}

export const succeeded = ({ status = 0 }: FirstHour): boolean => status >= 200 && status < 300

/** The port is a different one each time. */
const shorten = (sample: string): string => {
  const command = sample.replace(/http:\/\/127\.0\.0\.1:\d+/g, '')
  return `\`${command.length <= 100 ? command : `${command.slice(0, 99)}…`}\``
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const listEmpty = ({ name, result }: TriedDocument): readonly string[] =>
  result.empty.map((one) => `- ${name}: \`${one.replace(/:.*$/s, '')}\``)
