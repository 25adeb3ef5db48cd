/**
 * Values that are nearly always valid: fast-check arbitraries for the keywords that the documents of the oracle use.
 * Nothing is validated here.
 */
import fc from 'fast-check'
import { childNode, childNodes, dereference, type Files, type Node } from '../../../src/contract/document/references.ts'
import { getOwn, isJsonObject, itemsOf } from '../../../src/contract/values/json-object.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { NumberText, type Writable, type WritableObject } from './wire-request.ts'

type Schema = JsonObject
type Values = fc.Arbitrary<Writable>

const numberOf = (schema: Schema, name: string): number | undefined => {
  const value = schema[name]
  return typeof value === 'number' ? value : undefined
}

/** Below this depth, optional values are omitted. */
const maxDepth = 3

export const valuesOf = (files: Files, from: Node, depth = 0): Values => {
  const node = dereference(files, from)
  const schema = isJsonObject(node?.value) ? node.value : {}
  if (!node) return fc.constant(null)
  if ('const' in schema) return fc.constant(toWritable(schema.const))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum.map(toWritable))
  const branches = ['oneOf', 'anyOf'].flatMap((name) => childNodes(childNode(node, name)))
  if (branches.length > 0) return fc.oneof(...branches.map(([, branch]) => valuesOf(files, branch, depth)))
  const parts = childNodes(childNode(node, 'allOf')).map(([, part]) => dereference(files, part)?.value)
  const merged: Schema = Object.assign({}, ...parts, schema)
  const types = typeof merged.type === 'string' ? [merged.type] : itemsOf(merged.type).map(String)
  const nullable = merged.nullable === true ? ['null'] : []
  const kinds = [...(types.length === 0 ? ['object'] : types), ...nullable]
  const whole = { ...node, value: merged }
  return fc.oneof(...kinds.map((kind) => valuesOfType(files, whole, merged, kind, depth)))
}

const toWritable = (value: unknown): Writable =>
  value === null || typeof value === 'boolean' || typeof value === 'number' ? value : String(value)

const valuesOfType = (files: Files, node: Node, schema: Schema, type: string, depth: number): Values => {
  switch (type) {
    case 'integer':
      return integers(schema)
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arrays(files, node, schema, depth)
    case 'object':
      return objects(files, node, schema, depth)
    default:
      return strings(schema)
  }
}

const boundsOf = (schema: Schema): { min: number; max: number } => {
  const most = schema.format === 'int32' ? 2 ** 31 - 1 : 2 ** 53 - 1
  const above = numberOf(schema, 'exclusiveMinimum')
  const below = numberOf(schema, 'exclusiveMaximum')
  return {
    min: above === undefined ? (numberOf(schema, 'minimum') ?? -most) : above + 1,
    max: below === undefined ? (numberOf(schema, 'maximum') ?? most) : below - 1,
  }
}

const integers = (schema: Schema): Values => {
  const { min, max } = boundsOf(schema)
  const least = Math.max(min, Math.min(max, -100))
  const near = fc.integer({ min: least, max: Math.min(max, least + 200) })
  if (schema.format === 'int64') return fc.oneof(wide, { weight: 9, arbitrary: near })
  // At the limit, and just beyond it.
  const edge = schema.format === 'int32' ? edges : near
  return fc.oneof({ weight: 4, arbitrary: fc.integer({ min, max }) }, { weight: 4, arbitrary: near }, edge)
}

const edges = fc.constantFrom(2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1)

const toNumberText = (value: bigint): Writable => new NumberText(String(value))

const wide = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(toNumberText)

const numbers = (schema: Schema): Values => {
  const factor = numberOf(schema, 'multipleOf')
  if (factor !== undefined) return fc.integer({ min: 0, max: 1000 }).map((count) => count * factor)
  const min = numberOf(schema, 'minimum') ?? numberOf(schema, 'exclusiveMinimum') ?? -1000
  const max = numberOf(schema, 'maximum') ?? numberOf(schema, 'exclusiveMaximum') ?? 1000
  return fc.double({ min, max, minExcluded: true, maxExcluded: true, noNaN: true })
}

const byFormat: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(-24, -14)),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(-24)),
  uuid: fc.uuid(),
  email: fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), fc.domain()).map(([user, domain]) => `${user}@${domain}`),
  ipv4: fc.ipV4(),
  uri: fc.webUrl(),
}

const strings = (schema: Schema): Values => {
  const format = byFormat[String(schema.format)]
  if (format) return format
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern))
  const minLength = numberOf(schema, 'minLength') ?? 0
  const maxLength = numberOf(schema, 'maxLength') ?? 10
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ minLength, maxLength, unit: fc.constantFrom('é', '名', '😀', 'a') }),
  )
}

const arrays = (files: Files, node: Node, schema: Schema, depth: number): Values => {
  const first = childNodes(childNode(node, 'prefixItems'))
  if (first.length > 0) return fc.tuple(...first.map(([, item]) => valuesOf(files, item, depth + 1)))
  const items = childNode(node, 'items') ?? childNode(node, 'contains')
  const minLength = numberOf(schema, 'minItems') ?? 0
  const maxLength = depth >= maxDepth ? minLength : (numberOf(schema, 'maxItems') ?? 3)
  const each = items ? valuesOf(files, items, depth + 1) : fc.constant<Writable>(1)
  return schema.uniqueItems === true
    ? fc.uniqueArray(each, { minLength, maxLength, selector: (item) => JSON.stringify(item) })
    : fc.array(each, { minLength, maxLength })
}

const objects = (files: Files, node: Node, schema: Schema, depth: number): Values => {
  const required = new Set(itemsOf(schema.required).map(String))
  const properties = childNodes(childNode(node, 'properties'))
    .filter(([name]) => depth < maxDepth || required.has(name))
    .map(([name, child]) => {
      const values = valuesOf(files, child, depth + 1)
      const isOptional = !required.has(name) || getOwn(child.value, 'readOnly') === true
      return fc.tuple(fc.constant(name), isOptional ? fc.option(values, { nil: undefined, freq: 2 }) : values)
    })
  const named = fc.tuple(...properties).map((entries) => entries.filter(hasValue))
  const isMap = ['patternProperties', 'propertyNames'].some((keyword) => keyword in schema)
  return (isMap ? fc.tuple(named, others) : fc.tuple(named, fc.constant([]))).map(
    (entries): WritableObject => Object.fromEntries(entries.flat()),
  )
}

type Entry = [string, Writable]

const hasValue = (entry: [string, Writable | undefined]): entry is Entry => entry[1] !== undefined

/** Properties of an object whose schema has none. */
const others: fc.Arbitrary<readonly Entry[]> = fc.array(
  fc.tuple(fc.constantFrom('a', 'bb', 'ccc', 'x-a'), fc.oneof(fc.nat(9), fc.constant('text'))),
  { maxLength: 3 },
)
