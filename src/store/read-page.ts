/**
 * Reads a page of records from the trees of a collection, by the cheapest index.
 */
import { type Index, indexKey, indexKeyOf, type Tree } from './indexes.ts'
import type { PageQuery, StoredRecord } from './store.ts'

/** Trees and indexes are by position. Walks the smallest index among the filters, and skips what the other filters exclude. */
export const readPage = (
  ordered: Tree<StoredRecord>,
  indexes: ReadonlyMap<string, Index>,
  { filters, limit, afterPosition, skip = 0, scope }: Omit<PageQuery, 'after'>,
): readonly StoredRecord[] => {
  let walked = ordered
  for (const [property, value] of filters) {
    const index = indexes.get(property)
    if (!index) continue
    const tree = index.get(indexKey(value))?.tree
    if (!tree) return []
    if (tree.size < walked.size) walked = tree
  }
  const page: StoredRecord[] = []
  if (limit < 1) return page
  const low = afterPosition === undefined ? walked.minKey() : walked.nextHigherKey(afterPosition)
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
