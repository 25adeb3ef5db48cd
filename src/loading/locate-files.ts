/**
 * Finds documents, fixtures and scenarios: those named by options, otherwise those in the current folder, otherwise the
 * built-in Animal Store.
 */
import { lstat, readdir, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { type DocumentPlace, findDocuments } from '../contract/document/document.ts'
import type { InlineValue } from '../contract/document/inline.ts'
import { describeLink, isInside } from '../contract/document/read-file.ts'
import { isAddress } from '../contract/values/address.ts'
import { getString } from '../contract/values/json-object.ts'
import { type FindingCode, LoadError, UsageError } from '../errors.ts'
import { packageFolder } from '../package-folder.ts'
import type { ScenarioFolders } from '../scenarios/load-scenarios.ts'

export interface LocatedDocuments {
  readonly files: readonly DocumentPlace[]
  /** Folders whose documents are all served. */
  readonly folders: readonly string[]
  /** Whether they are the built-in documents. */
  readonly shipped: boolean
}

/** What the document of the current folder can be called. Of several, the first is used. */
const documentNames = ['openapi', 'swagger'].flatMap((stem) => ['yaml', 'yml', 'json'].map((type) => `${stem}.${type}`))

/**
 * The named files and folders, otherwise the documents in ./spec, otherwise ./openapi.yaml and the like, otherwise the
 * built-in documents. Throws LoadError.
 */
export const locateDocuments = async (named: readonly DocumentPlace[], folder: string): Promise<LocatedDocuments> => {
  if (named.length > 0) {
    const located = await Promise.all(named.map((name) => expand(name)))
    return {
      files: located.flatMap(({ files }) => files),
      folders: located.flatMap(({ folders }) => folders),
      shipped: false,
    }
  }
  const spec = join(folder, 'spec')
  const entries = await listOwn(spec)
  if (entries !== undefined) await rejectLink(folder, spec)
  const own = entries === undefined ? [] : await findDocuments(spec, entries)
  if (own.length > 0) return { files: own, folders: [spec], shipped: false }
  for (const file of documentNames.map((name) => join(folder, name))) {
    if (!(await exists(file))) continue
    await rejectLink(folder, file)
    return { files: [file], folders: [], shipped: false }
  }
  if (entries !== undefined)
    throw unreadable(
      spec,
      'not-openapi',
      'the folder contains no OpenAPI document; add one, delete the folder, or name the documents: standin openapi.yaml',
    )
  const shipped = join(packageFolder, 'spec')
  return { files: await documentsIn(shipped), folders: [shipped], shipped: true }
}

/** What Standin finds by itself must be in the current folder. Throws LoadError for a symbolic link out of it. */
const rejectLink = async (folder: string, path: string): Promise<void> => {
  // A link to something that does not exist is reported where it is read.
  const isOwn = await isInside(folder, path).catch(() => true)
  if (!isOwn) throw new LoadError([describeLink(path)])
}

/** Undefined if there is no such file or folder, not even a broken link. Throws LoadError if the folder cannot be read. */
const listOwn = async (path: string): Promise<readonly string[] | undefined> => {
  if (!(await exists(path))) return undefined
  try {
    return await readdir(path)
  } catch (error) {
    const code = codeOf(error)
    const advice = adviceFor[code ?? ''] ?? `it cannot be read (${code ?? String(error)})`
    throw unreadable(path, 'file-unreadable', `${advice}; or name the documents: standin openapi.yaml`, error)
  }
}

const adviceFor: Readonly<Record<string, string>> = {
  ENOTDIR: 'it is a file, and a folder of OpenAPI documents was expected; rename it',
  ENOENT: 'it is a link to something that does not exist; change or delete the link',
  ELOOP: 'it is a link to itself; change or delete the link',
  EACCES: 'the folder cannot be read; its permissions do not allow it, so change them',
  EPERM: 'the folder cannot be read; its permissions do not allow it, so change them',
}

const unreadable = (file: string, code: FindingCode, message: string, cause?: unknown): LoadError =>
  new LoadError([{ code, file, message }], { cause })

/** Also a link to something that does not exist. */
const exists = async (path: string): Promise<boolean> => {
  try {
    await lstat(path)
    return true
  } catch (error) {
    const code = codeOf(error)
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}

const codeOf = (error: unknown): string | undefined => getString(error, 'code')

/**
 * The folder of a named fixture set: ./fixtures/NAME, the folder NAME itself, or a built-in set. A name that begins with a
 * slash or a dot is the folder itself. Throws UsageError.
 */
export const locateFixtures = async (name: string, folder: string): Promise<string> => {
  const itself = isAbsolute(name) ? [name] : [join(folder, name), name]
  const isPath = isAbsolute(name) || /^\.{1,2}[\\/]/.test(name)
  const candidates = isPath
    ? itself
    : [join(folder, 'fixtures', name), ...itself, join(packageFolder, 'fixtures', name)]
  for (const candidate of candidates) if (await isFolder(candidate)) return candidate
  const known = await foldersIn(join(folder, 'fixtures'))
  throw new UsageError(
    `--fixtures ${name}: no fixture set or folder has this name${known.length === 0 ? '' : `; ./fixtures has ${known.join(', ')}`}`,
  )
}

/** ./fixtures/default if it exists, then the built-in set for built-in documents. */
export const defaultFixtures = async (folder: string, shipped: boolean): Promise<readonly string[]> => {
  const own = join(folder, 'fixtures', 'default')
  const found = (await isFolder(own)) ? [own] : []
  for (const path of found) await rejectLink(folder, path)
  return shipped ? [...found, join(packageFolder, 'fixtures', 'default')] : found
}

const expand = async (name: DocumentPlace): Promise<Omit<LocatedDocuments, 'shipped'>> => {
  if (typeof name !== 'string' || isAddress(name) || !(await isFolder(name))) return { files: [name], folders: [] }
  const files = await findDocuments(name, (await listOwn(name)) ?? [])
  if (files.length === 0) throw unreadable(name, 'not-openapi', 'the folder contains no OpenAPI document')
  return { files, folders: [name] }
}

const documentsIn = async (folder: string): Promise<readonly string[]> =>
  (await isFolder(folder)) ? findDocuments(folder, await readdir(folder)) : []

/** Names of the folders in a folder; none if it does not exist. */
export const foldersIn = async (folder: string): Promise<readonly string[]> =>
  (await isFolder(folder))
    ? (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name)
    : []

export const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

/**
 * The built-in scenarios, and the user's: the named folder or objects, otherwise ./scenarios if it exists. In the package's own
 * folder, ./scenarios are the built-in ones, and need not match documents named by the user.
 */
export const locateScenarios = async (
  named: string | readonly InlineValue[] | undefined,
  folder: string,
  areNamed: boolean,
): Promise<ScenarioFolders> => {
  const shipped = join(packageFolder, 'scenarios')
  if (typeof named === 'object') return { shipped, own: undefined, inline: named }
  if (named !== undefined) {
    if (!(await isFolder(named))) throw new UsageError(`--scenarios ${named}: the folder does not exist`)
    return { shipped, own: named }
  }
  const own = join(folder, 'scenarios')
  if (areNamed && resolve(own) === shipped) return { shipped, own: undefined }
  if (!(await isFolder(own))) return { shipped, own: undefined }
  await rejectLink(folder, own)
  return { shipped, own }
}
