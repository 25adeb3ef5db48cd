/**
 * The operations of documents in Prism's format, converted by its own loader. A small document is loaded whole, exactly as
 * `prism mock` does. Of a large one only the path that is requested: loading it whole takes Prism seconds to minutes.
 */
import { createRequire } from 'node:module'
import { transformOas2Operation } from '@stoplight/http-spec/oas2/operation'
import { transformOas3Operation } from '@stoplight/http-spec/oas3/operation'
import type { Document } from '../contract/document/document.ts'
import type { PathEntry } from '../contract/operation/operation.ts'
import { entriesOf, getOwn, isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { memoize } from '../contract/values/memoize.ts'
import type { Json, JsonObject } from '../ports.ts'
import { copyDocument, copyPath, isSmallerThan } from './prism-document.ts'
import { completeQuery, loadOperations, type PrismOperation } from './prism-engine.ts'

/** Prism's loader takes about 0.1 ms for ten values where they are nested plainly, and much longer where they are not. */
const limits = { document: 20_000, path: 5_000 }

/** The declarations of this module do not compile. */
const { convertToJsonSchema }: { readonly convertToJsonSchema: (document: JsonObject, schema: Json) => Json } =
  createRequire(import.meta.url)('@stoplight/http-spec/oas')

/** The operations of Prism that may match a request to one of these paths. Of a Postman collection all. */
export const operationsAt = async (
  document: Document,
  entries: readonly PathEntry[],
): Promise<readonly PrismOperation[]> => {
  const whole = await loadWhole(document)
  if (whole && document.collection !== undefined) return whole
  if (!whole) return (await Promise.all(entries.map(loadPath))).flat()
  const paths = new Set(entries.map(({ path }) => path))
  return whole.filter(({ path }) => paths.has(path))
}

/** Any operation, for a request whose path the document does not have: Prism reports that only if there are operations. */
export const someOperations = async (
  document: Document,
  entries: readonly PathEntry[],
): Promise<readonly PrismOperation[]> => {
  const whole = await loadWhole(document)
  return whole ? whole.slice(0, 1) : (await Promise.all(entries.slice(0, 1).map(loadPath))).flat().slice(0, 1)
}

/** All operations of the document; undefined if it is large, or if Prism cannot load it. */
const loadWhole = memoize(async (document: Document): Promise<readonly PrismOperation[] | undefined> => {
  try {
    if (isJsonObject(document.collection)) return await loadOperations(structuredClone(document.collection))
    if (!isSmallerThan(limits.document, document.root.value)) return undefined
    return await loadOperations(copyDocument(document))
  } catch {
    // One part of the document is enough for Prism to fail: its paths are loaded one by one.
    return undefined
  }
})

const loadPath = memoize(async (entry: PathEntry): Promise<readonly PrismOperation[]> => {
  const { document, path } = entry
  const part = copyPath(document, path)
  if (isSmallerThan(limits.path, part)) {
    try {
      return (await loadOperations(part)).filter((operation) => operation.path === path)
    } catch {
      return convertPath(document, path)
    }
  }
  return convertPath(document, path)
})

/** Without resolving $refs in schemas: Prism's loader copies each schema to every place that refers to it. */
const convertPath = (document: Document, path: string): readonly PrismOperation[] => {
  const part = copyPath(document, path)
  const pathItem = getOwn(getOwn(part, 'paths'), path)
  const bundled = bundleSchemas(part)
  return entriesOf(pathItem).flatMap(([method, operation]) => {
    if (!methods.has(method) || !isJsonObject(operation)) return []
    const source = {
      document: part as never,
      name: path,
      method,
      config: { type: 'operation', documentProp: 'paths', nameProp: 'path' } as never,
    }
    const converted = document.dialect === '2.0' ? transformOas2Operation(source) : transformOas3Operation(source)
    const moved = moveReferences(converted as unknown as Json)
    return [completeQuery({ ...(moved as object), __bundled__: bundled } as unknown as PrismOperation)]
  })
}

/** The methods that Prism knows. */
const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'delete', 'options', 'head', 'patch', 'trace'])

/** The schemas of a copied path by name, in the dialect that Prism validates with. */
const bundleSchemas = (part: JsonObject): JsonObject => {
  const schemas = getOwn(getOwn(part, 'components'), 'schemas') ?? getOwn(part, 'definitions')
  return Object.fromEntries(
    entriesOf(schemas).map(([name, schema]) => [name, moveReferences(convertToJsonSchema(part, schema))]),
  )
}

/** References to schemas, in Prism's format. */
const moveReferences = (value: Json): Json => {
  if (isJsonArray(value)) return value.map(moveReferences)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === '$ref' && typeof child === 'string'
        ? child.replace(/^#\/(components\/schemas|definitions)\//, '#/__bundled__/')
        : moveReferences(child),
    ]),
  )
}
