/**
 * Coverage reports for tests: short handwritten ones, and arbitrary ones for property tests.
 */
import fc from 'fast-check'
import {
  type CoverageReport,
  type OperationCoverage,
  summarizeCoverage,
} from '../../src/control/actions/report-coverage.ts'

export const createReport = (operations: readonly OperationCoverage[]): CoverageReport => ({
  version: 1,
  operations,
  summary: summarizeCoverage(operations),
})

/** GET /pets of the document `store`, never called, with only the given parts. */
export const createOperation = (given: Partial<OperationCoverage> = {}): OperationCoverage => ({
  operation: 'listPets',
  document: 'store',
  method: 'GET',
  path: '/pets',
  deprecated: false,
  count: 0,
  statuses: [],
  parameters: [],
  values: [],
  requestTypes: [],
  responseTypes: [],
  scenarios: [],
  ...given,
})

/** Documented statuses with their counts: `{ 200: 3, 404: 0 }`. */
export const statusesOf = (counts: Readonly<Record<string, number>>): OperationCoverage['statuses'] =>
  Object.entries(counts).map(([name, count]) => ({ name, count, documented: true }))

/** Two documents; 3 of 5 documented operation/status pairs covered, and one status that is not documented. */
export const sampleReport: CoverageReport = createReport([
  createOperation({
    count: 6,
    statuses: [...statusesOf({ 200: 4, 401: 1, 404: 0 }), { name: '418', count: 1, documented: false }],
    parameters: [
      { name: 'query.limit', count: 2 },
      { name: 'query.status', count: 0 },
    ],
    values: [{ name: 'query.status=sold', count: 0 }],
    responseTypes: [{ name: '200 application/json', count: 4 }],
    scenarios: [{ name: 'flaky', count: 1 }],
  }),
  createOperation({
    operation: 'POST /messages',
    document: 'messages',
    method: 'POST',
    path: '/v1/messages',
    deprecated: true,
    count: 2,
    statuses: statusesOf({ 201: 2, 400: 0 }),
    requestTypes: [{ name: 'application/json', count: 2 }],
  }),
])

/** A report in which every name is the given one. */
export const createReportNamed = (name: string): CoverageReport => {
  const parts = [
    { name, count: 0 },
    { name, count: 1 },
  ]
  return createReport([
    createOperation({
      operation: name,
      document: name,
      method: name,
      path: name,
      deprecated: true,
      statuses: [
        { name, count: 0, documented: true },
        { name, count: 1, documented: true },
        { name, count: 1, documented: false },
      ],
      parameters: parts,
      values: parts,
      requestTypes: parts,
      responseTypes: parts,
      scenarios: parts,
    }),
  ])
}

/** Names with special characters of the formats. */
export const hostileNames: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='x",
  'a & b &amp; c',
  ']]>',
  '--><!--',
  'a | b \\| c \\',
  '`code` **bold** _it_ [link](https://example.test)',
  'line\nbreak\r\nand\ttab',
  'null\u0000 escape\u001b[31m bell\u0007 c1\u009b',
  'half \ud800 a pair \udc00',
  '\ufffe\uffff',
  '__proto__',
  '日本語 🐕',
]

const countArbitrary = fc.nat({ max: 1000 })
const partsArbitrary = (names: readonly string[]) =>
  fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), count: countArbitrary }), {
    selector: ({ name }) => name,
  })

const operationArbitrary: fc.Arbitrary<OperationCoverage> = fc.record({
  operation: fc.constant('anOperation'),
  document: fc.constantFrom('store', 'messages'),
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom('/a', '/b', '/__proto__'),
  deprecated: fc.boolean(),
  count: countArbitrary,
  statuses: fc.uniqueArray(
    fc.record({ name: fc.constantFrom('200', '404', 'default'), count: countArbitrary, documented: fc.boolean() }),
    { selector: ({ name }) => name },
  ),
  parameters: partsArbitrary(['query.a', 'query.b', '__proto__']),
  values: partsArbitrary(['query.a=1', 'query.a=2']),
  requestTypes: partsArbitrary(['application/json', 'text/plain']),
  responseTypes: partsArbitrary(['200 application/json', '404 application/json']),
  scenarios: partsArbitrary(['flaky', 'slow']),
})

/** Few names, so that several reports share some of them. */
export const reportArbitrary: fc.Arbitrary<CoverageReport> = fc
  .uniqueArray(operationArbitrary, { selector: ({ document, method, path }) => `${document} ${method} ${path}` })
  .map(createReport)
