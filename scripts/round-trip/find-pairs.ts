/**
 * Finds pairs of a collection with POST and the path of its items, in the raw document and independent of what Standin
 * infers.
 */

type Raw = Readonly<Record<string, unknown>>

export interface Pair {
  readonly collection: string
  readonly item: string
  /** Methods in upper case. */
  readonly collectionMethods: ReadonlySet<string>
  readonly itemMethods: ReadonlySet<string>
}

/** A path for comparison: without `.json` or a slash at the end, and without parameter names. */
export const normalizePath = (path: string): string =>
  path
    .replace(/\.json$/, '')
    .replace(/\/$/, '')
    .replace(/\{[^}]+\}/g, '{}')

export const findPairs = (document: Raw): readonly Pair[] => {
  const paths = Object.entries((document.paths ?? {}) as Readonly<Record<string, Raw>>)
  const items = new Map<string, string>()
  for (const [path] of paths) {
    const normal = normalizePath(path)
    if (/\/\{\}$/.test(normal) && !items.has(normal)) items.set(normal, path)
  }
  const methodsOf = (path: string): ReadonlySet<string> =>
    new Set(
      Object.keys((document.paths as Readonly<Record<string, Raw>>)[path] ?? {})
        .filter((method) => /^(get|put|post|patch|delete)$/.test(method))
        .map((method) => method.toUpperCase()),
    )
  return paths.flatMap(([collection, pathItem]) => {
    const item = items.get(`${normalizePath(collection)}/{}`)
    if (pathItem.post === undefined || item === undefined) return []
    return [{ collection, item, collectionMethods: methodsOf(collection), itemMethods: methodsOf(item) }]
  })
}
