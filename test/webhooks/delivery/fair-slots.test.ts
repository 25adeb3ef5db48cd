/**
 * How attempts are divided between sandboxes.
 */
import { describe, expect, it } from 'vitest'
import { FairSlots, slotLimits } from '../../../src/webhooks/delivery/fair-slots.ts'

const { shared, most } = slotLimits

class Owner {
  running = 0
}

const create = () => {
  const slots = new FairSlots<Owner>()
  const ends: { readonly owner: Owner; readonly end: () => void }[] = []
  const begin = (owner: Owner, count = 1): void => {
    for (let index = 0; index < count; index++)
      void slots.run(owner, () => {
        owner.running++
        return new Promise<void>((resolve) => {
          ends.push({ owner, end: resolve })
        })
      })
  }
  /** Ends the oldest task of an owner. */
  const end = async (owner: Owner): Promise<void> => {
    const index = ends.findIndex((one) => one.owner === owner)
    const [task] = ends.splice(index, 1)
    owner.running--
    task?.end()
    await settled()
  }
  return { slots, begin, end }
}

/** All promises that can be resolved are. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const running = (owners: readonly Owner[]) => owners.map((owner) => owner.running)

describe('attempts', () => {
  it('of one sandbox use half of what there is, so that another one need not wait', async () => {
    const { begin } = create()
    const [slow, other, third] = [new Owner(), new Owner(), new Owner()]
    begin(slow, 1_000)
    await settled()
    begin(other, 1_000)
    await settled()
    begin(third, 1)
    await settled()
    expect(running([slow, other, third])).toEqual([shared / 2, shared / 4, 1])
  })

  it('of each sandbox may be one in any case, up to the most', async () => {
    const { begin } = create()
    const owners = Array.from({ length: most + 10 }, () => new Owner())
    for (const owner of owners) begin(owner, 100)
    await settled()
    expect(running(owners).reduce((sum, count) => sum + count, 0)).toBe(most)
    // The first few share what there is, and each of the others has one.
    expect(
      running(owners)
        .slice(0, most - shared)
        .every((count) => count > 0),
    ).toBe(true)
  })

  it('that wait start when others end, in turns', async () => {
    const { begin, end } = create()
    const owners = Array.from({ length: most }, () => new Owner())
    for (const owner of owners) begin(owner)
    await settled()
    const [one, two] = [new Owner(), new Owner()]
    begin(one, 2)
    begin(two, 2)
    const [first, second, third] = owners as [Owner, Owner, Owner]
    for (const [owner, expected] of [
      [first, [1, 0]],
      [second, [1, 1]],
    ] as const) {
      await end(owner)
      expect(running([one, two])).toEqual(expected)
    }
    // Each has one, and the others are used.
    await end(third)
    expect(running([one, two])).toEqual([1, 1])
    await end(one)
    expect(running([one, two])).toEqual([1, 1])
  })

  it('of one sandbox start in order, and a failed one makes room, too', async () => {
    const slots = new FairSlots<Owner>()
    const owner = new Owner()
    const order: number[] = []
    const tasks = Array.from({ length: 3 * shared }, (_, index) =>
      slots.run(owner, async () => {
        order.push(index)
        await settled()
        throw new TypeError('failed')
      }),
    )
    expect(await Promise.allSettled(tasks)).toHaveLength(3 * shared)
    expect(order).toEqual(Array.from({ length: 3 * shared }, (_, index) => index))
  })
})
