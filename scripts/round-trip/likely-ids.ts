/**
 * Guesses the id of a record from bodies, as a person would who reads them: by the names of properties, independent of what
 * Standin infers.
 */
import { isJsonObject } from '../../src/contract/values/json-object.ts'

/** The most likely first. */
export const findLikelyIds = (body: unknown, parameter: string): readonly string[] => {
  if (typeof body === 'string' || typeof body === 'number') return [String(body)]
  const found: [number, string][] = []
  const walk = (value: unknown, depth: number): void => {
    if (depth > 3) return
    if (Array.isArray(value)) {
      const [first] = value
      if (typeof first === 'string') found.push([60 + depth * 10, first])
      else walk(first, depth + 1)
    } else if (isJsonObject(value))
      for (const [name, held] of Object.entries(value)) {
        if (typeof held === 'string' || typeof held === 'number') {
          const rank = rankOf(name, parameter)
          // The name of the path parameter says more than the depth.
          if (rank !== undefined)
            found.push([
              rank === 0 ? depth / 10 : rank + depth * 10,
              rank === byAddress ? lastSegment(held) : String(held),
            ])
        } else walk(held, depth + 1)
      }
  }
  walk(body, 0)
  return found
    .filter(([, id]) => id !== '')
    .sort(([a], [b]) => a - b)
    .map(([, id]) => id)
}

export const isLikelyId = (name: string): boolean => rankOf(name, '') !== undefined

const byAddress = 5

const rankOf = (name: string, parameter: string): number | undefined => {
  const [own, wanted] = [plain(name), plain(parameter)]
  if (own === wanted) return 0
  if (wanted.endsWith(own) || wanted === `${own}name`) return own === 'id' ? 2 : 1
  if (['id', 'gid', 'sid', 'uuid'].includes(own)) return 3
  if (['httpcode', 'responsecode', 'statuscode', 'errorcode'].includes(own)) return undefined
  if (/(id|key|name|code|slug|number|domain|token)$/.test(own)) return 4
  if (wanted.startsWith(own) || ['index', 'position'].includes(own)) return 6
  return ['url', 'href', 'uri', 'self', 'location'].includes(own) ? byAddress : undefined
}

const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase()

const lastSegment = (address: unknown): string => {
  const path = String(address).replace(/[?#].*$/, '')
  try {
    return decodeURIComponent(path.split('/').at(-1) ?? '')
  } catch {
    return ''
  }
}

/** The objects of the first list in a body, those first that have most of the scalars in `sent`. */
export const findListed = (body: unknown, sent: ReadonlyMap<string, unknown>): readonly unknown[] => {
  const likeness = (entry: unknown): number =>
    isJsonObject(entry) ? [...sent].filter(([name, value]) => entry[name] === value).length : 0
  return [...listIn(body, 0)].reverse().sort((one, other) => likeness(other) - likeness(one))
}

const listIn = (body: unknown, depth: number): readonly unknown[] => {
  if (Array.isArray(body)) return body
  if (!isJsonObject(body) || depth > 2) return []
  return (
    Object.values(body)
      .map((value) => listIn(value, depth + 1))
      .find((list) => list.length > 0) ?? []
  )
}
