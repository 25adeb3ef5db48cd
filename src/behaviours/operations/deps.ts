/**
 * What a plan is compiled with: the document's operations and resources that it refers to, and its schemas.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { InternalError } from '../../errors.ts'
import type { OperationReference } from '../plan/operation-plan.ts'
import type { FindLinks } from '../records/find-links.ts'
import type { Resource } from '../records/resource.ts'

export interface OperationDeps {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly findOperation: (reference: OperationReference) => Operation
  readonly findResource: (key: string) => Resource
  /** The properties of a record that refer to records of other resources. */
  readonly linksOf: FindLinks
}

/** The first resource with a key, and the operation with a method and path. Both throw InternalError if there is none. */
export const createLookup = (
  operations: Iterable<Operation>,
  resources: Iterable<Resource>,
): Pick<OperationDeps, 'findOperation' | 'findResource'> => {
  const byReference = new Map([...operations].map((operation) => [nameOf(operation), operation]))
  const byKey = new Map([...resources].map((resource) => [resource.key, resource]))
  return {
    findOperation: (reference) => found(byReference.get(nameOf(reference)), `operation ${nameOf(reference)}`),
    findResource: (key) => found(byKey.get(key), `resource ${key}`),
  }
}

const nameOf = ({ method, path }: OperationReference): string => `${method} ${path}`

const found = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) throw new InternalError(`a plan refers to the ${name}, which the document does not have`)
  return value
}
