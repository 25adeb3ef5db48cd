/**
 * When a checkpoint replaces the entries of a sandbox, and what happens where it cannot be written.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { type Log, LogError } from '../../src/log/log.ts'
import { createMemoryStorage, type MemoryStorage, openMemoryLog } from '../log/memory-log.ts'
import { loadReplicaSetup, type Replica, startReplica } from '../support/replica.ts'

const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Watched {
  readonly replica: Replica
  /** The length of each part, for each checkpoint of the sandbox x that was written. */
  readonly checkpoints: (readonly number[])[]
  readonly reports: unknown[]
}

/** `beforeCheckpoint` runs before each checkpoint of the sandbox x. */
const start = async (
  storage: MemoryStorage,
  checkpointAfter: number | undefined,
  beforeCheckpoint: () => Promise<void> | void = () => {},
): Promise<Watched> => {
  const inner = openMemoryLog(storage)
  const checkpoints: (readonly number[])[] = []
  const reports: unknown[] = []
  const log: Log = {
    ...inner,
    checkpoint: async (name, head, parts) => {
      if (name === 'sandbox:x') await beforeCheckpoint()
      await inner.checkpoint(name, head, parts)
      if (name === 'sandbox:x') checkpoints.push(parts.map(({ length }) => length))
    },
  }
  const report = (error: unknown): void => {
    reports.push(error)
  }
  const place = 'a test'
  const durability = { log, place, report, ...(checkpointAfter === undefined ? {} : { checkpointAfter }) }
  const replica = await startReplica({ setup, now: Date.now, durability })
  closing.push(replica.close)
  return { replica, checkpoints, reports }
}

const create = async ({ fetch }: Replica, name: string): Promise<number> => {
  const response = await fetch('/~x/v1/pets', {
    method: 'POST',
    headers: { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1 }),
  })
  return response.status
}

const read = async ({ fetch }: Replica, id: number): Promise<unknown> =>
  (await fetch(`/~x/v1/pets/${id}`, { headers: { Authorization: 'Bearer sandbox-key' } })).json()

/** A checkpoint is written beside the requests, so it needs a few turns. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const entriesIn = ({ logs }: MemoryStorage): number =>
  logs.get('sandbox:x')?.entries.reduce((length, { effects }) => length + effects.length, 0) ?? 0

const long = 'n'.repeat(50)

describe('a checkpoint', () => {
  it('is written only when the entries are longer than the limit', async () => {
    const storage = createMemoryStorage()
    const { replica, checkpoints } = await start(storage, undefined)
    for (let count = 0; count < 10; count++) await create(replica, long)
    await settle()
    expect(checkpoints).toEqual([])
    const limit = entriesIn(storage)
    for (const [checkpointAfter, written] of [
      [limit, 0],
      [limit - 1, 1],
    ] as const) {
      const other = await start(createMemoryStorage(), checkpointAfter)
      for (let count = 0; count < 10; count++) await create(other.replica, long)
      await settle()
      expect(other.checkpoints, `${checkpointAfter}`).toHaveLength(written)
    }
  })

  it('is followed by the next one only when the entries since are longer than it', async () => {
    const storage = createMemoryStorage()
    const { replica, checkpoints } = await start(storage, 1)
    await create(replica, long)
    await settle()
    expect(checkpoints).toHaveLength(1)
    const length = (checkpoints[0] ?? []).reduce((sum, part) => sum + part, 0)
    expect(length).toBeGreaterThan(400)
    let longest = 0
    while (checkpoints.length === 1) {
      longest = entriesIn(storage)
      expect(longest).toBeLessThanOrEqual(length)
      await create(replica, long)
      await settle()
    }
    expect(longest).toBeGreaterThan(length - 300)
  })

  it('counts what was stored before a restart: the entries, and the last checkpoint', async () => {
    const storage = createMemoryStorage()
    const before = await start(storage, 1_000_000)
    for (let count = 0; count < 10; count++) await create(before.replica, long)
    await before.replica.close()
    const stored = entriesIn(storage)
    const after = await start(storage, stored)
    await create(after.replica, 'Rex')
    await settle()
    expect(after.checkpoints).toHaveLength(1)
    await after.replica.close()
    const last = await start(storage, 1)
    await create(last.replica, 'Rex')
    await settle()
    expect(last.checkpoints).toEqual([])
  })

  it('has all records, in parts of a quarter of a million characters', async () => {
    const storage = createMemoryStorage()
    const { replica, checkpoints } = await start(storage, 900_000)
    for (let count = 0; count < 10; count++) expect(await create(replica, 'n'.repeat(100_000))).toBe(201)
    await settle()
    expect(checkpoints).toHaveLength(1)
    const parts = checkpoints[0] ?? []
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts.slice(0, -1)) {
      expect(part).toBeGreaterThan(256 * 1024)
      expect(part).toBeLessThan(256 * 1024 + 110_000)
    }
    const next = await start(storage, undefined)
    for (const id of [1, 31, 40]) expect(await read(next.replica, id)).toEqual(await read(replica, id))
  })

  it('does not bring back the key of a sandbox that was deleted', async () => {
    const storage = createMemoryStorage()
    const { replica, checkpoints } = await start(storage, 1)
    const created = await replica.control('POST', '/sandboxes', { id: 'x' })
    const { key } = (await created.json()) as { readonly key: string }
    const list = async ({ fetch }: Replica): Promise<number> =>
      (await fetch('/v1/pets', { headers: { Authorization: `Bearer ${key}` } })).status
    expect(await list(replica)).toBe(200)
    expect((await replica.control('DELETE', `/sandboxes/x/keys/${key}`)).status).toBe(204)
    await settle()
    for (const written = checkpoints.length; checkpoints.length === written; await settle()) await create(replica, long)
    expect(await list(replica)).toBe(401)
    const next = await start(storage, undefined)
    expect(await list(next.replica)).toBe(401)
    // A reset restores it.
    await next.replica.control('POST', '/sandboxes/x/reset')
    expect(await list(next.replica)).toBe(200)
  })

  it('is written once at a time, and entries that come meanwhile are kept', async () => {
    const storage = createMemoryStorage()
    let running = 0
    let most = 0
    let finish = (): void => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { replica, checkpoints } = await start(storage, 300, async () => {
      running += 1
      most = Math.max(most, running)
      await finished
      running -= 1
    })
    for (let count = 0; count < 60; count++) await create(replica, long)
    await settle()
    expect([running, most]).toEqual([1, 1])
    finish()
    await expect.poll(() => checkpoints.length).toBe(1)
    const next = await start(storage, undefined)
    expect(await read(next.replica, 90)).toMatchObject({ id: 90, name: long })
  })
})

describe('a checkpoint that cannot be written', () => {
  it('is reported, fails no request, and is written later', async () => {
    const storage = createMemoryStorage()
    let isFailing = true
    const { replica, checkpoints, reports } = await start(storage, 300, () => {
      if (isFailing) throw new LogError('full', 'no space')
    })
    while (reports.length === 0) {
      expect(await create(replica, long)).toBe(201)
      await settle()
    }
    expect(reports).toMatchObject([{ kind: 'full' }])
    isFailing = false
    for (let count = 0; count < 3; count++) {
      expect(await create(replica, long)).toBe(201)
      await settle()
    }
    expect(checkpoints).toHaveLength(1)
    expect(reports).toHaveLength(1)
  })

  it('is not reported where the sandbox was deleted meanwhile', async () => {
    const storage = createMemoryStorage()
    const { replica, checkpoints, reports } = await start(storage, 300, () => {
      throw new LogError('deleted', 'it was deleted')
    })
    for (let count = 0; count < 5; count++) await create(replica, long)
    await settle()
    expect(checkpoints).toEqual([])
    expect(reports).toEqual([])
  })
})
