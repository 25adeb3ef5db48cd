/**
 * Forks of one sandbox at different moments: when they are loaded, the entries of that sandbox are read and replayed once, and
 * all of them share its records.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { Log } from '../../src/log/log.ts'
import { createMemoryStorage, openMemoryLog } from '../log/memory-log.ts'
import { openSharedMemoryLog } from '../log/shared-memory-log.ts'
import { loadReplicaSetup, type Replica, startReplica } from '../support/replica.ts'

const opened: Replica[] = []
afterEach(async () => {
  for (const replica of opened.splice(0)) await replica.close()
})

const setup = await loadReplicaSetup()

const start = async (log: Log): Promise<Replica> => {
  const durability = { log, place: 'a test', report: () => {} }
  const replica = await startReplica({ setup, now: Date.now, durability })
  opened.push(replica)
  return replica
}

/** Counts the entries that are read of what logs start from. */
const countRead = (log: Log) => {
  const counts = { entries: 0 }
  const counting: Log = {
    ...log,
    loadPoint: async (origin, after) => {
      const stored = await log.loadPoint(origin, after)
      counts.entries += stored.entries.length
      return stored
    },
  }
  return { counts, log: counting }
}

const headers = { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json', 'Sandbox-Id': 'parent' }

const createPet = async ({ fetch }: Replica, name: string): Promise<void> => {
  const { status } = await fetch('/v1/pets', { method: 'POST', headers, body: JSON.stringify({ name, categoryId: 1 }) })
  expect(status).toBe(201)
}

const namesIn = async (replica: Replica, sandbox: string): Promise<readonly string[]> => {
  const response = await replica.control('GET', `/sandboxes/${sandbox}/records/pets?limit=1000`)
  const pets = (await response.json()) as readonly { readonly name: string }[]
  return pets.slice(30).map(({ name }) => name)
}

const created = Array.from({ length: 20 }, (_, index) => `Pet ${index + 1}`)

/** Names that do not have the order of the moments. */
const forks = [7, 3, 20, 3, 12, 1, 16].map((pets, index) => ({ id: `fork-${index}`, pets }))

/** A sandbox that gets pets, with a fork at some moments. */
const write = async (replica: Replica): Promise<void> => {
  for (const [index, name] of created.entries()) {
    await createPet(replica, name)
    for (const { id, pets } of forks)
      if (pets === index + 1)
        expect((await replica.control('POST', '/sandboxes', { id, from: 'parent' })).status).toBe(201)
  }
}

describe('forks at different moments', () => {
  it('are loaded with one replay of the sandbox that they started from, and share its records', async () => {
    const storage = createMemoryStorage()
    const first = await start(openMemoryLog(storage))
    await write(first)
    const { counts, log } = countRead(openMemoryLog(storage))
    const replica = await start(log)
    for (const { id, pets } of forks) expect(await namesIn(replica, id)).toEqual(created.slice(0, pets))
    expect(await namesIn(replica, 'parent')).toEqual(created)
    expect(counts.entries).toBe(20)
    const records = await Promise.all(
      ['parent', ...forks.map(({ id }) => id)].map((id) => replica.sandboxes.find(id)?.store.get('pets', 31)),
    )
    expect(records[0]).toMatchObject({ value: { name: 'Pet 1' } })
    for (const record of records) expect(record).toBe(records[0])
  })

  it('also when the sandbox was deleted', async () => {
    const storage = createMemoryStorage()
    const first = await start(openMemoryLog(storage))
    await write(first)
    expect((await first.control('DELETE', '/sandboxes/parent')).status).toBe(204)
    const { counts, log } = countRead(openMemoryLog(storage))
    const replica = await start(log)
    for (const { id, pets } of forks) expect(await namesIn(replica, id)).toEqual(created.slice(0, pets))
    expect(counts.entries).toBe(20)
  })

  it('continue from each other where servers share the storage and load them when they are used', async () => {
    const storage = { ...createMemoryStorage(), listeners: new Set<(message: Buffer) => void>(), turns: () => 1 }
    const first = await start(openSharedMemoryLog(storage))
    await write(first)
    const { counts, log } = countRead(openSharedMemoryLog(storage))
    const replica = await start(log)
    for (const { id, pets } of forks.toSorted((one, other) => one.pets - other.pets))
      expect(await namesIn(replica, id)).toEqual(created.slice(0, pets))
    expect(counts.entries).toBe(20)
  })

  it('have records of their own', async () => {
    const storage = createMemoryStorage()
    await write(await start(openMemoryLog(storage)))
    const replica = await start(openMemoryLog(storage))
    await createPet(replica, 'later')
    expect((await replica.control('DELETE', '/sandboxes/fork-0/records/pets/31')).status).toBe(204)
    expect(await namesIn(replica, 'parent')).toEqual([...created, 'later'])
    expect(await namesIn(replica, 'fork-0')).toEqual(created.slice(1, 7))
    for (const { id, pets } of forks.slice(1)) expect(await namesIn(replica, id)).toEqual(created.slice(0, pets))
    expect((await replica.control('POST', '/sandboxes/fork-0/reset')).status).toBe(200)
    expect(await namesIn(replica, 'fork-0')).toEqual(created.slice(0, 7))
  })
})
