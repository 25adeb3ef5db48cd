/**
 * The routes of the control API for resources and their records.
 */
import type { Input } from '../../contract/operation/validate-request.ts'
import { itemsOf } from '../../contract/values/json-object.ts'
import { describeResources } from '../actions/describe-resources.ts'
import { type RecordQuery, Records } from '../actions/records.ts'
import { viewAt } from '../actions/rewind.ts'
import { bodyOf, type ControlDeps, empty, json, pathOf, queryOf, type Route, sandboxOf } from './route.ts'

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
  listResources: async (input, deps) => json(await describeResources(sandboxOf(input, deps), deps.service())),
  listRecords: async (input, deps) => {
    const { at: _, ...query } = queryOf<RecordQuery & { readonly at?: string }>(input)
    const { records, total } = await (await recordsAt(input, deps)).find(deps.finder, query)
    return { kind: 'json', status: 200, body: records, headers: { 'X-Total-Count': String(total) } }
  },
  putRecords: async (input, deps) => json(await recordsOf(input, deps).replaceAll(itemsOf(input.body?.exact))),
  addRecord: async (input, deps) => json(await recordsOf(input, deps).add(bodyOf(input)), 201),
  getRecord: async (input, deps) => json(await (await recordsAt(input, deps)).get(pathOf(input, 'recordId'))),
  putRecord: async (input, deps) => json(await recordsOf(input, deps).put(pathOf(input, 'recordId'), bodyOf(input))),
  patchRecord: async (input, deps) =>
    json(await recordsOf(input, deps).patch(pathOf(input, 'recordId'), bodyOf(input))),
  deleteRecord: async (input, deps) => {
    await recordsOf(input, deps).remove(pathOf(input, 'recordId'))
    return empty
  },
} satisfies Readonly<Record<string, Route>>
