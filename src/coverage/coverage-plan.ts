/**
 * What a client can cover of an operation's request, computed once from the document: parameters, properties of the body,
 * and the values of their enumerations.
 */

import { type ParameterPlace, viewBody, viewParameters, viewResponses } from '../contract/document/operation-view.ts'
import { dereference } from '../contract/document/references.ts'
import { type Operation, operationKey } from '../contract/operation/operation.ts'
import { viewObject } from '../contract/schema/schema-view.ts'
import { getOwn, isJsonObject, itemsOf } from '../contract/values/json-object.ts'
import { memoize } from '../contract/values/memoize.ts'

export interface OperationPlan {
  /** As `operationKey` returns it. */
  readonly key: string
  readonly parameters: readonly PlannedParameter[]
  /** Two plans with the same text have the same parameters at the same indexes. */
  readonly parametersText: string
  /** The documented media types of a request's body. */
  readonly requestTypes: readonly string[]
  /** Those of all responses, and that of errors which no documented shape can express. */
  readonly responseTypes: readonly string[]
}

export interface PlannedParameter {
  /** Its index in the plan. */
  readonly index: number
  readonly in: ParameterPlace | 'body'
  /** In lower case for a header. */
  readonly name: string
  /** `query.limit` */
  readonly label: string
  /** The values of its enumeration as strings; undefined if it has none. */
  readonly values: readonly string[] | undefined
}

export const planOf = memoize((operation: Operation): OperationPlan => {
  const parameters = readParameters(operation)
  // A string that was cut out of the text of a file keeps the whole text in memory; a clone does not.
  return structuredClone({
    key: operationKey(operation),
    parameters,
    parametersText: JSON.stringify(parameters),
    ...readMediaTypes(operation),
  })
})

const readMediaTypes = ({
  document,
  node,
  pathItem,
}: Operation): Pick<OperationPlan, 'requestTypes' | 'responseTypes'> => ({
  requestTypes: viewBody(document, node, pathItem)?.content.map(({ mediaType }) => mediaType) ?? [],
  responseTypes: [
    ...viewResponses(document, node).flatMap(({ content }) => content.map(({ mediaType }) => mediaType)),
    'application/problem+json',
  ],
})

const readParameters = ({ document, node, pathItem }: Operation): readonly PlannedParameter[] => {
  const { files } = document
  const planned = viewParameters(document, node, pathItem).map(({ in: place, name, schema }) =>
    planParameter(place, name, schema && dereference(files, schema)?.value),
  )
  const media = viewBody(document, node, pathItem)?.content.find(({ schema }) => schema !== undefined)
  const properties = media?.schema ? [...viewObject(files, media.schema).properties] : []
  return [
    ...planned,
    ...properties.map(([name, { node: schema }]) => planParameter('body', name, dereference(files, schema)?.value)),
  ].map((parameter, index) => ({ index, ...parameter }))
}

const planParameter = (
  place: PlannedParameter['in'],
  name: string,
  schema: unknown,
): Omit<PlannedParameter, 'index'> => {
  const values = isJsonObject(schema) ? itemsOf(getOwn(schema, 'enum')).map(String) : []
  return {
    in: place,
    name: place === 'header' ? name.toLowerCase() : name,
    label: `${place}.${name}`,
    values: values.length === 0 ? undefined : values,
  }
}
