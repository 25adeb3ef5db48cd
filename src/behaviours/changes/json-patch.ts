/**
 * JSON Patch (RFC 6902). The one place that knows its library, which changes the value that it is given.
 */
import { applyPatch, type Operation } from 'rfc6902'
import { getString, isObject } from '../../contract/values/is-object.ts'
import type { Refusal } from '../../errors.ts'
import type { Json, JsonObject } from '../../ports.ts'

export type Patched =
  | { readonly kind: 'value'; readonly value: JsonObject }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

const verbs = ['add', 'remove', 'replace', 'move', 'copy', 'test']

/** All of it or nothing (RFC 6902, section 5). */
export const jsonPatch = (current: JsonObject, patch: Json): Patched => {
  if (!Array.isArray(patch)) return refuse('body must be a list of operations (RFC 6902)')
  for (const [index, step] of patch.entries())
    if (!verbs.includes(getString(step, 'op') ?? '') || getString(step, 'path') === undefined)
      return refuse(`body[${index}] must have an op, one of ${verbs.join(', ')}, and a path (RFC 6902, section 4)`)
  const target = structuredClone(current)
  const problems = applyPatch(target, patch as Operation[])
  const index = problems.findIndex((problem) => problem !== null)
  if (index !== -1)
    return refuse(`body[${index}] cannot be carried out: ${problems[index]?.message ?? 'it fits nothing'}`)
  return isObject(target) ? { kind: 'value', value: target } : refuse('body must leave an object')
}

const refuse = (message: string): Patched => ({ kind: 'refused', refusal: { code: 'invalid_request', message } })
