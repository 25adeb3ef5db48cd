/**
 * Kinds of issue that do not exist: a misspelled one would never fail a test.
 */
import { expect, it } from 'vitest'
import type { IssueKind } from '../../src/errors.ts'
import { IssueCollector } from '../../src/testing/issue-collector.ts'

const kinds = 'unmatched, invalid, deprecated, invalid-response'

it('an unknown kind in failOn is an error', () => {
  const failOn = (given: unknown) => () => new IssueCollector(given as readonly IssueKind[])
  expect(failOn(['unmatched', 'invald'])).toThrow(
    `failOn: an issue must be one of ${kinds}, got "invald". Did you mean invalid?`,
  )
  expect(failOn([7])).toThrow(`failOn: an issue must be one of ${kinds}, got 7`)
  expect(failOn('invalid')).toThrow(`failOn must be a list of ${kinds}, got "invalid"`)
})

it('an unknown kind that a test expects is an error at once', () => {
  const issues = new IssueCollector([])
  expect(() => issues.expect('invald' as IssueKind)).toThrow(
    `expectIssue: an issue must be one of ${kinds}, got "invald". Did you mean invalid?`,
  )
  issues.check(false)
})
