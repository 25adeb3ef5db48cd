/**
 * Numbers that are called by what they are to each other: what was done and what was not, means and totals, stock, parts of a text.
 */
import { describe, expect, it } from 'vitest'
import { isEpochName } from '../../../src/contract/sample/dates.ts'
import { readQuantity } from '../../../src/contract/sample/quantities.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { type AgreeOptions, agree, describeAgreeing } from '../../support/agree.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const tax = { base_amount: 10, amount: 5, charge: 300, rate: 20 }
const halfTax = { base_amount: 100, amount: 10, charge: 10, rate: 10 }

const rows: readonly (readonly [given: JsonObject, expected: JsonObject, options?: AgreeOptions])[] = [
  [
    { amount: 50, applied_amount: 8, unapplied_amount: 50 },
    { amount: 50, applied_amount: 8, unapplied_amount: 42 },
  ],
  [
    { inputRecords: 17, recordsNotProcessed: 17, totalRecordsProcessed: 17 },
    { inputRecords: 17, recordsNotProcessed: 0, totalRecordsProcessed: 17 },
  ],
  [
    { average_order_revenue: 416.5, total_revenue: 120 },
    { average_order_revenue: 30, total_revenue: 120 },
  ],
  [
    { averageOrderValue: 9, totalValue: 120, orders: 8 },
    { averageOrderValue: 15, totalValue: 120, orders: 8 },
  ],
  // Stars are not added up.
  [
    { average_rating: 4, total_ratings: 2 },
    { average_rating: 4, total_ratings: 2 },
  ],
  [
    { cost_per_click: 9, cost: 60, clicks: 40 },
    { cost_per_click: 2, cost: 60, clicks: 40 },
  ],
  [
    { per_try_timeout_msec: 519, timeout_msec: 84 },
    { per_try_timeout_msec: 21, timeout_msec: 84 },
  ],
  [
    { onHandUnits: 14, reservedUnits: 14, pickedUnits: 14, availableUnits: 14, backOrderQuantity: 19 },
    { onHandUnits: 14, reservedUnits: 3, pickedUnits: 3, availableUnits: 8, backOrderQuantity: 0 },
  ],
  [
    { post_number: 8, reply_to_post_number: '8' },
    { post_number: 8, reply_to_post_number: '4' },
  ],
  [{ post_number: 1, reply_to_post_number: 1 }, { post_number: 1 }, { optional: ['reply_to_post_number'] }],
  [
    { airs_after_season_number: 9, airs_before_season_number: 9 },
    { airs_after_season_number: 9, airs_before_season_number: 10 },
  ],
  [
    { full_size: 100, images: { size: 250 } },
    { full_size: 250, images: { size: 250 } },
  ],
  [
    { CollectedVAT: 1397, DeductibleVAT: 8, PayableVAT: 1804, TaxableTurnover: 1000 },
    { CollectedVAT: 200, DeductibleVAT: 8, PayableVAT: 192, TaxableTurnover: 1000 },
  ],
  [
    { block_size: 6, record_length: 84 },
    { block_size: 840, record_length: 84 },
  ],
  [
    { amount: 1000, developer_amount: 100, fee_amount: 30, marketplace_amount: 100 },
    { amount: 1000, developer_amount: 870, fee_amount: 30, marketplace_amount: 100 },
  ],
  [
    { depth: 0, child_categories: [{ depth: 46 }] },
    { depth: 0, child_categories: [{ depth: 1 }] },
  ],
  [
    { messages: [], total_item_count: 13, unread_item_count: 13 },
    { messages: [], total_item_count: 0, unread_item_count: 0 },
  ],
  [
    { 'start-index': 0, 'end-index': 9, 'max-results': 50, items: ['a', 'b'], size: 30 },
    { 'start-index': 0, 'end-index': 1, 'max-results': 50, items: ['a', 'b'], size: 2 },
  ],
  [
    { is_sent: false, click_count: 16, total_click_count: 16 },
    { is_sent: false, click_count: 0, total_click_count: 0 },
  ],
  [
    { actualCapacity: 127, config: { desiredCapacity: 58 } },
    { actualCapacity: 58, config: { desiredCapacity: 58 } },
  ],
  [
    { quantity: 2, amount: 1000, amount_per_unit: 500, list_price_per_unit: 65 },
    { quantity: 2, amount: 1000, amount_per_unit: 500, list_price_per_unit: 500 },
  ],
  [
    { amount: 50, category_unit_price: 60 },
    { amount: 50, category_unit_price: 13 },
  ],
  [
    { incl_vat: 600, vat: 2.5 },
    { incl_vat: 600, vat: 100 },
  ],
  [
    { amount: 73, rate: 40, hours_or_units: 5 },
    { amount: 200, rate: 40, hours_or_units: 5 },
  ],
  [
    { shipments: 86, label_ids: ['a'] },
    { shipments: 1, label_ids: ['a'] },
  ],
  [
    { number_of_pixels_in_image: 1000, colors: [{ number_of_pixels: 20, percentage: '22' }] },
    { number_of_pixels_in_image: 1000, colors: [{ number_of_pixels: 20, percentage: '2' }] },
  ],
  // A documented total of a list that was generated.
  [
    { totalExamples: 20, totalLabels: 2, summary: { labels: [{ numExamples: 40 }] } },
    { totalExamples: 40, totalLabels: 1, summary: { labels: [{ numExamples: 40 }] } },
    { fixed: ['totalExamples', 'totalLabels'] },
  ],
  // An amount counts nothing.
  [
    { total_refund: 0, total_refunds: 0, refunds: [{}] },
    { total_refund: 0, total_refunds: 0, refunds: [{}] },
    { fixed: ['total_refund', 'total_refunds'] },
  ],
  // The rates of two taxes are half of the usual one each.
  [
    { net_price: 100, price: 150, taxes: [tax, tax] },
    { net_price: 100, price: 120, taxes: [halfTax, halfTax] },
  ],
  [
    { aspect: 1.5, aspect_ratio: '16:9', width: 320, height: 500 },
    { aspect: 1.78, aspect_ratio: '16:9', width: 320, height: 180 },
  ],
  [
    { hd: { width: 1280, height: 720, file_size: 3 }, sd: { width: 640, height: 360, file_size: 5 } },
    { hd: { width: 1280, height: 720, file_size: 5 }, sd: { width: 640, height: 360, file_size: 3 } },
  ],
  [
    { Charges: [{ Amount: { Amount: '137.34' } }], Initiation: { InstructedAmount: { Amount: '100.00' } } },
    { Charges: [{ Amount: { Amount: '5.00' } }], Initiation: { InstructedAmount: { Amount: '100.00' } } },
  ],
  [{ start: 38, end: 46, tag: 'Monday' }, { start: 38, end: 45, tag: 'Monday' }, { owner: 'hashtags' }],
  // A link is behind the words.
  [
    { offset: 3, length: 8, url: 'https://example.com' },
    { offset: 3, length: 8, url: 'https://example.com' },
    { owner: 'entities' },
  ],
  // Seconds of a film.
  [{ start: 38, end: 46, text: 'Monday' }, { start: 38, end: 46, text: 'Monday' }, { owner: 'captions' }],
]

describeAgreeing('numbers fit each other:', rows)

describe('a name', () => {
  it('that ends with a number counts nothing', () => {
    expect(readQuantity('reply_to_post_number')).toBeUndefined()
    expect(readQuantity('total_number')).toBeDefined()
    expect(readQuantity('guests_number')).toBeDefined()
  })
  it('of how a date is written is not that of a time', () => expect(isEpochName('date_format')).toBe(false))
})

const integer = { type: 'integer' }
const usual: readonly (readonly [name: string, expected: readonly unknown[]])[] = [
  ['fps', [24, 25, 30, 50, 60]],
  ['port_speed', [1000, 10_000, 100_000]],
  ['memory', [512, 1024, 2048]],
  ['bookingInterval', [15, 30, 60]],
  ['bookmarked', [0, 1]],
  ['try_number', [1]],
]

describe('what comes in a few sizes is of one of them:', () => {
  for (const [name, expected] of usual)
    it(name, async () => {
      for (const seed of seeds)
        expect(expected).toContain((await generateSample(closed({ [name]: integer }), seed))[name])
    })
  it('a film in 4k', async () => {
    const sides = closed({ width: integer, height: integer })
    expect(await generateSample(closed({ '4k': sides }), 1)).toEqual({ '4k': { width: 3840, height: 2160 } })
  })
  it('an ordinal is whole', async () => {
    const sample = await generateSample(closed({ vendorNumber: { type: 'number' } }), 1)
    expect(Number.isInteger(sample.vendorNumber)).toBe(true)
  })
  it('a score with one decimal', async () => {
    for (const seed of seeds) {
      const { cvss_score } = await generateSample(closed({ cvss_score: { type: 'number' } }), seed)
      expect(String(cvss_score)).toMatch(/^\d(\.\d)?$/)
    }
  })
})

it('a content in base64 is a file of the type beside it', () => {
  const { data, fileSize } = agree({ contentType: 'application/pdf', data: 'c3dpZnQtaGFyYm9y', fileSize: 12 })
  const content = Buffer.from(String(data), 'base64')
  expect(content.toString()).toMatch(/^%PDF/)
  expect(fileSize).toBe(content.length)
})

it('digits of a pattern do not begin with zeros', async () => {
  const rate = { type: 'string', pattern: String.raw`^\d{1,3}$` }
  const found = await Promise.all(seeds.map((seed) => generateSample(closed({ gizmo: rate }), seed)))
  for (const { gizmo } of found) expect(gizmo).toMatch(/^[1-9]/)
})
