import { expect, it } from 'vitest'
import { createProblemReport } from '../../src/opentelemetry/problem-report.ts'

it('reports each problem once, and five at most', () => {
  const lines: string[] = []
  const { problem, diagnostics } = createProblemReport((line) => lines.push(line))
  problem(new TypeError('connect ECONNREFUSED'))
  problem(new TypeError('connect ECONNREFUSED'))
  problem(new AggregateError([new TypeError('first'), new TypeError('second')]))
  diagnostics.warn('unknown exporter')
  diagnostics.info()
  problem('text')
  for (let count = 0; count < 9; count++) diagnostics.error(`error ${count}`)
  expect(lines).toEqual([
    'OpenTelemetry: spans cannot be sent: connect ECONNREFUSED',
    'OpenTelemetry: spans cannot be sent: first; second',
    'OpenTelemetry: unknown exporter',
    'OpenTelemetry: spans cannot be sent: text',
    'OpenTelemetry: error 0 (further messages are not shown)',
  ])
})
