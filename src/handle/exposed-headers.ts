/**
 * The response headers of an operation that its document describes. Pages of other origins can read only headers that the
 * response names (Fetch Standard, section 3.2.5).
 */
import { viewResponses } from '../contract/document/operation-view.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { memoize } from '../contract/values/memoize.ts'

/** A limit for documents with very many headers: clients reject responses whose headers are too long. */
const maxNames = 100

/** The names of a field: no comma, no space (RFC 9110, section 5.6.2). */
const fieldName = /^[!#$%&'*+.^_`|~\w-]+$/

/** Separated by commas; undefined if the document describes none. Computed once for each operation. */
export const documentedHeadersOf = memoize(({ document, node }: Operation): string | undefined => {
  const names = new Map<string, string>()
  for (const { headers } of viewResponses(document, node))
    for (const name of headers.keys()) if (fieldName.test(name)) names.set(name.toLowerCase(), name)
  return names.size === 0 ? undefined : [...names.values()].slice(0, maxNames).join(', ')
})
