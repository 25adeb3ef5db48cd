/**
 * Work on many items that leaves turns of the event loop to others.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mapInSlices, sortInSlices } from '../../../src/control/actions/sliced-work.ts'

/** How many turns others had while the work ran. */
const countTurns = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let timer = setImmediate(function next() {
    turns++
    timer = setImmediate(next)
  })
  await work()
  clearImmediate(timer)
  return turns
}

const numbers = (length: number): readonly number[] => Array.from({ length }, (_, index) => (index * 7919) % length)

describe('items', () => {
  it('are mapped in their order, without undefined results', async () =>
    expect(await mapInSlices([1, 2, 3, 4], (item) => (item === 2 ? undefined : item * 2))).toEqual([2, 6, 8]))

  for (const count of [0, 1, 511, 512, 513, 1025, 2049])
    it(`are sorted: ${count}`, async () => {
      const sorted = await sortInSlices(numbers(count), (a, b) => a - b)
      expect(sorted).toEqual(numbers(count).toSorted((a, b) => a - b))
    })

  it('that are equal keep their order', async () => {
    const items = numbers(1500).map((number, index) => ({ group: number % 3, index }))
    const sorted = await sortInSlices(items, (a, b) => a.group - b.group)
    expect(sorted).toEqual(items.toSorted((a, b) => a.group - b.group))
  })

  it('that take long leave turns to others, while they are mapped and while they are merged', async () => {
    let time = 0
    const busy = (): void => {
      time += 0.2
    }
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
    onTestFinished(() => clock.mockRestore())
    const slow = async () => mapInSlices(numbers(200), busy)
    const merged = async () =>
      sortInSlices(numbers(1024), (a, b) => {
        busy()
        return a - b
      })
    expect(await countTurns(slow)).toBeGreaterThan(1)
    expect(await countTurns(merged)).toBeGreaterThan(4)
  })

  it('that are done fast are not interrupted', async () =>
    expect(await countTurns(() => mapInSlices([1, 2, 3], (item) => item))).toBe(0))
})
