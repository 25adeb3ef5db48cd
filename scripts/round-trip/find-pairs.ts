/**
 * Pairs of a collection that is posted to and the path of its items, counted on the raw document: nothing here knows what
 * Standin infers.
 */

type Raw = Readonly<Record<string, unknown>>

export interface Pair {
  readonly collection: string
  readonly item: string
  /** Methods, upper case. */
  readonly collectionMethods: ReadonlySet<string>
  readonly itemMethods: ReadonlySet<string>
}

/** A path by which others are compared: a slash or `.json` at its end and the names of its parameters do not count. */
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
