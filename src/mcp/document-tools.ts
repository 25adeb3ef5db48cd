/**
 * The tools that read the served documents: which operations there are, and what one of them accepts and returns. Whole documents
 * may have megabytes; these return the part that a client needs.
 */
import { readPathItem } from '../contract/document/path-item.ts'
import { childNode, childNodes, type Node } from '../contract/document/references.ts'
import { getOwn, getString, isJsonObject, itemsOf } from '../contract/values/json-object.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import { suggest } from '../contract/values/nearest.ts'
import { UsageError } from '../errors.ts'
import type { Json, JsonObject } from '../ports.ts'
import { readJson } from './control-client.ts'
import { followReference } from './inline-references.ts'
import { maxResult } from './limit-result.ts'
import { readText, type Tool, type ToolCall } from './tool.ts'

/** What `q` of list_operations searches in. */
const searched = ['operation', 'method', 'path', 'summary']

const documentField: JsonObject = { type: 'string', description: 'The name of a document. Default: all documents.' }

export const documentTools: readonly Tool[] = [
  {
    name: 'list_operations',
    description:
      'Lists the operations of the served documents: operationId, method, path and summary. q searches in all of these.',
    effect: 'reads',
    input: {
      type: 'object',
      properties: {
        q: { type: 'string', description: 'A text; upper and lower case are the same.' },
        document: documentField,
        limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 100 },
        offset: { type: 'integer', minimum: 0, default: 0 },
      },
      required: [],
    },
    run: async (call) => {
      const text = readText(call.args, 'q')?.toLowerCase() ?? ''
      const found = (await readOperations(call))
        .map(summarize)
        .filter((listed) => searched.some((name) => readText(listed, name)?.toLowerCase().includes(text)))
      const offset = readNumber(call.args, 'offset', 0)
      const page = found.slice(offset, offset + readNumber(call.args, 'limit', 100, 1))
      return { text: stringifyJson(page), total: found.length }
    },
  },
  {
    name: 'describe_operation',
    description:
      'Describes one operation: parameters, request body and responses as in the OpenAPI document, with the schemas that they refer to.',
    effect: 'reads',
    input: {
      type: 'object',
      properties: {
        operation: { type: 'string', description: 'An operationId, or method and path: GET /orders/{orderId}.' },
        document: documentField,
      },
      required: ['operation'],
    },
    run: async (call) => ({ text: stringifyJson(describe(findOperation(await readOperations(call), call.args))) }),
  },
]

/** An operation with the document that has it. */
interface ListedOperation {
  readonly document: string
  /** The path at which the document is served; empty for the root. */
  readonly basePath: string
  readonly root: Json
  /** Upper case. */
  readonly method: string
  /** As the document writes it. */
  readonly path: string
  readonly item: Json
  readonly operation: Json
}

/** Of the document that is named, or of all. Throws UsageError for an unknown one. */
const readOperations = async ({ args, control, signal }: ToolCall): Promise<readonly ListedOperation[]> => {
  const documents = itemsOf(readJson(await control({ method: 'GET', path: '/documents' }, signal)))
  const names = documents.map((document) => getString(document, 'name') ?? '')
  const wanted = readText(args, 'document')
  if (wanted !== undefined && !names.includes(wanted))
    throw new UsageError(`there is no document ${JSON.stringify(wanted)}. ${suggest(wanted, names)}`)
  const found: ListedOperation[] = []
  for (const document of documents) {
    const name = getString(document, 'name') ?? ''
    if (wanted !== undefined && wanted !== name) continue
    const path = `/documents/${encodeURIComponent(name)}/openapi.json`
    const root = readJson(await control({ method: 'GET', path }, signal))
    const basePath = new URL(getString(document, 'url') ?? 'http://localhost').pathname.replace(/\/$/, '')
    found.push(...listOperations({ document: name, basePath, root }))
  }
  return found
}

const listOperations = (
  document: Pick<ListedOperation, 'document' | 'basePath' | 'root'>,
): readonly ListedOperation[] => {
  const root: Node = { file: '', pointer: '', value: document.root }
  const files = new Map([[root.file, root.value]])
  return childNodes(childNode(root, 'paths')).flatMap(([path, child]) => {
    const item = readPathItem(files, child, '3.1')
    if (!item) return []
    return [...item.operations].map(([method, { value: operation }]) => ({
      ...document,
      method,
      path,
      item: item.node.value,
      operation,
    }))
  })
}

const nameOf = ({ operation, method, path }: ListedOperation): string =>
  getString(operation, 'operationId') ?? `${method} ${path}`

const summarize = (listed: ListedOperation): JsonObject => {
  const { document, basePath, method, path, operation } = listed
  const summary = getString(operation, 'summary') ?? getString(operation, 'description')?.split('\n')[0]
  return {
    operation: nameOf(listed),
    method,
    path: basePath + path,
    document,
    ...(summary === undefined ? {} : { summary: summary.slice(0, 200) }),
    ...(getOwn(operation, 'deprecated') === true ? { deprecated: true } : {}),
  }
}

/** Throws UsageError if there is no such operation, or if several documents have it. */
const findOperation = (operations: readonly ListedOperation[], args: JsonObject): ListedOperation => {
  const name = readText(args, 'operation') ?? ''
  const isNamed = (listed: ListedOperation): boolean => {
    const { method, path, basePath } = listed
    return [nameOf(listed), `${method} ${path}`, `${method} ${basePath}${path}`].includes(name)
  }
  const found = operations.filter(isNamed)
  const [first, ...others] = found
  if (first === undefined)
    throw new UsageError(`there is no operation ${JSON.stringify(name)}. ${suggestOperation(name, operations)}`)
  if (others.length > 0)
    throw new UsageError(
      `several documents have the operation ${name}: set document to one of ${found.map(({ document }) => document).join(', ')}`,
    )
  return first
}

const suggestOperation = (name: string, operations: readonly ListedOperation[]): string => {
  const names = operations.map(nameOf)
  return names.length > 50 ? 'list_operations finds operations by a text' : suggest(name, names)
}

const describe = ({ document, basePath, root, method, path, item, operation }: ListedOperation): JsonObject => {
  const described: Record<string, Json> = { document, method, path: basePath + path }
  const shared = itemsOf(getOwn(item, 'parameters'))
  if (shared.length > 0) described.sharedParameters = shared
  const whole = { ...described, ...(isJsonObject(operation) ? operation : {}) }
  return { ...whole, ...collectReferences(root, whole) }
}

/** The targets of all references in the value, and of those in them, as far as there is room for them. */
const collectReferences = (root: Json, value: Json): JsonObject => {
  const found = new Map<string, Json>()
  const leftOut: string[] = []
  let length = stringifyJson(value).length
  // A list that grows while it is read: references are followed in the order in which they are found.
  const waiting = [...referencesIn(value)]
  const seen = new Set(waiting)
  for (const reference of waiting) {
    const target = followReference(root, reference)
    if (target === undefined) continue
    length += stringifyJson(target).length + reference.length
    if (length > maxResult * 0.9) {
      leftOut.push(reference)
      continue
    }
    found.set(reference, target)
    const added = [...referencesIn(target)].filter((next) => !seen.has(next))
    for (const next of added) seen.add(next)
    waiting.push(...added)
  }
  return {
    ...(found.size === 0 ? {} : { references: Object.fromEntries(found) }),
    ...(leftOut.length === 0 ? {} : { referencesLeftOut: leftOut.slice(0, 100) }),
  }
}

const referencesIn = (value: Json): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting: Json[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const reference = getString(next, '$ref')
    if (reference !== undefined) found.add(reference)
    if (typeof next === 'object' && next !== null) waiting.push(...Object.values(next))
  }
  return found
}

const readNumber = (args: JsonObject, name: string, otherwise: number, minimum = 0): number => {
  const value = args[name] ?? otherwise
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum)
    throw new UsageError(`${name} must be an integer of at least ${minimum}, got ${stringifyJson(value)}`)
  return value
}
