/**
 * Makes the counts of what was sent, shown and acted on agree, in an object and the objects within it: nobody opens what was not
 * delivered, and nobody clicks on what was not seen. Separate from other counts, because the order of the stages decides here.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonObject } from '../values/json-object.ts'
import { memoizeNames } from '../values/memoize.ts'
import { readCount } from './agree-bounds.ts'
import type { Agreeable, AgreeingStep } from './agreeable.ts'

interface Stage {
  /** From those who could see something to those who acted on it. */
  readonly rank: number
  /** Whether each person is counted once. */
  readonly isUnique: boolean
}

/** What depends only on what was sent: what bounced was not opened. */
const side = 100

/** How much of the stages before usually gets as far. */
const usualShare = 0.4
const shares: Readonly<Record<number, number>> = { 1: 0.95, [side]: 0.05 }

const stages: readonly (readonly [word: RegExp, rank: number])[] = [
  [/^(sent|sends|recipients?)$/, 0],
  [/^(delivered|deliveries)$/, 1],
  [/^impressions?$/, 2],
  [/^reach$/, 3],
  [/^(views?|viewed|opens?|opened)$/, 4],
  [/^(clicks?|clicked)$/, 5],
  [/^(conversions?|converted|purchases)$/, 6],
  [
    /^(bounces?|bounced|unsubscribes|unsubscribed|unsubscriptions|complaints|abuse|reports|repl(y|ies)|replied|forwards|forwarded)$/,
    side,
  ],
]

/** Words that leave it the count of a stage. */
const about =
  /^(unique|distinct|total|counts?|num|number|of|the|e?mails?|messages?|sms|push|notifications?|subscribers?|recipients?|people|users?|links?|hard|soft|spam|abuse|page|ad|report|campaign|newsletter)$/

/** Undefined if the name is not that of a stage. */
const stageOf = memoizeNames((snake: string): Stage | undefined => {
  const words = snake.split('_')
  const found = words.flatMap((word) => {
    const rank = stages.find(([pattern]) => pattern.test(word))?.[1]
    return rank === undefined ? [] : [{ word, rank }]
  })
  // `recipient_clicks` are clicks.
  const last = found.at(-1)
  const isStage =
    last !== undefined && words.every((word) => about.test(word) || found.some((one) => one.word === word))
  if (!isStage || /^(abuse|e?mails?|reports)$/.test(snake)) return undefined
  // `forwards_opens` are those of other people.
  if (last.rank !== side && found.some(({ rank }) => rank === side)) return undefined
  // What is only called by whom it reached is not an address.
  if (/^recipient$|^(read|open|view|click|reply|delivered|sent|opened|viewed|converted)s?_(by|of)/.test(snake))
    return undefined
  return {
    rank: last.rank,
    isUnique: words.some((word) => /^(unique|distinct|subscribers?|reach)$/.test(word)),
  }
})

export const isFunnelStage = (snake: string): boolean => stageOf(snake) !== undefined

interface Count extends Stage {
  readonly path: readonly string[]
  readonly count: number
}

/** Of an object and the objects within it: `clicks: { total }` and `unique_clicks` are both of one mailing. */
const countsIn = (
  object: Agreeable,
  values: Iterable<readonly [string, Json]>,
  path: readonly string[] = [],
): readonly Count[] =>
  [...values].flatMap(([name, value]) => {
    if (isJsonObject(value)) return path.length < 2 ? countsIn(object, Object.entries(value), [...path, name]) : []
    const stage = stageOf(object.readName(name).snake)
    const count = stage && readCount(value)
    return stage && count !== undefined ? [{ ...stage, path: [...path, name], count }] : []
  })

const withCount = (held: Json | undefined, [name, ...rest]: readonly string[], count: number): Json => {
  if (name === undefined) return typeof held === 'string' ? String(count) : count
  const part: JsonObject = isJsonObject(held) ? held : {}
  return { ...part, [name]: withCount(part[name], rest, count) }
}

const least = (counts: readonly number[]): number =>
  counts.reduce((all, count) => Math.min(all, count), Number.POSITIVE_INFINITY)

/** Nobody clicks on what was not seen. */
export const narrowFunnel: AgreeingStep = (object) => {
  const all = countsIn(object, object.values)
  // Nobody opens what was not sent.
  const isUnsent = [...object.values].some(
    ([name, value]) => value === false && /^(is_|was_|has_been_)?(sent|published)$/.test(object.readName(name).snake),
  )
  if (isUnsent) {
    for (const { path, count } of all) {
      const [name = '', ...rest] = path
      // Whom it will be sent to is known.
      if (/recipients?/i.test(path.at(-1) ?? '')) continue
      if (count > 0 && (rest.length === 0 ? object.isFree(name) : object.isFreeIn(...path)))
        object.values.set(name, withCount(object.values.get(name), rest, 0))
    }
    return
  }
  if (all.length < 2) return
  const kept: { readonly rank: number; readonly isUnique: boolean; readonly count: number }[] = []
  const order = [...all].sort((one, other) => one.rank - other.rank || Number(one.isUnique) - Number(other.isUnique))
  for (const { path, rank, isUnique, count } of order) {
    const before = kept.filter((one) => (rank === side ? one.rank < 2 : one.rank < rank)).map((one) => one.count)
    const same = isUnique ? kept.filter((one) => one.rank === rank && !one.isUnique).map((one) => one.count) : []
    const [limit, own] = [least(before), least(same)]
    // Not all get as far, but each may do so once.
    const isPossible = count === 0 || (count < limit && count <= own)
    const [name = '', ...rest] = path
    const repeated = rank === 0 && rest.length === 1 ? readCount(object.values.get(rest[0] ?? '')) : undefined
    const wanted =
      repeated ?? (isPossible ? count : Math.floor(Math.min(limit * (shares[rank] ?? usualShare), own * 0.75)))
    const isFree = wanted !== count && (rest.length === 0 ? object.isFree(name) : object.isFreeIn(...path))
    if (isFree) object.values.set(name, withCount(object.values.get(name), rest, wanted))
    kept.push({ rank, isUnique, count: isFree ? wanted : count })
  }
}
