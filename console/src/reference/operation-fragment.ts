/**
 * The fragment that opens an operation in the viewer: #/TAG/ID with its first tag and its operationId, or what Swagger UI makes of
 * method and path.
 */
type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `wanted`: an operationId, or method and path as in GET /orders. Undefined if the document does not have it. */
export const findFragment = (document: unknown, wanted: string): string | undefined => {
  if (!isObject(document) || !isObject(document.paths)) return undefined
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(isObject(item) ? item : {})) {
      if (!isObject(operation)) continue
      const { operationId, tags } = operation
      if (operationId !== wanted && `${method.toUpperCase()} ${path}` !== wanted) continue
      const [tag] = Array.isArray(tags) ? tags.map(String) : []
      const name = typeof operationId === 'string' ? operationId : nameOf(method, path)
      return `#/${encodeURIComponent(tag ?? 'default')}/${encodeURIComponent(name)}`
    }
  return undefined
}

const nameOf = (method: string, path: string): string => method + path.replaceAll(/\W/g, '_')

/** Tag and id; the first may stand alone. Empty without a fragment, or with one that is not percent-encoded text. */
export const parseFragment = (fragment: string): readonly string[] => {
  try {
    return fragment.replace(/^#\/?/, '').split('/').filter(Boolean).slice(0, 2).map(decodeURIComponent)
  } catch {
    return []
  }
}
