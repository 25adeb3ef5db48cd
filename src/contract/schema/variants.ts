/**
 * The forms of a value that a discriminator tells apart (OpenAPI 3.1, section 4.8.25; 2.0, Schema Object): the schemas that
 * a oneOf or anyOf lists, or those that extend the schema by their allOf. Which values name which form is said here, for
 * whoever validates, views or makes values.
 */
import { childNode, childNodes, dereference, type Files, type Node, resolveReference } from '../document/references.ts'
import { entriesOf, getOwn, getString, isJsonObject, itemsOf } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { componentOf, extensionsOf } from './extensions.ts'

export interface Variant {
  readonly node: Node
  /** Values of the property that choose it; the first is the one to write. */
  readonly names: readonly string[]
  /** Those of them to tell a person. */
  readonly told: readonly string[]
  /** It is the schema with the discriminator itself, without its forms. */
  readonly isBase: boolean
}

export interface Variants {
  /** The property that names the form. */
  readonly property: string
  readonly forms: readonly Variant[]
  /** Whether they are in a oneOf or anyOf; else they refer to the schema by their allOf. */
  readonly isListed: boolean
  readonly takesNull: boolean
  /** Whether a form requires the property. Where none does, a value without it may be of any form. */
  readonly isRequired: boolean
  /** The form of a value that names none (OpenAPI 3.2, defaultMapping). */
  readonly fallback: Node | undefined
  /** All schemas that the forms are made of. In an allOf of theirs the schema stands for itself, without its forms. */
  readonly parts: ReadonlySet<unknown>
}

/** Of a schema as it stands, its $ref not followed; undefined where no discriminator tells anything apart. */
export const variantsOf = (files: Files, schema: Node): Variants | undefined => {
  const { value } = schema
  if (!isJsonObject(value) || value.discriminator === undefined) return undefined
  const known = knownIn(files)
  const found = known.get(value)
  if (found) return found.forms
  // Whoever asks while they are read is one of the forms.
  known.set(value, { forms: undefined })
  const forms = readForms(files, schema)
  // A schema whose place is not known has forms whose places are not right.
  if (schema.pointer === '') known.delete(value)
  else known.set(value, { forms })
  return forms
}

/** By the schema's value. */
type Known = WeakMap<object, { readonly forms: Variants | undefined }>

const knownIn = memoize((_: Files): Known => new WeakMap())

/** Whether a schema that is reached through those of `path`, each a part of the one before, stands for itself. */
export const isPlainWithin = (forms: Variants, path: readonly unknown[]): boolean =>
  path.some((holder) => forms.parts.has(holder))

/** The form that a value names. */
export const namedVariant = ({ property, forms }: Variants, value: unknown): Variant | undefined => {
  const name = getOwn(value, property)
  return typeof name === 'string' ? forms.find(({ names }) => names.includes(name)) : undefined
}

/** The form that a schema stands for itself in; the outermost one. */
export const variantWithin = (files: Files, { forms }: Variants, path: readonly unknown[]): Variant | undefined => {
  const byValue = new Map<unknown, Variant>(forms.map((form) => [dereference(files, form.node)?.value, form] as const))
  const holder = path.find((value) => byValue.has(value))
  return byValue.get(holder)
}

/** The forms of a schema, or of what it refers to or has in its allOf. */
export const findVariants = (files: Files, schema: Node): Variants | undefined => {
  const walk = (node: Node, within: readonly unknown[]): Variants | undefined => {
    if (!isJsonObject(node.value) || within.includes(node.value)) return undefined
    const forms = variantsOf(files, node)
    if (forms) return isPlainWithin(forms, within) ? undefined : forms
    const inner = [...within, node.value]
    for (const part of nextParts(files, node)) {
      const found = walk(part, inner)
      if (found) return found
    }
    return undefined
  }
  return walk(schema, [])
}

/** What a form of another schema has to be called to be taken for it; undefined where the schema is no such form. */
export const ownName = (
  files: Files,
  schema: Node,
): { readonly property: string; readonly name: string } | undefined => {
  const own = dereference(files, schema)
  for (const part of own ? partsOf(files, own) : []) {
    const forms = part.value === own?.value ? undefined : variantsOf(files, part)
    const [name] = (forms && variantWithin(files, forms, [own?.value])?.names) ?? []
    if (forms && name !== undefined) return { property: forms.property, name }
  }
  return undefined
}

const readForms = (files: Files, schema: Node): Variants | undefined => {
  const discriminator = getOwn(schema.value, 'discriminator')
  const property = typeof discriminator === 'string' ? discriminator : getString(discriminator, 'propertyName')
  if (property === undefined || property in Object.prototype) return undefined
  const keyword = ['oneOf', 'anyOf'].find((name) => itemsOf(getOwn(schema.value, name)).length > 0)
  const branches = keyword === undefined ? [] : childNodes(childNode(schema, keyword)).map(([, branch]) => branch)
  const listed = branches.filter((branch) => !isNull(branch))
  const mapping = readMapping(files, schema, discriminator)
  const nodes = keyword === undefined ? [...extendingNodes(files, schema, mapping), schema] : listed
  const targets = nodes.map((node) => dereference(files, node))
  if (nodes.length === 0 || (keyword === undefined && nodes.length === 1) || !targets.every(mayBeObject))
    return undefined
  const forms = nameForms(files, { property, mapping, nodes, base: schema })
  if (forms.some(({ names, isBase }) => names.length === 0 && !isBase)) return undefined
  const fallback = getString(discriminator, 'defaultMapping')
  return {
    property,
    forms: forms.filter(({ names }) => names.length > 0),
    isListed: keyword !== undefined,
    takesNull: listed.length < branches.length || targets.some((target) => getOwn(target?.value, 'nullable') === true),
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

const isNull = ({ value }: Node): boolean => getOwn(value, 'type') === 'null'

const mayBeObject = (target: Node | undefined): target is Node => {
  const type = getOwn(target?.value, 'type')
  return isJsonObject(target?.value) && (type === undefined || type === 'object' || itemsOf(type).includes('object'))
}

/** The names that a discriminator gives, with the schemas they stand for. */
type Mapping = readonly (readonly [name: string, target: Node])[]

const readMapping = (files: Files, schema: Node, discriminator: unknown): Mapping =>
  entriesOf(getOwn(discriminator, 'mapping')).flatMap(([name, ref]) => {
    const target = typeof ref === 'string' ? findTarget(files, schema, ref) : undefined
    return target ? [[name, target] as const] : []
  })

/** A name of a component, else a reference (OpenAPI 3.1, section 4.8.25). */
const findTarget = (files: Files, { file }: Node, ref: string): Node | undefined => {
  const component = /^[\w.-]+$/.test(ref) ? resolveReference(files, file, `#/components/schemas/${ref}`) : undefined
  const target = component ?? resolveReference(files, file, ref)
  return target && dereference(files, target)
}

const extendingNodes = (files: Files, schema: Node, mapping: Mapping): readonly Node[] => {
  const byValue = new Map<unknown, Node>()
  for (const node of [...mapping.map(([, target]) => target), ...extensionsOf(files, schema)])
    if (node.value !== schema.value) byValue.set(node.value, byValue.get(node.value) ?? node)
  return [...byValue.values()]
}

/** A schema and what it is made of: its $ref and the parts of its allOf; of all its branches too where that is asked for. */
const partsOf = (files: Files, start: Node, withBranches = false): readonly Node[] => {
  const seen = new Map<unknown, Node>()
  const walk = (node: Node): void => {
    if (!isJsonObject(node.value) || seen.has(node.value)) return
    seen.set(node.value, node)
    for (const part of nextParts(files, node, withBranches)) walk(part)
  }
  walk(start)
  return [...seen.values()]
}

const nextParts = (files: Files, node: Node, withBranches = false): readonly Node[] => {
  const ref = getString(node.value, '$ref')
  const target = ref === undefined ? undefined : resolveReference(files, node.file, ref)
  const keywords = withBranches ? ['allOf', 'oneOf', 'anyOf'] : ['allOf']
  const parts = keywords.flatMap((keyword) => childNodes(childNode(node, keyword)).map(([, part]) => part))
  return target ? [target, ...parts] : parts
}

interface Naming {
  readonly property: string
  readonly mapping: Mapping
  readonly nodes: readonly Node[]
  /** The schema with the discriminator. */
  readonly base: Node
}

/** Each node with its names, in this order: from the mapping, from what its schema allows, its component's own. */
const nameForms = (files: Files, naming: Naming): readonly Variant[] => {
  const described = naming.nodes.map((node) => describeForm(files, naming, node))
  const taken = new Set<string>()
  const given = described.map((): string[] => [])
  const give = (sourceOf: (form: Described) => readonly string[]): void => {
    for (const [index, form] of described.entries()) {
      for (const name of sourceOf(form)) {
        if (taken.has(name) || name in Object.prototype || !form.allows(name)) continue
        taken.add(name)
        given[index]?.push(name)
      }
    }
  }
  const isShared = (name: string): boolean => described.filter(({ own }) => own.includes(name)).length > 1
  give(({ mapped }) => mapped)
  give(({ own }) => own.filter((name) => !isShared(name)))
  give(({ alike }) => alike)
  // What is left of the values that the schema lists itself names no form: it stands for them.
  give(({ left }) => left)
  return described.map(({ mapped, node }, index) => {
    const names = given[index] ?? []
    const isBase = node === naming.base
    const explicit = names.filter((name) => mapped.includes(name))
    const isHidden = isBase && naming.mapping.length > 0
    return { node, names, told: explicit.length > 0 ? explicit : isHidden ? [] : names.slice(0, 1), isBase }
  })
}

interface Described {
  readonly node: Node
  /** Names that the discriminator, or an extension, gives. */
  readonly mapped: readonly string[]
  /** Values that the form's own schema has for the property. */
  readonly own: readonly string[]
  /** The name of its component, and listed values that read the same. */
  readonly alike: readonly string[]
  /** Values that a schema with a discriminator lists itself. */
  readonly left: readonly string[]
  readonly allows: (name: string) => boolean
}

const describeForm = (files: Files, { property, mapping, base }: Naming, node: Node): Described => {
  const target = dereference(files, node) ?? node
  const parts = partsOf(files, node)
  const lists = parts.flatMap((part) => listedValues(files, part, property))
  const isBase = node === base
  const own = isBase
    ? []
    : parts.filter(({ value }) => value !== base.value).flatMap((part) => listedValues(files, part, property))
  const given = getString(target.value, 'x-ms-discriminator-value')
  const name = componentName(isBase ? (componentOf(files, node) ?? node) : node)
  const alike = name === undefined ? [] : (lists[0] ?? []).filter((value) => plain(value) === plain(name))
  const nested = isBase ? undefined : variantsOf(files, target)
  return {
    node,
    mapped: [
      ...mapping.filter(([, mapped]) => mapped.value === target.value).map(([mappedName]) => mappedName),
      ...(given === undefined ? [] : [given]),
    ],
    own: [...(own[0] ?? []), ...(nested?.property === property ? nested.forms.flatMap(({ names }) => names) : [])],
    alike: name === undefined ? alike : [name, ...alike],
    left: isBase ? (lists[0] ?? []) : [],
    allows: (value) => lists.every((list) => list.includes(value)),
  }
}

/** The texts that a schema has for a property: its const or enum. */
const listedValues = (files: Files, part: Node, property: string): readonly (readonly string[])[] => {
  const properties = childNode(part, 'properties')
  const child = properties && childNode(properties, property)
  const { value } = (child && dereference(files, child)) ?? { value: undefined }
  const constant = getOwn(value, 'const')
  const list = constant === undefined ? itemsOf(getOwn(value, 'enum')) : [constant]
  const texts = list.filter((item) => typeof item === 'string')
  return texts.length === 0 ? [] : [texts]
}

/** The name of a component, or of a file, as a $ref or the node itself says it. */
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

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
