/**
 * GET of a collection: records by id, ascending, filtered by the query parameters that are named as properties.
 */
import { stringifyJson } from '../contract/json-text.ts'
import type { Node } from '../contract/references.ts'
import type { Json } from '../ports.ts'
import type { PageQuery, StoredRecord } from '../store/store.ts'
import type { Behaviour, World } from './behaviour.ts'
import { createView, type Projection } from './projection.ts'
import { type Resource, recordAt } from './resource.ts'

export interface ListPlan {
  readonly resource: Resource
  /** The schema of the list's items. */
  readonly item: Node
  readonly status: number
  /** Name of the query parameter that bounds the page; undefined where the document has none. */
  readonly limitName: string | undefined
}

export const createList = ({ resource, item, status, limitName }: ListPlan): Behaviour => {
  // Made on the first request.
  let view: { readonly show: Projection | undefined } | undefined
  return {
    kind: 'list',
    resource,
    run: async ({ parameters: { query } }, world) => {
      const given = limitName === undefined ? undefined : query.get(limitName)
      const limit = typeof given === 'number' ? given : Number.MAX_SAFE_INTEGER
      const filters = query.size === 0 ? noFilters : collectFilters(resource.filterable, query)
      const moving = query.size === 0 ? noFilters : collectFilters(resource.movingFilters, query)
      view ??= { show: createView(resource, item) }
      const records = await findShown(resource, world, { filters, limit }, moving)
      return { kind: 'reply', status, body: writeList(records, view.show) }
    },
  }
}

const noFilters: PageQuery['filters'] = []

const collectFilters = (properties: readonly string[], query: ReadonlyMap<string, Json>): PageQuery['filters'] =>
  properties.flatMap((property) => {
    const value = query.get(property)
    return value === undefined ? [] : [[property, value] as const]
  })

/** Records as they stand now. What moves on is compared with what it shows, record by record; all else has an index. */
const findShown = async (
  resource: Resource,
  { store, clock, liftedAt }: World,
  { filters, limit }: PageQuery,
  moving: PageQuery['filters'],
): Promise<readonly StoredRecord[]> => {
  const isMoving = moving.length > 0
  const records = await store.page(resource.key, { filters, limit: isMoving ? Number.MAX_SAFE_INTEGER : limit })
  if (resource.lifecycles.length === 0) return records
  const moment = { now: clock(), liftedAt }
  const shown = records.map((record) => recordAt(resource, record, moment))
  if (!isMoving) return shown
  return shown.filter(({ value }) => moving.every(([name, asked]) => value[name] === asked)).slice(0, limit)
}

const writeList = (records: readonly StoredRecord[], show: Projection | undefined): string => {
  let body = '['
  for (const { value, json } of records)
    body += `${body.length === 1 ? '' : ','}${show ? stringifyJson(show(value)) : json}`
  return `${body}]`
}
