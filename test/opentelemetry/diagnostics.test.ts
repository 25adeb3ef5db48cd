import { expect, it } from 'vitest'
import { createDiagnostics } from '../../src/opentelemetry/diagnostics.ts'

it('reports each problem once, and five at most', () => {
  const lines: string[] = []
  const { warn, error, info } = createDiagnostics((line) => lines.push(line))
  const failure = JSON.stringify({ stack: 'Error: …', message: 'connect ECONNREFUSED', name: 'Error' })
  error(failure)
  error(failure)
  error(JSON.stringify({ code: 'ECONNREFUSED', name: 'AggregateError', message: '' }))
  warn('unknown exporter')
  info()
  for (let count = 0; count < 9; count++) error(`error ${count} ${'x'.repeat(1_000)}`)
  expect(lines.map((line) => line.slice(0, 60))).toEqual([
    'OpenTelemetry: spans cannot be sent: connect ECONNREFUSED',
    'OpenTelemetry: spans cannot be sent: ECONNREFUSED',
    'OpenTelemetry: unknown exporter',
    `OpenTelemetry: error 0 ${'x'.repeat(37)}`,
    `OpenTelemetry: error 1 ${'x'.repeat(37)}`,
  ])
  expect(lines.at(-1)).toMatch(/^.{300,320} \(further messages are not shown\)$/)
})
