/**
 * What all parts of a schema ask of one value together: its $ref followed, its allOf merged, one branch of each oneOf and
 * anyOf chosen. A sketch for whoever makes values; whether a value fits is for the validator to say.
 */

import type { Json, JsonObject } from '../../ports.ts'
import { childNode, childNodes, type Files, type Node, resolveReference } from '../document/references.ts'
import { entriesOf, getOwn, getString, isJsonObject, itemsOf } from '../values/json-object.ts'
import { isPlainWithin, type Variant, type Variants, variantsOf, variantWithin } from './variants.ts'

export interface MergedSchema {
  /** Types that are left; undefined where no part names one. */
  readonly types: readonly string[] | undefined
  /** Whether null will do, because a part is nullable or a branch is null. */
  readonly isNullable: boolean
  /** Each property with all that is said of it. */
  readonly properties: ReadonlyMap<string, readonly Node[]>
  readonly required: ReadonlySet<string>
  readonly items: readonly Node[]
  readonly prefixItems: readonly Node[]
  /** What one item at least has to be; undefined where nothing says so. */
  readonly contains: Node | undefined
  /** What names beyond the properties have to be. */
  readonly propertyNames: Node | undefined
  /** Schemas of what has no name; `false` where nothing may. */
  readonly additional: readonly Node[] | false
  /** Names beyond which a closed part allows none; undefined where all parts are open. */
  readonly allowed: ReadonlySet<string> | undefined
  /** Other keywords, the tighter of two. */
  readonly keywords: JsonObject
  /** Addresses of what was gone through by $ref. */
  readonly addresses: ReadonlySet<string>
  /** The last name that a $ref led to: what the value is called. */
  readonly name: string | undefined
  /** Values that a discriminator asks for, by property. */
  readonly discriminators: ReadonlyMap<string, string>
  /** How many ways there are to choose branches. */
  readonly choices: number
  /** Whether a keyword is met that a sketch does not heed: not, if, contains and their like. */
  readonly isIntricate: boolean
  readonly examples: readonly Json[]
}

interface Sketch {
  types: readonly string[] | undefined
  isNullable: boolean
  properties: Map<string, Node[]>
  required: Set<string>
  items: Node[]
  prefixItems: readonly Node[]
  contains: Node | undefined
  propertyNames: Node | undefined
  additional: Node[] | false
  allowed: ReadonlySet<string> | undefined
  keywords: Record<string, Json>
  addresses: Set<string>
  name: string | undefined
  discriminators: Map<string, string>
  choices: number
  isIntricate: boolean
  examples: Json[]
}

/** Chooses branches by number; those that `avoid` are chosen last. */
export const mergeSchema = (
  files: Files,
  nodes: readonly Node[],
  choice: number,
  avoid: (address: string) => boolean,
): MergedSchema => {
  const sketch = createSketch()
  const walk = (node: Node, within: readonly unknown[] = []): void => {
    const schema = node.value
    if (!isJsonObject(schema)) return
    const address = `${node.file}#${node.pointer}`
    if (sketch.addresses.has(address)) return
    const ref = getString(schema, '$ref')
    if (ref !== undefined) {
      sketch.addresses.add(address)
      const target = resolveReference(files, node.file, ref)
      if (target) {
        sketch.name = target.pointer.slice(target.pointer.lastIndexOf('/') + 1)
        walk(target, [...within, schema])
        sketch.addresses.add(`${target.file}#${target.pointer}`)
      }
    }
    see(sketch, node, schema)
    for (const [, part] of childNodes(childNode(node, 'allOf'))) walk(part, [...within, schema])
    const forms = variantsOf(files, node)
    if (forms && isPlainWithin(forms, within)) nameForm(sketch, forms, variantWithin(files, forms, within))
    else for (const branches of branchesOf(node, forms)) chooseBranch(branches, forms)
  }
  const chooseBranch = (all: readonly Node[], forms: Variants | undefined): void => {
    const branches = all.filter((branch) => !isNull(branch))
    if (branches.length < all.length) sketch.isNullable = true
    const ordered = [
      ...branches.filter((branch) => !leadsTo(branch, avoid)),
      ...branches.filter((branch) => leadsTo(branch, avoid)),
    ]
    const branch = ordered[choice % Math.max(1, ordered.length)]
    if (!branch) return
    sketch.choices = Math.max(sketch.choices, ordered.length)
    if (forms)
      nameForm(
        sketch,
        forms,
        forms.forms.find(({ node }) => isSameNode(node, branch)),
      )
    walk(branch)
  }
  /** Whether a branch leads back to where the value is a part of. */
  const leadsTo = (branch: Node, isAvoided: (address: string) => boolean): boolean => {
    const ref = getString(branch.value, '$ref')
    const target = ref === undefined ? branch : resolveReference(files, branch.file, ref)
    return target !== undefined && isAvoided(`${target.file}#${target.pointer}`)
  }
  for (const node of nodes) walk(node)
  return sketch
}

type Schema = JsonObject

const createSketch = (): Sketch => ({
  types: undefined,
  isNullable: false,
  properties: new Map(),
  required: new Set(),
  items: [],
  prefixItems: [],
  contains: undefined,
  propertyNames: undefined,
  additional: [],
  allowed: undefined,
  keywords: {},
  addresses: new Set(),
  name: undefined,
  discriminators: new Map(),
  choices: 1,
  isIntricate: false,
  examples: [],
})

const isNull = ({ value }: Node): boolean => {
  const type = getOwn(value, 'type')
  const values = getOwn(value, 'enum')
  return type === 'null' || (Array.isArray(values) && values.length > 0 && values.every((item) => item === null))
}

const intricate = [
  ...['not', 'if', 'contains', 'patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
  ...['dependencies', 'unevaluatedProperties', 'unevaluatedItems'],
]

const see = (sketch: Sketch, node: Node, schema: Schema): void => {
  seeTypes(sketch, schema)
  if (schema.nullable === true || schema['x-nullable'] === true) sketch.isNullable = true
  for (const [name, child] of childNodes(childNode(node, 'properties')))
    sketch.properties.set(name, [...(sketch.properties.get(name) ?? []), child])
  for (const name of itemsOf(schema.required)) if (typeof name === 'string') sketch.required.add(name)
  const items = childNode(node, 'items')
  if (items && isJsonObject(items.value)) sketch.items.push(items)
  const prefix = childNodes(childNode(node, 'prefixItems')).map(([, item]) => item)
  if (prefix.length > 0) sketch.prefixItems = prefix
  sketch.contains ??= childNode(node, 'contains')
  sketch.propertyNames ??= childNode(node, 'propertyNames')
  seeAdditional(sketch, node, schema)
  for (const [name, value] of Object.entries(schema)) tighten(sketch.keywords, name, value, schema)
  if (intricate.some((keyword) => schema[keyword] !== undefined)) sketch.isIntricate = true
  if (schema.example !== undefined) sketch.examples.push(schema.example)
  sketch.examples.push(...itemsOf(schema.examples))
}

const seeTypes = (sketch: Sketch, schema: Schema): void => {
  const given = typeof schema.type === 'string' ? [schema.type] : itemsOf(schema.type).map(String)
  if (given.length === 0) return
  if (given.includes('null') && given.length > 1) sketch.isNullable = true
  const named = given.length > 1 ? given.filter((type) => type !== 'null') : given
  const { types } = sketch
  sketch.types = types
    ? named.filter((type) => types.includes(type) || (type === 'integer' && types.includes('number')))
    : named
}

const seeAdditional = (sketch: Sketch, node: Node, schema: Schema): void => {
  const additional = childNode(node, 'additionalProperties')
  if (additional && isJsonObject(additional.value) && sketch.additional) sketch.additional.push(additional)
  if (schema.additionalProperties !== false) return
  sketch.additional = false
  if (schema.patternProperties !== undefined) return
  const own = new Set(entriesOf(schema.properties).map(([name]) => name))
  const { allowed } = sketch
  sketch.allowed = allowed ? new Set([...own].filter((name) => allowed.has(name))) : own
}

const upper = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
const lower = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const others = new Set(['format', 'pattern', 'multipleOf', 'const', 'default', 'uniqueItems', 'writeOnly', 'title'])

/** Of two bounds the tighter one stands, of two lists of values what is in both, of all else the first. */
const tighten = (keywords: Record<string, Json>, name: string, value: Json, schema: Schema): void => {
  const known = keywords[name]
  if (name === 'enum' && Array.isArray(value))
    keywords.enum = Array.isArray(known) ? known.filter((item) => value.includes(item)) : value
  else if (upper.has(name) && typeof value === 'number')
    keywords[name] = typeof known === 'number' ? Math.min(known, value) : value
  else if (lower.has(name) && typeof value === 'number')
    keywords[name] = typeof known === 'number' ? Math.max(known, value) : value
  else if (name === 'exclusiveMinimum' && value === true) keywords.exclusiveMinimum = schema.minimum ?? true
  else if (name === 'exclusiveMaximum' && value === true) keywords.exclusiveMaximum = schema.maximum ?? true
  else if (others.has(name) && known === undefined) keywords[name] = value
}

/** The outermost name stands: what is within it is a form of a form. */
const nameForm = ({ discriminators }: Sketch, { property }: Variants, form: Variant | undefined): void => {
  const [name] = form?.names ?? []
  if (name !== undefined && !discriminators.has(property)) discriminators.set(property, name)
}

/** The branches of each choice. A schema that its forms extend is made as one of them. */
const branchesOf = (node: Node, forms: Variants | undefined): readonly (readonly Node[])[] =>
  forms && !forms.isListed
    ? [forms.forms.filter(({ isBase }) => !isBase).map((form) => form.node)]
    : ['oneOf', 'anyOf'].map((keyword) => childNodes(childNode(node, keyword)).map(([, branch]) => branch))

const isSameNode = (one: Node, other: Node): boolean => one.file === other.file && one.pointer === other.pointer
