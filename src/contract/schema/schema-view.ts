/**
 * What can be read off a schema without validating anything: its types and its properties, through $ref and allOf.
 * Inference, decoding of parameters and error rendering ask here.
 */

import type { Json } from '../../ports.ts'
import { childNode, childNodes, dereference, type Files, type Node } from '../document/references.ts'
import { getOwn, isJsonObject, itemsOf } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { isPlainWithin, variantsOf } from './variants.ts'

export interface PropertyView {
  readonly name: string
  /** The property's schema as it stands, a $ref not followed. */
  readonly node: Node
  /** What other parts of an allOf say of it besides. */
  readonly also: readonly Node[]
  readonly required: boolean
}

export interface ObjectView {
  readonly properties: ReadonlyMap<string, PropertyView>
  /** Whether names beyond the properties are asked for: additionalProperties true or a schema, patternProperties. */
  readonly open: boolean
}

/** The schema's types; empty where it names none. */
export const typesOf = (files: Files, node: Node): ReadonlySet<string> => readTypes(joinedSteps(files, node))

const readTypes = memoize((steps: readonly Step[]): ReadonlySet<string> => {
  const types = new Set<string>()
  for (const [schema] of steps) {
    for (const type of typeof schema.type === 'string' ? [schema.type] : itemsOf(schema.type)) types.add(String(type))
    if (schema.nullable === true) types.add('null')
    if (types.size === 0 && schema.properties !== undefined) types.add('object')
    if (types.size === 0 && Array.isArray(schema.enum)) for (const item of schema.enum) types.add(jsonType(item))
  }
  return types
})

/** Whether the schema takes null: it says so, or it says nothing of types. */
export const allowsNull = (files: Files, node: Node): boolean => {
  let takes = false
  let says = false
  for (const [schema] of joinedSteps(files, node)) {
    const types = typeof schema.type === 'string' ? [schema.type] : itemsOf(schema.type)
    if (types.includes('null') || schema.nullable === true || schema['x-nullable'] === true) takes = true
    if (itemsOf(schema.enum).includes(null) && types.length === 0) takes = true
    for (const list of ['oneOf', 'anyOf'])
      if (itemsOf(schema[list]).some((branch) => getOwn(branch, 'type') === 'null')) takes = true
    if (types.length > 0 || schema.enum || schema.const !== undefined || schema.properties || schema.items) says = true
  }
  return takes || !says
}

/** The properties of an object schema, those of allOf's parts included, oneOf's and anyOf's as optional ones. */
export const viewObject = (files: Files, node: Node): ObjectView => readObject(joinedSteps(files, node))

const readObject = memoize((steps: readonly Step[]): ObjectView => {
  const properties = new Map<string, { readonly node: Node; readonly also: Node[] }>()
  const required = new Set<string>()
  let open = false
  for (const [schema, at, isAlternative] of steps) {
    for (const name of isAlternative ? [] : itemsOf(schema.required)) required.add(String(name))
    for (const [name, child] of childNodes(childNode(at, 'properties'))) {
      const known = properties.get(name)
      if (known) known.also.push(child)
      else properties.set(name, { node: child, also: [] })
    }
    if (
      schema.additionalProperties === true ||
      isJsonObject(schema.additionalProperties) ||
      isJsonObject(schema.patternProperties)
    )
      open = true
  }
  return {
    properties: new Map([...properties].map(([name, view]) => [name, { name, ...view, required: required.has(name) }])),
    open: open || properties.size === 0,
  }
})

/** The schema of a property by its path, name by name; undefined where there is none. */
export const nodeAt = (files: Files, schema: Node, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, name) => node && viewObject(files, node).properties.get(name)?.node, schema)

/** The schema of an array's items, or undefined where the schema is no array of one kind of item. */
export const itemsNode = (files: Files, node: Node): Node | undefined => {
  for (const [, at] of joinedSteps(files, node)) {
    const items = childNode(at, 'items')
    if (items && isJsonObject(items.value)) return items
  }
  return undefined
}

/** A keyword of the schema or of what it refers to; the first one met. */
export const findKeyword = (files: Files, node: Node, keyword: string): Json | undefined => {
  let found: Json | undefined
  for (const [schema] of joinedSteps(files, node)) found ??= getOwn(schema, keyword)
  return found
}

/** A keyword where it is a string. */
export const findText = (files: Files, node: Node, keyword: string): string | undefined => {
  const found = findKeyword(files, node, keyword)
  return typeof found === 'string' ? found : undefined
}

/** A schema that is joined to another, or that one itself. */
type Step = readonly [schema: Readonly<Record<string, unknown>>, at: Node, isAlternative: boolean]

interface Joined {
  readonly start: Node
  readonly steps: readonly Step[]
}

const joinedIn = memoize((_: Files): WeakMap<object, Joined> => new WeakMap())

/** The same list each time for a schema at the same place. */
const joinedSteps = (files: Files, start: Node): readonly Step[] => {
  const { value, file, pointer } = start
  if (typeof value !== 'object' || value === null) return []
  const known = joinedIn(files)
  const joined = known.get(value)
  if (joined && joined.start.file === file && joined.start.pointer === pointer) return joined.steps
  const steps = join(files, start)
  known.set(value, { start, steps })
  return steps
}

/**
 * The schema and all that is joined to it, each once: $ref, allOf, and as alternatives oneOf, anyOf and what extends it
 * where a discriminator says so.
 */
const join = (files: Files, start: Node): readonly Step[] => {
  const steps: Step[] = []
  const seen = new Set<string>()
  const walk = (from: Node, isAlternative: boolean, within: readonly unknown[]): void => {
    const address = `${from.file}#${from.pointer}`
    if (seen.has(address) || !isJsonObject(from.value)) return
    seen.add(address)
    steps.push([from.value, from, isAlternative])
    const inner = [...within, from.value]
    if (typeof from.value.$ref === 'string') {
      const target = dereference(files, from)
      if (target) walk(target, isAlternative, inner)
    }
    for (const [, part] of childNodes(childNode(from, 'allOf'))) walk(part, isAlternative, inner)
    const forms = variantsOf(files, from)
    if (forms && isPlainWithin(forms, within)) return
    if (forms && !forms.isListed) for (const { node } of forms.forms) walk(node, true, [])
    for (const list of ['oneOf', 'anyOf']) {
      const branches = childNodes(childNode(from, list)).filter(([, branch]) => getOwn(branch.value, 'type') !== 'null')
      for (const [, branch] of branches) walk(branch, isAlternative || branches.length > 1, [])
    }
  }
  walk(start, false, [])
  return steps
}

const jsonType = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
