/**
 * The line of the banner about records, for one resource or a hundred.
 */
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { formatBanner } from '../../src/cli/banner.ts'
import { createColors } from '../../src/cli/colors.ts'
import { textWidth } from '../../src/contract/values/text-width.ts'
import type { Description } from '../../src/loading/describe.ts'

const describeWith = (counts: readonly number[]): Description => ({
  documents: [{ name: 'a', file: 'a.yaml', title: 'A', url: 'http://127.0.0.1:4010', operations: 1 }],
  resources: counts.map((count, index) => ({ name: `kind${index}`, document: 'a', count })),
  generated: 0,
  fixtures: undefined,
  stored: undefined,
  keys: undefined,
  usesKeys: true,
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

it('files and folders below the current folder have relative paths, others the path that was given', () => {
  const here = resolve('.')
  const shown = (folder: string): string => {
    const description = describeWith([1])
    const documents = description.documents.map((document) => ({ ...document, file: join(folder, 'spec/a.yaml') }))
    const stored = { place: join(folder, 'data'), sandboxes: 0, isShared: false }
    const style = { colors: createColors(false), width: Number.POSITIVE_INFINITY }
    return formatBanner({ ...description, documents, stored, fixtures: join(folder, 'mine') }, '1', style).join('\n')
  }
  const own = shown(here)
  expect(own).not.toContain(here)
  expect(own.split(/\s+/)).toEqual(expect.arrayContaining([join('spec', 'a.yaml'), 'data', 'mine']))
  const outside = `${here}-other`
  for (const path of ['spec/a.yaml', 'data', 'mine']) expect(shown(outside)).toContain(join(outside, path))
})

describe('stored sandboxes in the banner', () => {
  const lineOf = (stored: Description['stored']): string | undefined =>
    formatBanner({ ...describeWith([1]), stored }, '1', {
      colors: createColors(false),
      width: Number.POSITIVE_INFINITY,
    }).find((text) => text.includes('Stored'))

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
      const line = formatBanner(describeWith(counts), '1', {
        colors: createColors(false),
        width: Number.POSITIVE_INFINITY,
      }).find((text) => text.includes('Records'))
      expect(line?.replace(/^ *Records */, '')).toBe(says)
    })
})

describe('the banner in a terminal', () => {
  const sample =
    "curl -X POST -H 'Authorization: Bearer sandbox-key' -H 'X-Note: it'\\''s 5 o'\\''clock' --data-raw '{ \"name\": \"Rex\" }' http://127.0.0.1:4010/v1/pets"
  const full: Description = {
    ...describeWith([3, 0, 12, 4, 5, 6, 7, 8]),
    documents: [
      { name: 'a', file: 'spec/a.yaml', title: 'Animals', url: 'http://127.0.0.1:4010/v1', operations: 12 },
      {
        name: 'b',
        file: 'spec/b.yaml',
        title: '動物園の予約サービス',
        url: 'http://127.0.0.1:4010/zoo',
        operations: 1,
      },
    ],
    fixtures: './fixtures/default',
    stored: { place: './standin-data', sandboxes: 12, isShared: true },
    keys: ['sandbox-key', 'sandbox-key-of-another-team', 'sandbox-key-that-can-only-read'],
    scenarios: ['after-sunset', 'connection-reset', 'empty-store', 'expired-key', 'flaky', 'rate-limited'].map(
      (name) => ({
        name,
        description: 'x',
      }),
    ),
    activeScenarios: ['flaky'],
    adminToken: 'sesame',
    sample,
    notes: ['no fixture set was found, so that each resource starts with three generated records'],
    warnings: [
      { code: 'overlay-unused', file: 'spec/a.overlay.yaml', message: 'this action matches nothing at all here' },
    ],
  }

  for (const color of [false, true])
    for (const width of [60, 80, 100])
      it(`has lines of at most ${width} columns, ${color ? 'coloured' : 'plain'}`, () => {
        const lines = formatBanner(full, '1.0.0', { colors: createColors(color), width })
        expect(lines.filter((line) => textWidth(line) > width)).toEqual([])
        const text = stripVTControlCharacters(lines.join('\n'))
        for (const part of ['動物園の予約サービス', 'http://127.0.0.1:4010/zoo', 'rate-limited', 'sesame'])
          expect(text).toContain(part)
      })

  it.each([60, 80])('has a command that a shell reads as one, in %i columns', (width) => {
    const lines = formatBanner(full, '1.0.0', { colors: createColors(false), width })
    const from = lines.findIndex((line) => line.includes('curl'))
    const command = lines.slice(from, lines.indexOf('', from)).join('\n')
    expect(command.split('\n').length).toBeGreaterThan(1)
    const argumentsOf = (text: string): string =>
      execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${text}`], { encoding: 'utf8' })
    expect(argumentsOf(command)).toBe(argumentsOf(sample))
  })

  it('has no line about keys if no operation needs one', () => {
    const lines = formatBanner({ ...full, usesKeys: false }, '1', { colors: createColors(false), width: 80 })
    expect(lines.filter((line) => line.includes('Keys'))).toEqual([])
  })
})
