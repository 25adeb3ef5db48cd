/**
 * Known strings are found within longer ones as whole words, in a time that does not depend on how many are known.
 */
import { describe, expect, it } from 'vitest'
import { KnownWords } from '../../../src/proxy/recording/known-words.ts'
import { cpuTimeOf } from '../../support/cpu-time.ts'

const knowing = (...originals: readonly string[]): KnownWords => {
  const words = new KnownWords()
  for (const [index, original] of originals.entries()) words.add(original, `<${index}>`)
  return words
}

describe('known strings', () => {
  it.each([
    ['at the beginning, in the middle and at the end', 'secret a secret, secret', '<0> a <0>, <0>'],
    [
      'not within words',
      'secrets asecret secret9 9secret ésecret secreté',
      'secrets asecret secret9 9secret ésecret secreté',
    ],
    ['not beside letters of two code units', '𝐀secret secret𝐀 😀secret😀', '𝐀secret secret𝐀 😀<0>😀'],
    ['the longest first', 'secret-key secret-key-2 secret', '<1> <2> <0>'],
    ['that overlap once', 'secret-key-key', '<1>-key'],
    ['none', '', ''],
  ])('are found %s', (_, text, expected) => {
    expect(knowing('secret', 'secret-key', 'secret-key-2').replace(text)).toBe(expected)
  })

  it('that begin and end with other characters are found', () => {
    expect(knowing('!pass!').replace('a !pass! b!pass!')).toBe('a <0> b!pass!')
  })

  it('of any length are found, also if they begin with the same thousand characters', () => {
    const long = 'x-'.repeat(2_000)
    const words = knowing(`${long}1`, `${long}12`, `${long.slice(0, 1_000)}y`)
    expect(words.replace(`a ${long}12 b ${long}1 c ${long.slice(0, 1_000)}y d`) === 'a <1> b <0> c <2> d').toBe(true)
    expect(words.replace(`${long}13`) === `${long}13`).toBe(true)
  })

  it('are ignored if they are short', () => {
    expect(knowing('abcd').replace('abcd')).toBe('abcd')
  })

  it('are added and found in linear time', async () => {
    const words = new KnownWords()
    const names = Array.from({ length: 20_000 }, (_, index) => `token-${index}`)
    const taken = await cpuTimeOf(() => {
      for (const name of names) {
        words.add(name, 'x')
        expect(words.replace(`one ${name} two`) === 'one x two').toBe(true)
      }
      words.replace(names.join(' '))
    })
    expect(taken).toBeLessThan(3_000)
  })
})
