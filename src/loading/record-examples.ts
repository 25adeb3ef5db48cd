/**
 * The records that the examples of a document's responses show. Each of them is right as a whole, which no record is that is put
 * together from the examples of single properties.
 */
import type { Decision, ListPlace, OperationPlan, PlannedOperation } from '../behaviours/plan/operation-plan.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import { mediaExamples, schemaExamples } from '../contract/sample/examples.ts'
import { SchemaCompileError } from '../contract/schema/schema-compiler.ts'
import { getPath, isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import type { Json, JsonObject } from '../ports.ts'

/** At most `count`, those of the operation that reads a record first. */
export const findRecordExamples = (
  resource: Resource,
  decisions: Iterable<Decision>,
  count: number,
): readonly JsonObject[] => {
  const own = [...decisions].filter(
    (one): one is PlannedOperation => one.kind === 'planned' && one.resource === resource,
  )
  const found = new Map<string, JsonObject>()
  for (const behaviour of ['read', 'list', 'create'] as const)
    for (const decision of own) {
      if (decision.behaviour !== behaviour || found.size >= count) continue
      for (const example of examplesOf(resource, decision)) found.set(stringifyJson(example), example)
    }
  return [...found.values()].slice(0, count)
}

const examplesOf = ({ document }: Resource, { plan }: PlannedOperation): readonly JsonObject[] => {
  try {
    const planned = plan()
    const media = 'response' in planned ? planned.response.media : undefined
    if (!media) return []
    const bodies = [
      ...mediaExamples(document, media).map(({ value }) => value),
      ...(media.schema ? schemaExamples(document.files, media.schema) : []),
    ]
    return bodies.flatMap((body) => recordsIn(body, planned)).filter(isJsonObject)
  } catch (error) {
    // The operation itself responds with what is wrong in its schema.
    if (error instanceof SchemaCompileError) return []
    throw error
  }
}

const recordsIn = (body: Json, plan: OperationPlan): readonly (Json | undefined)[] => {
  if (plan.kind === 'list') return listedIn(body, plan.body.place)
  const place = 'response' in plan && 'place' in plan.response ? plan.response.place : undefined
  if (!place) return []
  const held = getPath(body, place.path)
  return place.isListed && isJsonArray(held) ? held : [held]
}

const listedIn = (body: Json, { path, inItem, isMap, isSingle, inOnly }: ListPlace): readonly (Json | undefined)[] => {
  const held = getPath(body, path)
  if (!inItem || inOnly) return []
  const items = isMap && isJsonObject(held) ? Object.values(held) : isSingle ? [held] : isJsonArray(held) ? held : []
  return items.map((item) => getPath(item, inItem.path))
}
