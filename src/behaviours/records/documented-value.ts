/** What the document itself says about the value of a property in a new record. */
import { childNode, dereference, type Files } from '../../contract/document/references.ts'
import { newValue } from '../../contract/sample/new-value.ts'
import { isUniqueValue } from '../../contract/sample/property-names.ts'
import { isStateName } from '../../contract/sample/states.ts'
import { findKeyword, nodeAt, type PropertyView } from '../../contract/schema/schema-view.ts'
import { itemsOf } from '../../contract/values/json-object.ts'
import type { Json } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import type { Resource } from './resource.ts'

/**
 * A constant. The first state, if clients cannot set it. For a required property also what a new record has, or an example,
 * unless each record needs its own, or the first allowed value.
 */
export const documentedValue = (
  files: Files,
  { name, node, required }: PropertyView,
  settable: boolean,
): Json | undefined => {
  const constant = findKeyword(files, node, 'const')
  if (constant !== undefined) return constant
  const own = required || (!settable && isStateName(name)) ? newValue(files, node, name) : undefined
  if (own !== undefined || !required) return own
  const example = isUniqueValue(name, findKeyword(files, node, 'format')) ? undefined : exampleOf(files, node)
  return example ?? itemsOf(findKeyword(files, node, 'enum'))[0]
}

const exampleOf = (files: Files, node: PropertyView['node']): Json | undefined => {
  const target = dereference(files, node) ?? node
  return childNode(target, 'example')?.value ?? itemsOf(childNode(target, 'examples')?.value)[0]
}

/**
 * The address of each record, where the document's example is that of the record whose id is the example of the id:
 * `https://example.com/labels/bug` beside `bug`. Undefined for other values.
 */
export const documentedAddress = (
  { document: { files }, schema, idPath }: Resource,
  value: Json,
): ((id: RecordId) => string) | undefined => {
  const idNode = idPath.length === 0 ? undefined : nodeAt(files, schema, idPath)
  const exampleId = idNode && exampleOf(files, idNode)
  if (typeof value !== 'string' || !isAddress.test(value)) return undefined
  if (typeof exampleId !== 'string' && typeof exampleId !== 'number') return undefined
  const end = encodeURIComponent(exampleId)
  const start = value.slice(0, -end.length)
  if (end === '' || !value.endsWith(end) || !/[/=:]$/.test(start)) return undefined
  return (id) => start + encodeURIComponent(String(id))
}

const isAddress = /^([a-z][a-z0-9+.-]*:|\/)\S+$/i
