/**
 * The path parameters that contain the id of a record. An id is valid only if all of them accept it.
 */
import type { CompiledParameter } from '../../contract/request/parameters.ts'
import { SchemaCompileError } from '../../contract/schema/schema-compiler.ts'
import type { RecordId } from '../../store/store.ts'
import type { Decision, ItemParameter, OperationPlan, PlannedOperation } from '../plan/operation-plan.ts'
import type { IdAddress } from '../records/generate-id.ts'
import type { Resource } from '../records/resource.ts'
import type { OperationDeps } from './deps.ts'

/** Of a resource that cannot be created, only the one of the operation that reads a record. */
export const findIdAddresses = (
  resource: Resource,
  decisions: Iterable<Decision>,
  lookup: Pick<OperationDeps, 'findOperation'>,
): readonly IdAddress[] => {
  const own = [...decisions].filter(
    (one): one is PlannedOperation => one.kind === 'planned' && one.resource === resource,
  )
  for (const behaviour of ['create', 'read'] as const)
    for (const decision of own) {
      if (decision.behaviour !== behaviour) continue
      try {
        const items = addressesIn(decision.plan())
        return items.flatMap((item) => compileParameter(item, lookup) ?? []).map(toIdAddress)
      } catch (error) {
        // The operation itself responds with what is wrong in its schema.
        if (!(error instanceof SchemaCompileError)) throw error
      }
    }
  return []
}

const addressesIn = (plan: OperationPlan): readonly ItemParameter[] => {
  if (plan.kind === 'create') return [...(plan.item ? [plan.item] : []), ...plan.otherAddresses]
  const [parameter, ...others] = plan.kind === 'read' ? plan.address.parameters : []
  return parameter === undefined || others.length > 0 ? [] : [{ operation: plan.operation, parameter }]
}

export const compileParameter = (
  { operation, parameter }: ItemParameter,
  { findOperation }: Pick<OperationDeps, 'findOperation'>,
): CompiledParameter | undefined =>
  findOperation(operation)
    .compile()
    .parameters.find(({ view }) => view.in === 'path' && view.name === parameter)

export const toIdAddress = (parameter: CompiledParameter): IdAddress => ({
  schema: parameter.view.schema,
  accepts: (id) => readAsPath(parameter, id).kind === 'value',
})

/** Reads an id as if it came in a path. */
export const readAsPath = (parameter: CompiledParameter, id: RecordId) => {
  const { name } = parameter.view
  return parameter.read({ path: { [name]: applyStyle(parameter, String(id)) }, query: [], headers: {} })
}

export const applyStyle = ({ view: { style, name } }: CompiledParameter, text: string): string => {
  if (style === 'label') return `.${text}`
  return style === 'matrix' ? `;${name}=${text}` : text
}
