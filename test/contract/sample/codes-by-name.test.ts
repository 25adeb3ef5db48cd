/**
 * Strings with a fixed form by the names of their properties: codes, numbers of things, digests, dates of cards.
 */
import { describe, expect, it } from 'vitest'
import { generateValue } from '../../../src/contract/sample/generate-value.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { closed } from '../../support/write-document.ts'

const file = '/gadgets.yaml'
const text = { type: 'string' }
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

type Values = Readonly<Record<string, unknown>>

const generateAll = async (schema: JsonObject): Promise<readonly Values[]> => {
  const files = new Map([[file, { schema }]])
  const compiler = createSchemaCompiler(files, '3.1')
  const node = { file, pointer: '/schema', value: schema }
  return Promise.all(
    seeds.map(async (seed) => {
      const options = { mode: 'realistic', seed, examples: false, imitate: false } as const
      const generated = await generateValue({ files, dialect: '3.1', compiler }, node, options)
      return (generated.kind === 'generated' ? generated.value : {}) as Values
    }),
  )
}

describe('a string has the form of what its name means:', () => {
  const rows: readonly (readonly [name: string, keywords: JsonObject, form: RegExp])[] = [
    ['imsi', {}, /^31\d{13}$/],
    ['iccid', {}, /^89\d{17}$/],
    ['sku', {}, /^SKU-\d{5}$/],
    ['versionString', {}, /^[1-4]\.\d\.\d$/],
    ['internationalBankAccountNumber', {}, /^(GB|DE|FR|SE)\d\d[A-Z0-9]+$/],
    ['businessIdentifierCode', {}, /^[A-Z]{6}[A-Z0-9]{2}$/],
    ['ApprovalStatusCode', {}, /^(pending|approved)$/],
    ['TransactionStatusCode', {}, /^(active|pending)$/],
    ['upstream_status_code', {}, /^200$/],
    ['attribute_as_image', {}, /^[a-z]+-[a-z]+$/],
    ['licensingModel', {}, /^(subscription|perpetual)$/],
    ['python_date_format', {}, /^%Y-%m-%d$/],
    ['essid', {}, /-wifi$/],
    ['avs_result', {}, /^Y$/],
    ['trainStats', {}, /^\{\}$/],
    ['barcodeScanValue', {}, /^\d{13}$/],
    ['ExpenseUnitName', {}, /^(piece|hour|kg)$/],
    ['crop', {}, /^\d+x\d+$/],
    ['phoneType', {}, /^(mobile|home|work)$/],
    ['instanceType', { description: 'The instance type of the environment.' }, /\./],
    ['invoice_number', {}, /^INV-\d{6}$/],
    ['order_number', {}, /^ORD-\d{6}$/],
    ['tracking_number', {}, /^1Z\d{16}$/],
    ['reference_code', {}, /^REF-\d{6}$/],
    ['serial_number', {}, /^SN\d{8}$/],
    ['file_no', {}, /^\d{6}$/],
    ['coupon_code', {}, /^[A-Z]+[1-5]\d$/],
    ['code', {}, /^[A-Z]{3}-\d{3}$/],
    ['code', { maxLength: 4 }, /^\d{4}$/],
    ['reason_code', {}, /^[A-Z]{3}-\d{3}$/],
    ['reason_code', { maxLength: 4 }, /^\d{4}$/],
    ['status_code', {}, /^[A-Z]{3}-\d{3}$/],
    ['doi', {}, /^10\.5555\/\d{8}$/],
    ['identifier', {}, /^[0-9a-f]{12}$/],
    ['identifier', { maxLength: 8 }, /^\d{8}$/],
    ['api_key', {}, /^[0-9a-f]{32}$/],
    ['md5', {}, /^[0-9a-f]{32}$/],
    ['sha256', {}, /^[0-9a-f]{64}$/],
    ['commit_hash', {}, /^[0-9a-f]{40}$/],
    ['commit_hash', { maxLength: 10 }, /^[0-9a-f]{7}$/],
    ['etag', {}, /^[0-9a-f]{32}$/],
    ['password', {}, /^[a-z-]+-\d{3}$/],
    ['xml', {}, /^<[a-z]+\/>$/],
    ['version', {}, /^[1-4]\.\d\.\d$/],
    ['version', { maxLength: 2 }, /^v[1-4]$/],
    ['version', { maxLength: 1 }, /^[1-9]$/],
    ['image_name', {}, /^[a-z]+:1\.(\d|1\d|20)$/],
    ['color_code', {}, /^#[0-9a-f]{6}$/],
    ['color_code', { maxLength: 6 }, /^[0-9a-f]{6}$/],
    ['card_bin', {}, /^4\d{5}$/],
    ['cvc', {}, /^\d{3}$/],
    ['account_number', {}, /^\d{10}$/],
    ['sort_code', {}, /^20-\d\d-\d\d$/],
    ['vat_number', {}, /^[A-Z]{2}\d{9}$/],
    ['exp_month', {}, /^(0[1-9]|1[0-2])$/],
    ['exp_year', {}, /^203[1-4]$/],
    ['exp_year', { maxLength: 2 }, /^3[1-4]$/],
    ['rating', {}, /^[1-4]\.\d$/],
    ['percent', {}, /^([1-9]|1\d|2[0-5])$/],
    ['apartment', {}, /^Floor [1-9]$/],
    ['house_number', {}, /^[1-9]\d{0,2}$/],
    ['last_six', {}, /^[0-9a-f]{6}$/],
    ['last_eight', {}, /^[0-9a-f]{8}$/],
    ['year', {}, /^202[1-5]$/],
    ['month', {}, /^(0[1-9]|1[0-2])$/],
    ['billing_day', {}, /^([1-9]|1\d|2[0-8])$/],
    ['car_model', {}, /^[A-Z].* [1-9]\d{2}$/],
    ['middle_initial', {}, /^[A-Z]$/],
    ['slug', {}, /^[a-z-]+-\d{4}$/],
    ['zip_code', { maxLength: 5, pattern: '^\\d{5}$' }, /^\d{5}$/],
  ]
  for (const [name, keywords, form] of rows)
    it(`${name}${Object.keys(keywords).length > 0 ? ` with ${JSON.stringify(keywords)}` : ''}`, async () => {
      for (const value of await generateAll(closed({ [name]: { ...text, ...keywords } })))
        expect(String(value[name])).toMatch(form)
    })
})

describe('the names and types of one file agree:', () => {
  const oneOf = (...members: readonly string[]): JsonObject => ({ ...text, enum: members })
  const rows: readonly (readonly [what: string, properties: JsonObject, file: Values, ending: string])[] = [
    ['a video', { type: oneOf('video'), mime_type: text }, { mime_type: 'video/mp4' }, 'mp4'],
    [
      'a video among pictures',
      { type: oneOf('video'), mime_type: oneOf('image/png', 'video/quicktime') },
      { mime_type: 'video/quicktime' },
      'mov',
    ],
    ['a picture', { kind: oneOf('image'), content_type: text }, { content_type: 'image/png' }, 'png'],
    [
      'a picture of another format',
      { kind: oneOf('photo'), content_type: oneOf('video/mp4', 'image/jpeg') },
      { content_type: 'image/jpeg' },
      'jpg',
    ],
    [
      'a picture with its size',
      { mime_type: text, width: { type: 'integer' }, height: { type: 'integer' } },
      { mime_type: 'image/png' },
      'png',
    ],
    ['a video with its frames', { mime_type: text, fps: { type: 'integer' } }, { mime_type: 'video/mp4' }, 'mp4'],
  ]
  for (const [what, properties, expected, ending] of rows)
    it(what, async () => {
      for (const value of await generateAll(closed({ ...properties, file_name: text, file_extension: text }))) {
        expect(value).toMatchObject({ ...expected, file_extension: ending })
        expect(String(value.file_name)).toMatch(new RegExp(`^[a-z-]+\\.${ending}$`))
      }
    })

  it('what has no file in it is left as it is', async () => {
    for (const { type, mime_type: mimeType } of await generateAll(
      closed({ type: oneOf('parcel'), mime_type: oneOf('text/html') }),
    ))
      expect([type, mimeType]).toEqual(['parcel', 'text/html'])
  })
})

it('the currency is the same in a whole list, whatever the countries of its items', async () => {
  const codes = ['USD', 'CAD', 'GBP', 'AUD', 'EUR', 'SEK']
  const countries = ['US', 'CA', 'GB', 'AU', 'DE', 'FR', 'SE']
  const item = closed({ country: { ...text, enum: countries }, payout: closed({ currency: { ...text, enum: codes } }) })
  const lists = await generateAll(closed({ entries: { type: 'array', items: item, minItems: 6, maxItems: 6 } }))
  let different = 0
  for (const { entries } of lists as readonly { readonly entries: readonly Values[] }[]) {
    expect(new Set(entries.map(({ payout }) => (payout as Values).currency)).size).toBe(1)
    different = Math.max(different, new Set(entries.map(({ country }) => country)).size)
  }
  expect(different).toBeGreaterThan(1)
})

it('a national phone number has the area of the international one, without the code of the country', async () => {
  const properties = {
    country_code: { ...text, pattern: '^[A-Z]{2}$' },
    phone: { ...text, pattern: '^\\+\\d+$' },
    local_phone: { ...text, pattern: '^0\\d+$' },
  }
  for (const { country_code, phone, local_phone } of await generateAll(closed(properties))) {
    const begin = country_code === 'US' || country_code === 'CA' ? 2 : 3
    expect(String(local_phone).slice(1, 4), `${country_code} ${phone}`).toBe(String(phone).slice(begin, begin + 3))
  }
})

describe('a barcode has the length of its type:', () => {
  const lengths: Readonly<Record<string, number>> = { ean8: 8, upcA: 12, ean13: 13, ITF_14: 14 }
  for (const [type, length] of Object.entries(lengths))
    it(type, async () => {
      const barcode = closed({ type: { ...text, enum: [type] }, value: text })
      for (const { barcode: own } of await generateAll(closed({ barcode })))
        expect((own as Values).value).toMatch(new RegExp(`^\\d{${length}}$`))
    })
})

it('a date of birth has no time of day, whatever its format is', async () => {
  const schema = closed({ dateOfBirth: { ...text, format: 'date-time' } })
  for (const { dateOfBirth } of await generateAll(schema)) expect(dateOfBirth).toMatch(/T00:00:00/)
})

it('a link is fetched, rather than deleted', async () => {
  const link = closed({ rel: text, method: { ...text, enum: ['DELETE', 'GET', 'POST'] } })
  for (const { links } of await generateAll(closed({ links: { type: 'array', items: link } })))
    for (const { method } of links as readonly Values[]) expect(method).toBe('GET')
})

describe('a reference within a service names a record by what the property is called:', () => {
  const rows: readonly (readonly [name: string, form: RegExp])[] = [
    ['httpMethodCode', /^\/http_methods\/(GET|POST)$/],
    ['category', /^\/categories\/\d+$/],
    ['href', /^\/[a-z]+-[a-z]+$/],
  ]
  for (const [name, form] of rows)
    it(name, async () => {
      for (const value of await generateAll(closed({ [name]: { ...text, format: 'iri-reference' } })))
        expect(value[name]).toMatch(form)
    })
})
