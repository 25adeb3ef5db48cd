/**
 * What the paths of a group show about the ids of its records.
 */
import { viewParameters } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { Group, Member } from './group-paths.ts'
import type { IdHints } from './infer-id.ts'

export const hintsOf = memoize(
  ({ segments, parameter, scope, form, members }: Group): IdHints => ({
    name: segments.at(-1) ?? '',
    parameter: parameter ?? (form === 'single' ? scope.at(-1)?.parameter : undefined),
    address: parameter === undefined ? undefined : parameterSchema(members, parameter),
  }),
)

const parameterSchema = (members: readonly Member[], parameter: string): Node | undefined => {
  for (const { operation } of members) {
    const views = viewParameters(operation.document, operation.node, operation.pathItem)
    const found = views.find((view) => view.in === 'path' && view.name === parameter)
    if (found) return found.schema
  }
  return undefined
}
