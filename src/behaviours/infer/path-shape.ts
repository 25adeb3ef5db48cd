/**
 * What a path's segments tell: whether it names a collection or one item, and which other paths it belongs to whatever
 * they call their parameters.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { Json } from '../../ports.ts'
import { joinKey } from '../records/composite-key.ts'

export interface PathShape {
  /** The path without the names of its parameters, a slash at its end or `.json`: `/owners/{}/gadgets/{}`. */
  readonly key: string
  /** The key one segment shorter. */
  readonly parentKey: string
  /** Names of the parameters, in order. */
  readonly parameters: readonly string[]
  /** For each parameter the named segment before it; empty where there is none. */
  readonly owners: readonly string[]
  /** Whether the last segment is a parameter and nothing else; not so where it has one beside other text. */
  readonly end: 'parameter' | 'name' | 'mixed'
  /** The segments without parameters. */
  readonly names: readonly string[]
  /** Whether its last name is a custom method of an item: `{id}:close`. */
  readonly isMethod: boolean
}

/** An operation, or a path with all of its operations. */
type Placed = Pick<Operation, 'path'>

/**
 * The segments of a path, as they belong to others: what one segment holds of several parameters, `{row},{col}`, or of a
 * parameter and a method, `{id}:close`, counts as segments of their own.
 */
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

/** As Google's interfaces write what is done to an item. */
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

const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? [])

/** A part of a path that ends in a parameter. */
export interface PathPrefix {
  readonly key: string
  /** All parameters of it, in order. */
  readonly parameters: readonly string[]
}

/** The parts of a path that end in a segment which is a parameter, the shortest first, then the whole path. */
export const prefixKeys = memoize((placed: Placed): readonly PathPrefix[] => {
  const segments = segmentsOf(placed)
  return segments.flatMap((segment, at): readonly PathPrefix[] => {
    const isLast = at === segments.length - 1
    if (!isLast && !/^\{[^{}]+\}$/.test(segment)) return []
    const prefix = segments.slice(0, at + 1).join('/')
    return [{ key: `/${prefix.replace(/\{[^{}]*\}/g, '{}')}`, parameters: parametersOf(prefix) }]
  })
})

/** The part of an address that stands for a path parameter; its text as it came where the document does not declare it. */
export const pathValue = ({ parameters, pathParams }: Pick<Input, 'parameters' | 'pathParams'>, name: string): Json => {
  const declared = parameters.path.get(name)
  return declared === undefined || typeof declared === 'object' ? (pathParams[name] ?? '') : declared
}

/** What an address names an item by: the value of its parameter, or those of several as one text. */
export const givenId = (
  input: Pick<Input, 'parameters' | 'pathParams'>,
  [name = '', ...others]: readonly string[],
): Json =>
  others.length === 0
    ? pathValue(input, name)
    : joinKey([name, ...others].map((parameter) => pathValue(input, parameter)))

export type ReadScope = (input: Input) => string | undefined

/** The values of an operation's first path parameters as one text: whose the records are. Undefined where there are none. */
export const createScopeReader = ({ path }: Placed, count: number): ReadScope => {
  const names = parametersOf(path).slice(0, count)
  if (names.length === 0) return () => undefined
  return (input) => names.map((name) => encodeURIComponent(String(pathValue(input, name)))).join('/')
}
