/**
 * An exchange as a message to other replicas: everything of it survives, and what is not an exchange is ignored.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viewExchange } from '../../src/control/actions/view-exchange.ts'
import type { Exchange } from '../../src/journal/exchange.ts'
import { readExchangeMessage, writeExchange } from '../../src/journal/exchange-message.ts'
import { exchanges, plain } from '../support/generated-exchanges.ts'

/** JSON has neither infinite numbers nor a negative zero. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -8e15, max: 8e15 }).map((value) => value + 0)

const sendable = fc
  .tuple(exchanges, number, number, number)
  .map(([exchange, at, clock, duration]): Exchange => ({ ...exchange, at, clock, duration }))

const none = () => undefined

const toBytes = (body: Buffer | string | undefined): Buffer | undefined =>
  body === undefined ? body : Buffer.from(body)

const send = (exchange: Exchange): Exchange | undefined => {
  const { json, body, reply } = writeExchange(exchange, undefined)
  return readExchangeMessage(JSON.parse(json), { body: toBytes(body), reply: toBytes(reply) }, none)?.exchange
}

const [sample] = fc.sample(sendable, { numRuns: 1, seed: 3 })
if (!sample) throw new TypeError('fast-check made no sample')

describe('the message of an exchange', () => {
  it('has everything of it', () => {
    fc.assert(
      fc.property(sendable, (exchange) => {
        const read = send(exchange)
        expect(read && plain(read)).toEqual(plain(exchange))
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  it('has every byte of both bodies', () => {
    const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const reversed = Buffer.from(body).reverse()
    const read = send({ ...sample, body, reply: { status: 200, headers: [], body: reversed } })
    expect(read?.body).toEqual(body)
    expect(read?.reply.body).toEqual(reversed)
  })

  it('has the body of a reply as bytes if it is text, too', () =>
    expect(send({ ...sample, reply: { status: 200, headers: [], body: 'für 5 €\n🐕' } })?.reply.body).toEqual(
      Buffer.from('für 5 €\n🐕'),
    ))

  it('has the size instead of a body above 64 KiB', () => {
    const body = Buffer.alloc(64 * 1024 + 1, '1')
    const read = send({ ...sample, body, reply: { status: 200, headers: [], body: 'x'.repeat(100_000) } })
    expect(read?.body?.toString()).toBe('[65537 bytes: only the replica that handled the request has them]')
    expect(read?.reply.body?.toString()).toBe('[100000 bytes: only the replica that handled the request has them]')
    expect(send({ ...sample, body: body.subarray(1) })?.body).toEqual(body.subarray(1))
  })

  it('has only code, message and violations of a rejection', () => {
    const rejection = { code: 'not_found', message: 'none', status: 404, headers: ['A', 'b'] } as const
    expect(send({ ...sample, rejection })?.rejection).toEqual({ code: 'not_found', message: 'none', violations: [] })
  })
})

describe('a message that is not an exchange', () => {
  for (const message of [undefined, null, 1, 'text', [], {}, { id: 'req-1' }])
    it(`is ignored: ${JSON.stringify(message)}`, () => expect(readExchangeMessage(message, {}, none)).toBeUndefined())

  const message = JSON.parse(writeExchange(sample, undefined).json)

  for (const required of ['id', 'sandbox', 'at', 'headers', 'notices', 'steps', 'status', 'replyHeaders'])
    it(`is ignored: without ${required}`, () =>
      expect(readExchangeMessage({ ...message, [required]: undefined }, {}, none)).toBeUndefined())

  for (const wrong of [{ at: 1e300 }, { status: 'ok' }, { headers: { a: 1 } }, { notices: [{ kind: 1, names: [] }] }])
    it(`is ignored: ${JSON.stringify(wrong)}`, () =>
      expect(readExchangeMessage({ ...message, ...wrong }, {}, none)).toBeUndefined())

  it('is ignored or can be shown, whatever one of its properties is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(message), 'rejection', 'fault'), fc.jsonValue(), (name, value) => {
        const read = readExchangeMessage({ ...message, [name]: value }, {}, none)
        if (read) expect(viewExchange(read.exchange).id).toBe(read.exchange.id)
      }),
      { numRuns: 1_000, seed: 1 },
    )
  })

  it('may have properties that this version does not know', () =>
    expect(readExchangeMessage({ ...message, future: [1] }, {}, none)).toBeDefined())
})
