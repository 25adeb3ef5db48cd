/**
 * Merging coverage reports: property tests that the order of shards does not matter, and the result for each field.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CoverageReport, summarizeCoverage } from '../../src/control/actions/report-coverage.ts'
import { mergeReports } from '../../src/report/merge-reports.ts'
import { createOperation, createReport, reportArbitrary, statusesOf } from '../support/coverage-reports.ts'

const lists = ['statuses', 'parameters', 'values', 'requestTypes', 'responseTypes', 'scenarios'] as const

/** Every count by its location, independent of the order of the report. */
const countsOf = ({ operations, summary }: CoverageReport): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([
    ['summary', summary],
    ...operations.flatMap((operation): [string, unknown][] => {
      const key = `${operation.document} ${operation.method} ${operation.path}`
      return [
        [key, [operation.count, operation.deprecated]],
        ...lists.flatMap((list) =>
          operation[list].map((part): [string, unknown] => [`${key} ${list} ${part.name}`, { ...part }]),
        ),
      ]
    }),
  ])

describe('merging', () => {
  it('is associative', () =>
    fc.assert(
      fc.property(reportArbitrary, reportArbitrary, reportArbitrary, (a, b, c) => {
        const all = countsOf(mergeReports([a, b, c]))
        expect(countsOf(mergeReports([mergeReports([a, b]), c]))).toEqual(all)
        expect(countsOf(mergeReports([a, mergeReports([b, c])]))).toEqual(all)
      }),
      { seed: 1 },
    ))

  it('has the same counts in any order', () =>
    fc.assert(
      fc.property(reportArbitrary, reportArbitrary, (a, b) => {
        expect(countsOf(mergeReports([a, b]))).toEqual(countsOf(mergeReports([b, a])))
      }),
      { seed: 1 },
    ))

  it('returns a single report unchanged, also together with an empty one', () =>
    fc.assert(
      fc.property(reportArbitrary, (report) => {
        expect(countsOf(mergeReports([report]))).toEqual(countsOf(report))
        expect(countsOf(mergeReports([mergeReports([]), report]))).toEqual(countsOf(report))
      }),
      { seed: 1 },
    ))

  it('preserves the number of calls', () =>
    fc.assert(
      fc.property(fc.array(reportArbitrary, { maxLength: 5 }), (reports) => {
        const calls = (report: CoverageReport) => report.operations.reduce((total, { count }) => total + count, 0)
        expect(calls(mergeReports(reports))).toBe(reports.map(calls).reduce((total, count) => total + count, 0))
      }),
      { seed: 1 },
    ))

  it('computes the summary from its own operations', () =>
    fc.assert(
      fc.property(reportArbitrary, reportArbitrary, (a, b) => {
        const merged = mergeReports([a, b])
        expect(merged.summary).toEqual(summarizeCoverage(merged.operations))
      }),
      { seed: 1 },
    ))

  it('does not change its arguments', () => {
    const report = createReport([createOperation({ count: 1, statuses: statusesOf({ 200: 1 }) })])
    const before = JSON.stringify(report)
    mergeReports([report, report])
    expect(JSON.stringify(report)).toBe(before)
  })
})

describe('a merged report', () => {
  const merged = mergeReports([
    createReport([
      createOperation({
        count: 3,
        statuses: [...statusesOf({ 200: 2, 404: 0 }), { name: '418', count: 1, documented: false }],
        parameters: [{ name: 'query.limit', count: 2 }],
      }),
    ]),
    createReport([
      createOperation({ count: 1, deprecated: true, statuses: statusesOf({ 200: 0, 404: 1, 500: 0 }) }),
      createOperation({ document: 'messages', count: 1, statuses: statusesOf({ 200: 1 }) }),
    ]),
  ])

  it('has the sums of the counts', () =>
    expect(merged.operations[0]).toEqual(
      createOperation({
        count: 4,
        deprecated: true,
        statuses: [...statusesOf({ 200: 2, 404: 1, 500: 0 }), { name: '418', count: 1, documented: false }],
        parameters: [{ name: 'query.limit', count: 2 }],
      }),
    ))

  it('contains what only one report has, and separates equal paths of two documents', () =>
    expect(merged.operations.map(({ document }) => document)).toEqual(['store', 'messages']))

  it('has a summary of all operations', () => expect(merged.summary).toEqual({ pairs: 4, covered: 3, percent: 75 }))
})
