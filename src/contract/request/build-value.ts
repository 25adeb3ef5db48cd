/**
 * Builds values from strings with names: `size[from]=1`, `tags[]=a`, `tags=a&tags=b`. Each text becomes the type that the
 * schema gives for its place. Used for parameters, forms, multipart bodies and XML; nothing is validated here.
 */
import type { Json } from '../../ports.ts'
import { childNode, dereference, type Files, type Node } from '../document/references.ts'
import { itemsNode, typesOf, viewObject } from '../schema/schema-view.ts'
import { groupBy } from '../values/group-by.ts'
import { isJsonObject } from '../values/json-object.ts'
import { exactInteger } from '../values/json-text.ts'

/** The maximum nesting, the same as for JSON bodies. */
export const maxDepth = 64

/** What decoding needs to know of a schema: its types, and the schemas of its items and properties, looked up on demand. */
export interface ValueSchema {
  readonly node: Node
  readonly types: ReadonlySet<string>
  readonly items: () => ValueSchema | undefined
  readonly property: (name: string) => ValueSchema | undefined
}

export const createValueSchema = (files: Files, node: Node): ValueSchema => {
  const lazy = (find: () => Node | undefined) => {
    let found: { readonly schema: ValueSchema | undefined } | undefined
    return () => {
      if (!found) {
        const part = find()
        found = { schema: part && createValueSchema(files, part) }
      }
      return found.schema
    }
  }
  const additional = lazy(() => additionalNode(files, node))
  let properties: ReadonlyMap<string, () => ValueSchema | undefined> | undefined
  return {
    node,
    types: typesOf(files, node),
    items: lazy(() => itemsNode(files, node)),
    property: (name) => {
      properties ??= new Map(
        [...viewObject(files, node).properties].map(([key, property]) => [key, lazy(() => property.node)]),
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

/** A text, or a value that is already parsed, and the names that lead to it. */
export type FlatEntry =
  | { readonly path: readonly string[]; readonly text: string }
  | { readonly path: readonly string[]; readonly value: Json }

/** The names of `a[b][]`: a, b and `[]`, which appends an item. */
export const splitBrackets = (text: string): readonly string[] => text.match(/[^[\]]+|\[\]/g) ?? []

/** Several strings for a single value become a list, which schema validation rejects. */
export const buildValue = (schema: ValueSchema | undefined, entries: readonly FlatEntry[]): Json => {
  const types = schema?.types ?? noTypes
  if (schema && types.has('array') && !isPlainText(schema, entries)) return buildArray(schema, entries)
  if (entries.some(({ path }) => path.length > 0))
    return types.size === 0 && entries.every(({ path }) => isIndex(path[0]))
      ? buildArray(schema, entries)
      : buildObject(schema, entries)
  const values = entries.map((entry) => toValue(entry, types))
  return values.length === 1 ? (values[0] ?? null) : values
}

export const buildObject = (schema: ValueSchema | undefined, entries: readonly FlatEntry[]): Json =>
  Object.fromEntries(
    [...groupEntries(entries)].map(([name, inside]) => [name, buildValue(schema?.property(name), inside)]),
  )

/**
 * If the schema allows a list or a string, an empty text is the string: this is how clients clear a list. So is a text that
 * cannot be an item.
 */
const isPlainText = ({ types, items }: ValueSchema, entries: readonly FlatEntry[]): boolean => {
  const [only] = entries
  if (entries.length !== 1 || only?.path.length !== 0) return false
  if ('value' in only) return Array.isArray(only.value)
  return types.has('string') && (only.text === '' || !mayBeItem(items()?.types ?? noTypes, only.text))
}

const mayBeItem = (types: ReadonlySet<string>, text: string): boolean =>
  types.size === 0 || types.has('string') || typeof convertText(text, types) !== 'string'

const buildArray = (schema: ValueSchema | undefined, entries: readonly FlatEntry[]): Json => {
  const items = schema?.items()
  if (entries.every(({ path }) => path.length === 0 || (path.length === 1 && path[0] === '[]')))
    return entries.map((entry) => buildValue(items, [{ ...entry, path: [] }]))
  return groupItems(entries).map((inside) => buildValue(items, inside))
}

/** Whether a name in brackets is that of an item: `[]` or `[0]`. */
export const isIndex = (name: string | undefined): boolean => name !== undefined && /^(\d+|\[\])$/.test(name)

/** Items with an index are sorted by it; `[]` starts a new item when the previous one already has that name. */
const groupItems = (entries: readonly FlatEntry[]): readonly (readonly FlatEntry[])[] => {
  const appended: FlatEntry[][] = []
  let taken = new Set<string>()
  const named = groupEntries(entries.filter(({ path }) => path.length > 0 && path[0] !== '[]'))
  for (const entry of entries.filter(({ path }) => path.length === 0 || path[0] === '[]')) {
    const inside = { ...entry, path: entry.path.slice(1) }
    // Names with `[]` can be given again. Writing them would take long where many are nested.
    const name = inside.path.includes('[]') ? undefined : JSON.stringify(inside.path)
    const current = appended.at(-1)
    if (!current || inside.path.length === 0 || (name !== undefined && taken.has(name))) {
      appended.push([inside])
      taken = new Set()
    } else current.push(inside)
    if (name !== undefined) taken.add(name)
  }
  const indexed = [...named].sort(([a], [b]) => (isIndex(a) && isIndex(b) ? Number(a) - Number(b) : 0))
  return [...indexed.map(([, inside]) => inside), ...appended]
}

/** Grouped by the first name of their paths, which is removed. */
const groupEntries = (entries: readonly FlatEntry[]): ReadonlyMap<string, readonly FlatEntry[]> =>
  new Map(
    [...groupBy(entries, ({ path }) => path[0] ?? '')].map(([name, group]) => [
      name,
      group.map((entry) => ({ ...entry, path: entry.path.slice(1) })),
    ]),
  )

const toValue = (entry: FlatEntry, types: ReadonlySet<string>): Json =>
  'text' in entry ? convertText(entry.text, types) : entry.value

export const noTypes: ReadonlySet<string> = new Set()

/** Converts a text to one of the types of its schema; a text that is not valid for any of them stays text. */
export const convertText = (text: string, types: ReadonlySet<string>): Json => {
  const isNumeric = types.has('number')
  if ((isNumeric || types.has('integer')) && /^-?(0|[1-9]\d*)$/.test(text)) return exactInteger(text)
  if (isNumeric && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && !types.has('string') && text === '') return null
  return text
}
