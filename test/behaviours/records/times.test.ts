/**
 * How times are written, and which properties are times.
 */
import { describe, expect, it } from 'vitest'
import {
  delayOf,
  isChangeTimeName,
  isTimestampName,
  type TimeFormat,
  writeTime,
} from '../../../src/behaviours/records/times.ts'

describe('a time is written as', () => {
  const at = Date.UTC(2026, 0, 5, 7, 8, 9, 999)
  const rows: readonly (readonly [format: TimeFormat, written: string | number])[] = [
    ['instant', '2026-01-05T07:08:09.999Z'],
    ['date', '2026-01-05'],
    ['milliseconds', at],
    // Never later than now.
    ['seconds', 1_767_596_889],
    ['rfc2822', 'Mon, 05 Jan 2026 07:08:09 +0000'],
  ]
  for (const [format, written] of rows) it(format, () => expect(writeTime(format, at)).toBe(written))
})

describe('the name of a time', () => {
  it('is that of a creation or a change', () => {
    expect(['createdAt', 'date_added', 'updated', 'lastModified', 'paidAt'].map(isTimestampName)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect(['createdAt', 'updatedAt', 'edited_on'].map(isChangeTimeName)).toEqual([false, true, true])
  })

  it('says whether it comes 30 days later', () => {
    for (const name of ['expires_at', 'validUntil', 'valid_to', 'due_date', 'renewsAt', 'periodEnd', 'ends_at'])
      expect(delayOf(name), name).toBe(30 * 24 * 60 * 60 * 1000)
    for (const name of ['createdAt', 'sent_at', 'weekendAt']) expect(delayOf(name), name).toBe(0)
  })
})
