/**
 * Generates a scenario for each error status in the documents: with `404-not-found`, every operation that documents a 404
 * responds with it.
 */
import { STATUS_CODES } from 'node:http'
import { viewResponses } from '../contract/document/operation-view.ts'
import type { Operation } from '../contract/operation/operation.ts'
import type { Service } from '../loading/service.ts'

export interface ScenarioText {
  readonly name: string
  readonly text: string
}

/** By status, ascending. */
export const formatScenarios = ({ documents }: Service): readonly ScenarioText[] => {
  const owners = new Map<number, string[]>()
  for (const { entries } of documents)
    for (const operation of entries.flatMap(({ operations }) => [...operations.values()]))
      for (const status of errorsOf(operation)) owners.set(status, [...(owners.get(status) ?? []), operation.id])
  return [...owners].sort(([a], [b]) => a - b).map(([status, operations]) => formatScenario(status, operations))
}

/** A range becomes its first status. `default` becomes 500, unless it is the only response. */
const errorsOf = ({ document, node }: Operation): ReadonlySet<number> => {
  const statuses = viewResponses(document, node).map(({ status }) => status)
  return new Set(
    statuses.flatMap((status) => {
      if (status === 'default') return statuses.length > 1 ? [500] : []
      return /^[45]/.test(status) ? [Number(status.replace('XX', '00'))] : []
    }),
  )
}

const formatScenario = (status: number, operations: readonly string[]): ScenarioText => {
  const title = STATUS_CODES[status] ?? 'Error'
  const [example = ''] = operations
  return {
    name: `${status}-${title
      .toLowerCase()
      .replace(/[^a-z\d]+/g, '-')
      .replace(/^-|-$/g, '')}`,
    text: [
      `description: Every operation that documents ${status} (${title}) responds with it.`,
      'steps:',
      "  - when: { operation: '*' }",
      `    respond: { status: ${status} }`,
      '# For only the second call of one operation:',
      `#  - when: { operation: ${JSON.stringify(example)}, call: 2 }`,
      `#    respond: { status: ${status} }`,
      '',
    ].join('\n'),
  }
}
