/**
 * Read-only properties inside the objects of a record: clients cannot set them, and changes keep their values. Computed once
 * for a schema. Lists are skipped, because their items cannot be matched, and so are ids, which identify an object.
 */
import { dereference, type Files, type Node } from '../../contract/document/references.ts'
import { findKeyword, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole } from '../../contract/values/conventions.ts'
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import { wordsOf } from '../../contract/values/names.ts'
import type { Json, JsonObject } from '../../ports.ts'

export interface NestedReadOnly {
  /** Removes the read-only properties from what was sent. */
  readonly strip: (sent: JsonObject) => JsonObject
  /** The read-only properties in what was sent: `size.area`. */
  readonly find: (sent: JsonObject) => readonly string[]
  /** Adds the read-only properties of the previous value. */
  readonly restore: (value: JsonObject, before: JsonObject) => JsonObject
}

/** The read-only properties of an object, and of the objects in it. */
interface Shape {
  readonly fixed: ReadonlySet<string>
  readonly inner: ReadonlyMap<string, Shape>
}

/** Undefined if the schema has no such properties. */
export const learnNestedReadOnly = (files: Files, schema: Node): NestedReadOnly | undefined => {
  const shape = learnShape(files, schema)
  return (
    shape && {
      strip: (sent) => walk(shape, sent, (fixed, value) => without(value, fixed)),
      find: (sent) => findFixed(shape, sent),
      restore: (value, before) => restore(shape, value, before),
    }
  )
}

/** Without the top-level properties, which the template handles. A schema may contain itself, so shapes may too. */
const learnShape = (files: Files, root: Node): Shape | undefined => {
  const known = new Map<string, Shape>()
  let isAnyFixed = false
  const learn = (node: Node, isRoot: boolean): Shape => {
    const target = dereference(files, node) ?? node
    const address = `${target.file}#${target.pointer}`
    const found = known.get(address)
    if (found) return found
    const properties = [...viewObject(files, target).properties.values()]
    const fixed = properties.filter(
      ({ name, node: held }) => !isIdLike(name) && findKeyword(files, held, 'readOnly') === true,
    )
    const shape = { fixed: new Set(fixed.map(({ name }) => name)), inner: new Map<string, Shape>() }
    known.set(address, shape)
    isAnyFixed ||= !isRoot && fixed.length > 0
    for (const { name, node: held } of properties) shape.inner.set(name, learn(held, false))
    return shape
  }
  const shape = learn(root, true)
  return isAnyFixed ? { ...shape, fixed: new Set() } : undefined
}

const isIdLike = (name: string): boolean => hasRole(wordsOf(name).at(-1) ?? '', 'id-word')

const walk = (
  { fixed, inner }: Shape,
  value: JsonObject,
  change: (fixed: ReadonlySet<string>, value: JsonObject) => JsonObject,
): JsonObject => {
  const changed = Object.entries(value).map(([name, held]): readonly [string, Json] => {
    const shape = inner.get(name)
    return [name, shape && isJsonObject(held) ? walk(shape, held as JsonObject, change) : held]
  })
  return change(fixed, Object.fromEntries(changed))
}

const without = (value: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))

const findFixed = ({ fixed, inner }: Shape, value: JsonObject): readonly string[] => [
  ...Object.keys(value).filter((name) => fixed.has(name)),
  ...[...inner].flatMap(([name, shape]) => {
    const held = getOwn(value, name)
    return isJsonObject(held) ? findFixed(shape, held as JsonObject).map((found) => `${name}.${found}`) : []
  }),
]

const restore = ({ fixed, inner }: Shape, value: JsonObject, before: JsonObject): JsonObject => {
  const kept = Object.entries(before).filter(([name]) => fixed.has(name))
  const changed = [...inner].flatMap(([name, shape]) => {
    const [held, was] = [getOwn(value, name), getOwn(before, name)]
    return isJsonObject(held) && isJsonObject(was)
      ? [[name, restore(shape, held as JsonObject, was as JsonObject)] as const]
      : []
  })
  return { ...value, ...Object.fromEntries(kept), ...Object.fromEntries(changed) }
}
