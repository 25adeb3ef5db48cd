/**
 * Exchanges with anything in them, without an operation.
 */
import fc from 'fast-check'
import type { Exchange } from '../../src/journal/exchange.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\t', '\ta\nb', '\u0000', ''))
const name = fc.string({ minLength: 1 }).filter((value) => value !== '__proto__')
const bytes = fc.uint8Array().map((array) => Buffer.from(array))
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
/** fc.webPath builds a table of hundreds of thousands of entries when it is imported. */
const url = fc.string({ unit: fc.constantFrom(...'/?&=%20.~aZé') })

export const exchanges: fc.Arbitrary<Exchange> = fc.record({
  id: fc.uuid(),
  sandbox: fc.string(),
  at: fc.double({ noNaN: true }),
  clock: fc.double({ noNaN: true }),
  duration: fc.double({ noNaN: true }),
  method: fc.constantFrom('GET', 'POST'),
  path: url,
  query: url,
  headers: fc.dictionary(name, fc.oneof(text, fc.array(text, { minLength: 2 })), { noNullPrototype: false }),
  body: optional(bytes),
  reply: fc.record(
    {
      status: fc.integer({ min: 200, max: 599 }),
      headers: fc.array(fc.tuple(name, text)).map((pairs) => pairs.flat()),
      body: bytes,
      fault: fc.constantFrom('reset', 'truncate'),
    },
    { requiredKeys: ['status', 'headers'] },
  ),
  operation: fc.constant(undefined),
  pathParams: fc.dictionary(name, text),
  rejection: optional(
    fc.record({
      code: fc.constantFrom('not_found', 'invalid_request'),
      message: text,
      violations: fc.array(fc.record({ at: text, keyword: fc.constantFrom('type', 'required'), message: text })),
    }),
  ),
  notices: fc.constant([]),
  scenarios: fc.array(fc.string()),
  steps: fc.array(fc.string()),
  positionBefore: fc.nat(),
  positionAfter: fc.nat(),
})

/** Objects without a prototype are equal to those with one. */
export const plain = (exchange: Exchange) => ({
  ...exchange,
  headers: { ...exchange.headers },
  pathParams: { ...exchange.pathParams },
})
