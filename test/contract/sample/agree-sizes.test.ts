/**
 * Sizes of one object agree: sides in one unit, volumes, lengths of contents, forms of one picture, ends of secrets, and taxes of a price.
 */
import { expect, it } from 'vitest'
import { places } from '../../../src/contract/sample/places.ts'
import { describeAgreeing } from '../../support/agree.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

describeAgreeing('the sides of a thing are in one unit', [
  [
    { outer_width: 1132, outer_depth: 27, outer_unit: 'in' },
    { outer_width: 19, outer_depth: 27, outer_unit: 'in' },
  ],
  [
    { width: 30, height: 9, length: 40 },
    { width: 30, height: 9, length: 40 },
  ],
  [
    { image_width: 1132, depth: 27 },
    { image_width: 1132, depth: 27 },
  ],
])

describeAgreeing('what is in a box is at most as large', [
  [
    { x: 6, y: 1, z: 1, volume: 19.13, surface_area: 12.19 },
    { x: 6, y: 1, z: 1, volume: 6, surface_area: 26 },
  ],
])

describeAgreeing('the size of a content beside it', [
  [
    { content: 'YW1iZXItdGltYmVy', size: 385524 },
    { content: 'YW1iZXItdGltYmVy', size: 12 },
  ],
  [
    { body: 'Used by several teams.', byte_count: '9000' },
    { body: 'Used by several teams.', byte_count: '22' },
  ],
])

describeAgreeing('what is used as something is one of the list', [
  [
    { attribute_as_label: 'Mellow harbor', attributes: ['name', 'color'] },
    { attribute_as_label: 'name', attributes: ['name', 'color'] },
  ],
])

it('what is written fits in one message, in the alphabet of phones', async () => {
  const text = { type: 'string' }
  const schema = closed({ sms: closed({ parts: { type: 'integer' }, text, encoding: text }) })
  for (const seed of seeds) {
    const { sms } = await generateSample(schema, seed)
    expect(sms).toMatchObject({ parts: 1, encoding: 'GSM-7' })
  }
})

it('a state whose code has three letters is cut where only two are allowed', async () => {
  const code = { type: 'string', description: 'The two-letter code for the province.' }
  for (const seed of seeds) {
    const { province_code } = await generateSample(closed({ province_code: code }), seed)
    expect(places.some(({ stateCode }) => stateCode.startsWith(String(province_code)))).toBe(true)
  }
})

describeAgreeing('the end of a secret', [
  [
    { sha1: '261f427d1a90d4bbfb9bc8d5babdb9e618a68077', token_last_eight: '093130f0' },
    { sha1: '261f427d1a90d4bbfb9bc8d5babdb9e618a68077', token_last_eight: '18a68077' },
  ],
  [
    { name: 'Vivid garden', last4: '4242' },
    { name: 'Vivid garden', last4: '4242' },
  ],
])

describeAgreeing('the forms of one picture', [
  [
    { fixed_height: { width: '400', height: '767' }, fixed_height_still: { width: '200', height: '90' } },
    { fixed_height: { width: '400', height: '767' }, fixed_height_still: { width: '200', height: '384' } },
  ],
  [
    {
      name: 'Harbor',
      artifacts: [
        { width: 900, height: 600 },
        { width: 300, height: 700 },
      ],
    },
    {
      name: 'Harbor',
      artifacts: [
        { width: 900, height: 600 },
        { width: 300, height: 200 },
      ],
    },
  ],
  [
    { avatar: { width: 100, height: 100 }, cover: { width: 900, height: 300 } },
    { avatar: { width: 100, height: 100 }, cover: { width: 900, height: 300 } },
  ],
])

describeAgreeing('each part of an index is on as many machines as there are copies', [
  [
    { pods: 11, replicas: 2, shards: 3 },
    { pods: 6, replicas: 2, shards: 3 },
  ],
])

describeAgreeing('amounts that are not paid, taxes of a price', [
  [
    { total: 161.7, unpaid: 900 },
    { total: 161.7, unpaid: 161.7 },
  ],
  [
    { Amount: 200, DueAmount: 7729, TotalCost: 7729 },
    { Amount: 200, DueAmount: 230, TotalCost: 230 },
  ],
  [
    { netPrice: 100, price: 100, taxes: [{ amount: 55, baseAmount: 308, rate: 10 }] },
    { netPrice: 100, price: 110, taxes: [{ amount: 10, baseAmount: 100, rate: 10 }] },
  ],
  [
    { TotalAmount: 60, Balance: 60, Allocations: [{ AllocationAmount: 5 }, { AllocationAmount: 7 }] },
    { TotalAmount: 60, Balance: 0, Allocations: [{ AllocationAmount: 30 }, { AllocationAmount: 30 }] },
  ],
  [
    { amount: { value: '56.77' }, roundUp: { amount: { value: '12.98' } } },
    { amount: { value: '56.77' }, roundUp: { amount: { value: '0.40' } } },
  ],
  [
    { retailRate: { total: { amount: 144 } }, cancellationPolicies: [{ fee: { price: { amount: 357 } } }] },
    { retailRate: { total: { amount: 144 } }, cancellationPolicies: [{ fee: { price: { amount: 7 } } }] },
  ],
])

it('an example that is a locale is followed by one of another country, and what is unpaid is not an id', async () => {
  const schema = closed({ marketId: { type: 'string', example: 'lu_LU' }, unpaid: { type: 'number' } })
  for (const seed of seeds) {
    const { marketId, unpaid } = await generateSample(schema, seed, { imitate: true })
    expect(['en_US', 'en_CA', 'en_GB', 'en_AU', 'de_DE', 'fr_FR', 'sv_SE', 'fr_CA']).toContain(marketId)
    expect(unpaid).toBeLessThan(1000)
  }
})
