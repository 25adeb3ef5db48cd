/**
 * Properties of a record that hold the id of a record of another resource: those that repeat its parents, and those named
 * after another resource, such as `categoryId` for categories.
 */
import { itemsNode, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import type { Resource } from './resource.ts'

export interface RecordLink {
  readonly property: string
  readonly target: Resource
  /** Whether the property is a list of ids. */
  readonly isList: boolean
}

/** `owners` has the parent of each nested resource. A resource of another document is not linked. */
export const findLinks = (
  resource: Resource,
  resources: readonly Resource[],
  owners: ReadonlyMap<Resource, Resource>,
): readonly RecordLink[] => {
  const links = new Map<string, RecordLink>()
  for (const link of [...linksToParents(resource, owners), ...linksByName(resource, resources)])
    if (!links.has(link.property)) links.set(link.property, link)
  return [...links.values()]
}

const linksToParents = (resource: Resource, owners: ReadonlyMap<Resource, Resource>): readonly RecordLink[] => {
  const parents: Resource[] = []
  for (let parent = owners.get(resource); parent && parents.length < resource.scopeSize; parent = owners.get(parent))
    parents.unshift(parent)
  const first = resource.scopeSize - parents.length
  return resource.parentProperties.flatMap(({ path: [property, ...rest], index }) => {
    const target = parents[index - first]
    return property === undefined || rest.length > 0 || !target ? [] : [{ property, target, isList: false }]
  })
}

const linksByName = (resource: Resource, resources: readonly Resource[]): readonly RecordLink[] => {
  const { document, schema, idPath } = resource
  const { files } = document
  const targets = resources.filter((one) => one.document === document && one.form === 'collection')
  return [...viewObject(files, schema).properties.values()].flatMap(({ name, node }) => {
    const words = wordsOf(name)
    const last = words.at(-1)
    const isOwnId = idPath.length === 1 && idPath[0] === name
    if (isOwnId || words.length < 2 || (last !== 'id' && last !== 'ids')) return []
    const target = findNamed(words.slice(0, -1), targets)
    if (!target) return []
    const items = itemsNode(files, node)
    return holdsId(typesOf(files, items ?? node), target)
      ? [{ property: name, target, isList: items !== undefined }]
      : []
  })
}

/** The resource named by all words, or by the last ones: `parentCategoryId` is a category, too. */
const findNamed = (words: readonly string[], targets: readonly Resource[]): Resource | undefined => {
  const names = words.map((_, index) => singularOf(words.slice(index).join('')))
  for (const name of names) {
    const target = targets.find((one) => singularOf(plainName(one.name)) === name)
    if (target) return target
  }
  return undefined
}

const holdsId = (types: ReadonlySet<string>, { idKind }: Resource): boolean =>
  types.size === 0 || types.has(idKind === 'integer' ? 'integer' : 'string')
