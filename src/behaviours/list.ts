/**
 * GET of a collection: records by id, ascending, filtered by the query parameters that are named as properties.
 */
import type { Json } from '../ports.ts'
import type { Behaviour } from './behaviour.ts'
import { type Resource, recordAt } from './resource.ts'

export interface ListPlan {
  readonly resource: Resource
  readonly status: number
  /** Name of the query parameter that bounds the page; undefined where the document has none. */
  readonly limitName: string | undefined
}

export const createList = ({ resource, status, limitName }: ListPlan): Behaviour => ({
  kind: 'list',
  resource,
  run: async ({ parameters: { query } }, { store, clock, liftedAt }) => {
    const limit = limitName === undefined ? undefined : query.get(limitName)
    const records = await store.page(resource.key, {
      filters: query.size === 0 ? noFilters : collectFilters(resource, query),
      limit: typeof limit === 'number' ? limit : Number.MAX_SAFE_INTEGER,
    })
    const moment = { now: resource.lifecycles.length === 0 ? 0 : clock(), liftedAt }
    let body = '['
    for (const record of records) body += `${body.length === 1 ? '' : ','}${recordAt(resource, record, moment).json}`
    return { kind: 'reply', status, body: `${body}]` }
  },
})

const noFilters: readonly (readonly [string, Json])[] = []

const collectFilters = (resource: Resource, query: ReadonlyMap<string, Json>): readonly (readonly [string, Json])[] =>
  resource.filterable.flatMap((property) => {
    const value = query.get(property)
    return value === undefined ? [] : [[property, value] as const]
  })
