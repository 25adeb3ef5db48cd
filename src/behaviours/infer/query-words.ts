/**
 * x-standin-filter and x-standin-page on a query parameter of a list: the property that it filters by, and its role in
 * paging. False switches the inferred meaning off.
 */
import type { Document } from '../../contract/document/document.ts'
import { type ParameterView, viewParameters } from '../../contract/document/operation-view.ts'
import { childNode } from '../../contract/document/references.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import { type PageRole, pageRoles } from '../plan/operation-plan.ts'
import type { Problem } from './extension.ts'
import type { Member } from './group-paths.ts'

/** The property named by x-standin-filter; undefined if the parameter does not have the word. */
export const readFilterWord = ({ node }: ParameterView): string | false | undefined => {
  const value = getOwn(node.value, 'x-standin-filter')
  return typeof value === 'string' || value === false ? value : undefined
}

/** The role named by x-standin-page; undefined if the parameter does not have the word. */
export const readPageWord = ({ node }: ParameterView): PageRole | false | undefined => {
  const value = getOwn(node.value, 'x-standin-page')
  return value === false ? false : pageRoles.find((role) => role === value)
}

/** Invalid values of the two words on the lists of a resource. */
export const checkQueryWords = (
  document: Document,
  members: readonly Member[],
  properties: ReadonlyMap<string, unknown>,
): readonly Problem[] =>
  members
    .filter(({ kind }) => kind === 'list')
    .flatMap(({ operation }) => viewParameters(document, operation.node, operation.pathItem))
    .flatMap((view) => [
      ...checkWord(view, 'x-standin-filter', [...properties.keys()]),
      ...checkWord(view, 'x-standin-page', pageRoles),
    ])

const checkWord = ({ node, name }: ParameterView, word: string, allowed: readonly string[]): readonly Problem[] => {
  const found = childNode(node, word)
  if (!found || found.value === false || allowed.some((one) => one === found.value)) return []
  const message = `${word} of ${name} must be false or one of ${allowed.join(', ')}, got ${JSON.stringify(found.value)}`
  return [{ node: found, message }]
}
