/**
 * How far a record is: one state decides it, and flags, times, counts and results follow, also in the parts of the record.
 */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { generateSample, seeds, type Values } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const flag = { type: 'boolean' }
const moment = { ...text, format: 'date-time' }
const state = (...members: readonly string[]): JsonObject => ({ ...text, enum: members })

const check = (name: string, schema: JsonObject, expected: Values): void =>
  it(name, async () => {
    for (const seed of seeds) expect(await generateSample(schema, seed, { imitate: true })).toMatchObject(expected)
  })

describe('what has not begun', () => {
  const pending = { status: state('pending') }
  check(
    'has finished nothing',
    closed({ finishedOperations: integer, erroredOperations: integer, totalOperations: integer, ...pending }),
    { finishedOperations: 0, erroredOperations: 0 },
  )
  check(
    'is neither running nor successful',
    closed({ ...pending, route: closed({ in_progress: flag, successful: flag }) }),
    {
      route: { in_progress: false, successful: false },
    },
  )
  check(
    'has parts that have not begun',
    closed({ ...pending, gateway: closed({ state: state('settled', 'pending') }) }),
    {
      gateway: { state: 'pending' },
    },
  )
  check('has no winner', closed({ status: state('not_started'), draw: flag, winnerFound: flag, won: flag }), {
    draw: false,
    winnerFound: false,
    won: false,
  })
  check('has parts that are near it', closed({ ...pending, crawler: closed({ state: state('ended', 'started') }) }), {
    crawler: { state: 'started' },
  })
  it('has no error, also if that is one of a list', async () => {
    const errorCode = state('FILE_EMPTY_ERROR', 'TIMEOUT')
    for (const seed of seeds)
      expect(Object.keys(await generateSample(closed({ ...pending, errorCode }, ['errorCode']), seed))).toEqual([
        'status',
      ])
  })
  it('has no later times', async () => {
    const times = {
      createdAt: moment,
      publishedAt: moment,
      crossposted_at: moment,
      settledOn: moment,
      scheduled_at: moment,
    }
    for (const seed of seeds) {
      const value = await generateSample(closed({ ...times, ...pending }, Object.keys(times)), seed)
      expect(Object.keys(value)).toEqual(['createdAt', 'scheduled_at', 'status'])
    }
  })
})

it('a part of what waits has not been started', async () => {
  const crawler = { ...closed({ state: state('started', 'ended') }, ['state']) }
  for (const seed of seeds) {
    const value = await generateSample(closed({ status: state('queued'), crawler }), seed)
    expect(value.crawler).toEqual({})
  }
})

describe('what is under way', () => {
  it('has the state that decided over its parts', async () => {
    const status = state('SUBMITTED', 'IN_PROGRESS', 'COMPLETED')
    const schema = closed({ status, items: { type: 'array', items: closed({ jobStatus: status }), minItems: 1 } })
    for (const seed of Array.from({ length: 30 }, (_, index) => index)) {
      const value = await generateSample(schema, seed)
      const [item] = value.items as readonly JsonObject[]
      const allowed = value.status === 'IN_PROGRESS' ? ['SUBMITTED', 'IN_PROGRESS'] : [value.status]
      expect(allowed).toContain(item?.jobStatus)
    }
  })
  it('has not been published or resolved', async () => {
    const times = { started_at: moment, published_at: moment, resolved_at: moment }
    for (const seed of seeds) {
      const value = await generateSample(closed({ ...times, status: state('developing') }, Object.keys(times)), seed)
      expect(Object.keys(value)).toEqual(['started_at', 'status'])
    }
  })
  it('has no end, if a machine does it', async () => {
    const times = { startTime: moment, endTime: moment }
    for (const seed of seeds) {
      const value = await generateSample(closed({ ...times, status: state('running') }, Object.keys(times)), seed, {
        name: 'operation',
      })
      expect(Object.keys(value)).toEqual(['startTime', 'status'])
    }
  })
})

describe('what is done', () => {
  check(
    'has no code of a failure',
    closed({
      status: state('completed'),
      resultCode: state('FAILURE', 'SUCCESS'),
      ending: state('failed', 'succeeded'),
    }),
    { resultCode: 'SUCCESS', ending: 'succeeded' },
  )
  check(
    'is what has to have the time of its end',
    closed({ status: state('pending', 'running', 'completed'), completedAt: moment }),
    { status: 'completed' },
  )
  check('was acknowledged', closed({ status: state('delivered'), acknowledged: flag }), { acknowledged: true })
  const done = { status: state('completed') }
  check(
    'has finished all, and nothing failed',
    closed({ ...done, processed: integer, failed_count: integer, pending: flag }),
    {
      failed_count: 0,
      pending: false,
    },
  )
  it('has finished as many as there are', async () => {
    for (const seed of seeds) {
      const value = await generateSample(closed({ ...done, total_rows: integer, processed_rows: integer }), seed)
      expect(value.processed_rows).toBe(value.total_rows)
    }
  })
  it('was not refunded or rejected', async () => {
    const details = { refundDate: moment, secondRefundReferenceId: text, rejection_reason: text }
    for (const seed of seeds)
      expect(Object.keys(await generateSample(closed({ ...done, ...details }, Object.keys(details)), seed))).toEqual([
        'status',
      ])
  })
  check(
    'does not repeat an example of a failure',
    closed({ ...done, gatewayMessage: { ...text, example: 'Insufficient funds' } }),
    {
      gatewayMessage: expect.not.stringContaining('Insufficient') as string,
    },
  )
})

describe('a record within another one has a state of its own:', () => {
  it('a customer of a pending order may be done with something', async () => {
    const customer = closed({ id: text, created_at: moment, review_status: state('completed', 'pending') })
    const found = new Set<unknown>()
    for (const seed of seeds) {
      const value = await generateSample(closed({ status: state('pending'), customer }), seed)
      found.add((value.customer as JsonObject).review_status)
    }
    expect(found).toEqual(new Set(['completed', 'pending']))
  })
})

describe('the error of a record', () => {
  const error = closed({ code: text, message: text })
  const keysOf = async (schema: JsonObject) =>
    Promise.all(seeds.map(async (seed) => Object.keys(await generateSample(schema, seed))))
  const paymentWith = (status: string): JsonObject =>
    closed({ status: state(status), last_payment_error: error }, ['last_payment_error'])

  it('is absent, unless the record has failed', async () => {
    for (const keys of await keysOf(paymentWith('succeeded'))) expect(keys).toEqual(['status'])
    for (const keys of await keysOf(paymentWith('failed'))) expect(keys).toEqual(['status', 'last_payment_error'])
  })
  check('is null where it has to be there', closed({ name: text, error: { ...error, type: ['object', 'null'] } }), {
    error: null,
  })
  it('is there if it has to be an object', async () => {
    for (const keys of await keysOf(closed({ name: text, error }))) expect(keys).toEqual(['name', 'error'])
  })
})
