/**
 * A server whose Nth change of a file fails, for each N until none fails: an open, a write, an fsync, a truncation, a
 * deletion, a new folder. FAULTS=1 tries each N; by default, one in 149.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LogError } from '../../src/log/log.ts'
import { History } from './history.ts'
import { type LocalServer, startLocalServer } from './local-server.ts'
import { endWrite, json, MixedLoad, type Send } from './mixed-load.ts'
import { readStored, type Stored } from './read-stored.ts'
import { type Failures, type WatchedFolder, watchFolder } from './watched-folder.ts'

const stride = Number(process.env.FAULTS ?? 149)

interface Totals {
  /** Changes of files in the longest run. */
  changes: number
  runs: number
  failed: number
  acknowledged: number
  rejected: number
  starts: number
}

/** The server on the folder. A start that fails must report it, and the next one must succeed. */
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

const hashFiles = (folder: string): string => {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort())
    if (!name.includes('lock')) hash.update(`${name}\n`).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

/** What a server on a copy of the folder has: as if this one had been killed now. */
const readCopy = async (data: string): Promise<Stored> => {
  const copy = `${data}-copy`
  // A copy of files that are written meanwhile (a checkpoint, a deletion of old entries) is what no crash leaves behind.
  await expect
    .poll(() => {
      const before = hashFiles(data)
      rmSync(copy, { recursive: true, force: true })
      cpSync(data, copy, { recursive: true, filter: (path) => !path.includes('lock') })
      return hashFiles(data) === before
    })
    .toBe(true)
  try {
    await using server = await startLocalServer(copy)
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

/** Enough for a checkpoint. */
const writeLargeNotes = async (send: Send, history: History): Promise<void> => {
  for (let number = 0; number < 12; number++) {
    const note = { tag: `large-${number}`, text: String(number).padEnd(100_000, 'x') }
    const write = history.begin(`note ${note.tag}`, note.text)
    const received = await send('POST', '/notes', { headers: json, body: JSON.stringify(note) })
    endWrite({ history, problems: [] }, write, received, 'a large note')
  }
}

interface Case extends Omit<Failures, 'from'> {
  readonly hasCheckpoint: boolean
}

/** Everything that is wrong after changes failed, in words. */
const findWrong = async (
  data: string,
  failures: Failures,
  { hasCheckpoint }: Case,
  totals: Totals,
): Promise<readonly string[]> => {
  const watched = watchFolder(data, failures)
  try {
    await using server = await start(data, watched, totals)
    const history = new History(() => performance.now())
    const load = new MixedLoad({ history, noteClients: 4, sandboxClients: 3, hasForks: false, round: failures.from })
    if (hasCheckpoint) await writeLargeNotes(server.send, history)
    await load.run(server.send, { count: hasCheckpoint ? 3 : 8 })
    const unread = await findUnread(server.send)
    watched.heal()
    const rejected = history.counts.failed
    await load.run(server.send, { count: 2 })
    const memory = await readStored(server.send)
    const disk = await readCopy(data)
    totals.runs++
    totals.changes = Math.max(totals.changes, watched.changes())
    totals.failed += watched.failed()
    totals.acknowledged += history.counts.acknowledged
    totals.rejected += rejected
    return [
      ...load.problems,
      ...(failures.error === 'ENOSPC' ? unread : []),
      ...(history.counts.failed > rejected
        ? [`${history.counts.failed - rejected} changes rejected after it was healed`]
        : []),
      ...history.compare(memory.values).map((text) => `memory: ${text}`),
      ...history.compare(disk.values).map((text) => `disk: ${text}`),
      ...findDifferences(memory, disk),
    ]
  } finally {
    watched.stop()
  }
}

const cases: readonly Case[] = [
  { error: 'EIO', count: 1, hasCheckpoint: false },
  { error: 'EIO', count: 7, hasCheckpoint: false },
  { error: 'EIO', count: Number.POSITIVE_INFINITY, hasCheckpoint: false },
  { error: 'ENOSPC', count: 1, hasCheckpoint: false },
  { error: 'ENOSPC', count: Number.POSITIVE_INFINITY, hasCheckpoint: false },
  { error: 'EIO', count: 1, hasCheckpoint: true },
  { error: 'ENOSPC', count: Number.POSITIVE_INFINITY, hasCheckpoint: true },
]

/** Changes fail from the first on, then from later ones, until the run has fewer changes than that. */
const tryAll = async (tried: Case, totals: Totals): Promise<readonly string[]> => {
  const wrong: string[] = []
  for (let from = 1; from <= totals.changes; from += tried.hasCheckpoint ? stride * 5 : stride) {
    const data = realpathSync(mkdtempSync(join(tmpdir(), 'standin-failing-')))
    try {
      const found = await findWrong(data, { ...tried, from }, tried, totals)
      wrong.push(...found.map((text) => `from change ${from}: ${text}`))
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  }
  return wrong
}

for (const tried of cases) {
  const { error, count, hasCheckpoint } = tried
  const name = `${error} for ${count} changes from the Nth on${hasCheckpoint ? ', with a checkpoint' : ''}`
  it(`${name}: nothing acknowledged is lost, memory is what is on disk`, async () => {
    const totals: Totals = { changes: 1, runs: 0, failed: 0, acknowledged: 0, rejected: 0, starts: 0 }
    const wrong = await tryAll(tried, totals)
    const { changes, runs, failed, acknowledged, rejected, starts } = totals
    console.log(
      `${name}, N up to ${changes}: ${runs} runs, ${failed} changes failed, ${starts} starts failed, ${acknowledged} acknowledged, ${rejected} rejected, ${wrong.length} wrong`,
    )
    expect(wrong).toEqual([])
  }, 7_200_000)
}
