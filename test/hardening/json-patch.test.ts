/**
 * A JSON Patch is bounded by what it makes, not by its own size.
 */
import { describe, expect, it } from 'vitest'
import { applyJsonPatch } from '../../src/behaviours/operations/change/json-patch.ts'
import { patchLimits } from '../../src/behaviours/operations/change/patch-budget.ts'
import type { Json } from '../../src/ports.ts'

const rejectionOf = (record: { readonly [name: string]: Json }, patch: Json) => {
  const result = applyJsonPatch(record, patch)
  return result.kind === 'rejected' ? result.rejection : undefined
}

const repeat = (count: number, operation: Json): Json => Array.from({ length: count }, () => operation)

describe('a JSON Patch', () => {
  it('that copies an array into itself 32 times is rejected before it fills the memory', () => {
    const rejection = rejectionOf({ tags: ['a', 'b'] }, repeat(32, { op: 'copy', from: '/tags', path: '/tags/-' }))
    expect(rejection?.code).toBe('payload_too_large')
    expect(rejection?.message).toMatch(/^body\[\d+\] copies too much: .* must be at most 1048576 characters/)
  })

  it('that copies, removes and copies again is bounded by all that it copies', () => {
    const big = 'x'.repeat(100_000)
    const patch = Array.from({ length: 20 }, () => [
      { op: 'copy', from: '/big', path: '/copy' },
      { op: 'remove', path: '/copy' },
    ]).flat()
    expect(rejectionOf({ big }, patch)?.code).toBe('payload_too_large')
  })

  it('may copy what fits', () => {
    const result = applyJsonPatch({ a: ['x'.repeat(1000)] }, repeat(100, { op: 'copy', from: '/a/0', path: '/a/-' }))
    expect(result).toMatchObject({ kind: 'value', value: { a: { length: 101 } } })
  })

  it('may add more than it may copy: the limit on bodies applies to that', () => {
    const value = 'x'.repeat(patchLimits.size)
    expect(rejectionOf({}, repeat(3, { op: 'add', path: '/a', value }))).toBeUndefined()
  })

  it.each([
    ['adding', [{ op: 'add', path: `${'/a'.repeat(70)}`, value: 1 }]],
    [
      'copying',
      Array.from({ length: 80 }, (_, index) => ({ op: 'copy', from: '/a', path: `/a${'/a'.repeat(index)}` })),
    ],
    [
      'moving',
      Array.from({ length: 80 }, () => [
        { op: 'add', path: '/b', value: {} },
        { op: 'move', from: '/a', path: '/b/a' },
        { op: 'move', from: '/b', path: '/a' },
      ]).flat(),
    ],
  ])('cannot nest a record deeper than a body may be, by %s', (_, patch) => {
    const record = { a: nest(60) }
    expect(rejectionOf(record, patch)?.message).toMatch(/deeper than 64 levels|has no "a"/)
  })

  it('cannot move the items of a long array again and again', () => {
    const record = { list: Array.from({ length: 400_000 }, (_, index) => index) }
    const rejection = rejectionOf(record, repeat(20_000, { op: 'add', path: '/list/0', value: 1 }))
    expect(rejection?.message).toMatch(/moves too many items/)
  })
})

const nest = (depth: number): Json => (depth === 0 ? {} : { a: nest(depth - 1) })
