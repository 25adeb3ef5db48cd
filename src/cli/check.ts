/**
 * `standin check`: documents, overlays, fixtures and scenarios held against each other; every finding with its place and
 * the lines around it, all of them at once.
 */
import { checkOperation } from '../contract/check-operation.ts'
import { type Finding, LoadError } from '../errors.ts'
import type { Service } from '../service.ts'
import { loadSetup, type SetupOptions } from '../setup.ts'
import { createColors } from './colors.ts'
import { type FindingFormat, formatFindings } from './format-findings.ts'
import type { Process } from './process.ts'

/** Resolves with 0 where nothing was found, else with 1. Rejects with UsageError. */
export const check = async (
  options: SetupOptions,
  format: FindingFormat,
  { stdout, color }: Process,
): Promise<number> => {
  const colors = createColors(color)
  const findings = await collectFindings(options)
  const lines = [...(await formatFindings(findings, format, colors))]
  if (format === 'pretty') lines.push(...summarize(findings, colors.green, colors.red))
  if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`)
  return findings.length === 0 ? 0 : 1
}

const collectFindings = async (options: SetupOptions): Promise<readonly Finding[]> => {
  try {
    const { warnings, service } = await loadSetup(options)
    return sort([...warnings, ...(await checkOperations(service))])
  } catch (error) {
    if (error instanceof LoadError) return sort(error.findings)
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
