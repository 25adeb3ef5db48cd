/**
 * Paths with their shapes, as groups see them: some that end in a parameter are collections, and some are both an item and a
 * collection. Methods and the paths below them show it.
 */
import type { PathEntry } from '../../contract/operation/operation.ts'
import { groupBy } from '../../contract/values/group-by.ts'
import { type PathShape, readPathShape } from './path-shape.ts'

export interface Shaped {
  readonly entry: PathEntry
  readonly shape: PathShape
}

export const shapePaths = (entries: readonly PathEntry[]): readonly Shaped[] =>
  splitItems(markScopedCollections(entries.map((entry) => ({ entry, shape: readPathShape(entry) }))))

/**
 * /flags/{project} is a collection, not an item, if it has a POST, its items are at /flags/{project}/{flag}, and /flags has
 * no POST. Without a GET of its own, its items need more methods than GET: a POST may also change an item.
 */
const markScopedCollections = (all: readonly Shaped[]): readonly Shaped[] => {
  const byKey = groupBy(all, ({ shape }) => shape.key)
  const byParent = groupBy(all, ({ shape }) => shape.parentKey)
  const has = (known: readonly Shaped[] | undefined, method: string): boolean =>
    known?.some(({ entry }) => entry.operations.has(method)) ?? false
  const hasItems = (key: string, isRead: boolean): boolean => {
    const items = byParent.get(key)?.filter((child) => child.shape.end === 'parameter')
    return has(items, 'GET') && (isRead || changing.some((method) => has(items, method)))
  }
  const isScoped = ({ shape, entry: { operations } }: Shaped): boolean =>
    shape.end === 'parameter' &&
    operations.has('POST') &&
    !changing.some((method) => operations.has(method)) &&
    !has(byKey.get(shape.parentKey), 'POST') &&
    hasItems(shape.key, operations.has('GET'))
  return all.map((one) => (isScoped(one) ? { ...one, shape: { ...one.shape, end: 'name' } } : one))
}

const changing = ['PUT', 'PATCH', 'DELETE']

/**
 * A POST to /steps/{step} creates a record below the step, if a PUT or PATCH changes the step, a POST to /steps creates one, and records
 * below it are read and changed at /steps/{step}/{rule}. The path is then an item, and a collection with nothing but that POST.
 */
const splitItems = (all: readonly Shaped[]): readonly Shaped[] => {
  const creating = new Set(all.filter(({ entry }) => entry.operations.has('POST')).map(({ shape }) => shape.key))
  const below = groupBy(
    all.filter(({ shape }) => shape.end === 'parameter'),
    ({ shape }) => shape.parentKey,
  )
  return all.flatMap((one): readonly Shaped[] => {
    const { entry, shape } = one
    const { operations } = entry
    const methods = new Set(below.get(shape.key)?.flatMap((child) => [...child.entry.operations.keys()]))
    const isChanged = operations.has('PUT') || operations.has('PATCH')
    const hasItems = methods.has('GET') && changing.some((method) => methods.has(method))
    if (
      shape.end !== 'parameter' ||
      !isChanged ||
      !hasItems ||
      !operations.has('POST') ||
      !creating.has(shape.parentKey)
    )
      return [one]
    const only = (isIncluded: (method: string) => boolean): PathEntry => ({
      ...entry,
      operations: new Map([...operations].filter(([method]) => isIncluded(method))),
    })
    return [
      { entry: only((method) => method !== 'POST'), shape },
      { entry: only((method) => method === 'POST'), shape: { ...shape, end: 'name' } },
    ]
  })
}
