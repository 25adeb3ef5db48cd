/**
 * The times that belong to a state: a change of `status` to completed, or of `completed` to true, sets `completedAt`; the way
 * back to an open state removes it. What the client sends takes precedence.
 */
import { snakeCase } from '../../../contract/sample/record-subject.ts'
import { isOpenState, isStateName, stemOf } from '../../../contract/sample/states.ts'
import { allowsNull, typesOf, viewObject } from '../../../contract/schema/schema-view.ts'
import { memoize } from '../../../contract/values/memoize.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { Resource } from '../../records/resource.ts'
import { isTimestampName, timeFormatOf, writeTime } from '../../records/times.ts'

export interface StateChange {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly sent: JsonObject
  /** Epoch milliseconds. */
  readonly at: number
}

export const applyStateTimes = (resource: Resource, change: StateChange): JsonObject => {
  const times = timesOf(resource)
  if (times.length === 0) return change.after
  const changed = times.flatMap((time): readonly (readonly [string, Json | undefined])[] => {
    if (Object.hasOwn(change.sent, time.name)) return []
    const reached = isReached(time.stem, change)
    if (reached === undefined) return []
    return [[time.name, reached ? time.write(change.at) : time.nothing]]
  })
  if (changed.length === 0) return change.after
  const next = new Map(Object.entries(change.after))
  for (const [name, value] of changed)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  return Object.fromEntries(next)
}

interface StateTime {
  readonly name: string
  readonly stem: string
  readonly write: (at: number) => Json
  /** What it has in an open state: null, or undefined if it is then absent. */
  readonly nothing: null | undefined
}

const timesOf = memoize(({ document: { files }, schema }: Resource): readonly StateTime[] =>
  [...viewObject(files, schema).properties.values()].flatMap(({ name, node, required }): readonly StateTime[] => {
    const [, word] = /^([a-z]+)_(?:at|on|date|time|timestamp)$/.exec(snakeCase(name)) ?? []
    const format = timeFormatOf(files, node, name) ?? (typesOf(files, node).has('string') ? 'instant' : undefined)
    const isNullable = allowsNull(files, node)
    if (word === undefined || !format || isTimestampName(name) || (required && !isNullable)) return []
    return [
      { name, stem: meaningOf(word), write: (at) => writeTime(format, at), nothing: isNullable ? null : undefined },
    ]
  }),
)

/** Whether a change leads to a state, or from it back to an open one. Undefined: neither. */
const isReached = (stem: string, { before, after }: StateChange): boolean | undefined => {
  for (const [name, value] of Object.entries(after)) {
    const old = before[name]
    if (value === old) continue
    if (typeof value === 'boolean' && meaningOf(name) === stem) return value
    if (typeof value !== 'string' || !isStateName(name)) continue
    if (meaningOf(value) === stem) return true
    if (typeof old === 'string' && meaningOf(old) === stem && isOpenState(value)) return false
  }
  return undefined
}

/** One stem for words of the same meaning. */
const meaningOf = (word: string): string => {
  const stem = stemOf(word.replace(/^(is|has)(?=[_A-Z])/, ''))
  return sameMeaning[stem] ?? stem
}

/** Stems: `don` is that of done. */
const sameMeaning: Readonly<Record<string, string>> = { don: 'complet', finish: 'complet' }
