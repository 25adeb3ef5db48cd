/**
 * An OpenAPI document as it is loaded: its file, the files it refers to, its overlay done, its address. Nothing in it
 * is compiled here; see operation.ts for that.
 */
import { access } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import type { Finding } from '../../errors.ts'
import { LoadError } from '../../errors.ts'
import { getOwn, getString } from '../values/json-object.ts'
import { applyOverlay } from './apply-overlay.ts'
import { checkStructure } from './check-document.ts'
import { convertPostman, isPostman } from './convert-postman.ts'
import type { Dialect } from './dialect.ts'
import { loadReferredFiles } from './load-references.ts'
import type { Files, Node } from './references.ts'
import { type BasePaths, readBasePaths, trimBasePath } from './servers.ts'
import { findingAt, findingsAt, type PlacedMistake, readSource, type Source } from './source.ts'

export interface Document {
  /** The file's name without folder and extension; names the document in variables and fixtures. */
  readonly name: string
  readonly source: Source
  /** The file of its overlay, where it has one. */
  readonly overlay: string | undefined
  readonly dialect: Dialect
  readonly title: string
  readonly version: string
  /** Absolute path of the document's file, the key of its own entry in `files`. */
  readonly path: string
  readonly files: Files
  /** The document itself, overlay done. */
  readonly root: Node
  /** Where it is served first of all: empty for the root, else `/v1`, without a slash at its end. */
  readonly basePath: string
  /** All base paths that its servers have; `basePath` is the first. */
  readonly basePaths: BasePaths
  /** Whether the base path was given, so that what the document says of servers does not matter. */
  readonly isMoved: boolean
  /** What is wrong and keeps the rest from nothing. */
  readonly warnings: readonly Finding[]
}

export interface LoadOptions {
  /** It is the sandbox's own, and may have the addresses that are kept for it. */
  readonly isOwn?: boolean
  /** Serve it there, whatever its servers are; `/` for the root. */
  readonly basePath?: string | undefined
}

/** Loads a document, its overlay and the local files it refers to. Throws LoadError with every finding. */
export const loadDocument = async (file: string, options: LoadOptions = {}): Promise<Document> => {
  const source = await readDocument(file)
  const dialect = dialectOf(source.data)
  if (!dialect) throw new LoadError([await findingAt(source, '', 'not-openapi', describeForeign(source.data))])
  const overlay = await findOverlay(file)
  const applied = overlay
    ? await applyOverlay(source.data, await readSource(overlay))
    : { data: source.data, unused: [] }
  const path = resolve(file)
  const root: Node = { file: path, pointer: '', value: applied.data }
  const basePaths =
    options.basePath === undefined ? (readBasePaths(applied.data, dialect) ?? ['']) : [trimBasePath(options.basePath)]
  const { sources, files, faults, broken } = await loadReferredFiles(root, source, dialect)
  const mistakes = [...checkStructure({ root, dialect, files, basePaths }), ...faults]
  const kept = options.isOwn ? mistakes.filter(({ code }) => code !== 'base-path-reserved') : mistakes
  const findings = await placeMistakes(sources, kept)
  if (broken.length > 0 || kept.some(({ isFatal }) => isFatal)) throw new LoadError([...findings, ...broken])
  const info = getOwn(applied.data, 'info')
  return {
    name: basename(file, extname(file)),
    source,
    overlay,
    dialect,
    title: getString(info, 'title') ?? basename(file),
    version: String(getOwn(info, 'version') ?? ''),
    path,
    files,
    root,
    basePath: basePaths[0] ?? '',
    basePaths,
    isMoved: options.basePath !== undefined,
    warnings: [...findings, ...applied.unused],
  }
}

/** A Postman collection is read as the OpenAPI document that it comes to. */
const readDocument = async (file: string): Promise<Source> => {
  const source = await readSource(file)
  return isPostman(source.data) ? { ...source, data: convertPostman(source.data) } : source
}

/** Whether data is an OpenAPI document, and in which schema dialect; undefined where it is something else. */
const dialectOf = (data: unknown): Dialect | undefined => {
  const version = String(getOwn(data, 'openapi') ?? '')
  if (String(getOwn(data, 'swagger') ?? '') === '2.0' || getOwn(data, 'swagger') === 2) return '2.0'
  if (/^3\.0(\.|$)/.test(version)) return '3.0'
  return /^3\.[12](\.|$)/.test(version) ? '3.1' : undefined
}

const describeForeign = (data: unknown): string => {
  const version = getOwn(data, 'openapi') ?? getOwn(data, 'swagger')
  return version === undefined
    ? 'is not an OpenAPI document: it has neither "openapi: 3.x" nor "swagger: 2.0" at its top, nor is it a Postman collection'
    : `is OpenAPI ${String(version)}, which is not served; 2.0, 3.0, 3.1 and 3.2 are`
}

/** `pets.yaml` has its overlay in `pets.overlay.yaml`, `.yml` or `.json` beside it. */
const findOverlay = async (file: string): Promise<string | undefined> => {
  const stem = file.slice(0, -extname(file).length)
  for (const extension of ['yaml', 'yml', 'json']) {
    const candidate = `${stem}.overlay.${extension}`
    if (await exists(candidate)) return candidate
  }
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

/** Every document of a folder: .yaml, .yml and .json files that are OpenAPI, in the order of their names. Overlays are no documents. */
export const findDocuments = async (folder: string, names: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const name of [...names].sort()) {
    if (!/\.(ya?ml|json)$/.test(name) || /\.overlay\.(ya?ml|json)$/.test(name)) continue
    const file = join(folder, name)
    if (dialectOf((await readDocument(file)).data)) found.push(file)
  }
  return found
}
