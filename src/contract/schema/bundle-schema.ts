/**
 * A schema with everything that it refers to, as one JSON Schema 2020-12 document: what a form is generated from. Unlike the
 * translation for validators, it keeps annotations such as titles, descriptions, defaults, examples, readOnly and writeOnly.
 */
import type { Json, JsonObject } from '../../ports.ts'
import type { Dialect } from '../document/dialect.ts'
import { dereference, type Files, type Node, resolveReference } from '../document/references.ts'
import { entriesOf, getString, isJsonArray, isJsonObject } from '../values/json-object.ts'
import { splitPointer } from '../values/pointer.ts'
import { isMarkedNullable } from './nullable.ts'
import { oneSchema, schemaLists, schemaMaps } from './subschemas.ts'
import { findTarget } from './variants.ts'

export interface SchemaBundle {
  /** Other schemas are in `$defs`, which `$ref` refers to. */
  readonly schema: Json
  /** Whether a part was too large or too deep, and allows anything here. */
  readonly truncated: boolean
}

/** How many schemas a bundle may contain, subschemas included. */
const maxSchemas = 5_000
/** How deep schemas may be nested without a `$ref`. */
const maxDepth = 64

export const bundleSchema = (files: Files, dialect: Dialect, root: Node): SchemaBundle =>
  new Bundler(files, dialect).bundle(root)

class Bundler {
  readonly #files: Files
  readonly #isOld: boolean
  /** The name of each definition by the address of its schema. */
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #waiting: { readonly name: string; readonly node: Node }[] = []
  #size = 0
  #truncated = false

  constructor(files: Files, dialect: Dialect) {
    this.#files = files
    this.#isOld = dialect !== '3.1'
  }

  bundle(root: Node): SchemaBundle {
    const start = dereference(this.#files, root) ?? root
    const name = splitPointer(start.pointer).at(-1)
    if (name !== undefined) this.#taken.add(name)
    this.#names.set(addressOf(start), '')
    const schema = this.#copy(start.value, start.file, 0)
    const definitions: (readonly [string, Json])[] = []
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
      definitions.push([next.name, this.#copy(next.node.value, next.node.file, 0)])
    const whole =
      isJsonObject(schema) && definitions.length > 0 ? { ...schema, $defs: Object.fromEntries(definitions) } : schema
    return { schema: whole, truncated: this.#truncated }
  }

  #copy(schema: Json, file: string, depth: number): Json {
    if (!isJsonObject(schema)) return typeof schema === 'boolean' ? schema : true
    if (++this.#size > maxSchemas || depth > maxDepth) {
      this.#truncated = true
      return true
    }
    const ref = getString(schema, '$ref')
    if (ref !== undefined && this.#isOld) return this.#refer(ref, file)
    const copied = Object.fromEntries(
      Object.entries(schema).flatMap(([name, value]) => this.#copyKeyword(name, value, file, depth)),
    )
    const referred = ref === undefined ? undefined : this.#refer(ref, file)
    return this.#modernize({ ...copied, ...(isJsonObject(referred) ? referred : {}) }, schema)
  }

  #copyKeyword(name: string, value: Json, file: string, depth: number): readonly (readonly [string, Json])[] {
    const inner = (item: Json): Json => this.#copy(item, file, depth + 1)
    if (left.has(name) || name.startsWith('x-')) return []
    if (name === 'discriminator') return [[name, this.#copyDiscriminator(value, file)]]
    if (oneSchema.has(name)) return [[name, isJsonArray(value) ? value.map(inner) : inner(value)]]
    if (schemaLists.has(name) || name === 'allOf') return isJsonArray(value) ? [[name, value.map(inner)]] : []
    if (!schemaMaps.has(name)) return [[name, value]]
    if (!isJsonObject(value)) return []
    return [[name, Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]))]]
  }

  /** In OpenAPI 2.0 it is the name of the property. */
  #copyDiscriminator(value: Json, file: string): Json {
    if (!isJsonObject(value)) return { propertyName: value }
    const mapping = entriesOf(value.mapping).flatMap(([key, ref]): readonly (readonly [string, Json])[] => {
      const target = typeof ref !== 'string' ? undefined : findTarget(this.#files, { file }, ref)
      const shown = target && getString(this.#referTo(target), '$ref')
      return shown === undefined ? [] : [[key, shown]]
    })
    return { ...value, ...(mapping.length === 0 ? {} : { mapping: Object.fromEntries(mapping) }) }
  }

  /** A dangling reference was reported at load; it allows anything. */
  #refer(ref: string, file: string): Json {
    const found = resolveReference(this.#files, file, ref)
    const target = found && dereference(this.#files, found)
    return target ? this.#referTo(target) : true
  }

  #referTo(target: Node): Json {
    const address = addressOf(target)
    const known = this.#names.get(address)
    if (known !== undefined) return { $ref: known === '' ? '#' : refTo(known) }
    const name = this.#freeName(splitPointer(target.pointer).at(-1) ?? 'schema')
    this.#names.set(address, name)
    this.#waiting.push({ name, node: target })
    return { $ref: refTo(name) }
  }

  #freeName(wanted: string): string {
    let name = wanted
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}-${count}`
    this.#taken.add(name)
    return name
  }

  /** What OpenAPI 3.0 and 2.0 write in another way. Their `nullable` also has an effect beside `enum`. */
  #modernize(copied: Readonly<Record<string, Json>>, schema: JsonObject): Json {
    const { nullable: _, example, ...rest } = copied
    const shown = example === undefined || rest.examples !== undefined ? rest : { ...rest, examples: [example] }
    if (!this.#isOld) return shown
    const bounded = withNumericBounds(shown)
    if (!isMarkedNullable(schema)) return bounded
    const { type, enum: values } = bounded
    return {
      ...bounded,
      ...(typeof type === 'string' ? { type: [type, 'null'] } : {}),
      ...(isJsonArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
    }
  }
}

/** Keywords that say nothing once the schema is in a bundle, or that refer to other places. */
const left: ReadonlySet<string> = new Set([
  '$ref',
  '$id',
  '$schema',
  '$anchor',
  '$defs',
  'definitions',
  'xml',
  'externalDocs',
])

const addressOf = ({ file, pointer }: Node): string => `${file}#${pointer}`

const refTo = (name: string): string =>
  `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`

const withNumericBounds = (schema: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> => {
  const result = { ...schema }
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof result[exclusive] !== 'boolean') continue
    const limit = result[bound]
    if (result[exclusive] && limit !== undefined) {
      result[exclusive] = limit
      delete result[bound]
    } else delete result[exclusive]
  }
  return result
}
