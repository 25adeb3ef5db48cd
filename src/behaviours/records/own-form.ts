/**
 * Properties that only some forms of a record have, where a discriminator tells the forms apart: nothing is put into a
 * record of another form.
 */
import type { Files, Node } from '../../contract/document/references.ts'
import { findForms } from '../../contract/schema/forms.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { getOwn } from '../../contract/values/is-object.ts'
import type { JsonObject } from '../../ports.ts'

export interface OwnForm {
  /** The property that names the form. */
  readonly property: string
  /** Of the forms that do not have the property. */
  readonly others: ReadonlySet<string>
}

/** Undefined where all forms have the property, or none has. */
export const readOwnForm = (files: Files, schema: Node, name: string): OwnForm | undefined => {
  const found = findForms(files, schema)
  if (!found) return undefined
  const { property, forms } = found
  const views = forms
    .filter(({ isBase }) => !isBase)
    .map(({ node, names }) => ({ names, view: viewObject(files, node) }))
  const others = views.filter(({ view }) => !view.properties.has(name))
  if (others.length === 0 || others.length === views.length) return undefined
  const base = forms.filter(({ isBase }) => isBase)
  return { property, others: new Set([...others, ...base].flatMap(({ names }) => names)) }
}

/** Whether a record is of a form that has not the property. What is replaced says what the client does not. */
export const isOfOtherForm = (
  { property, others }: OwnForm,
  sent: JsonObject,
  before: JsonObject | undefined,
): boolean => {
  const named = getOwn(sent, property) ?? getOwn(before, property)
  return typeof named === 'string' && others.has(named)
}
