/**
 * A change that is asked in the query: POST /gadget/{gadgetId}?name=…&status=… without a body.
 */
import type { Document } from '../../../contract/document/document.ts'
import { viewParameters } from '../../../contract/document/operation-view.ts'
import type { Operation } from '../../../contract/operation/operation.ts'
import { viewObject } from '../../../contract/schema/schema-view.ts'
import { separateDigits } from '../../../contract/values/json-text.ts'
import type { Json } from '../../../ports.ts'
import type { Behaviour } from '../../behaviour.ts'
import type { PlannedProperty, RecordPlan } from '../../records/plan-record.ts'
import type { Resource } from '../../records/resource.ts'
import { plainName } from '../../records/words.ts'

/** A query parameter that sets a property. */
export interface QueryChange {
  readonly parameter: string
  readonly property: string
}

export const readQueryChanges = (
  document: Document,
  { schema, idPath }: Pick<Resource, 'schema' | 'idPath'>,
  { node, pathItem }: Operation,
): readonly QueryChange[] => {
  const names = [...viewObject(document.files, schema).properties.keys()].filter((name) => name !== idPath[0])
  return viewParameters(document, node, pathItem).flatMap((view) => {
    const property = names.find((name) => plainName(name) === plainName(view.name))
    return view.in === 'query' && property !== undefined ? [{ parameter: view.name, property }] : []
  })
}

/** As if a body had them. */
export const changeByQuery = (behaviour: Behaviour, changes: readonly QueryChange[]): Behaviour => ({
  ...behaviour,
  run: (input, world) => {
    const given = changes.flatMap(({ parameter }): readonly (readonly [string, Json])[] => {
      const value = input.parameters.query.get(parameter)
      return value === undefined ? [] : [[parameter, value]]
    })
    return behaviour.run({ ...input, body: separateDigits(Object.fromEntries(given)) }, world)
  },
})

export const acceptQuery = (record: RecordPlan, changes: readonly QueryChange[]): RecordPlan => {
  const own = new Set(changes.map(({ property }) => property))
  return {
    ...record,
    accepted: new Set(changes.map(({ parameter }) => parameter)),
    properties: [...record.properties.filter(({ name }) => !own.has(name)), ...changes.map(planChange)],
  }
}

const planChange = ({ parameter, property }: QueryChange): PlannedProperty => ({
  name: property,
  sentAs: parameter,
  source: { kind: 'body' },
  takesNull: false,
  required: false,
  ownForm: undefined,
})
