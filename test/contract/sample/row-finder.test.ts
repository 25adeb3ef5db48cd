import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { codes } from '../../../src/contract/sample/code-text.ts'
import { everyday } from '../../../src/contract/sample/everyday-text.ts'
import { figures } from '../../../src/contract/sample/figure-text.ts'
import { identifiers } from '../../../src/contract/sample/identifier-text.ts'
import { locations } from '../../../src/contract/sample/location-text.ts'
import { money, people } from '../../../src/contract/sample/personal-text.ts'
import { prose } from '../../../src/contract/sample/prose-text.ts'
import { createRowFinder, needlesOf } from '../../../src/contract/sample/row-finder.ts'
import { technical } from '../../../src/contract/sample/technical-text.ts'
import { times } from '../../../src/contract/sample/time-text.ts'
import { web } from '../../../src/contract/sample/web-text.ts'

type Rows = readonly (readonly [RegExp, ...unknown[]])[]

/** What the finder replaces. */
const findByTrying = (rows: Rows, text: string) => rows.find(([pattern]) => pattern.test(text))

describe('the letters that a pattern needs', () => {
  test.each<[RegExp, readonly string[] | undefined]>([
    [/(^|_)sub_?domains?$/, ['domain']],
    [/^(hour|hourly|1h)$/, ['hour', 'hourly', '1h']],
    [/(^|_)(exp|expiry)_?month$/, ['month']],
    [/E-?Mail(?= (?:of|for))/i, ['mail']],
    [/(?<!not_)valid_?before|renew/, ['before', 'renew']],
    [/(?<year>\d{4})-week/, ['-week']],
    [/a{2,3}bcd/, ['bcd']],
    [/ab{0,1}cd/, ['cd']],
    [/abc+d/, ['abc']],
    [/\u0041bc/, ['bc']],
    [/a\.bc/, ['a.bc']],
    [/[^)|]abc/, ['abc']],
    [/(a|bcd)/, undefined],
    [/(abc)?/, undefined],
    [/abc|/, undefined],
    [/^\w+$/, undefined],
    [/straße/, undefined],
    [/abc/u, undefined],
  ])('%s', (pattern, letters) => {
    expect(needlesOf(pattern)).toEqual(letters)
  })
})

describe('the row that a table has for a name', () => {
  test.each(
    Object.entries({ identifiers, people, locations, money, web, times, figures, technical, prose, codes, everyday }),
  )('%s: the same as by trying each row', (_, rows: Rows) => {
    const find = createRowFinder(rows)
    const words = rows.flatMap(([pattern]) => pattern.source.match(/[a-z]+/g) ?? [])
    const names = words.flatMap((word, i) => [
      word,
      `${word}s`,
      `${word}_${words[i + 1]}`,
      `old_${word}${words[i + 1]}`,
    ])
    const differing = names.filter((name) => find(name) !== findByTrying(rows, name))
    expect(differing).toEqual([])
    expect(names.filter((name) => find(name)).length).toBeGreaterThan(rows.length)
  })

  it('is the first one', () => {
    const rows = [
      [/na?me/, 1],
      [/name|title/, 2],
    ] as const
    const find = createRowFinder<readonly [RegExp, number]>(rows)
    expect(find('Name')).toBeUndefined()
    expect(find('name')?.[1]).toBe(1)
    expect(find('subtitle')?.[1]).toBe(2)
  })

  it('is found with patterns of all kinds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_'), minLength: 1, maxLength: 3 })
    const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
      pattern: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
      part: fc.oneof(
        { maxDepth: 3 },
        letters,
        fc.constantFrom('[ab]', '\\w', '.', '^', '$', '\\b', '(?<!a)', '(?=b)', '\\_'),
        fc
          .tuple(fc.constantFrom('(', '(?:', '(?!', '(?<='), fc.array(tie('pattern'), { minLength: 1, maxLength: 3 }))
          .map(([opening, parts]) => `${opening}${parts.join('|')})`),
        fc.tuple(letters, fc.constantFrom('?', '*', '+', '{0,2}', '{2}', '+?')).map(([own, count]) => own + count),
        fc.tuple(tie('pattern'), fc.constantFrom('?', '*', '{1,2}')).map(([own, count]) => `(${own})${count}`),
      ),
    }))
    const table = fc.array(fc.tuple(pattern, fc.constantFrom('', 'i')), { minLength: 1, maxLength: 5 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'B', '_'), maxLength: 12 })
    fc.assert(
      fc.property(table, fc.array(text, { minLength: 1, maxLength: 10 }), (sources, names) => {
        const rows = sources.map(([source, flags]) => [new RegExp(source, flags)] as const)
        const find = createRowFinder(rows)
        for (const one of names) expect(find(one)).toBe(findByTrying(rows, one))
      }),
      { numRuns: 500 },
    )
  })
})
