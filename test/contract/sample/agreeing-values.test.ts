/**
 * Values with rules of their own (codes, check digits, times), and values of one object that agree with one another.
 */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { generateSample, seeds, type Values } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const number = { type: 'number' }
/** The remainder of a number of any length. */
const remainder = (digits: string, divisor: number): number => Number(BigInt(digits) % BigInt(divisor))
const lettersToDigits = (value: string): string =>
  value.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
const isIban = (value: string): boolean => remainder(lettersToDigits(value.slice(4) + value.slice(0, 4)), 97) === 1
const weighted = (value: string, weigh: (digit: number, index: number) => number): number =>
  [...value].reverse().reduce((sum, digit, index) => sum + weigh(Number(digit), index), 0) % 10
const isCard = (value: string): boolean =>
  weighted(value, (digit, index) => (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2)) === 0
const isEan = (value: string): boolean => weighted(value, (digit, index) => (index % 2 === 0 ? digit : digit * 3)) === 0

const rows: readonly (readonly [name: string, schema: JsonObject, is: (value: string) => boolean])[] = [
  ['iban', text, (value) => /^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(value) && isIban(value)],
  ['bic', { ...text, minLength: 11 }, (value) => /^[A-Z]{6}[A-Z0-9]{5}$/.test(value)],
  ['cardNumber', text, (value) => value.length === 16 && isCard(value)],
  ['ean', text, (value) => value.length === 13 && isEan(value)],
  ['isbn', text, (value) => value.startsWith('978') && isEan(value)],
  ['country', { ...text, maxLength: 2 }, (value) => /^[A-Z]{2}$/.test(value)],
  ['country', { ...text, pattern: '^[A-Z]{3}$' }, (value) => /^(USA|CAN|GBR|AUS|DEU|FRA|SWE)$/.test(value)],
  ['country', text, (value) => /^[A-Z][a-z]+/.test(value)],
  ['currency', { ...text, pattern: '^[a-z]{3}$' }, (value) => /^(usd|cad|gbp|aud|eur|sek)$/.test(value)],
  ['last4', text, (value) => /^\d{4}$/.test(value)],
  ['contentType', text, (value) => /^[a-z]+\/[a-z]+$/.test(value)],
  ['phone', { ...text, pattern: '^\\d{10,12}$' }, (value) => /^\d+$/.test(value)],
  ['birthday', text, (value) => /^(19|20)\d\d-\d\d-\d\d$/.test(value)],
  ['starts', { ...text, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }, (value) => !Number.isNaN(Date.parse(value))],
  ['when', { ...text, pattern: '^\\d\\d:\\d\\d$' }, (value) => Number(value.slice(0, 2)) < 24],
  ['message', text, (value) => /\D/.test(value)],
  ['yearOfBirth', text, (value) => /^(19[5-9]|200)\d$/.test(value)],
  ['active', text, (value) => value === 'true'],
  ['start', text, (value) => !Number.isNaN(Date.parse(value))],
  ['http_url_to_repo', text, (value) => value.startsWith('https://')],
  ['adminName', text, (value) => /^[A-Z][a-z]+ [A-Z]/.test(value)],
  ['reply_to', text, (value) => value.includes('@')],
  ['billing_name', text, (value) => /^[A-Z][a-z]+ [A-Z]/.test(value)],
  ['packageFamilyName', text, (value) => value.includes(' ')],
  ['recipients', text, (value) => value.includes('@')],
  ['smsRecipients', text, (value) => /^\+\d+$/.test(value)],
  ['billingAddressLine', text, (value) => /^\d+ [A-Z]/.test(value)],
  ['minutesBetweenRuns', text, (value) => /^\d+$/.test(value)],
  ['upvotes', text, (value) => /^\d+$/.test(value)],
  ['sslFingerPrint', text, (value) => /^[0-9a-f]{40}$/.test(value)],
  ['key_signature', text, (value) => !/^[0-9a-f]{40}$/.test(value)],
  ['roles_allowed', text, (value) => /^(admin|editor|viewer)$/.test(value)],
  ['only_allow_merge_if_green', text, (value) => value === 'true'],
  ['httpStatusCode', text, (value) => value === '200'],
  ['projectStatusCode', text, (value) => value !== '200'],
  ['issn', text, (value) => /^\d{4}-\d{3}[\dX]$/.test(value)],
  ['doi', text, (value) => value.startsWith('10.')],
  ['hex', text, (value) => /^#[0-9a-f]{6}$/.test(value)],
  ['eta', text, (value) => /^2024-/.test(value) || !value.includes('-')],
  ['retirementAge', integer, (value) => Number(value) >= 60],
  ['max_value', text, (value) => /^\d+$/.test(value)],
  ['facebook_followers', text, (value) => /^\d+$/.test(value)],
  ['region_iso_code', text, (value) => /^[A-Z]{2,3}$/.test(value)],
  ['due', text, (value) => !Number.isNaN(Date.parse(value)) && value.includes('-')],
  ['amountDue', text, (value) => /^\d+\.\d\d$/.test(value)],
  ['ship_by', text, (value) => /^\d{4}-\d\d-\d\d/.test(value)],
  ['percentComplete', text, (value) => /^\d+$/.test(value)],
  ['deletions', text, (value) => /^\d+$/.test(value)],
  ['is_admin', text, (value) => value === 'true' || value === 'false'],
  ['billingAddressState', text, (value) => /^[A-ZÎ]/.test(value)],
  ['committerName', text, (value) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(value)],
  ['imsi', text, (value) => /^\d{15}$/.test(value)],
  ['idModel', text, (value) => /^[0-9a-f]{16}$/.test(value)],
  ['id_number', text, (value) => /^\d{6}$/.test(value)],
  ['userPrincipalName', text, (value) => value.includes('@')],
  ['domain_alias', text, (value) => value.endsWith('.example.com')],
  ['available_country_codes', text, (value) => /^[A-Z]{2}$/.test(value)],
  ['timeVolume', text, (value) => /^\d+$/.test(value)],
  ['cells', text, (value) => !value.includes('+')],
  ['formatted', text, (value) => value !== 'true'],
  ['state', { ...text, description: 'One of: REMOVED, ACTIVE' }, (value) => value === 'ACTIVE'],
  ['role', { ...text, pattern: '^role/?[a-z]+$' }, (value) => value.startsWith('role/')],
  ['allowedIp', { ...text, pattern: '^(\\d{1,3}\\.){3}\\d{1,3}$' }, (value) => value.startsWith('192.0.2.')],
  ['EndDateCondition', text, (value) => Number.isNaN(Date.parse(value))],
  ['prefix', { ...text, description: 'IPv4 or IPv6 network with mask' }, (value) => value.includes('/')],
  ['slotCapacity', { ...text, format: 'int64' }, (value) => /^\d+$/.test(value)],
  [
    'level',
    { ...text, description: 'One of `gold`, `silver` or `bronze`.' },
    (value) => /^(gold|silver|bronze)$/.test(value),
  ],
]

describe('a string has the form of what its name means:', () => {
  for (const [name, schema, is] of rows)
    it(`${name} ${JSON.stringify(schema)}`, async () => {
      for (const seed of seeds) {
        const value = String((await generateSample(closed({ [name]: schema }), seed))[name])
        expect(is(value), value).toBe(true)
      }
    })
})

describe('an epoch time is in', () => {
  const units: readonly (readonly [string, JsonObject, number])[] = [
    ['created_at', integer, 1e9],
    ['createdAt', { ...integer, format: 'int64' }, 1e12],
    ['createdAt', { ...integer, format: 'int64', description: 'Seconds since 1970' }, 1e9],
    ['updated', { ...integer, description: 'Unix time in milliseconds' }, 1e12],
    ['blocktime', integer, 1e9],
    ['timestamp', { ...integer, example: 1_565_600_000_000 }, 1e12],
    ['timestamp', { ...integer, maximum: 2_147_483_647 }, 1e9],
  ]
  for (const [name, schema, unit] of units)
    it(`${unit === 1e9 ? 'seconds' : 'milliseconds'}: ${name} ${JSON.stringify(schema)}`, async () => {
      const value = Number((await generateSample(closed({ [name]: schema }), 1, { imitate: true }))[name])
      expect(Math.floor(Math.log10(value / unit))).toBe(0)
    })
})

describe('the values of one object agree:', () => {
  const check = (name: string, schema: JsonObject, agree: (value: Values) => void) =>
    it(name, async () => {
      for (const seed of seeds) agree(await generateSample(schema, seed))
    })
  const address = closed({ city: text, countryCode: text, currency: text, timeZone: text })
  check('a place', closed({ country: text, address }), ({ country, address: held }) => {
    const { countryCode, currency } = held as Values
    const known: Record<string, readonly string[]> = {
      US: ['United States', 'USD'],
      CA: ['Canada', 'CAD'],
      GB: ['United Kingdom', 'GBP'],
      AU: ['Australia', 'AUD'],
      DE: ['Germany', 'EUR'],
      FR: ['France', 'EUR'],
      SE: ['Sweden', 'SEK'],
    }
    expect(known[String(countryCode)]).toEqual([country, currency])
  })
  check('a DNS record', closed({ dns_record: closed({ type: text, value: text }) }), ({ dns_record }) =>
    expect(dns_record).toMatchObject({ type: 'A', value: expect.stringMatching(/^192\.0\.2\./) }),
  )
  check('a person', closed({ name: text, firstName: text, profile: closed({ email: text }) }), (value) => {
    expect(value.name).toMatch(new RegExp(`^${value.firstName} `))
    expect((value.profile as { email: string }).email).toContain(String(value.firstName).toLowerCase())
  })
  check(
    'dates',
    closed({ createdAt: text, startDate: text, endDate: text, updatedAt: text, expiresAt: text }),
    (value) => {
      const times = Object.values(value).map((time) => Date.parse(String(time)))
      expect(times).toEqual([...times].sort((one, other) => one - other))
    },
  )
  const digit = { type: 'integer', minimum: 1, maximum: 9 }
  check('bounds', closed({ low_mark: digit, high_mark: digit, used: digit, total: digit }), (value) => {
    expect(Number(value.low_mark)).toBeLessThanOrEqual(Number(value.high_mark))
    expect(Number(value.used)).toBeLessThanOrEqual(Number(value.total))
  })
  check('whole numbers by their names', closed({ item_count: number, page: number, price: number }), (value) => {
    expect([value.item_count, value.page].every(Number.isInteger)).toBe(true)
  })
  check('a day and the same in UTC', closed({ endDate: text, endDateUTC: text }), (value) =>
    expect(String(value.endDateUTC).slice(0, 10)).toBe(value.endDate),
  )
  const mime = { ...text, enum: ['image/jpeg', 'text/csv'] }
  check('the names of a file', closed({ fileName: text, originalFileName: text, mimeType: mime }), (value) => {
    expect(value.originalFileName).toBe(value.fileName)
    expect(value.fileName).toMatch(value.mimeType === 'text/csv' ? /\.csv$/ : /\.jpg$/)
  })
  check('the name of a file and its extension', closed({ file_name: text, extension: text }), (value) =>
    expect(value.file_name).toMatch(new RegExp(`\\.${value.extension}$`)),
  )
  check('downloads', closed({ cntDownloads: integer, maxDownloads: integer }), (value) =>
    expect(Number(value.cntDownloads)).toBeLessThanOrEqual(Number(value.maxDownloads)),
  )
  check('an amount without tax', closed({ amount: number, amountWithoutTax: number, taxAmount: number }), (value) =>
    expect(Number(value.amountWithoutTax)).toBeCloseTo(Number(value.amount) - Number(value.taxAmount), 5),
  )
  check('a line', closed({ quantity: integer, unitPrice: number, amount: number }), (value) =>
    expect(Number(value.amount)).toBeCloseTo(Number(value.quantity) * Number(value.unitPrice), 1),
  )
  check('a wage', closed({ netAmount: number, totalGrossAmount: number }), (value) =>
    expect(Number(value.netAmount)).toBeLessThanOrEqual(Number(value.totalGrossAmount)),
  )
  check('a total', closed({ subtotal: number, tax: number, total: number }), ({ subtotal, tax, total }) =>
    expect(Number(total)).toBeCloseTo(Number(subtotal) + Number(tax), 5),
  )
  check('what is due', closed({ total: number, amountPaid: number, amountDue: number }), (value) => {
    expect(Number(value.amountDue)).toBeCloseTo(Number(value.total) - Number(value.amountPaid), 5)
    expect(Number(value.amountDue)).toBeGreaterThanOrEqual(0)
  })
  check('a range', closed({ minPrice: integer, maxPrice: integer }), ({ minPrice, maxPrice }) =>
    expect(Number(minPrice)).toBeLessThanOrEqual(Number(maxPrice)),
  )
  const list = { type: 'array', items: text, minItems: 3, maxItems: 3, uniqueItems: true }
  check('a count', closed({ tags: list, tagCount: integer }), ({ tags, tagCount }) =>
    expect(tagCount).toBe((tags as readonly string[]).length),
  )
  const held = { status: { ...text, enum: ['pending', 'canceled', 'completed'] }, completedAt: text, canceled_at: text }
  check(
    'what has not happened, where anything is allowed',
    closed({ status: { ...text, enum: ['pending'] }, cancelledOn: {} }),
    (value) => expect(value.cancelledOn).toBeNull(),
  )
  check(
    'a time of what has not happened',
    closed({ deleted: { ...text, format: 'date-time' }, name: text }, ['deleted']),
    (value) => expect(Object.keys(value)).toEqual(['name']),
  )
  const label = { ...text, enum: ['Spare', 'In use', 'Retired'] }
  const code = { ...text, enum: ['spare', 'used', 'retired'] }
  check('a code and its label', closed({ state: closed({ label, value: code }) }), ({ state }) =>
    expect(['Spare spare', 'In use used', 'Retired retired']).toContain(Object.values(state as Values).join(' ')),
  )
  check('what has not happened has no time', closed(held, ['completedAt', 'canceled_at']), (value) => {
    expect(Object.hasOwn(value, 'completedAt')).toBe(value.status === 'completed')
    expect(Object.hasOwn(value, 'canceled_at')).toBe(value.status === 'canceled')
  })
})

describe('a value is like the documented example if no rule knows its name:', () => {
  const like: readonly (readonly [name: string, example: unknown, is: RegExp])[] = [
    ['instance', 't2.micro', /^t2\.micro$/],
    ['batch', 'BATCH-0042', /^BATCH-\d{4}$/],
    ['lastRun', '2017-09-18 12:10:22', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
    ['firstName', 'Jane', /^(?!Jane$)[A-Z]/],
    ['begin', '20160801', /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/],
    ['chip', 81_932_214_823_362, /^\d{14}$/],
    ['chip', 'string', /^(?!string$)/],
    ['chip', null, /^[a-z]+-[a-z]+$/],
  ]
  for (const [name, example, is] of like)
    it(`${name}: ${example}`, async () => {
      const schema = closed({ [name]: { ...text, examples: [example] } as JsonObject })
      expect((await generateSample(schema, 1, { imitate: true }))[name]).toMatch(is)
    })
})
