/**
 * A value as its schema wants it: as it is where it fits, else completed, else without what cannot be kept. What fits
 * costs no more than its validation.
 */
import type { Violation } from '../../errors.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Node } from '../document/references.ts'
import type { SchemaError } from '../schema/schema-compiler.ts'
import { describeErrors } from '../schema/violations.ts'
import { isObject } from '../values/is-object.ts'
import { separateDigits } from '../values/json-text.ts'
import { type CompleteParts, completeValue } from './complete-value.ts'

export type Fit =
  | { readonly kind: 'fits'; readonly value: JsonObject }
  | { readonly kind: 'misfit'; readonly violations: readonly Violation[] }

/** How often something is taken out and made anew. */
const rounds = 4

export const fitValue = async (parts: CompleteParts, schema: Node, given: JsonObject): Promise<Fit> => {
  const validate = parts.compiler.compile(schema, 'response')
  let value = given
  let errors = validate(separateDigits(value))
  if (!errors) return { kind: 'fits', value }
  const first = describeErrors(errors, separateDigits(value), 'record')
  for (let round = 0; round < rounds; round++) {
    const kept = round === 0 ? value : without(value, errors)
    const completed = await completeValue({ ...parts, plain: round > 1 }, schema, kept)
    if (!isObject(completed)) break
    value = completed as JsonObject
    errors = validate(separateDigits(value))
    if (!errors) return { kind: 'fits', value }
  }
  return { kind: 'misfit', violations: first }
}

/** A value without the properties that errors are about. */
const without = (value: JsonObject, errors: readonly SchemaError[]): JsonObject => {
  const blamed = new Set(errors.flatMap(blamedName))
  return Object.fromEntries(Object.entries(value).filter(([name]): boolean => !blamed.has(name))) as Record<
    string,
    Json
  >
}

const blamedName = ({ instancePath, params }: SchemaError): readonly string[] => {
  const [, name] = instancePath.split('/')
  if (name !== undefined) return [name.replaceAll('~1', '/').replaceAll('~0', '~')]
  const extra: unknown = params.additionalProperty ?? params.unevaluatedProperty
  return typeof extra === 'string' ? [extra] : []
}
