/**
 * GET of an item by its id.
 */
import { exactInteger } from '../contract/json-text.ts'
import type { Json } from '../ports.ts'
import type { RecordId } from '../store/store.ts'
import type { Behaviour } from './behaviour.ts'
import { type Resource, recordAt } from './resource.ts'

export interface ReadPlan {
  readonly resource: Resource
  readonly status: number
  /** Name of the path parameter that carries the id. */
  readonly parameter: string
}

export const createRead = ({ resource, status, parameter }: ReadPlan): Behaviour => ({
  kind: 'read',
  resource,
  run: async ({ parameters: { path } }, { store, clock, liftedAt }) => {
    const given = path.get(parameter)
    const id = toRecordId(resource, given)
    const record = id === undefined ? undefined : await store.get(resource.key, id)
    if (!record)
      return {
        kind: 'refused',
        refusal: {
          code: 'not_found',
          message: `${resource.name} has no record with ${resource.idProperty} ${describeId(given)}`,
        },
      }
    const moment = { now: resource.lifecycles.length === 0 ? 0 : clock(), liftedAt }
    return { kind: 'reply', status, body: recordAt(resource, record, moment).json }
  },
})

/** The id that a path parameter means, in the kind that the records have: the two schemas may disagree. */
const toRecordId = ({ idKind }: Resource, given: Json | undefined): RecordId | undefined => {
  if (idKind === 'integer') {
    if (typeof given === 'string') return /^-?(0|[1-9]\d*)$/.test(given) ? exactInteger(given) : undefined
    return typeof given === 'number' || typeof given === 'bigint' ? given : undefined
  }
  return typeof given === 'string' || typeof given === 'number' || typeof given === 'bigint' ? String(given) : undefined
}

const describeId = (given: Json | undefined): string =>
  typeof given === 'string' ? JSON.stringify(given) : String(given)
