/**
 * The memory of a server does not grow with the number of requests: bench/growth.ts, with fewer of them and a small journal.
 */
import { expect, it } from 'vitest'
import { measureGrowth } from '../../bench/growth.ts'

it('after the first requests the memory does not grow any more', { timeout: 300_000 }, async () => {
  const growth = await measureGrowth({ requests: 10_000, sandboxes: 10, options: { journalSize: 256 * 1024 } })
  expect(growth).toBeLessThan(5 * 1024 * 1024)
})
