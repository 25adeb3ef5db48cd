/**
 * Reads the requests that a document describes for receivers: its `webhooks` (`x-webhooks` before OpenAPI 3.1), and the
 * `callbacks` of an operation.
 */
import type { Document } from '../../contract/document/document.ts'
import { type MediaView, viewBody } from '../../contract/document/operation-view.ts'
import { readPathItem } from '../../contract/document/path-item.ts'
import { childNode, childNodes, dereference, type Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import { familyOf, isJson } from '../../contract/values/media-type.ts'
import type { CallbackPlan, Message } from './webhook-plan.ts'

/** More of one document are ignored. */
const maxMessages = 5_000

/** A document with neither word costs nothing. */
export const hasWebhooks = ({ root }: Document): boolean =>
  isJsonObject(root.value) && (root.value.webhooks !== undefined || root.value['x-webhooks'] !== undefined)

/** The webhooks of a document, in its order. */
export const readWebhooks = (document: Document): readonly Message[] =>
  ['webhooks', 'x-webhooks']
    .flatMap((word) => childNodes(childNode(document.root, word)))
    .slice(0, maxMessages)
    // Adyen writes `/ACCOUNT_CREATED`.
    .flatMap(([name, child]) => messagesOf(document, name.replace(/^\//, ''), child))

export const hasCallbacks = ({ node }: Operation): boolean =>
  isJsonObject(node.value) && node.value.callbacks !== undefined

/** The callbacks of an operation, in the order of the document. */
export const readCallbacks = ({ document, node }: Operation): readonly CallbackPlan[] =>
  childNodes(childNode(node, 'callbacks'))
    .slice(0, maxMessages)
    .flatMap(([name, child]) => {
      const callback = dereference(document.files, child)
      return childNodes(callback).flatMap(([expression, item]) =>
        expression.startsWith('x-')
          ? []
          : messagesOf(document, name, item).map((message) => ({ ...message, expression: inBraces(expression) })),
      )
    })

/** Many documents leave out the braces around an expression that is the whole URL. */
const inBraces = (expression: string): string => (expression.startsWith('$') ? `{${expression}}` : expression)

const messagesOf = (document: Document, name: string, child: Node): readonly Message[] => {
  const { node: pathItem, operations = [] } = readPathItem(document.files, child, document.dialect) ?? {}
  if (!isJsonObject(pathItem?.value)) return []
  return [...operations].flatMap(([method, node]) =>
    isJsonObject(node.value) && sends.has(method)
      ? [{ name, method, document, node, pathItem, media: chooseMedia(document, node, pathItem) }]
      : [],
  )
}

const sends: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'GET', 'DELETE'])

/** JSON where there is a choice. Other bodies than JSON and forms cannot be written. */
const chooseMedia = (document: Document, node: Node, pathItem: Node): MediaView | undefined => {
  const content = viewBody(document, node, pathItem)?.content ?? []
  const concrete = (media: MediaView): MediaView =>
    /^\*\/\*$|^application\/\*$/.test(media.mediaType) ? { ...media, mediaType: 'application/json' } : media
  const all = content.map(concrete)
  return (
    all.find(({ mediaType }) => isJson(mediaType)) ?? all.find(({ mediaType }) => familyOf(mediaType) === 'urlencoded')
  )
}
