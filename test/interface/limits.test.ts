/**
 * interface.md, section 8: limits, one row per statement.
 */
import { describe, expect } from 'vitest'
import { expectList } from './expect-shape.ts'
import { itAnswers, type Row } from './it-answers.ts'
import { useStandin } from './use-standin.ts'

const gives = (name: string, query: string, count: number): Row => ({
  name: `§8 ${name}`,
  path: `/v1/pets${query}`,
  status: 200,
  check: (answer) => expect(expectList(answer)).toHaveLength(count),
})

const rejects = (name: string, query: string): Row => ({
  name: `§8 ${name}`,
  path: `/v1/pets${query}`,
  status: 400,
  says: ['query.limit'],
})

describe('§8 Limits', () => {
  const api = useStandin()
  itAnswers(api, [
    gives('the default of limit is 20', '', 20),
    gives('1 is inside', '?limit=1', 1),
    gives('100 is inside', '?limit=100', 30),
    gives('99 is inside', '?limit=99', 30),
    rejects('0 is outside', '?limit=0'),
    rejects('101 is outside', '?limit=101'),
    rejects('an integer far outside', '?limit=99999999999999999999999'),
    rejects('limit is an integer', '?limit=1.5'),
  ])
})
