/**
 * Times mean the same on machines in different time zones.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareOrdered } from '../../../src/behaviours/operations/list/compare-bounds.ts'
import { readInline } from '../../../src/contract/document/inline.ts'
import { writeHeaderText } from '../../../src/contract/response/header-text.ts'
import { momentOf } from '../../../src/contract/sample/moments.ts'
import { parseTime } from '../../../src/contract/values/time.ts'
import { readKeys } from '../../../src/loading/read-keys.ts'

const ownZone = process.env.TZ

describe.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('on a machine in the zone %s', (zone) => {
  beforeEach(() => {
    process.env.TZ = zone
  })
  afterEach(() => {
    if (ownZone === undefined) delete process.env.TZ
    else process.env.TZ = ownZone
  })

  it.each([
    ['2026-03-01T10:00:00', '2026-03-01T10:00:00Z'],
    ['2026-03-01 10:00:00', '2026-03-01T10:00:00Z'],
    ['2026-03-01t10:00', '2026-03-01T10:00:00Z'],
    ['2026-03-01T10:00:00.25', '2026-03-01T10:00:00.250Z'],
    ['2026-03-01', '2026-03-01T00:00:00Z'],
    ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00Z'],
    ['2026-03-01 10:00:00Z', '2026-03-01T10:00:00Z'],
    ['Sun, 01 Mar 2026 10:00:00 GMT', '2026-03-01T10:00:00Z'],
  ])('%s is %s', (text, instant) => expect(parseTime(text)).toBe(Date.parse(instant)))

  it('another string is not a time', () =>
    expect([parseTime(''), parseTime('2026-13-01T10:00')]).toEqual([Number.NaN, Number.NaN]))

  it('a bound without a zone is in UTC', () => {
    expect(compareOrdered('2026-03-01T10:00:00Z', '2026-03-01T10:00:00')).toBe(0)
    expect(compareOrdered('2026-03-01 23:30:00', '2026-03-01')).toBe(0)
    expect(compareOrdered('2026-03-01 00:30:00', '2026-03-01')).toBe(0)
  })

  it('so is a moment of a generated record', () =>
    expect(momentOf('2026-03-01T10:00:00')).toBe(Date.parse('2026-03-01T10:00:00Z') / 1000))

  it('so is the time at which a key expires', async () => {
    const source = await readInline({ name: 'keys', value: [{ key: 'a', expires: '2026-03-01 10:00:00' }] })
    expect(await readKeys(source, [])).toMatchObject([{ expires: Date.parse('2026-03-01T10:00:00Z') }])
  })

  it('so is the date of a header', () =>
    expect(writeHeaderText('Last-Modified', '2026-03-01T10:00:00', 1)).toBe('Sun, 01 Mar 2026 10:00:00 GMT'))
})
