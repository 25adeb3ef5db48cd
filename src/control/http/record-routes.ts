/**
 * The routes of the control API for resources and their records.
 */
import type { Input } from '../../contract/operation/validate-request.ts'
import { itemsOf } from '../../contract/values/json-object.ts'
import { parseJsonText } from '../../contract/values/json-text.ts'
import { listResources, readResource } from '../actions/describe-resources.ts'
import { findResource } from '../actions/find-resource.ts'
import { type RecordQuery, Records } from '../actions/records.ts'
import { viewAt } from '../actions/rewind.ts'
import {
  bodyOf,
  type ContractQuery,
  type ControlDeps,
  empty,
  headersOf,
  json,
  pathOf,
  queryOf,
  type Route,
  type SnapshotQuery,
  sandboxOf,
  takeSnapshot,
} from './route.ts'

const recordsOf = (input: Input, deps: ControlDeps): Records =>
  new Records(sandboxOf(input, deps), deps.service(), pathOf(input, 'resource'), 'body')

/** The records as they are, or as they were at an exchange. */
const recordsAt = async (input: Input, deps: ControlDeps): Promise<Records> => {
  const at = input.parameters.query.get('at')
  if (at === undefined) return recordsOf(input, deps)
  const view = await viewAt(deps.sandboxes, sandboxOf(input, deps), String(at))
  return new Records(view, deps.service(), pathOf(input, 'resource'), 'body')
}

export const recordRoutes = {
  listResources: async (input, deps) => json(await listResources(sandboxOf(input, deps), deps.service())),
  getResource: async (input, deps) => {
    const service = deps.service()
    return json(await readResource(sandboxOf(input, deps), service, findResource(service, pathOf(input, 'resource'))))
  },
  listRecords: async (input, deps) => {
    const { at: _, ...query } = queryOf<RecordQuery & { readonly at?: string }>(input)
    const { records, total } = await (await recordsAt(input, deps)).find(deps.finder, query)
    return { kind: 'json', status: 200, body: records, headers: { 'X-Total-Count': String(total) } }
  },
  putRecords: async (input, deps) => {
    const { contract, snapshot } = queryOf<ContractQuery & SnapshotQuery>(input)
    const onValid = (): void => takeSnapshot(sandboxOf(input, deps), snapshot, deps)
    return json(await recordsOf(input, deps).replaceAll(itemsOf(input.body?.exact), { contract, onValid }))
  },
  addRecord: async (input, deps) => {
    const { contract } = queryOf<ContractQuery>(input)
    const { recordId, record } = await recordsOf(input, deps).add(bodyOf(input), contract)
    const [sandbox, resource] = [pathOf(input, 'id'), pathOf(input, 'resource')].map(encodeURIComponent)
    const headers = { Location: `/_sandbox/sandboxes/${sandbox}/records/${resource}/${encodeURIComponent(recordId)}` }
    return { kind: 'json', status: 201, body: record, headers }
  },
  checkNewRecord: async (input, deps) => json(await recordsOf(input, deps).check(bodyOf(input))),
  getRecord: async (input, deps) => json(await (await recordsAt(input, deps)).get(pathOf(input, 'recordId'))),
  putRecord: async (input, deps) => {
    const { contract } = queryOf<ContractQuery>(input)
    return json(await recordsOf(input, deps).put(pathOf(input, 'recordId'), bodyOf(input), contract))
  },
  patchRecord: async (input, deps) => {
    const { contract } = queryOf<ContractQuery>(input)
    return json(await recordsOf(input, deps).patch(pathOf(input, 'recordId'), bodyOf(input), contract))
  },
  deleteRecord: async (input, deps) => {
    const removed = await recordsOf(input, deps).remove(pathOf(input, 'recordId'))
    const { prefer } = headersOf<{ readonly prefer?: string }>(input)
    if (!/(^|[,;\s])return=representation\s*($|[,;])/i.test(prefer ?? '')) return empty
    const headers = { 'Preference-Applied': 'return=representation' }
    return { kind: 'json', status: 200, body: parseJsonText(removed).exact, headers }
  },
  checkRecord: async (input, deps) =>
    json(await recordsOf(input, deps).check(bodyOf(input), pathOf(input, 'recordId'))),
} satisfies Readonly<Record<string, Route>>
