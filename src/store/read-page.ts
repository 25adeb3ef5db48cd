/**
 * Reads a page of records from the trees of a collection, by the cheapest index.
 */
import { type Index, indexKey, indexKeyOf, type Tree } from './indexes.ts'
import type { PageQuery, StoredRecord } from './store.ts'

/** Walks the smallest index among the filters and skips records that do not match the other filters. */
export const readPage = (
  primary: Tree<StoredRecord>,
  indexes: ReadonlyMap<string, Index>,
  { filters, limit, after, skip = 0, scope }: PageQuery,
): readonly StoredRecord[] => {
  let walked = primary
  for (const [property, value] of filters) {
    const index = indexes.get(property)
    if (!index) continue
    const tree = index.get(indexKey(value))?.tree
    if (!tree) return []
    if (tree.size < walked.size) walked = tree
  }
  const page: StoredRecord[] = []
  if (limit < 1) return page
  const low = after === undefined ? walked.minKey() : walked.nextHigherKey(after)
  const high = walked.maxKey()
  if (low === undefined || high === undefined) return page
  let skipped = 0
  walked.forRange(low, high, true, (_, record) => {
    if (filters.length > 0 && !matches(record, filters)) return
    if (scope !== undefined && record.scope !== undefined && record.scope !== scope) return
    if (skipped < skip) {
      skipped++
      return
    }
    page.push(record)
    if (page.length >= limit) return { break: true }
    return
  })
  return page
}

const matches = ({ value: fields }: StoredRecord, filters: PageQuery['filters']): boolean =>
  filters.every(
    ([property, value]) => Object.hasOwn(fields, property) && indexKeyOf(fields, property) === indexKey(value),
  )
