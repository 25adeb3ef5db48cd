/**
 * Checks the structure of a document: what the rest of the code relies on, and common mistakes of authors. Every problem is
 * reported at the place that causes it.
 */

import { entriesOf, getString, isJsonObject } from '../values/json-object.ts'
import { suggest } from '../values/nearest.ts'
import { checkLinks } from './check-links.ts'
import { checkDeprecation } from './deprecation.ts'
import type { Dialect } from './dialect.ts'
import { readPathItem, withoutQuery } from './path-item.ts'
import { childNode, childNodes, dereference, type Files, type Node } from './references.ts'
import { type BasePaths, readBasePaths } from './servers.ts'
import type { Mistake, PlacedMistake } from './source.ts'

/** The parts of a Document that exist when it is checked. */
interface Checked {
  readonly root: Node
  readonly dialect: Dialect
  readonly files: Files
  readonly basePaths: BasePaths
}

/** Reports a problem at a node. Unless it is fatal, the rest of the document is served. */
type Report = (node: Node, message: string, severity?: Pick<Mistake, 'code' | 'isFatal'>) => void

const fatal = { code: 'document-structure', isFatal: true } as const
const reserved = { code: 'base-path-reserved', isFatal: true } as const

/** Checks the structure outside of schemas; the schema compiler checks those. */
export const checkStructure = (document: Checked): readonly PlacedMistake[] => {
  // By place and message, so that a part used by several operations is reported once.
  const mistakes = new Map<string, PlacedMistake>()
  const report: Report = ({ file, pointer }, message, severity = { code: 'document-structure' }) =>
    mistakes.set(`${file}#${pointer} ${message}`, { file, pointer, message, ...severity })
  const { root, dialect, files } = document
  expectChild(report, root, 'info', isJsonObject, 'an object')
  expectChild(report, root, 'components', isJsonObject, 'an object')
  expectChild(report, root, 'servers', Array.isArray, 'a list')
  checkBasePath(document, report)
  const operations = checkPaths(document, report)
  const securitySchemes = childNodes(securitySchemesOf(root, dialect))
  for (const [, scheme] of securitySchemes) checkScheme(scheme, files, report)
  const schemes = securitySchemes.map(([name]) => name)
  for (const owner of [root, ...operations]) checkSecurity(owner, schemes, report)
  checkOperations(document, operations, report)
  return [...mistakes.values()]
}

/** The child if it exists and has the expected type; reports it otherwise. */
const expectChild = (
  report: Report,
  owner: Node,
  name: string,
  isRight: (value: unknown) => boolean,
  expected: string,
  severity?: Pick<Mistake, 'code' | 'isFatal'>,
): Node | undefined => {
  const child = childNode(owner, name)
  if (!child || isRight(child.value)) return child
  report(child, `must be ${expected}, got ${describeType(child.value)}`, severity)
  return undefined
}

const describeType = (value: unknown): string => {
  if (value === null) return 'empty'
  return Array.isArray(value) ? 'a list' : typeof value
}

/** Paths that Standin uses itself: the control API, and sandboxes by name. */
const isReserved = (path: string): boolean => /^\/(_sandbox|~)/.test(path)

const checkBasePath = ({ root, dialect, basePaths }: Checked, report: Report): void => {
  const basePath = basePaths.find(isReserved)
  if (basePath === undefined) return
  const node = childNode(root, dialect === '2.0' ? 'basePath' : 'servers') ?? root
  const message = `the base path ${basePath} is reserved for Standin. Serve the document at another one with --base-path`
  report(node, message, reserved)
}

/** Checks the paths and returns their distinct operations. */
const checkPaths = ({ root, files, basePaths, dialect }: Checked, report: Report): readonly Node[] => {
  const operations = new Map<string, Node>()
  const paths = expectChild(report, root, 'paths', isJsonObject, 'an object of paths', fatal)
  const served = findServed(paths, files, dialect)
  for (const [path, child] of childNodes(paths)) {
    if (path.startsWith('x-')) continue
    if (!path.startsWith('/')) report(child, `the path "${path}" must begin with a slash`)
    else if (basePaths.includes('') && isReserved(path))
      report(
        child,
        `the path ${path} is reserved for Standin. Serve the document at a base path with --base-path`,
        reserved,
      )
    const item = readPathItem(files, child, dialect)
    if (!item) continue
    for (const part of item.parts) {
      if (!isJsonObject(part.value)) report(child, `must be an object of operations, got ${describeType(part.value)}`)
      checkParameters(part, files, dialect, report)
    }
    for (const [method, operation] of item.operations) {
      operations.set(`${operation.file}#${operation.pointer}`, operation)
      const reached = served.get(addressOf(method, path, item.node, operation, dialect))
      if (reached !== undefined && reached !== path)
        report(operation, `is never reached: ${describeDifference(path, reached)}, its path is the same as ${reached}`)
    }
  }
  return [...operations.values()]
}

/** The path that requests reach for each method and address: the first one, unless another has no query or fragment. */
const findServed = (paths: Node | undefined, files: Files, dialect: Dialect): ReadonlyMap<string, string> => {
  const served = new Map<string, string>()
  for (const [path, child] of childNodes(paths)) {
    const item = readPathItem(files, child, dialect)
    for (const [method, operation] of item?.operations ?? []) {
      const address = addressOf(method, path, item?.node, operation, dialect)
      const before = served.get(address)
      if (before === undefined || (before !== path && withoutQuery(before) === path)) served.set(address, path)
    }
  }
  return served
}

/** Names of parameters do not distinguish paths (OpenAPI, Paths Object). */
const addressOf = (method: string, path: string, item: Node | undefined, operation: Node, dialect: Dialect): string => {
  const basePaths =
    dialect === '2.0' ? [] : (readBasePaths(operation.value, dialect) ?? readBasePaths(item?.value, dialect) ?? [])
  return `${method} ${basePaths.join(' ')} ${withoutQuery(path).replace(/\{[^{}]+\}/g, '{}')}`
}

const describeDifference = (path: string, reached: string): string =>
  withoutQuery(path) === withoutQuery(reached)
    ? 'without the part after # or ?'
    : 'except for the names of its parameters'

const checkOperations = ({ files, dialect }: Checked, operations: readonly Node[], report: Report): void => {
  const ids = new Set<string>()
  for (const operation of operations) {
    const id = childNode(operation, 'operationId')
    if (typeof id?.value !== 'string') continue
    if (ids.has(id.value))
      report(id, `the operationId ${id.value} is already used by an earlier operation; operationIds must be unique`)
    ids.add(id.value)
  }
  for (const operation of operations) {
    if (!isJsonObject(operation.value)) report(operation, `must be an operation, got ${describeType(operation.value)}`)
    checkParameters(operation, files, dialect, report)
    const responses = expectChild(report, operation, 'responses', isJsonObject, 'an object of responses by status')
    if (dialect !== '2.0') {
      const answers = childNodes(responses).flatMap(([, child]) => dereference(files, child) ?? [])
      const body = childNode(operation, 'requestBody')
      for (const holder of [body && dereference(files, body), ...answers]) checkContent(holder, files, report)
      for (const { node, message } of answers.flatMap((answer) => checkLinks(answer, files, ids))) report(node, message)
    }
    for (const { property, message } of checkDeprecation(operation.value, ids))
      report(
        childNode(operation, property) ?? operation,
        message,
        property.startsWith('x-standin-') ? fatal : undefined,
      )
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
    if (!isJsonObject(parameter.value)) report(child, `must be a parameter, got ${describeType(parameter.value)}`)
    else if (getString(parameter.value, 'name') === undefined) report(child, 'a parameter must have a name')
    else checkPlace(parameter, child, places, report)
  }
}

const checkPlace = (parameter: Node, child: Node, places: readonly string[], report: Report): void => {
  const place = getString(parameter.value, 'in')
  if (place === undefined || !places.includes(place)) {
    const got = place === undefined ? '' : `, got "${place}"`
    report(childNode(parameter, 'in') ?? child, `a parameter must have an "in", one of ${places.join(', ')}${got}`)
  } else if (place === 'querystring')
    report(parameter, 'parameters in querystring are not supported; this one is ignored')
}

/** Media types that no header can name, and features of OpenAPI 3.2 that are not supported. */
const checkContent = (holder: Node | undefined, files: Files, report: Report): void => {
  for (const [mediaType, child] of childNodes(holder && childNode(holder, 'content'))) {
    if (/[^\t\x20-\x7e]/.test(mediaType))
      report(child, `"${mediaType}" is not a media type: it has characters outside of ASCII, which are sent as ?`)
    const media = dereference(files, child)
    const items = media && childNode(media, 'itemSchema')
    if (items)
      report(
        items,
        'itemSchema is not supported; responses are generated from the schema and the examples of the media type',
      )
  }
}

const checkSecurity = (owner: Node, schemes: readonly string[], report: Report): void => {
  const requirements = expectChild(report, owner, 'security', Array.isArray, 'a list')
  for (const [, requirement] of childNodes(requirements)) {
    if (!isJsonObject(requirement.value))
      report(requirement, `must be an object of security schemes, got ${describeType(requirement.value)}`)
    for (const [name] of entriesOf(requirement.value)) {
      if (schemes.includes(name)) continue
      const hint = suggest(name, schemes, 'Add it to the security schemes')
      report(childNode(requirement, name) ?? requirement, `there is no security scheme ${name}. ${hint}`)
    }
  }
}

/** What the text of a header can be (RFC 9110, sections 5.1 and 5.6.2). */
const isToken = (text: string): boolean => /^[!#$%&'*+.^_`|~\w-]+$/.test(text)

/** The name of a scheme, or of the header that carries its key. */
const checkScheme = (child: Node, files: Files, report: Report): void => {
  const scheme = dereference(files, child)
  if (!scheme) return
  const isInHeader = getString(scheme.value, 'type') === 'apiKey' && getString(scheme.value, 'in') === 'header'
  const node = childNode(scheme, isInHeader ? 'name' : 'scheme')
  if (typeof node?.value === 'string' && !isToken(node.value))
    report(node, `"${node.value}" cannot be sent in a header; use letters, digits and -._~ only`)
}

/** The object with the security schemes of a document by name. */
export const securitySchemesOf = (root: Node, dialect: Dialect): Node | undefined => {
  if (dialect === '2.0') return childNode(root, 'securityDefinitions')
  const components = childNode(root, 'components')
  return components && childNode(components, 'securitySchemes')
}
