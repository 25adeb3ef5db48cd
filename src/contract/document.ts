/**
 * An OpenAPI document as it is loaded: its file, the files it refers to, its overlay done, its address. Nothing in it
 * is compiled here; see operation.ts for that.
 */
import { access, realpath } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import type { Finding } from '../errors.ts'
import { LoadError } from '../errors.ts'
import { applyOverlay } from './apply-overlay.ts'
import { getOwn, getString, isObject, itemsOf } from './is-object.ts'
import { appendPointer } from './pointer.ts'
import { type Files, type Node, resolveReference, splitReference } from './references.ts'
import type { Dialect } from './schema-dialect.ts'
import { findingAt, readSource, type Source } from './source.ts'

export interface Document {
  /** The file's name without folder and extension; names the document in variables and fixtures. */
  readonly name: string
  readonly source: Source
  readonly dialect: Dialect
  readonly title: string
  readonly version: string
  /** Absolute path of the document's file, the key of its own entry in `files`. */
  readonly path: string
  readonly files: Files
  /** The document itself, overlay done. */
  readonly root: Node
  /** Where it is served: empty for the root, else `/v1`, without a slash at its end. */
  readonly basePath: string
  /** Things worth saying that keep nothing from running. */
  readonly warnings: readonly Finding[]
}

/** Loads a document, its overlay and the local files it refers to. Throws LoadError with every finding. */
export const loadDocument = async (file: string): Promise<Document> => {
  const source = await readSource(file)
  const dialect = dialectOf(source.data)
  if (!dialect) throw new LoadError([await findingAt(source, '', 'not-openapi', describeForeign(source.data))])
  const overlay = await findOverlay(file)
  const applied = overlay
    ? await applyOverlay(source.data, await readSource(overlay))
    : { data: source.data, unused: [] }
  const path = resolve(file)
  const files = new Map<string, unknown>([[path, applied.data]])
  const findings = [...(await checkStructure(source, applied.data)), ...(await loadReferredFiles(path, source, files))]
  if (findings.length > 0) throw new LoadError(findings)
  const basePath = basePathOf(applied.data, dialect)
  if (/^\/(_sandbox|~)/.test(basePath)) {
    const message = `the base path ${basePath} is the sandbox's own; serve the document at another one`
    throw new LoadError([await findingAt(source, '/servers', 'base-path-reserved', message)])
  }
  const info = getOwn(applied.data, 'info')
  return {
    name: basename(file, extname(file)),
    source,
    dialect,
    title: getString(info, 'title') ?? basename(file),
    version: String(getOwn(info, 'version') ?? ''),
    path,
    files,
    root: { file: path, pointer: '', value: applied.data },
    basePath,
    warnings: applied.unused,
  }
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
    ? 'is not an OpenAPI document: it has neither "openapi: 3.x" nor "swagger: 2.0" at its top'
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

/** The shapes that everything after relies on; what is wrong further inside is found by the schema compiler. */
const checkStructure = async (source: Source, data: unknown): Promise<readonly Finding[]> => {
  const findings: Finding[] = []
  const expect = async (pointer: string, value: unknown, isRight: (value: unknown) => boolean, expected: string) => {
    if (value !== undefined && !isRight(value)) {
      findings.push(
        await findingAt(
          source,
          pointer,
          'document-structure',
          `must be ${expected}, is ${value === null ? 'empty' : typeof value}`,
        ),
      )
    }
  }
  await expect('/info', getOwn(data, 'info'), isObject, 'an object')
  await expect('/paths', getOwn(data, 'paths'), isObject, 'an object of paths')
  await expect('/components', getOwn(data, 'components'), isObject, 'an object')
  await expect('/servers', getOwn(data, 'servers'), Array.isArray, 'a list')
  await expect('/security', getOwn(data, 'security'), Array.isArray, 'a list')
  const paths = getOwn(data, 'paths')
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    if (path.startsWith('x-')) continue
    const pointer = appendPointer('/paths', path)
    if (!path.startsWith('/')) {
      findings.push(
        await findingAt(source, pointer, 'document-structure', `the path "${path}" must begin with a slash`),
      )
    }
    await expect(pointer, item, isObject, 'an object of operations')
    for (const [key, value] of Object.entries(isObject(item) ? item : {})) {
      if (methods.has(key)) await checkOperation(expect, appendPointer(pointer, key), value)
    }
  }
  return findings
}

type Expect = (pointer: string, value: unknown, isRight: (value: unknown) => boolean, expected: string) => Promise<void>

const checkOperation = async (expect: Expect, pointer: string, operation: unknown): Promise<void> => {
  await expect(pointer, operation, isObject, 'an operation')
  await expect(`${pointer}/parameters`, getOwn(operation, 'parameters'), Array.isArray, 'a list of parameters')
  await expect(`${pointer}/responses`, getOwn(operation, 'responses'), isObject, 'an object of responses by status')
  await expect(`${pointer}/security`, getOwn(operation, 'security'), Array.isArray, 'a list')
}

/** The methods a path item can have (OpenAPI, Path Item Object). */
export const methods: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
])

/** Reads the local files that $refs lead to into `files`; reports references that lead nowhere, out of the folder or away from this machine. */
const loadReferredFiles = async (
  root: string,
  rootSource: Source,
  files: Map<string, unknown>,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = []
  const sources = new Map([[root, rootSource]])
  const folder = await realpath(dirname(root))
  const pending = [root]
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    const source = sources.get(file) ?? rootSource
    for (const { ref, pointer } of collectReferences(files.get(file))) {
      const target = splitReference(file, ref).file
      if (/^[a-z][a-z0-9+.-]*:/i.test(ref)) {
        findings.push(
          await findingAt(
            source,
            pointer,
            'ref-outside',
            `$ref "${ref}" is remote; copy the file beside the document and refer to it there`,
          ),
        )
      } else if (!files.has(target)) {
        const outcome = await loadReferred(target, folder, { source, pointer, ref })
        if ('code' in outcome) findings.push(outcome)
        else {
          files.set(target, outcome.data)
          sources.set(target, outcome)
          pending.push(target)
        }
      }
      if (files.has(target) && !resolveReference(files, file, ref)) {
        findings.push(
          await findingAt(source, pointer, 'ref-unresolved', `$ref "${ref}" leads nowhere; there is no such part`),
        )
      }
    }
  }
  return findings
}

interface Reference {
  /** The file that holds the $ref. */
  readonly source: Source
  readonly pointer: string
  readonly ref: string
}

const loadReferred = async (
  target: string,
  folder: string,
  { source, pointer, ref }: Reference,
): Promise<Source | Finding> => {
  // As the user named the document, so are the files beside it named.
  const name = join(dirname(source.file), relative(dirname(resolve(source.file)), target))
  try {
    const real = await realpath(target)
    if (!real.startsWith(folder + sep)) {
      return await findingAt(
        source,
        pointer,
        'ref-outside',
        `$ref "${ref}" leaves the document's folder; move the file into it`,
      )
    }
    return await readSource(name)
  } catch (error) {
    if (error instanceof LoadError) throw error
    return await findingAt(source, pointer, 'ref-unresolved', `$ref "${ref}" leads nowhere; there is no file ${name}`)
  }
}

/** Each $ref with the pointer of the object that holds it. Values of examples, defaults and enums are data, not references. */
const collectReferences = (data: unknown): readonly { readonly ref: string; readonly pointer: string }[] => {
  const found: { ref: string; pointer: string }[] = []
  const walk = (value: unknown, pointer: string, isMap: boolean): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${pointer}/${index}`, false)
    if (!isObject(value)) return
    if (typeof value.$ref === 'string' && !isMap) found.push({ ref: value.$ref, pointer: `${pointer}/$ref` })
    for (const [key, item] of Object.entries(value)) {
      if (typeof item !== 'object' || item === null) continue
      if (!isMap && dataKeywords.has(key)) continue
      walk(item, appendPointer(pointer, key), key === 'properties' && !isMap)
    }
  }
  walk(data, '', false)
  return found
}

const dataKeywords = new Set(['example', 'default', 'enum', 'const', 'value'])

/** The path of the first server (variables at their defaults), or basePath in 2.0; empty where it is the root. */
const basePathOf = (data: unknown, dialect: Dialect): string => {
  if (dialect === '2.0') return trimBasePath(getString(data, 'basePath') ?? '')
  const server = itemsOf(getOwn(data, 'servers'))[0]
  const url = (getString(server, 'url') ?? '').replace(/\{([^}]+)\}/g, (_, name: string) =>
    String(getOwn(getOwn(getOwn(server, 'variables'), name), 'default') ?? ''),
  )
  return trimBasePath(pathOfUrl(url))
}

const pathOfUrl = (url: string): string => {
  try {
    return new URL(url, 'http://localhost').pathname
  } catch {
    return ''
  }
}

const trimBasePath = (path: string): string => {
  const trimmed = path.replace(/\/+$/, '')
  return trimmed === '' || trimmed.startsWith('/') ? trimmed : `/${trimmed}`
}

/** Every document of a folder: .yaml, .yml and .json files that are OpenAPI, in the order of their names. Overlays are no documents. */
export const findDocuments = async (folder: string, names: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const name of [...names].sort()) {
    if (!/\.(ya?ml|json)$/.test(name) || /\.overlay\.(ya?ml|json)$/.test(name)) continue
    const file = join(folder, name)
    if (dialectOf((await readSource(file)).data)) found.push(file)
  }
  return found
}
