/**
 * The times of one record: they follow each other as their names say, however they are written.
 */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/ports.ts'
import { generateSample, seeds, type Values } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const moment = { type: 'string', format: 'date-time' }
const day = { type: 'string', format: 'date' }
const integer = { type: 'integer' }
/** Milliseconds since 1970. */
const timeOf = (value: Json | undefined): number =>
  typeof value === 'number' ? value * 1000 : Date.parse(String(value))

const stories: readonly (readonly string[])[] = [
  ['birthday', 'createdAt', 'queuedAt', 'attemptedAt', 'sentAt', 'deliveredAt', 'startedAt', 'finishedAt', 'updatedAt'],
  ['orderDate', 'confirmedAt', 'paidAt', 'shippedAt', 'deliveredAt', 'refundedAt', 'modifiedAt', 'expiresAt'],
  ['submittedAt', 'approvedAt', 'publishedAt', 'archivedAt', 'lastSeenAt', 'nextRunAt', 'expiryDate'],
  ['previousVisit', 'createdOn', 'joinTime', 'leaveTime', 'dueDate', 'closedAt', 'lastModified', 'lastLogin'],
  ['committedAt', 'createdAt', 'claimDate', 'activationDate', 'expirationDate'],
  ['createdAt', 'firstPaymentDate', 'finalPaymentDate'],
  ['not_valid_before', 'lastUsedAt', 'not_valid_after'],
  ['createdAt', 'endedAt', 'stateTime', 'updatedAt'],
  ['firstSeen', 'createdAt', 'updatedAt', 'lastSeen'],
  ['occurredAt', 'createdAt', 'publishedAt', 'trashedAt', 'updatedAt', 'accessedAt'],
  ['firstMail', 'firstAccess', 'lastSignInAt', 'lastLoginAt', 'lastActiveAt', 'currentSignInAt'],
  ['createdAt', 'resetTokenExpiration', 'updatedAt', 'expiresAt'],
]

const generate = (properties: JsonObject, seed: number, name = ''): Promise<Values> =>
  generateSample(closed(properties), seed, { name, imitate: true })

it('somebody is born on a day', async () => {
  for (const seed of seeds) expect((await generate({ dateOfBirth: moment }, seed)).dateOfBirth).toMatch(/T00:00:00/)
})

it('a period written in days without hyphens lasts weeks, and its declaration follows', async () => {
  const plain = { type: 'string', example: '20160801' }
  for (const seed of seeds) {
    const {
      Begin,
      End,
      Date: written,
    } = await generate({ Begin: plain, End: plain, Date: plain }, seed, 'declarations')
    expect(Number(End) - Number(Begin)).toBeGreaterThan(7)
    expect(Number(written)).toBeGreaterThan(Number(End))
  }
})

it('the day of an appointment is the one when it begins', async () => {
  for (const seed of seeds) {
    const { date, startDateTime } = await generate({ date: day, startDateTime: moment }, seed, 'appointments')
    expect(date).toBe(String(startDateTime).slice(0, 10))
  }
})

it('a receipt follows what was sent, and the download of a file expires soon', async () => {
  for (const seed of seeds) {
    const { timestamp, sent_at } = await generate({ timestamp: moment, sent_at: moment }, seed, 'receipts')
    expect(timeOf(timestamp)).toBeGreaterThan(timeOf(sent_at))
    const { created_at, download_expires_at } = await generate(
      { created_at: moment, download_expires_at: moment },
      seed,
    )
    expect(timeOf(download_expires_at) - timeOf(created_at)).toBe(86_400_000)
  }
})

it('an authorisation is complete before the cut-off, and a period is computed after its end', async () => {
  const authorisation = closed({ completionDateTime: moment })
  for (const seed of seeds) {
    const value = await generate({ authorisation, cutOffDateTime: moment }, seed)
    const { completionDateTime } = value.authorisation as JsonObject
    expect(timeOf(completionDateTime)).toBeLessThan(timeOf(value.cutOffDateTime))
    const period = { startDate: moment, endDate: moment, runBalanceStart: moment, runBalanceEnd: moment }
    const { endDate, runBalanceStart, runBalanceEnd } = await generate(period, seed, 'accounting-periods')
    expect(timeOf(runBalanceStart)).toBeGreaterThan(timeOf(endDate))
    expect(timeOf(runBalanceEnd) - timeOf(runBalanceStart)).toBeLessThan(3_600_000)
  }
})

it('an incident is recorded when it begins', async () => {
  for (const seed of seeds) {
    const { started_at, notified_at } = await generate({ started_at: moment, notified_at: moment }, seed, 'incidents')
    expect(timeOf(started_at)).toBeLessThan(timeOf(notified_at))
  }
})

describe('times follow each other:', () => {
  for (const names of stories)
    it(names.join(', '), async () => {
      const schema = closed(Object.fromEntries(names.map((name) => [name, moment])))
      for (const seed of seeds) {
        const value = await generateSample(schema, seed)
        const times = names.map((name) => timeOf(value[name]))
        expect(times, JSON.stringify(value)).toEqual([...times].sort((one, other) => one - other))
        expect(new Set(times).size).toBe(times.length)
      }
    })
})

describe('times agree', () => {
  it('however they are written', async () => {
    const schema = closed({ created_at: moment, queued: { ...integer, format: 'unix-time' }, createdDate: day })
    for (const seed of seeds) {
      const { created_at, queued, createdDate } = await generateSample(schema, seed)
      expect(timeOf(queued)).toBeGreaterThan(timeOf(created_at))
      expect(String(created_at).slice(0, 10)).toBe(createdDate)
    }
  })

  it('where dates are objects', async () => {
    const date = closed({ year: integer, month: integer, day: integer })
    for (const seed of seeds) {
      const { startDate, endDate } = await generateSample(closed({ startDate: date, endDate: date }), seed)
      const [start, end] = [startDate, endDate].map((part) => {
        const { year = 0, month = 0, day: own = 0 } = part as Readonly<Record<string, number>>
        return Date.UTC(year, month - 1, own)
      })
      expect(start).toBeLessThanOrEqual(Number(end))
    }
  })

  it('where a date has its parts beside it', async () => {
    const schema = closed({ collectionDate: day, collectionYear: integer, collectionMonth: integer })
    for (const seed of seeds) {
      const { collectionDate, collectionMonth } = await generateSample(schema, seed)
      expect(Number(String(collectionDate).slice(5, 7))).toBe(collectionMonth)
    }
  })

  it('in an object that is called by what happens', async () => {
    const schema = closed({ start: closed({ dateTime: moment }), end: closed({ localDate: day, dateTime: moment }) })
    for (const seed of seeds) {
      const value = await generateSample(schema, seed, { name: 'event' })
      const [start, end] = [value.start, value.end].map((part) => timeOf((part as JsonObject).dateTime))
      expect(start).toBeLessThan(Number(end))
      expect(Number(end)).toBeGreaterThanOrEqual(timeOf((value.end as JsonObject).localDate))
    }
  })

  it('in a window', async () => {
    const schema = closed({
      checkinFrom: { type: 'string', format: 'time' },
      checkinTo: { type: 'string', format: 'time' },
    })
    for (const seed of seeds) {
      const { checkinFrom, checkinTo } = await generateSample(schema, seed)
      expect(String(checkinFrom) < String(checkinTo)).toBe(true)
    }
  })

  it('where a guest arrives first, and a train last', async () => {
    const schema = closed({ arrivalDate: moment, departureDate: moment })
    for (const seed of seeds) {
      const [stay, train] = [
        await generateSample(schema, seed, { name: 'booking' }),
        await generateSample(schema, seed, { name: 'train' }),
      ]
      expect(timeOf(stay.arrivalDate)).toBeLessThan(timeOf(stay.departureDate))
      expect(timeOf(train.departureDate)).toBeLessThan(timeOf(train.arrivalDate))
    }
  })

  it('with a statement, which is written after its period', async () => {
    const schema = closed({ createdAt: moment, startDate: moment, endDate: moment })
    for (const seed of seeds) {
      const { createdAt, startDate, endDate } = await generateSample(schema, seed, { name: 'statement' })
      expect(timeOf(startDate)).toBeLessThan(timeOf(endDate))
      expect(timeOf(endDate)).toBeLessThan(timeOf(createdAt))
    }
  })

  it('with the end of what lasts a month, or a day', async () => {
    for (const seed of seeds)
      for (const [interval, days] of [
        ['monthly', 30],
        ['daily', 1],
        ['yearly', 365],
      ] as const) {
        const value = await generateSample(
          closed({ interval: { enum: [interval] }, currentPeriodStart: moment, currentPeriodEnd: moment }),
          seed,
        )
        expect(timeOf(value.currentPeriodEnd) - timeOf(value.currentPeriodStart)).toBe(days * 86_400_000)
        const statement = closed({ type: { enum: [interval] }, startDate: moment, endDate: moment })
        const { startDate, endDate } = await generateSample(statement, seed, { name: 'statements' })
        expect(timeOf(endDate) - timeOf(startDate)).toBe(days * 86_400_000)
      }
  })

  it('with what is logged, which is over', async () => {
    for (const seed of seeds) {
      const schema = closed({ createdAt: moment, startTime: moment, endTime: moment, approvedAt: moment })
      const { createdAt, startTime, endTime, approvedAt } = await generateSample(schema, seed, { name: 'timesheet' })
      const times = [startTime, endTime, createdAt, approvedAt].map(timeOf)
      expect(times).toEqual([...times].sort((one, other) => one - other))
    }
  })

  it('with what happens next, and its end', async () => {
    for (const seed of seeds) {
      const schema = closed({ updatedAt: moment, nextRun: closed({ startTime: moment, endTime: moment }) })
      const { updatedAt, nextRun } = await generateSample(schema, seed)
      const { startTime, endTime } = nextRun as JsonObject
      expect(timeOf(startTime)).toBeGreaterThan(timeOf(updatedAt))
      expect(timeOf(endTime)).toBeGreaterThan(timeOf(startTime))
    }
  })

  it('with the quotes that are held for a day', async () => {
    const quote = closed({ createdAt: moment, expiryTime: moment })
    for (const seed of seeds) {
      const { createdAt, expiryTime } = await generateSample(quote, seed, { name: 'quotes' })
      expect(timeOf(expiryTime) - timeOf(createdAt)).toBe(86_400_000)
    }
  })

  it('with the window in which it happened', async () => {
    for (const seed of seeds) {
      const names = ['windowStartTime', 'startTime', 'endTime', 'windowEndTime']
      const value = await generateSample(closed(Object.fromEntries(names.map((name) => [name, moment]))), seed)
      const times = names.map((name) => timeOf(value[name]))
      expect(times).toEqual([...times].sort((one, other) => one - other))
    }
  })

  it('with a report, if that is a job', async () => {
    for (const seed of seeds) {
      const { creationTime, completionTime } = await generateSample(
        closed({ creationTime: moment, completionTime: moment }),
        seed,
        { name: 'report_jobs' },
      )
      expect(timeOf(creationTime)).toBeLessThan(timeOf(completionTime))
    }
  })

  it('with the record around them, which is younger than what it refers to', async () => {
    const customer = closed({ id: integer, createdAt: moment })
    for (const seed of seeds) {
      const value = await generateSample(closed({ createdAt: moment, customer }), seed)
      expect(timeOf((value.customer as JsonObject).createdAt)).toBeLessThan(timeOf(value.createdAt))
    }
  })

  it('with the records that it refers to, which are older', async () => {
    const created = async (rank: 0 | 1 | 2 | 3 | 4): Promise<readonly number[]> =>
      Promise.all(
        seeds.map(async (seed) =>
          timeOf((await generateSample(closed({ createdAt: moment }), seed, { rank })).createdAt),
        ),
      )
    const ranks = [await created(0), await created(1), await created(2), await created(3), await created(4)]
    for (const [index, own] of ranks.entries())
      expect(Math.max(...own)).toBeLessThan(Math.min(...(ranks[index + 1] ?? [Number.POSITIVE_INFINITY])))
  })

  it('with a year', async () => {
    for (const seed of seeds) {
      const { productionYear, premiereDate } = await generateSample(
        closed({ productionYear: integer, premiereDate: day }),
        seed,
      )
      expect(String(premiereDate).slice(0, 4)).toBe(String(productionYear))
    }
  })
})

it('a lifetime holds beside documented times that a tool wrote', async () => {
  const stamped = { ...moment, example: '2025-10-15T13:51:00.335Z' }
  const properties = { createdAt: stamped, expiresAt: stamped, ttl: integer }
  for (const seed of seeds) {
    const value = await generateSample(closed(properties), seed, { examples: true, imitate: true })
    expect(timeOf(value.expiresAt) - timeOf(value.createdAt)).toBe(Number(value.ttl) * 1000)
  }
})
