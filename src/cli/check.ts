/**
 * `standin check`: validates documents, overlays, fixtures and scenarios together and reports all findings, each with its
 * location and the lines around it.
 */
import { describePlans } from '../behaviours/plan/describe-plans.ts'
import { checkOperation } from '../contract/lint/check-operation.ts'
import { type Finding, LoadError, UsageError } from '../errors.ts'
import { locateDocuments } from '../loading/locate-files.ts'
import { loadService, type Service } from '../loading/service.ts'
import { loadSetup, type SetupOptions } from '../loading/setup.ts'
import { describeWebhooks } from '../webhooks/plan/describe-webhooks.ts'
import { type Colors, createColors } from './colors.ts'
import { formatExplanation } from './format-explanation.ts'
import { type FindingFormat, formatFindings } from './format-findings.ts'
import { lineWidth, type Process, tableWidth } from './process.ts'

export interface CheckStyle {
  readonly format: FindingFormat
  /** Also show what was inferred for each operation. */
  readonly explain?: boolean
}

/** Resolves with 0 if there are no findings, otherwise with 1. Rejects with UsageError. */
export const check = async (
  options: SetupOptions,
  { format, explain = false }: CheckStyle,
  { stdout, color, columns }: Pick<Process, 'stdout' | 'color' | 'columns'>,
): Promise<number> => {
  if (explain && format === 'github')
    throw new UsageError('--explain needs --format pretty or json; the format github has annotations only')
  const colors = createColors(color)
  const { findings, service } = await checkAll(options, explain)
  const style = {
    format,
    colors,
    width: columns === undefined && !explain ? tableWidth(columns) : lineWidth({ columns }),
  }
  const lines = explain ? await formatExplained(findings, service, style) : await formatAll(findings, style)
  if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`)
  return findings.length === 0 ? 0 : 1
}

interface Style {
  readonly format: FindingFormat
  readonly colors: Colors
  /** Columns of a line. */
  readonly width: number
}

const formatAll = async (
  findings: readonly Finding[],
  { format, colors, width }: Style,
): Promise<readonly string[]> => [
  ...(await formatFindings(findings, format, colors, width)),
  ...(format === 'pretty' ? summarize(findings, colors.green, colors.red) : []),
]

/** Documents that cannot be loaded have findings only. */
const formatExplained = async (
  findings: readonly Finding[],
  service: Service | undefined,
  style: Style,
): Promise<readonly string[]> => {
  const { format, colors, width } = style
  if (format === 'json') {
    const description = service
      ? { ...describePlans(service), webhooks: describeWebhooks(service.webhooks) }
      : { resources: [], operations: [], webhooks: [] }
    // Undefined becomes null, so that all objects of a kind have the same properties.
    return [
      JSON.stringify({ ...description, findings }, (_, value: unknown) => (value === undefined ? null : value), 2),
    ]
  }
  const explanation = service
    ? formatExplanation(service, colors, width)
    : ['Nothing can be inferred yet: the documents cannot be loaded.']
  return [...explanation, '', ...(await formatAll(findings, style))]
}

interface Checked {
  readonly findings: readonly Finding[]
  /** Undefined if the documents cannot be loaded. */
  readonly service: Service | undefined
}

const checkAll = async (options: SetupOptions, explain: boolean): Promise<Checked> => {
  try {
    const { warnings, service } = await loadSetup(options)
    return { findings: sort([...warnings, ...(await checkOperations(service))]), service }
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    return { findings: sort(error.findings), service: explain ? await loadDocuments(options) : undefined }
  }
}

/** Loads only the documents: a broken fixture or scenario does not change what is inferred. */
const loadDocuments = async (options: SetupOptions): Promise<Service | undefined> => {
  try {
    return await loadService((await locateDocuments(options.documents, options.folder)).files, options)
  } catch (error) {
    if (error instanceof LoadError) return undefined
    throw error
  }
}

/** Compiles the schemas of every operation, which a server does on the operation's first request. */
const checkOperations = async ({ documents }: Service): Promise<readonly Finding[]> => {
  const operations = documents.flatMap(({ entries, compiler }) =>
    entries.flatMap((entry) => [...entry.operations.values()].map((operation) => ({ operation, compiler }))),
  )
  return (await Promise.all(operations.map(({ operation, compiler }) => checkOperation(operation, compiler)))).flat()
}

/** Sorted by file and line, without duplicates. */
const sort = (findings: readonly Finding[]): readonly Finding[] => {
  const unique = new Map(findings.map((finding) => [JSON.stringify(finding), finding]))
  return [...unique.values()].sort((a, b) =>
    a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1,
  )
}

const summarize = (
  findings: readonly Finding[],
  good: (text: string) => string,
  bad: (text: string) => string,
): readonly string[] => {
  if (findings.length === 0) return [good('no findings: documents, overlays, fixtures and scenarios are valid')]
  const files = new Set(findings.map(({ file }) => file)).size
  return [
    '',
    bad(
      `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} in ${files} ${files === 1 ? 'file' : 'files'}`,
    ),
  ]
}
