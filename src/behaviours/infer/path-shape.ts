/**
 * What the segments of a path show: whether it names a collection or an item, and which other paths it belongs to,
 * whatever its parameters are called.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import { memoize, memoizeNames } from '../../contract/values/memoize.ts'

export interface PathShape {
  /** The path without parameter names, final slash and `.json`: `/owners/{}/gadgets/{}`. */
  readonly key: string
  /** The key without its last segment. */
  readonly parentKey: string
  /** Names of the parameters, in order. */
  readonly parameters: readonly string[]
  /** For each parameter the segment before it that has no parameter, or an empty string. */
  readonly owners: readonly string[]
  /** What the last segment is; `mixed`: a parameter and other text. */
  readonly end: 'parameter' | 'name' | 'mixed'
  /** The segments without parameters. */
  readonly names: readonly string[]
  /** Whether it ends in a custom method of an item: `{id}:close`. */
  readonly isMethod: boolean
}

/** An operation, or a path with all of its operations. */
type Placed = Pick<Operation, 'path'>

/** Several parameters in one segment, `{row},{col}`, or a parameter and a method, `{id}:close`, count as segments of their own. */
const segmentsOf = memoize(({ path }: Placed): readonly string[] =>
  path
    .replace(/\.json$/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .flatMap((segment) => {
      if (!segment.includes('{')) return [segment]
      const [, item, method] = customMethod.exec(segment) ?? []
      if (item !== undefined && method !== undefined) return [item, method]
      return /^\{[^{}]+\}([,;:~|@]+\{[^{}]+\})+$/.test(segment) ? (segment.match(/\{[^{}]+\}/g) ?? []) : [segment]
    }),
)

/** The custom methods of Google's APIs. */
const customMethod = /^(\{[^{}]+\}):([A-Za-z]\w*)$/

export const readPathShape = memoize((placed: Placed): PathShape => {
  const { path } = placed
  const segments = segmentsOf(placed)
  const last = segments.at(-1) ?? ''
  const keyOf = (parts: readonly string[]): string => `/${parts.join('/').replace(/\{[^{}]*\}/g, '{}')}`
  return {
    key: keyOf(segments),
    parentKey: keyOf(segments.slice(0, -1)),
    parameters: parametersOf(path),
    owners: segments.flatMap((segment, index) =>
      parametersOf(segment).map(() => segments.slice(0, index).findLast((before) => !/[{}]/.test(before)) ?? ''),
    ),
    end: /^\{[^{}]+\}$/.test(last) ? 'parameter' : /[{}]/.test(last) ? 'mixed' : 'name',
    names: segments.filter((segment) => !/[{}]/.test(segment)),
    isMethod: customMethod.test(path.split('/').at(-1) ?? ''),
  }
})

const parametersOf = memoizeNames((path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []),
)

/** The start of a path, up to a parameter. */
export interface PathPrefix {
  readonly key: string
  /** All of its parameters, in order. */
  readonly parameters: readonly string[]
}

/** Every start of a path that ends in a parameter, the shortest first, then the whole path. */
export const prefixKeys = memoize((placed: Placed): readonly PathPrefix[] => {
  const segments = segmentsOf(placed)
  return segments.flatMap((segment, at): readonly PathPrefix[] => {
    const isLast = at === segments.length - 1
    if (!isLast && !/^\{[^{}]+\}$/.test(segment)) return []
    const prefix = segments.slice(0, at + 1).join('/')
    return [{ key: `/${prefix.replace(/\{[^{}]*\}/g, '{}')}`, parameters: parametersOf(prefix) }]
  })
})
