/**
 * The variants of a schema with a discriminator (OpenAPI 3.1, section 4.8.25; 2.0, Schema Object): the schemas in its oneOf
 * or anyOf, or those that extend it by their allOf. Decides which property values select which variant, for validation,
 * schema views and value generation.
 */
import {
  childNode,
  childNodes,
  componentReference,
  dereference,
  type Files,
  type Node,
  resolveReference,
} from '../document/references.ts'
import { namesOf } from '../values/conventions.ts'
import { entriesOf, getOwn, getString, isJsonObject, itemsOf } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { plainName } from '../values/names.ts'
import { componentOf, extensionsOf } from './extensions.ts'
import { isNull, isNullable } from './nullable.ts'
import { listedBranches, type NextSchema, type SchemaPart, walkSchema } from './walk-schema.ts'

export interface Variant {
  readonly node: Node
  /** Property values that select it; the first is used in generated values. */
  readonly names: readonly string[]
  /** The names that messages list. */
  readonly shown: readonly string[]
  /** Whether it is the schema with the discriminator itself, without its variants. */
  readonly isBase: boolean
}

export interface Variants {
  /** The property that names the variant. */
  readonly property: string
  readonly variants: readonly Variant[]
  /** Whether they are listed in a oneOf or anyOf; otherwise they extend the schema by their allOf. */
  readonly isListed: boolean
  readonly allowsNull: boolean
  /** Whether any variant requires the property. If none does, a value without it may match any variant. */
  readonly isRequired: boolean
  /** The variant for a value that names none (OpenAPI 3.2, defaultMapping). */
  readonly fallback: Node | undefined
  /** All schemas that the variants consist of. If one of them refers to the schema in its allOf, it means the schema without its variants. */
  readonly parts: ReadonlySet<unknown>
}

/** The variants of the schema as written, its $ref not followed; undefined if it has no usable discriminator. */
export const variantsOf = (files: Files, schema: Node): Variants | undefined => {
  const { value } = schema
  if (!isJsonObject(value) || value.discriminator === undefined) return undefined
  const known = knownIn(files)
  const found = known.get(value)
  if (found) return found.variants
  // A call during the reading comes from one of the variants.
  known.set(value, { variants: undefined })
  const variants = readVariants(files, schema)
  // Without the schema's own place the variants have wrong places: do not cache them.
  if (schema.pointer === '') known.delete(value)
  else known.set(value, { variants })
  return variants
}

/** By the schema's value. */
type Known = WeakMap<object, { readonly variants: Variants | undefined }>

const knownIn = memoize((_: Files): Known => new WeakMap())

/** Whether a schema that is reached through `path`, each a part of the one before, means the schema without its variants. */
export const isPlainWithin = (variants: Variants, path: readonly unknown[]): boolean =>
  path.some((holder) => variants.parts.has(holder))

/** The variant that a value selects. */
export const namedVariant = ({ property, variants }: Variants, value: unknown): Variant | undefined => {
  const name = getOwn(value, property)
  return typeof name === 'string' ? variants.find(({ names }) => names.includes(name)) : undefined
}

/** The outermost variant on a path. */
export const variantWithin = (files: Files, { variants }: Variants, path: readonly unknown[]): Variant | undefined => {
  const byValue = new Map<unknown, Variant>(
    variants.map((variant) => [dereference(files, variant.node)?.value, variant] as const),
  )
  const holder = path.find((value) => byValue.has(value))
  return byValue.get(holder)
}

/** The variants of a schema, or of the first of its parts that has any. */
export const findVariants = (files: Files, schema: Node): Variants | undefined => {
  for (const { node, path } of walkSchema(files, schema)) {
    const found = variantsOf(files, node)
    if (found && !isPlainWithin(found, path)) return found
  }
  return undefined
}

/** The property value that selects this schema among the variants of another; undefined if it is not a variant. */
export const ownName = (
  files: Files,
  schema: Node,
): { readonly property: string; readonly name: string } | undefined => {
  const own = dereference(files, schema)
  for (const part of own ? partsOf(files, own) : []) {
    const variants = part.value === own?.value ? undefined : variantsOf(files, part)
    const [name] = (variants && variantWithin(files, variants, [own?.value])?.names) ?? []
    if (variants && name !== undefined) return { property: variants.property, name }
  }
  return undefined
}

const readVariants = (files: Files, schema: Node): Variants | undefined => {
  const discriminator = getOwn(schema.value, 'discriminator')
  const property = typeof discriminator === 'string' ? discriminator : getString(discriminator, 'propertyName')
  if (property === undefined || property in Object.prototype) return undefined
  const keyword = ['oneOf', 'anyOf'].find((name) => itemsOf(getOwn(schema.value, name)).length > 0)
  const branches = keyword === undefined ? [] : childNodes(childNode(schema, keyword)).map(([, branch]) => branch)
  const listed = branches.filter(({ value }) => !isNull(value))
  const mapping = readMapping(files, schema, discriminator)
  const nodes = keyword === undefined ? [...extendingNodes(files, schema, mapping), schema] : listed
  const targets = nodes.map((node) => dereference(files, node))
  if (nodes.length === 0 || (keyword === undefined && nodes.length === 1) || !targets.every(mayBeObject))
    return undefined
  const variants = nameVariants(files, { property, mapping, nodes, base: schema })
  if (variants.some(({ names, isBase }) => names.length === 0 && !isBase)) return undefined
  const fallback = getString(discriminator, 'defaultMapping')
  return {
    property,
    variants: variants.filter(({ names }) => names.length > 0),
    isListed: keyword !== undefined,
    allowsNull: listed.length < branches.length || targets.some((target) => isNullable(target?.value)),
    isRequired: [schema, ...nodes].some((node) => requires(files, node, property)),
    fallback: fallback === undefined ? undefined : findTarget(files, schema, fallback),
    parts: new Set(
      nodes
        .filter((node) => node !== schema)
        .flatMap((node) => partsOf(files, node, true).map(({ value }) => value))
        .filter((value) => value !== schema.value),
    ),
  }
}

const requires = (files: Files, node: Node, property: string): boolean =>
  partsOf(files, node).some(({ value }) => itemsOf(getOwn(value, 'required')).includes(property))

const mayBeObject = (target: Node | undefined): target is Node => {
  const type = getOwn(target?.value, 'type')
  return isJsonObject(target?.value) && (type === undefined || type === 'object' || itemsOf(type).includes('object'))
}

/** The names in a discriminator's mapping, with their schemas. */
type Mapping = readonly (readonly [name: string, target: Node])[]

const readMapping = (files: Files, schema: Node, discriminator: unknown): Mapping =>
  entriesOf(getOwn(discriminator, 'mapping')).flatMap(([name, ref]) => {
    const target = typeof ref === 'string' ? findTarget(files, schema, ref) : undefined
    return target ? [[name, target] as const] : []
  })

/**
 * The schema for a component name or a reference (OpenAPI 3.1, section 4.8.25). A name that its file has no component for is one
 * of the document (OpenAPI 3.1.1, section 4.6), which is the first of the files.
 */
export const findTarget = (files: Files, { file }: Pick<Node, 'file'>, ref: string): Node | undefined => {
  const places = new Set([file, ...[...files.keys()].slice(0, 1)])
  const component = componentReference(ref)
  const found = component === undefined ? [] : [...places].flatMap((at) => resolveReference(files, at, component) ?? [])
  const target = found[0] ?? resolveReference(files, file, ref)
  return target && dereference(files, target)
}

const extendingNodes = (files: Files, schema: Node, mapping: Mapping): readonly Node[] => {
  const byValue = new Map<unknown, Node>()
  for (const node of [...mapping.map(([, target]) => target), ...extensionsOf(files, schema)])
    if (node.value !== schema.value) byValue.set(node.value, byValue.get(node.value) ?? node)
  return [...byValue.values()]
}

/** The parts of a schema, optionally with its branches. */
const partsOf = (files: Files, start: Node, withBranches = false): readonly Node[] =>
  walkSchema(files, start, withBranches ? { branchesOf } : {}).map(({ node }) => node)

const branchesOf = ({ node }: SchemaPart): readonly NextSchema[] =>
  listedBranches(node).map((branch) => ({ node: branch, isOptional: true }))

interface Naming {
  readonly property: string
  readonly mapping: Mapping
  readonly nodes: readonly Node[]
  /** The schema with the discriminator. */
  readonly base: Node
}

/** Names each node: from the mapping, else from the values that its schema allows, else from its component's name. */
const nameVariants = (files: Files, naming: Naming): readonly Variant[] => {
  const described = naming.nodes.map((node) => readVariantNames(files, naming, node))
  const taken = new Set<string>()
  const names = described.map((): string[] => [])
  const assign = (sourceOf: (variant: VariantNames) => readonly string[]): void => {
    for (const [index, variant] of described.entries()) {
      for (const name of sourceOf(variant)) {
        if (taken.has(name) || name in Object.prototype || !variant.allows(name)) continue
        taken.add(name)
        names[index]?.push(name)
      }
    }
  }
  const isShared = (name: string): boolean => described.filter(({ own }) => own.includes(name)).length > 1
  assign(({ mapped }) => mapped)
  assign(({ own }) => own.filter((name) => !isShared(name)))
  assign(({ similar }) => similar)
  // The values of the base schema's own list that select no variant select the base schema.
  assign(({ remaining }) => remaining)
  return described.map(({ mapped, node }, index) => {
    const own = names[index] ?? []
    const isBase = node === naming.base
    const explicit = own.filter((name) => mapped.includes(name))
    const isHidden = isBase && naming.mapping.length > 0
    return { node, names: own, shown: explicit.length > 0 ? explicit : isHidden ? [] : own.slice(0, 1), isBase }
  })
}

/** Where the names of a variant can come from. */
interface VariantNames {
  readonly node: Node
  /** From the mapping or a vendor extension. */
  readonly mapped: readonly string[]
  /** Values that the variant's own schema lists for the property. */
  readonly own: readonly string[]
  /** The component's name, and listed values that differ from it only in case and punctuation. */
  readonly similar: readonly string[]
  /** Values that the base schema lists itself. */
  readonly remaining: readonly string[]
  readonly allows: (name: string) => boolean
}

const readVariantNames = (files: Files, { property, mapping, base }: Naming, node: Node): VariantNames => {
  const target = dereference(files, node) ?? node
  const parts = partsOf(files, node)
  const lists = parts.flatMap((part) => listedValues(files, part, property))
  const isBase = node === base
  const own = isBase
    ? []
    : parts.filter(({ value }) => value !== base.value).flatMap((part) => listedValues(files, part, property))
  const given = [...namesOf('discriminator-value')].flatMap((keyword) => getString(target.value, keyword) ?? [])
  const name = componentName(isBase ? (componentOf(files, node) ?? node) : node)
  const similar = name === undefined ? [] : (lists[0] ?? []).filter((value) => plainName(value) === plainName(name))
  const nested = isBase ? undefined : variantsOf(files, target)
  return {
    node,
    mapped: [
      ...mapping.filter(([, mapped]) => mapped.value === target.value).map(([mappedName]) => mappedName),
      ...given,
    ],
    own: [...(own[0] ?? []), ...(nested?.property === property ? nested.variants.flatMap(({ names }) => names) : [])],
    similar: name === undefined ? similar : [name, ...similar],
    remaining: isBase ? (lists[0] ?? []) : [],
    allows: (value) => lists.every((list) => list.includes(value)),
  }
}

/** The strings that a schema allows for a property: its const or enum. */
const listedValues = (files: Files, part: Node, property: string): readonly (readonly string[])[] => {
  const properties = childNode(part, 'properties')
  const child = properties && childNode(properties, property)
  const { value } = (child && dereference(files, child)) ?? { value: undefined }
  const constant = getOwn(value, 'const')
  const list = constant === undefined ? itemsOf(getOwn(value, 'enum')) : [constant]
  const strings = list.filter((item) => typeof item === 'string')
  return strings.length === 0 ? [] : [strings]
}

/** The name of a component or of its file, from a $ref or from the node's own place. */
const componentName = ({ value, file, pointer }: Node): string | undefined => {
  const ref = getString(value, '$ref')
  const place = ref ?? (/\/(schemas|definitions)\/[^/]+$/.test(pointer) ? `${file}#${pointer}` : undefined)
  const name = place?.slice(place.lastIndexOf('/') + 1)
  return name?.includes('#')
    ? undefined
    : name
        ?.replace(/\.(ya?ml|json)$/, '')
        .replaceAll('~1', '/')
        .replaceAll('~0', '~')
}
