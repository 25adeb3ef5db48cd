/**
 * A report as JUnit XML, which every CI service shows: a suite for each document, a case for each documented pair of
 * operation and status, skipped where the status never came. Nothing fails here; a gate is for the command to judge.
 */
import type { CoverageReport, CoveredStatus, OperationCoverage } from '../control/actions/report-coverage.ts'
import { type DocumentCoverage, documentedStatuses, groupByDocument, nameOperation } from './covered-pairs.ts'

/** A whole XML 1.0 document, ending in a line break. */
export const formatJunit = ({ operations, summary }: CoverageReport): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'coverage', tests: summary.pairs, failures: 0, errors: 0, time: 0 })}>`,
    ...groupByDocument(operations).flatMap(formatSuite),
    '</testsuites>',
    '',
  ].join('\n')

const formatSuite = ({ document, operations, summary }: DocumentCoverage): readonly string[] => {
  const { pairs, covered } = summary
  const counts = { tests: pairs, failures: 0, errors: 0, skipped: pairs - covered, time: 0 }
  return [
    `  <testsuite${attributes({ name: document, ...counts })}>`,
    ...operations.flatMap((operation) =>
      documentedStatuses(operation).flatMap((status) => formatCase(operation, status)),
    ),
    '  </testsuite>',
  ]
}

const formatCase = (operation: OperationCoverage, { name, count }: CoveredStatus): readonly string[] => {
  const pair = `${nameOperation(operation)} ${name}`
  const opening = `    <testcase${attributes({ classname: `${operation.document}.${operation.operation}`, name: pair, time: 0 })}`
  if (count > 0) return [`${opening}/>`]
  const message = `No request to ${nameOperation(operation)} was answered with ${name}`
  // As text: the published schema gives skipped no attributes.
  return [`${opening}>`, `      <skipped>${escapeXml(message)}</skipped>`, '    </testcase>']
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser makes spaces of them in an attribute (XML 1.0, section 3.3.3).
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** For an attribute's value, and for text. What is no Char of XML 1.0 (section 2.2) cannot be written at all and is left out. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? '')
