/**
 * What of a record is shown under a schema: never what is writeOnly, and nothing that a closed schema does not name.
 * Learned once for a schema; where all of a record is shown there is no projection at all.
 */

import { dereference, type Files, type Node } from '../../contract/document/references.ts'
import { findKeyword, itemsNode, viewObject } from '../../contract/schema/schema-view.ts'
import { walkSchema } from '../../contract/schema/walk-schema.ts'
import { isJsonArray, itemsOf } from '../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Resource } from './resource.ts'

export type Projection = (value: JsonObject) => JsonObject

/** Takes away what is writeOnly, at any depth; undefined where the schema has no such property. */
export const createMask = ({ document, schema }: Resource): Projection | undefined =>
  projectionOf(learnShape(document.files, schema, { closing: false, dropped: [] }))

/** Makes a resource's record one of another schema: drops what only the resource's own schema names, and what a closed one forbids. Undefined where nothing goes. */
export const createView = ({ document: { files }, schema }: Resource, other: Node): Projection | undefined => {
  if (isSameSchema(files, schema, other)) return undefined
  const { properties, open } = viewObject(files, other)
  const dropped = [...viewObject(files, schema).properties.keys()].filter((name) => !open && !properties.has(name))
  return projectionOf(learnShape(files, other, { closing: true, dropped }))
}

/** Whether an object of the schema may have no properties but the named ones. */
export const isClosed = (files: Files, node: Node): boolean =>
  walkSchema(files, node).some(
    ({ schema }) => schema.additionalProperties === false || schema.unevaluatedProperties === false,
  )

/** One schema, or two that read the same in one file. */
export const isSameSchema = (files: Files, one: Node, other: Node): boolean => {
  const [a, b] = [dereference(files, one), dereference(files, other)]
  if (!a || !b || a.file !== b.file) return false
  return a.pointer === b.pointer || JSON.stringify(a.value) === JSON.stringify(b.value)
}

/** What goes from an object, or from the items of an array. */
interface Shape {
  readonly hidden: ReadonlySet<string>
  /** The only names that stay; undefined where all others do. */
  readonly named: ReadonlySet<string> | undefined
  readonly inner: Map<string, Shape>
  items: Shape | undefined
}

interface Learning {
  /** Whether closed schemas count. */
  readonly closing: boolean
  /** Names that go from the record itself. */
  readonly dropped: readonly string[]
}

/** The shape of a schema; undefined where nothing ever goes. A schema may hold itself, so shapes may. */
const learnShape = (files: Files, root: Node, { closing, dropped }: Learning): Shape | undefined => {
  const known = new Map<string, Shape>()
  let anythingGoes = dropped.length > 0
  const learn = (node: Node, besides: readonly string[]): Shape => {
    const target = dereference(files, node) ?? node
    const address = `${target.file}#${target.pointer}`
    const found = known.get(address)
    if (found) return found
    const { properties, open } = viewObject(files, target)
    const secrets = [...properties.values()].filter((view) => findKeyword(files, view.node, 'writeOnly') === true)
    const named = closing && !open && isClosed(files, target) ? new Set(properties.keys()) : undefined
    const hidden = new Set([...besides, ...secrets.map(({ name }) => name)])
    const shape: Shape = { hidden, named, inner: new Map(), items: undefined }
    known.set(address, shape)
    anythingGoes ||= secrets.length > 0 || named !== undefined
    for (const { name, node: inner } of properties.values()) shape.inner.set(name, learn(inner, []))
    const items = itemsNode(files, target)
    shape.items = items && learn(items, [])
    return shape
  }
  const shape = learn(root, dropped)
  return anythingGoes ? shape : undefined
}

const projectionOf = (shape: Shape | undefined): Projection | undefined =>
  shape && ((value) => projectObject(shape, value))

const project = (shape: Shape | undefined, value: Json): Json => {
  if (!shape || typeof value !== 'object' || value === null) return value
  return isJsonArray(value) ? itemsOf(value).map((item) => project(shape.items, item)) : projectObject(shape, value)
}

const projectObject = ({ hidden, named, inner }: Shape, value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !hidden.has(name) && (named?.has(name) ?? true))
      .map(([name, item]) => [name, project(inner.get(name), item)]),
  )
