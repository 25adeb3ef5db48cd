/**
 * What a schema refers to is compiled when a value first reaches it: a large document costs only what its values have.
 */
import { describe, expect, it } from 'vitest'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import { separateDigits } from '../../../src/contract/values/json-text.ts'
import type { Json } from '../../../src/ports.ts'

const ref = (name: string) => ({ $ref: `#/$defs/${name}` })

const compilerOf = ($defs: Readonly<Record<string, unknown>>) => {
  const root = { $defs } as unknown as Json
  const compiler = createSchemaCompiler(new Map([['doc.json', root]]), '3.1')
  const nodeOf = (name: string) => ({ file: 'doc.json', pointer: `/$defs/${name}`, value: $defs[name] as Json })
  const validate = (name: string, value: Json) => compiler.compile(nodeOf(name), 'response')(separateDigits(value))
  return {
    compiler,
    nodeOf,
    validate,
    names: () => compiler.takeRegistered().map(({ pointer }) => pointer.slice('/$defs/'.length)),
  }
}

const shop = {
  Order: {
    type: 'object',
    properties: {
      buyer: ref('Buyer'),
      lines: { type: 'array', items: ref('Line') },
      payment: { anyOf: [{ type: 'string' }, ref('Payment')] },
    },
  },
  Buyer: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, orders: { type: 'array', items: ref('Order') } },
  },
  Line: { type: 'object', properties: { count: { type: 'integer', minimum: 1 }, product: ref('Product') } },
  Product: { type: 'object', properties: { maker: ref('Buyer') } },
  Payment: { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } },
}

describe('a schema is translated and compiled', () => {
  const rows: readonly { readonly value: Json; readonly reached: readonly string[] }[] = [
    { value: {}, reached: ['Order'] },
    { value: { buyer: { name: 'Ada' } }, reached: ['Order', 'Buyer'] },
    { value: { lines: [] }, reached: ['Order'] },
    { value: { lines: [{ count: 2 }] }, reached: ['Order', 'Line'] },
    { value: { payment: 'p-1' }, reached: ['Order'] },
    { value: { payment: { amount: 2 } }, reached: ['Order', 'Payment'] },
    { value: { buyer: { name: 'Ada', orders: [{}] } }, reached: ['Order', 'Buyer'] },
  ]
  for (const { value, reached } of rows)
    it(`for ${JSON.stringify(value)}: ${reached.join(', ')}`, () => {
      const { validate, names } = compilerOf(shop)
      expect(validate('Order', value)).toBeUndefined()
      expect(names()).toEqual(reached)
    })

  it('once, whichever schema refers to it', () => {
    const { validate, names } = compilerOf(shop)
    const buyer = { name: 'Ada' }
    validate('Order', { buyer, lines: [{ product: { maker: buyer } }] })
    expect(names()).toEqual(['Order', 'Buyer', 'Line', 'Product'])
    validate('Buyer', buyer)
    validate('Order', { buyer })
    expect(names()).toEqual([])
  })
})

it('errors behind references have their places', () => {
  const { validate } = compilerOf(shop)
  const value = { buyer: { orders: [{ lines: [{ count: 0 }, { count: 1.5 }] }] } }
  const places = validate('Order', value)?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
  expect(places?.sort()).toEqual(
    ['/buyer required', '/buyer/orders/0/lines/0/count minimum', '/buyer/orders/0/lines/1/count type'].sort(),
  )
})

it('exact digits are seen behind references', () => {
  const { validate } = compilerOf({
    Box: { properties: { size: ref('Size') } },
    Size: { type: 'integer', format: 'int64' },
  })
  expect(validate('Box', { size: 9223372036854775807n })).toBeUndefined()
  expect(validate('Box', { size: 9223372036854775808n })).toHaveLength(1)
})

describe('unevaluatedProperties sees what references evaluate', () => {
  const defs = {
    Closed: { allOf: [ref('Named'), { anyOf: [ref('Sized'), ref('Priced')] }], unevaluatedProperties: false },
    Named: { properties: { name: { type: 'string' }, box: ref('Closed') } },
    Sized: { required: ['size'], properties: { size: { type: 'integer' } } },
    Priced: { required: ['price'], properties: { price: { type: 'integer' } } },
    Around: { properties: { inner: ref('Closed') } },
  }
  const rows: readonly { readonly value: Json; readonly valid: boolean }[] = [
    { value: { name: 'a', size: 1 }, valid: true },
    { value: { name: 'a', size: 1, price: 2 }, valid: true },
    { value: { size: 1, colour: 'red' }, valid: false },
    { value: { size: 1, box: { price: 1 } }, valid: true },
    { value: { size: 1, box: { price: 1, colour: 'red' } }, valid: false },
  ]
  for (const { value, valid } of rows)
    it(`${JSON.stringify(value)} is ${valid ? 'valid' : 'invalid'}`, () => {
      const { validate } = compilerOf(defs)
      // Compiled before as part of another schema, without tracking what it evaluates.
      validate('Named', { name: 'a' })
      expect(validate('Around', { inner: value }) === undefined).toBe(valid)
      expect(validate('Closed', value) === undefined).toBe(valid)
    })
})

describe('a broken schema', () => {
  const broken = {
    Order: { properties: { note: { type: 'string' }, buyer: ref('Buyer') } },
    Buyer: { type: 'object', properties: { name: { pattern: 5 } } },
  }

  it('does not prevent what never reaches it', () => {
    expect(compilerOf(broken).validate('Order', { note: 'x' })).toBeUndefined()
  })

  it('is named by its own place when a value reaches it', () => {
    const { validate } = compilerOf(broken)
    for (const _ of [1, 2])
      expect(() => validate('Order', { buyer: { name: 'Ada' } })).toThrow(
        expect.objectContaining({ node: expect.objectContaining({ pointer: '/$defs/Buyer' }) }),
      )
  })

  it('does not prevent finding that a value is invalid elsewhere, where its errors are not needed', () => {
    const flawed = { Order: { properties: { note: { type: 'string' }, count: { pattern: 5 } } } }
    const { compiler, nodeOf, validate } = compilerOf(flawed)
    const isValid = (value: Json) => compiler.isValid(nodeOf('Order'), 'response', separateDigits(value))
    expect([isValid({ note: 'x' }), isValid({ note: 1 })]).toEqual([true, false])
    expect(() => validate('Order', { note: 1 })).toThrow()
  })

  it('is found by check, wherever it is', () => {
    const { compiler, nodeOf } = compilerOf(broken)
    expect(compiler.check(nodeOf('Order'), 'response').map(({ node }) => node.pointer)).toEqual(['/$defs/Buyer'])
  })
})

describe('a test without errors', () => {
  it('agrees with the validator, also after the schema was compiled and used often', () => {
    const { compiler, nodeOf, validate } = compilerOf(shop)
    const values: readonly Json[] = [
      { buyer: { name: 'Ada' } },
      { buyer: {} },
      { lines: [{ count: 0 }] },
      { payment: {} },
    ]
    const isValid = () => values.map((value) => compiler.isValid(nodeOf('Order'), 'response', separateDigits(value)))
    const expected = [true, false, false, false]
    expect(isValid()).toEqual(expected)
    expect(values.map((value) => validate('Order', value) === undefined)).toEqual(expected)
    for (let turn = 0; turn < 100; turn++) expect(isValid()).toEqual(expected)
  })

  it('sees the exact digits', () => {
    const { compiler, nodeOf } = compilerOf({ Big: { type: 'integer', format: 'int64' } })
    const isValid = (digits: bigint) => compiler.isValid(nodeOf('Big'), 'response', separateDigits(digits))
    expect([isValid(2n ** 63n - 1n), isValid(2n ** 63n)]).toEqual([true, false])
  })
})
