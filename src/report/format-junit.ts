/**
 * Formats a report as JUnit XML, which every CI service displays: a suite for each document, a test case for each documented
 * operation/status pair, skipped if the status never occurred, and a suite with a case for each gate. Only gates fail.
 */
import type { CoverageReport, CoveredStatus, OperationCoverage } from '../control/actions/report-coverage.ts'
import { type DocumentCoverage, documentedStatuses, groupByDocument, nameOperation } from './covered-pairs.ts'
import type { Gate } from './gate.ts'

/** A complete XML 1.0 document, ending with a line break. */
export const formatJunit = ({ operations, summary }: CoverageReport, gates: readonly Gate[]): string => {
  const counts = { tests: summary.pairs + gates.length, failures: countOf(gates, 'failed'), errors: 0, time: 0 }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'coverage', ...counts })}>`,
    ...groupByDocument(operations).flatMap(formatSuite),
    ...formatGates(gates),
    '</testsuites>',
    '',
  ].join('\n')
}

const countOf = (gates: readonly Gate[], result: Gate['result']): number =>
  gates.filter((gate) => gate.result === result).length

const formatGates = (gates: readonly Gate[]): readonly string[] => {
  if (gates.length === 0) return []
  const counts = { failures: countOf(gates, 'failed'), errors: 0, skipped: countOf(gates, 'skipped'), time: 0 }
  return [
    `  <testsuite${attributes({ name: 'gates', tests: gates.length, ...counts })}>`,
    ...gates.flatMap(formatGate),
    '  </testsuite>',
  ]
}

const formatGate = ({ name, result, message, details }: Gate): readonly string[] => {
  const opening = `    <testcase${attributes({ classname: 'standin.gates', name, time: 0 })}`
  if (result === 'passed') return [`${opening}/>`]
  const text = escapeXml([message, ...details].join('\n'))
  const outcome =
    result === 'skipped'
      ? `<skipped>${text}</skipped>`
      : `<failure${attributes({ type: 'gate', message })}>${text}</failure>`
  return [`${opening}>`, `      ${outcome}`, '    </testcase>']
}

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
  const message = `No response of ${nameOperation(operation)} had the status ${name}`
  // As text, because the published schema allows no attributes on skipped.
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
  // Otherwise a parser normalizes them to spaces in an attribute (XML 1.0, section 3.3.3).
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** For attribute values and text. Characters that XML 1.0 does not allow (section 2.2) are omitted. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? '')
