/**
 * How many steps a validation may take. test/hardening/validation-steps.test.ts has schemas that take many.
 */
import { describe, expect, it } from 'vitest'
import { stepLimits, TooManySteps, ValidationBudget } from '../../../src/contract/schema/validation-budget.ts'

/** The steps that are only counted. */
const free = 10_000

const start = (value: unknown): ValidationBudget => {
  const budget = new ValidationBudget()
  budget.start(value)
  return budget
}

/** Whether a validation of the value may take this many steps, beyond the free ones. */
const allows = (value: unknown, steps: number): boolean => {
  const budget = start(value)
  budget.charge(free)
  try {
    budget.charge(steps)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(TooManySteps)
    return false
  }
}

describe('a validation', () => {
  it('has free steps, and remembers results only beyond them', () => {
    const budget = start(1)
    expect(budget.left).toBe(free)
    budget.charge(free)
    expect(budget.results).toBeUndefined()
    budget.charge(1)
    expect(budget.results).toBeDefined()
    budget.end()
    expect(budget.results).toBeUndefined()
    budget.start(1)
    expect([budget.left, budget.results]).toEqual([free, undefined])
  })

  const { least, perValue, most } = stepLimits
  const rows: readonly (readonly [name: string, value: unknown, values: number])[] = [
    ['one value', 1, 1],
    ['null', null, 1],
    ['a short text', 'x'.repeat(15), 1],
    ['a longer text', 'x'.repeat(16), 2],
    ['a long text', 'x'.repeat(161), 11],
    ['a list with its items', [1, [2, 3]], 5],
    ['an object with its values', { a: 1, b: { c: null } }, 4],
    ['an empty object', {}, 1],
  ]
  for (const [name, value, values] of rows)
    it(`of ${name} may take ${least + perValue * values} steps`, () => {
      const limit = least + perValue * values
      expect([allows(value, limit), allows(value, limit + 1)]).toEqual([true, false])
    })

  it('has a limit whatever the value', () => {
    const values = Array.from({ length: (most - least) / perValue + 5 }, () => 0)
    expect([allows(values, most), allows(values, most + 1)]).toEqual([true, false])
  })

  it('counts steps over several charges, and starts again with the next one', () => {
    const budget = start(1)
    budget.charge(free)
    budget.charge(least)
    expect(() => budget.charge(perValue + 1)).toThrow(`more than ${least + perValue} steps`)
    budget.start([1, 2])
    budget.charge(free)
    budget.charge(least + 3 * perValue)
    expect(() => budget.charge(1)).toThrow(TooManySteps)
  })

  const sizes: readonly (readonly [name: string, value: unknown, steps: number])[] = [
    ['a number', 1, 1],
    ['null', null, 1],
    ['a text', 'x'.repeat(32), 3],
    ['a list', [1, 2, 3, 4], 2],
    ['an object', { a: 1, b: 2, c: 3 }, 4],
  ]
  for (const [name, value, steps] of sizes)
    it(`counts ${steps} for ${name} that a schema is applied to`, () => {
      const limit = least + perValue
      const budget = start(1)
      budget.charge(free)
      budget.charge(limit - steps)
      expect(() => budget.overdraw(value)).not.toThrow()
      const other = start(1)
      other.charge(free)
      other.charge(limit - steps + 1)
      expect(() => other.overdraw(value)).toThrow(TooManySteps)
    })
})
