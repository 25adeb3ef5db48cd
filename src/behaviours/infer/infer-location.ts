/**
 * Where the address of a new record, or of a record in a list, leads.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import type { LocationPlan } from '../plan/operation-plan.ts'
import { keyParametersOf } from './infer-address.ts'
import { readPathShape } from './path-shape.ts'
import type { OperationSubject } from './subject.ts'

/** An operation on items, and its path parameters that hold the id. */
export interface Item {
  readonly operation: Operation
  readonly parameter: string
  readonly keyParameters: readonly string[]
}

/** Preferably below the same owner. */
export const findItem = ({ group, member }: Pick<OperationSubject, 'group' | 'member'>): Item | undefined => {
  const items = group.members.filter(({ onItem }) => onItem)
  const item = items.find(({ within }) => within?.key === member.within?.key) ?? items[0]
  const keyParameters = item ? keyParametersOf(group, item) : []
  const [parameter] = keyParameters
  return item && parameter !== undefined ? { operation: item.operation, parameter, keyParameters } : undefined
}

/** Without an item, its path is that of the collection with the id. */
export const inferLocation = (operation: Operation, item: Item | undefined, isAbsolute: boolean): LocationPlan => {
  if (!item) return { kind: 'below', before: '', after: '', isAbsolute }
  const { keyParameters, parameter } = item
  const isBelow = keyParameters.length === 1 && readPathShape(item.operation).parentKey === readPathShape(operation).key
  if (!isBelow)
    return { kind: 'elsewhere', created: operation.path, item: item.operation.path, keyParameters, isAbsolute }
  const place = `{${parameter}}`
  const segment = item.operation.path.split('/').find((part) => part.includes(place))
  const [before = '', after = ''] = segment?.split(place) ?? []
  return { kind: 'below', before, after, isAbsolute }
}
