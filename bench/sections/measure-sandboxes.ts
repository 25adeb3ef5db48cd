/**
 * Times for forking, resetting, snapshotting and restoring a sandbox in this process, and the memory of 10,000 forks.
 */
import { createStandin } from '../../src/index.ts'
import { measureUsedMemory } from '../../test/support/used-memory.ts'
import { callControl, writeFixtures } from '../standin-server.ts'
import { median } from '../statistics.ts'

const turns = 200
const forks = 10_000

export const measureSandboxes = async (): Promise<readonly string[]> => {
  const rows: string[] = []
  for (const count of [100, 100_000]) {
    await using standin = await createStandin({ port: 0, fixtures: writeFixtures(count), maxSandboxes: 100_000 })
    const { url } = standin
    await callControl(url, 'POST', '/sandboxes', { id: 'full' })
    const time = async (method: string, path: string, body?: object): Promise<number> => {
      const times: number[] = []
      for (let turn = 0; turn < turns; turn++) {
        const started = performance.now()
        await callControl(url, method, path, body)
        times.push(performance.now() - started)
      }
      return median(times)
    }
    const health = await time('GET', '/health')
    const times = {
      fork: await time('POST', '/sandboxes', { from: 'full' }),
      reset: await time('POST', '/sandboxes/full/reset'),
      snapshot: await time('POST', '/sandboxes/full/snapshots', { name: 'one' }),
      restore: await time('POST', '/sandboxes/full/snapshots/one/restore'),
    }
    const before = await measureUsedMemory()
    for (let made = 0; made < forks; made++) await callControl(url, 'POST', '/sandboxes', { from: 'full' })
    const memory = ((await measureUsedMemory()) - before) / 1024 / 1024
    for (const [name, took] of Object.entries(times))
      rows.push(`| ${name} | ${count} | ${took.toFixed(2)} | ${Math.max(0, took - health).toFixed(2)} |`)
    rows.push(`| memory of 10,000 forks, MB | ${count} | **${memory.toFixed(1)}** | |`)
  }
  return [
    '| | records in it | ms over HTTP, median | more than a health request |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Limits: each under a millisecond at the median, 10,000 forks under 50 MB.',
  ]
}
