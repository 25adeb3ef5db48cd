/**
 * Numbers of a record in proportion: sums of parts and lists, lengths of time, and counts that stay within what they are a part
 * of, whatever they are called.
 */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/ports.ts'
import { generateSample, seeds, type Values } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const integer = { type: 'integer' }
const number = { type: 'number' }
const moment = { type: 'string', format: 'date-time' }
const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items, minItems: 2 })

const check = (name: string, schema: JsonObject, agree: (value: Values) => void): void =>
  it(name, async () => {
    for (const seed of seeds) agree(await generateSample(schema, seed, { imitate: true }))
  })

const sumOf = (items: Json | undefined, name: string): number =>
  (items as readonly JsonObject[]).reduce((sum, item) => sum + Number(item[name]), 0)

describe('a number is the sum', () => {
  check('of the items of a list', closed({ units: integer, inventory: listOf(closed({ units: integer })) }), (value) =>
    expect(value.units).toBe(sumOf(value.inventory, 'units')),
  )
  const labels = listOf(closed({ numExamples: integer }))
  check('of a list within an object', closed({ totalExamples: integer, summary: closed({ labels }) }), (value) =>
    expect(value.totalExamples).toBe(sumOf((value.summary as JsonObject).labels, 'numExamples')),
  )
  check('of its lines', closed({ total: number, line_items: listOf(closed({ amount: number })) }), (value) =>
    expect(value.total).toBeCloseTo(sumOf(value.line_items, 'amount'), 2),
  )
  check('but not of times', closed({ ts: integer, events: listOf(closed({ ts: integer })) }), ({ ts }) =>
    expect(ts).toBeLessThan(2e9),
  )
  check(
    'of the amounts of its kinds',
    closed({ totalGrossAmount: number, fixedGrossAmount: number, variableGrossAmount: number }),
    (value) =>
      expect(value.totalGrossAmount).toBeCloseTo(Number(value.fixedGrossAmount) + Number(value.variableGrossAmount), 2),
  )
  check(
    'of its kinds',
    closed({ service_count: integer, service_count_tcp: integer, service_count_udp: integer }),
    (value) => expect(value.service_count).toBe(Number(value.service_count_tcp) + Number(value.service_count_udp)),
  )
})

describe('a length of time', () => {
  check(
    'is in its unit',
    closed({ startTime: moment, endTime: moment, totalMsecs: integer, active_ms: integer }),
    (value) => {
      const length = Date.parse(String(value.endTime)) - Date.parse(String(value.startTime))
      expect(value.totalMsecs).toBe(length)
      expect(value.active_ms).toBeLessThan(length)
    },
  )
  check('does not change a timeout', closed({ startTime: moment, endTime: moment, timeoutSeconds: integer }), (value) =>
    expect(value.timeoutSeconds).toBeLessThanOrEqual(600),
  )
})

describe('a count', () => {
  check(
    'of one record is not above another one of a larger kind',
    closed({ sent: integer, connections_count: integer, members_count: integer }),
    (value) => expect(value.connections_count).toBe(value.members_count),
  )
  check(
    'is whole in an object of counts',
    closed({ issueCountsBySeverity: closed({ high: number, low: number }) }),
    (value) => expect(Object.values(value.issueCountsBySeverity as JsonObject).every(Number.isInteger)).toBe(true),
  )
  check(
    'is between its bounds',
    closed({ CurrentSize: integer, Desired: integer, Max: integer, Min: integer }),
    (value) => {
      expect(value.CurrentSize).toBeLessThanOrEqual(Number(value.Max))
      expect(value.CurrentSize).toBeGreaterThanOrEqual(Number(value.Min))
    },
  )
  check('in percent is not above all', closed({ percent_value: { ...number, example: 4302.28 } }), (value) =>
    expect(value.percent_value).toBeLessThanOrEqual(100),
  )
  check(
    'is as large as the documented ones are to each other',
    closed({ recipients: { ...integer, example: 4300 }, answers: { ...integer, example: 1700 } }),
    (value) => expect(Number(value.recipients)).toBeGreaterThan(Number(value.answers)),
  )
})
