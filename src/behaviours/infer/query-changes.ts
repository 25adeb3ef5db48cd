/**
 * Query parameters that set properties: POST /gadget/{gadgetId}?name=…&status=… without a request body.
 */
import { viewParameters } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { plainName } from '../../contract/values/names.ts'
import type { QueryChange } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'

export const readQueryChanges = (
  { document, schema, idPath }: Resource,
  { node, pathItem }: Operation,
): readonly QueryChange[] => {
  const names = [...viewObject(document.files, schema).properties.keys()].filter((name) => name !== idPath[0])
  return viewParameters(document, node, pathItem).flatMap((view) => {
    const property = names.find((name) => plainName(name) === plainName(view.name))
    return view.in === 'query' && property !== undefined ? [{ parameter: view.name, property }] : []
  })
}
