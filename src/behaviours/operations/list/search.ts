/**
 * POST of a search: a list that is asked by what its body has, as others are by their query.
 */
import type { Input } from '../../../contract/operation/validate.ts'
import { isObject } from '../../../contract/values/is-object.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { Behaviour } from '../../behaviour.ts'

export const searchByBody = (list: Behaviour): Behaviour => ({
  ...list,
  run: (input, world) => list.run(withBody(input), world),
})

/** Null asks for nothing. */
const withBody = (input: Input): Input => {
  const body = input.body?.exact
  if (!isObject(body)) return input
  const query = new Map<string, Json>(input.parameters.query)
  for (const [name, value] of Object.entries(body as JsonObject)) if (value !== null) query.set(name, value)
  return { ...input, parameters: { ...input.parameters, query } }
}
