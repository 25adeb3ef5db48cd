/**
 * Views of the parameters, body and responses of an operation, the same for OpenAPI 3.x and 2.0. A view points into the
 * document and copies nothing.
 */

import type { JsonObject } from '../../ports.ts'
import { getOwn, getString, isJsonObject, itemsOf } from '../values/json-object.ts'
import { isJson } from '../values/media-type.ts'
import { memoize } from '../values/memoize.ts'
import type { Document } from './document.ts'
import { childNode, childNodes, dereference, type Node } from './references.ts'

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

export interface ParameterView {
  /** As written in the document. */
  readonly node: Node
  readonly name: string
  readonly in: ParameterPlace
  readonly required: boolean
  readonly schema: Node | undefined
  /** OpenAPI 3.x, Parameter Object: form, simple, spaceDelimited, pipeDelimited, deepObject, label, matrix. */
  readonly style: string
  readonly explode: boolean
  /** Media type of a parameter that is described by `content`. */
  readonly mediaType: string | undefined
  /** Whether a parameter without a value is valid (in a query, and in forms of 2.0). */
  readonly allowEmptyValue: boolean
}

export interface MediaView {
  readonly mediaType: string
  readonly schema: Node | undefined
  /** The node that holds example and examples. */
  readonly node: Node
}

export interface BodyView {
  readonly required: boolean
  readonly content: readonly MediaView[]
}

export interface ResponseView {
  /** `200`, `4XX` or `default`. */
  readonly status: string
  readonly content: readonly MediaView[]
  /** By name, as the document writes it. */
  readonly headers: ReadonlyMap<string, Node>
}

/**
 * Computes a value once per node, by the node's identity: an operation keeps its node. The other arguments must be the same
 * whenever the node is.
 */
export const memoizeByNode = <Rest extends readonly unknown[], Value>(
  read: (document: Document, node: Node, ...rest: Rest) => Value,
): ((document: Document, node: Node, ...rest: Rest) => Value) => {
  const readNode = memoize((node: Node, document: Document, ...rest: Rest) => read(document, node, ...rest))
  return (document, node, ...rest) => readNode(node, document, ...rest)
}

/** The parameters of an operation with those of its path; the operation's own win (OpenAPI, Path Item Object). */
export const viewParameters = memoizeByNode((document, operation, pathItem: Node): readonly ParameterView[] => {
  const views = new Map<string, ParameterView>()
  for (const owner of [pathItem, operation]) {
    for (const node of rawParameters(document, owner)) {
      const view = viewParameter(document, node)
      if (view) views.set(`${view.in} ${view.name}`, view)
    }
  }
  return [...views.values()]
})

/** The request body; undefined if the operation has none. */
export const viewBody = memoizeByNode((document, operation, pathItem: Node): BodyView | undefined => {
  if (document.dialect === '2.0') return viewOldBody(document, operation, pathItem)
  const child = childNode(operation, 'requestBody')
  const node = child && dereference(document.files, child)
  if (!node) return undefined
  return { required: getOwn(node.value, 'required') === true, content: viewContent(document, node) }
})

/** The responses in the order of the document. */
export const viewResponses = memoizeByNode((document, operation): readonly ResponseView[] =>
  childNodes(childNode(operation, 'responses')).flatMap(([status, child]) => {
    const node = dereference(document.files, child)
    if (!node || !/^([1-5](\d\d|xx)|default)$/i.test(status)) return []
    const headers = new Map(
      childNodes(childNode(node, 'headers')).flatMap(([name, header]) => {
        const target = dereference(document.files, header)
        return target ? [[name, target] as const] : []
      }),
    )
    const content =
      document.dialect === '2.0' ? viewOldResponse(document, operation, node) : viewContent(document, node)
    return [{ status: /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status, content, headers }]
  }),
)

/** The response documented for a status: the status itself, else its range, else `default`. */
export const findResponse = (responses: readonly ResponseView[], status: number): ResponseView | undefined =>
  responses.find((response) => response.status === String(status)) ??
  responses.find((response) => response.status === `${Math.floor(status / 100)}XX`) ??
  responses.find((response) => response.status === 'default')

const viewContent = (document: Document, owner: Node): readonly MediaView[] => {
  const listed = childNodes(childNode(owner, 'content'))
  const isJsonListed = listed.some(([mediaType]) => isJson(mediaType))
  return listed.flatMap(([name, child]) => {
    // An empty media type is what some tools write for JSON.
    if (name === '' && isJsonListed) return []
    const node = dereference(document.files, child)
    return node ? [{ mediaType: name === '' ? 'application/json' : name, schema: childNode(node, 'schema'), node }] : []
  })
}

const rawParameters = (document: Document, owner: Node): readonly Node[] =>
  childNodes(childNode(owner, 'parameters')).flatMap(([, child]) => dereference(document.files, child) ?? [])

const places: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie'])
const isPlace = (text: string | undefined): text is ParameterPlace => text !== undefined && places.has(text)

const viewParameter = (document: Document, node: Node): ParameterView | undefined => {
  const name = getString(node.value, 'name')
  const place = getString(node.value, 'in')
  if (name === undefined || !isPlace(place)) return undefined
  const base = {
    node,
    name,
    in: place,
    required: place === 'path' || getOwn(node.value, 'required') === true,
    allowEmptyValue: place === 'query' && getOwn(node.value, 'allowEmptyValue') === true,
  }
  if (document.dialect === '2.0')
    return {
      ...base,
      schema: node,
      mediaType: undefined,
      ...oldStyle(place, getString(node.value, 'collectionFormat')),
    }
  const media = childNodes(childNode(node, 'content'))[0]
  const style = getString(node.value, 'style') ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple')
  const explode = getOwn(node.value, 'explode')
  return {
    ...base,
    schema: media ? childNode(media[1], 'schema') : childNode(node, 'schema'),
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form',
    mediaType: media?.[0],
  }
}

/** collectionFormat of 2.0 as the style of 3.x. */
export const oldStyle = (place: ParameterPlace, format: string | undefined): { style: string; explode: boolean } => {
  if (format === 'ssv') return { style: 'spaceDelimited', explode: false }
  if (format === 'pipes') return { style: 'pipeDelimited', explode: false }
  if (format === 'tsv') return { style: 'tabDelimited', explode: false }
  if (place === 'query') return { style: 'form', explode: format === 'multi' }
  return { style: 'simple', explode: false }
}

const viewOldBody = (document: Document, operation: Node, pathItem: Node): BodyView | undefined => {
  for (const owner of [operation, pathItem]) {
    const node = rawParameters(document, owner).find((parameter) => getString(parameter.value, 'in') === 'body')
    if (node) {
      const schema = childNode(node, 'schema')
      const content = mediaTypes(document, operation, 'consumes').map((mediaType) => ({ mediaType, schema, node }))
      return { required: getOwn(node.value, 'required') === true, content }
    }
  }
  return viewFormData(document, operation, pathItem)
}

/** The formData parameters of 2.0 as one schema; a form is sent as one of the forms that the operation consumes. */
const viewFormData = (document: Document, operation: Node, pathItem: Node): BodyView | undefined => {
  const fields = new Map<string, Node>()
  for (const owner of [pathItem, operation])
    for (const node of rawParameters(document, owner))
      if (getString(node.value, 'in') === 'formData') fields.set(getString(node.value, 'name') ?? '', node)
  if (fields.size === 0) return undefined
  const required = [...fields].filter(([, { value }]) => getOwn(value, 'required') === true).map(([name]) => name)
  const properties = Object.fromEntries([...fields].map(([name, { value }]) => [name, formProperty(value)]))
  const encoding = Object.fromEntries(
    [...fields]
      .filter(([, { value }]) => getString(value, 'type') === 'array')
      .map(([name, { value }]) => [name, oldStyle('query', getString(value, 'collectionFormat'))]),
  )
  const value = { schema: { type: 'object', properties, required }, encoding }
  // The document has no such place; what is wrong in it is found at the parameters.
  const node: Node = { file: operation.file, pointer: `${operation.pointer}/parameters`, value }
  const hasFile = [...fields.values()].some((field) => getString(field.value, 'type') === 'file')
  const forms = mediaTypes(document, operation, 'consumes').filter((mediaType) => formTypes.has(mediaType))
  const content = forms.length > 0 ? forms : [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded']
  return {
    required: required.length > 0,
    content: content.map((mediaType) => ({ mediaType, schema: childNode(node, 'schema'), node })),
  }
}

/** A parameter of 2.0 is its own schema, except for the keywords that make it a parameter. */
const formProperty = (parameter: unknown): JsonObject => {
  const {
    required: _required,
    in: _in,
    name: _name,
    allowEmptyValue,
    ...schema
  } = isJsonObject(parameter) ? parameter : {}
  if (schema.type === 'file') return { ...schema, type: 'string', format: 'binary' }
  return allowEmptyValue === true ? { anyOf: [schema, { type: 'string', maxLength: 0 }] } : schema
}

const formTypes: ReadonlySet<string> = new Set(['multipart/form-data', 'application/x-www-form-urlencoded'])

const viewOldResponse = (document: Document, operation: Node, node: Node): readonly MediaView[] => {
  const schema = childNode(node, 'schema')
  if (schema) return mediaTypes(document, operation, 'produces').map((mediaType) => ({ mediaType, schema, node }))
  const examples = childNodes(childNode(node, 'examples'))
  return examples.map(([mediaType]) => ({ mediaType, schema: undefined, node }))
}

/** consumes or produces of an operation, else of the document, else JSON. */
const mediaTypes = (document: Document, operation: Node, name: 'consumes' | 'produces'): readonly string[] => {
  const own = itemsOf(
    getOwn(operation.value, name) ?? (isJsonObject(document.root.value) ? document.root.value[name] : undefined),
  )
  const found = own.filter((item): item is string => typeof item === 'string')
  return found.length === 0 ? ['application/json'] : found
}
