/**
 * A server whose Nth file operation fails, for each N until none fails: an open, a write, an fsync, a truncation, a deletion, a
 * rename, a link, a new folder. FAULTS=1 tries each N; by default, one in 41. The files are loaded once for all servers, and the
 * database is in this thread, so that thousands of runs take minutes.
 */
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadControlDescription } from '../../src/control/http/control.ts'
import { answer } from '../../src/log/file/carry-out.ts'
import { openLogIn } from '../../src/log/file/file-log.ts'
import { LogDatabase } from '../../src/log/file/log-database.ts'
import type { Change } from '../../src/log/file/protocol.ts'
import { LogError } from '../../src/log/log.ts'
import { loadReplicaSetup, startReplica } from '../support/replica.ts'
import { createSend, notesDocument } from './data-server.ts'
import { History } from './history.ts'
import type { LocalServer } from './local-server.ts'
import { MixedLoad, type Send } from './mixed-load.ts'
import { readStored, type Stored } from './read-stored.ts'
import { ThreadConnection } from './thread-connection.ts'
import { type Failures, type WatchedFolder, watchFolder } from './watched-folder.ts'

const stride = Number(process.env.FAULTS ?? 41)

/** In memory, where there is such a folder: nothing is read back from a disk. */
const parentFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Runs in a row without a failure after which no later N is tried: how many operations a run has varies. */
const lastRuns = 5

/** Runs after which the progress is printed. */
const printedAfter = 100

interface Totals {
  runs: number
  /** Operations that failed. */
  failed: number
  acknowledged: number
  rejected: number
  /** Starts that failed. */
  starts: number
}

type Start = (data: string) => Promise<LocalServer>

/** Starts servers with the same files, which are loaded once. */
const loadServers = async (): Promise<Start> => {
  const setup = await loadReplicaSetup({ documents: [notesDocument], basePath: '/' })
  const description = await loadControlDescription()
  return async (data) => {
    const log = await openLogIn({ folder: data, connection: new ThreadConnection(data), sweepDelay: 0 })
    // Few characters, so that each run has several checkpoints.
    const durability = { log, place: data, report: () => {}, checkpointAfter: 2_500 }
    try {
      const replica = await startReplica({ setup, description, now: Date.now, durability })
      const agent = new Agent({ keepAlive: true })
      return {
        send: createSend(replica.url, agent),
        [Symbol.asyncDispose]: async () => {
          agent.destroy()
          await replica.close()
        },
      }
    } catch (error) {
      await log.close()
      throw error
    }
  }
}

/** The server on the folder. A start that fails must report it, and the next one must succeed. */
const startOn = async (data: string, start: Start, watched: WatchedFolder, totals: Totals): Promise<LocalServer> => {
  try {
    return await start(data)
  } catch (error) {
    expect(error).toBeInstanceOf(LogError)
    expect(watched.failed()).toBeGreaterThan(0)
    expect(error).not.toMatchObject({ kind: 'damaged' })
    totals.starts++
    watched.heal()
    return start(data)
  }
}

/** What a server on a copy of the folder has: as if this one had been killed now. */
const readCopy = async (data: string, start: Start): Promise<Stored> => {
  const copy = `${data}-copy`
  // Nothing is written meanwhile: the database is in this thread.
  cpSync(data, copy, { recursive: true, filter: (path) => !path.includes('lock') })
  try {
    await using server = await start(copy)
    return await readStored(server.send)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** What memory has and the disk does not, or the reverse. */
const findDifferences = (memory: Stored, disk: Stored): readonly string[] =>
  [...new Set([...memory.values.keys(), ...disk.values.keys()])].flatMap((key) => {
    const [inMemory, onDisk] = [memory.values.get(key), disk.values.get(key)]
    return inMemory === onDisk ? [] : [`${key} is ${inMemory} in memory, ${onDisk} on disk`]
  })

const readPaths = ['/notes', '/_sandbox/sandboxes', '/_sandbox/sandboxes/default/records/notes']

/** Reading goes on while the disk is full. */
const findUnread = async (send: Send): Promise<readonly string[]> => {
  const answers = await Promise.all(readPaths.map((path) => send('GET', path)))
  return answers.flatMap((answer, index) =>
    answer?.status === 200 ? [] : [`GET ${readPaths[index]} got ${answer?.status} ${answer?.text}`],
  )
}

interface Run {
  /** Whether an operation had the number from which they fail. */
  readonly isReached: boolean
  /** Everything that is wrong, in words. */
  readonly wrong: readonly string[]
}

const runOnce = async (data: string, failures: Failures, start: Start, totals: Totals): Promise<Run> => {
  const { from, error } = failures
  const watched = watchFolder(data, failures)
  try {
    await using server = await startOn(data, start, watched, totals)
    const history = new History(() => performance.now())
    const load = new MixedLoad({ history, noteClients: 2, sandboxClients: 2, hasForks: false, round: from })
    await load.run(server.send, { count: 6 })
    const unread = error === 'ENOSPC' ? await findUnread(server.send) : []
    const isReached = watched.changes() >= from
    watched.heal()
    const rejected = history.counts.failed
    await load.run(server.send, { count: 2 })
    const memory = await readStored(server.send)
    const disk = await readCopy(data, start)
    totals.runs++
    totals.failed += watched.failed()
    totals.acknowledged += history.counts.acknowledged
    totals.rejected += rejected
    const later = history.counts.failed - rejected
    const wrong = [
      ...load.problems,
      ...unread,
      ...(later > 0 ? [`${later} changes rejected after it was healed`] : []),
      ...history.compare(memory.values).map((text) => `memory: ${text}`),
      ...history.compare(disk.values).map((text) => `disk: ${text}`),
      ...findDifferences(memory, disk),
    ]
    return { isReached, wrong }
  } finally {
    watched.stop()
  }
}

const describeTotals = ({ runs, failed, starts, acknowledged, rejected }: Totals, wrong: readonly string[]): string =>
  `${runs} runs, ${failed} operations failed, ${starts} starts failed, ${acknowledged} acknowledged, ${rejected} rejected, ${wrong.length} wrong`

/** Operations fail from the first on, then from later ones, until a run has fewer operations than that. */
const tryAll = async (tried: Omit<Failures, 'from'>, name: string, start: Start): Promise<readonly string[]> => {
  const totals: Totals = { runs: 0, failed: 0, acknowledged: 0, rejected: 0, starts: 0 }
  const wrong: string[] = []
  let last = 0
  for (let from = 1, unreached = 0; unreached < lastRuns; from += stride) {
    const data = realpathSync(mkdtempSync(join(parentFolder, 'standin-failing-')))
    try {
      const run = await runOnce(data, { ...tried, from }, start, totals)
      wrong.push(...run.wrong.map((text) => `from operation ${from}: ${text}`))
      unreached = run.isReached ? 0 : unreached + 1
      if (run.isReached) last = from
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
    if (totals.runs % printedAfter === 0) console.log(`${name}, N = ${from}: ${describeTotals(totals, wrong)}`)
  }
  console.log(`${name}, N up to ${last}: ${describeTotals(totals, wrong)}`)
  return wrong
}

for (const error of ['EIO', 'ENOSPC'] as const)
  for (const count of [1, 7, Number.POSITIVE_INFINITY]) {
    const name = `${error} for ${count === Number.POSITIVE_INFINITY ? 'all' : count} operations from the Nth on`
    it(`${name}: nothing acknowledged is lost, memory is what is on disk`, async () => {
      expect(await tryAll({ error, count }, name, await loadServers())).toEqual([])
    }, 7_200_000)
  }

/** Undefined where a failure of its files prevents it. */
const tryOpen = (folder: string): LogDatabase | undefined => {
  try {
    return new LogDatabase(folder)
  } catch {
    return undefined
  }
}

it('a change whose commit fails is not acknowledged, although a log is deleted with it that does not exist', () => {
  let rejected = 0
  for (let from = 1, failed = 1; failed > 0; from++) {
    const data = realpathSync(mkdtempSync(join(parentFolder, 'standin-failing-')))
    const watched = watchFolder(data, { from, count: 1, error: 'EIO' })
    const database = tryOpen(data)
    try {
      if (!database) continue
      const append: Change = { kind: 'append', name: 'a', head: undefined, effects: '[]', origin: undefined }
      const answered = answer(database, { kind: 'change', changes: [append, { kind: 'remove', name: 'nobody' }] })
      failed = watched.failed()
      if (answered.kind === 'failed') rejected++
      // What was reported as failed may be stored, but not the reverse.
      else expect({ from, names: database.list() }).toEqual({ from, names: ['a'] })
    } finally {
      watched.stop()
      database?.close()
      rmSync(data, { recursive: true, force: true })
    }
  }
  expect(rejected).toBeGreaterThan(0)
})
