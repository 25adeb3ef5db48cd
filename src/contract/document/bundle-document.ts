/**
 * A document as one file for other tools: as it is served, with its overlay applied, the other files that it refers to in an
 * extension, and its servers replaced by addresses of this server.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { getOwn, isJsonArray, isJsonObject } from '../values/json-object.ts'
import { stringifyJson } from '../values/json-text.ts'
import { memoize } from '../values/memoize.ts'
import { isData, namedMaps } from './collect-references.ts'
import type { Document } from './document.ts'
import { componentReference, resolveReference, splitReference } from './references.ts'
import { readBasePaths } from './servers.ts'

/** The extension at the root that has the document's other files, in the order in which they were loaded. */
const filesExtension = 'x-standin-files'

/** Written where the address will be. A document does not contain U+0001. */
const placeholder = '\u0001address'

/** The text of a JSON document whose base paths are below `address`, an absolute URL without a slash at the end. */
export const bundleDocument = (document: Document, address: string): string => {
  const { origin, host, protocol, pathname } = new URL(address)
  const prefix = pathname.replace(/\/$/, '')
  const servers: JsonObject =
    document.dialect === '2.0'
      ? { host, basePath: prefix + document.basePath || '/', schemes: [protocol.slice(0, -1)] }
      : { servers: serversAt(document.basePaths) }
  const text = `${textWithoutServers(document).slice(0, -1)},${stringifyJson(servers).slice(1)}`
  return text.replaceAll(escapedPlaceholder, origin + prefix)
}

const escapedPlaceholder = JSON.stringify(placeholder).slice(1, -1)

const serversAt = (basePaths: readonly string[]): readonly JsonObject[] =>
  basePaths.map((basePath) => ({ url: placeholder + basePath }))

/** Kept as long as the document is served: creating it takes 160 ms for GitHub's document. */
const textWithoutServers = memoize((document: Document): string => {
  const others = [...document.files.keys()].filter((file) => file !== document.path)
  const places = new Map(others.map((file, index) => [file, `/${filesExtension}/${index}`]))
  const bundle: Bundle = { document, places: places.set(document.path, '') }
  const root = Object.entries(copyFile(document.path, bundle)).filter(([key]) => !replacedKeys.has(key))
  const files = others.length === 0 ? {} : { [filesExtension]: others.map((file) => copyFile(file, bundle)) }
  return stringifyJson({ ...Object.fromEntries(root), ...files })
})

/** What is replaced at the root. */
const replacedKeys: ReadonlySet<string> = new Set(['servers', 'host', 'basePath', 'schemes', filesExtension])

interface Bundle {
  readonly document: Document
  /** The pointer of each file in the bundle. */
  readonly places: ReadonlyMap<string, string>
}

/** Where a value is, which decides what its keys mean. */
interface Position {
  /** Its keys are names that anybody may choose. */
  readonly isMap: boolean
  /** In a callback or webhook, whose servers are the client's. */
  readonly isOutgoing: boolean
}

/** The content of a file, with references and servers as they are in the bundle. */
const copyFile = (file: string, bundle: Bundle): JsonObject => {
  const { files, dialect } = bundle.document
  const copyEntry = (key: string, owner: JsonObject, { isMap, isOutgoing }: Position): readonly [string, Json][] => {
    const child = owner[key] ?? null
    if (isMap) return [[key, copy(child, { isMap: false, isOutgoing })]]
    if (isData(key, child, dialect)) return [[key, child]]
    if (key === '$ref' && typeof child === 'string') return [copyReference(child, file, bundle)]
    if (key === 'discriminator') return [[key, copyDiscriminator(child, file, bundle)]]
    if (!isOutgoing && isServers(key, owner)) return copyServers(owner, bundle)
    const isInside = isOutgoing || key === 'callbacks' || key === 'webhooks'
    return [[key, copy(child, { isMap: namedMaps.has(key), isOutgoing: isInside })]]
  }
  const copy = (value: Json, position: Position): Json => {
    if (isJsonArray(value)) return value.map((item) => copy(item, { ...position, isMap: false }))
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.keys(value).flatMap((key) => copyEntry(key, value, position)))
  }
  const content = copy(files.get(file) ?? null, { isMap: false, isOutgoing: false })
  return isJsonObject(content) ? content : {}
}

/** A reference without a target is kept under another name, so that no tool tries to fetch it. */
const copyReference = (ref: string, file: string, bundle: Bundle): [string, Json] => {
  const moved = moveReference(ref, file, bundle)
  return moved === undefined ? ['x-standin-unresolved', ref] : ['$ref', moved]
}

/** The reference within the bundle; undefined if it has no target. */
const moveReference = (ref: string, from: string, { document, places }: Bundle): string | undefined => {
  if (!resolveReference(document.files, from, ref)) return undefined
  if (from === document.path && ref.startsWith('#')) return ref
  const { file, pointer = '' } = splitReference(from, ref)
  return `#${places.get(file) ?? ''}${pointer.split('/').map(encodeURIComponent).join('/')}`
}

/** A mapping has names of schemas or references to them (OpenAPI, Discriminator Object). OpenAPI 2.0 has no mapping. */
const copyDiscriminator = (discriminator: Json, file: string, bundle: Bundle): Json => {
  const mapping = getOwn(discriminator, 'mapping')
  if (!isJsonObject(discriminator) || !isJsonObject(mapping)) return discriminator
  const move = (value: Json): Json => {
    if (typeof value !== 'string') return value
    // A name means a component of its file; in the document itself, it stays what it is.
    const component = componentReference(value)
    if (component !== undefined && resolveReference(bundle.document.files, file, component))
      return file === bundle.document.path ? value : (moveReference(component, file, bundle) ?? value)
    return moveReference(value, file, bundle) ?? value
  }
  const moved = Object.entries(mapping).map(([name, value]) => [name, move(value)] as const)
  return { ...discriminator, mapping: Object.fromEntries(moved) }
}

/** Servers of a path or an operation; in 2.0, the schemes of an operation. */
const isServers = (key: string, owner: JsonObject): boolean =>
  (key === 'servers' && isJsonArray(owner.servers)) ||
  (key === 'schemes' && isJsonArray(owner.schemes) && isJsonObject(owner.responses))

const copyServers = (owner: JsonObject, { document }: Bundle): [string, Json][] => {
  const basePaths = document.isMoved ? undefined : readBasePaths(owner, document.dialect)
  return basePaths === undefined ? [] : [['servers', serversAt(basePaths)]]
}
