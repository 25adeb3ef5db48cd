/**
 * What was decided of an operation, and why, for a person. The decisions themselves are asked again when somebody wants
 * to know, so that a start pays nothing for it.
 */
import { viewBody } from '../../contract/document/operation-view.ts'
import type { Behaviour } from '../behaviour.ts'
import type { ListFilter } from '../operations/list/list-filters.ts'
import { readPageFields } from '../operations/list/page-fields.ts'
import { tellingHeaders } from '../operations/list/page-headers.ts'
import type { PagePart } from '../operations/list/page-request.ts'
import { readListQuery } from '../operations/list/plan-list.ts'
import type { Parent } from '../operations/parents.ts'
import type { Resource } from '../records/resource.ts'
import { createSchemaTest, type ListPlace } from './find-record.ts'
import type { Member } from './group-paths.ts'
import type { Success } from './operation-schemas.ts'

export type Decision =
  | { readonly kind: 'bound'; readonly behaviour: Behaviour; readonly explain: () => Explanation }
  /** `parents` have to be there for it to be answered at all. */
  | { readonly kind: 'none'; readonly reason: string; readonly parents: readonly Parent[] }

export interface Explanation {
  readonly reason: string
  readonly parents: readonly Parent[]
  /** Media types that it may be sent. */
  readonly request: readonly string[]
  readonly status: number
  /** Undefined where it answers without a body. */
  readonly mediaType: string | undefined
  /** Names that lead to the record, or the list; none where that is the body; undefined where the body has none. */
  readonly place: readonly string[] | undefined
  readonly filters: readonly ListFilter[]
  readonly paging: readonly PagePart[]
  /** Headers, and properties of the envelope, that tell of the page. */
  readonly tells: readonly string[]
}

export interface ExplainSubject {
  readonly resource: Resource
  readonly member: Member
  /** The operation whose answer shows what a record is. */
  readonly shownBy: Member['operation']
  readonly parents: readonly Parent[]
  readonly success: Success
}

export const explainList = (subject: ExplainSubject, place: ListPlace): Explanation => {
  const { resource, member, success } = subject
  const { media, headers } = success
  const fields =
    media?.schema && place.path.length > 0 ? readPageFields(resource.document, media.schema, place.path) : []
  const { filters, parts } = readListQuery({ resource, operation: member.operation })
  const told = [...(headers.has('link') ? ['link'] : []), ...tellingHeaders(headers).map(({ name }) => name)]
  const what = wordsOfItems(subject, place)
  return {
    ...explainAny(subject, `its ${success.status} response ${wordsOfPlace(place.path, `an array of ${what}`)}`),
    place: place.path,
    filters,
    paging: parts,
    tells: [...fields.map(({ path }) => path.join('.')), ...told],
  }
}

/** `besides` is what else was decisive; `place` is where the record is in the answer. */
export const explainRecord = (
  subject: ExplainSubject,
  place: readonly string[] | undefined,
  besides: readonly string[] = [],
): Explanation => {
  const { status, media } = subject.success
  const nothing = hasBody(subject.success) && media ? 'has no record in it' : 'has no body'
  const answer = `its ${status} response ${place ? wordsOfPlace(place, 'the record') : nothing}`
  return { ...explainAny(subject, [...besides, answer].join('; ')), place }
}

const explainAny = ({ resource, member, parents, success }: ExplainSubject, reason: string): Explanation => {
  const { operation } = member
  return {
    reason: `${member.reason}, and ${reason}`,
    parents,
    request: viewBody(resource.document, operation.node, operation.pathItem)?.content.map(typeOf) ?? [],
    status: success.status,
    mediaType: hasBody(success) ? success.media?.mediaType : undefined,
    place: undefined,
    filters: [],
    paging: [],
    tells: [],
  }
}

const hasBody = ({ status }: Success): boolean => status !== 204 && status !== 205

const typeOf = ({ mediaType }: { readonly mediaType: string }): string => mediaType

const wordsOfPlace = (place: readonly string[], what: string): string =>
  place.length === 0 ? `is ${what}` : `has in ${place.join('.')} ${what}`

const wordsOfItems = ({ resource, member, shownBy }: ExplainSubject, { inItem }: ListPlace): string => {
  if (!inItem) return 'ids'
  const where = inItem.path.length === 0 ? '' : `, each in ${inItem.path.join('.')}`
  if (shownBy === member.operation) return `objects, which are the records${where}`
  const isSame = createSchemaTest(resource.document, [resource.schema])(inItem.schema)
  return `${isSame ? 'the schema' : 'parts of the schema'} that ${shownBy.method} ${shownBy.path} answers${where}`
}
