/**
 * The line of the banner about records, for one resource or a hundred.
 */
import { describe, expect, it } from 'vitest'
import { formatBanner } from '../../src/cli/banner.ts'
import { createColors } from '../../src/cli/colors.ts'
import type { Description } from '../../src/loading/describe.ts'

const describeWith = (counts: readonly number[]): Description => ({
  documents: [{ name: 'a', file: 'a.yaml', title: 'A', url: 'http://127.0.0.1:4010', operations: 1 }],
  resources: counts.map((count, index) => ({ name: `kind${index}`, document: 'a', count })),
  generated: 0,
  fixtures: undefined,
  stored: undefined,
  keys: undefined,
  scenarios: [],
  activeScenarios: [],
  console: 'http://127.0.0.1:4010/_sandbox/',
  adminToken: undefined,
  sample: undefined,
  notes: [],
  warnings: [],
})

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0)

const rows: readonly (readonly [readonly number[], string])[] = [
  [[], 'none: no resources were found in the documents'],
  [[0], '0 kind0'],
  [[3, 0], '3 kind0, 0 kind1'],
  [zeros(7), 'none in 7 resources (--generate 3 creates records)'],
  [[...zeros(7), 2], '2 kind7, none in 7 other resources (--generate 3 creates records)'],
  [[1, 2, 3, 4, 5, 6, 7], '1 kind0, 2 kind1, 3 kind2, 4 kind3, 5 kind4, 6 kind5, 7 in 1 other resource'],
]

describe('stored sandboxes in the banner', () => {
  const lineOf = (stored: Description['stored']): string | undefined =>
    formatBanner({ ...describeWith([1]), stored }, '1', createColors(false)).find((text) => text.includes('Stored'))

  for (const [sandboxes, says] of [
    [0, 'nothing stored yet'],
    [1, '1 sandbox loaded'],
    [12, '12 sandboxes loaded'],
  ] as const)
    it(`${sandboxes}: ${says}`, () => {
      const stored = { place: './standin-data', sandboxes, isShared: false }
      expect(lineOf(stored)).toBe(`  Stored in  ./standin-data  ${says}`)
    })

  it('names a store that is shared', () => {
    const stored = { place: 'redis://store:6379', sandboxes: 2, isShared: true }
    expect(lineOf(stored)).toBe('  Stored in  redis://store:6379  2 sandboxes stored; shared with other processes')
  })

  it('has no line without --data', () => expect(lineOf(undefined)).toBeUndefined())
})

describe('the records in the banner', () => {
  for (const [counts, says] of rows)
    it(`${counts.join(', ') || 'without resources'}: ${says}`, () => {
      const line = formatBanner(describeWith(counts), '1', createColors(false)).find((text) => text.includes('Records'))
      expect(line?.replace(/^ *Records */, '')).toBe(says)
    })
})
