/**
 * Which names of a query an operation documents. A parameter can be sent under several names: `filter[kind]`, `ids[0]`.
 */
import { viewParameters } from '../document/operation-view.ts'
import { createQueryClaims } from '../request/parameters.ts'
import { memoize } from '../values/memoize.ts'
import type { Operation } from './operation.ts'

const claimsOf = memoize(({ document, node, pathItem }: Operation) =>
  createQueryClaims(document, viewParameters(document, node, pathItem)),
)

/** Whether a parameter of the operation has this name in a query. */
export const readsQuery = (operation: Operation, name: string): boolean => claimsOf(operation)(name)
