/**
 * Sandboxes whose storage fails at a moment that matters, and those whose documents or fixtures change while they are stored.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Setup } from '../../src/loading/setup.ts'
import { type Log, LogError } from '../../src/log/log.ts'
import { createMemoryStorage, type MemoryStorage, openMemoryLog } from '../log/memory-log.ts'
import { openSharedMemoryLog } from '../log/shared-memory-log.ts'
import { loadReplicaSetup, type Replica, startReplica } from '../support/replica.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const start = async (setup: Setup, log?: Log, checkpointAfter?: number, now = Date.now): Promise<Replica> => {
  const report = (error: unknown): never => {
    throw error
  }
  const durability = log && { log, place: 'a test', report, ...(checkpointAfter && { checkpointAfter }) }
  const replica = await startReplica({ setup, now, durability })
  closing.push(replica.close)
  return replica
}

const request = async ({ fetch }: Replica, method: string, path: string, body?: object, headers?: object) => {
  const response = await fetch(path, {
    method,
    headers: { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const pet = { name: 'Rex', categoryId: 1 }

describe('a reset', () => {
  const wrap = (log: Log) => {
    const state = { isFull: false }
    const append: Log['append'] = async (...given) => {
      if (state.isFull) throw new LogError('full', 'a test wants it')
      return log.append(...given)
    }
    return { state, log: { ...log, append } }
  }

  it('that the storage rejects empties neither the journal nor the history', async () => {
    const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })
    const { state, log } = wrap(openMemoryLog(createMemoryStorage()))
    const replica = await start(setup, log)
    for (let made = 0; made < 2; made++)
      expect((await request(replica, 'POST', '/v1/pets', { ...pet, name: `${made}` })).status).toBe(201)
    const { journal, history, position } = replica.sandboxes.default
    state.isFull = true
    for (const path of ['reset', undefined])
      expect(
        (await replica.control(path ? 'POST' : 'DELETE', `/sandboxes/default${path ? `/${path}` : ''}`)).status,
      ).toBe(507)
    expect([journal.size, history?.countRecords(position - 1, position)]).toEqual([2, 1])
    expect((await request(replica, 'GET', '/v1/pets/32')).body).toMatchObject({ name: '1' })
    state.isFull = false
    expect((await replica.control('POST', '/sandboxes/default/reset')).status).toBe(200)
    expect([journal.size, history?.countRecords(position - 1, position)]).toEqual([0, undefined])
  })

  it('empties what came before it, and not what runs after it in the same group', async () => {
    const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })
    const replica = await start(setup, openMemoryLog(createMemoryStorage()))
    expect((await request(replica, 'POST', '/v1/pets', pet)).status).toBe(201)
    const { default: sandbox } = replica.sandboxes
    const reset = sandbox.transact(() => sandbox.reset())
    const created = await request(replica, 'POST', '/v1/pets', pet)
    await reset
    const [exchange, ...others] = sandbox.journal.exchanges
    expect([created.status, others.length]).toEqual([201, 0])
    const { positionBefore = 0, positionAfter = 0 } = exchange ?? {}
    expect(sandbox.history?.countRecords(positionBefore, positionAfter)).toBe(1)
  })
})

describe('a deletion whose outcome is unknown', () => {
  it.each([true, false])(
    'a change that waits behind it does not create the sandbox again (it took place: %s)',
    async (isCarriedOut) => {
      const storage = createMemoryStorage()
      const log = openMemoryLog(storage)
      let hasFailed = false
      const failing: Log = {
        ...log,
        remove: async (name) => {
          if (hasFailed) return log.remove(name)
          hasFailed = true
          if (isCarriedOut) await log.remove(name)
          throw new LogError('unknown', 'no answer')
        },
      }
      const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })
      const replica = await start(setup, failing)
      expect((await request(replica, 'POST', '/~x/v1/pets', pet)).status).toBe(201)
      const sandbox = replica.sandboxes.find('x')
      if (!sandbox) throw new TypeError('the sandbox does not exist')
      const removed = replica.sandboxes.remove(sandbox)
      const changed = Promise.resolve(sandbox.transact(() => sandbox.store.remove('pets', 1)))
      await expect(removed).rejects.toMatchObject({ kind: 'unknown' })
      if (isCarriedOut) await expect(changed).rejects.toMatchObject({ kind: 'deleted' })
      else expect(await changed).toMatchObject({ id: 1 })
      expect(storage.logs.has('sandbox:x')).toBe(!isCarriedOut)
      // A later request sees what is stored.
      const { status } = await request(replica, 'GET', '/~x/v1/pets/1')
      expect(status).toBe(isCarriedOut ? 200 : 404)
    },
  )
})

describe('an evicted sandbox whose log cannot be deleted', () => {
  const hour = 3_600_000

  it.each(['full', 'unavailable', 'unknown'] as const)('is not loaded by the next first use: %s', async (kind) => {
    const storage = createMemoryStorage()
    const log = openMemoryLog(storage)
    let failures = 0
    const remove: Log['remove'] = async (name) => {
      if (failures-- > 0) throw new LogError(kind, 'a test wants it')
      await log.remove(name)
    }
    let time = Date.now()
    const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })
    const replica = await start(setup, { ...log, remove }, undefined, () => time)
    const create = () => request(replica, 'POST', '/~x/v1/pets', pet)
    const read = async () => (await request(replica, 'GET', '/~x/v1/pets/31')).status
    expect([(await create()).status, await read()]).toEqual([201, 200])
    failures = Number.POSITIVE_INFINITY
    time += 2 * hour
    replica.sandboxes.sweep()
    await delay(10)
    // As long as the earlier one cannot be deleted, the new one cannot be stored.
    expect([await read(), (await create()).status]).toEqual([
      kind === 'unknown' ? 503 : 404,
      kind === 'full' ? 507 : 503,
    ])
    failures = 0
    expect([await read(), (await create()).body, await read()]).toMatchObject([404, { id: 31 }, 200])
    expect(storage.logs.has('sandbox:x')).toBe(true)
  })

  it('is deleted later, if nobody uses it', async () => {
    const storage = createMemoryStorage()
    const log = openMemoryLog(storage)
    let isFailing = true
    const remove: Log['remove'] = async (name) => {
      if (isFailing) throw new LogError('unavailable', 'a test wants it')
      await log.remove(name)
    }
    let time = Date.now()
    const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })
    const replica = await start(setup, { ...log, remove }, undefined, () => time)
    expect((await request(replica, 'POST', '/~x/v1/pets', pet)).status).toBe(201)
    time += 2 * hour
    replica.sandboxes.sweep()
    await delay(10)
    isFailing = false
    expect(storage.logs.has('sandbox:x')).toBe(true)
    replica.sandboxes.sweep()
    await expect.poll(() => storage.logs.has('sandbox:x')).toBe(false)
  })
})

describe('a sandbox whose creation has an unknown outcome', () => {
  it.each([true, false])('is looked for once, and then nothing is uncertain (it is stored: %s)', async (isStored) => {
    const log = openMemoryLog(createMemoryStorage())
    let mustFail = true
    const failing: Log = {
      ...log,
      append: async (name, ...rest) => {
        if (!mustFail || name !== 'sandbox:x') return log.append(name, ...rest)
        mustFail = false
        if (isStored) await log.append(name, ...rest)
        throw new LogError('unknown', 'no answer')
      },
    }
    const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })
    const { control, sandboxes } = await start(setup, failing)
    expect((await control('POST', '/sandboxes', { id: 'x' })).status).toBe(503)
    expect(sandboxes.needsRefresh).toBe(true)
    expect((await control('GET', '/sandboxes/x')).status).toBe(isStored ? 200 : 404)
    expect(sandboxes.needsRefresh).toBe(false)
  })
})

describe('a sandbox whose creation fails', () => {
  /** The first entry of the sandbox x is not stored, after `run`. */
  const failFirst =
    (error: LogError, run: () => Promise<unknown>) =>
    (log: Log): Log => {
      let mustFail = true
      return {
        ...log,
        append: async (name, ...rest) => {
          if (!mustFail || name !== 'sandbox:x') return log.append(name, ...rest)
          mustFail = false
          await run()
          throw error
        },
      }
    }

  it.each([
    ['full', false],
    ['full', true],
    ['unavailable', false],
    ['unavailable', true],
    ['unknown', false],
    ['unknown', true],
  ] as const)('is not created by requests that wait for it: %s, shared: %s', async (kind, isShared) => {
    const storage = { ...createMemoryStorage(), listeners: new Set<() => void>(), turns: () => 1 }
    const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })
    const waiting: ReturnType<typeof request>[] = []
    let found: Promise<Response> | undefined
    const wrap = failFirst(new LogError(kind, 'a test wants it'), async () => {
      found = replica.control('PUT', '/sandboxes/x/clock', { frozen: true })
      waiting.push(request(replica, 'POST', '/~x/v1/pets', pet))
      // They find the sandbox that is not created.
      await delay(50)
    })
    const replica: Replica = await start(setup, wrap(isShared ? openSharedMemoryLog(storage) : openMemoryLog(storage)))
    const created = await replica.control('POST', '/sandboxes', { id: 'x', scenario: 'flaky' })
    expect(created.status).toBe(kind === 'full' ? 507 : 503)
    // A request creates another one on first use, before or after the other one looks for it.
    expect(await Promise.all(waiting)).toMatchObject([{ status: 201, body: { id: 31 } }])
    expect([200, 404]).toContain((await found)?.status)
    const shown = await replica.control('GET', '/sandboxes/x')
    expect(await shown.json()).toMatchObject({ origin: 'first-use', scenario: null, records: expect.any(Number) })
    expect((await request(replica, 'GET', '/~x/v1/pets/31')).status).toBe(200)
    const next = await start(setup, openMemoryLog(storage))
    expect((await request(next, 'GET', '/~x/v1/pets/31')).status).toBe(200)
    expect(replica.sandboxes.needsRefresh).toBe(isShared)
  })
})

describe('edited fixtures that cannot be stored', () => {
  const setupWith = async (name: string): Promise<Setup> => {
    const fixtures = mkdtempSync(join(tmpdir(), 'standin-fixtures-'))
    closing.push(() => rmSync(fixtures, { recursive: true, force: true }))
    writeFileSync(join(fixtures, 'pets.json'), JSON.stringify([{ id: 1, name, categoryId: 1 }]))
    return loadReplicaSetup({ documents: ['spec'], fixtures, keys: ['sandbox-key'] })
  }

  it('are read; changes are rejected until there is space, then both are stored', async () => {
    const storage = createMemoryStorage()
    const log = openMemoryLog(storage)
    let isFull = false
    const replica = await start(await setupWith('before'), {
      ...log,
      append: async (...entry) => {
        if (isFull) throw new LogError('full', 'no space')
        return log.append(...entry)
      },
    })
    expect((await request(replica, 'GET', '/~x/v1/pets/1')).body).toMatchObject({ name: 'before' })
    const edited = await setupWith('after')
    isFull = true
    await replica.sandboxes.replaceSetup(edited, () => {})
    for (let round = 0; round < 3; round++) {
      expect(await request(replica, 'GET', '/~x/v1/pets/1')).toMatchObject({ status: 200, body: { name: 'after' } })
      expect((await request(replica, 'POST', '/~x/v1/pets', pet)).status).toBe(507)
    }
    isFull = false
    expect(await request(replica, 'POST', '/~x/v1/pets', pet)).toMatchObject({ status: 201, body: { id: 2 } })
    const next = await start(edited, openMemoryLog(storage))
    expect((await request(next, 'GET', '/~x/v1/pets/1')).body).toMatchObject({ name: 'after' })
    expect((await request(next, 'GET', '/~x/v1/pets/2')).body).toMatchObject({ name: 'Rex' })
  })

  it.each(['full', 'unavailable', 'unknown'] as const)(
    'are read, also when they are edited again; all is stored in the end: %s',
    async (kind) => {
      const storage = createMemoryStorage()
      const log = openMemoryLog(storage)
      let isFailing = false
      const replica = await start(await setupWith('before'), {
        ...log,
        append: async (name, ...rest) => {
          if (!isFailing) return log.append(name, ...rest)
          // What is reported as unknown is stored every other time.
          if (kind === 'unknown' && name.startsWith('sandbox:')) await log.append(name, ...rest)
          throw new LogError(kind, 'a test wants it')
        },
      })
      expect((await replica.control('POST', '/sandboxes', { id: 'x' })).status).toBe(201)
      isFailing = true
      for (const name of ['first', 'second', 'third']) {
        await replica.sandboxes.replaceSetup(await setupWith(name), () => {})
        for (let round = 0; round < 2; round++)
          expect(await request(replica, 'GET', '/~x/v1/pets/1')).toMatchObject({ status: 200, body: { name } })
      }
      isFailing = false
      expect((await replica.control('POST', '/sandboxes', { id: 'fork', from: 'x' })).status).toBe(201)
      expect(await request(replica, 'POST', '/~x/v1/pets', pet)).toMatchObject({ status: 201, body: { id: 2 } })
      const next = await start(await setupWith('later'), openMemoryLog(storage))
      for (const id of ['x', 'fork'])
        expect((await request(next, 'GET', `/~${id}/v1/pets/1`)).body, id).toMatchObject({ name: 'third' })
      expect((await request(next, 'GET', '/~x/v1/pets/2')).body).toMatchObject({ name: 'Rex' })
    },
  )
})

describe('a resource that documents get while a sandbox is stored', () => {
  const load = (documents: readonly string[]): Promise<Setup> =>
    loadReplicaSetup({ documents, keys: ['sandbox-key'], generate: 5 })

  it.each(['before the sandbox is written to', 'after it was written to'])(
    'has the same records after a restart, without a notice: %s',
    async (when) => {
      const storage = createMemoryStorage()
      const replica = await start(await load(['spec']), openMemoryLog(storage))
      expect((await replica.control('POST', '/sandboxes', { id: 'x' })).status).toBe(201)
      const write = async () => expect((await request(replica, 'POST', '/~x/v1/pets', pet)).status).toBe(201)
      if (when.startsWith('after')) await write()
      const both = await load(['spec', 'test/log/notes.yaml'])
      await replica.sandboxes.replaceSetup(both, () => {})
      const notesIn = ({ sandboxes }: Replica) => [...(sandboxes.find('x')?.state.store.all('notes') ?? [])]
      const notes = notesIn(replica)
      expect(notes).toHaveLength(5)
      if (when.startsWith('before')) await write()
      const next = await start(await load(['spec', 'test/log/notes.yaml']), openMemoryLog(storage))
      expect(notesIn(next).map(({ json }) => json)).toEqual(notes.map(({ json }) => json))
      expect(next.sandboxes.find('x')?.fixturesChanged).toBe(false)
    },
  )
})

it.each(['in memory', 'stored'])('a sandbox that nobody uses moves to the new documents: %s', async (mode) => {
  const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })
  const replica = await start(setup, mode === 'stored' ? openMemoryLog(createMemoryStorage()) : undefined)
  expect((await request(replica, 'POST', '/~x/v1/pets', pet)).status).toBe(201)
  const sandbox = replica.sandboxes.find('x')
  await replica.sandboxes.replaceSetup(
    await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' }),
    () => {},
  )
  await expect.poll(() => sandbox?.setup).toBe(replica.sandboxes.setup)
})

it.each(['in memory', 'stored'])(
  'a request with an idempotency key that is repeated after files were edited is not carried out again: %s',
  async (mode) => {
    const load = (keys: readonly string[]): Promise<Setup> =>
      loadReplicaSetup({ documents: ['test/log/notes.yaml'], keys })
    const replica = await start(
      await load(['sandbox-key']),
      mode === 'stored' ? openMemoryLog(createMemoryStorage()) : undefined,
    )
    const create = (body: object) =>
      request(replica, 'POST', '/notes', body, { 'Idempotency-Key': '5f1c8f64-64b6-4a5b-9a0c-0f8f0c5e3b11' })
    const first = await create({ text: 'first' })
    expect(first.status).toBe(201)
    await replica.sandboxes.replaceSetup(await load(['sandbox-key', 'another-key']), () => {})
    expect(await create({ text: 'first' })).toEqual(first)
    expect((await create({ text: 'other' })).status).toBeGreaterThanOrEqual(400)
    expect((await request(replica, 'POST', '/notes', { text: 'second' })).body.id).toBe(first.body.id + 1)
  },
)

describe('a resource that no document has for a while', () => {
  const note = { text: 'first' }
  const load = (documents: readonly string[]): Promise<Setup> => loadReplicaSetup({ documents, keys: ['sandbox-key'] })

  const restart = async (replica: Replica, setup: Setup, storage: MemoryStorage | undefined): Promise<Replica> => {
    if (!storage) return replica
    await replica.close()
    return start(setup, openMemoryLog(storage), 1)
  }

  it.each(['in memory', 'stored', 'stored, with a restart and a checkpoint meanwhile'])(
    'has its records when it is back, and ids continue: %s',
    async (mode) => {
      const storage = mode === 'in memory' ? undefined : createMemoryStorage()
      const both = await load(['spec', 'test/log/notes.yaml'])
      const fewer = await load(['spec'])
      let replica = await start(both, storage && openMemoryLog(storage), mode.includes('checkpoint') ? 1 : undefined)
      for (const id of [1, 2])
        expect(await request(replica, 'POST', '/notes', note)).toMatchObject({ status: 201, body: { id } })
      expect((await request(replica, 'DELETE', '/notes/2')).status).toBe(204)
      await replica.sandboxes.replaceSetup(fewer, () => {})
      if (mode.includes('restart')) replica = await restart(replica, fewer, storage)
      for (let count = 0; count < 3; count++) expect((await request(replica, 'POST', '/v1/pets', pet)).status).toBe(201)
      if (mode.includes('restart')) {
        replica = await restart(replica, fewer, storage)
        replica = await restart(replica, both, storage)
      } else await replica.sandboxes.replaceSetup(both, () => {})
      expect((await request(replica, 'GET', '/notes/1')).body).toMatchObject({ id: 1, text: 'first' })
      expect(await request(replica, 'POST', '/notes', note)).toMatchObject({ status: 201, body: { id: 3 } })
    },
  )
})
