/**
 * Amounts within an object are a part of those of the object; lengths of time beside a list of spans; numbers that are not codes.
 */
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { describeAgreeing } from '../../support/agree.ts'
import { generateSample, seeds, type Values } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

describeAgreeing('a part of an amount', [
  [
    { amount: { value: '50.00', currency: 'EUR' }, cashback: { amount: { value: '90.00', valueInCents: 9000 } } },
    { amount: { value: '50.00', currency: 'EUR' }, cashback: { amount: { value: '15.00', valueInCents: 1500 } } },
  ],
  [
    { amount: 80, adjusted_by: [{ amount: 191 }] },
    { amount: 80, adjusted_by: [{ amount: 24 }] },
  ],
  [
    { total: { amount: 144 }, cancellationPolicies: [{ fee: { price: { amount: 357 } } }] },
    { total: { amount: 144 }, cancellationPolicies: [{ fee: { price: { amount: 7 } } }] },
  ],
  [
    { capacity: 66, consumed: { amount: 384 } },
    { capacity: 66, consumed: { amount: 26 } },
  ],
  [
    { BudgetHours: 5, BudgetAmount: 200, Members: [{ BudgetAmount: 458 }, { BudgetAmount: 20 }] },
    { BudgetHours: 5, BudgetAmount: 200, Members: [{ BudgetAmount: 80 }, { BudgetAmount: 20 }] },
  ],
  [
    { amount: 80, fees: [{ amount: 4 }], order: { amount: 900 } },
    { amount: 80, fees: [{ amount: 4 }], order: { amount: 900 } },
  ],
])

describeAgreeing('a length of time beside a list of spans', [
  [
    {
      attendanceTimeInSeconds: 125,
      attendance: [{ joinTime: '2024-05-01T09:00:00Z', leaveTime: '2024-05-01T10:00:00Z' }],
    },
    {
      attendanceTimeInSeconds: 3600,
      attendance: [{ joinTime: '2024-05-01T09:00:00Z', leaveTime: '2024-05-01T10:00:00Z' }],
    },
  ],
])

const text = { type: 'string' }
const integer = { type: 'integer' }
const number = { type: 'number' }
const moment = { type: 'string', format: 'date-time' }

const check = (name: string, schema: JsonObject, agree: (value: Values) => void): void =>
  it(name, async () => {
    for (const seed of seeds) agree(await generateSample(schema, seed))
  })

check(
  'a very long sentence has more words than a long one, whatever the text has',
  closed({
    stats: closed({ wordCount: integer }),
    settings: closed({ longSentenceWordCount: integer, veryLongSentenceWordCount: integer }),
  }),
  ({ settings }) => {
    const { longSentenceWordCount, veryLongSentenceWordCount } = settings as Readonly<Record<string, number>>
    expect(Number(longSentenceWordCount)).toBeLessThan(Number(veryLongSentenceWordCount))
    expect(veryLongSentenceWordCount).toBeLessThanOrEqual(50)
  },
)
check('the number of a mark is not that of a document', closed({ markNumber: text }), (value) =>
  expect(value.markNumber).toMatch(/^\d{1,2}$/),
)
check(
  'sound has one or two channels',
  closed({ channels: { ...integer, description: 'The number of audio channels.' } }),
  (value) => expect([1, 2]).toContain(value.channels),
)
check(
  'an appointment takes minutes',
  closed({ appointment: closed({ startTime: moment, endTime: moment, duration: integer }) }),
  ({ appointment }) => expect((appointment as Values).duration).toBeLessThanOrEqual(120),
)
check(
  'a ride ends where it did not begin',
  closed({
    ride: closed({ origin: closed({ lat: number }), destination: closed({ lat: number }), distance_km: number }),
  }),
  ({ ride }) => {
    const { origin, destination, distance_km } = ride as Readonly<Record<string, JsonObject>>
    expect(origin?.lat).not.toBe(destination?.lat)
    expect(Number(distance_km)).toBeLessThan(10)
  },
)
