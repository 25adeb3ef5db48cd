/**
 * A report as Markdown (GitHub's, with tables), made to be a summary of a CI job: the per cent first, then a table for
 * each document.
 */
import type { CoverageReport, OperationCoverage } from '../control/actions/report-coverage.ts'
import {
  type DocumentCoverage,
  documentedStatuses,
  groupByDocument,
  nameOperation,
  operationIdOf,
} from './covered-pairs.ts'

/** Ends in a line break. Names are escaped: none of them becomes markup, or ends its cell. */
export const formatMarkdown = ({ operations, summary }: CoverageReport): string => {
  const { pairs, covered, percent } = summary
  return [
    `## Coverage: ${percent} %`,
    '',
    `${covered} of ${pairs} documented pairs of operation and status exercised.`,
    '',
    ...groupByDocument(operations).flatMap(formatDocument),
  ].join('\n')
}

const formatDocument = ({ document, operations, summary }: DocumentCoverage): readonly string[] => [
  `### ${escapeMarkdown(document)}: ${summary.percent} %`,
  '',
  '| Operation | Calls | Covered | Exercised | Missing |',
  '|---|--:|--:|---|---|',
  ...operations.map((operation) => `| ${cellsOf(operation).join(' | ')} |`),
  '',
]

const cellsOf = (operation: OperationCoverage): readonly string[] => {
  const documented = documentedStatuses(operation)
  const exercised = operation.statuses.filter(({ count }) => count > 0)
  const missing = documented.filter(({ count }) => count === 0)
  return [
    formatName(operation),
    String(operation.count),
    `${documented.length - missing.length} of ${documented.length}`,
    exercised.map(formatStatus).join(', '),
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

const formatStatus = ({ name, count, documented }: OperationCoverage['statuses'][number]): string =>
  `${escapeMarkdown(name)} ×${count}${documented ? '' : ' *undocumented*'}`

/** Every control character, line breaks among them, becomes a space. */
const escapeMarkdown = (text: string): string =>
  text.replace(/\p{Cc}+/gu, ' ').replace(/[\\`*_[\]<>|~&$#]/g, (character) => `\\${character}`)
