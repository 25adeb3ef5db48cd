/**
 * A server whose Nth change of a file fails, for each N until none fails: an open, a write, an fsync, a truncation, a
 * deletion, a new folder. FAULTS=1 tries each N; by default, one in 23.
 */
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LogError } from '../../src/log/log.ts'
import { History } from './history.ts'
import { type LocalServer, startLocalServer } from './local-server.ts'
import { MixedLoad } from './mixed-load.ts'
import { readStored, type Stored } from './read-stored.ts'
import { type Failures, type WatchedFolder, watchFolder } from './watched-folder.ts'

const stride = Number(process.env.FAULTS ?? 23)

interface Totals {
  runs: number
  failed: number
  acknowledged: number
  refused: number
  starts: number
}

/** The server on the folder. A start that fails must say so, and the next one must succeed. */
const start = async (data: string, watched: WatchedFolder, totals: Totals): Promise<LocalServer> => {
  try {
    return await startLocalServer(data)
  } catch (error) {
    expect(error).toBeInstanceOf(LogError)
    expect(watched.failed()).toBeGreaterThan(0)
    expect(error).not.toMatchObject({ kind: 'damaged' })
    totals.starts++
    watched.heal()
    return startLocalServer(data)
  }
}

/** What a server on a copy of the folder has: as if this one had been killed now. */
const readCopy = async (data: string): Promise<Stored> => {
  const copy = `${data}-copy`
  cpSync(data, copy, { recursive: true, filter: (path) => !path.includes('lock') })
  try {
    await using server = await startLocalServer(copy)
    return await readStored(server.send)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Everything that is wrong after changes failed, in words. */
const findWrong = async (data: string, failures: Failures, totals: Totals): Promise<readonly string[]> => {
  const watched = watchFolder(data, failures)
  try {
    await using server = await start(data, watched, totals)
    const history = new History(() => performance.now())
    const load = new MixedLoad({ history, noteClients: 4, sandboxClients: 3, hasForks: false, round: failures.from })
    await load.run(server.send, { count: 8 })
    watched.heal()
    const refused = history.counts.failed
    await load.run(server.send, { count: 2 })
    const memory = await readStored(server.send)
    const disk = await readCopy(data)
    totals.runs++
    totals.failed += watched.failed()
    totals.acknowledged += history.counts.acknowledged
    totals.refused += refused
    return [
      ...load.problems,
      ...(history.counts.failed > refused
        ? [`${history.counts.failed - refused} changes refused after it was healed`]
        : []),
      ...history.compare(memory.values).map((text) => `memory: ${text}`),
      ...history.compare(disk.values).map((text) => `disk: ${text}`),
      ...(JSON.stringify([...memory.values]) === JSON.stringify([...disk.values])
        ? []
        : ['memory is not what is on disk']),
    ]
  } finally {
    watched.stop()
  }
}

const cases = [
  { error: 'EIO', count: 1 },
  { error: 'EIO', count: 7 },
  { error: 'EIO', count: Number.POSITIVE_INFINITY },
  { error: 'ENOSPC', count: 1 },
  { error: 'ENOSPC', count: Number.POSITIVE_INFINITY },
] as const

for (const { error, count } of cases)
  it(`${error} for ${count} changes from the Nth on: nothing acknowledged is lost, memory is what is on disk`, async () => {
    const totals: Totals = { runs: 0, failed: 0, acknowledged: 0, refused: 0, starts: 0 }
    const wrong: string[] = []
    for (let from = 1; ; from += stride) {
      const before = totals.failed
      const data = realpathSync(mkdtempSync(join(tmpdir(), 'standin-failing-')))
      try {
        const found = await findWrong(data, { from, count, error }, totals)
        wrong.push(...found.map((text) => `from change ${from}: ${text}`))
      } finally {
        rmSync(data, { recursive: true, force: true })
      }
      if (totals.failed === before) break
    }
    const { runs, failed, acknowledged, refused, starts } = totals
    console.log(
      `${error} × ${count}: ${runs} runs, ${failed} changes failed, ${starts} starts failed, ${acknowledged} acknowledged, ${refused} refused, ${wrong.length} wrong`,
    )
    expect(wrong).toEqual([])
  }, 3_600_000)
