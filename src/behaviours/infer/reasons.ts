/**
 * Why an operation has its behaviour, in words for `check --explain` and the overlay that `init` writes.
 */
import type { ListPlace, RecordResponsePlan } from '../plan/operation-plan.ts'
import { createSchemaTest } from './find-record.ts'
import type { OperationSubject } from './subject.ts'

export const explainList = (subject: OperationSubject, status: number, place: ListPlace): string => {
  if (place.isSingle)
    return `${subject.member.reason}, and its ${status} response is one record by its schema: the newest one is shown`
  const response = `its ${status} response${describeAssumed(subject)} ${describePlace(place.path, describeList(subject, place))}`
  return `${subject.member.reason}, and ${response}`
}

/** `details` come before what is said about the response. */
export const explainRecord = (
  subject: OperationSubject,
  { status, media, place }: RecordResponsePlan,
  details: readonly string[] = [],
): string => {
  const other = media ? 'does not contain the record' : 'has no body'
  const response = `its ${status} response${describeAssumed(subject)} ${place ? describePlace(place.path, 'the record') : other}`
  return `${subject.member.reason}, and ${[...details, response].join('; ')}`
}

const describeAssumed = ({ isAssumed }: OperationSubject): string =>
  isAssumed ? ', whose body the document does not describe,' : ''

const describePlace = (path: readonly string[], what: string): string =>
  path.length === 0 ? `is ${what}` : `has ${what} in ${path.join('.')}`

const describeList = (subject: OperationSubject, place: ListPlace): string => {
  const items = describeItems(subject, place)
  if (place.inOnly) return `an array with one item, which has an array of ${items} in ${place.inOnly.path.join('.')}`
  return `${place.isMap ? 'an object from ids to' : 'an array of'} ${items}`
}

const describeItems = ({ resource, member, shownBy }: OperationSubject, { inItem }: ListPlace): string => {
  if (!inItem) return 'ids'
  const where = inItem.path.length === 0 ? '' : `, each in ${inItem.path.join('.')}`
  const { method, path } = member.operation
  if (shownBy.method === method && shownBy.path === path) return `objects, which are the records${where}`
  const isSame = createSchemaTest(resource.document, [resource.schema])(inItem.schema)
  return `${isSame ? 'the schema' : 'parts of the schema'} in the response of ${shownBy.method} ${shownBy.path}${where}`
}
