/**
 * Formats a report as one self-contained HTML page, without scripts, fonts or external resources. The style sheet is a
 * separate file.
 */
import type {
  CoverageReport,
  CoverageSummary,
  CoveredPart,
  OperationCoverage,
} from '../control/actions/report-coverage.ts'
import {
  type DocumentCoverage,
  documentedStatuses,
  groupByDocument,
  isUndocumented,
  nameOperation,
  operationIdOf,
} from './covered-pairs.ts'
import type { Gate } from './gate.ts'
import { reportStyle } from './report-style.ts'

/** A complete HTML document, ending with a line break. */
export const formatHtml = ({ operations, summary }: CoverageReport, gates: readonly Gate[]): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>Coverage: ${summary.percent} %</title>`,
    `<style>${reportStyle}</style>`,
    '</head>',
    '<body>',
    '<main>',
    '<h1>Coverage</h1>',
    formatBar(summary),
    ...formatGates(gates),
    ...groupByDocument(operations).flatMap(formatDocument),
    ...(operations.length === 0 ? ['<p>No operations, nothing to cover.</p>'] : []),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')

const formatGates = (gates: readonly Gate[]): readonly string[] =>
  gates.length === 0
    ? []
    : [
        '<section aria-labelledby="gates">',
        '<h2 id="gates">Gates</h2>',
        '<div class="scroll">',
        '<table>',
        '<caption>Gates of this run</caption>',
        '<thead><tr><th scope="col">Gate</th><th scope="col">Result</th><th scope="col">Message</th></tr></thead>',
        '<tbody>',
        ...gates.map(formatGate),
        '</tbody>',
        '</table>',
        '</div>',
        '</section>',
      ]

const gateClasses = { passed: 'covered', failed: 'missing', skipped: 'other' } as const satisfies Record<
  Gate['result'],
  string
>

const formatGate = ({ name, result, message, details }: Gate): string => {
  const list = details.map((detail) => `<li>${escapeHtml(detail)}</li>`).join('')
  const more = list === '' ? '' : `<details><summary>Details</summary><ul>${list}</ul></details>`
  const shown = `<ul class="parts"><li class="${gateClasses[result]}">${result}</li></ul>`
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${shown}</td><td>${escapeHtml(message)}${more}</td></tr>`
}

/** The bar repeats the text beside it, so it is hidden from screen readers. */
const formatBar = ({ pairs, covered, percent }: CoverageSummary): string =>
  [
    `<p class="summary"><strong>${percent} %</strong> ${covered} of ${pairs} documented operation/status pairs covered</p>`,
    `<div class="bar" aria-hidden="true"><div style="width: ${percent}%"></div></div>`,
  ].join('\n')

const formatDocument = ({ document, operations, summary }: DocumentCoverage, index: number): readonly string[] => [
  `<section aria-labelledby="document-${index}">`,
  `<h2 id="document-${index}">${escapeHtml(document)}</h2>`,
  formatBar(summary),
  '<div class="scroll">',
  '<table>',
  `<caption>Operations of ${escapeHtml(document)}</caption>`,
  '<thead><tr><th scope="col">Operation</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Covered</th><th scope="col">Statuses</th></tr></thead>',
  '<tbody>',
  ...operations.map(formatOperation),
  '</tbody>',
  '</table>',
  '</div>',
  '</section>',
]

const formatOperation = (operation: OperationCoverage): string => {
  const documented = documentedStatuses(operation)
  const covered = documented.filter(({ count }) => count > 0).length
  return [
    `<tr><th scope="row">${formatName(operation)}</th>`,
    `<td class="number">${operation.count}</td>`,
    `<td class="number">${covered} of ${documented.length}</td>`,
    `<td><ul class="parts">${operation.statuses.map(formatStatus).join('')}</ul>${formatDetails(operation)}</td></tr>`,
  ].join('')
}

const formatName = (operation: OperationCoverage): string => {
  const id = operationIdOf(operation)
  const deprecated = operation.deprecated ? ' <span class="note">deprecated</span>' : ''
  return `<code>${escapeHtml(nameOperation(operation))}</code>${id === undefined ? '' : ` <span class="id">${escapeHtml(id)}</span>`}${deprecated}`
}

const formatStatus = (status: OperationCoverage['statuses'][number]): string =>
  status.documented
    ? formatPart(status)
    : `<li class="other">${escapeHtml(status.name)} ×${status.count}${isUndocumented(status) ? ' <span class="note">undocumented</span>' : ''}</li>`

/** Empty if the operation has nothing to show except its statuses. */
const formatDetails = (operation: OperationCoverage): string => {
  const lists = [
    formatList('Parameters', operation.parameters),
    formatList('Values', operation.values),
    formatList('Request media types', operation.requestTypes),
    formatList('Response media types', operation.responseTypes),
    formatList('Scenarios', operation.scenarios),
  ].join('')
  return lists === '' ? '' : `<details><summary>Details</summary><dl>${lists}</dl></details>`
}

const formatList = (title: string, parts: readonly CoveredPart[]): string => {
  if (parts.length === 0) return ''
  const covered = parts.filter(({ count }) => count > 0).length
  return `<dt>${title}: ${covered} of ${parts.length}</dt><dd><ul class="parts">${parts.map(formatPart).join('')}</ul></dd>`
}

/** A missing part has a text too, because marks and colours are not accessible to everyone. */
const formatPart = ({ name, count }: CoveredPart): string =>
  count > 0
    ? `<li class="covered"><span aria-hidden="true">✓</span> ${escapeHtml(name)} ×${count}</li>`
    : `<li class="missing"><span aria-hidden="true">✗</span> ${escapeHtml(name)} <span class="spoken">not covered</span></li>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and quoted attributes. Control characters, which HTML does not allow, become �. */
const escapeHtml = (text: string): string =>
  text.replace(/\p{Cc}/gu, '�').replace(/[&<>"']/g, (character) => entities[character] ?? '')
