/**
 * What a person reads first: addresses, records, keys, and one request to copy.
 */

import { formatFinding } from '../errors.ts'
import type { Description } from '../standin.ts'
import type { Colors } from './colors.ts'

/** The banner's lines. */
export const formatBanner = (description: Description, version: string, colors: Colors): readonly string[] => {
  const { documents, resources, fixtures, keys, sample, notes, warnings } = description
  const title = Math.max(...documents.map((document) => document.title.length), 7)
  const url = Math.max(...documents.map((document) => document.url.length))
  const label = (text: string) => colors.dim(text.padEnd(title + 2))
  const lines = [
    '',
    `  ${colors.bold('Standin')} ${colors.dim(version)}`,
    '',
    ...documents.map(
      (document) =>
        `  ${colors.bold(document.title.padEnd(title + 2))}${colors.cyan(document.url.padEnd(url + 2))}${colors.dim(`${plural(document.operations, 'operation')}, ${document.file}`)}`,
    ),
    '',
    `  ${label('Records')}${describeRecords(resources)}${fixtures === undefined ? '' : colors.dim(`  ${fixtures}`)}`,
    `  ${label('Keys')}${keys === undefined ? 'any well-formed key is good' : keys.length === 0 ? 'none is active: every call is refused' : keys.join(', ')}`,
  ]
  if (sample !== undefined) lines.push('', `  ${label('Try it')}${sample}`)
  for (const note of notes) lines.push('', `  ${colors.yellow('note')}  ${note}`)
  for (const warning of warnings) lines.push('', `  ${colors.yellow('warning')}  ${formatFinding(warning)}`)
  return [...lines, '']
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const describeRecords = (resources: Description['resources']): string =>
  resources.length === 0
    ? 'none: no operation of these documents manages a resource'
    : resources.map(({ name, count }) => `${count} ${name}`).join(', ')
