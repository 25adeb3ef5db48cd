/**
 * Ids under load: 100 connections add 10,000 animals concurrently. The ids are unique and without gaps, and every animal can
 * be read.
 */
import { Agent } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { expectOne } from './expect-shape.ts'
import { useStandin } from './use-standin.ts'

const connections = 100
const total = 10_000
const firstId = 31

/** Runs a task for each number below the total, one per connection at a time. */
const forEachAtOnce = async (task: (number: number) => Promise<void>): Promise<void> => {
  let next = 0
  const work = async (): Promise<void> => {
    for (let number = next++; number < total; number = next++) await task(number)
  }
  await Promise.all(Array.from({ length: connections }, work))
}

describe('100 connections, 10,000 POSTs', () => {
  const api = useStandin()
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  afterAll(() => agent.destroy())
  const nameById = new Map<number, string>()

  it('ids are unique and gapless', async () => {
    await forEachAtOnce(async (number) => {
      const body = { name: `Animal ${number}`, categoryId: number, status: 'available' }
      const created = expectOne(await api.call('/v1/pets', { body, agent }), 201)
      expect(created).toEqual({ id: created.id, ...body })
      nameById.set(created.id, created.name)
    })
    const ids = [...nameById.keys()].toSorted((one, other) => one - other)
    expect(ids).toEqual(Array.from({ length: total }, (_, index) => firstId + index))
    expect(new Set(nameById.values()).size).toBe(total)
  })

  it('all are readable', async () => {
    expect(nameById.size).toBe(total)
    await forEachAtOnce(async (number) => {
      const id = firstId + number
      const animal = expectOne(await api.call(`/v1/pets/${id}`, { agent }))
      expect(animal).toMatchObject({ id, name: nameById.get(id) })
    })
  })

  it('the next id is the next number', async () => {
    expect(expectOne(await api.call('/v1/pets', { body: { name: 'Last', categoryId: 1 } }), 201).id).toBe(
      firstId + total,
    )
  })
})
