/**
 * An operation of the control API, read from its document: how it is called, and what with.
 */
import { entriesOf, getOwn, getString, isJsonObject, itemsOf } from '../contract/values/json-object.ts'
import { InternalError } from '../errors.ts'
import type { Json, JsonObject } from '../ports.ts'
import { inlineReferences } from './inline-references.ts'

export interface ControlParameter {
  readonly name: string
  readonly place: 'path' | 'query'
  readonly isRequired: boolean
  /** With the description of the parameter. */
  readonly schema: JsonObject
}

export interface ControlOperation {
  readonly id: string
  /** Upper case. */
  readonly method: string
  readonly path: string
  /** Without headers. */
  readonly parameters: readonly ControlParameter[]
  /** The schema of a JSON body, with its references. */
  readonly body: { readonly schema: Json } | undefined
}

/** Throws InternalError if the document has no such operation. */
export const findControlOperation = (description: Json, id: string): ControlOperation => {
  for (const [path, item] of entriesOf(getOwn(description, 'paths')))
    for (const [method, operation] of entriesOf(item))
      if (getString(operation, 'operationId') === id) {
        const listed = [...itemsOf(getOwn(item, 'parameters')), ...itemsOf(getOwn(operation, 'parameters'))]
        const content = getOwn(getOwn(operation, 'requestBody'), 'content')
        const schema = getOwn(getOwn(content, 'application/json'), 'schema')
        return {
          id,
          method: method.toUpperCase(),
          path,
          parameters: listed.flatMap((parameter) => readParameter(inlineReferences(description, parameter))),
          body: schema === undefined ? undefined : { schema },
        }
      }
  throw new InternalError(`the control API has no operation ${id}`)
}

const readParameter = (parameter: Json): readonly ControlParameter[] => {
  const name = getString(parameter, 'name') ?? ''
  const place = getString(parameter, 'in')
  if (place !== 'path' && place !== 'query') return []
  const schema = getOwn(parameter, 'schema')
  const description = getString(parameter, 'description')
  return [
    {
      name,
      place,
      isRequired: getOwn(parameter, 'required') === true,
      schema: { ...(isJsonObject(schema) ? schema : {}), ...(description === undefined ? {} : { description }) },
    },
  ]
}
