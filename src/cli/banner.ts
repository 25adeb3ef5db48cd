/**
 * What a person reads first: addresses, records, keys, and one request to copy.
 */

import { formatFinding } from '../errors.ts'
import type { Description } from '../loading/describe.ts'
import type { Colors } from './colors.ts'

/** The banner's lines. */
export const formatBanner = (description: Description, version: string, colors: Colors): readonly string[] => {
  const { documents, resources, fixtures, keys, scenarios, activeScenarios, adminToken, sample, notes, warnings } =
    description
  const title = Math.max(...documents.map((document) => document.title.length), 9)
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
    `  ${label('Keys')}${keys === undefined ? 'any well-formed key is good' : keys.length === 0 ? 'none is active: every call is rejected' : keys.join(', ')}`,
  ]
  if (scenarios.length > 0)
    lines.push(
      `  ${label('Scenarios')}${wrapNames(
        scenarios.map(({ name }) => name),
        title + 4,
      )}`,
    )
  if (activeScenarios.length > 0) lines.push(`  ${label('Playing')}${colors.yellow(activeScenarios.join(', '))}`)
  if (adminToken !== undefined) lines.push(`  ${label('Control')}${colors.dim('Authorization: Bearer')} ${adminToken}`)
  if (sample !== undefined) lines.push('', `  ${label('Try it')}${sample}`)
  for (const note of notes) lines.push('', `  ${colors.yellow('note')}  ${note}`)
  for (const warning of warnings.slice(0, shownWarnings))
    lines.push('', `  ${colors.yellow('warning')}  ${formatFinding(warning)}`)
  if (warnings.length > shownWarnings)
    lines.push(
      '',
      `  ${colors.yellow(`and ${warnings.length - shownWarnings} more warnings`)}: standin check shows all`,
    )
  return [...lines, '']
}

/** A large document may have hundreds. */
const shownWarnings = 10

/** Names in lines of readable length. */
const wrapNames = (names: readonly string[], indent: number): string => {
  const lines: string[] = ['']
  for (const name of names) {
    const last = lines.at(-1) ?? ''
    if (last.length + name.length > 90) lines.push(name)
    else lines[lines.length - 1] = last === '' ? name : `${last}, ${name}`
  }
  return lines.join(`,\n${' '.repeat(indent)}`)
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Kinds of records that are named one by one. */
const shownKinds = 6

const describeRecords = (resources: Description['resources']): string => {
  if (resources.length === 0) return 'none: no operation of these documents manages a resource'
  const isShort = resources.length <= shownKinds
  const named = isShort ? resources : resources.filter(({ count }) => count > 0)
  const rest = named.slice(shownKinds)
  const empty = resources.length - named.length
  const held = rest.reduce((sum, { count }) => sum + count, 0)
  return [
    ...named.slice(0, shownKinds).map(({ name, count }) => `${count} ${name}`),
    ...(rest.length > 0 ? [`${held} of ${plural(rest.length, 'other kind')}`] : []),
    ...(empty > 0
      ? [`none of ${plural(empty, named.length > 0 ? 'other kind' : 'kind')}: --generate 3 makes some`]
      : []),
  ].join(', ')
}
