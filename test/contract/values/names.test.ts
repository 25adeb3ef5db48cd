import { describe, expect, it } from 'vitest'
import { singularOf } from '../../../src/contract/values/names.ts'

const rows: Readonly<Record<string, string>> = {
  gadgets: 'gadget',
  buses: 'bus',
  statuses: 'status',
  aliases: 'alias',
  addresses: 'address',
  lenses: 'lens',
  courses: 'course',
  warehouses: 'warehouse',
  databases: 'database',
  leases: 'lease',
  exercises: 'exercise',
  clauses: 'clause',
  responses: 'response',
  boxes: 'box',
  sizes: 'size',
  quizzes: 'quiz',
  batches: 'batch',
  caches: 'cache',
  dishes: 'dish',
  companies: 'company',
  movies: 'movie',
  series: 'series',
  heroes: 'hero',
  shoes: 'shoe',
  menus: 'menu',
  salespeople: 'salesperson',
  indices: 'index',
  analysis: 'analysis',
  address: 'address',
}

describe('the singular', () => {
  for (const [plural, singular] of Object.entries(rows))
    it(`of ${plural} is ${singular}`, () => {
      expect(singularOf(plural)).toBe(singular)
    })
})
