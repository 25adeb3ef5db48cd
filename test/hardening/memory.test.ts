/**
 * What sandboxes retain is limited: records, stored responses, keys and snapshots.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { IdempotentResponses, idempotencyLimits } from '../../src/behaviours/idempotency/idempotent-responses.ts'
import type { StandinOptions } from '../../src/index.ts'
import type { Json } from '../../src/ports.ts'
import { createEmbeddedStore } from '../../src/store/embedded-store.ts'
import { MemoryBudget, memoryOf } from '../../src/store/memory-budget.ts'
import { serveScenarios } from '../support/serve-scenarios.ts'
import { collectGarbage } from '../support/used-memory.ts'

const kibibyte = 1024
const rex = { name: 'Rex', categoryId: 1 }
const large = { ...rex, name: 'x'.repeat(20 * kibibyte) }

const serve = (options: StandinOptions) => serveScenarios({}, options)

describe('records', () => {
  it('of all sandboxes together take at most --max-memory', async () => {
    await using server = await serve({ maxMemory: 500 * kibibyte })
    const statuses: number[] = []
    for (let index = 0; index < 40; index++)
      statuses.push((await server.call('/v1/pets', { body: large, sandbox: `s${index % 4}` })).status)
    expect(statuses.filter((status) => status === 201).length).toBeLessThan(15)
    const rejected = await server.call('/v1/pets', { body: rex })
    expect(rejected.status).toBe(507)
    expect(rejected.json).toMatchObject({ code: 'storage_full', message: expect.stringContaining('--max-memory') })
    expect((await server.call('/v1/pets')).status).toBe(200)
    const added = await server.call('/_sandbox/sandboxes/default/records/pets', { body: { id: 999, ...rex } })
    expect(added.status).toBe(507)
  })

  it('can be stored again where others were deleted', async () => {
    await using server = await serve({ maxMemory: 500 * kibibyte })
    const create = async () => (await server.call('/v1/pets', { body: large, sandbox: 'full' })).status
    while ((await create()) === 201);
    await server.call('/_sandbox/sandboxes/full', { method: 'DELETE' })
    await expect.poll(create).toBe(201)
  })

  it('that are written again and again, and shared by forks and snapshots, count once', async () => {
    await using server = await serve({ maxMemory: 500 * kibibyte })
    for (let index = 0; index < 5; index++) await server.call('/v1/pets', { body: large })
    for (let index = 0; index < 20; index++) {
      await server.control('POST', '/sandboxes', { id: `fork-${index}`, from: 'default' }).catch(() => {})
      await server.call('/_sandbox/sandboxes/default/snapshots', { body: { name: `snapshot-${index}` } })
      const answer = await server.call('/v1/pets', { body: rex, sandbox: `fork-${index}` })
      expect(answer.status).toBe(201)
    }
    const put = async () =>
      (await server.call('/_sandbox/sandboxes/default/records/pets', { method: 'PUT', body: [{ id: 1, ...large }] }))
        .status
    for (let index = 0; index < 100; index++) await expect.poll(put).toBe(200)
  })

  it('of one sandbox are at most --max-records', async () => {
    await using server = await serve({ maxRecords: 60 })
    const create = (sandbox: string) => server.call('/v1/pets', { body: rex, sandbox })
    let created = 0
    while ((await create('one')).status === 201) created++
    expect(created).toBeGreaterThan(0)
    expect((await create('one')).json).toMatchObject({ message: expect.stringContaining('--max-records') })
    expect((await create('two')).status).toBe(201)
    await server.call('/_sandbox/sandboxes/one/records/pets/1', { method: 'DELETE' })
    expect((await create('one')).status).toBe(201)
    const many = Array.from({ length: 61 }, (_, index) => ({ id: index + 1, ...rex }))
    const answer = await server.call('/_sandbox/sandboxes/two/records/pets', { method: 'PUT', body: many })
    expect(answer.status).toBe(507)
  })
})

describe('the estimate of a record', () => {
  const values: Readonly<Record<string, Json>> = {
    'a small record': { id: 1, name: 'Rex', status: 'sold', tags: ['a', 'b'], owner: { id: 7, name: 'Ann' } },
    'empty objects': Array.from({ length: 2_000 }, () => ({})),
    'empty arrays': Array.from({ length: 2_000 }, () => []),
    numbers: Array.from({ length: 2_000 }, (_, index) => index),
    'many properties': Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`property${index}`, index / 3])),
    'one string': 'x'.repeat(50_000),
  }

  it.each(Object.entries(values))('is not far below what it takes: %s', async (_, value) => {
    const store = createEmbeddedStore([{ name: 'things', filterable: [] }], {}).fork(new MemoryBudget())
    const json = JSON.stringify({ value })
    const count = Math.ceil(10_000_000 / memoryOf({ json }))
    const measure = async () => {
      for (let turn = 0; turn < 3; turn++) {
        await nextTurn()
        collectGarbage()
      }
      return process.memoryUsage().heapUsed
    }
    const before = await measure()
    for (let index = 0; index < count; index++) {
      const own = `${json.slice(0, -1)}}`
      await store.insert('things', { kind: 'integer' }, () => ({ value: JSON.parse(own), json: own, madeAt: 0 }))
    }
    const used = (await measure()) - before
    expect(store.memory?.used).toBeGreaterThan(used * 0.7)
    expect(store.memory?.used).toBeLessThan(used * 8)
  })
})

describe('idempotency keys', () => {
  it('are limited by all that is stored of them', () => {
    const responses = new IdempotentResponses()
    const key = (index: number) => `${index}`.padEnd(12_000, 'k')
    for (let index = 0; index < 1_000; index++)
      responses.store(JSON.stringify(['', '', key(index)]), {
        key: key(index),
        digest: '',
        at: 0,
        reply: { kind: 'reply', status: 201, mediaType: 'application/json', body: '' },
      })
    let bytes = 0
    for (const [place, { key: own }] of responses.all) bytes += place.length + own.length
    expect(bytes).toBeLessThanOrEqual(idempotencyLimits.size)
    expect(responses.all.size).toBeGreaterThan(100)
  })

  it('count towards --max-memory', () => {
    const memory = new MemoryBudget(1_000_000)
    const responses = new IdempotentResponses({ memory })
    const body = 'x'.repeat(10_000)
    responses.store('place', {
      key: 'a',
      digest: '',
      at: 0,
      reply: { kind: 'reply', status: 201, mediaType: '', body },
    })
    expect(memory.used).toBeGreaterThan(10_000)
  })
})

describe('a sandbox has at most', () => {
  it('--max-keys keys', async () => {
    await using server = await serve({ maxKeys: 3 })
    const generate = () => server.call('/_sandbox/sandboxes/default/keys', { body: {} })
    const keys: string[] = []
    for (let index = 0; index < 3; index++) keys.push((Object((await generate()).json) as { key: string }).key)
    const answer = await generate()
    expect([answer.status, answer.text]).toEqual([507, expect.stringContaining('--max-keys')])
    await server.call(`/_sandbox/sandboxes/default/keys/${keys[0]}`, { method: 'DELETE' })
    expect((await generate()).status).toBe(201)
  })

  it('--max-snapshots snapshots', async () => {
    await using server = await serve({ maxSnapshots: 2 })
    const take = async (name: string) =>
      (await server.call('/_sandbox/sandboxes/default/snapshots', { body: { name } })).status
    expect([await take('a'), await take('b'), await take('c'), await take('a')]).toEqual([201, 201, 507, 201])
    const put = await server.call('/_sandbox/sandboxes/default/records/pets?snapshot=d', { method: 'PUT', body: [] })
    expect([put.status, put.text]).toEqual([507, expect.stringContaining('--max-snapshots')])
    const sandbox = await server.standin.sandbox({ id: 'two' })
    await sandbox.snapshot('a')
    await sandbox.snapshot('b')
    await expect(sandbox.snapshot('c')).rejects.toThrow('--max-snapshots')
  })
})
