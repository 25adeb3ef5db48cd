/**
 * GET of a collection, or POST of a search: the records below the parents in the path, filtered and in pages, by integer id
 * or in order of creation unless the query selects another order.
 */
import { viewParameters } from '../../../contract/document/operation-view.ts'
import type { Input } from '../../../contract/operation/validate-request.ts'
import { findKeyword, nodeAt, type PropertyView, typesOf, viewObject } from '../../../contract/schema/schema-view.ts'
import { namesTag } from '../../../contract/values/entity-tag.ts'
import { isJsonObject } from '../../../contract/values/json-object.ts'
import { concreteMediaType } from '../../../contract/values/media-type.ts'
import { plainName } from '../../../contract/values/names.ts'
import { parseQuery } from '../../../contract/values/query.ts'
import type { Rejection } from '../../../errors.ts'
import type { Json } from '../../../ports.ts'
import { noRoom, sizeOf, tooLong } from '../../../store/list-size.ts'
import { notModified, readHeader, tagOfText } from '../../conditions/conditions.ts'
import type { ListPlan } from '../../plan/operation-plan.ts'
import type { OperationDeps } from '../deps.ts'
import { compileParents, findMissingParent } from '../parents.ts'
import { createOwnerFilters, createScopeReader } from '../path-values.ts'
import { type Run, runWith } from '../run-plan.ts'
import { createCursors } from './cursors.ts'
import { findPage } from './find-page.ts'
import { compileListBody } from './list-body.ts'
import { readRequestedFilters } from './list-filters.ts'
import { orderOf, type Sortable } from './order.ts'
import { collectFacts, countedFacts, type PageFacts, readFact } from './page-facts.ts'
import { type PageRequest, readPageRequest } from './page-request.ts'
import { createPageWriter } from './page-writer.ts'
import { writeNewest, writeSample } from './single-list.ts'

export const listRecords = (plan: ListPlan, deps: OperationDeps): Run => {
  const run = compileList(plan, deps)
  const searching: Run = plan.isSearch ? (input, context) => run(addCriteria(input), context) : run
  return plan.response.headers.includes('etag') ? addTag(searching) : searching
}

const compileList = (plan: ListPlan, deps: OperationDeps): Run => {
  const resource = deps.findResource(plan.resource)
  const { status, media, headers } = plan.response
  const mediaType = concreteMediaType(media?.mediaType ?? 'application/json')
  const parents = compileParents(plan.parents, deps)
  const readScope = createScopeReader(plan.scope)
  const readOwnerFilters = plan.owner && createOwnerFilters(plan.owner)
  const { files } = resource.document
  const properties = [...viewObject(files, resource.schema).properties.values()]
  const isSecret = ({ node }: PropertyView): boolean => findKeyword(files, node, 'writeOnly') === true
  const sortable: Sortable = {
    names: new Map(properties.filter((view) => !isSecret(view)).map(({ name }) => [plainName(name), name])),
    secrets: new Set(properties.filter(isSecret).map(({ name }) => plainName(name))),
  }
  const sorting = plan.paging.find(({ role }) => role === 'sort')?.parameter
  const known: KnownQuery = { ignored: new Set(plan.ignoredQuery), sortable, sorting }
  const facts = [...plan.body.fields, ...plan.pageHeaders].map(({ fact }) => fact)
  const hasLink = headers.includes('link')
  const cursors = createCursors(resource, takesTextCursors(plan, deps))
  const needsFacts = facts.length > 0 || hasLink
  const needsTotal = hasLink || facts.some((fact) => countedFacts.has(fact))
  const compile = async (seed: number) => {
    const list = await compileListBody(plan.body, { resource, deps, seed })
    return { list, writePage: createPageWriter(list) }
  }
  return runWith(compile, async ({ list, writePage }, input, context) => {
    const missing = parents.length === 0 ? undefined : await findMissingParent(parents, input, context.store)
    if (missing) return { kind: 'rejected', rejection: missing }
    const { query } = input.parameters
    const page = readPageRequest(plan.paging, query)
    const order = orderOf(page.sort, sortable)
    const filters = readRequestedFilters(plan.filters, query)
    const ignoredQuery = findIgnoredQuery(known, page, input, filters.ignored)
    const search = {
      resource,
      scope: readScope(input),
      filters,
      ownerFilters: readOwnerFilters?.(input),
      page,
      cursors,
      order,
      needsFacts,
      needsTotal,
    }
    const found = await findPage(search, context)
    if (!found) return { kind: 'rejected', rejection: rejectCursor(plan, page) }
    const { records } = found
    const admission = context.lists.admit(sizeOf(records))
    const admitted = admission instanceof Promise ? await admission : admission
    if (admitted.kind !== 'admitted') return { kind: 'rejected', rejection: notAdmitted[admitted.kind] }
    const { request } = input
    let json: string | undefined
    try {
      const writing = plan.body.place.isSingle ? writeNewest(list, records, request) : writePage(records, request)
      json = typeof writing === 'string' ? writing : await writing
    } finally {
      admitted.release()
    }
    if (json === undefined) return writeSample(plan, deps)
    const parts = { parameters: plan.paging, requested: page, found, cursors, order }
    const pageFacts = needsFacts ? collectFacts(parts, input) : undefined
    const body = media && list.wrap(json, pageFacts)
    if (!pageFacts) return { kind: 'reply', status, mediaType, body, ignoredQuery }
    return { kind: 'reply', status, mediaType, body, headers: writeHeaders(plan, pageFacts), ignoredQuery }
  })
}

/** Whether a cursor of the list may be any text, and not only an id. */
const takesTextCursors = ({ paging }: ListPlan, { operation }: OperationDeps): boolean => {
  const { document, node, pathItem } = operation
  const views = viewParameters(document, node, pathItem)
  return paging
    .filter(({ role }) => role === 'after' || role === 'before')
    .every(({ parameter, property }) => {
      const schema = views.find((view) => view.in === 'query' && view.name === parameter)?.schema
      const own = schema && property !== undefined ? nodeAt(document.files, schema, [property]) : schema
      const limits = ['pattern', 'format', 'maxLength', 'enum']
      return (
        own === undefined ||
        (!typesOf(document.files, own).has('integer') &&
          limits.every((name) => findKeyword(document.files, own, name) === undefined))
      )
    })
}

const notAdmitted: Readonly<Record<'too-long' | 'no-room', Rejection>> = {
  'too-long': { code: 'payload_too_large', message: tooLong },
  'no-room': { code: 'unavailable', message: noRoom, headers: ['Retry-After', '1'] },
}

/** The properties of the request body as if they were query parameters; null selects nothing. */
const addCriteria = (input: Input): Input => {
  const body = input.body?.exact
  if (!isJsonObject(body)) return input
  const query = new Map<string, Json>(input.parameters.query)
  for (const [name, value] of Object.entries(body)) if (value !== null) query.set(name, value)
  return { ...input, parameters: { ...input.parameters, query } }
}

/** The entity tag of a list is computed from its body and headers. */
const addTag =
  (run: Run): Run =>
  async (input, context) => {
    const result = await run(input, context)
    if (result.kind === 'rejected') return result
    const { headers = [], body = '' } = result
    const tag = tagOfText([...headers, body].join('\n'))
    const known = readHeader(input.request.headers, 'if-none-match')
    if (known !== undefined && namesTag(known, tag, 'weak')) return notModified(tag)
    return { ...result, headers: [...headers, 'ETag', tag] }
  }

interface KnownQuery {
  /** Documented parameters without a known meaning. */
  readonly ignored: ReadonlySet<string>
  readonly sortable: Sortable
  /** The parameter that sorts. */
  readonly sorting: string | undefined
}

/** What was sent and has no effect: parameters without a known meaning, unknown operators, sort keys that no record has. */
const findIgnoredQuery = (
  { ignored, sortable, sorting }: KnownQuery,
  { sort }: PageRequest,
  { request }: Input,
  unknown: readonly string[],
): readonly string[] | undefined => {
  if (request.query === '' || (ignored.size === 0 && sort.length === 0 && unknown.length === 0)) return undefined
  const names = parseQuery(request.query).pairs.map(([name]) => name)
  // A default of the document sorts, too.
  const isSorted = names.some((name) => name.replace(/\[.*$/, '') === sorting)
  const found = [
    ...new Set(names.map((name) => nameIn(ignored, name)).filter((name) => ignored.has(name))),
    ...unknown,
    ...(isSorted
      ? sort.filter(({ name }) => !sortable.names.has(plainName(name))).map(({ name }) => `sort=${name}`)
      : []),
  ]
  return found.length === 0 ? undefined : found
}

/** Brackets may be part of a parameter's name; otherwise they belong to its value. */
const nameIn = (known: ReadonlySet<string>, name: string): string =>
  known.has(name) ? name : name.replace(/\[.*$/, '')

const rejectCursor = ({ paging }: ListPlan, { after, before }: PageRequest): Rejection => {
  const role = after === undefined ? 'before' : 'after'
  const parameter = paging.find((known) => known.role === role)
  const name = parameter?.property === undefined ? parameter?.parameter : `${parameter.parameter}.${parameter.property}`
  const at = `query.${name}`
  const cursor = JSON.stringify((after ?? before ?? '').slice(0, 100))
  const message = `${at} must be a cursor from a page of this list, got ${cursor}`
  return { code: 'invalid_request', message, violations: [{ at, keyword: 'cursor', message }] }
}

/** Link (RFC 8288), if documented, and the headers that report facts. */
const writeHeaders = ({ response, pageHeaders }: ListPlan, facts: PageFacts): readonly string[] => {
  const { next, previous, first, last } = facts
  const written: string[] = []
  const links = [
    ['next', next] as const,
    ['prev', previous] as const,
    ['first', first] as const,
    ['last', last] as const,
  ]
  const present = links.filter(([, address]) => address !== undefined)
  if (response.headers.includes('link') && (next !== undefined || previous !== undefined))
    written.push('Link', present.map(([relation, address]) => `<${address}>; rel="${relation}"`).join(', '))
  for (const { name, fact } of pageHeaders) {
    const value = readFact[fact](facts)
    if (value !== undefined) written.push(capitalize(name), String(value))
  }
  return written
}

const capitalize = (header: string): string => header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
