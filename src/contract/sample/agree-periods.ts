/**
 * Makes the prices of one thing agree that are for different periods: a month costs as much as its hours. Also where each price is
 * an object, such as `price_hourly: { net, gross }`.
 */
import type { Json } from '../../ports.ts'
import { isJsonObject } from '../values/json-object.ts'
import { memoizeNames } from '../values/memoize.ts'
import type { AgreeingStep } from './agreeable.ts'

/** Hours of a period, as they are paid: a server runs all the time, a person works. */
const periods: readonly (readonly [word: RegExp, hours: number, working: number])[] = [
  [/^(hour|hourly|hr)$/, 1, 1],
  [/^(day|daily)$/, 24, 8],
  [/^(week|weekly)$/, 168, 40],
  [/^(month|monthly|mo)$/, 730, 173],
  [/^(quarter|quarterly)$/, 2190, 520],
  [/^(year|yearly|annual|annually)$/, 8760, 2080],
]

interface PeriodPrice {
  /** What costs that, without the period: `price` of `price_per_month`. */
  readonly about: string
  readonly hours: number
}

const price = /(^|_)(prices?|costs?|fees?|amount|salary|wages?|pay|rent|premium|subscription)(_|$)/
const pay = /(^|_)(salary|wages?|pay|compensation)(_|$)/
/** What is measured in a period, and does not last as long. */
const apart =
  /(^|_)(last|previous|next|average|avg|total|limit|max|min|minimum|maximum|spent|revenue|due|paid|first)(_|$)/

const priceOf = memoizeNames((snake: string): PeriodPrice | undefined => {
  const words = snake.split('_').filter((word) => word !== 'per')
  const [period, ...others] = periods.filter(([pattern]) => words.some((word) => pattern.test(word)))
  if (!period || others.length > 0 || apart.test(snake)) return undefined
  const [pattern, hours, working] = period
  const about = words.filter((word) => !pattern.test(word)).join('_')
  return price.test(about) ? { about, hours: pay.test(about) ? working : hours } : undefined
})

export const isPeriodPrice = (snake: string): boolean => priceOf(snake) !== undefined

/** With as many decimals as a small amount needs. */
const round = (amount: number, isWhole: boolean): number => {
  if (isWhole) return Math.max(1, Math.round(amount))
  return Number(amount.toFixed(amount < 1 ? 4 : 2))
}

const isAmount = (value: Json | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))

/** The other price in the form of this one: as a number, as text, or with the same parts. */
const scale = (held: Json, other: Json | undefined, factor: number): Json => {
  if (isJsonObject(held) && isJsonObject(other))
    return Object.fromEntries(
      Object.entries(held).map(([name, value]) => [name, isAmount(value) ? scale(value, other[name], factor) : value]),
    )
  if (!isAmount(held) || !isAmount(other)) return held
  const amount = round(Number(other) * factor, typeof held === 'number' && Number.isInteger(held))
  return typeof held === 'number' ? amount : amount.toFixed(amount < 1 ? 4 : 2)
}

export const spreadPrices: AgreeingStep = ({ values, isFree }, names) => {
  const prices = [...names].flatMap(([name, { snake }]) => {
    const own = priceOf(snake)
    return own && values.has(name) ? [{ name, ...own }] : []
  })
  for (const { name, about, hours } of prices) {
    // The price of the longest period decides, so that that of an hour has decimals.
    const others = prices.filter((one) => one.about === about && one.hours > hours)
    const longest = others.sort((one, other) => other.hours - one.hours)[0]
    const held = values.get(name)
    if (longest && held !== undefined && isFree(name))
      values.set(name, scale(held, values.get(longest.name), hours / longest.hours))
  }
}
