/**
 * Headers that tell of a page, besides Link: how many records there are in all, which page this is. By name, as services
 * call them.
 */
import { type PageFacts, pagesOf } from './page-fields.ts'

export interface PageHeader {
  /** Lower case. */
  readonly name: string
  readonly read: (facts: PageFacts) => number | undefined
  /** Whether it has to be counted how many fit in all. */
  readonly counts: boolean
}

const meanings: readonly (readonly [RegExp, PageHeader['read'], boolean])[] = [
  [/^(x-)?(pagination-)?(total(-count|-items|-results)?|count)$/, ({ total }) => total, true],
  [/^(x-)?(pagination-)?(total-pages|page-count)$/, pagesOf, true],
  [/^(x-)?(pagination-)?(page|current-page|page-number)$/, ({ page }) => page, false],
  [/^(x-)?(pagination-)?(per-page|page-size|limit)$/, ({ limit }) => limit, false],
  [/^(x-)?(pagination-)?offset$/, ({ skip }) => skip, false],
  [/^(x-)?(pagination-)?next-page$/, ({ hasMore, page }) => (hasMore ? page + 1 : undefined), false],
  [/^(x-)?(pagination-)?prev(ious)?-page$/, ({ hasLess, page }) => (hasLess ? page - 1 : undefined), false],
]

/** Those of the documented headers (lower case) that tell of a page. */
export const tellingHeaders = (headers: ReadonlySet<string>): readonly PageHeader[] =>
  [...headers].flatMap((name) => {
    const found = meanings.find(([names]) => names.test(name))
    return found ? [{ name, read: found[1], counts: found[2] }] : []
  })
