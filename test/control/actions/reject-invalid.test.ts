/**
 * How many violations of records an error of the control API names.
 */
import { describe, expect, it } from 'vitest'
import { ControlError } from '../../../src/control/actions/control-error.ts'
import { rejectInvalid } from '../../../src/control/actions/reject-invalid.ts'

const reject = (count: number): unknown => {
  const violations = Array.from({ length: count }, (_, index) => ({
    at: `body[${index}]`,
    keyword: 'type',
    message: `body[${index}] is wrong`,
  }))
  try {
    rejectInvalid(violations)
    return undefined
  } catch (error) {
    return error
  }
}

describe('records', () => {
  it('without violations cause no error', () => expect(reject(0)).toBeUndefined())

  const rows: readonly (readonly [count: number, named: number, more: string, listed: number])[] = [
    [1, 1, '', 1],
    [10, 10, '', 10],
    [11, 10, '; and 1 more violations', 11],
    [100, 10, '; and 90 more violations', 100],
    [101, 10, '; and 91 more violations', 100],
  ]
  for (const [count, named, more, listed] of rows)
    it(`of ${count} violations, the message has ${named} and the list ${listed}`, () => {
      const error = reject(count)
      expect(error).toBeInstanceOf(ControlError)
      const { message, status, violations } = error as ControlError
      const names = Array.from({ length: named }, (_, index) => `body[${index}] is wrong`)
      expect([status, message, violations?.length]).toEqual([400, names.join('; ') + more, listed])
    })
})
