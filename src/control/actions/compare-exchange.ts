/**
 * A part that an exchange must have, with the tests that scenarios know (matches, in, from and to, absent), and how an
 * exchange differs from it: for the message that tells what came instead.
 */
import { showValue } from '../../contract/schema/violations.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import type { Json } from '../../ports.ts'
import { fits } from '../../scenarios/match-condition.ts'
import { parseExpectation } from '../../scenarios/parse-scenario.ts'
import type { Expectation } from '../../scenarios/scenario.ts'
import { ControlError } from './control-error.ts'

/** Throws ControlError 400 for a test that is none. */
export const readExpectation = (where: unknown, at: string): Expectation => {
  const problems: { readonly pointer: string; readonly message: string }[] = []
  const expectation = parseExpectation(where, '', problems)
  const [problem] = problems
  if (problem) throw new ControlError(400, `${at}${problem.pointer.replaceAll('/', '.')}: ${problem.message}`)
  return expectation
}

/** Each way in which a value differs; empty where it fits. */
export const differences = (expected: Expectation, value: Json | undefined, at: string): readonly string[] => {
  if (expected.kind === 'subset' && isJsonObject(value))
    return Object.entries(expected.properties).flatMap(([name, inner]) =>
      differences(inner, Object.hasOwn(value, name) ? value[name] : undefined, at === '' ? name : `${at}.${name}`),
    )
  if (fits(expected, value, at.startsWith('request.query') || at.startsWith('request.headers'))) return []
  return [
    `${at} must be ${describeExpectation(expected)}, ${value === undefined ? 'is absent' : `is ${showValue(value)}`}`,
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
        ...(matches ? [`a text that matches ${matches.source}`] : []),
        ...(oneOf ? [`one of ${oneOf.map(showValue).join(', ')}`] : []),
        ...(from === undefined ? [] : [`at least ${from}`]),
        ...(to === undefined ? [] : [`at most ${to}`]),
      ]
      return parts.join(' and ')
    }
  }
}
