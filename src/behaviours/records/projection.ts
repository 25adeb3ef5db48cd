/**
 * What a schema shows of a record: no write-only properties, and nothing that a closed schema does not name. Computed once
 * for a schema; if the whole record is shown there is no projection.
 */

import { dereference, type Files, type Node } from '../../contract/document/references.ts'
import { findKeyword, itemsNode, viewObject } from '../../contract/schema/schema-view.ts'
import { walkSchema } from '../../contract/schema/walk-schema.ts'
import { isJsonArray, itemsOf } from '../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Resource } from './resource.ts'

export type Projection = (value: JsonObject) => JsonObject

/** Removes write-only properties at any depth; undefined if the schema has none. */
export const createMask = ({ document, schema }: Resource): Projection | undefined =>
  projectionOf(readShape(document.files, schema, { closing: false, dropped: [] }))

/** Drops the properties that only the resource's own schema names, and those that a closed schema forbids. Undefined if nothing is dropped. */
export const createView = ({ document: { files }, schema }: Resource, other: Node): Projection | undefined => {
  if (isSameSchema(files, schema, other)) return undefined
  const { properties, open } = viewObject(files, other)
  const dropped = [...viewObject(files, schema).properties.keys()].filter((name) => !open && !properties.has(name))
  return projectionOf(readShape(files, other, { closing: true, dropped }))
}

/** Whether an object of the schema may have only the named properties. */
export const isClosed = (files: Files, node: Node): boolean =>
  walkSchema(files, node).some(
    ({ schema }) => schema.additionalProperties === false || schema.unevaluatedProperties === false,
  )

/** The same schema, or two equal ones in one file. */
export const isSameSchema = (files: Files, one: Node, other: Node): boolean => {
  const [a, b] = [dereference(files, one), dereference(files, other)]
  if (!a || !b || a.file !== b.file) return false
  return a.pointer === b.pointer || JSON.stringify(a.value) === JSON.stringify(b.value)
}

/** What is removed from an object, or from the items of an array. */
interface Shape {
  readonly hidden: ReadonlySet<string>
  /** The only properties that stay; undefined if all others stay. */
  readonly named: ReadonlySet<string> | undefined
  readonly inner: Map<string, Shape>
  items: Shape | undefined
}

interface ShapeOptions {
  /** Whether closed schemas remove properties. */
  readonly closing: boolean
  /** Properties removed from the record itself. */
  readonly dropped: readonly string[]
}

/** Undefined if nothing is removed. A schema may contain itself, so shapes may too. */
const readShape = (files: Files, root: Node, { closing, dropped }: ShapeOptions): Shape | undefined => {
  const known = new Map<string, Shape>()
  let removesAny = dropped.length > 0
  const read = (node: Node, additional: readonly string[]): Shape => {
    const target = dereference(files, node) ?? node
    const address = `${target.file}#${target.pointer}`
    const found = known.get(address)
    if (found) return found
    const { properties, open } = viewObject(files, target)
    const secrets = [...properties.values()].filter((view) => findKeyword(files, view.node, 'writeOnly') === true)
    const named = closing && !open && isClosed(files, target) ? new Set(properties.keys()) : undefined
    const hidden = new Set([...additional, ...secrets.map(({ name }) => name)])
    const shape: Shape = { hidden, named, inner: new Map(), items: undefined }
    known.set(address, shape)
    removesAny ||= secrets.length > 0 || named !== undefined
    for (const { name, node: inner } of properties.values()) shape.inner.set(name, read(inner, []))
    const items = itemsNode(files, target)
    shape.items = items && read(items, [])
    return shape
  }
  const shape = read(root, dropped)
  return removesAny ? shape : undefined
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
