/**
 * The schemas of an operation that inference asks for: what it answers with, and what it is sent. JSON only.
 */
import type { Document } from '../contract/document.ts'
import { isJson } from '../contract/media-type.ts'
import type { Operation } from '../contract/operation.ts'
import { type MediaView, viewBody, viewResponses } from '../contract/operation-view.ts'
import type { Node } from '../contract/references.ts'
import { itemsNode, typesOf, viewObject } from '../contract/schema-view.ts'

export interface Success {
  readonly status: number
  /** Undefined where it has no content of JSON with a schema. */
  readonly media: MediaView | undefined
}

/** The first documented success with its JSON content. */
export const findSuccess = (document: Document, operation: Operation): Success | undefined => {
  const response = viewResponses(document, operation.node).find(({ status }) => /^2\d\d$/.test(status))
  return (
    response && {
      status: Number(response.status),
      media: response.content.find(({ mediaType, schema }) => isJson(mediaType) && schema),
    }
  )
}

/** The schema of a success that is an object with properties. */
export const recordSchema = (document: Document, operation: Operation): Node | undefined =>
  objectSchema(document, findSuccess(document, operation)?.media?.schema)

/** The schema of a list's items where the response is the bare array of objects. */
export const listItemSchema = (document: Document, list: Operation): Node | undefined => {
  const schema = findSuccess(document, list)?.media?.schema
  if (!schema || !typesOf(document.files, schema).has('array')) return undefined
  return objectSchema(document, itemsNode(document.files, schema))
}

export const requestSchema = (document: Document, create: Operation): Node | undefined =>
  viewBody(document, create.node, create.pathItem)?.content.find(({ mediaType }) => isJson(mediaType))?.schema

const objectSchema = (document: Document, schema: Node | undefined): Node | undefined =>
  schema && typesOf(document.files, schema).has('object') && viewObject(document.files, schema).properties.size > 0
    ? schema
    : undefined
