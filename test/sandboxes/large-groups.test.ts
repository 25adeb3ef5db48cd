/**
 * What many large requests at the same time change is stored in several entries: every storage limits the length of one.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Log } from '../../src/log/log.ts'
import { createMemoryStorage, openMemoryLog } from '../log/memory-log.ts'
import { loadReplicaSetup, startReplica } from '../support/replica.ts'

const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default' })
const headers = { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' }

it('an entry ends when it has eight million characters, and what waits with it is stored in the next one', async () => {
  const storage = createMemoryStorage()
  const inner = openMemoryLog(storage)
  const lengths: number[] = []
  const log: Log = {
    ...inner,
    append: async (...all) => {
      lengths.push(all[2].length)
      // What comes meanwhile is one group.
      await delay(200)
      return inner.append(...all)
    },
  }
  const durability = { log, place: 'a test', report: () => {}, checkpointAfter: 1e9 }
  await using before = await startReplica({ setup, now: Date.now, durability })
  const run = (index: number) =>
    before.fetch(index % 3 === 2 ? '/v1/pets/1' : '/v1/pets', {
      headers,
      ...(index % 3 === 2
        ? {}
        : { method: 'POST', body: JSON.stringify({ name: 'n'.repeat(900_000), categoryId: index }) }),
    })
  const responses = await Promise.all(Array.from({ length: 45 }, (_, index) => run(index)))
  expect(responses.map(({ status }) => status)).toEqual(responses.map((_, index) => (index % 3 === 2 ? 200 : 201)))
  expect(Math.max(...lengths)).toBeGreaterThan(8_000_000)
  expect(Math.max(...lengths)).toBeLessThan(9_500_000)
  await using after = await startReplica({
    setup,
    now: Date.now,
    durability: { ...durability, log: openMemoryLog(storage) },
  })
  expect(await after.sandboxes.default.store.count('pets')).toBe(60)
})
