/**
 * Whether a resource has entity tags: an operation on its records documents an ETag, or asks for If-Match or
 * If-None-Match. Looked up on an operation's first request.
 */
import type { Document } from '../contract/document.ts'
import type { Operation } from '../contract/operation.ts'
import { viewParameters, viewResponses } from '../contract/operation-view.ts'
import { type Conditions, createConditions } from './conditions.ts'
import type { Group } from './group-paths.ts'

/** Undefined where nothing in the document tells of tags. */
export const planConditions = (
  document: Document,
  { members }: Group,
  operation: Operation,
): Conditions | undefined => {
  const isTagged = members.some(({ operation, kind }) => kind !== 'list' && declaresTags(document, operation))
  return isTagged ? createConditions(documentsRequired(document, operation)) : undefined
}

const declaresTags = (document: Document, { node, pathItem }: Operation): boolean =>
  viewResponses(document, node).some(({ headers }) => [...headers.keys()].some(isTag)) ||
  viewParameters(document, node, pathItem).some((view) => view.in === 'header' && isCondition(view.name))

const documentsRequired = (document: Document, { node }: Operation): boolean =>
  viewResponses(document, node).some(({ status }) => status === '428')

const isTag = (name: string): boolean => name.toLowerCase() === 'etag'

const isCondition = (name: string): boolean => /^if-(none-)?match$/i.test(name)
