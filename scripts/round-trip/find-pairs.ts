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

interface Candidate extends Pair {
  readonly document: Raw
  readonly collectionItem: Raw
  readonly itemItem: Raw
}

/** What is excluded, in words. Every other pair counts, whatever becomes of it. */
const exclusions: readonly (readonly [rule: string, applies: (pair: Candidate) => boolean])[] = [
  [
    'Forwarding: the parameter of the second path is the rest of an address (`path`, `proxyPath` and the like), and both paths accept the same methods.',
    ({ item, collectionMethods, itemMethods }) =>
      /\{(\w*path|proxy)\+?\}$/i.test(item) && [...collectionMethods].sort().join() === [...itemMethods].sort().join(),
  ],
  [
    'Commands: both paths have only a POST, so that nothing can be read, listed, changed or deleted.',
    ({ collectionMethods, itemMethods }) =>
      [...collectionMethods].join() === 'POST' && [...itemMethods].join() === 'POST',
  ],
  [
    'Part of a list: the second path has only a GET, and it documents the same list as the GET of the first path.',
    ({ document, itemMethods, collectionItem, itemItem }) => {
      const listed = shownBy(document, collectionItem, 'get')
      return (
        [...itemMethods].join() === 'GET' &&
        isList(document, listed) &&
        JSON.stringify(shownBy(document, itemItem, 'get')) === JSON.stringify(listed)
      )
    },
  ],
  [
    'A single record: the GET of the first path documents one object, and its POST takes that object; the second path names a part of it that is not deleted.',
    ({ document, collectionItem, itemMethods }) => {
      const shown = shownBy(document, collectionItem, 'get')
      return (
        shown !== undefined &&
        !itemMethods.has('DELETE') &&
        !isList(document, shown) &&
        JSON.stringify(sentBy(document, collectionItem, 'post')) === JSON.stringify(shown)
      )
    },
  ],
]

const objectAt = (value: unknown, ...names: readonly string[]): Raw | undefined => {
  let found: unknown = value
  for (const name of names) found = typeof found === 'object' && found !== null ? (found as Raw)[name] : undefined
  return typeof found === 'object' && found !== null ? (found as Raw) : undefined
}

/** Follows one reference within the document. */
const resolve = (document: Raw, value: Raw | undefined): Raw | undefined => {
  const target = value?.$ref
  if (typeof target !== 'string' || !target.startsWith('#/')) return value
  const names = target.slice(2).split('/')
  return objectAt(
    document,
    ...names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')),
  )
}

/** The schema of a JSON body in a Request Body Object or a Response Object, in 3.x and 2.0. */
const schemaIn = (holder: Raw | undefined): Raw | undefined => {
  const content = Object.entries(objectAt(holder, 'content') ?? {}).find(([mediaType]) =>
    /json|\*/.test(mediaType),
  )?.[1]
  return objectAt(content, 'schema') ?? objectAt(holder, 'schema')
}

const shownBy = (document: Raw, pathItem: Raw, method: string): Raw | undefined =>
  schemaIn(resolve(document, objectAt(pathItem, method, 'responses', '200')))

const sentBy = (document: Raw, pathItem: Raw, method: string): Raw | undefined => {
  const parameters = Object.values(objectAt(pathItem, method, 'parameters') ?? {}) as readonly Raw[]
  return (
    schemaIn(resolve(document, objectAt(pathItem, method, 'requestBody'))) ??
    objectAt(
      parameters.find(({ in: place }) => place === 'body'),
      'schema',
    )
  )
}

/** An array, or an object with an array of objects, also in objects within it. */
const isList = (document: Raw, schema: Raw | undefined, depth = 0): boolean => {
  const found = resolve(document, schema)
  if (found?.type === 'array') return true
  return Object.values(objectAt(found, 'properties') ?? {}).some((property) => {
    const held = resolve(document, property as Raw)
    if (held?.type !== 'array') return depth < 2 && held?.type === 'object' && isList(document, held, depth + 1)
    const items = resolve(document, objectAt(held, 'items'))
    return items !== undefined && (items.type === 'object' || items.properties !== undefined)
  })
}

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
  const all = paths.flatMap(([collection, pathItem]): readonly Candidate[] => {
    const item = items.get(`${normalizePath(collection)}/{}`)
    if (pathItem?.post === undefined || item === undefined) return []
    const itemItem = (document.paths as Readonly<Record<string, Raw>>)[item] ?? {}
    const methods = { collectionMethods: methodsOf(collection), itemMethods: methodsOf(item) }
    return [{ collection, item, ...methods, document, collectionItem: pathItem, itemItem }]
  })
  const ruleFor = (pair: Candidate): string | undefined => exclusions.find(([, applies]) => applies(pair))?.[0]
  return {
    pairs: all.filter((pair) => ruleFor(pair) === undefined),
    excluded: all.flatMap((pair) => {
      const rule = ruleFor(pair)
      return rule === undefined ? [] : [{ collection: pair.collection, rule }]
    }),
  }
}
