/**
 * Formats a report as GitHub Flavored Markdown, to be used as the summary of a CI job: the percentage first, then a table
 * for each document.
 */
import type { CoverageReport, CoveredStatus, OperationCoverage } from '../control/actions/report-coverage.ts'
import {
  type DocumentCoverage,
  documentedStatuses,
  groupByDocument,
  isUndocumented,
  nameOperation,
  operationIdOf,
} from './covered-pairs.ts'
import type { Gate } from './gate.ts'

/** Ends with a line break. Names are escaped, so that they become neither markup nor the end of a table cell. */
export const formatMarkdown = ({ operations, summary }: CoverageReport, gates: readonly Gate[]): string => {
  const { pairs, covered, percent } = summary
  return [
    `## Coverage: ${percent} %`,
    '',
    `${covered} of ${pairs} documented operation/status pairs covered.`,
    '',
    ...formatGates(gates),
    ...groupByDocument(operations).flatMap(formatDocument),
  ].join('\n')
}

const formatGates = (gates: readonly Gate[]): readonly string[] =>
  gates.length === 0
    ? []
    : [
        '### Gates',
        '',
        '| Gate | Result | Message |',
        '|---|---|---|',
        ...gates.map(formatGate),
        '',
        ...gates.flatMap(formatDetails),
      ]

const formatGate = ({ name, result, message }: Gate): string =>
  `| ${escapeMarkdown(name)} | ${result === 'failed' ? '**failed**' : result} | ${escapeMarkdown(message)} |`

const formatDetails = ({ name, details }: Gate): readonly string[] =>
  details.length === 0
    ? []
    : [`${escapeMarkdown(name)}:`, '', ...details.map((detail) => `- ${escapeMarkdown(detail)}`), '']

const formatDocument = ({ document, operations, summary }: DocumentCoverage): readonly string[] => [
  `### ${escapeMarkdown(document)}: ${summary.percent} %`,
  '',
  '| Operation | Calls | Covered | Statuses | Missing |',
  '|---|--:|--:|---|---|',
  ...operations.map((operation) => `| ${cellsOf(operation).join(' | ')} |`),
  '',
]

const cellsOf = (operation: OperationCoverage): readonly string[] => {
  const documented = documentedStatuses(operation)
  const occurred = operation.statuses.filter(({ count }) => count > 0)
  const missing = documented.filter(({ count }) => count === 0)
  return [
    formatName(operation),
    String(operation.count),
    `${documented.length - missing.length} of ${documented.length}`,
    occurred.map(formatStatus).join(', '),
    missing.map(({ name }) => `**${escapeMarkdown(name)}**`).join(', '),
  ]
}

const formatName = (operation: OperationCoverage): string => {
  const id = operationIdOf(operation)
  return [
    escapeMarkdown(nameOperation(operation)),
    ...(id === undefined ? [] : [`(${escapeMarkdown(id)})`]),
    ...(operation.deprecated ? ['*deprecated*'] : []),
  ].join(' ')
}

const formatStatus = (status: CoveredStatus): string =>
  `${escapeMarkdown(status.name)} ×${status.count}${isUndocumented(status) ? ' *undocumented*' : ''}`

/** Control characters, including line breaks, become spaces. */
const escapeMarkdown = (text: string): string =>
  text.replace(/\p{Cc}+/gu, ' ').replace(/[\\`*_[\]<>|~&$#]/g, (character) => `\\${character}`)
