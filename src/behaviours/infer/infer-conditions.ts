/**
 * Whether a resource has entity tags: an operation on its records documents an ETag, or asks for If-Match or
 * If-None-Match. Looked up on an operation's first request.
 */
import type { Document } from '../../contract/document/document.ts'
import { viewParameters, viewResponses } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { type Conditions, createConditions } from '../conditions/conditions.ts'
import { stampOf } from '../records/make-record.ts'
import type { Resource } from '../records/resource.ts'
import { plainName } from '../records/words.ts'
import type { Group } from './group-paths.ts'

export interface TagSubject {
  readonly resource: Resource
  readonly group: Group
  readonly compiler: SchemaCompiler
}

/** Undefined where nothing in the document tells of tags. */
export const planConditions = (subject: TagSubject, operation: Operation): Conditions | undefined => {
  const { document } = subject.resource
  return hasTags(document, subject.group)
    ? createConditions(documentsRequired(document, operation), findTagProperty(subject))
    : undefined
}

/**
 * The property in which records of a resource with tags say theirs, as Box has it; each change sets it anew. Undefined where
 * they do not, where it cannot hold one, or where records change by themselves.
 */
export const findTagProperty = ({ resource, group, compiler }: TagSubject): string | undefined => {
  const { document, schema, lifecycles } = resource
  if (lifecycles.length > 0 || !hasTags(document, group)) return undefined
  const sample = stampOf({})
  return [...viewObject(document.files, schema).properties.values()].find(
    ({ name, node }) =>
      plainName(name) === 'etag' && !compiler.compile(node, 'response')({ rounded: sample, exact: sample }),
  )?.name
}

const hasTags = (document: Document, { members }: Group): boolean =>
  members.some(({ operation, kind }) => kind !== 'list' && declaresTags(document, operation))

const declaresTags = (document: Document, { node, pathItem }: Operation): boolean =>
  viewResponses(document, node).some(({ headers }) => [...headers.keys()].some(isTag)) ||
  viewParameters(document, node, pathItem).some((view) => view.in === 'header' && isCondition(view.name))

const documentsRequired = (document: Document, { node }: Operation): boolean =>
  viewResponses(document, node).some(({ status }) => status === '428')

const isTag = (name: string): boolean => name.toLowerCase() === 'etag'

const isCondition = (name: string): boolean => /^if-(none-)?match$/i.test(name)
