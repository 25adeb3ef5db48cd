/**
 * A value as its schema wants it: as it is where it fits, else completed, else without what cannot be kept. What fits
 * costs no more than its validation.
 */
import type { Violation } from '../../errors.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Node } from '../document/references.ts'
import type { SchemaError, Validator } from '../schema/schema-compiler.ts'
import { describeErrors } from '../schema/violations.ts'
import { isJsonObject } from '../values/json-object.ts'
import { separateDigits } from '../values/json-text.ts'
import {
  type Complete,
  type CompleteOrder,
  type CompleteParts,
  type CompleteSource,
  loadComplete,
} from './complete-value.ts'

export type Fit =
  | { readonly kind: 'fits'; readonly value: JsonObject }
  | { readonly kind: 'misfit'; readonly violations: readonly Violation[] }

/** How often something is taken out and made anew. */
const rounds = 4

export const fitValue = async (parts: CompleteParts, schema: Node, given: JsonObject): Promise<Fit> =>
  (await loadFit(parts, schema))(given, { ...parts, seed: () => parts.seed })

/** The seed is asked for where something has to be made. */
export interface FitOrder extends Omit<CompleteOrder, 'seed'> {
  readonly seed: () => number
}

/** Once it is loaded it fits values at once. */
export type FitNow = (given: JsonObject, order: FitOrder) => Fit

export const loadFit = async (source: CompleteSource, schema: Node): Promise<FitNow> => {
  const complete = await loadComplete(source)
  const validate = source.compiler.compile(schema, 'response')
  return (given, order) => fitWith({ complete, validate, schema, order }, given)
}

interface Fitting {
  readonly complete: Complete
  readonly validate: Validator
  readonly schema: Node
  readonly order: FitOrder
}

const fitWith = ({ complete, validate, schema, order }: Fitting, given: JsonObject): Fit => {
  let value = given
  let errors = validate(separateDigits(value))
  if (!errors) return { kind: 'fits', value }
  const first = describeErrors(errors, separateDigits(value), 'record')
  for (let round = 0; round < rounds; round++) {
    const kept = round === 0 ? value : without(value, errors)
    const completed = complete(schema, kept, { ...order, seed: order.seed(), plain: round > 1 })
    if (!isJsonObject(completed)) break
    value = completed
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
