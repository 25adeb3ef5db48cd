/**
 * How much work a JSON Patch may cause: each operation in an array moves the items behind it, and a copy adds what it copies.
 */
import { describe, expect, it } from 'vitest'
import { applyJsonPatch } from '../../../../src/behaviours/operations/change/json-patch.ts'
import { patchLimits } from '../../../../src/behaviours/operations/change/patch-budget.ts'
import type { Json, JsonObject } from '../../../../src/ports.ts'

const outcomeOf = (record: JsonObject, patch: Json): string => {
  const patched = applyJsonPatch(record, patch)
  return patched.kind === 'value' ? JSON.stringify(patched.value) : JSON.stringify(patched)
}

describe('nested values', () => {
  const nest = (levels: number): Json => (levels === 0 ? 1 : [nest(levels - 1)])
  const deepest = patchLimits.depth - 1

  it('may be added down to the deepest level', () => {
    expect(outcomeOf({}, [{ op: 'add', path: '/a', value: nest(deepest) }])).not.toContain('payload_too_large')
    expect(outcomeOf({}, [{ op: 'add', path: '/a', value: nest(deepest + 1) }])).toContain('payload_too_large')
  })

  it('count from the place where they are put', () => {
    const record = { a: { b: {} }, from: nest(deepest - 1) }
    for (const op of ['copy', 'move']) {
      expect(outcomeOf(record, [{ op, from: '/from', path: '/a/c' }])).not.toContain('payload_too_large')
      expect(outcomeOf(record, [{ op, from: '/from', path: '/a/b/c' }])).toContain('payload_too_large')
    }
  })
})

describe('copies', () => {
  const half = 'x'.repeat(patchLimits.size / 2)
  const copy = (name: string) => ({ op: 'copy', from: '/text', path: `/${name}` })

  it('fill the record up to its limit', () => {
    expect(outcomeOf({ text: half.slice(100) }, [copy('a')])).not.toContain('payload_too_large')
    expect(outcomeOf({ text: half.slice(100) }, [copy('a'), copy('b')])).toContain('body[1] copies too much')
  })

  it('count only where something is copied', () => {
    const steps = ['add', 'replace'].map((op) => ({ op, path: '/text', value: half }))
    expect(outcomeOf({ text: half }, steps)).not.toContain('payload_too_large')
    expect(outcomeOf({ text: half }, [{ op: 'move', from: '/text', path: '/a' }])).not.toContain('payload_too_large')
  })
})

describe('in a long array', () => {
  const length = 500_000
  const list: readonly number[] = Array.from({ length }, () => 0)
  /** As many operations as a patch may have, if each moves about as many items as the array has. */
  const most = patchLimits.moved / length
  const isTooMuch = (steps: readonly JsonObject[], times: number): boolean =>
    outcomeOf({ list, one: 1 }, Array.from({ length: times }, () => steps).flat()).includes('moves too many items')

  // Near the end, where few items really move, so that the test is fast.
  const remove = { op: 'remove', path: '/list/499000' }
  const add = { op: 'add', path: '/list/-', value: 0 }
  const rows: readonly (readonly [what: string, steps: readonly JsonObject[], moves: number])[] = [
    ['adding and removing a value', [add, remove], 2],
    ['copying a value into it, and removing it', [{ op: 'copy', from: '/one', path: '/list/-' }, remove], 2],
    ['moving a value within it counts twice', [{ op: 'move', from: '/list/499000', path: '/list/499001' }], 2],
    [
      'moving a value out of it and into it',
      [
        { op: 'move', from: '/list/499000', path: '/two' },
        { op: 'move', from: '/two', path: '/list/-' },
      ],
      2,
    ],
  ]
  for (const [what, steps, moves] of rows)
    it(`${what}: ${most / moves} times`, () => {
      expect(isTooMuch(steps, most / moves - 10)).toBe(false)
      expect(isTooMuch(steps, most / moves + 10)).toBe(true)
    })

  it('values may be replaced, tested and copied from as often as wanted', () => {
    const replace = { op: 'replace', path: '/list/0', value: 1 }
    const test = { op: 'test', path: '/list/1', value: 0 }
    const copy = { op: 'copy', from: '/list/1', path: '/one' }
    expect(isTooMuch([replace, test, copy], most + 10)).toBe(false)
  })
})

it.each([
  [{ op: 'add', path: '', value: [1] }, 'body must leave an object, got'],
  [{ op: 'replace', path: '', value: 'x' }, 'body must leave an object, got'],
])('a patch that leaves no object is rejected: %j', (step, message) =>
  expect(outcomeOf({ a: 1 }, [step])).toContain(message),
)

it.each([60, 61])('a test that fails shows values of up to 60 characters whole: %i', (size) => {
  const outcome = outcomeOf({ a: 'b' }, [{ op: 'test', path: '/a', value: 'x'.repeat(size - 2) }])
  const shown = size === 60 ? `${'x'.repeat(58)}\\",` : `${'x'.repeat(56)}…,`
  expect(outcome).toContain(`expected \\"${shown}`)
})
