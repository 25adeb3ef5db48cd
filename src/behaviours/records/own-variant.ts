/**
 * Properties that only some variants of a record have, if a discriminator distinguishes them. Nothing is generated for them
 * in a record of another variant.
 */
import type { Files, Node } from '../../contract/document/references.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { findVariants } from '../../contract/schema/variants.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { JsonObject } from '../../ports.ts'

export interface OwnVariant {
  /** The property that names the variant. */
  readonly property: string
  /** The names of the variants without the property. */
  readonly others: ReadonlySet<string>
}

/** Undefined if all variants have the property, or none has. */
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

/** Whether a record is of a variant without the property. If the client does not send the variant, the previous one counts. */
export const isOfOtherVariant = (
  { property, others }: OwnVariant,
  sent: JsonObject,
  before: JsonObject | undefined,
): boolean => {
  const named = getOwn(sent, property) ?? getOwn(before, property)
  return typeof named === 'string' && others.has(named)
}
