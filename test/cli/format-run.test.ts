/**
 * The summary that `standin exec` prints at its end, line by line.
 */
import { describe, expect, it } from 'vitest'
import { createColors } from '../../src/cli/colors.ts'
import { formatRun, type Run } from '../../src/cli/format-run.ts'
import { IssueTally } from '../../src/cli/issue-tally.ts'
import type { Issue } from '../../src/control/actions/watch-issues.ts'
import { createOperation, createReport, hostileNames, sampleReport, statusesOf } from '../support/coverage-reports.ts'

const issue = (given: Partial<Issue> = {}): Issue => {
  const { kind = 'invalid', request = 'POST /pets → 400', reason = 'body is required' } = given
  const message = `${request}, ${kind}: ${reason}`
  return { kind, request, reason, message, sandbox: 'default', requestId: 'req-1', ...given }
}

const tallyOf = (issues: readonly Issue[], most?: number): IssueTally => {
  const tally = new IssueTally(most)
  for (const one of issues) tally.add(one)
  return tally
}

const linesOf = (run: Partial<Run>): readonly string[] =>
  formatRun({ report: sampleReport, tally: tallyOf([]), failOn: [], ...run }, createColors(false))

const largeReport = (calls: number) =>
  createReport(
    Array.from({ length: 100 }, (_, index) =>
      createOperation({
        path: `/things/${index}`,
        count: index < calls ? 1 : 0,
        statuses: statusesOf({ 200: index < calls ? 1 : 0 }),
      }),
    ),
  )

describe('the summary of a run', () => {
  it('shows what was exercised and what was not', () => {
    const lines = linesOf({})
    expect(lines.slice(0, 3)).toEqual(['', 'Standin  coverage and issues of this run', ''])
    expect(lines).toContain('  GET /pets      6      2/3  ✓ 200 ×4  ✓ 401 ×1  ✗ 404  418 ×1 undocumented')
    expect(lines).toContain('60 %: 3 of 5 documented operation/status pairs covered')
    expect(lines.at(-1)).toBe('8 requests, no issues')
  })

  it('names each issue once, with its test', () => {
    const named = issue({ sandbox: 'adds a pet', requestId: 'req-2' })
    const lines = linesOf({ tally: tallyOf([issue(), named, { ...named, requestId: 'req-3' }]) })
    expect(lines.slice(lines.indexOf('invalid ×3  the request does not match the document'))).toEqual([
      'invalid ×3  the request does not match the document',
      '',
      '  POST /pets → 400',
      '    body is required',
      '    Sandbox-Request-Id: req-1',
      '  POST /pets → 400  ×2',
      '    body is required',
      '    Sandbox-Id: adds a pet  Sandbox-Request-Id: req-2 (the first)',
      '',
      '8 requests: 3 invalid',
    ])
  })

  it('stores a limited number of different issues and counts the rest', () => {
    const different = Array.from({ length: 5 }, (_, index) => issue({ request: `GET /${index} → 404` }))
    const lines = linesOf({ tally: tallyOf([...different, ...different], 2), failOn: ['invalid'] })
    expect(lines).toContain('invalid ×10  the request does not match the document')
    expect(lines).toContain('  GET /1 → 404  ×2')
    expect(lines).not.toContain('  GET /2 → 404')
    expect(lines).toContain('  and 6 more')
  })

  it('of a large document lists only the called operations', () => {
    const lines = linesOf({ report: largeReport(40) })
    expect(lines.filter((line) => line.startsWith('  GET /things/'))).toHaveLength(30)
    expect(lines).toContain('  and 10 more')
    expect(lines).toContain('  40 of 100 operations called')
    expect(lines).toContain('40 %: 40 of 100 documented operation/status pairs covered')
    expect(lines.length).toBeLessThan(45)
  })

  it('without a call asks whether the client uses the address', () =>
    expect(linesOf({ report: largeReport(0) }).at(-1)).toContain('STANDIN_URL'))

  it('of documents without operations reports that nothing can be covered', () =>
    expect(linesOf({ report: createReport([]) })).toContain('no operations, nothing to cover'))

  for (const name of hostileNames)
    it(`contains no control character of a name: ${JSON.stringify(name)}`, () => {
      const all = [issue({ request: name, reason: name, sandbox: name }), issue({ kind: 'unmatched', request: name })]
      const report = createReport([createOperation({ path: name, document: name, count: 1 })])
      expect(linesOf({ tally: tallyOf(all), report }).join('')).not.toMatch(/\p{Cc}/u)
    })
})
