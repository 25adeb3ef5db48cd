/**
 * Where a record that was just made is found, for the Location of the answer (RFC 9110, section 10.2.2): below the
 * address that was called, whatever base path or sandbox it names.
 */
import type { Document } from '../../contract/document/document.ts'
import { viewResponses } from '../../contract/document/operation-view.ts'
import { childNode } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { findText } from '../../contract/schema/schema-view.ts'
import type { IncomingRequest } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import { readPathShape } from '../infer/path-shape.ts'
import { createItemPath } from './item-location.ts'

/** An item's path, and its parameters that take the id. */
export interface ItemPath {
  readonly operation: Operation
  readonly parameter: string
  readonly keyParameters: readonly string[]
}

export type WriteLocation = (request: Pick<IncomingRequest, 'address' | 'path' | 'headers'>, id: RecordId) => string

/** Whether an item's path is that of its collection with one segment more. */
export const isBelow = (collection: Operation, { operation, keyParameters }: ItemPath): boolean =>
  keyParameters.length === 1 && readPathShape(operation).parentKey === readPathShape(collection).key

/** Of a record that a POST to its collection made. Without an item's path, the id follows the collection's. */
export const planLocation = (
  document: Document,
  operation: Operation,
  item: ItemPath | undefined,
  styleId: (id: string) => string,
): WriteLocation => {
  const place = item && `{${item.parameter}}`
  const segment = item?.operation.path.split('/').find((part) => place !== undefined && part.includes(place))
  const [before = '', after = ''] = place === undefined ? [] : (segment?.split(place) ?? [])
  const isAbsolute = wantsUri(document, operation)
  return (request, id) => {
    const collection = request.path.replace(/\/$|\.json$/, '')
    const own = before + styleId(encodeURIComponent(String(id))) + after
    return writeAddress(request, `${collection}/${own}`, isAbsolute)
  }
}

/** Of a record whose item's path is another than the collection's and the id. */
export const planItemLocation = (document: Document, operation: Operation, item: ItemPath): WriteLocation => {
  const { keyParameters } = item
  const fill = createItemPath({ made: operation.path, item: item.operation.path, keyParameters })
  const isAbsolute = wantsUri(document, operation)
  const isOne = keyParameters.length === 1
  return (request, id) =>
    writeAddress(
      request,
      fill(request.path, isOne ? [encodeURIComponent(String(id))] : String(id).split('/')),
      isAbsolute,
    )
}

/** Of a record that a PUT to its own address made. */
export const planOwnLocation = (document: Document, operation: Operation): WriteLocation => {
  const isAbsolute = wantsUri(document, operation)
  return (request) => writeAddress(request, request.path, isAbsolute)
}

const writeAddress = (
  { address = '', headers: { host } }: Pick<IncomingRequest, 'address' | 'headers'>,
  path: string,
  isAbsolute: boolean,
): string => `${isAbsolute && typeof host === 'string' ? `http://${host}` : ''}${address}${path}`

/** Whether the document has a URI there, which a path alone is not. */
const wantsUri = (document: Document, { node }: Operation): boolean =>
  viewResponses(document, node).some(({ status, headers }) =>
    [...headers].some(([name, header]) => {
      if (!status.startsWith('2') || name.toLowerCase() !== 'location') return false
      const format = findText(document.files, childNode(header, 'schema') ?? header, 'format')
      return format === 'uri' || format === 'url'
    }),
  )
