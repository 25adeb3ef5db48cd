/**
 * Which steps can never be reached, because an earlier one answers all their requests; and ranges that match nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { startStandin } from '../support/start-standin.ts'

let standin: Standin

beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())

const check = async (steps: readonly string[]): Promise<string> => {
  const source = `description: Mine.\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`
  return (await call(`${standin.url}/_sandbox/scenarios/check`, { method: 'POST', body: { source } })).text
}

const stepOf = (when: string): string => `{ when: { ${when} }, respond: { status: 503 }, contract: ignore }`

describe('the second step', () => {
  const rows: readonly (readonly [first: string, second: string, isReached: boolean])[] = [
    ['operation: listPets', 'operation: listPets', false],
    ['operation: listPets', 'operation: getPet', true],
    ['operation: [listPets, getPet]', 'operation: getPet', false],
    ['operation: getPet', 'operation: [listPets, getPet]', true],
    ['method: GET', 'method: GET, path: /v1/pets', false],
    ['method: GET', 'method: POST', true],
    ['method: GET, path: /v1/pets', 'method: GET', true],
    ['path: /v1/pets', 'method: GET, path: /v1/pets', false],
    ['operation: getPet', 'method: GET', true],
    ['operation: listPets, query: { limit: 1 }', 'operation: listPets, query: { limit: 1, status: sold }', false],
    ['operation: listPets, query: { limit: 1 }', 'operation: listPets, query: { limit: 2 }', true],
    ['operation: listPets, query: { limit: 1 }', 'operation: listPets', true],
    ['operation: createPet', 'operation: createPet, body: { name: Rex }', false],
    ['operation: createPet, body: { name: Rex }', 'operation: createPet', true],
    [
      'operation: createPet, body: { categoryId: { in: [9007199254740993] } }',
      'operation: createPet, body: { categoryId: { in: [9007199254740993] } }',
      false,
    ],
  ]
  for (const [first, second, isReached] of rows)
    it(`{ ${second} } after { ${first} } is ${isReached ? '' : 'not '}reached`, async () => {
      const text = await check([stepOf(first), stepOf(second)])
      expect(text).not.toContain('scenario-structure')
      if (isReached) expect(text).not.toContain('never reached')
      else expect(text).toContain('never reached: step 1')
    })

  it('is reached after calls that are used up', async () => {
    const limited = '{ when: { operation: listPets, call: 1 }, respond: { status: 503 }, contract: ignore }'
    expect(await check([limited, stepOf('operation: listPets')])).not.toContain('never reached')
  })
})

describe('a range of numbers', () => {
  const rows: readonly (readonly [from: number, to: number, problem: string | undefined])[] = [
    [1, 2, undefined],
    [2, 2, undefined],
    [3, 2, 'from 3 is greater than to 2, so no value matches; swap them'],
  ]
  for (const [from, to, problem] of rows)
    it(`from ${from} to ${to} ${problem === undefined ? 'is valid' : 'matches nothing'}`, async () => {
      const text = await check([stepOf(`operation: listPets, query: { limit: { from: ${from}, to: ${to} } }`)])
      if (problem === undefined) expect(text).not.toContain('is greater than')
      else expect(text).toContain(problem)
    })
})
