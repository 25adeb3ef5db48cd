/**
 * Changes that the query requests: POST /gadget/{gadgetId}?name=…&status=… without a request body.
 */
import type { Input } from '../../../contract/operation/validate-request.ts'
import { separateDigits } from '../../../contract/values/json-text.ts'
import type { Json } from '../../../ports.ts'
import type { QueryChange } from '../../plan/operation-plan.ts'
import type { RecordTemplate, TemplateProperty } from '../../records/record-template.ts'

/** The request with its query parameters as the body. */
export const readQueryBody = (changes: readonly QueryChange[], input: Input): Input => {
  const values = changes.flatMap(({ parameter }): readonly (readonly [string, Json])[] => {
    const value = input.parameters.query.get(parameter)
    return value === undefined ? [] : [[parameter, value]]
  })
  return { ...input, body: separateDigits(Object.fromEntries(values)) }
}

/** The template with the properties that the query sets. */
export const acceptQuery = (template: RecordTemplate, changes: readonly QueryChange[]): RecordTemplate => {
  const own = new Set(changes.map(({ property }) => property))
  return {
    ...template,
    accepted: new Set(changes.map(({ parameter }) => parameter)),
    properties: [...template.properties.filter(({ name }) => !own.has(name)), ...changes.map(createProperty)],
  }
}

const createProperty = ({ parameter, property }: QueryChange): TemplateProperty => ({
  name: property,
  sentAs: parameter,
  source: { kind: 'body' },
  takesNull: false,
  required: false,
  ownVariant: undefined,
})
