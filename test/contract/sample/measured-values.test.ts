/**
 * Generated times, amounts and measures of one object that agree with one another, and values by the names of what is measured.
 */
import { describe, expect, it } from 'vitest'
import { getPath } from '../../../src/contract/values/json-object.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { generateSample, seeds, type Values } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const number = { type: 'number' }
const moment = { ...text, format: 'date-time' }
const day = { ...text, format: 'date' }
const check = (name: string, schema: JsonObject, agree: (value: Values) => void): void =>
  it(name, async () => {
    for (const seed of seeds) agree(await generateSample(schema, seed))
  })

const secondsBetween = (start: unknown, end: unknown): number =>
  (Date.parse(String(end)) - Date.parse(String(start))) / 1000

describe('times of one object', () => {
  check(
    'of the same event are the same',
    closed({ createdAt: moment, created_date: day, creation_time: moment }),
    (value) => {
      expect(value.creation_time).toBe(value.createdAt)
      expect(String(value.createdAt).slice(0, 10)).toBe(value.created_date)
    },
  )
  check('of something short are of one day', closed({ startTime: moment, endTime: moment }), (value) => {
    expect(secondsBetween(value.startTime, value.endTime)).toBeGreaterThan(0)
    expect(secondsBetween(value.startTime, value.endTime)).toBeLessThan(86_400)
  })
  check('of a stay are a few days apart', closed({ check_in: day, check_out: day }), (value) => {
    expect(secondsBetween(value.check_in, value.check_out)).toBeGreaterThanOrEqual(86_400)
    expect(secondsBetween(value.check_in, value.check_out)).toBeLessThanOrEqual(7 * 86_400)
  })
  check('of a contract are months apart', closed({ contractStart: day, contractEnd: day }), (value) =>
    expect(secondsBetween(value.contractStart, value.contractEnd)).toBeGreaterThan(20 * 86_400),
  )
  check(
    'have the duration between them',
    closed({ startedAt: moment, endedAt: moment, durationMinutes: number }),
    (value) => expect(value.durationMinutes).toBe(Math.round(secondsBetween(value.startedAt, value.endedAt) / 60)),
  )
  check('of birth fit an age', closed({ age: integer, dateOfBirth: day }), ({ age, dateOfBirth }) =>
    expect(age).toBe(2025 - Number(String(dateOfBirth).slice(0, 4))),
  )
})

it('a number beside a date is a time of the day in hours and minutes', async () => {
  const day = { type: 'string', format: 'date' }
  const clock = { type: 'integer', format: 'int32' }
  const schema = closed({ startDate: day, startTime: clock, endDate: day, endTime: clock })
  for (const seed of seeds) {
    const { startTime, endTime } = await generateSample(schema, seed)
    expect(Number(endTime)).toBeLessThan(2400)
    expect(Number(startTime) % 100).toBeLessThan(60)
    expect(Number(startTime)).toBeLessThan(Number(endTime))
  }
})

describe('a moment in seconds and nanoseconds', () => {
  const parts = closed({
    seconds: { ...text, format: 'int64' },
    nanos: { ...integer, description: 'From -999,999,999 to +999,999,999.' },
  })
  check('counts from 1970', closed({ createTime: parts, runDuration: parts }), (value) => {
    expect(value.createTime).toMatchObject({ seconds: expect.stringMatching(/^1\d{9}$/) })
    expect(value.runDuration).toMatchObject({ seconds: expect.stringMatching(/^\d{2,3}$/) })
    for (const { nanos } of Object.values(value) as JsonObject[]) expect(nanos).toBeGreaterThan(0)
  })
  const ofDay = closed({ hours: integer, seconds: { ...integer, format: 'int32' } })
  check('is not a time of the day', closed({ dueTime: ofDay }), ({ dueTime }) =>
    expect(Number((dueTime as JsonObject).seconds)).toBeLessThan(1e6),
  )
})

describe('where something goes to', () => {
  const point = closed({ city: text, latitude: number, longitude: number })
  const ways = closed({ origin: point, destination: point, dropoff: point })
  check('is one city', closed({ trip: ways }), ({ trip }) => {
    const { origin, destination, dropoff } = trip as Readonly<Record<string, JsonObject>>
    expect(dropoff).toEqual(destination)
    expect(destination?.city).not.toBe(origin?.city)
  })
  check('is the same city for a taxi', closed({ ride: ways }), ({ ride }) => {
    const { origin, destination } = ride as Readonly<Record<string, JsonObject>>
    expect(destination?.city).toBe(origin?.city)
  })
})

describe('the progress of what waits', () => {
  const waits = closed({ status: { ...text, enum: ['NotStarted'] }, percentComplete: text })
  check('is 0, also as text', waits, ({ percentComplete }) => expect(percentComplete).toBe('0'))
})

describe('amounts of one object', () => {
  const parts = closed({ price: number, net_price: number, taxes: number })
  check('a tax is a part of the price', parts, ({ price, net_price: net, taxes }) => {
    expect(price).toBeCloseTo(Number(net) + Number(taxes), 5)
    expect(taxes).toBeLessThanOrEqual(Number(net) * 0.31)
  })
  check('nobody gets back more than the total', closed({ total: integer, amount_refunded: integer }), (value) =>
    expect(value.amount_refunded).toBeLessThanOrEqual(Number(value.total)),
  )
  check('whole amounts stay whole', closed({ subtotal: integer, tax: integer, total: integer }), (value) =>
    expect(value.total).toBe(Number(value.subtotal) + Number(value.tax)),
  )
})

describe('measures of one object', () => {
  check('prices of a day', closed({ open: number, high: number, low: number, close: number }), (value) => {
    const { open, high, low, close } = value
    expect(Math.max(Number(open), Number(close))).toBeLessThanOrEqual(Number(high))
    expect(Math.min(Number(open), Number(close))).toBeGreaterThanOrEqual(Number(low))
  })
  check('a mean', closed({ min: number, avg: number, max: number }), ({ min, avg, max }) => {
    expect(avg).toBeGreaterThanOrEqual(Number(min))
    expect(avg).toBeLessThanOrEqual(Number(max))
  })
  const list = { type: 'array', items: text, minItems: 2, maxItems: 2 }
  check('the total of the only list', closed({ total: integer, entries: list }), ({ total }) => expect(total).toBe(2))
  check('a parcel', closed({ weight: number, width: number, height: number }), ({ width, height }) => {
    expect(width).toBeLessThanOrEqual(60)
    expect(height).toBeLessThanOrEqual(60)
  })
  check('a person', closed({ firstName: text, height: integer, weight: integer }), ({ height, weight }) => {
    expect(height).toBeGreaterThanOrEqual(150)
    expect(weight).toBeGreaterThanOrEqual(50)
  })
  const kinds = { ...text, enum: ['card', 'bank_account'] }
  const either = {
    type: 'object',
    required: ['type'],
    properties: { type: kinds, card: closed({ brand: text }), bank_account: closed({ bank: text }) },
  }
  check('only what belongs to its kind', either, (value) =>
    expect(Object.keys(value).toSorted()).toEqual([String(value.type), 'type'].toSorted()),
  )
  check('a manager is another person', closed({ first_name: text, last_name: text, manager_name: text }), (value) =>
    expect(value.manager_name).not.toBe(`${value.first_name} ${value.last_name}`),
  )
})

describe('a value has the form of what its name means:', () => {
  const rows: readonly (readonly [name: string, schema: JsonObject, form: RegExp])[] = [
    ['idle_timeout', { ...text, format: 'google-duration' }, /^\d+s$/],
    ['utc_offset', text, /^[+-]\d\d:00$/],
    ['utc_offset', integer, /^(-?[5-8]|0|1|10)$/],
    ['timezone', integer, /^(-?[5-8]|0|1|10)$/],
    ['weight_unit', text, /^kg$/],
    ['power_unit', text, /^kW$/],
    ['boarding_position', text, /^\d+$/],
    ['job_role', text, /^[A-Z][a-z]+$/],
    ['programming_language', text, /^(Python|TypeScript)$/],
    ['maiden_name', text, /^[A-Z][a-z]+$/],
    ['plate_state', text, /^(?!active|pending)/],
    ['currency_name_long', text, /^\D+$/],
    ['static_ip6', text, /^2001:db8:/],
    ['toll_free_number', text, /^\+\d+$/],
    ['payment_scheme', text, /^(?!https?$)/],
    ['allowed_methods', text, /^(standard|manual|GET|POST)$/],
    ['cors_origin', text, /^https:/],
    ['bill_cycle_day', text, /^\d{1,2}$/],
    ['sha1_sum', text, /^[0-9a-f]{40}$/],
    ['server_certificate_pem', text, /^-----BEGIN CERTIFICATE-----/],
    ['bcc', text, /@/],
    ['timeSpent', text, /^\d[hd]$/],
    ['countryName', text, /^[A-Z][a-z]/],
    ['percent_value', number, /^\d{1,2}(\.\d+)?$/],
    ['percent_done', text, /^\d{1,2}$/],
    ['width_pixels', integer, /^\d{3,4}$/],
    ['default_table_expiration_ms', integer, /^\d{7,8}$/],
    ['in_progress', integer, /^([1-9]|1\d|20)$/],
    ['license_plate', text, /^[A-Z]{3} \d{4}$/],
    ['revenue_micros', text, /^\d+$/],
    ['log_group_name', text, /^\/app\/[a-z]+$/],
    ['phone', integer, /^\d{10,}$/],
    ['zip', integer, /^\d{5}$/],
    ['barcode', integer, /^\d{13}$/],
    ['year_built', integer, /^(19|20)\d\d$/],
    ['power_factor', number, /^0\.\d+$/],
    ['cvss_score', number, /^\d(\.\d+)?$/],
    ['annual_salary', integer, /^\d{5,6}$/],
    ['last_opened', integer, /^\d{10}$/],
  ]
  for (const [name, schema, form] of rows)
    it(`${name} ${JSON.stringify(schema)}`, async () => {
      for (const seed of seeds)
        expect(String((await generateSample(closed({ [name]: schema }), seed))[name])).toMatch(form)
    })
})

describe('counts of one object', () => {
  check(
    'of a text are in proportion',
    closed({ wordCount: integer, sentenceCount: integer, paragraph_count: integer, charCount: integer }),
    ({ wordCount, sentenceCount, paragraph_count, charCount }) => {
      expect(sentenceCount).toBe(Math.round(Number(wordCount) / 16))
      expect(Number(paragraph_count)).toBeLessThan(Number(sentenceCount))
      expect(Number(charCount)).toBeGreaterThan(Number(wordCount))
    },
  )
  check(
    'of what was seen are at least those of what was done',
    closed({ clicks: integer, views: integer, sent: integer }),
    (value) => {
      expect(Number(value.clicks)).toBeLessThanOrEqual(Number(value.views))
      expect(Number(value.views)).toBeLessThanOrEqual(Number(value.sent))
    },
  )
  check('that are exempt are at most the whole', closed({ amount: number, totalTaxExemptAmount: number }), (value) => {
    expect(Number(value.totalTaxExemptAmount)).toBeLessThanOrEqual(Number(value.amount))
  })
  check(
    'accessed_time is the moment of accessed_at',
    closed({ accessed_at: moment, accessed_time: integer }),
    (value) => {
      expect(value.accessed_time).toBe(Date.parse(String(value.accessed_at)) / 1000)
    },
  )
})

describe('pronouns', () => {
  check(
    'fit the gender',
    closed({ first_name: text, gender: { enum: ['female', 'male'] }, pronouns: text }),
    (value) => {
      expect(value.pronouns).toBe(value.gender === 'female' ? 'she/her' : 'he/him')
    },
  )
})

describe('what says the same in another way agrees:', () => {
  check('the number of a house is written once', closed({ street: text, house_number: text }), (value) => {
    expect(value.street).toMatch(/^[A-Z][a-z]+( [A-Z][a-z]+)*$/)
    expect(value.house_number).toMatch(/^\d+$/)
  })
  check('a street alone has its number', closed({ street: text, city: text }), (value) => {
    expect(value.street).toMatch(/^\d+ [A-Z]/)
  })
  check('a readable date is the same date', closed({ published_at: moment, readable_publish_date: day }), (value) => {
    expect(String(value.published_at).slice(0, 10)).toBe(value.readable_publish_date)
  })
  check(
    'what is closed is not open around the clock',
    closed({ isOpen: { const: false }, is24Hours: { type: 'boolean' } }),
    (value) => expect(value.is24Hours).toBe(false),
  )
  check(
    'a way takes as long as its distance',
    closed({ distance_miles: number, duration_minutes: integer }),
    (value) => {
      const hours = Number(value.duration_minutes) / 60
      expect(Number(value.distance_miles) / hours).toBeLessThan(60)
    },
  )
  check('a time of an account is one', closed({ accounts: closed({ created: integer }) }), (value) => {
    expect((value.accounts as Values).created).toBeGreaterThan(1_600_000_000)
  })
  check('a count of events is none', closed({ event_counts: closed({ created: integer }) }), (value) => {
    expect((value.event_counts as Values).created).toBeLessThan(1000)
  })
})

describe('the size of a file', () => {
  const inBytes = { ...integer, description: 'The size of the body in bytes.' }
  check(
    'is more than a few bytes',
    closed({ attachment: closed({ size: integer }), part: closed({ size: inBytes }) }),
    ({ attachment, part }) => {
      expect(Number(getPath(attachment, ['size']))).toBeGreaterThanOrEqual(2_000)
      expect(Number(getPath(part, ['size']))).toBeGreaterThanOrEqual(2_000)
    },
  )
  check(
    'is more than a few bytes beside a media type, the name or the sides of a file, also as text',
    closed({
      manual: closed({ filename: text, size: integer }),
      frame: closed({ width: text, height: text, size: text }),
    }),
    ({ manual, frame }) => {
      expect(Number(getPath(manual, ['size']))).toBeGreaterThanOrEqual(2_000)
      expect(Number(getPath(frame, ['size']))).toBeGreaterThanOrEqual(2_000)
    },
  )
  const inBytesOf = (what: string): JsonObject => ({ ...integer, description: `${what} in bytes.` })
  check(
    'is that of a disk, of software, or of traffic',
    closed({
      quota_max: inBytesOf('Maximal disc space'),
      quota_used: inBytesOf('Used disc space'),
      layer: closed({ digest: text, size: integer }),
      outgoing_traffic: integer,
    }),
    (value) => {
      expect(Number(value.quota_max)).toBeGreaterThanOrEqual(1e9)
      expect(Number(value.quota_used)).toBeLessThan(Number(value.quota_max))
      expect(Number(getPath(value.layer, ['size']))).toBeGreaterThanOrEqual(1e6)
      expect(Number(value.outgoing_traffic)).toBeGreaterThanOrEqual(1e9)
    },
  )
  check('fits 32 bits', closed({ outgoing_traffic: { ...integer, format: 'int32' } }), (value) =>
    expect(Number(value.outgoing_traffic)).toBeLessThan(2 ** 31),
  )
  const counted = { ...integer, description: 'The number of artifacts.' }
  check(
    'is not that of other things, nor of a list of files',
    closed({
      shirt: closed({ size: integer }),
      paginated_files: closed({ size: integer }),
      filesPage: closed({ size: integer }),
      artifacts: closed({ size: counted }),
    }),
    (value) => {
      for (const name of ['shirt', 'paginated_files', 'filesPage', 'artifacts'])
        expect(Number(getPath(value, [name, 'size']))).toBeLessThanOrEqual(500)
    },
  )
})
