/**
 * Checks the runtime expressions of a scripted response: OpenAPI must define them, and the operations must have the parameters
 * that they name.
 */
import { viewParameters } from '../contract/document/operation-view.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { suggest } from '../contract/values/nearest.ts'
import type { Json } from '../ports.ts'
import { compileTemplate } from './expression.ts'
import type { Problem } from './problem.ts'
import type { ScriptedResponse } from './scenario.ts'

/** `operations`: those that the step is for; none if it is for every operation. */
export const checkTemplates = (
  { body, headers }: ScriptedResponse,
  pointer: string,
  operations: readonly Operation[],
): Problem[] => [
  ...(body === undefined ? [] : checkTemplate(body, `${pointer}/body`, operations)),
  ...Object.entries(headers).flatMap(([name, text]) => checkTemplate(text, `${pointer}/headers/${name}`, operations)),
]

const checkTemplate = (value: Json, pointer: string, operations: readonly Operation[]): readonly Problem[] => {
  const { unknown, pathParameters } = compileTemplate(value)
  return [
    ...unknown.map((source) => ({
      pointer,
      message: `{${source}} is not a runtime expression; use one of $url, $method, $statusCode, $request.path.name, $request.query.name, $request.header.name, $request.body, $request.body#/pointer`,
    })),
    ...pathParameters.flatMap((name) => checkParameter(name, operations).map((message) => ({ pointer, message }))),
  ]
}

/** A query may have parameters that no document has; a path has only its own. */
const checkParameter = (name: string, operations: readonly Operation[]): readonly string[] => {
  const lacking = operations.find((operation) => !namesOf(operation).includes(name))
  if (!lacking) return []
  return [
    `{$request.path.${name}} has no value: ${lacking.id} has no path parameter ${name}. ${suggest(name, namesOf(lacking))}`,
  ]
}

const namesOf = ({ document, node, pathItem }: Operation): readonly string[] =>
  viewParameters(document, node, pathItem)
    .filter((view) => view.in === 'path')
    .map(({ name }) => name)
