/**
 * Cuts the power at random moments: every change of a file is written down while a server is under load, and a cut leaves
 * what was synced by then with any part of what was not. CUTS sets how many are tried; without it, a few.
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Disk } from './disk.ts'
import { History } from './history.ts'
import { startLocalServer } from './local-server.ts'
import { createRandom, MixedLoad, type Random } from './mixed-load.ts'
import { readStored, type Stored } from './read-stored.ts'
import { readTrace, type WatchedFolder, watchFolder } from './watched-folder.ts'

const cuts = Number(process.env.CUTS ?? 12)

/** Cuts at each moment of the first start: what is left differs. */
const cutsAtOnce = process.env.CUTS === undefined ? 1 : 5

/** Cuts of one run under load. The next run goes on from the last of them. */
const cutsInRun = 6

const newFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'standin-power-')))

const readFolder = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path, readFileSync(path)]),
  )

interface Run {
  readonly disk: Disk
  readonly history: History
  readonly problems: readonly string[]
  readonly trace: string
  readonly watched: WatchedFolder
  readonly data: string
}

/** Starts a server on the folder, and sends it requests. */
const runUnderLoad = async (data: string, round: number, stored: Stored | undefined): Promise<Run> => {
  const disk = new Disk(data, readFolder(data))
  const trace = `${data}-trace`
  const watched = watchFolder(data, undefined, trace)
  try {
    const history = new History(watched.changes)
    for (const [key, value] of stored?.values ?? []) history.settle(key, value)
    await using server = await startLocalServer(data)
    const load = new MixedLoad({ history, noteClients: 6, sandboxClients: 4, round })
    await load.run(server.send, { count: 10 })
    return { disk, history, problems: load.problems, trace, watched, data }
  } finally {
    watched.stop()
  }
}

/** What a server finds on the disk after the power was cut, and the folder that it runs in. */
const readAfterCut = async (
  contents: ReadonlyMap<string, Buffer>,
  data: string,
): Promise<{ readonly folder: string; readonly stored: Stored }> => {
  const folder = newFolder()
  Disk.write(contents, data, folder)
  await using server = await startLocalServer(folder)
  return { folder, stored: await readStored(server.send) }
}

const chooseMoments = (total: number, random: Random): readonly number[] =>
  Array.from({ length: cutsInRun }, () => Math.ceil(random() * total)).sort((one, other) => one - other)

/** Cuts the power at each of these moments of a run. Returns what each cut left. */
const cutPower = async ({ disk, trace, history, data }: Run, moments: readonly number[], random: Random) => {
  const changes = readTrace(trace)
  const wrong: string[] = []
  let last: { readonly folder: string; readonly stored: Stored } | undefined
  let applied = 0
  for (const moment of moments) {
    for (let change = changes[applied]; change && change.number <= moment; change = changes[++applied])
      disk.apply(change)
    try {
      const after = await readAfterCut(disk.cut(random), data)
      if (last) rmSync(last.folder, { recursive: true })
      last = after
      const { values, duplicates } = after.stored
      const found = [...history.compare(values, moment), ...duplicates.map((tag) => `${tag} is stored twice`)]
      wrong.push(...found.map((text) => `after change ${moment}: ${text}`))
    } catch (error) {
      wrong.push(`after change ${moment}: unreadable: ${String(error)}`)
    }
  }
  return { wrong, last }
}

it(`loses nothing acknowledged in ${cuts} power cuts`, async () => {
  const random = createRandom(3)
  const wrong: string[] = []
  let acknowledged = 0
  let folder = newFolder()
  let stored: Stored | undefined
  const rounds = Math.ceil(cuts / cutsInRun)
  for (let round = 0; round < rounds; round++) {
    const run = await runUnderLoad(folder, round, stored)
    const result = await cutPower(run, chooseMoments(run.watched.changes(), random), random)
    acknowledged += run.history.counts.acknowledged
    wrong.push(...[...run.problems, ...result.wrong].map((text) => `round ${round}: ${text}`))
    rmSync(run.trace)
    rmSync(folder, { recursive: true })
    folder = result.last?.folder ?? newFolder()
    stored = result.last?.stored
  }
  rmSync(folder, { recursive: true })
  console.log(`${rounds * cutsInRun} power cuts, ${acknowledged} changes acknowledged, ${wrong.length} lost or wrong`)
  expect(wrong).toEqual([])
}, 3_600_000)

it('can be started again after a power cut at any moment of the first start', async () => {
  const random = createRandom(5)
  const data = newFolder()
  const trace = `${data}-trace`
  const watched = watchFolder(data, undefined, trace)
  const disk = new Disk(data, new Map())
  await using server = await startLocalServer(data)
  const changes = watched.changes()
  watched.stop()
  const history = new History(watched.changes)
  const run = { disk, history, problems: [], trace, watched, data }
  const moments = Array.from({ length: changes * cutsAtOnce }, (_, index) => Math.ceil((index + 1) / cutsAtOnce))
  const { wrong, last } = await cutPower(run, moments, random)
  for (const folder of [data, trace, last?.folder ?? '']) rmSync(folder, { recursive: true, force: true })
  console.log(`${moments.length} power cuts during the first start, ${wrong.length} folders unreadable`)
  expect(wrong).toEqual([])
  expect(await server.send('GET', '/_sandbox/health')).toMatchObject({ status: 200 })
}, 600_000)
