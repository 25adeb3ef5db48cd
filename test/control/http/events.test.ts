/**
 * GET /_sandbox/events: changes of sandboxes, of all or of one, and clients that do not read.
 */

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import { maxOmittedSandboxes, maxWaiting, streamEvents } from '../../../src/control/http/event-stream.ts'
import { batchesOf, batchInterval, heavySummary, largestSummary } from '../../../src/control/http/exchange-batches.ts'
import type { Exchange } from '../../../src/journal/exchange.ts'
import { createBareSandboxes } from '../../support/bare-sandboxes.ts'
import { call } from '../../support/client.ts'
import { exchanges } from '../../support/generated-exchanges.ts'
import { serveScenarios } from '../../support/serve-scenarios.ts'

type Event = readonly [kind: string, data: unknown]

const parseEvents = (text: string): readonly Event[] =>
  [...text.matchAll(/^event: (.+)\n(?:id: .+\n)?data: (.+)$/gm)].map(([, kind = '', data = '']) => [
    kind,
    JSON.parse(data),
  ])

/** Reads a stream until what was read is enough. */
const readUntilEnough = async (stream: IncomingMessage, isEnough: (read: string) => boolean): Promise<string> => {
  let read = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream) {
    read += String(chunk)
    if (isEnough(read)) break
  }
  return read
}

/** Reads a stream until a text appears in it. */
const readUntil = (stream: IncomingMessage, text: string): Promise<string> =>
  readUntilEnough(stream, (read) => read.includes(text))

const listen = async (url: string): Promise<IncomingMessage> => {
  const request = get(url)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  request.on('error', () => undefined)
  return response
}

it('changes of one sandbox are reported, and those that concern all', async () => {
  await using server = await serveScenarios()
  const root = `${server.standin.url}/_sandbox`
  const stream = await listen(`${root}/events?sandbox=ann&view=summary`)
  const send = async (method: string, path: string, body?: object) => {
    const answer = await call(root + path, { method, ...(body ? { body } : {}) })
    assert(answer.status < 300, `${method} ${path} is ${answer.status}: ${answer.text}`)
  }
  await send('POST', '/sandboxes', { id: 'ann' })
  await send('POST', '/sandboxes', { id: 'bob' })
  await send('PUT', '/sandboxes/bob/scenario', { scenario: 'flaky' })
  await send('PUT', '/sandboxes/ann/scenario', { scenario: 'slow' })
  await send('PUT', '/sandboxes/ann/scenario', { scenario: null })
  await send('POST', '/sandboxes/ann/clock/advance', { by: '1s' })
  await send('DELETE', '/sandboxes/ann/records/pets/1')
  await send('POST', '/sandboxes/ann/snapshots', { name: 'now' })
  await send('POST', '/sandboxes/ann/snapshots/now/restore')
  await send('POST', '/sandboxes/ann/keys', {})
  await server.call('/v1/pets', { sandbox: 'bob' })
  await server.call('/v1/pets', { sandbox: 'ann' })
  await send('DELETE', '/sandboxes/ann/exchanges')
  expect((await call(`${root}/sandboxes/ann/records/pets/99`, { method: 'DELETE' })).status).toBe(404)
  await send('POST', '/sandboxes/ann/reset')
  await send('DELETE', '/sandboxes/ann')
  const events = parseEvents(await readUntil(stream, 'deleted'))
  const ann = (change: string) => ({ change, sandbox: 'ann' })
  expect(events).toEqual([
    ['sandbox', ann('created')],
    ['scenario', ann('changed')],
    ['scenario', ann('changed')],
    ['clock', ann('changed')],
    ['records', { ...ann('changed'), resource: 'pets' }],
    ['snapshots', ann('changed')],
    ['sandbox', ann('restored')],
    ['keys', ann('changed')],
    ['exchange', expect.objectContaining({ sandbox: 'ann', operation: 'listPets', status: 200 })],
    ['exchanges', ann('cleared')],
    ['sandbox', ann('reset')],
    ['sandbox', ann('deleted')],
  ])
})

it('all streams of a view get the same exchanges, described once', async () => {
  await using server = await serveScenarios()
  const url = `${server.standin.url}/_sandbox/events?view=summary`
  const streams = await Promise.all([listen(url), listen(url), listen(`${url}&sandbox=bob`)])
  for (let count = 0; count < 20; count++) await server.call('/v1/pets', { sandbox: count % 2 === 0 ? 'ann' : 'bob' })
  await call(`${server.standin.url}/_sandbox/sandboxes/bob/scenario`, { method: 'PUT', body: { scenario: 'flaky' } })
  const [first = '', second, bob = ''] = await Promise.all(
    streams.map((stream) => readUntil(stream, 'event: scenario')),
  )
  expect(second).toBe(first)
  const exchangesIn = (text: string) => parseEvents(text).filter(([kind]) => kind === 'exchange')
  expect(exchangesIn(first)).toHaveLength(20)
  expect(exchangesIn(bob)).toEqual(exchangesIn(first).filter((_, index) => index % 2 === 1))
})

describe('exchanges', () => {
  const exchangeIn = (sandbox: string): Exchange => {
    const [exchange] = fc.sample(exchanges, { numRuns: 1, seed: 1 })
    assert(exchange)
    return { ...exchange, sandbox, at: 0 }
  }
  const record = (sandboxes: ReturnType<typeof createBareSandboxes>, text: string): string => {
    let read = ''
    const batches = batchesOf(sandboxes).summary
    const stop = batches.listen((batch) => {
      for (const event of batch.events) read += event.sandbox
    })
    sandboxes.budget.notify(exchangeIn(text))
    batches.flush()
    stop()
    return read
  }

  it('are collected only while somebody listens', () => {
    const sandboxes = createBareSandboxes({})
    expect(record(sandboxes, 'ann')).toBe('ann')
    sandboxes.budget.notify(exchangeIn('lost'))
    expect(record(sandboxes, 'bob')).toBe('bob')
  })
})
it('changes through a sandbox handle are reported', async () => {
  await using server = await serveScenarios()
  const stream = await listen(`${server.standin.url}/_sandbox/events?view=none`)
  const ann = await server.standin.sandbox({ id: 'ann' })
  await ann.records('pets').add({ id: 77, name: 'Rex', categoryId: 1 })
  await ann.records('pets').list()
  await ann.scenario('slow')
  await ann.clock.freeze()
  await ann.keys.generate()
  await ann.snapshot('now')
  await ann.restore('now')
  await ann.exchanges.clear()
  await expect(ann.records('pets').delete(99)).rejects.toThrow('99')
  await ann.reset()
  await ann.delete()
  const event = (kind: string, change: string, more: object = {}) => [kind, { change, sandbox: 'ann', ...more }]
  expect(parseEvents(await readUntil(stream, 'deleted'))).toEqual([
    event('sandbox', 'created'),
    event('records', 'changed', { resource: 'pets' }),
    event('scenario', 'changed'),
    event('clock', 'changed'),
    event('keys', 'changed'),
    event('snapshots', 'changed'),
    event('sandbox', 'restored'),
    event('exchanges', 'cleared'),
    event('sandbox', 'reset'),
    event('sandbox', 'deleted'),
  ])
})

for (const view of ['full', 'summary'])
  it(`an exchange has the number of records that it changed where that is known, in the view ${view}`, async () => {
    for (const [rewind, expected] of [
      [true, [1, 0]],
      [false, [null, null]],
    ] as const) {
      await using server = await serveScenarios({}, { rewind })
      const stream = await listen(`${server.standin.url}/_sandbox/events?view=${view}`)
      await server.call('/v1/pets', { body: { name: 'Rex', categoryId: 1 } })
      await server.call('/v1/pets')
      await server.call('/v1/pets/4711')
      const events = parseEvents(await readUntil(stream, '4711'))
      expect(events.slice(0, 2).map(([, data]) => Object(data).changes)).toEqual(expected)
    }
  })

it('short descriptions are limited in number, and the client learns how many exchanges have none', async () => {
  const sandboxes = createBareSandboxes({})
  const [sample] = fc.sample(exchanges, { numRuns: 1, seed: 1 })
  assert(sample)
  const sent = 1_000
  const streams = (['summary', 'full'] as const).map((view) => streamEvents(sandboxes, { view, sandbox: 'ann' }))
  for (let index = 0; index < sent; index++) {
    sandboxes.budget.notify({ ...sample, at: 0, sandbox: 'ann', id: String(index) })
    sandboxes.budget.notify({ ...sample, at: 0, sandbox: 'bob', id: String(index) })
  }
  const counts = streams.map((stream) => {
    let read = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      read += text
    })
    return () => {
      const events = parseEvents(read)
      const missed = events.flatMap(([kind, data]) => (kind === 'missed' ? [data] : []))
      return { described: events.filter(([kind]) => kind === 'exchange').length, missed }
    }
  })
  const [summary, full] = counts
  const count = sent - largestSummary / 2
  await expect
    .poll(() => summary?.())
    .toEqual({ described: largestSummary / 2, missed: [{ count, sandboxes: { ann: count } }] })
  expect(full?.().described).toBeGreaterThan(largestSummary)
  for (const stream of streams) stream.destroy()
})

it('of traffic that stays heavy fewer exchanges are described, until it is light again', async () => {
  const sandboxes = createBareSandboxes({})
  const [sample] = fc.sample(exchanges, { numRuns: 1, seed: 1 })
  assert(sample)
  const stream = streamEvents(sandboxes, { view: 'summary' })
  let read = ''
  const countAfter = (count: number): number => {
    for (let index = 0; index < count; index++)
      sandboxes.budget.notify({ ...sample, at: 0, sandbox: 'ann', id: String(index) })
    batchesOf(sandboxes).summary.flush()
    for (let chunk: unknown = stream.read(); chunk; chunk = stream.read()) read += String(chunk)
    return parseEvents(read).filter(([kind]) => kind === 'exchange').length
  }
  const heavy = largestSummary + 1
  expect(countAfter(heavy)).toBe(largestSummary)
  expect(countAfter(heavy)).toBe(largestSummary + heavySummary)
  expect(countAfter(largestSummary)).toBe(largestSummary + 2 * heavySummary)
  expect(countAfter(largestSummary)).toBe(2 * largestSummary + 2 * heavySummary)
  stream.destroy()
})

it('the documentation has the numbers of exchanges that are described', async () => {
  const [most, heavy] = [largestSummary, heavySummary].map((size) =>
    ((size * 1_000) / batchInterval).toLocaleString('en'),
  )
  for (const file of ['src/control/openapi.yaml', 'docs/control.md']) {
    const text = (await readFile(file, 'utf8')).replaceAll(/\s+/g, ' ')
    expect(text, file).toContain(`${most} exchanges a second`)
    expect(text, file).toContain(`and ${heavy} while there are more`)
    expect(text, file).toContain(`at most ${maxOmittedSandboxes}`)
  }
})

it('the sandboxes of exchanges without a description are named unless they are many', async () => {
  const sandboxes = createBareSandboxes({})
  const [sample] = fc.sample(exchanges, { numRuns: 1, seed: 1 })
  assert(sample)
  const stream = streamEvents(sandboxes, { view: 'summary' })
  const notify = (sandbox: string, count: number): void => {
    for (let index = 0; index < count; index++)
      sandboxes.budget.notify({ ...sample, at: 0, sandbox, id: String(index) })
  }
  notify('ann', largestSummary)
  for (let index = 0; index <= maxOmittedSandboxes; index++) notify(`many-${index}`, 1)
  let read = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    read += text
  })
  const count = maxOmittedSandboxes + 1
  await expect.poll(() => parseEvents(read).filter(([kind]) => kind === 'missed')).toEqual([['missed', { count }]])
  stream.destroy()
})

describe('a client that does not read', () => {
  it('misses events when the buffers of its socket are full', async () => {
    await using server = await serveScenarios()
    const streams = await Promise.all([1, 2].map(() => listen(`${server.standin.url}/_sandbox/events`)))
    const sent = 200
    const name = 'x'.repeat(60_000)
    for (let count = 0; count < sent; count++)
      assert((await server.call('/v1/pets', { body: { name, categoryId: 1 } })).status < 500)
    // Whole events only: the last one may have arrived in part.
    const countArrived = (text: string): number => text.match(/^event: exchange\nid: .+\ndata: .+\n\n/gm)?.length ?? 0
    const countMissed = (text: string): number =>
      [...text.matchAll(/^data: \{"count":(\d+)\}\n/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
    for (const stream of streams) {
      const text = await readUntilEnough(stream, (read) => countArrived(read) + countMissed(read) >= sent)
      expect(countArrived(text) + countMissed(text)).toBe(sent)
      expect(countMissed(text)).toBeGreaterThan(0)
    }
  })

  it('misses events beyond a number of bytes, and learns how many', () => {
    const sandboxes = createBareSandboxes({})
    const stream = streamEvents(sandboxes, { view: 'full' })
    const event = { kind: 'records', change: 'changed', sandbox: 'default', resource: 'x'.repeat(1_000) } as const
    const sent = 5_000
    for (let count = 0; count < sent; count++) sandboxes.events.emit(event)
    expect(stream.readableLength).toBeLessThan(maxWaiting + 2_000)
    let text = ''
    for (let chunk: Buffer | null = stream.read(); chunk; chunk = stream.read()) text += chunk.toString()
    const events = parseEvents(text)
    const arrived = events.filter(([kind]) => kind === 'records').length
    expect(events.at(-1)).toEqual(['missed', { count: sent - arrived }])
    sandboxes.events.emit(event)
    expect(parseEvents(String(stream.read()))).toHaveLength(1)
    stream.destroy()
  })

  it('costs nothing once it is gone', () => {
    const sandboxes = createBareSandboxes({})
    const stream = streamEvents(sandboxes, { view: 'full' })
    stream.destroy()
    const before = stream.readableLength
    sandboxes.events.emit({ kind: 'files', change: 'reloaded', sandbox: undefined })
    expect(stream.readableLength).toBe(before)
  })
})
