/**
 * Makes an object that is of one of several kinds agree with its kind: beside `type: card` it has `card`, but not `bank_account`.
 */
import { isJsonObject } from '../values/json-object.ts'
import type { AgreeingStep } from './agreeable.ts'
import { snakeCase } from './record-subject.ts'

export const kindName = /^(type|kind|object_type|method|payment_method_type|payment_type)$/

export const keepOwnVariant: AgreeingStep = ({ values, membersOf, emptiness, isFree }, names) => {
  for (const [name, { snake }] of names) {
    const own = values.get(name)
    if (!kindName.test(snake) || typeof own !== 'string') continue
    const others = new Set(membersOf(name).flatMap((member) => (typeof member === 'string' ? [snakeCase(member)] : [])))
    others.delete(snakeCase(own))
    for (const [part, facts] of names) {
      if (!others.has(facts.snake) || !isJsonObject(values.get(part)) || !isFree(part)) continue
      const how = emptiness(part)
      if (how === 'absent') values.delete(part)
      if (how === 'null') values.set(part, null)
    }
  }
}
