/**
 * Compares an exchange with an expected subset that can use the matchers of scenarios (matches, in, from and to, absent), and
 * describes the differences.
 */
import { showValue } from '../../contract/schema/violations.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import type { Json } from '../../ports.ts'
import { fits } from '../../scenarios/match-condition.ts'
import { parseExpectation } from '../../scenarios/parse-scenario.ts'
import type { Expectation } from '../../scenarios/scenario.ts'
import { ControlError } from './control-error.ts'

/** Throws ControlError 400 for an invalid matcher. */
export const readExpectation = (where: unknown, at: string): Expectation => {
  const problems: { readonly pointer: string; readonly message: string }[] = []
  const expectation = parseExpectation(where, '', problems)
  const [problem] = problems
  if (problem) throw new ControlError(400, `${at}${problem.pointer.replaceAll('/', '.')}: ${problem.message}`)
  return expectation
}

/** All differences; empty if the value matches. */
export const differences = (expected: Expectation, value: Json | undefined, at: string): readonly string[] => {
  if (expected.kind === 'subset' && isJsonObject(value))
    return Object.entries(expected.properties).flatMap(([name, inner]) =>
      differences(inner, Object.hasOwn(value, name) ? value[name] : undefined, at === '' ? name : `${at}.${name}`),
    )
  if (fits(expected, value, at.startsWith('request.query') || at.startsWith('request.headers'))) return []
  return [
    `${at} must be ${describeExpectation(expected)}, ${value === undefined ? 'but is absent' : `got ${showValue(value)}`}`,
  ]
}

const describeExpectation = (expected: Expectation): string => {
  switch (expected.kind) {
    case 'equals':
      return showValue(expected.value)
    case 'subset':
      return 'an object'
    case 'test': {
      const { matches, oneOf, from, to, absent } = expected
      if (absent) return 'absent'
      const parts = [
        ...(matches ? [`a string that matches ${matches.source}`] : []),
        ...(oneOf ? [`one of ${oneOf.map(showValue).join(', ')}`] : []),
        ...(from === undefined ? [] : [`at least ${from}`]),
        ...(to === undefined ? [] : [`at most ${to}`]),
      ]
      return parts.join(' and ')
    }
  }
}
