/**
 * Groups of values that belong together: the parts of an address, of a card, of a bank account, and the dates of one event.
 */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { generateSample, seeds, type Values } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const text = { type: 'string' }
const moment = { ...text, format: 'date-time' }

const check = (name: string, schema: JsonObject, agree: (value: Values) => void): void =>
  it(name, async () => {
    for (const seed of seeds) agree(await generateSample(schema, seed, { imitate: true }))
  })

describe('an address', () => {
  const short = { ...text, maxLength: 2 }
  check('is in a city whose codes the schema allows', closed({ city: text, state: short, country: short }), (value) =>
    expect(['IL', 'OR', 'MA', 'ON', 'BE', 'HH', 'AB']).toContain(value.state),
  )
  const country = { ...text, enum: ['SE'] }
  check('is in the only country', closed({ phone: text, address: closed({ city: text, country }) }), (value) => {
    expect(value.phone).toMatch(/^\+46/)
    expect(value.address).toEqual({ city: 'Stockholm', country: 'SE' })
  })
  check('has one street', closed({ city: text, longForm: text, street: text }), ({ longForm, street }) =>
    expect(longForm).toMatch(new RegExp(`^${street}, `)),
  )
})

describe('a bank card', () => {
  const brand = { ...text, enum: ['mastercard'] }
  check(
    'begins as its brand says',
    closed({ card_type: brand, number: { ...text, pattern: '^\\d{16}$' }, last4: text, expiry_year: text }),
    (value) => {
      expect(value.number).toMatch(/^5/)
      expect(String(value.number).slice(-4)).toBe(value.last4)
    },
  )
  check(
    'has the name of its holder',
    closed({ name: text, birthday: text, card: closed({ name: text, number: text, cvc: text }) }),
    (value) => expect((value.card as JsonObject).name).toBe(value.name),
  )
})

describe('a bank account', () => {
  check('has the numbers of its IBAN', closed({ iban: text, bban: text, bic: text }), ({ iban, bban, bic }) => {
    expect(iban).toMatch(new RegExp(`${bban}$`))
    const length = { DE: 22, FR: 27, GB: 22, SE: 24 }[String(iban).slice(0, 2)]
    expect(iban).toHaveLength(length ?? 0)
    expect(String(bic).slice(4, 6)).toBe(String(iban).slice(0, 2))
  })
})

describe('an event has one date', () => {
  check(
    'in the words of people',
    closed({ published_at: moment, readable_publish_date: { ...text, example: 'Apr 7' } }),
    (value) => {
      const at = new Date(String(value.published_at))
      const month = at.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
      expect(value.readable_publish_date).toBe(`${month} ${at.getUTCDate()}`)
    },
  )
  check(
    'of its time of the day',
    closed({ startDate: { ...text, format: 'date' }, startTime: { type: 'integer', description: 'Unix time' } }),
    (value) => expect(new Date(Number(value.startTime) * 1000).toISOString().slice(0, 10)).toBe(value.startDate),
  )
  check('before its end, if it is early', closed({ earlyCloseDate: moment, end: moment }), (value) =>
    expect(Date.parse(String(value.earlyCloseDate))).toBeLessThan(Date.parse(String(value.end))),
  )
})

describe('a part of another kind of record is left out', () => {
  it('where its description has that condition', async () => {
    const schema = closed(
      {
        type: { ...text, enum: ['audio'] },
        kind: { ...text, enum: ['video', 'audio'] },
        width: { type: 'integer', description: 'In pixels. Only set for `video` tracks.' },
        volume: { type: 'integer', description: 'Only set for `audio` tracks.' },
        name: { ...text, description: 'Visible only if a video is shown.' },
      },
      ['width', 'volume'],
    )
    for (const seed of seeds) {
      const value = await generateSample(schema, seed)
      expect([value.kind, Object.hasOwn(value, 'width')]).toEqual([value.kind, value.kind === 'video'])
      expect(Object.hasOwn(value, 'volume')).toBe(value.kind === 'audio')
      expect(value).toHaveProperty('name')
    }
  })
})

describe('a city is that of no example', () => {
  it('where only some of its properties have one', async () => {
    const zip = { ...text, maxLength: 5, examples: ['24118'] }
    const city = { ...text, examples: ['Kiel'] }
    for (const seed of seeds) {
      const value = await generateSample(closed({ city, zip, street: text }), seed, { imitate: true, examples: true })
      expect(value.city).not.toBe('Kiel')
      expect(value.zip).not.toBe('24118')
    }
  })
})

describe('what is repeated from a list agrees with it:', () => {
  const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items, minItems: 1 })
  const algorithm = { ...text, enum: ['SHA1', 'SHA256', 'RSA'] }
  check('a default', closed({ defaultValue: algorithm, allowedValues: listOf(algorithm) }), (value) =>
    expect(value.allowedValues).toContain(value.defaultValue),
  )
  check('a name', closed({ artistName: text, artists: listOf(closed({ name: text })) }), ({ artistName, artists }) =>
    expect((artists as readonly JsonObject[])[0]?.name).toBe(artistName),
  )
})

describe('two forms of one thing agree:', () => {
  const byte = { type: 'integer', minimum: 0, maximum: 255 }
  check('a color', closed({ hex: text, red: byte, green: byte, blue: byte }), ({ hex, red, green, blue }) => {
    const digits = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')
    expect(String(hex).slice(-6)).toBe(digits)
  })
  check(
    'a code and its words',
    closed({ value: { ...text, enum: ['PART_TIME'] }, desc: { ...text, example: 'Pending' } }),
    ({ desc }) => expect(desc).toBe('Part time'),
  )
  check(
    'a tax and its rate',
    closed({ tax: closed({ baseAmount: { type: 'number' }, amount: { type: 'number' }, rate: { type: 'number' } }) }),
    ({ tax }) => {
      const { baseAmount, amount, rate } = tax as Readonly<Record<string, number>>
      expect(amount).toBeCloseTo((Number(baseAmount) * Number(rate)) / 100, 1)
    },
  )
  const coordinates = { type: 'array', items: { type: 'number' } }
  check('a geometry', closed({ type: { ...text, enum: ['Polygon', 'Point'] }, coordinates }), ({ type }) =>
    expect(type).toBe('Point'),
  )
})

describe('of several ways to pay', () => {
  it('a record has one', async () => {
    const ways = {
      paypal: closed({ email: text }),
      card: closed({ number: text }),
      bank_account: closed({ iban: text }),
    }
    for (const seed of seeds)
      expect(Object.keys(await generateSample(closed(ways, Object.keys(ways)), seed))).toEqual(['paypal'])
  })
})

describe('a flag', () => {
  const flag = { type: 'boolean' }
  check(
    'that something exists does not deny what is beside it',
    closed({ has_secret: flag, client_secret: text }),
    (value) => expect(value.has_secret).toBe(true),
  )
})

describe('a name decides the form of', () => {
  check('lists of addresses of a network', closed({ ip_whitelist: { type: 'array', items: text } }), (value) => {
    for (const address of value.ip_whitelist as string[]) expect(address).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  })
  check('the number of a country', closed({ cca2: text, ccn3: text }), (value) => {
    expect(value.cca2).toMatch(/^[A-Z]{2}$/)
    expect(value.ccn3).toMatch(/^\d{3}$/)
  })
  check('the file of a picture', closed({ logo_file_name: text }), (value) =>
    expect(value.logo_file_name).toMatch(/\.png$/),
  )
  const pattern = '[\\w-]+:[0-9a-f-]+'
  check('an id, although its pattern allows a time', closed({ pool_id: { ...text, pattern } }), (value) =>
    expect(value.pool_id).not.toMatch(/T\d\d:/),
  )
  check('scopes, which are those of an access only beside one', closed({ locale: text, scope: text }), (value) =>
    expect(value.scope).not.toMatch(/^(read|write)$/),
  )
})

describe('examples of times', () => {
  const at = (example: string) => ({ ...moment, example })
  const written = closed({ created_at: at('2025-10-15T13:51:59.950Z'), expires_at: at('2025-10-15T13:51:59.952Z') })
  const sampleOf = (schema: JsonObject): Promise<Values> => generateSample(schema, 1, { imitate: true, examples: true })

  it('are used if all times have one', async () => {
    const schema = closed({ created_at: at('2023-02-01T10:00:00Z'), updated_at: at('2023-02-03T11:30:00Z') })
    expect(await sampleOf(schema)).toEqual({ created_at: '2023-02-01T10:00:00Z', updated_at: '2023-02-03T11:30:00Z' })
  })
  it('are not used beside a generated one', async () => {
    const schema = closed({ created_at: at('2025-10-15T13:51:40Z'), closed_at: moment })
    const { created_at, closed_at } = await sampleOf(schema)
    expect(created_at).not.toContain('13:51:40')
    expect(Date.parse(String(created_at))).toBeLessThan(Date.parse(String(closed_at)))
  })
  it('are not used if a tool wrote one of them', async () => {
    const { seen_at } = await sampleOf(closed({ seen_at: at('2025-10-15T13:51:59.950Z') }))
    expect(seen_at).not.toMatch(/13:51:59/)
  })
  it('are not used if they are of one moment', async () => {
    const { created_at, expires_at } = await sampleOf(written)
    expect(Date.parse(String(expires_at)) - Date.parse(String(created_at))).toBeGreaterThan(60_000)
  })
})
