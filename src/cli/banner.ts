/**
 * What `standin serve` prints at its start: addresses, records, keys, and a request to copy.
 */

import { formatFinding } from '../errors.ts'
import type { Description } from '../loading/describe.ts'
import type { Colors } from './colors.ts'

/** The banner's lines. */
export const formatBanner = (description: Description, version: string, colors: Colors): readonly string[] => {
  const {
    documents,
    resources,
    generated,
    fixtures,
    stored,
    keys,
    scenarios,
    activeScenarios,
    adminToken,
    sample,
    notes,
  } = description
  const title = Math.max(...documents.map((document) => document.title.length), 9)
  const url = Math.max(...documents.map((document) => document.url.length))
  const row = (label: string, text: string): string => `  ${colors.dim(label.padEnd(title + 2))}${text}`
  const names = scenarios.map(({ name }) => name)
  return [
    '',
    `  ${colors.bold('Standin')} ${colors.dim(version)}`,
    '',
    ...documents.map(
      (document) =>
        `  ${colors.bold(document.title.padEnd(title + 2))}${colors.cyan(document.url.padEnd(url + 2))}${colors.dim(`${plural(document.operations, 'operation')}, ${document.file}`)}`,
    ),
    '',
    row(
      'Records',
      `${describeRecords(resources, generated)}${colors.dim(describeSource(fixtures, resources, generated))}`,
    ),
    ...(stored === undefined ? [] : [row('Stored in', `${stored.place}  ${colors.dim(describeStored(stored))}`)]),
    row('Keys', describeKeys(keys)),
    ...(names.length > 0 ? [row('Scenarios', wrapNames(names, title + 4))] : []),
    ...(activeScenarios.length > 0 ? [row('Active', colors.yellow(activeScenarios.join(', ')))] : []),
    row('Console', colors.cyan(formatConsole(description))),
    ...(adminToken === undefined ? [] : [row('Control', `${colors.dim('Authorization: Bearer')} ${adminToken}`)]),
    ...(sample === undefined ? [] : ['', row('Try it', sample)]),
    ...notes.flatMap((note) => ['', `  ${colors.yellow('note')}  ${note}`]),
    ...formatWarnings(description.warnings, colors),
    '',
  ]
}

/** The token is in the fragment, which no browser sends to a server. */
const formatConsole = ({ console, adminToken }: Description): string =>
  adminToken === undefined ? console : `${console}#token=${encodeURIComponent(adminToken)}`

/** A large document can have hundreds of warnings. */
const maxWarnings = 10

const formatWarnings = (warnings: Description['warnings'], { yellow }: Colors): readonly string[] => [
  ...warnings.slice(0, maxWarnings).flatMap((warning) => ['', `  ${yellow('warning')}  ${formatFinding(warning)}`]),
  ...(warnings.length > maxWarnings
    ? ['', `  ${yellow(`and ${warnings.length - maxWarnings} more warnings`)}: standin check lists all`]
    : []),
]

/** Breaks a list of names into lines of readable length. */
const wrapNames = (names: readonly string[], indent: number): string => {
  const lines: string[] = ['']
  for (const name of names) {
    const last = lines.at(-1) ?? ''
    if (last.length + name.length > 90) lines.push(name)
    else lines[lines.length - 1] = last === '' ? name : `${last}, ${name}`
  }
  return lines.join(`,\n${' '.repeat(indent)}`)
}

const describeStored = ({ sandboxes, isShared }: NonNullable<Description['stored']>): string => {
  const count =
    sandboxes === 0 ? 'nothing stored yet' : `${plural(sandboxes, 'sandbox', 'es')} ${isShared ? 'stored' : 'loaded'}`
  return isShared ? `${count}; shared with other processes` : count
}

const plural = (count: number, noun: string, ending = 's'): string => `${count} ${noun}${count === 1 ? '' : ending}`

const describeKeys = (keys: Description['keys']): string => {
  if (keys === undefined) return 'any syntactically valid key is accepted'
  return keys.length === 0 ? 'none is active: requests that need a key are rejected' : keys.join(', ')
}

/** Number of resources that are listed by name. */
const maxResources = 6

const describeRecords = (all: Description['resources'], generated: number): string => {
  const later = all.filter(({ count }) => count === undefined).length
  const resources = all.flatMap(({ name, count }) => (count === undefined ? [] : [{ name, count }]))
  if (later === 0) return countRecords(resources)
  const rest = `up to ${generated} in each of ${plural(later, resources.length > 0 ? 'other resource' : 'resource')}`
  return resources.some(({ count }) => count > 0) ? `${countRecords(resources)}, ${rest}` : rest
}

/** Where the records come from. */
const describeSource = (
  fixtures: string | undefined,
  resources: Description['resources'],
  generated: number,
): string => {
  if (generated > 0 && resources.length > 0)
    return `  generated${fixtures === undefined ? '' : `, and from ${fixtures}`}; --generate 0 starts without`
  return fixtures === undefined ? '' : `  ${fixtures}`
}

const countRecords = (resources: readonly { readonly name: string; readonly count: number }[]): string => {
  if (resources.length === 0) return 'none: no resources were found in the documents'
  const isShort = resources.length <= maxResources
  const listed = isShort ? resources : resources.filter(({ count }) => count > 0)
  const rest = listed.slice(maxResources)
  const empty = resources.length - listed.length
  const restCount = rest.reduce((sum, { count }) => sum + count, 0)
  const other = listed.length > 0 ? 'other resource' : 'resource'
  return [
    ...listed.slice(0, maxResources).map(({ name, count }) => `${count} ${name}`),
    ...(rest.length > 0 ? [`${restCount} in ${plural(rest.length, 'other resource')}`] : []),
    ...(empty > 0 ? [`none in ${plural(empty, other)} (--generate 3 creates records)`] : []),
  ].join(', ')
}
