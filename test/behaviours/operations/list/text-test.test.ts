/**
 * Which records a search for words finds.
 */
import { describe, expect, it } from 'vitest'
import { createTextTest } from '../../../../src/behaviours/operations/list/text-test.ts'
import type { JsonObject } from '../../../../src/ports.ts'

const record: JsonObject = {
  title: 'Front Row',
  tags: ['quiet', ['left']],
  seats: 12,
  sold: true,
  note: null,
  venue: { name: 'hall' },
  state: 'open',
  größe: 'klein',
  ownerName: 'Ada',
  address: 'https://front.example name:row',
}
const searched = ['address', 'title', 'tags', 'seats', 'sold', 'note', 'venue', 'missing']
const names = [...Object.keys(record), 'dueDate']
const finds = (text: string): boolean =>
  createTextTest({ searched, names }, text)({ id: 1, value: record, json: JSON.stringify(record), madeAt: 0 })

describe('a search', () => {
  for (const text of [
    'front',
    'ROW front',
    '  row  ',
    '',
    'quiet',
    'left',
    '12',
    'true',
    // About one property, whether it is searched or not.
    'state:open',
    'state:PE',
    'größe:klein',
    'STATE:open',
    'ownerName:ada',
    // Text with a colon.
    'https://front.example',
    'name:row',
    // About something that no record has.
    'language:go',
    'is:open row',
  ])
    it(`for ${JSON.stringify(text)} finds the record`, () => expect(finds(text)).toBe(true))

  for (const text of [
    'back',
    'front back',
    'null',
    'hall',
    'object',
    'open',
    'state:closed',
    'state:',
    ':open',
    '9:open',
    // A record without the property, an address, and a word that is not there.
    'dueDate:2030',
    'language:go back',
    'ownerName:bob',
    'https://back.example',
  ])
    it(`for ${JSON.stringify(text)} does not find it`, () => expect(finds(text)).toBe(false))

  it('compares the first 20 words', () => {
    const words = (count: number): string => Array.from({ length: count }, () => 'row').join(' ')
    expect(finds(`${words(19)} back`)).toBe(false)
    expect(finds(`${words(20)} back`)).toBe(true)
  })
})
