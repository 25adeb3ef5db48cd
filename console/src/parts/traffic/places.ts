/**
 * Where a violation is: `body.tags[0].name` in the JSON body, `query.limit` or `header.Accept` in a table.
 */
import type { Violation } from '../../api/problem.ts'
import type { JsonMark } from '../../components/code-block.tsx'

export type PlaceKind = 'body' | 'query' | 'header' | 'path' | 'cookie' | 'other'

export interface Place {
  readonly kind: PlaceKind
  /** The steps after the kind: tags, 0, name. */
  readonly steps: readonly string[]
}

const kinds: readonly string[] = ['body', 'query', 'header', 'path', 'cookie']

const isKind = (text: string | undefined): text is PlaceKind => text !== undefined && kinds.includes(text)

const readPlace = (at: string): Place => {
  const [kind, ...steps] = splitPlace(at)
  return isKind(kind) ? { kind, steps } : { kind: 'other', steps }
}

/** `body.tags[0]["a b"]` has the steps body, tags, 0 and a b. */
const splitPlace = (at: string): readonly string[] =>
  (at.match(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]|[^.[\]]+/g) ?? []).map((step) =>
    step.startsWith('["') ? unquote(step.slice(1, -1)) : step.replace(/^\[|\]$/g, ''),
  )

const unquote = (text: string): string => {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/** Marks of a JSON body. What is missing is marked where it belongs. */
export const markBody = (violations: readonly Violation[], body: unknown): readonly JsonMark[] =>
  violations.flatMap(({ at, message }) => {
    const { kind, steps } = readPlace(at)
    return kind === 'body' ? [{ pointer: nearestPointer(body, steps), tone: 'bad' as const, message }] : []
  })

const nearestPointer = (body: unknown, steps: readonly string[]): string => {
  let pointer = ''
  let value = body
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break
    value = Reflect.get(value, step)
    pointer += `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`
  }
  return pointer
}

/** What is wrong with each parameter. Names of headers are in lower case. */
export const groupByName = (
  violations: readonly Violation[],
  wanted: PlaceKind,
): ReadonlyMap<string, readonly string[]> => {
  const grouped = new Map<string, readonly string[]>()
  for (const { at, message } of violations) {
    const { kind, steps } = readPlace(at)
    const [first] = steps
    if (kind !== wanted || first === undefined) continue
    const name = kind === 'header' ? first.toLowerCase() : first
    grouped.set(name, [...(grouped.get(name) ?? []), message])
  }
  return grouped
}

/** The id of the element that shows what is at a place. */
export const sectionOf = (at: string): string => `traffic-request-${readPlace(at).kind}`
