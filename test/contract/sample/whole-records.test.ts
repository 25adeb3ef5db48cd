/**
 * Values of one record that are about one thing do not contradict each other: members of several enums, two forms of one value,
 * singular and plural, a value and the object around it, examples of the document beside generated values.
 */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/ports.ts'
import { generateSample, type SampleOptions, seeds, type Values } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const text = { type: 'string' }
const number = { type: 'integer', minimum: 1, maximum: 9 }
const among = (...members: readonly Json[]): JsonObject => ({ ...text, enum: members })
const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items, minItems: 1 })

const check = (name: string, schema: JsonObject, agree: (value: Values) => void, options: SampleOptions = {}): void =>
  it(name, async () => {
    for (const seed of seeds) agree(await generateSample(schema, seed, { imitate: true, ...options }))
  })

describe('enums of one record are about one thing:', () => {
  const system = among('windows', 'linux', 'macos')
  check(
    'the system that a platform has',
    closed({ os: among('ios', 'android', 'windows'), platform: among('iOS') }),
    (value) => expect(value.os).toBe('ios'),
  )
  check(
    'the first of two that may be anything',
    closed({ platform: system, device: closed({ os: among('Linux', 'Windows', 'macOS') }) }),
    ({ platform, device }) => expect(String((device as JsonObject).os).toLowerCase()).toBe(platform),
  )
  check('a string beside them', closed({ platform: system, browser: text, operatingSystem: text }), (value) => {
    const browsers: Values = { windows: 'Chrome', linux: 'Firefox', macos: 'Safari' }
    expect(value.browser).toBe(browsers[String(value.platform)])
    expect(String(value.operatingSystem).toLowerCase()).toBe(value.platform)
  })
  check(
    'a way to pay by card has a brand, and one by bank has none',
    closed({ method: among('card'), source: among('bank_transfer', 'visa') }),
    (value) => expect(value.source).toBe('visa'),
  )
  check('a file', closed({ type: among('video'), mimeType: among('image/png', 'video/mp4') }), (value) =>
    expect(value.mimeType).toBe('video/mp4'),
  )
  const flag = { type: 'boolean' }
  check('flags', closed({ type: among('video'), isVideo: flag, isImage: flag }), ({ isVideo, isImage }) =>
    expect([isVideo, isImage]).toEqual([true, false]),
  )
  check(
    'an enum that mentions another one',
    closed({ objectType: among('user', 'order'), event: among('order_paid') }),
    (value) => expect(value.objectType).toBe('order'),
  )
  check(
    'a type of a category',
    closed({ category: among('notification', 'file_upload'), type: among('s3_upload', 'ftp_upload') }),
    (value) => expect(value.category).toBe('file_upload'),
  )
  check(
    'reasons',
    closed({ health: text, healthStatus: among('HEALTHY'), healthReasons: listOf(among('NO_AGENT')) }, [
      'healthReasons',
    ]),
    (value) => expect(value).not.toHaveProperty('healthReasons'),
  )
  check(
    'an object within a record has the kind that its name says',
    closed({ type: among('video'), thumbnail: closed({ format: among('mp4', 'png') }) }),
    ({ thumbnail }) => expect(thumbnail).toEqual({ format: 'png' }),
  )
  it('but not those of what it came from', async () => {
    const schema = closed({ type: among('video'), sourceType: among('image', 'video') })
    const found = await Promise.all(seeds.map((seed) => generateSample(schema, seed)))
    expect(new Set(found.map(({ sourceType }) => sourceType)).size).toBe(2)
  })
})

describe('a type is what its object is called:', () => {
  it('that of a resource in JSON:API in the plural', async () => {
    const owner = closed({ data: closed({ id: text, type: text }) })
    const schema = closed({ id: text, type: text, attributes: closed({}), relationships: closed({ hut: owner }) })
    const value = await generateSample(schema, 1, { imitate: true, name: 'lodge' })
    expect(value).toMatchObject({ type: 'lodges', relationships: { hut: { data: { type: 'huts' } } } })
  })
  it('that of a kind of call by the word that they share', async () => {
    const schema = closed({ call_type: among('sms_call', 'flash_call', 'video_call') })
    for (const seed of seeds)
      expect((await generateSample(schema, seed, { name: 'flash' })).call_type).toBe('flash_call')
  })
  it('the kind of a resource', async () => {
    const schema = closed({ kind: { ...text, description: 'Kind of resource.' } })
    expect((await generateSample(schema, 1, { name: 'huts' })).kind).toBe('hut')
    expect((await generateSample(schema, 1, { name: 'followers' })).kind).toBe('user')
  })
})

it('the value of a field is what a property of its name would have', async () => {
  const field = closed({ name: { const: 'country' }, value: text })
  for (const seed of seeds) {
    const value = await generateSample(closed({ country: text, fields: field }), seed)
    expect(value.fields).toEqual({ name: 'country', value: value.country })
  }
})

describe('two forms of one thing agree:', () => {
  check(
    'a version and its parts',
    closed({ version: text, versionNumber: closed({ Major: number, Minor: number, Build: number }) }),
    ({ version, versionNumber }) => {
      const { Major, Minor, Build } = versionNumber as JsonObject
      expect(version).toBe(`${Major}.${Minor}.${Build}`)
    },
  )
  check('two versions', closed({ version: text, versionNumber: text }), ({ version, versionNumber }) =>
    expect(versionNumber).toBe(version),
  )
  check(
    'an address and its parts',
    closed({ url: text, host: text, path: text, protocol: among('HTTP', 'HTTPS') }),
    ({ url, host, path, protocol }) => expect(`${String(protocol).toLowerCase()}://${host}${path}`).toBe(url),
  )
  check('a hash and its algorithm', closed({ algorithm: among('MD5'), hash: text }), ({ hash }) =>
    expect(hash).toMatch(/^[0-9a-f]{32}$/),
  )
  check('a color and its code', closed({ color: text, hexCode: text }), ({ color, hexCode }) =>
    expect(['teal', 'black'].includes(String(color)) ? hexCode : '').toMatch(/^(|#?(00897b|000000))$/),
  )
  const side = { type: 'integer', minimum: 300, maximum: 900 }
  check('a picture and its form', closed({ width: side, height: side, orientation: text }), (value) =>
    expect(value.orientation).toBe(Number(value.width) < Number(value.height) ? 'portrait' : 'landscape'),
  )
  check('a formatted number', closed({ score: { type: 'integer' }, formattedScore: text }), (value) =>
    expect(value.formattedScore).toBe(String(value.score)),
  )
  check('a field and its type', closed({ type: among('EMAIL'), value: text }), ({ value }) =>
    expect(value).toMatch(/^[a-z.]+@example\.com$/),
  )
  check(
    'the code and the name of a language',
    closed({ language: closed({ id: text, label: text }) }),
    ({ language }) => {
      const { id, label } = language as JsonObject
      expect({ en: 'English', de: 'German', fr: 'French', sv: 'Swedish' }[String(id)]).toBe(label)
    },
  )
  check(
    'the parts of two addresses of one person',
    closed({
      billingAddress: closed({ street: text, zip: text }),
      shippingAddress: closed({ street: text, zip: text }),
    }),
    (value) => expect(value.shippingAddress).toEqual(value.billingAddress),
  )
  check(
    'the number of a house',
    closed({ address: text, city: text, street_number: { type: 'integer' } }),
    ({ address, street_number }) => expect(String(address).split(' ')[0]).toBe(String(street_number)),
  )
  check(
    'a file that the document shows and its media type',
    closed({ scanFilename: { ...text, example: 'Old Scan (2).pdf' }, scanMime: among('image/png') }),
    ({ scanFilename }) => expect(scanFilename).toBe('Old Scan (2).png'),
  )
  check('a day and its name', closed({ date: { ...text, format: 'date' }, weekday: text }), ({ date, weekday }) =>
    expect(new Date(String(date)).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })).toBe(weekday),
  )
  check('a phone number', closed({ phone: text, formattedPhoneNumber: text, fax: text }), (value) => {
    expect(value.formattedPhoneNumber).toBe(value.phone)
    expect(value.fax).not.toBe(value.phone)
  })
  check('the name of a thing and its address (ARN)', closed({ name: text, arn: text }), ({ name, arn }) =>
    expect(arn).toMatch(new RegExp(`/${String(name).toLowerCase().replace(' ', '-')}$`)),
  )
})

describe('singular and plural agree:', () => {
  check('strings', closed({ email: text, emails: listOf(text) }), ({ email, emails }) =>
    expect((emails as readonly Json[])[0]).toBe(email),
  )
  check('objects', closed({ category: text, categories: listOf(closed({ name: text })) }), (value) =>
    expect((value.categories as readonly JsonObject[])[0]?.name).toBe(value.category),
  )
})

describe('a person', () => {
  check(
    'is called the same in an object with the parts of the name',
    closed({ customerName: text, customer: closed({ firstName: text, lastName: text }) }),
    ({ customerName, customer }) => {
      const { firstName, lastName } = customer as JsonObject
      expect(customerName).toBe(`${firstName} ${lastName}`)
    },
  )
  check('is called like the email', closed({ translatorName: text, translatorEmail: text }), (value) =>
    expect(String(value.translatorEmail)).toBe(
      `${String(value.translatorName).toLowerCase().replace(' ', '.')}@example.com`,
    ),
  )
  const people = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u
  check(
    'is not called a channel',
    closed({ displayName: text, email: text }),
    ({ displayName, email }) => {
      expect(displayName).toMatch(/^\w+ [a-z]+$/)
      expect(email).toBe(`${String(displayName).toLowerCase().replace(' ', '-')}@example.com`)
    },
    { name: 'channels' },
  )
  check(
    'is not the name of what a thing belongs to',
    closed({ parent: closed({ id: text, name: text }) }),
    ({ parent }) => expect((parent as JsonObject).name).not.toMatch(people),
  )
  check('is nothing that only has an email', closed({ name: text, email: text }), ({ name }) =>
    expect(name).not.toMatch(people),
  )
  check('is who has a birthday', closed({ name: text, birthday: text }), ({ name }) => expect(name).toMatch(people))
})

describe('examples of single properties', () => {
  const shown = (example: Json, schema: JsonObject = text): JsonObject => ({ ...schema, example })
  const options = { examples: true }
  const whole = { city: shown('Kiel'), country: shown('DE'), latitude: shown(54.3, { type: 'number' }) }
  check(
    'are used if those of an address are complete',
    closed(whole),
    (value) => expect(value).toEqual({ city: 'Kiel', country: 'DE', latitude: 54.3 }),
    options,
  )
  check(
    'are not used beside a part without one',
    closed({ ...whole, address: closed({ zip: text }) }),
    (value) => {
      expect(value.city).not.toBe('Kiel')
      expect(value.latitude).not.toBe(54.3)
    },
    options,
  )
  check(
    'that name a place are not used beside a generated one',
    closed({ city: text, hint: shown('Kiel Harbour') }),
    (value) => expect(value.hint).not.toBe('Kiel Harbour'),
    options,
  )
})
