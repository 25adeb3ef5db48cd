/**
 * Whether the records of a resource have entity tags: an operation on them documents ETag, If-Match or If-None-Match.
 */
import { viewParameters, viewResponses } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { plainName } from '../../contract/values/names.ts'
import type { ConditionsPlan } from '../plan/operation-plan.ts'
import { stampOf } from '../records/generate-record.ts'
import type { Group } from './group-paths.ts'
import type { OperationSubject } from './subject.ts'

/** Undefined if the document does not mention entity tags. */
export const inferConditions = (subject: OperationSubject): ConditionsPlan | undefined => {
  const { document, node } = subject.member.operation
  if (!hasTags(subject.group)) return undefined
  const isRequired = viewResponses(document, node).some(({ status }) => status === '428')
  return { isRequired, tagProperty: findTagProperty(subject) }
}

/**
 * The property in which a record shows its own entity tag; each change updates it. Undefined if there is none, if it
 * cannot hold a tag, or if records have lifecycles and so change without a request.
 */
export const findTagProperty = ({ resource, group, compiler }: OperationSubject): string | undefined => {
  const { document, schema, lifecycles } = resource
  if (lifecycles.length > 0 || !hasTags(group)) return undefined
  const sample = stampOf({})
  const properties = [...viewObject(document.files, schema).properties.values()]
  const found = properties.find(
    ({ name, node }) =>
      plainName(name) === 'etag' && !compiler.compile(node, 'response')({ rounded: sample, exact: sample }),
  )
  return found?.name
}

const hasTags = ({ members }: Group): boolean =>
  members.some(({ operation, kind }) => kind !== 'list' && declaresTags(operation))

const declaresTags = ({ document, node, pathItem }: Operation): boolean =>
  viewResponses(document, node).some(({ headers }) => [...headers.keys()].some(isTag)) ||
  viewParameters(document, node, pathItem).some((view) => view.in === 'header' && isCondition(view.name))

const isTag = (name: string): boolean => name.toLowerCase() === 'etag'

const isCondition = (name: string): boolean => /^if-(none-)?match$/i.test(name)
