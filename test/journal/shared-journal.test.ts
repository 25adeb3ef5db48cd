/**
 * Journals of several replicas: the same exchanges in the same order on each, whatever is delivered when; within the
 * limits; and messages that make no sense change nothing.
 */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { summarizeOperation } from '../../src/contract/operation/operation.ts'
import type { Exchange } from '../../src/journal/exchange.ts'
import { writeExchange } from '../../src/journal/exchange-message.ts'
import { JournalBudget, type JournalLimits } from '../../src/journal/journal.ts'
import { shareTraffic } from '../../src/journal/shared-journal.ts'
import { AllTraffic, maxUnloaded } from '../../src/journal/traffic.ts'
import { findOperation } from '../../src/loading/service.ts'
import { loadSetup } from '../../src/loading/setup.ts'
import { exchanges } from '../support/generated-exchanges.ts'
import { type Connection, createSharedMessages, type SharedMessages } from '../support/shared-messages.ts'

const { service } = await loadSetup({
  documents: [],
  fixtures: undefined,
  scenarios: undefined,
  active: [],
  keys: [],
  anyKey: false,
  generate: 0,
  seed: 1,
  folder: '.',
  now: Date.now,
})

const listPets = findOperation(service, 'animal-store GET /pets') ?? expect.fail()

interface Side {
  readonly traffic: AllTraffic
  readonly connection: Connection
}

const connect = async (messages: SharedMessages, replica: string, limits?: JournalLimits): Promise<Side> => {
  const traffic = new AllTraffic(new JournalBudget(limits))
  const connection = messages.connect()
  await shareTraffic({ messages: connection, traffic, replica, findOperation: (key) => findOperation(service, key) })
  return { traffic, connection }
}

const [sample] = fc.sample(exchanges, { numRuns: 1, seed: 7 })
if (!sample) throw new TypeError('fast-check made no sample')

const numbered = (id: number, sandbox = 'default'): Exchange => ({
  ...sample,
  id: `req-${id}`,
  sandbox,
  at: id,
  clock: 0,
})

const idsOf = ({ traffic }: Side, sandbox = 'default'): readonly string[] =>
  traffic.find(sandbox)?.journal.exchanges.map(({ id }) => id) ?? []

/** Resolves when everything recorded so far has been sent. */
const send = async (...sides: readonly Side[]): Promise<void> => {
  for (const { traffic } of sides) await traffic.sharing?.sent()
}

const settle = async (...sides: readonly Side[]): Promise<void> => {
  await send(...sides)
  for (const { traffic } of sides) await traffic.sharing?.settle()
}

describe('journals of replicas', () => {
  it('are equal when everything is delivered, whatever was delivered when', async () => {
    const action = fc.record({
      what: fc.constantFrom('record', 'record', 'record', 'clear', 'delete', 'deliver', 'send'),
      side: fc.nat(2),
      sandbox: fc.constantFrom('default', 'other'),
      count: fc.integer({ min: 1, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const messages = createSharedMessages()
        const sides = [await connect(messages, 'a'), await connect(messages, 'b'), await connect(messages, 'c')]
        for (const { connection } of sides) connection.hold()
        for (const { traffic } of sides) traffic.load('default')
        for (const [index, { what, side, sandbox, count }] of actions.entries()) {
          const { traffic, connection } = sides[side] ?? Object.assign(sides[0] ?? expect.fail())
          if (what === 'record') traffic.open(sandbox).record(numbered(index, sandbox), undefined)
          if (what === 'clear') traffic.find(sandbox)?.clear()
          if (what === 'delete') traffic.delete('other')
          if (what === 'deliver') connection.release(count)
          if (what === 'send') await send(...sides)
        }
        await send(...sides)
        for (const { connection } of sides) connection.release()
        const [first, ...others] = sides
        for (const sandbox of ['default', 'other'])
          for (const other of others) expect(idsOf(other, sandbox)).toEqual(first && idsOf(first, sandbox))
      }),
      { numRuns: 300 },
    )
  })

  it('are in the order of the messages, even if one arrives late', async () => {
    const messages = createSharedMessages()
    const [a, b] = [await connect(messages, 'a'), await connect(messages, 'b')]
    b.connection.hold()
    a.traffic.open('default').record(numbered(1), undefined)
    await send(a, b)
    b.traffic.open('default').record(numbered(2), undefined)
    expect(idsOf(b)).toEqual(['req-2'])
    await send(a, b)
    b.connection.release()
    await settle(a, b)
    expect([idsOf(a), idsOf(b)]).toEqual([
      ['req-1', 'req-2'],
      ['req-1', 'req-2'],
    ])
  })

  it('retain what was recorded after another replica cleared them', async () => {
    const messages = createSharedMessages()
    const [a, b] = [await connect(messages, 'a'), await connect(messages, 'b')]
    b.traffic.open('default').record(numbered(1), undefined)
    await settle(b, a)
    b.connection.hold()
    a.traffic.open('default').clear()
    await send(a, b)
    b.traffic.open('default').record(numbered(2), undefined)
    await send(a, b)
    b.connection.release()
    await settle(a, b)
    expect([idsOf(a), idsOf(b)]).toEqual([['req-2'], ['req-2']])
  })

  it('include what was published before the replica started', async () => {
    const messages = createSharedMessages()
    const a = await connect(messages, 'a')
    a.traffic.open('default').record(numbered(1), undefined)
    a.traffic.open('default').clear()
    for (const id of [2, 3]) a.traffic.open('default').record(numbered(id), undefined)
    await settle(a)
    expect(idsOf(await connect(messages, 'b'))).toEqual(['req-2', 'req-3'])
  })

  it('include what was published before the replica loaded the sandbox, and after it unloaded it', async () => {
    const messages = createSharedMessages()
    const [a, b] = [await connect(messages, 'a'), await connect(messages, 'b')]
    const traffic = a.traffic.create('shared')
    traffic.record(numbered(1, 'shared'), undefined)
    await settle(a, b)
    b.traffic.load('shared').record(numbered(2, 'shared'), undefined)
    b.traffic.unload('shared')
    await settle(b)
    traffic.record(numbered(3, 'shared'), undefined)
    await settle(a, b)
    expect(b.traffic.load('shared').journal.exchanges.map(({ id }) => id)).toEqual(['req-1', 'req-2', 'req-3'])
    expect(idsOf(a, 'shared')).toEqual(['req-1', 'req-2', 'req-3'])
  })

  it('of a sandbox that expired are not those of a new one with its name', async () => {
    const messages = createSharedMessages()
    const [a, b] = [await connect(messages, 'a'), await connect(messages, 'b')]
    a.traffic.create('expired').record(numbered(1, 'expired'), undefined)
    a.traffic.unload('expired')
    await settle(a, b)
    expect([idsOf(a, 'expired'), idsOf(b, 'expired')]).toEqual([['req-1'], ['req-1']])
    const created = b.traffic.create('expired')
    created.noteCreated()
    created.record(numbered(2, 'expired'), undefined)
    await settle(b, a)
    expect([idsOf(a, 'expired'), idsOf(b, 'expired')]).toEqual([['req-2'], ['req-2']])
  })

  it('send the exchanges of one turn in one message', async () => {
    const messages = createSharedMessages()
    const a = await connect(messages, 'a')
    await connect(messages, 'b')
    const before = messages.published.length
    for (let id = 0; id < 20; id++) a.traffic.open('default').record(numbered(id), undefined)
    await send(a)
    expect(messages.published).toHaveLength(before + 1)
  })
})

describe('a replica that is alone', () => {
  const large = Buffer.alloc(60_000, 'x')

  const coverageOf = ({ traffic }: Side): unknown => [...traffic.coverage().counts()]

  const recordListPets = ({ traffic }: Side, id: number, sandbox = 'default'): void => {
    const exchange = { ...numbered(id, sandbox), method: 'GET', path: '/v1/pets', query: '', pathParams: {} }
    const { headers, reply, steps } = exchange
    const facts = { operation: listPets, headers, status: reply.status, query: [], pathParams: {}, steps }
    traffic
      .open(sandbox)
      .record(
        { ...exchange, operation: summarizeOperation(listPets) },
        { ...facts, body: undefined, responseType: 'application/json' },
      )
  }

  it('publishes nothing until another one starts, which then has everything', async () => {
    const messages = createSharedMessages()
    const a = await connect(messages, 'a')
    for (let id = 1; id <= 3; id++) recordListPets(a, id)
    recordListPets(a, 4, 'other')
    await settle(a)
    expect(messages.published).toEqual([])
    const b = await connect(messages, 'b')
    expect([idsOf(b), idsOf(b, 'other')]).toEqual([['req-1', 'req-2', 'req-3'], ['req-4']])
    expect(coverageOf(b)).toEqual(coverageOf(a))
    // From now on each has what the other one records.
    recordListPets(a, 5)
    await settle(a, b)
    recordListPets(b, 6)
    await settle(b, a)
    for (const side of [a, b]) expect(idsOf(side)).toEqual(['req-1', 'req-2', 'req-3', 'req-5', 'req-6'])
    expect(coverageOf(b)).toEqual(coverageOf(a))
    expect(new Map(a.traffic.coverage().counts()).get('animal-store GET /pets')?.statuses).toEqual(
      new Map([[String(sample.reply.status), 6]]),
    )
  })

  it('publishes the coverage of sandboxes that it has deleted', async () => {
    const messages = createSharedMessages()
    const a = await connect(messages, 'a')
    recordListPets(a, 1, 'deleted')
    recordListPets(a, 2)
    a.traffic.delete('deleted')
    const b = await connect(messages, 'b')
    expect([idsOf(b), idsOf(b, 'deleted')]).toEqual([['req-2'], []])
    expect(coverageOf(b)).toEqual(coverageOf(a))
    const c = await connect(messages, 'c')
    expect(coverageOf(c)).toEqual(coverageOf(a))
  })

  it('does not publish what it has cleared, nor redacted credentials', async () => {
    const messages = createSharedMessages()
    const a = await connect(messages, 'a')
    const traffic = a.traffic.open('default')
    traffic.record(numbered(1), undefined)
    traffic.clear()
    traffic.record({ ...numbered(2), headers: { authorization: 'Bearer very-secret' } }, undefined)
    const b = await connect(messages, 'b')
    expect(idsOf(b)).toEqual(['req-2'])
    expect(b.traffic.find('default')?.journal.exchanges[0]?.headers).toEqual({ authorization: 'Bearer [redacted]' })
    expect(Buffer.concat(messages.published).includes('very-secret')).toBe(false)
  })

  it('publishes large journals in parts, and what it records meanwhile after them', async () => {
    const messages = createSharedMessages()
    const a = await connect(messages, 'a')
    const traffic = a.traffic.open('default')
    for (let id = 0; id < 100; id++) traffic.record({ ...numbered(id), body: large }, undefined)
    a.connection.hold()
    const starting = connect(messages, 'b')
    // The first parts wait until they have been delivered.
    for (let id = 100; id < 200; id++) {
      traffic.record({ ...numbered(id), body: large }, undefined)
      a.connection.release(1)
      await new Promise((resolve) => setImmediate(resolve))
    }
    a.connection.release()
    const b = await starting
    await settle(a, b)
    await vi.waitFor(() => expect(idsOf(b)).toHaveLength(200), { timeout: 60_000 })
    expect(idsOf(b)).toEqual(idsOf(a))
    expect(idsOf(b)).toEqual(Array.from({ length: 200 }, (_, id) => `req-${id}`))
    expect(messages.published.length).toBeGreaterThan(10)
  })

  it('is one whose last companion has left, and publishes again when one starts', async () => {
    const messages = createSharedMessages()
    const [a, b] = [await connect(messages, 'a'), await connect(messages, 'b')]
    await b.traffic.sharing?.close()
    await vi.waitFor(() => expect(a.traffic.sharing?.isLive).toBe(false), { timeout: 60_000 })
    const before = messages.published.length
    a.traffic.open('default').record(numbered(1), undefined)
    await settle(a)
    expect(messages.published).toHaveLength(before)
    expect(idsOf(await connect(messages, 'c'))).toEqual(['req-1'])
  })

  it('is one whose only companion left while it published', async () => {
    const messages = createSharedMessages()
    const a = await connect(messages, 'a')
    const traffic = a.traffic.open('default')
    for (let id = 0; id < 100; id++) traffic.record({ ...numbered(id), body: large }, undefined)
    a.connection.hold()
    const companion = messages.connect()
    await companion.attend('companion')
    await vi.waitFor(() => expect(messages.published).not.toEqual([]), { timeout: 60_000 })
    await companion.leave('companion')
    // Slowly enough that it notices that.
    const released = setInterval(() => a.connection.release(1), 100)
    await vi.waitFor(() => expect(traffic.journal.pending).toEqual([]), { timeout: 60_000 })
    clearInterval(released)
    a.connection.release()
    await vi.waitFor(() => expect(a.traffic.sharing?.isLive).toBe(false), { timeout: 60_000 })
    const before = messages.published.length
    traffic.record(numbered(100), undefined)
    await settle(a)
    expect(messages.published).toHaveLength(before)
    expect(idsOf(await connect(messages, 'b'))).toHaveLength(101)
  })

  it('publishes what it has recorded when it stops', async () => {
    const messages = createSharedMessages()
    const a = await connect(messages, 'a')
    for (let id = 1; id <= 3; id++) recordListPets(a, id)
    await a.traffic.sharing?.close()
    const b = await connect(messages, 'b')
    expect(idsOf(b)).toEqual(['req-1', 'req-2', 'req-3'])
    expect(coverageOf(b)).toEqual(coverageOf(a))
  })

  it('publishes to one that it took for gone', async () => {
    const messages = createSharedMessages()
    const [a, b] = [await connect(messages, 'a'), await connect(messages, 'b')]
    await b.connection.leave('b')
    b.connection.isCut = true
    await vi.waitFor(() => expect(a.traffic.sharing?.isLive).toBe(false), { timeout: 60_000 })
    a.traffic.open('default').record(numbered(1), undefined)
    b.connection.isCut = false
    await vi.waitFor(() => expect(idsOf(b)).toEqual(['req-1']), { timeout: 60_000 })
  })

  it('starts although another one was killed', async () => {
    const messages = createSharedMessages()
    await messages.connect().attend('killed')
    const a = await connect(messages, 'a')
    a.traffic.open('default').record(numbered(1), undefined)
    await settle(a)
    expect(idsOf(a)).toEqual(['req-1'])
  })

  it('gives a replica the same journal whenever that starts, whatever is cleared or deleted', async () => {
    const action = fc.record({
      what: fc.constantFrom('record', 'record', 'record', 'record', 'clear', 'delete', 'start', 'turn'),
      side: fc.nat(2),
      sandbox: fc.constantFrom('default', 'other'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const messages = createSharedMessages()
        const sides = [await connect(messages, 'side 0')]
        for (const [index, { what, side, sandbox }] of actions.entries()) {
          const chosen = sides[side % sides.length] ?? expect.fail()
          if (what === 'record') recordListPets(chosen, index, sandbox)
          if (what === 'clear') chosen.traffic.find(sandbox)?.clear()
          if (what === 'delete') chosen.traffic.delete('other')
          if (what === 'start' && sides.length < 3) sides.push(await connect(messages, `side ${sides.length}`))
          if (what === 'turn') await settle(...sides)
        }
        await settle(...sides)
        await settle(...sides)
        const [first = expect.fail(), ...others] = sides
        for (const other of others) {
          for (const sandbox of ['default', 'other']) expect(idsOf(other, sandbox)).toEqual(idsOf(first, sandbox))
          expect(coverageOf(other)).toEqual(coverageOf(first))
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the limits of a replica', () => {
  it('hold for the exchanges of another one', async () => {
    const messages = createSharedMessages()
    const limits = { bytes: 50_000, exchanges: 40 }
    const [a, b] = [await connect(messages, 'a', { bytes: 1e9, exchanges: 1e6 }), await connect(messages, 'b', limits)]
    for (let id = 0; id < 10_000; id++) a.traffic.open(`s${id % 20}`).record(numbered(id, `s${id % 20}`), undefined)
    await settle(a, b)
    const { budget } = b.traffic
    expect(budget.bytes).toBeLessThanOrEqual(limits.bytes)
    const kept = b.traffic.all().flatMap(({ journal }) => journal.exchanges.map(({ at }) => at))
    expect(Math.max(...b.traffic.all().map(({ journal }) => journal.size))).toBeLessThanOrEqual(40)
    // The latest ones.
    expect(kept.sort((one, other) => one - other)).toEqual(kept.map((_, index) => 10_000 - kept.length + index))
    expect(kept.length).toBeGreaterThan(20)
  })

  it('hold while its own exchanges are pending', async () => {
    const messages = createSharedMessages()
    const limits = { bytes: 20_000, exchanges: 1_000 }
    const [a, b] = [await connect(messages, 'a'), await connect(messages, 'b', limits)]
    b.connection.hold()
    for (let id = 0; id < 200; id++) {
      b.traffic.open('default').record(numbered(id), undefined)
      a.traffic.open('default').record(numbered(1_000 + id), undefined)
      await send(a, b)
      // Its own message arrives only after ten of the other replica.
      if (id % 10 === 9) b.connection.release(10)
      expect(b.traffic.budget.bytes).toBeLessThanOrEqual(limits.bytes)
    }
    b.connection.release()
    expect(b.traffic.budget.bytes).toBeLessThanOrEqual(limits.bytes)
    b.traffic.find('default')?.clear()
    expect(b.traffic.budget.bytes).toBe(0)
  })

  it('hold for the number of sandboxes that it has not loaded', async () => {
    const messages = createSharedMessages()
    const [a, b] = [await connect(messages, 'a'), await connect(messages, 'b')]
    b.traffic.load('loaded')
    a.traffic.load('loaded').record(numbered(0, 'loaded'), undefined)
    for (let id = 1; id <= maxUnloaded + 500; id++) a.traffic.load(`s${id}`).record(numbered(id, `s${id}`), undefined)
    await settle(a, b)
    expect(b.traffic.all()).toHaveLength(maxUnloaded + 1)
    expect([idsOf(b, 'loaded'), idsOf(b, 's500'), idsOf(b, 's501')]).toEqual([['req-0'], [], ['req-501']])
  })
})

describe('a message', () => {
  const exchange = writeExchange(numbered(1), undefined).json
  const head = (...values: readonly unknown[]): Buffer => Buffer.from(`${JSON.stringify(values)}\n`)
  const item = (json: string, lengths = [Buffer.byteLength(json), -1, -1]): Buffer =>
    Buffer.concat([Buffer.from(Int32Array.from(lengths).buffer), Buffer.from(json)])
  const valid = head('standin-traffic', 2, 'a', 1, 1)
  const message = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts)
  const ignored: Readonly<Record<string, Buffer>> = {
    'that is empty': Buffer.alloc(0),
    'that is not JSON': Buffer.from('PING'),
    'that is other JSON': Buffer.from('{"id":"req-1"}'),
    'of another format': message(head('standin-traffic', 1, 'a', 1, 1), item(exchange)),
    'of another program': message(head('other', 2, 'a', 1, 1), item(exchange)),
    'without a replica': message(head('standin-traffic', 2), item(exchange)),
    'without items': valid,
    'with an unknown command': message(valid, item('["renamed","default"]')),
    'with a broken command': message(valid, item('["cleared"]')),
    'with half an exchange': message(valid, item(exchange.slice(0, 100))),
    'that ends within an item': message(valid, item(exchange)).subarray(0, 100),
    'with a length beyond its end': message(valid, item(exchange, [exchange.length, 100, -1])),
    'with an item without JSON': message(valid, item(exchange, [-1, exchange.length, -1])),
  }
  for (const [name, broken] of Object.entries(ignored))
    it(`${name} is ignored, and the next one is read`, async () => {
      const messages = createSharedMessages()
      const b = await connect(messages, 'b')
      const other = messages.connect()
      other.publish(message(valid, item(writeExchange(numbered(7), undefined).json)))
      other.publish(broken)
      other.publish(message(valid, item('nonsense'), item(writeExchange(numbered(8), undefined).json)))
      await vi.waitFor(() => expect(idsOf(b)).toEqual(['req-7', 'req-8']), { timeout: 60_000 })
    })
})

describe('a reader', () => {
  it('gets what is there when the storage does not answer', async () => {
    const messages = createSharedMessages()
    const [a, b] = [await connect(messages, 'a'), await connect(messages, 'b')]
    b.connection.hold()
    a.traffic.open('default').record(numbered(1), undefined)
    await send(a, b)
    await settle(b)
    expect(idsOf(b)).toEqual([])
  })

  it('gets what is there when the storage fails', async () => {
    const traffic = new AllTraffic(new JournalBudget())
    const connection = { ...createSharedMessages().connect(), delivered: () => Promise.reject(new TypeError('broken')) }
    await shareTraffic({ messages: connection, traffic, replica: 'a', findOperation: () => undefined })
    await expect(traffic.sharing?.settle()).resolves.toBeUndefined()
  })
})
