/**
 * x-standin-filter and x-standin-page on a query parameter of a list: which property it filters by, what it says of the
 * page; false where it does neither though its name looks so.
 */
import type { Document } from '../../contract/document/document.ts'
import { type ParameterView, viewParameters } from '../../contract/document/operation-view.ts'
import { childNode } from '../../contract/document/references.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { Problem } from './extension.ts'
import type { Member } from './group-paths.ts'

export const pageRoles = ['limit', 'offset', 'page', 'after', 'before', 'sort', 'direction'] as const
export type PageRole = (typeof pageRoles)[number]

/** The property that the document says, false where it says none; undefined where it says nothing. */
export const askedFilter = ({ node }: ParameterView): string | false | undefined => {
  const value = getOwn(node.value, 'x-standin-filter')
  return typeof value === 'string' || value === false ? value : undefined
}

/** Likewise, what it says of the page. */
export const askedRole = ({ node }: ParameterView): PageRole | false | undefined => {
  const value = getOwn(node.value, 'x-standin-page')
  return value === false ? false : pageRoles.find((role) => role === value)
}

/** Words that cannot be had, of the lists of a resource. */
export const checkQueryWords = (
  document: Document,
  members: readonly Member[],
  properties: ReadonlyMap<string, unknown>,
): readonly Problem[] =>
  members
    .filter(({ kind }) => kind === 'list')
    .flatMap(({ operation }) => viewParameters(document, operation.node, operation.pathItem))
    .flatMap(({ node, name }) => [
      ...explain(node, name, 'x-standin-filter', [...properties.keys()]),
      ...explain(node, name, 'x-standin-page', pageRoles),
    ])

const explain = (
  node: ParameterView['node'],
  name: string,
  word: string,
  known: readonly string[],
): readonly Problem[] => {
  const asked = childNode(node, word)
  if (!asked || asked.value === false || known.some((one) => one === asked.value)) return []
  const message = `${word} of ${name}: must be false or one of ${known.join(', ')}, is ${JSON.stringify(asked.value)}`
  return [{ node: asked, message }]
}
