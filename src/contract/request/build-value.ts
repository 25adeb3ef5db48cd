/**
 * Values out of texts that have names: `size[from]=1`, `tags[]=a`, `tags=a&tags=b`. A text becomes what the schema asks
 * for at its place. Parameters, forms and multipart bodies are put together here; nothing is validated.
 */
import type { Json } from '../../ports.ts'
import { childNode, dereference, type Files, type Node } from '../document/references.ts'
import { itemsNode, typesOf, viewObject } from '../schema/schema-view.ts'
import { isJsonObject } from '../values/json-object.ts'
import { exactInteger } from '../values/json-text.ts'

/** How deep brackets may go, as with bodies of JSON. */
export const maxDepth = 64

/** What a value is made of, as far as its texts have to be told apart. Its parts are looked up when they are first needed. */
export interface Shape {
  readonly node: Node
  readonly types: ReadonlySet<string>
  readonly items: () => Shape | undefined
  readonly property: (name: string) => Shape | undefined
}

export const createShape = (files: Files, node: Node): Shape => {
  const once = (find: () => Node | undefined) => {
    let found: { readonly shape: Shape | undefined } | undefined
    return () => {
      if (!found) {
        const part = find()
        found = { shape: part && createShape(files, part) }
      }
      return found.shape
    }
  }
  const additional = once(() => additionalNode(files, node))
  let properties: ReadonlyMap<string, () => Shape | undefined> | undefined
  return {
    node,
    types: typesOf(files, node),
    items: once(() => itemsNode(files, node)),
    property: (name) => {
      properties ??= new Map(
        [...viewObject(files, node).properties].map(([key, property]) => [key, once(() => property.node)]),
      )
      return (properties.get(name) ?? additional)()
    },
  }
}

const additionalNode = (files: Files, node: Node): Node | undefined => {
  const target = dereference(files, node)
  const found = target && childNode(target, 'additionalProperties')
  return isJsonObject(found?.value) ? found : undefined
}

/** A text, or a value that came as one, and the names that lead to it. */
export type Leaf =
  | { readonly path: readonly string[]; readonly text: string }
  | { readonly path: readonly string[]; readonly value: Json }

/** `a[b][]` as its names: a, b and the sign for one more item. */
export const splitBrackets = (text: string): readonly string[] => text.match(/[^[\]]+|\[\]/g) ?? []

/** Several texts where there should be one become a list, which the schema rejects. */
export const buildValue = (shape: Shape | undefined, leaves: readonly Leaf[]): Json => {
  const types = shape?.types ?? noTypes
  if (types.has('array') && !isPlainText(types, leaves)) return buildArray(shape, leaves)
  if (leaves.some(({ path }) => path.length > 0))
    return types.size === 0 && leaves.every(({ path }) => isIndex(path[0]))
      ? buildArray(shape, leaves)
      : buildObject(shape, leaves)
  const values = leaves.map((leaf) => toValue(leaf, types))
  return values.length === 1 ? (values[0] ?? null) : values
}

export const buildObject = (shape: Shape | undefined, leaves: readonly Leaf[]): Json =>
  Object.fromEntries(
    [...groupLeaves(leaves)].map(([name, inside]) => [name, buildValue(shape?.property(name), inside)]),
  )

/** Where the schema takes a list as well as a text, an empty text is that: it is how clients unset a list. */
const isPlainText = (types: ReadonlySet<string>, leaves: readonly Leaf[]): boolean => {
  const [only] = leaves
  if (leaves.length !== 1 || only?.path.length !== 0) return false
  return 'text' in only ? only.text === '' && types.has('string') : Array.isArray(only.value)
}

const buildArray = (shape: Shape | undefined, leaves: readonly Leaf[]): Json => {
  const items = shape?.items()
  if (leaves.every(({ path }) => path.length === 0 || (path.length === 1 && path[0] === '[]')))
    return leaves.map((leaf) => buildValue(items, [{ ...leaf, path: [] }]))
  return groupItems(leaves).map((inside) => buildValue(items, inside))
}

const isIndex = (name: string | undefined): boolean => name !== undefined && /^(\d+|\[\])$/.test(name)

/** By index where one is given, in its order; `[]` begins an item where the one before has that name already. */
const groupItems = (leaves: readonly Leaf[]): readonly (readonly Leaf[])[] => {
  const unnamed: Leaf[][] = []
  let taken = new Set<string>()
  const named = groupLeaves(leaves.filter(({ path }) => path.length > 0 && path[0] !== '[]'))
  for (const leaf of leaves.filter(({ path }) => path.length === 0 || path[0] === '[]')) {
    const inside = { ...leaf, path: leaf.path.slice(1) }
    const name = JSON.stringify(inside.path)
    const current = unnamed.at(-1)
    if (!current || inside.path.length === 0 || taken.has(name)) {
      unnamed.push([inside])
      taken = new Set()
    } else current.push(inside)
    if (!inside.path.includes('[]')) taken.add(name)
  }
  const indexed = [...named].sort(([a], [b]) => (isIndex(a) && isIndex(b) ? Number(a) - Number(b) : 0))
  return [...indexed.map(([, inside]) => inside), ...unnamed]
}

/** By the first of their names, which they lose by it. */
const groupLeaves = (leaves: readonly Leaf[]): ReadonlyMap<string, readonly Leaf[]> => {
  const groups = new Map<string, Leaf[]>()
  for (const leaf of leaves) {
    const name = leaf.path[0] ?? ''
    const inside = { ...leaf, path: leaf.path.slice(1) }
    const group = groups.get(name)
    if (group) group.push(inside)
    else groups.set(name, [inside])
  }
  return groups
}

const toValue = (leaf: Leaf, types: ReadonlySet<string>): Json =>
  'text' in leaf ? convertText(leaf.text, types) : leaf.value

export const noTypes: ReadonlySet<string> = new Set()

/** A text as the type that the schema asks for; a text that is not written as that type stays a text, and is rejected as one. */
export const convertText = (text: string, types: ReadonlySet<string>): Json => {
  const isNumeric = types.has('number')
  if ((isNumeric || types.has('integer')) && /^-?(0|[1-9]\d*)$/.test(text)) return exactInteger(text)
  if (isNumeric && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && !types.has('string') && text === '') return null
  return text
}
