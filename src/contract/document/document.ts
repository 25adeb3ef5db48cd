/**
 * Loads an OpenAPI document: its file, the files it refers to, its overlay and its base paths. Schemas and operations are
 * compiled elsewhere.
 */
import { access } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Finding } from '../../errors.ts'
import { LoadError } from '../../errors.ts'
import type { Json, ReadAddress } from '../../ports.ts'
import { fileNameOf, isAddress, showAddress, withLoginOf } from '../values/address.ts'
import { getOwn, getString } from '../values/json-object.ts'
import { applyOverlay } from './apply-overlay.ts'
import { checkStructure } from './check-document.ts'
import { checkWords } from './check-words.ts'
import { convertPostman, isPostman } from './convert-postman.ts'
import { isDataFile } from './data-file.ts'
import type { Dialect } from './dialect.ts'
import { type InlineValue, readInline } from './inline.ts'
import { loadReferredFiles } from './load-references.ts'
import type { Origin } from './read-file.ts'
import type { Files, Node } from './references.ts'
import { type BasePaths, readBasePaths, trimBasePath } from './servers.ts'
import { findingAt, findingsAt, type PlacedMistake, readSource, type Source } from './source.ts'

export interface Document {
  /** The name of the file without folder and extension; of an object, its title. Identifies the document in variables and fixtures. */
  readonly name: string
  readonly source: Source
  /** The file of its overlay, if it has one. */
  readonly overlay: string | undefined
  readonly dialect: Dialect
  readonly title: string
  readonly version: string
  /** Absolute path of the document's file, its address, or the name of an object: the key of its own entry in `files`. */
  readonly path: string
  readonly files: Files
  /** The document itself, with its overlay applied. */
  readonly root: Node
  /** The first base path: empty for the root, otherwise `/v1`, without a slash at the end. */
  readonly basePath: string
  /** The base paths of all servers; `basePath` is the first. */
  readonly basePaths: BasePaths
  /** Whether the base path was set by an option, so that the servers in the document are ignored. */
  readonly isMoved: boolean
  /** The Postman collection that it was converted from, as it was written. */
  readonly collection: Json | undefined
  /** Its file and those that it refers to, as they were written, by the keys of `files`. */
  readonly sources: ReadonlyMap<string, Source>
  /** Problems that do not prevent the document from being served. */
  readonly warnings: readonly Finding[]
}

export interface LoadOptions {
  /** It is Standin's own control document, which may use reserved paths. */
  readonly isOwn?: boolean
  /** Where the file may be. Default: anywhere. */
  readonly origin?: Origin
  /** Overrides the servers in the document; `/` for the root. */
  readonly basePath?: string | undefined
  /** Reads the documents of addresses. Default: they cannot be read. */
  readonly readAddress?: ReadAddress | undefined
  /** Where the overlay of a document from an address is. Default: the current folder. */
  readonly folder?: string | undefined
}

/** The file of a document, its address, or the document itself. */
export type DocumentPlace = string | InlineValue

/** Loads a document, its overlay and the files it refers to. Throws LoadError with every finding. */
export const loadDocument = async (place: DocumentPlace, options: LoadOptions = {}): Promise<Document> => {
  const { source, collection, origin, path, name, overlay } =
    typeof place === 'string' ? await openFile(place, options) : openInline(place)
  const dialect = dialectOf(source.data)
  if (!dialect) throw new LoadError([await findingAt(source, '', 'not-openapi', describeForeign(source.data))])
  const overlaySource = overlay === undefined ? undefined : await readSource(overlay, { found: dirname(overlay) })
  const applied = overlaySource ? await applyOverlay(source.data, overlaySource) : { data: source.data, unused: [] }
  const root: Node = { file: path, pointer: '', value: applied.data }
  const basePaths =
    options.basePath === undefined ? (readBasePaths(applied.data, dialect) ?? ['']) : [trimBasePath(options.basePath)]
  const { sources, files, faults, broken } = await loadReferredFiles(root, source, { dialect, origin })
  const mistakes = [...checkStructure({ root, dialect, files, basePaths }), ...faults]
  const kept = options.isOwn ? mistakes.filter(({ code }) => code !== 'base-path-reserved') : mistakes
  const findings = await placeMistakes(sources, kept)
  if (broken.length > 0 || kept.some(({ isFatal }) => isFatal)) throw new LoadError([...findings, ...broken])
  const info = getOwn(applied.data, 'info')
  return {
    name,
    source,
    overlay,
    dialect,
    title: readTitle(info) || (typeof place === 'string' ? basename(localNameOf(place)) : name),
    version: String(getOwn(info, 'version') ?? ''),
    path,
    files,
    root,
    basePath: basePaths[0] ?? '',
    basePaths,
    isMoved: options.basePath !== undefined,
    collection,
    sources,
    warnings: [...findings, ...applied.unused, ...(await findWrongWords([...sources.values(), overlaySource]))],
  }
}

/** In one line: a block of YAML ends with a line break, and titles are written into lines of messages and files. */
const readTitle = (info: unknown): string => (getString(info, 'title') ?? '').replace(/\s+/g, ' ').trim()

interface OpenedDocument extends Pick<Document, 'source' | 'collection' | 'path' | 'name' | 'overlay'> {
  readonly origin: Origin
}

const openFile = async (file: string, options: LoadOptions): Promise<OpenedDocument> => {
  const origin = isAddress(file) ? originOf(file, options.readAddress) : (options.origin ?? 'named')
  const local = localNameOf(file, options.folder)
  return {
    ...(await readDocument(file, origin)),
    origin,
    path: isAddress(file) ? showAddress(file) : resolve(file),
    name: basename(local, extname(local)),
    overlay: await findOverlay(local),
  }
}

/** Words of an overlay can be written into the object itself. */
const openInline = (place: InlineValue): OpenedDocument => {
  const converted = convert(readInline(place))
  const title = getString(getOwn(converted.source.data, 'info'), 'title') ?? ''
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return { ...converted, origin: 'named', path: place.name, name: name || 'document', overlay: undefined }
}

/** What names the document and its overlay: of an address, a file of the same name in the folder. */
export const localNameOf = (file: string, folder = '.'): string =>
  isAddress(file) ? join(folder, decodeName(fileNameOf(file))) : file

/** A name that is not a plain one stays encoded: it must not lead out of the folder. */
const decodeName = (name: string): string => {
  try {
    const decoded = decodeURIComponent(name)
    return /^[^/\\\0]+$/.test(decoded) && !/^\.+$/.test(decoded) ? decoded : name
  } catch {
    return name
  }
}

/** Files on the same server are read with the same user and password. */
const originOf = (address: string, read: ReadAddress | undefined): Origin => {
  if (!read) {
    const message = 'addresses cannot be read here; download the file'
    throw new LoadError([{ code: 'file-unreadable', file: showAddress(address), message }])
  }
  const own = new URL(address)
  return { read: (target) => read(target === address ? address : withLoginOf(target, own)) }
}

/** In the files as they were written, so that each finding is at its place in the document or in the overlay. */
const findWrongWords = async (sources: readonly (Source | undefined)[]): Promise<readonly Finding[]> =>
  (await Promise.all(sources.map((source) => (source ? findingsAt(source, checkWords(source)) : [])))).flat()

const readDocument = async (file: string, origin: Origin): Promise<Pick<Document, 'source' | 'collection'>> =>
  convert(await readSource(file, origin))

/** A Postman collection is converted to an OpenAPI document. */
const convert = (source: Source): Pick<Document, 'source' | 'collection'> =>
  isPostman(source.data)
    ? { source: { ...source, data: convertPostman(source.data) }, collection: source.data }
    : { source, collection: undefined }

/** The schema dialect of an OpenAPI document; undefined if data is not an OpenAPI document. */
const dialectOf = (data: unknown): Dialect | undefined => {
  const version = String(getOwn(data, 'openapi') ?? '')
  if (String(getOwn(data, 'swagger') ?? '') === '2.0' || getOwn(data, 'swagger') === 2) return '2.0'
  if (/^3\.0(\.|$)/.test(version)) return '3.0'
  return /^3\.[12](\.|$)/.test(version) ? '3.1' : undefined
}

const describeForeign = (data: unknown): string => {
  const version = getOwn(data, 'openapi') ?? getOwn(data, 'swagger')
  return version === undefined
    ? 'is neither an OpenAPI document (it must start with "openapi: 3.x" or "swagger: 2.0") nor a Postman collection'
    : `must be OpenAPI 2.0, 3.0, 3.1 or 3.2, got ${String(version)}`
}

/** The overlay of `pets.yaml` is `pets.overlay.yaml`, `.yml` or `.json` in the same folder. */
export const overlayNames = (stem: string): readonly string[] =>
  ['yaml', 'yml', 'json'].map((extension) => `${stem}.overlay.${extension}`)

const findOverlay = async (file: string): Promise<string | undefined> => {
  const stem = file.slice(0, file.length - extname(file).length)
  for (const candidate of overlayNames(stem)) if (await exists(candidate)) return candidate
  return undefined
}

const exists = async (file: string): Promise<boolean> => {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}

const placeMistakes = async (
  sources: ReadonlyMap<string, Source>,
  mistakes: readonly PlacedMistake[],
): Promise<readonly Finding[]> => {
  const findings: Finding[] = []
  for (const [file, source] of sources)
    findings.push(
      ...(await findingsAt(
        source,
        mistakes.filter((mistake) => mistake.file === file),
      )),
    )
  return findings
}

/** The documents of a folder: .yaml, .yml and .json files that are OpenAPI or Postman, without overlays, sorted by name. */
export const findDocuments = async (folder: string, names: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const name of [...names].sort()) {
    if (!isDataFile(name) || /\.overlay\.(ya?ml|json)$/i.test(name)) continue
    const file = join(folder, name)
    if (dialectOf((await readDocument(file, { found: folder })).source.data)) found.push(file)
  }
  return found
}
