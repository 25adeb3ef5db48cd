/**
 * Names that mean several things: a telling value only if the object says which one is meant, otherwise a plain one. Examples of
 * the same property elsewhere in the document.
 */
import { describe, expect, it } from 'vitest'
import { generateValue } from '../../../src/contract/sample/generate-value.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import type { Json, JsonObject } from '../../../src/ports.ts'
import { closed } from '../../support/write-document.ts'

const file = '/gadgets.yaml'
const text = { type: 'string' }
const integer = { type: 'integer' }
const number = { type: 'number' }
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

type Values = Readonly<Record<string, unknown>>

const generate = async (schema: JsonObject, seed: number, others: Json = {}): Promise<Values> => {
  const files = new Map([[file, { schema, others }]])
  const compiler = createSchemaCompiler(files, '3.1')
  const node = { file, pointer: '/schema', value: schema }
  const options = { mode: 'realistic', seed, examples: false, imitate: true } as const
  const generated = await generateValue({ files, dialect: '3.1', compiler }, node, options)
  expect(generated.kind, JSON.stringify(generated)).toBe('generated')
  return (generated.kind === 'generated' ? generated.value : {}) as Values
}

const email = { email: text }

describe('a name that means several things is plain, unless the object says which one is meant:', () => {
  const rows: readonly (readonly [name: string, beside: JsonObject, form: RegExp])[] = [
    ['nickname', { price: number }, /^[A-Z][a-z]+ [a-z]+$/],
    ['nickname', { first_name: text }, /^[a-z]+\.[a-z]+$/],
    ['role', {}, /^[a-z]+-[a-z]+$/],
    ['role', email, /^(admin|editor|viewer)$/],
    ['state_name', {}, /^[a-z]+-[a-z]+$/],
    ['language', { commit_id: text }, /^(Python|TypeScript)$/],
    ['language', email, /^[a-z]{2}$/],
    ['algorithm', {}, /^default$/],
    ['hash_algorithm', {}, /^SHA256$/],
    ['action_address', {}, /^[a-z]+-[a-z]+$/],
    ['home_address', {}, /^\d+ /],
    ['bucket_by', {}, /^[a-z]+-[a-z]+$/],
    ['changed_by', {}, /^[a-z]+\.[a-z]+$/],
    ['client_name', {}, /^[A-Z][a-z]+ (Ltd|Inc|Group|Labs|Works|Partners)$/],
    ['software_image', {}, /^[a-z]+:1\.\d+$/],
    ['image_width', {}, /^\d{3,4}$/],
    ['position_json', {}, /^\{\}$/],
    ['profile_name', {}, /^[A-Z][a-z]+ [a-z]+$/],
    ['document_name', {}, /^[a-z-]+\.(pdf|png|csv|txt)$/],
    ['format', {}, /^default$/],
    ['export_format', {}, /^(pdf|json|csv)$/],
    ['show_profile_link', {}, /^(true|false)$/],
    ['show_id', {}, /^[0-9a-f]+$/],
    ['license', {}, /^standard$/],
    ['license', { repository: text }, /^(MIT|Apache-2.0)$/],
    ['arn', {}, /^arn:aws:iam::123456789012:role\/[a-z]+-[a-z]+$/],
    ['managed_policy_arn', {}, /^arn:aws:iam::123456789012:policy\/[a-z]+-[a-z]+$/],
    ['load_balancer_arn', {}, /^arn:aws:elasticloadbalancing:.*:loadbalancer\/app\/[a-z]+-[a-z]+\/[0-9a-f]{16}$/],
    ['certificate_arn', {}, /^arn:aws:acm:[a-z-]+-\d:123456789012:certificate\/[a-z]+-[a-z]+$/],
    ['ReadinessCheckArn', {}, /^arn:aws:readiness:[a-z-]+-\d:123456789012:readiness-check\/[a-z]+-[a-z]+$/],
    ['sms_number', {}, /^\+\d{9,}$/],
    ['timestamp_millis', {}, /^1[67]\d{11}$/],
    ['timestamp_seconds', {}, /^1[67]\d{8}$/],
  ]
  for (const [name, beside, form] of rows)
    it(`${name} beside ${Object.keys(beside).join(', ') || 'nothing'}`, async () => {
      for (const seed of seeds) expect((await generate(closed({ ...beside, [name]: text }), seed))[name]).toMatch(form)
    })
})

describe('an example of the same property elsewhere in the document', () => {
  const others = closed({ zorble_form: { ...text, example: 'half moon' }, name: { ...text, example: 'Ada' } })

  it('is used where the name says nothing', async () => {
    expect((await generate(closed({ zorble_form: text }), 1, others)).zorble_form).toBe('half moon')
  })

  it('is not used where the name means something else in each object', async () => {
    for (const seed of seeds) expect((await generate(closed({ name: text }), seed, others)).name).not.toBe('Ada')
  })

  it('is not used if a tool wrote it', async () => {
    const placeholders = closed({ zorble_form: { ...text, example: 'string' } })
    expect((await generate(closed({ zorble_form: text }), 1, placeholders)).zorble_form).toMatch(/^[a-z]+-[a-z]+$/)
  })
})

describe('the values that the same property lists elsewhere in the document', () => {
  const kinds = { ...text, enum: ['half moon', 'full moon'] }

  it('are used where the name says nothing', async () => {
    for (const seed of seeds)
      expect(kinds.enum).toContain(
        (await generate(closed({ zorble_form: text }), seed, closed({ zorble_form: kinds }))).zorble_form,
      )
  })

  it('are also those of its description', async () => {
    const others = closed({ zorble_form: { ...text, description: 'Supported values: HALF, FULL' } })
    for (const seed of seeds)
      expect((await generate(closed({ zorble_form: text }), seed, others)).zorble_form).toMatch(/^(HALF|FULL)$/)
  })

  it('are not used where the name means something else in each object', async () => {
    for (const seed of seeds)
      expect((await generate(closed({ kind: text }), seed, closed({ kind: kinds }))).kind).not.toMatch(/moon/)
  })
})

describe('the name of a resource of a cloud (ARN)', () => {
  const servers = [{ url: 'https://tiles.{region}.example.com' }]
  const arnOf = async (schema: JsonObject): Promise<unknown> => {
    const files = new Map([
      [file, { schema: closed({ roof: closed({ Arn: schema, ClusterArn: schema, KeyArn: schema }) }), servers }],
    ])
    const compiler = createSchemaCompiler(files, '3.1')
    const node = { file, pointer: '/schema', value: files.get(file)?.schema ?? {} }
    const options = { mode: 'realistic', seed: 1, examples: false } as const
    const generated = await generateValue({ files, dialect: '3.1', compiler }, node, options)
    return generated.kind === 'generated' ? (generated.value as JsonObject).roof : generated
  }

  it('is of the service of the document, and of the kind that its description says', async () => {
    expect(await arnOf({ ...text, description: 'The Amazon Resource Name (ARN) of the tile.' })).toEqual({
      Arn: expect.stringMatching(/^arn:aws:tiles:[a-z-]+-\d:123456789012:tile\/[a-z]+-[a-z]+$/),
      ClusterArn: expect.stringMatching(/^arn:aws:tiles:/),
      KeyArn: expect.stringMatching(/^arn:aws:kms:[a-z-]+-\d:123456789012:key\/[0-9a-f-]{36}$/),
    })
  })
})

describe('the type of an object in OData', () => {
  const type = { '@odata.type': text }
  const schemas = { 'shop.order': closed(type), order: { type: 'object', properties: type } }
  const orderOf = async (name: string): Promise<unknown> =>
    (await generate(closed({ one: { $ref: `#/others/schemas/${name}` } }), 1, { schemas })).one

  it('is the name of its schema', async () =>
    expect(await orderOf('shop.order')).toEqual({ '@odata.type': '#shop.order' }))

  it('is left out where the schema has no such name', async () => expect(await orderOf('order')).toEqual({}))
})

describe('values of one object', () => {
  it('have no part beyond its goal, and no amount beyond the amount', async () => {
    const schema = closed({ goal: integer, paid_towards_goal: integer, amount: number, exempt_amount: number })
    for (const seed of seeds) {
      const { goal, paid_towards_goal, amount, exempt_amount } = await generate(schema, seed)
      expect(Number(paid_towards_goal)).toBeLessThanOrEqual(Number(goal))
      expect(Number(exempt_amount)).toBeLessThanOrEqual(Number(amount))
    }
  })

  it('end before now where the state has ended', async () => {
    const schema = closed({ status: { const: 'EXPIRED' }, expires_at: { ...text, format: 'date-time' } })
    for (const seed of seeds) expect((await generate(schema, seed)).expires_at).toMatch(/^2025-/)
  })

  it('have the year of the date of birth, and the coordinates of the place', async () => {
    const schema = closed({
      date_of_birth: { ...text, format: 'date' },
      birth_year: integer,
      latitude: number,
      coordinates: { type: 'array', items: number },
    })
    for (const seed of seeds) {
      const { date_of_birth, birth_year, latitude, coordinates } = await generate(schema, seed)
      expect(String(date_of_birth)).toMatch(new RegExp(`^${birth_year}-`))
      expect(coordinates).toEqual([expect.any(Number), latitude])
    }
  })

  it('say nothing of a draft that was posted', async () => {
    const schema = { ...closed({ status: { const: 'draft' }, posted_at: text }), required: ['status'] }
    for (const seed of seeds) expect(await generate(schema, seed)).toEqual({ status: 'draft' })
  })
})

describe('the owner of a property says what it is:', () => {
  const rows: readonly (readonly [owner: string, name: string, schema: JsonObject, form: RegExp])[] = [
    ['certificate', 'subject', text, /^CN=[a-z]+\.example\.com$/],
    ['ticket', 'subject', text, /^[A-Z][a-z ]+$/],
    ['container', 'image', text, /^[a-z]+:1\.\d+$/],
    ['category', 'image', text, /\.png$/],
    ['ingredient', 'department', text, /^(Bakery|Dairy|Produce)$/],
    ['product', 'department', text, /^[a-z]+$/],
    ['export', 'format', text, /^(pdf|json|csv)$/],
    ['response', 'status', integer, /^200$/],
    ['opening_hours', 'open', integer, /^9$/],
    ['opening_hours', 'close_time', { ...integer, description: 'In minutes' }, /^1020$/],
    ['monday', 'startTime', { ...integer, description: 'Seconds since midnight' }, /^32400$/],
  ]
  for (const [owner, name, schema, form] of rows)
    it(`${name} of ${owner}`, async () => {
      for (const seed of seeds) {
        const held = (await generate(closed({ [owner]: closed({ [name]: schema }) }), seed))[owner] as Values
        expect(String(held[name])).toMatch(form)
      }
    })

  it('the pattern of a text without punctuation is met by words', async () => {
    const description = { ...text, pattern: '^[A-Za-z0-9 _-]*$', maxLength: 255 }
    for (const seed of seeds)
      expect((await generate(closed({ description }), seed)).description).toMatch(/^[A-Z][a-z]*( [a-z]+)+$/)
  })

  it('a geohash is that of the place', async () => {
    const cells = new Map([
      ['Hamburg', 'u1x'],
      ['London', 'gcp'],
      ['Sydney', 'r3g'],
    ])
    let known = 0
    for (let seed = 1; seed <= 60; seed++) {
      const { city, geohash } = await generate(closed({ city: text, geohash: text }), seed)
      expect(geohash).toMatch(/^[0-9b-hjkmnp-z]{7}$/)
      const cell = cells.get(String(city))
      if (cell === undefined) continue
      known += 1
      expect(String(geohash).slice(0, 3)).toBe(cell)
    }
    expect(known).toBeGreaterThan(3)
  })
})
