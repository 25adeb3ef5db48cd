/**
 * Cuts the power of a real block device: a server writes to a file system in an image, and after each cut the next server
 * finds what had reached the image. DEVICE_CUTS sets how often; without it, a few times.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startDataServer } from './data-server.ts'
import { History } from './history.ts'
import { createRandom, MixedLoad } from './mixed-load.ts'
import { createImage, cutPower, mountImage, whyNoImage } from './mount.ts'
import { readStored } from './read-stored.ts'

const cuts = Number(process.env.DEVICE_CUTS ?? 3)

it(`loses nothing acknowledged in ${cuts} power cuts of a block device`, async ({ skip }) => {
  const reason = whyNoImage()
  if (reason !== undefined) skip(`an image cannot be mounted: ${reason}`)
  const images = mkdtempSync(join(tmpdir(), 'standin-images-'))
  const imageOf = (round: number) => join(images, `image-${round}`)
  createImage(imageOf(0))
  const history = new History(() => performance.now())
  const load = new MixedLoad({ history, noteClients: 84, sandboxClients: 15 })
  const random = createRandom(11)
  const wrong: string[] = []
  try {
    for (let round = 0; round <= cuts; round++) {
      using mounted = mountImage(imageOf(round))
      const unsynced = join(mounted.folder, 'unsynced')
      expect(existsSync(unsynced), 'the cut must drop what was not synced').toBe(false)
      await using server = await startDataServer(join(mounted.folder, 'data'))
      const stored = await readStored(server.send)
      wrong.push(...history.compare(stored.values), ...stored.duplicates.map((tag) => `${tag} is stored twice`))
      history.settleAll(stored.values)
      load.continueFrom(stored)
      if (round === cuts) break
      const running = load.run(server.send)
      await wait(100 + random() * 900)
      await server.kill()
      writeFileSync(unsynced, 'lost')
      await running
      cutPower(imageOf(round), imageOf(round + 1))
    }
  } finally {
    rmSync(images, { recursive: true })
  }
  const { acknowledged } = history.counts
  console.log(
    `${cuts} power cuts of a block device, ${acknowledged} changes acknowledged, ${wrong.length} lost or wrong`,
  )
  expect([...wrong, ...load.problems]).toEqual([])
}, 1_800_000)
