/**
 * An OpenAPI document as it is loaded: its file, the files it refers to, its overlay done, its address. Nothing in it
 * is compiled here; see operation.ts for that.
 */
import { access, realpath } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import type { Finding } from '../errors.ts'
import { LoadError } from '../errors.ts'
import { applyOverlay } from './apply-overlay.ts'
import { checkDeprecation } from './deprecation.ts'
import { entriesOf, getOwn, getString, isObject, itemsOf } from './is-object.ts'
import { nearestOf } from './nearest.ts'
import {
  childNode,
  childNodes,
  collectReferences,
  dereference,
  type Files,
  isCircular,
  type Node,
  type Reference,
  resolveReference,
  splitReference,
} from './references.ts'
import type { Dialect } from './schema-dialect.ts'
import { findingAt, findingsAt, type Mistake, readSource, type Source } from './source.ts'

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
  const root: Node = { file: path, pointer: '', value: applied.data }
  const basePath = basePathOf(applied.data, dialect)
  const { sources, files, faults, broken } = await loadReferredFiles(root, source, dialect)
  const mistakes = [...checkStructure({ root, dialect, files, basePath }), ...faults]
  const findings = [...(await placeMistakes(sources, mistakes)), ...broken]
  if (findings.length > 0) throw new LoadError(findings)
  const info = getOwn(applied.data, 'info')
  return {
    name: basename(file, extname(file)),
    source,
    dialect,
    title: getString(info, 'title') ?? basename(file),
    version: String(getOwn(info, 'version') ?? ''),
    path,
    files,
    root,
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

/** A mistake in the document's file, or in one that it refers to. */
type PlacedMistake = Mistake & Pick<Node, 'file'>

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

type Checked = Pick<Document, 'root' | 'dialect' | 'files' | 'basePath'>

/** What a check finds goes here, with the node that is at fault. */
type Report = (node: Node, message: string, code?: Mistake['code']) => void

/** The shapes that everything after relies on; what is wrong further inside is found by the schema compiler. */
const checkStructure = (document: Checked): readonly PlacedMistake[] => {
  // By place and message: a part that several operations refer to is at fault once.
  const mistakes = new Map<string, PlacedMistake>()
  const report: Report = ({ file, pointer }, message, code = 'document-structure') =>
    mistakes.set(`${file}#${pointer} ${message}`, { file, pointer, message, code })
  const { root, dialect } = document
  expectChild(report, root, 'info', isObject, 'an object')
  expectChild(report, root, 'components', isObject, 'an object')
  expectChild(report, root, 'servers', Array.isArray, 'a list')
  checkBasePath(document, report)
  const operations = checkPaths(document, report)
  const schemes = childNodes(securitySchemesOf(root, dialect)).map(([name]) => name)
  for (const owner of [root, ...operations]) checkSecurity(owner, schemes, report)
  checkOperations(document, operations, report)
  return [...mistakes.values()]
}

/** The child where it is there and right. */
const expectChild = (
  report: Report,
  owner: Node,
  name: string,
  isRight: (value: unknown) => boolean,
  expected: string,
): Node | undefined => {
  const child = childNode(owner, name)
  if (!child || isRight(child.value)) return child
  report(child, `must be ${expected}, is ${describeType(child.value)}`)
  return undefined
}

const describeType = (value: unknown): string => {
  if (value === null) return 'empty'
  return Array.isArray(value) ? 'a list' : typeof value
}

/** Addresses that are the sandbox's own: its control API, and sandboxes by name. */
const isReserved = (path: string): boolean => /^\/(_sandbox|~)/.test(path)

const checkBasePath = ({ root, dialect, basePath }: Checked, report: Report): void => {
  if (!isReserved(basePath)) return
  const node = childNode(root, dialect === '2.0' ? 'basePath' : 'servers') ?? root
  const message = `the base path ${basePath} is the sandbox's own; serve the document at another one`
  report(node, message, 'base-path-reserved')
}

/** Checks paths and what they hold; returns their operations, each once. */
const checkPaths = ({ root, files, basePath, dialect }: Checked, report: Report): readonly Node[] => {
  const operations = new Map<string, Node>()
  const paths = expectChild(report, root, 'paths', isObject, 'an object of paths')
  for (const [path, child] of childNodes(paths)) {
    if (path.startsWith('x-')) continue
    if (!path.startsWith('/')) report(child, `the path "${path}" must begin with a slash`)
    else if (basePath === '' && isReserved(path))
      report(child, `the path ${path} is the sandbox's own; serve it below a base path`, 'base-path-reserved')
    const item = dereference(files, child)
    if (!item) continue
    if (!isObject(item.value)) report(child, `must be an object of operations, is ${describeType(item.value)}`)
    checkParameters(item, files, dialect, report)
    for (const [key, operation] of childNodes(item))
      if (methods.has(key)) operations.set(`${operation.file}#${operation.pointer}`, operation)
  }
  return [...operations.values()]
}

const checkOperations = ({ files, dialect }: Checked, operations: readonly Node[], report: Report): void => {
  const ids = new Set<string>()
  for (const operation of operations) {
    const id = childNode(operation, 'operationId')
    if (typeof id?.value !== 'string') continue
    if (ids.has(id.value)) report(id, `the operationId ${id.value} is taken by another operation; give each its own`)
    ids.add(id.value)
  }
  for (const operation of operations) {
    if (!isObject(operation.value)) report(operation, `must be an operation, is ${describeType(operation.value)}`)
    checkParameters(operation, files, dialect, report)
    expectChild(report, operation, 'responses', isObject, 'an object of responses by status')
    for (const { property, message } of checkDeprecation(operation.value, ids))
      report(childNode(operation, property) ?? operation, message)
  }
}

const parameterPlaces = {
  '2.0': ['path', 'query', 'header', 'formData', 'body'],
  '3.0': ['path', 'query', 'header', 'cookie'],
  '3.1': ['path', 'query', 'querystring', 'header', 'cookie'],
} satisfies Record<Dialect, readonly string[]>

const checkParameters = (owner: Node, files: Files, dialect: Dialect, report: Report): void => {
  const parameters = expectChild(report, owner, 'parameters', Array.isArray, 'a list of parameters')
  const places: readonly string[] = parameterPlaces[dialect]
  for (const [, child] of childNodes(parameters)) {
    const parameter = dereference(files, child)
    if (!parameter) continue
    if (!isObject(parameter.value)) report(child, `must be a parameter, is ${describeType(parameter.value)}`)
    else if (getString(parameter.value, 'name') === undefined) report(child, 'a parameter must have a name')
    else if (!places.includes(getString(parameter.value, 'in') ?? ''))
      report(childNode(parameter, 'in') ?? child, `a parameter must have an "in", one of ${places.join(', ')}`)
  }
}

const checkSecurity = (owner: Node, schemes: readonly string[], report: Report): void => {
  const requirements = expectChild(report, owner, 'security', Array.isArray, 'a list')
  for (const [, requirement] of childNodes(requirements)) {
    if (!isObject(requirement.value))
      report(requirement, `must be an object of security schemes, is ${describeType(requirement.value)}`)
    for (const [name] of entriesOf(requirement.value)) {
      if (schemes.includes(name)) continue
      const nearest = nearestOf(name, schemes)
      const hint = nearest === undefined ? 'describe it among the security schemes' : `the nearest is ${nearest}`
      report(childNode(requirement, name) ?? requirement, `there is no security scheme ${name}; ${hint}`)
    }
  }
}

/** The object of a document that holds its security schemes by name. */
export const securitySchemesOf = (root: Node, dialect: Dialect): Node | undefined => {
  if (dialect === '2.0') return childNode(root, 'securityDefinitions')
  const components = childNode(root, 'components')
  return components && childNode(components, 'securitySchemes')
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

interface Loaded {
  /** By absolute path; the document itself with its overlay done. */
  readonly files: Files
  readonly sources: ReadonlyMap<string, Source>
  /** References that lead nowhere, in a circle, out of the folder or away from this machine. */
  readonly faults: readonly PlacedMistake[]
  /** What is wrong in files that do not parse. */
  readonly broken: readonly Finding[]
}

/** Reads the local files that $refs lead to. */
const loadReferredFiles = async (root: Node, source: Source, dialect: Dialect): Promise<Loaded> => {
  const files = new Map([[root.file, root.value]])
  const sources = new Map([[root.file, source]])
  const outcomes = new Map<string, Referred>()
  const folder = await realpath(dirname(root.file))
  const references: Reference[] = []
  const seen = new Set<unknown>()
  const pending = [root]
  // What a reference leads to is walked too: it may stand in an extension, which is data to everything else.
  for (let node = pending.pop(); node; node = pending.pop()) {
    for (const reference of collectReferences(node, dialect, seen)) {
      references.push(reference)
      const { file } = splitReference(reference.holder.file, reference.ref)
      if (!files.has(file) && !outcomes.has(file) && !isRemote(reference.ref)) {
        const outcome = await loadReferred(file, folder, nameLike(source.file, root.file, file))
        outcomes.set(file, outcome)
        if (outcome.kind === 'loaded') {
          files.set(file, outcome.source.data)
          sources.set(file, outcome.source)
          pending.push({ file, pointer: '', value: outcome.source.data })
        }
      }
      const target = resolveReference(files, reference.holder.file, reference.ref)
      if (target) pending.push(target)
    }
  }
  const faults = references.flatMap((reference) => judgeReference(reference, files, outcomes) ?? [])
  return { files, sources, faults, broken: [...outcomes.values()].flatMap(findingsOf) }
}

/** The name of a file beside the document, as the user named the document. */
const nameLike = (name: string, document: string, file: string): string =>
  join(dirname(name), relative(dirname(document), file))

/** What came of a file that a $ref leads to. */
type Referred =
  | { readonly kind: 'loaded'; readonly source: Source }
  | { readonly kind: 'broken'; readonly findings: readonly Finding[] }
  | { readonly kind: 'outside' }
  | { readonly kind: 'missing'; readonly name: string }

const findingsOf = (outcome: Referred): readonly Finding[] => (outcome.kind === 'broken' ? outcome.findings : [])

const loadReferred = async (file: string, folder: string, name: string): Promise<Referred> => {
  try {
    const real = await realpath(file)
    if (!real.startsWith(folder + sep)) return { kind: 'outside' }
    return { kind: 'loaded', source: await readSource(name) }
  } catch (error) {
    return error instanceof LoadError ? { kind: 'broken', findings: error.findings } : { kind: 'missing', name }
  }
}

const isRemote = (ref: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(ref)

/** What is wrong with a reference; undefined where it can be followed, or where its file is broken and says so itself. */
const judgeReference = (
  { holder, ref }: Reference,
  files: Files,
  outcomes: ReadonlyMap<string, Referred>,
): PlacedMistake | undefined => {
  const fault = (code: Mistake['code'], message: string): PlacedMistake => ({
    file: holder.file,
    pointer: `${holder.pointer}/$ref`,
    code,
    message: `$ref "${ref}" ${message}`,
  })
  if (isRemote(ref)) return fault('ref-outside', 'is remote; copy the file beside the document and refer to it there')
  const { file, pointer } = splitReference(holder.file, ref)
  const outcome = outcomes.get(file)
  if (outcome?.kind === 'broken') return undefined
  if (outcome?.kind === 'outside') return fault('ref-outside', "leaves the document's folder; move the file into it")
  if (outcome?.kind === 'missing') return fault('ref-unresolved', `leads nowhere; there is no file ${outcome.name}`)
  if (pointer === undefined)
    return fault('ref-unresolved', 'is not supported: it names an anchor; refer by a JSON pointer, as #/components/…')
  if (!resolveReference(files, holder.file, ref)) return fault('ref-unresolved', 'leads nowhere; there is no such part')
  return isCircular(files, holder) ? fault('ref-unresolved', 'leads in a circle, to nothing but references') : undefined
}

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
