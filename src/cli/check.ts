/**
 * `standin check`: documents, overlays, fixtures and scenarios held against each other; every finding with its place and
 * the lines around it, all of them at once.
 */
import { describeDecisions } from '../behaviours/infer/describe-decisions.ts'
import { checkOperation } from '../contract/lint/check-operation.ts'
import { type Finding, LoadError, UsageError } from '../errors.ts'
import { locateDocuments } from '../loading/locate-files.ts'
import { loadService, type Service } from '../loading/service.ts'
import { loadSetup, type SetupOptions } from '../loading/setup.ts'
import { type Colors, createColors } from './colors.ts'
import { formatExplanation } from './format-explanation.ts'
import { type FindingFormat, formatFindings } from './format-findings.ts'
import type { Process } from './process.ts'

export interface CheckStyle {
  readonly format: FindingFormat
  /** Whether what was inferred is shown too. */
  readonly explain?: boolean
}

/** Resolves with 0 where nothing was found, else with 1. Rejects with UsageError. */
export const check = async (
  options: SetupOptions,
  { format, explain = false }: CheckStyle,
  { stdout, color }: Pick<Process, 'stdout' | 'color'>,
): Promise<number> => {
  if (explain && format === 'github')
    throw new UsageError('--explain is shown with --format pretty or json; github knows annotations only')
  const colors = createColors(color)
  const { findings, service } = await checkAll(options, explain)
  const lines = explain
    ? await formatExplained(findings, service, { format, colors })
    : await formatFound(findings, format, colors)
  if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`)
  return findings.length === 0 ? 0 : 1
}

const formatFound = async (
  findings: readonly Finding[],
  format: FindingFormat,
  colors: Colors,
): Promise<readonly string[]> => [
  ...(await formatFindings(findings, format, colors)),
  ...(format === 'pretty' ? summarize(findings, colors.green, colors.red) : []),
]

/** Nothing is told of documents that do not load, but their findings. */
const formatExplained = async (
  findings: readonly Finding[],
  service: Service | undefined,
  { format, colors }: { readonly format: FindingFormat; readonly colors: Colors },
): Promise<readonly string[]> => {
  if (format === 'json') {
    const told = service ? describeDecisions(service) : { resources: [], operations: [] }
    // What is not there is said, so that all of a kind have the same properties.
    return [JSON.stringify({ ...told, findings }, (_, value: unknown) => (value === undefined ? null : value), 2)]
  }
  const told = service ? formatExplanation(service, colors) : ['what is inferred is told once the documents load']
  return [...told, '', ...(await formatFound(findings, format, colors))]
}

interface Checked {
  readonly findings: readonly Finding[]
  /** Undefined where the documents do not load. */
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

/** The documents alone: a broken fixture or scenario changes nothing of what is inferred. */
const loadDocuments = async (options: SetupOptions): Promise<Service | undefined> => {
  try {
    return await loadService((await locateDocuments(options.documents, options.folder)).files, options)
  } catch (error) {
    if (error instanceof LoadError) return undefined
    throw error
  }
}

/** Every schema that an operation needs, compiled; a server does this on the operation's first request. */
const checkOperations = async ({ documents }: Service): Promise<readonly Finding[]> => {
  const operations = documents.flatMap(({ entries, compiler }) =>
    entries.flatMap((entry) => [...entry.operations.values()].map((operation) => ({ operation, compiler }))),
  )
  return (await Promise.all(operations.map(({ operation, compiler }) => checkOperation(operation, compiler)))).flat()
}

/** By file and line, each once. */
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
  if (findings.length === 0) return [good('nothing found: documents, overlays, fixtures and scenarios fit together')]
  const files = new Set(findings.map(({ file }) => file)).size
  return [
    '',
    bad(
      `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} in ${files} ${files === 1 ? 'file' : 'files'}`,
    ),
  ]
}
