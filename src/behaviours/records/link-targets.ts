/**
 * Finds the resource that the name of a property means: `billingPlanId` a plan, `owner` a user. The names of a resource are
 * those of its collection, of its schema and of its path parameter.
 */
import { getString } from '../../contract/values/json-object.ts'
import { memoizeNames } from '../../contract/values/memoize.ts'
import { nounOf, plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import type { Resource } from './resource.ts'

export interface LinkSource {
  /** Those of one document. */
  readonly resources: readonly Resource[]
  /** The resource that owns the records of another. */
  readonly owners: ReadonlyMap<Resource, Resource>
  /** The path parameter of an item. */
  readonly parameterOf: (resource: Resource) => string | undefined
}

export interface FoundTarget {
  readonly target: Resource
  /** What precedes the name of the target: `billing` of `billingPlan`, `owner` of a user. */
  readonly qualifier: string
}

export type FindTarget = (words: readonly string[], from: Resource) => FoundTarget | undefined

/** What a person is called in a property, by the last word, and what collections of people are called. */
const roles: ReadonlySet<string> = new Set(
  'owner author creator assignee reporter manager reviewer approver sender recipient requester by'.split(' '),
)
const people = ['user', 'person', 'member', 'employee', 'account'] as const

/** First words of names whose value is the id of a record in another system. */
const foreign = /^(external|stripe|facebook|google|twitter|remote|foreign|third|provider|vendor|legacy)$/

/** Names of schemas that say nothing of the record. */
const vague = /^(item|data|result|response|object|entity|model|record|resource|body|inlineresponse\d*|\d+)$/

export const createTargetFinder = ({ resources, owners, parameterOf }: LinkSource): FindTarget => {
  const byName = indexNames(resources, parameterOf)
  const candidatesOf = memoizeNames((name) => byName.get(singularOf(name)) ?? [])
  const find = (name: string, from: Resource): Resource | undefined => nearest(candidatesOf(name), from, owners)
  return (words, from) => {
    if (foreign.test(words[0] ?? '')) return undefined
    for (let start = 0; start < words.length; start++) {
      const target = find(words.slice(start).join(''), from)
      if (target) return { target, qualifier: words.slice(0, start).join('') }
    }
    if (!roles.has(words.at(-1) ?? '')) return undefined
    for (const name of people) {
      const target = find(name, from)
      if (target) return { target, qualifier: words.join('') }
    }
    return undefined
  }
}

/** Collections by their names. The name of a schema or parameter counts only if no collection has it in its path. */
const indexNames = (
  resources: readonly Resource[],
  parameterOf: LinkSource['parameterOf'],
): ReadonlyMap<string, readonly Resource[]> => {
  const index = new Map<string, Set<Resource>>()
  const add = (name: string, resource: Resource): void => {
    const known = index.get(name) ?? new Set()
    index.set(name, known.add(resource))
  }
  const collections = resources.filter(({ form, keyParts }) => form === 'collection' && keyParts.length === 0)
  for (const one of collections) add(nounOf(one.name), one)
  const byPath = new Set(index.keys())
  const addOther = (name: string, resource: Resource): void => {
    if (!byPath.has(name)) add(name, resource)
  }
  for (const one of collections) {
    const parameter = plainName(parameterOf(one) ?? '').replace(/(id|uuid|guid|sid)$/, '')
    if (parameter.length > 2) addOther(singularOf(parameter), one)
    const schema = singularOf(plainName(getString(one.schema.value, '$ref')?.split('/').at(-1) ?? ''))
    if (schema.length > 2 && !vague.test(schema)) addOther(schema, one)
  }
  return new Map([...index].map(([name, found]) => [name, [...found]]))
}

/** Its own records below it, then those beside it and above it, then those whose path its own continues, then those at the top, then any. */
const nearest = (found: readonly Resource[], from: Resource, owners: LinkSource['owners']): Resource | undefined => {
  if (found.length < 2) return found[0]
  const above = chainOf(from, owners)
  return (
    found.find((one) => owners.get(one) === from) ??
    found.find((one) => one.scopeSize > 0 && owners.get(one) !== undefined && owners.get(one) === owners.get(from)) ??
    found.find((one) => above.includes(one)) ??
    found.find(({ name }) => from.name.startsWith(`${name}.`)) ??
    found.find(({ scopeSize }) => scopeSize === 0) ??
    found[0]
  )
}

/** The owners of a resource, the outermost first, and the resource itself. */
export const chainOf = (resource: Resource, owners: LinkSource['owners']): readonly Resource[] => {
  const chain = [resource]
  for (let owner = owners.get(resource); owner && chain.length <= resource.scopeSize; owner = owners.get(owner))
    chain.unshift(owner)
  return chain
}

/** The words of a name without the one that means an id: `userId`, `user_ids`, `idUser`, `userid` for a known name. */
export const wordsBeforeId = (name: string): readonly string[] | undefined => {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  if (words.length > 1 && /^ids?$/.test(words[0] ?? '')) return words.slice(1)
  if (words.length > 1) return /^(u?u?id|guid|sid)s?$/.test(last) ? words.slice(0, -1) : undefined
  const [, before] = /^([a-z]{3,})(id|uuid|guid)s?$/.exec(last) ?? []
  return before === undefined ? undefined : [before]
}
