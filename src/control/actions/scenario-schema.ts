/**
 * The JSON Schema of scenario files with the names that the served documents have, so that an editor completes them.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { viewResponses } from '../../contract/document/operation-view.ts'
import { parseJsonText } from '../../contract/values/json-text.ts'
import type { Setup } from '../../loading/setup.ts'
import type { Json, JsonObject } from '../../ports.ts'

/** The published schema, narrowed. Statuses that no operation documents stay allowed, for `contract: ignore`. */
export const writeScenarioSchema = async ({ scenarioPlaces: { shipped, targets } }: Setup): Promise<Json> => {
  const text = await readFile(join(shipped, 'scenario.schema.json'), 'utf8')
  // The file is part of the package.
  const schema = parseJsonText(text).exact as JsonObject & { readonly $defs: Readonly<Record<string, Definition>> }
  const { operations, lifecycles, fixtureSets } = targets
  const ids = unique(operations.map(({ id }) => id))
  const statuses = unique(
    operations.flatMap(({ document, node }) => viewResponses(document, node).map(({ status }) => status)),
  )
    .filter((status) => /^\d{3}$/.test(status))
    .map(Number)
    .sort((a, b) => a - b)
  const operation = { enum: ids }
  const { step, when, respond } = schema.$defs
  if (!step || !when || !respond) return schema
  return {
    ...schema,
    $defs: {
      ...schema.$defs,
      step: narrow(step, {
        hold: { items: { enum: lifecycles } },
        records: { enum: ['none', ...fixtureSets] },
      }),
      when: narrow(when, {
        operation: { oneOf: [{ enum: ['*', ...ids] }, { type: 'array', minItems: 1, items: operation }] },
        method: { examples: unique(operations.map(({ method }) => method)) },
        path: { enum: unique(operations.map(({ path }) => path)) },
      }),
      respond: narrow(respond, {
        status: { anyOf: [{ enum: statuses }, { type: 'integer', minimum: 100, maximum: 599 }] },
      }),
    },
  }
}

type Definition = JsonObject & { readonly properties: Readonly<Record<string, JsonObject>> }

/** A definition whose properties have further keywords. */
const narrow = (definition: Definition, changes: Readonly<Record<string, JsonObject>>): JsonObject => ({
  ...definition,
  properties: {
    ...definition.properties,
    ...Object.fromEntries(
      Object.entries(changes).map(([name, change]) => [name, { ...definition.properties[name], ...change }]),
    ),
  },
})

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
