/**
 * Ids under load: 100 connections add 10,000 animals concurrently. The ids are unique and without gaps, and every animal can
 * be read.
 */
import { Agent } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
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

/** Compares itself: 100,000 expectations would take longer than the requests. */
const isAnimal = ({ status, headers, json }: Answer, expected: { readonly status: number; readonly animal: object }) =>
  status === expected.status &&
  headers['content-type']?.startsWith('application/json') === true &&
  isDeepStrictEqual(json, expected.animal)

describe('100 connections, 10,000 POSTs', () => {
  const api = useStandin()
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  afterAll(() => agent.destroy())
  const animals = new Map<number, { readonly name: string }>()

  it('ids are unique and gapless', async () => {
    const wrong: string[] = []
    await forEachAtOnce(async (number) => {
      const body = { name: `Animal ${number}`, categoryId: number, status: 'available' }
      const answer = await api.call('/v1/pets', { body, agent })
      const animal = { id: Object(answer.json).id, ...body }
      if (!isAnimal(answer, { status: 201, animal })) wrong.push(`${answer.status} ${answer.text}`)
      animals.set(animal.id, animal)
    })
    expect(wrong).toEqual([])
    const ids = [...animals.keys()].toSorted((one, other) => one - other)
    expect(ids).toEqual(Array.from({ length: total }, (_, index) => firstId + index))
    expect(new Set([...animals.values()].map(({ name }) => name)).size).toBe(total)
  })

  it('all are readable', async () => {
    expect(animals.size).toBe(total)
    const wrong: string[] = []
    await forEachAtOnce(async (number) => {
      const id = firstId + number
      const answer = await api.call(`/v1/pets/${id}`, { agent })
      if (!isAnimal(answer, { status: 200, animal: animals.get(id) ?? {} }))
        wrong.push(`${answer.status} ${answer.text}`)
    })
    expect(wrong).toEqual([])
  })

  it('the next id is the next number', async () => {
    expect(expectOne(await api.call('/v1/pets', { body: { name: 'Last', categoryId: 1 } }), 201).id).toBe(
      firstId + total,
    )
  })
})
