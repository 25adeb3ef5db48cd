/**
 * What the names of numbers say about quantities: what is counted, whether it is a whole or a part, and of which period. Separate
 * from agree-bounds.ts, because the facts of a name include it.
 */
import { memoizeNames } from '../values/memoize.ts'

export interface Quantity {
  /** What is counted, without words such as `total` and `count`: `open issue` of `open_issues_count`. */
  readonly words: readonly string[]
  readonly isWhole: boolean
  /** Whether it is left of a whole: `remaining`. */
  readonly isRest: boolean
  readonly isUsed: boolean
  /** Whether its name says that it is some of all: `completed`. */
  readonly isPart: boolean
  /** The longer the period, the higher: of a day, a week, a month. 0: of no period. */
  readonly period: number
  readonly isMeasure: boolean
}

const wholes =
  /^(limit|max|maximum|total|quota|capacity|included|allowed|allowance|all|overall|goal|target|cap|budget|lifetime|available_total)$/
export const usedWord = /^(used|consumed|occupied|booked|spent|taken|allocated|reserved|assigned|redeemed)$/
export const restWord = /^(remaining|left|free|available|unused|vacant|rest)$/
const partial =
  /^(active|failed|completed|paid|pending|unread|open|closed|unique|succeeded|successful|processed|skipped|done|passed|current|success|checked|sent|delivered|opened|clicked|bounced|fulfilled)$/
const counting = /^(count|counts|cnt|counter|number|num|no|nb|n|of|the|sum|quantity|qty|amount_of)$/

/** Words of numbers that count nothing. */
const others =
  /^(id|ids|percent|percentage|pct|rate|ratio|per|avg|average|mean|median|score|rating|tax|fee|discount|latitude|longitude|year|month|timestamp|date|at|position|index|rank|order|version|code|port|page|offset|status|address|progress|level|priority|min|minimum|lower|currency|balance|zoom|type|key|default|step|threshold|since|until|expires|change|delta|growth)$/

/** What is measured is bounded only by what has the same name: `duration` by `total_duration`, not by `total`. */
const measures =
  /^(ms|millis|milliseconds|seconds?|secs?|minutes?|mins?|hours?|days|weeks|months|years|px|pixels?|price|cost|amount|value|size|bytes?|kb|mb|gb|width|height|length|weight|distance|speed|age|time|interval|delay|timeout|duration|ttl|radius|salary)$/

const periods: readonly (readonly [RegExp, number])[] = [
  [/^(hour|hourly|1h)$/, 1],
  [/^(day|daily|today|24h|1d)$/, 2],
  [/^(week|weekly|7d)$/, 3],
  [/^(month|monthly|30d)$/, 4],
  [/^(quarter|quarterly|90d)$/, 5],
  [/^(year|yearly|annual|annually|1y)$/, 6],
  [/^(lifetime)$/, 7],
]

const periodOf = memoizeNames((word: string): number => periods.find(([pattern]) => pattern.test(word))?.[1] ?? 0)

/** Undefined if the name is not that of a count. */
export const readQuantity = memoizeNames((snake: string): Quantity | undefined => {
  const all = snake
    .replace(/_per_(hour|day|week|month|year)$/, '_$1')
    .replace(/(^|_)in_progress(?=_|$)/, '$1pending')
    .split('_')
  const period = Math.max(0, ...all.map(periodOf))
  const words = all.filter((word) => periodOf(word) === 0)
  // From how many words on a sentence is long.
  if (/(^|_)(long|short)_(\w+_)?(word|char|character)_?count$/.test(snake)) return undefined
  // `post_number` says which one of them it is, unlike `total_number` and `guests_number`.
  const [kind = ''] = all.slice(-2)
  if (all.length > 1 && /^(number|no|nr)$/.test(all.at(-1) ?? '') && !wholes.test(kind) && !/[^sui]s$/.test(kind))
    return undefined
  // What ends with a count is one, whatever it counts.
  if (!/_(count|cnt)$/.test(snake) && words.some((word) => others.test(word))) return undefined
  const isWhole = words.some((word) => wholes.test(word))
  const isCounted = words.some(
    (word) => counting.test(word) || usedWord.test(word) || restWord.test(word) || partial.test(word),
  )
  const isMeasure = words.some((word) => measures.test(word))
  if (!isWhole && !isCounted && !isMeasure && !/[^sui]s$|people|children|staff/.test(words.at(-1) ?? ''))
    return undefined
  return {
    words: words
      .filter((word) => !wholes.test(word) && !counting.test(word))
      .map((word) => word.replace(/(?<=..[^su])s$/, '')),
    isWhole,
    isRest: words.some((word) => restWord.test(word)),
    isUsed: words.some((word) => usedWord.test(word)),
    isPart: words.some((word) => partial.test(word)),
    period,
    isMeasure,
  }
})

/** Whether a name may be that of a count. */
export const isQuantity = (snake: string): boolean => readQuantity(snake) !== undefined
