/**
 * What `standin serve` prints at its start: addresses, records, keys, and a request to copy.
 */

import { isAbsolute, relative } from 'node:path'
import { padText, textWidth } from '../contract/values/text-width.ts'
import { wrapText, wrapWords } from '../contract/values/wrap-text.ts'
import { formatFinding } from '../errors.ts'
import type { Description } from '../loading/describe.ts'
import type { Colors } from './colors.ts'
import { wrapCommand } from './wrap-command.ts'

export interface BannerStyle {
  readonly colors: Colors
  /** Columns of the terminal; infinite without one. */
  readonly width: number
}

/** Longer titles do not move the other columns; in a narrow terminal, no title does. */
const maxLabel = 24

/** Columns before each line, and between two columns. */
const gap = '  '

/** The banner's lines: of at most `width` columns, unless a single word is wider. */
export const formatBanner = (description: Description, version: string, style: BannerStyle): readonly string[] => {
  const { documents, resources, generated, fixtures, stored, keys, scenarios, activeScenarios, adminToken, sample } =
    description
  const { forwarding } = description
  const { colors, width } = style
  const longest = width < 80 ? 0 : maxLabel
  const widths = documents.map(({ title }) => textWidth(title)).filter((columns) => columns <= longest)
  const label = Math.max(...widths, 9)
  const row = (name: string, ...parts: readonly Part[]): readonly string[] => formatRow(name, parts, label, style)
  const names = scenarios.map(({ name }, index) => (index === scenarios.length - 1 ? name : `${name},`))
  return [
    '',
    `${gap}${colors.bold('Standin')} ${colors.dim(version)}`,
    '',
    ...formatDocuments(documents, label, style),
    '',
    ...formatForwarding(description, label, style),
    ...(forwarding && forwarding.mock.length === 0
      ? []
      : row(
          'Records',
          { text: description.stateless ? noRecords : describeRecords(resources, generated) },
          { text: describeSource(fixtures, resources, generated), paint: colors.dim },
        )),
    ...(stored === undefined
      ? []
      : row('Stored in', { text: shortenPath(stored.place) }, { text: describeStored(stored), paint: colors.dim })),
    ...(description.usesKeys && !forwarding ? row('Keys', { text: describeKeys(keys) }) : []),
    ...(names.length > 0
      ? formatRow('Scenarios', [{ text: names.join(' ') }], label, { colors, width: Math.min(width, 100) })
      : []),
    ...(activeScenarios.length > 0 ? row('Active', { text: activeScenarios.join(', '), paint: colors.yellow }) : []),
    ...row('Console', { text: formatConsole(description), paint: colors.cyan }),
    ...(description.issuer === undefined ? [] : row('Tokens', { text: description.issuer, paint: colors.cyan })),
    ...formatTls(description.tls, label, style),
    ...(adminToken === undefined
      ? []
      : row('Control', { text: 'Authorization: Bearer', paint: colors.dim }, { text: adminToken, gap: ' ' })),
    ...(sample === undefined ? [] : ['', ...formatSample(sample, label, style)]),
    ...description.notes.flatMap((note) => ['', ...formatNote(colors.yellow('note'), note, width)]),
    ...formatWarnings(description.warnings, style),
    '',
  ]
}

/** Also what `standin exec` says. */
export const insecureWarning =
  'the certificate of the service is not checked (--insecure-upstream): anyone on the network can read and change requests'

/** Where requests are forwarded to; no line where the sandboxes answer them. */
const formatForwarding = ({ forwarding }: Description, label: number, style: BannerStyle): readonly string[] => {
  if (!forwarding) return []
  const { upstreams, insecure, errors, mock } = forwarding
  const { colors, width } = style
  const urls = [...new Set(upstreams.map(({ url }) => url))]
  const isOne = urls.length === 1
  return [
    ...(isOne
      ? formatRow('Upstream', [{ text: urls.join(''), paint: colors.cyan }], label, style)
      : upstreams.flatMap(({ document, url }) =>
          formatRow('Upstream', [{ text: document }, { text: url, paint: colors.cyan }], label, style),
        )),
    ...formatRow(
      'Reports',
      [
        {
          text: errors
            ? 'what breaks the contract becomes an error'
            : 'what breaks the contract is in Sandbox-Notice, journal and log',
        },
      ],
      label,
      style,
    ),
    ...(mock.length > 0 ? formatRow('Sandbox', [{ text: `answers ${mock.join(', ')}` }], label, style) : []),
    ...(insecure ? formatNote(colors.red('warning'), insecureWarning, width) : []),
  ]
}

interface Part {
  readonly text: string
  readonly paint?: (text: string) => string
  /** Before the part. Default: two spaces. */
  readonly gap?: string
}

/** A label and its text, wrapped beside it. */
const formatRow = (
  name: string,
  parts: readonly Part[],
  label: number,
  { colors, width }: BannerStyle,
): readonly string[] => {
  const words = parts.flatMap(({ text, paint = plain, gap: before = gap }, index) =>
    text === '' ? [] : text.split(' ').map((word, at) => (at === 0 && index > 0 ? before.slice(1) : '') + paint(word)),
  )
  const indent = label + 2 * gap.length
  return wrapWords(words, width - indent).map((line, index) =>
    index === 0 ? `${gap}${colors.dim(padText(name, label))}${gap}${line}` : `${' '.repeat(indent)}${line.trimStart()}`,
  )
}

const plain = (text: string): string => text

/** How clients are made to trust a certificate that none of them knows. */
const formatTls = (tls: Description['tls'], label: number, style: BannerStyle): readonly string[] => {
  if (!tls) return []
  const { colors } = style
  const clients = tls.verifiesClients ? '; client certificates are verified' : ''
  const validity = {
    text: `${tls.isNew ? 'created now, ' : ''}valid until ${tls.validUntil}${clients}`,
    paint: colors.dim,
  }
  if (tls.authority === undefined) return formatRow('TLS', [{ text: 'your certificate' }, validity], label, style)
  return [
    ...formatRow('TLS', [{ text: 'trust' }, { text: tls.authority, gap: ' ' }, validity], label, style),
    ...tls.steps.flatMap(({ client, command }) => formatStep(client, command, label, style)),
  ]
}

/** The command is wrapped below its client, if it does not fit beside it. */
const formatStep = (client: string, command: string, label: number, style: BannerStyle): readonly string[] => {
  const { colors, width } = style
  const indent = ' '.repeat(label + 2 * gap.length)
  const name = `${indent}${colors.dim(`${client}:`)}`
  if (indent.length + textWidth(client) + 2 + textWidth(command) <= width) return [`${name} ${command}`]
  return [name, ...wrapCommand(command, width - indent.length - gap.length).map((line) => indent + gap + line)]
}

/** One line for each document; if that is too wide, its address and its file are below its title. */
const formatDocuments = (
  documents: Description['documents'],
  label: number,
  { colors, width }: BannerStyle,
): readonly string[] => {
  const title = Math.max(label, ...documents.map((document) => textWidth(document.title)))
  const url = Math.max(...documents.map((document) => textWidth(document.url)))
  const rows = documents.map(({ operations, file, ...rest }) => ({
    ...rest,
    source: `${plural(operations, 'operation')}, ${shortenPath(file)}`,
  }))
  const needed = title + url + 3 * gap.length
  if (rows.every(({ source }) => needed + textWidth(source) <= width))
    return rows.map((row) =>
      [colors.bold(padText(row.title, title)), colors.cyan(padText(row.url, url)), colors.dim(row.source)]
        .map((text) => gap + text)
        .join(''),
    )
  return rows.flatMap((row) => [
    ...wrapText(row.title, width - gap.length).map((line) => gap + colors.bold(line)),
    `${gap}${gap}${colors.cyan(row.url)}`,
    ...wrapText(row.source, width - 2 * gap.length).map((line) => gap + gap + colors.dim(line)),
  ])
}

/** Relative to the current folder, if the file or folder is in it. Addresses are not changed. */
const shortenPath = (path: string): string => {
  const inside = isAbsolute(path) ? relative('.', path) : ''
  return inside === '' || /^\.\.(?:[\\/]|$)/.test(inside) || isAbsolute(inside) ? path : inside
}

/** The command is below its label, if it does not fit beside it. */
const formatSample = (sample: string, label: number, { colors, width }: BannerStyle): readonly string[] => {
  const name = `${gap}${colors.dim(padText('Try it', label))}`
  if (label + 2 * gap.length + textWidth(sample) <= width) return [`${name}${gap}${sample}`]
  return [
    `${gap}${colors.dim('Try it')}`,
    ...wrapCommand(sample, width - 2 * gap.length).map((line) => gap + gap + line),
  ]
}

const formatNote = (name: string, text: string, width: number): readonly string[] => {
  const indent = textWidth(name) + 2 * gap.length
  return wrapText(text, width - indent).map((line, index) =>
    index === 0 ? `${gap}${name}${gap}${line}` : ' '.repeat(indent) + line,
  )
}

/** The token is in the fragment, which no browser sends to a server. */
const formatConsole = ({ console, adminToken }: Description): string =>
  adminToken === undefined ? console : `${console}#token=${encodeURIComponent(adminToken)}`

/** A large document can have hundreds of warnings. */
const maxWarnings = 10

const formatWarnings = (warnings: Description['warnings'], { colors, width }: BannerStyle): readonly string[] => [
  ...warnings
    .slice(0, maxWarnings)
    .flatMap((warning) => ['', ...formatNote(colors.yellow('warning'), formatFinding(warning), width)]),
  ...(warnings.length > maxWarnings
    ? ['', `  ${colors.yellow(`and ${warnings.length - maxWarnings} more warnings`)}: standin check lists all`]
    : []),
]

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

/** Of `standin mock`. */
const noRecords = 'none: responses come from examples and schemas; standin serve has records'

/** Number of resources that are listed by name. */
const maxResources = 6

const describeRecords = (all: Description['resources'], generated: number): string => {
  const later = all.filter(({ count }) => count === undefined).length
  const resources = all.flatMap(({ name, count }) => (count === undefined ? [] : [{ name, count }]))
  if (later === 0) return countRecords(resources)
  const isListed = resources.some(({ count }) => count > 0)
  const rest = `up to ${generated} in each of ${plural(later, isListed ? 'other resource' : 'resource')}`
  return isListed ? `${countRecords(resources)}, ${rest}` : rest
}

/** Where the records come from. */
const describeSource = (
  fixtures: string | undefined,
  resources: Description['resources'],
  generated: number,
): string => {
  const source = fixtures === undefined ? '' : shortenPath(fixtures)
  if (generated > 0 && resources.length > 0)
    return `generated${source === '' ? '' : `, and from ${source}`}; --generate 0 starts without`
  return source
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
