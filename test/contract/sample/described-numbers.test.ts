/**
 * What the descriptions of numbers say about their values.
 */
import { describe, expect, it } from 'vitest'
import { readNumber } from '../../../src/contract/sample/described-numbers.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

describe('a description names the bounds of a number:', () => {
  const rows: readonly (readonly [description: string, least: number | undefined, most: number | undefined])[] = [
    ['From 0 to 1.', 0, 1],
    ['In the range [0,1].', 0, 1],
    ['A value in the interval [-1.0, 1.0], where 0 means no effect.', -1, 1],
    ['The longitude. It must be in the range [-180.0, +180.0].', -180, 180],
    ['Must be between -999,999,999 and +999,999,999 inclusive.', -999_999_999, 999_999_999],
    ['The hour of the day (0-23).', 0, 23],
    ['Progress (0.0 -> 1.0) of the job.', 0, 1],
    ['Bounds: 0.0, 1.0. More is more aggressive.', 0, 1],
    ['An integer between `0` and `65535`.', 0, 65_535],
    ['The minimum value for this field is 1300 and the maximum value is 8896.', 1300, 8896],
    ['Minimum value is 0. Maximum value is 14400.', 0, 14_400],
    ['Must be >= -90 and <= 90.', -90, 90],
    ['Must be greater than or equal to 1.', 1, undefined],
    ['Time (sec) before aborting (min: 1, max: 600).', 1, 600],
    ['Percentage of the traffic that is sent there.', 0, 100],
    ['The discount in percent', 0, 100],
    // Of another unit, or no bounds.
    ['The maximum is 16 hours.', undefined, undefined],
    ['Percentage of the previous price, may be more than 100.', undefined, undefined],
    ['Percent of the price in micros.', undefined, undefined],
    ['Valid from 1 to 12 January.', undefined, undefined],
    ['How many there are.', undefined, undefined],
  ]
  for (const [description, least, most] of rows)
    it(description, () => expect(readNumber({ description })).toMatchObject({ least, most }))
})

describe('a description lists the values of a number:', () => {
  const rows: readonly (readonly [description: string, listed: readonly number[]])[] = [
    ['Valid values are `0`, `1`, and `3`.', [0, 1, 3]],
    ['Supported values are 7, 30, 40.', [7, 30, 40]],
    ['Size of the hash. can be 256, 384 or 512', [256, 384, 512]],
    ['There can be 1, 2 or 3 of them.', []],
    ['Available values are 0.25, 2 or 4.', [0.25, 2, 4]],
    ['Values 10 and 20 are common. One of 1,000 devices.', [10, 20]],
    ['Values from 1 to 3.', []],
    ['Between 50 and 29,000. The default value is 29,000 or 29 seconds. The value is 29,000.', []],
    ['Must be 10, unless it is full.', []],
    ['Type ( 1- Text, 2- Number, 3- Date )', [1, 2, 3]],
    ['Lock:\n\n* `0` - locked\n\n* `1` - open', [0, 1]],
    ['1 = worst, 5 = best', []],
    ['1 = Monday, 2 = Tuesday, etc.', []],
    ['The 1-letter or 2-letter code', []],
  ]
  for (const [description, listed] of rows)
    it(description, () => expect(readNumber({ description }).listed).toEqual(listed))

  it('of which one is chosen', async () => {
    for (const seed of seeds)
      expect([7, 30, 90]).toContain(
        (
          await generateSample(
            closed({ zorble: { type: 'integer', description: 'Valid values are 7, 30 and 90.' } }),
            seed,
          )
        ).zorble,
      )
  })
})

describe('a number between 0 and 1', () => {
  const number = { type: 'number' }
  it('is a fraction', async () => {
    for (const seed of seeds) {
      const value = await generateSample(
        closed({
          capacityScaler: { ...number, description: 'From 0.0 to 1.0.' },
          scaler: { ...number, description: 'Valid values are [0.1,1.0].' },
          threshold: { ...number, minimum: 0, maximum: 1 },
          width: { ...number, description: 'In the closed range of 0 to 1.' },
          brightness: { ...number, description: 'In the interval [-1.0, 1.0].' },
        }),
        seed,
      )
      for (const one of Object.values(value)) {
        expect(Number.isInteger(one), JSON.stringify(value)).toBe(false)
        expect(one).toBeLessThan(1)
      }
    }
  })
  it('is whole if it is a flag', async () => {
    for (const seed of seeds)
      expect([0, 1]).toContain(
        (await generateSample(closed({ zorble: { ...number, description: '1 if it is open.' } }), seed)).zorble,
      )
  })
})

describe('a string of digits', () => {
  const rate = { type: 'string', description: 'An integer between 64 and 320, inclusive.' }

  it('is in the range that its description names', async () => {
    for (const seed of seeds) {
      const { bitRate } = await generateSample(closed({ bitRate: { ...rate, pattern: '^\\d{1,3}$' } }), seed)
      expect(Number(bitRate)).toBeGreaterThanOrEqual(64)
      expect(Number(bitRate)).toBeLessThanOrEqual(320)
    }
  })

  it('has no zeros before it', async () => {
    for (const seed of seeds)
      expect((await generateSample(closed({ plot: { type: 'string', pattern: '^\\d{1,3}$' } }), seed)).plot).toMatch(
        /^[1-9]/,
      )
  })
})

describe('a number that is a choice or a flag:', () => {
  const rows: readonly (readonly [name: string, most: number])[] = [
    ['dateFormat', 3],
    ['date_style', 3],
    ['bookmarked', 1],
    ['deleted', 0],
  ]
  for (const [name, most] of rows)
    it(name, async () => {
      for (const seed of seeds)
        expect((await generateSample(closed({ [name]: { type: 'integer' } }), seed))[name]).toBeLessThanOrEqual(most)
    })

  it('a score with one decimal', async () => {
    for (const seed of seeds)
      expect(String((await generateSample(closed({ cvss_score: { type: 'number' } }), seed)).cvss_score)).toMatch(
        /^\d(\.\d)?$/,
      )
  })

  it('the hours of a day, which end with the minutes', async () => {
    const hours = closed({ startTime: { type: 'integer' }, endTime: { type: 'integer' } })
    expect(await generateSample(closed({ monday: hours }), 1)).toEqual({ monday: { startTime: 900, endTime: 1700 } })
  })
})
