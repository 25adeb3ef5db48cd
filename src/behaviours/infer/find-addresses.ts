/**
 * All path parameters that hold the id of a collection's records: the one of its items, and those of paths further down,
 * which may have other schemas.
 */
import { viewParameters } from '../../contract/document/operation-view.ts'
import { dereference } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { ItemParameter } from '../plan/operation-plan.ts'
import { type Group, itemKeyOf } from './group-paths.ts'
import { prefixKeys } from './path-shape.ts'

/** One for each schema that differs from that of the item's own parameter. */
export type FindAddresses = (group: Group, item: Place | undefined) => readonly ItemParameter[]

/** The paths are read when the first plan needs them. */
export const createAddressFinder = (operations: readonly Operation[]): FindAddresses => {
  let byKey: ReadonlyMap<string, readonly Place[]> | undefined
  return (group, item) => {
    if (group.form === 'single' || group.keyParameters.length > 1) return []
    byKey ??= placeAll(operations)
    const own = itemKeyOf(group)
    const below = group.members.flatMap(({ within, onItem }) => (within && onItem ? [`${within.key}/{}`] : []))
    const itemSchema = item && describeSchema(item)
    const bySchema = new Map<string, ItemParameter>()
    for (const place of [...new Set([own, ...below])].flatMap((key) => byKey?.get(key) ?? [])) {
      const schema = describeSchema(place)
      if (schema !== undefined && schema !== itemSchema && !bySchema.has(schema))
        bySchema.set(schema, {
          operation: { method: place.operation.method, path: place.operation.path },
          parameter: place.parameter,
        })
    }
    return [...bySchema.values()]
  }
}

/** A path parameter of an operation. */
export interface Place {
  readonly operation: Operation
  readonly parameter: string
}

/** By the start of the path that ends in the parameter. */
const placeAll = (operations: readonly Operation[]): ReadonlyMap<string, readonly Place[]> => {
  const byKey = new Map<string, Place[]>()
  for (const operation of operations)
    for (const { key, parameters } of prefixKeys(operation)) {
      const parameter = parameters.at(-1)
      if (parameter === undefined || !key.endsWith('{}')) continue
      const known = byKey.get(key)
      if (known) known.push({ operation, parameter })
      else byKey.set(key, [{ operation, parameter }])
    }
  return byKey
}

/** Equal for equal schemas; undefined if the parameter has none. */
const describeSchema = ({ operation, parameter }: Place): string | undefined => {
  const { document, node, pathItem } = operation
  const view = viewParameters(document, node, pathItem).find((one) => one.in === 'path' && one.name === parameter)
  return view?.schema && JSON.stringify(dereference(document.files, view.schema)?.value)
}
