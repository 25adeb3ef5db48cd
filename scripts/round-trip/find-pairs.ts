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

export interface FoundPairs {
  readonly pairs: readonly Pair[]
  /** The paths that only look like a collection, with the rule that says it. */
  readonly excluded: readonly ExcludedPair[]
}

export interface ExcludedPair {
  readonly collection: string
  readonly rule: string
}

/** What is excluded, in words. Every other pair counts, whatever becomes of it. */
const exclusions: readonly (readonly [rule: string, applies: (pair: Pair) => boolean])[] = [
  [
    'Forwarding: the parameter of the second path is the rest of an address (`path`, `proxyPath` and the like), and both paths accept the same methods.',
    ({ item, collectionMethods, itemMethods }) =>
      /\{(\w*path|proxy)\+?\}$/i.test(item) && [...collectionMethods].sort().join() === [...itemMethods].sort().join(),
  ],
]

/** A path for comparison: without `.json` or a slash at the end, and without parameter names. */
export const normalizePath = (path: string): string =>
  path
    .replace(/\.json$/, '')
    .replace(/\/$/, '')
    .replace(/\{[^}]+\}/g, '{}')

export const findPairs = (document: Raw): FoundPairs => {
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
  const all = paths.flatMap(([collection, pathItem]): readonly Pair[] => {
    const item = items.get(`${normalizePath(collection)}/{}`)
    if (pathItem?.post === undefined || item === undefined) return []
    return [{ collection, item, collectionMethods: methodsOf(collection), itemMethods: methodsOf(item) }]
  })
  const ruleFor = (pair: Pair): string | undefined => exclusions.find(([, applies]) => applies(pair))?.[0]
  return {
    pairs: all.filter((pair) => ruleFor(pair) === undefined),
    excluded: all.flatMap((pair) => {
      const rule = ruleFor(pair)
      return rule === undefined ? [] : [{ collection: pair.collection, rule }]
    }),
  }
}
