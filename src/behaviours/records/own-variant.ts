/**
 * Properties that only some forms of a record have, where a discriminator tells the forms apart: nothing is put into a
 * record of another form.
 */
import type { Files, Node } from '../../contract/document/references.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { findVariants } from '../../contract/schema/variants.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { JsonObject } from '../../ports.ts'

export interface OwnVariant {
  /** The property that names the form. */
  readonly property: string
  /** Of the forms that do not have the property. */
  readonly others: ReadonlySet<string>
}

/** Undefined where all forms have the property, or none has. */
export const readOwnVariant = (files: Files, schema: Node, name: string): OwnVariant | undefined => {
  const found = findVariants(files, schema)
  if (!found) return undefined
  const { property, variants } = found
  const views = variants
    .filter(({ isBase }) => !isBase)
    .map(({ node, names }) => ({ names, view: viewObject(files, node) }))
  const others = views.filter(({ view }) => !view.properties.has(name))
  if (others.length === 0 || others.length === views.length) return undefined
  const base = variants.filter(({ isBase }) => isBase)
  return { property, others: new Set([...others, ...base].flatMap(({ names }) => names)) }
}

/** Whether a record is of a form that has not the property. What is replaced says what the client does not. */
export const isOfOtherVariant = (
  { property, others }: OwnVariant,
  sent: JsonObject,
  before: JsonObject | undefined,
): boolean => {
  const named = getOwn(sent, property) ?? getOwn(before, property)
  return typeof named === 'string' && others.has(named)
}
