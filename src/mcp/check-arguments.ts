/**
 * Checks the names of a call's arguments. Their values are checked by the control API, which reports them better.
 */
import { nearestOf } from '../contract/values/nearest.ts'
import { UsageError } from '../errors.ts'
import type { JsonObject } from '../ports.ts'
import type { Tool } from './tool.ts'

/** Throws UsageError with everything that is wrong. */
export const checkArguments = ({ name, input }: Tool, args: JsonObject): void => {
  const known = Object.keys(input.properties)
  const unknown = Object.keys(args)
    .filter((given) => !known.includes(given))
    .map((given) => `${JSON.stringify(given)} is not an argument of ${name}${suggestName(given, known)}`)
  const missing = input.required
    .filter((required) => !Object.hasOwn(args, required))
    .map((required) => `${required} is required`)
  if (unknown.length + missing.length > 0) throw new UsageError([...unknown, ...missing].slice(0, 10).join('; '))
}

const suggestName = (given: string, known: readonly string[]): string => {
  const nearest = nearestOf(given, known)
  if (nearest !== undefined) return ` (did you mean ${nearest}?)`
  return known.length === 0 ? ', which has none' : ` (it has ${known.join(', ')})`
}
