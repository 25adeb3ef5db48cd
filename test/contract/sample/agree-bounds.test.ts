/**
 * Counts of one object: wholes, parts, subsets and what is left.
 */
import { describe, expect, it } from 'vitest'
import { boundParts, sumBreakdown } from '../../../src/contract/sample/agree-bounds.ts'
import { isQuantity } from '../../../src/contract/sample/quantities.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { agree as agreeAll } from '../../support/agree.ts'

const agree = (given: JsonObject, fixed: readonly string[] = []): JsonObject =>
  agreeAll(given, { fixed, steps: [boundParts, sumBreakdown] })

describe('counts agree:', () => {
  const rows: readonly (readonly [given: JsonObject, expected: JsonObject])[] = [
    [
      { uniqueOpens: 9, opens: 4 },
      { uniqueOpens: 9, opens: 9 },
    ],
    [
      { long_sentence_count: 8, sentence_count: 3 },
      { long_sentence_count: 8, sentence_count: 8 },
    ],
    [
      { activeUsers: 7, users: 2, max_users: 5 },
      { activeUsers: 7, users: 7, max_users: 7 },
    ],
    [
      { total: 3, failed: 4, passed: 8 },
      { total: 8, failed: 4, passed: 8 },
    ],
    [
      { dailyQuota: 9, monthlyQuota: 2 },
      { dailyQuota: 9, monthlyQuota: 9 },
    ],
    [
      { requests_per_day: 9, requests_per_hour: 12 },
      { requests_per_day: 12, requests_per_hour: 12 },
    ],
    [
      { limit: 10, used: 4, remaining: 9 },
      { limit: 10, used: 4, remaining: 6 },
    ],
    [
      { duration_in_days: 9, total_duration_in_days: 3 },
      { duration_in_days: 9, total_duration_in_days: 9 },
    ],
    [
      { usersCount: '9', totalUsers: '4' },
      { usersCount: '9', totalUsers: '9' },
    ],
    [
      { total: 1, byStatus: { open: 2, closed: 3 } },
      { total: 5, byStatus: { open: 2, closed: 3 } },
    ],
    [
      { count: 2, completed: 3 },
      { count: 3, completed: 3 },
    ],
    // Of other kinds, or not counts.
    [
      { total: 3, price: 9 },
      { total: 3, price: 9 },
    ],
    [
      { users: 2, user_id: 9 },
      { users: 2, user_id: 9 },
    ],
    [
      { limit: 5, timeout_seconds: 60 },
      { limit: 5, timeout_seconds: 60 },
    ],
    [
      { max: 5, createdAt: 1_700_000_000 },
      { max: 5, createdAt: 1_700_000_000 },
    ],
  ]
  for (const [given, expected] of rows) it(JSON.stringify(given), () => expect(agree(given)).toEqual(expected))

  it('a part is lowered where the whole is documented', () =>
    expect(agree({ users: 9, maxUsers: 5 }, ['maxUsers'])).toEqual({ users: 5, maxUsers: 5 }))

  it('names of counts are known', () =>
    expect(['open_issues', 'num_pixels', 'quota', 'order_id', 'exchange_rate', 'status'].map(isQuantity)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ]))
})
