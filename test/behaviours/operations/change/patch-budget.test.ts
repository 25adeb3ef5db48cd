/**
 * What one JSON Patch may add to a record, and how many items it may move.
 */
import { describe, expect, it } from 'vitest'
import { PatchBudget, patchLimits } from '../../../../src/behaviours/operations/change/patch-budget.ts'
import type { Json } from '../../../../src/ports.ts'

const textOf = (size: number): string => 'x'.repeat(size)
const { size, depth, moved } = patchLimits

describe('a copied value', () => {
  /** The characters around the text: two quotes, and the braces of an empty record. */
  const around = 4

  it('may fill the record to the limit, and not beyond it', () => {
    expect(new PatchBudget({}).add(textOf(size - around), 1, true)).toBeUndefined()
    expect(new PatchBudget({}).add(textOf(size - around + 1), 1, true)).toBe(
      `copies too much: the record and all that the patch adds to it must be at most ${size} characters of JSON, got ${size + 1}`,
    )
  })

  /** With a comma after each item, so that it costs nothing to count. */
  const rows: readonly (readonly [record: Json, characters: number])[] = [
    [{}, '{}'.length],
    [[], '[]'.length],
    [['ab', 1], '["ab",1,]'.length],
    [{ name: 'ab', on: true }, '{"name":"ab","on":true,}'.length],
    [{ a: [1, 'b', null], c: {} }, '{"a":[1,"b",null,],"c":{},}'.length],
  ]
  for (const [record, characters] of rows)
    it(`counts beside ${JSON.stringify(record)} of ${characters} characters`, () =>
      expect(new PatchBudget(record).add(textOf(size), 1, true)).toContain(`got ${characters + size + 2}`))

  it('counts with all that the patch added before, copied or sent', () => {
    const budget = new PatchBudget({})
    expect(budget.add(textOf(size), 1, false)).toBeUndefined()
    expect(budget.add(1, 1, true)).toContain(`got ${size + around + 1}`)
  })
})

it('a value that is sent is not limited in size: the body that has it is', () => {
  expect(new PatchBudget({}).add(textOf(size * 2), 1, false)).toBeUndefined()
})

describe('a value may be nested', () => {
  const rows: readonly (readonly [value: Json, levels: number])[] = [
    ['x', 0],
    [7, 0],
    [null, 0],
    [[], 1],
    [{}, 1],
    [[1, 'x'], 1],
    [{ a: { b: 1 } }, 2],
    // The deepest part counts, wherever it is.
    [[[[]], 1, []], 3],
    [{ a: 1, b: { c: [[]] }, d: {} }, 4],
  ]
  for (const [value, levels] of rows)
    for (const isCopy of [true, false])
      it(`${JSON.stringify(value)}, ${isCopy ? 'copied' : 'sent'}, where ${levels} levels are left`, () => {
        const budget = new PatchBudget({})
        expect(budget.add(value, depth - levels, isCopy)).toBeUndefined()
        expect(budget.add(value, depth - levels + 1, isCopy)).toBe(
          `would nest the record deeper than ${depth} levels: the value has ${levels}, and its place is at ${depth - levels + 1}`,
        )
      })
})

it('items of arrays may be moved up to the limit of the whole patch', () => {
  const budget = new PatchBudget([])
  expect(budget.move(moved - 1)).toBeUndefined()
  expect(budget.move(1)).toBeUndefined()
  expect(budget.move(0)).toBeUndefined()
  expect(budget.move(1)).toBe(`moves too many items of arrays: at most ${moved} in one patch`)
})
