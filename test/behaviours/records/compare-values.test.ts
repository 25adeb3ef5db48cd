/**
 * Which properties of a record differ from those that a client requested.
 */
import { describe, expect, it } from 'vitest'
import { findAltered, findChanged, findDropped } from '../../../src/behaviours/records/compare-values.ts'

const before = { same: { a: [1, null] }, other: { a: [1] }, zero: 0, nothing: null, gone: 'x' }
const after = { same: { a: [1, null] }, other: { a: [2] }, zero: '0', nothing: null, added: 'y' }

describe('properties', () => {
  it('that differ between two records, in either of them', () => {
    expect(findChanged(before, after)).toEqual(['other', 'zero', 'gone', 'added'])
    expect(findChanged(before, before)).toEqual([])
  })

  it('that a client requested, and that have another value or none', () => {
    const names = ['same', 'other', 'nothing', 'gone', 'added', 'unknown']
    expect(findAltered({ value: before, names }, after)).toEqual(['other', 'gone', 'added'])
  })

  it('that a client requested, and that were left out', () => {
    const names = ['same', 'gone', 'added', 'unknown']
    expect(findDropped({ value: before, names }, after)).toEqual(['gone'])
  })
})
