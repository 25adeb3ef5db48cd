/**
 * POST of a search: a list that is asked by what its body has, as others are by their query.
 */
import type { Input } from '../../../contract/operation/validate-request.ts'
import { isJsonObject } from '../../../contract/values/json-object.ts'
import type { Json } from '../../../ports.ts'
import type { Behaviour } from '../../behaviour.ts'

export const searchByBody = (list: Behaviour): Behaviour => ({
  ...list,
  run: (input, world) => list.run(withBody(input), world),
})

/** Null asks for nothing. */
const withBody = (input: Input): Input => {
  const body = input.body?.exact
  if (!isJsonObject(body)) return input
  const query = new Map<string, Json>(input.parameters.query)
  for (const [name, value] of Object.entries(body)) if (value !== null) query.set(name, value)
  return { ...input, parameters: { ...input.parameters, query } }
}
