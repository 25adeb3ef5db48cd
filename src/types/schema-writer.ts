/**
 * Writes the schemas of a document as types of TypeScript. What a `$ref` leads to gets a name, so that recursion ends there.
 */
import type { Document } from '../contract/document/document.ts'
import { childNode, childNodes, dereference, type Node, resolveReference } from '../contract/document/references.ts'
import { isMeantForItems } from '../contract/schema/misplaced-enum.ts'
import { isMarkedNullable } from '../contract/schema/nullable.ts'
import type { Direction } from '../contract/schema/schema-dialect.ts'
import { findKeyword, nodeAt } from '../contract/schema/schema-view.ts'
import { isPlainWithin, type Variants, variantsOf } from '../contract/schema/variants.ts'
import { getString, isJsonObject, itemsOf } from '../contract/values/json-object.ts'
import type { JsonObject } from '../ports.ts'
import type { Declarations } from './declarations.ts'
import {
  anything,
  arrayOf,
  commentOf,
  type Expression,
  intersectionOf,
  literalOf,
  type Member,
  nothing,
  objectOf,
  plain,
  tupleOf,
  unionOf,
} from './expression.ts'
import { Sides } from './sides.ts'
import { nameAt, toTypeName } from './type-names.ts'

/** How deep schemas may be nested without a `$ref`. */
const maxDepth = 64

/** Where in the output a schema is written. */
interface Place {
  readonly direction: Direction
  /** The schemas that it is a part of, by `$ref` and allOf. */
  readonly path: readonly unknown[]
  readonly depth: number
  /** The declaration in whose type it is, unless an object or array is in between. */
  readonly direct: string | undefined
  /** Whether a schema with a discriminator is meant without its variants. */
  readonly isBase?: boolean
}

export class SchemaWriter {
  readonly #document: Document
  readonly #declarations: Declarations
  readonly #sides: Sides

  constructor(document: Document, declarations: Declarations) {
    this.#document = document
    this.#declarations = declarations
    this.#sides = new Sides(document.files)
  }

  /** The type of a schema in a request or a response. Declares the types that it refers to. */
  write(node: Node, direction: Direction): Expression {
    return this.#write(node, { direction, path: [], depth: 0, direct: undefined })
  }

  /** The same, but a schema that is written in place gets a name. */
  name(node: Node, direction: Direction, wanted: string): Expression {
    const target = dereference(this.#document.files, node)
    if (!target || !isJsonObject(target.value)) return anything
    return target === node ? this.#declare(target, direction, false, wanted) : this.write(node, direction)
  }

  #write(node: Node, place: Place): Expression {
    const { value } = node
    if (value === false) return nothing
    if (!isJsonObject(value) || place.depth > maxDepth) return anything
    const ref = getString(value, '$ref')
    const referred = ref === undefined ? undefined : this.#refer(node, ref, place)
    if (referred && this.#document.dialect !== '3.1') return referred
    const own = this.#writeOwn(node, value, { ...place, path: [...place.path, value], depth: place.depth + 1 })
    const whole = intersectionOf([...(referred ? [referred] : []), own])
    return isMarkedNullable(value) ? unionOf([whole, plain('null')]) : whole
  }

  /** A dangling reference was reported at load; it allows anything. */
  #refer(node: Node, ref: string, place: Place): Expression {
    const { files } = this.#document
    const found = resolveReference(files, node.file, ref)
    const target = found && (saysMore(found, this.#document) ? found : dereference(files, found))
    if (!target || !isJsonObject(target.value)) return target?.value === false ? nothing : anything
    return this.#use(target, place)
  }

  /** A schema by its name. */
  #use(target: Node, { direction, path, direct }: Place): Expression {
    const variants = variantsOf(this.#document.files, target)
    const isBase = variants !== undefined && isPlainWithin(variants, path)
    const { text } = this.#declare(target, direction, isBase, nameAt(target.pointer))
    return this.#declarations.use(direct, text)
  }

  #declare(target: Node, direction: Direction, isBase: boolean, wanted: string): Expression {
    const differs = direction === 'request' && this.#sides.differ(target)
    const name = wanted + (isBase ? 'Base' : '') + (differs ? 'Request' : '')
    const id = `${isBase ? 'base' : 'whole'} ${differs ? 'request' : 'any'}`
    return this.#declarations.declare(
      { schema: target.value, id, names: [name, toTypeName(this.#document.name) + name] },
      (own) => ({
        comment: commentOfSchema(target.value),
        type: this.#write(target, { direction, path: [], depth: 0, direct: own, isBase }),
      }),
    )
  }

  #writeOwn(node: Node, schema: JsonObject, place: Place): Expression {
    const { isBase = false, ...inner } = place
    if (schema.const !== undefined) return literalOf(schema.const)
    const members = itemsOf(schema.enum)
    if (members.length > 0 && !isMeantForItems(schema)) return unionOf(members.map(literalOf))
    const variants = isBase ? undefined : variantsOf(this.#document.files, node)
    if (variants && !isPlainWithin(variants, place.path.slice(0, -1))) return this.#writeVariants(node, variants, inner)
    return intersectionOf([
      ...childNodes(childNode(node, 'allOf')).map(([, part]) => this.#write(part, inner)),
      ...(isBase || variants ? [] : ['oneOf', 'anyOf']).flatMap((keyword) => this.#writeChoice(node, keyword, inner)),
      this.#writeTypes(node, schema, inner),
    ])
  }

  #writeChoice(node: Node, keyword: string, place: Place): readonly Expression[] {
    const branches = childNodes(childNode(node, keyword))
    const parts = branches.map(([, branch]) => this.#write(branch, { ...place, path: [] }))
    return branches.length === 0 ? [] : [unionOf(parts)]
  }

  /** Each variant with the property values that select it. */
  #writeVariants(
    node: Node,
    { property, variants, isListed, isRequired, allowsNull }: Variants,
    place: Place,
  ): Expression {
    const { files } = this.#document
    const branches = variants.map((variant) => {
      const type = variant.isBase
        ? this.#declarations.use(place.direct, this.#declare(node, place.direction, true, nameAt(node.pointer)).text)
        : this.#writeVariant(variant.node, { ...place, path: [] }, isListed)
      const selector = nodeAt(files, variant.node, [property])
      const isSelective = ['const', 'enum'].some(
        (keyword) => selector && findKeyword(files, selector, keyword) !== undefined,
      )
      if (isSelective) return type
      const names = unionOf(variant.names.map(literalOf))
      const named = objectOf([{ name: property, type: names, isOptional: !isRequired, comment: '' }], undefined)
      return intersectionOf([type, plain(named.text.replace(/\n\s*/g, ' '))])
    })
    const chosen = unionOf([...branches, ...(allowsNull ? [plain('null')] : [])])
    if (!isListed) return chosen
    const parts = childNodes(childNode(node, 'allOf')).map(([, part]) => this.#write(part, place))
    return intersectionOf([chosen, ...parts, this.#writeTypes(node, isJsonObject(node.value) ? node.value : {}, place)])
  }

  /** A schema that extends the one with the discriminator has a name of its own. */
  #writeVariant(variant: Node, place: Place, isListed: boolean): Expression {
    return isListed ? this.#write(variant, place) : this.#use(variant, place)
  }

  /** What the schema itself says, without its parts. */
  #writeTypes(node: Node, schema: JsonObject, place: Place): Expression {
    const types = typeof schema.type === 'string' ? [schema.type] : itemsOf(schema.type)
    if (types.length > 0) return unionOf(types.map((type) => this.#writeType(type, node, schema, place)))
    if (objectKeywords.some((keyword) => schema[keyword] !== undefined)) return this.#writeObject(node, schema, place)
    return schema.items === undefined ? anything : this.#writeArray(node, schema, place)
  }

  #writeType(type: unknown, node: Node, schema: JsonObject, place: Place): Expression {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return plain(type)
      case 'integer':
      case 'number':
        return plain('number')
      case 'array':
        return this.#writeArray(node, schema, place)
      case 'object':
        return this.#writeObject(node, schema, place)
      default:
        return anything
    }
  }

  #writeArray(node: Node, { minItems }: JsonObject, place: Place): Expression {
    const inner = within(place)
    const items = childNode(node, 'items')
    const first = childNodes(childNode(node, 'prefixItems')).map(([, item]) => this.#write(item, inner))
    const rest = items && !Array.isArray(items.value) ? this.#write(items, inner) : anything
    if (first.length === 0) return arrayOf(rest)
    return tupleOf(first, rest === nothing ? undefined : rest, Number(minItems ?? 0))
  }

  #writeObject(node: Node, schema: JsonObject, place: Place): Expression {
    const inner = within(place)
    const { files } = this.#document
    const omitted = place.direction === 'request' ? 'readOnly' : 'writeOnly'
    const required = new Set(itemsOf(schema.required).map(String))
    const members: Member[] = []
    for (const [name, property] of childNodes(childNode(node, 'properties'))) {
      const isRequired = required.delete(name)
      if (findKeyword(files, property, omitted) === true) continue
      const type = this.#write(property, inner)
      members.push({ name, type, isOptional: !isRequired, comment: commentOfSchema(property.value) })
    }
    // Their schemas are in another part.
    for (const name of required) members.push({ name, type: anything, isOptional: false, comment: '' })
    const isPart = combiners.some((keyword) => schema[keyword] !== undefined)
    const others = this.#writeOthers(node, schema, members, inner)
    return members.length === 0 && !others && isPart
      ? anything
      : objectOf(members, others ?? fallbackOf(members, schema))
  }

  /** The type of other properties: TypeScript wants it to include those that are named. */
  #writeOthers(node: Node, schema: JsonObject, members: readonly Member[], place: Place): Expression | undefined {
    const { additionalProperties } = schema
    const patterns = childNodes(childNode(node, 'patternProperties')).map(([, pattern]) => pattern)
    const additional = childNode(node, 'additionalProperties')
    const nodes = [...patterns, ...(additional && additionalProperties !== false ? [additional] : [])]
    if (nodes.length === 0) return undefined
    const type = unionOf(nodes.map((other) => this.#write(other, place)))
    return members.every((member) => !member.isOptional && member.type.text === type.text) ? type : anything
  }
}

/** Whether a schema has more than its `$ref`. Before 3.1 that is ignored. */
const saysMore = ({ value }: Node, { dialect }: Document): boolean =>
  dialect === '3.1' &&
  isJsonObject(value) &&
  value.$ref !== undefined &&
  Object.keys(value).some((keyword) => !annotations.has(keyword))

const annotations: ReadonlySet<string> = new Set(['$ref', 'title', 'description', 'summary', 'deprecated', 'examples'])

/** Of an object without named properties: anything, unless the schema allows none. */
const fallbackOf = (members: readonly Member[], { additionalProperties }: JsonObject): Expression | undefined =>
  members.length === 0 && additionalProperties !== false ? anything : undefined

const within = (place: Place): Place => ({ ...place, path: [], direct: undefined })

const combiners = ['allOf', 'oneOf', 'anyOf', '$ref']

const objectKeywords = ['properties', 'required', 'additionalProperties', 'patternProperties']

const commentOfSchema = (schema: unknown): string =>
  commentOf(getString(schema, 'description') ?? getString(schema, 'title'), isDeprecated(schema))

const isDeprecated = (schema: unknown): boolean => isJsonObject(schema) && schema.deprecated === true
