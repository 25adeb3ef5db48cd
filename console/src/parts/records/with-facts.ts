/**
 * The schema of a new record, with what its own properties have no place for: its id and its parents, as in a fixture.
 */
import type { JsonValue } from '../../api/json.ts'
import { isObject } from '../../api/json-pointer.ts'
import type { DescribedResource } from '../../api/types.ts'

export const withFacts = (resource: DescribedResource): DescribedResource => {
  const { id, parents, path } = resource
  const needsId = id.property === null && !id.generated
  if (!needsId && parents === 0) return resource
  // The control API returns a JSON Schema.
  const root = resource.schema as JsonValue
  const { $defs = {}, ...own } = isObject(root) ? root : {}
  const facts = {
    type: 'object',
    description: 'What Standin knows of the record and what is not part of it.',
    additionalProperties: false,
    ...(needsId ? { required: ['id'] } : {}),
    properties: {
      ...(needsId ? { id: { type: 'string', description: 'The id, as in the path of the record.' } } : {}),
      ...(parents > 0 ? { parent: { type: ['string', 'null'], description: describeParent(path) } } : {}),
    },
  }
  const required = needsId ? ['x-standin'] : []
  return {
    ...resource,
    schema: { $defs, allOf: [own, { type: 'object', required, properties: { 'x-standin': facts } }] },
  }
}

const describeParent = (path: string | null): string =>
  `The parents as in ${path ?? 'the path'}, such as 7 or 7/b. Null: the record is visible under every parent. Without it, its own properties name them.`
