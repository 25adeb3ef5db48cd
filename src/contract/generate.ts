/**
 * The one place that knows json-schema-faker: a value that fits a schema, the same for the same seed.
 */
import { isObject } from './is-object.ts'
import type { Files, Node } from './references.ts'
import { resolveReference } from './references.ts'
import { type Dialect, rangeKeyword, translateSchema } from './schema-dialect.ts'

export interface GenerateParts {
  readonly files: Files
  readonly dialect: Dialect
  readonly schema: Node
  readonly seed: number
}

/** A generated value. Not certain to be valid: the caller holds it against the schema. Rejects where the generator gives up. */
export const generateValue = async ({ files, dialect, schema, seed }: GenerateParts): Promise<unknown> => {
  const { generate } = await import('json-schema-faker')
  return generate(bundleSchema(files, dialect, schema), {
    seed,
    maxDepth: 6,
    refDepthMax: 2,
    maxItems: 3,
    optionalsProbability: 1,
  })
}

type Bundle = Record<string, unknown>

/** The schema with all that it refers to under $defs. */
const bundleSchema = (files: Files, dialect: Dialect, root: Node): Bundle => {
  const names = new Map<string, string>()
  const $defs: Bundle = {}
  const add = (node: Node): string => {
    const address = `${node.file}#${node.pointer}`
    const known = names.get(address)
    if (known !== undefined) return known
    const name = `d${names.size}`
    names.set(address, name)
    $defs[name] = translate(node)
    return name
  }
  const translate = (node: Node): unknown =>
    soften(
      translateSchema(node.value, {
        dialect,
        direction: 'response',
        rename: (ref) => {
          const target = resolveReference(files, node.file, ref)
          return target ? `#/$defs/${add(target)}` : '#/$defs/missing'
        },
        lookUp: (ref) => resolveReference(files, node.file, ref)?.value,
      }),
    )
  const schema = translate(root)
  return { ...(isObject(schema) ? schema : {}), $defs: { ...$defs, missing: {} } }
}

/** Integers without bounds come out as people expect them: small and positive. */
const soften = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(soften)
  if (!isObject(schema)) return schema
  const { [rangeKeyword]: range, ...rest } = schema
  const softened = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, name === 'enum' || name === 'const' ? value : soften(value)]),
  )
  const isOpen =
    (schema.type === 'integer' || range !== undefined) &&
    schema.minimum === undefined &&
    schema.maximum === undefined &&
    schema.exclusiveMinimum === undefined &&
    schema.exclusiveMaximum === undefined
  return isOpen ? { ...softened, minimum: 1, maximum: 10_000 } : softened
}
