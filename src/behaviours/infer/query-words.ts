/**
 * x-standin-filter and x-standin-page on a query parameter of a list: the property that it filters by, and its role in
 * paging. False switches the inferred meaning off.
 */
import type { Document } from '../../contract/document/document.ts'
import { type ParameterView, viewParameters } from '../../contract/document/operation-view.ts'
import { childNode } from '../../contract/document/references.ts'
import { getOwn, getString, isJsonObject } from '../../contract/values/json-object.ts'
import { suggest } from '../../contract/values/nearest.ts'
import { type FilterMatch, filterMatches, type PageRole, pageRoles } from '../plan/operation-plan.ts'
import type { Problem } from './extension.ts'
import type { Member } from './group-paths.ts'

/** A property and how it is compared, each if the word names it. */
export interface FilterWord {
  readonly property: string | undefined
  readonly match: FilterMatch | undefined
}

/** What x-standin-filter says; undefined if the parameter does not have the word. */
export const readFilterWord = ({ node }: ParameterView): FilterWord | false | undefined => {
  const value = getOwn(node.value, 'x-standin-filter')
  if (value === false) return false
  if (typeof value === 'string') return { property: value, match: undefined }
  if (!isJsonObject(value)) return undefined
  const match = filterMatches.find((one) => one === value.match)
  return { property: getString(value, 'property'), match }
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
    .flatMap((view) => [...checkFilter(view, [...properties.keys()]), ...checkWord(view, 'x-standin-page', pageRoles)])

/** A property, or an object with `property` and `match`; text needs no property. */
const checkFilter = (view: ParameterView, properties: readonly string[]): readonly Problem[] => {
  const found = childNode(view.node, 'x-standin-filter')
  if (!found || !isJsonObject(found.value)) return checkWord(view, 'x-standin-filter', properties)
  const { property, match, ...others } = found.value
  const place = `x-standin-filter of ${view.name}`
  const problems: Problem[] = []
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    problems.push({ node: found, message: `${place} has an unknown field ${unknown}. ${suggest(unknown, fields)}` })
  if (match !== undefined && !filterMatches.some((one) => one === match))
    problems.push({
      node: found,
      message: `${place}: match must be one of ${filterMatches.join(', ')}, got ${JSON.stringify(match)}`,
    })
  if (!(property === undefined && match === 'text') && !properties.some((one) => one === property))
    problems.push({
      node: found,
      message: `${place}: property must be one of ${properties.join(', ')}, got ${JSON.stringify(property)}`,
    })
  return problems
}

const fields = ['property', 'match']

const checkWord = ({ node, name }: ParameterView, word: string, allowed: readonly string[]): readonly Problem[] => {
  const found = childNode(node, word)
  if (!found || found.value === false || allowed.some((one) => one === found.value)) return []
  const message = `${word} of ${name} must be false or one of ${allowed.join(', ')}, got ${JSON.stringify(found.value)}`
  return [{ node: found, message }]
}
