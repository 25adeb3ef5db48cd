/**
 * --delay: each response of the documents is delayed, by times that depend on the seed.
 */
import { describe, expect, it } from 'vitest'
import { createDelayDraw } from '../../src/handle/delays.ts'
import { startStandin } from '../support/start-standin.ts'

const draw = (seed: number): readonly number[] => {
  const next = createDelayDraw({ min: 200, max: 400 }, seed)
  return Array.from({ length: 20 }, next)
}

describe('--delay', () => {
  it('draws times between the bounds, the same ones for the same seed', () => {
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    expect(new Set(draw(1)).size).toBe(20)
    for (const time of draw(1)) expect(time >= 200 && time <= 400).toBe(true)
    expect(createDelayDraw({ min: 300, max: 300 }, 1)()).toBe(300)
  })

  it('delays responses, errors too, and not the control API', async () => {
    const durations: number[] = []
    await using standin = await startStandin({ delay: 60, log: ({ duration }) => durations.push(duration) })
    const headers = { authorization: 'Bearer sandbox-key' }
    for (const path of ['/v1/pets', '/v1/pets/0', '/v1/none', '/v1/pets?limit=x'])
      await fetch(standin.url + path, { headers })
    // Timers of Node may be a millisecond early.
    expect(durations.map((duration) => duration >= 59)).toEqual([true, true, true, true])
  })

  it('does not keep a closing server waiting', async () => {
    const standin = await startStandin({ delay: { min: 60_000, max: 60_000 } })
    const pending = standin.fetch(`${standin.url}/v1/pets`).catch(() => 'rejected')
    await standin.close()
    expect(await Promise.race([pending, 'closed'])).toBeDefined()
  })
})
