/**
 * Kills a server again and again while 100 connections change it in every way, and looks for what was lost. KILLS sets how
 * often; without it, a few times.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startDataServer } from './data-server.ts'
import { History } from './history.ts'
import { createRandom, MixedLoad } from './mixed-load.ts'
import { readStored } from './read-stored.ts'

const kills = Number(process.env.KILLS ?? 4)

it(`loses nothing acknowledged in ${kills} kills`, async () => {
  const data = mkdtempSync(join(tmpdir(), 'standin-kill-'))
  const history = new History(() => performance.now())
  const load = new MixedLoad({ history, noteClients: 84, sandboxClients: 15 })
  const random = createRandom(7)
  const wrong: string[] = []
  try {
    for (let round = 0; round <= kills; round++) {
      await using server = await startDataServer(data)
      const stored = await readStored(server.send)
      wrong.push(...history.compare(stored.values), ...stored.duplicates.map((tag) => `${tag} is stored twice`))
      history.settleAll(stored.values)
      load.continueFrom(stored)
      if (round === kills) break
      const running = load.run(server.send)
      await wait(50 + random() * 700)
      await server.kill()
      await running
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
  const { acknowledged } = history.counts
  const repeated = load.problems.filter((problem) => problem.includes('was given to'))
  console.log(
    `${kills} kills, each next start could read the folder, ${acknowledged} changes acknowledged, ${wrong.length} lost, ${repeated.length} ids twice`,
  )
  expect([...wrong, ...load.problems]).toEqual([])
}, 1_800_000)
