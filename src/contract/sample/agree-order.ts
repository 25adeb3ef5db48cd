/**
 * Puts two values of one object in order, numbers as well as times: a minimum and a maximum, a part and its limit, what was reached
 * and its goal.
 */
import type { Json } from '../../ports.ts'
import { type AgreeingStep, findName } from './agreeable.ts'
import { momentOf } from './moments.ts'
import { pairs } from './name-facts.ts'

/** Exchanges the values of a pair such as min_price and max_price where they are in the wrong order. */
export const orderPairs: AgreeingStep = ({ values, isFree }, names) => {
  const bySnake = new Map([...names].map(([name, { snake }]) => [snake, name]))
  // `index_number` and `index_number_end`
  for (const { name: upperName, snake } of names.values()) {
    const [, own] = /^(.+)_(?:end|to|max)$/.exec(snake) ?? []
    const lowerName = own === undefined ? undefined : bySnake.get(own)
    const [low, high] = [lowerName === undefined ? undefined : values.get(lowerName), values.get(upperName)]
    if (lowerName === undefined || low === undefined || high === undefined || !isAfter(low, high)) continue
    if (!isFree(lowerName) || !isFree(upperName)) continue
    values.set(lowerName, high)
    values.set(upperName, low)
  }
  for (const [lowerName, { snake }] of [...names].filter(([, { isLower }]) => isLower))
    for (const [lower, upper] of pairs) {
      const words = snake.split('_')
      const at = words.indexOf(lower)
      const upperName = at === -1 ? undefined : bySnake.get(words.with(at, upper).join('_'))
      if (upperName === undefined || !isFree(lowerName) || !isFree(upperName)) continue
      const [low, high] = [values.get(lowerName), values.get(upperName)]
      // What begins and ends takes a while.
      if (/^(start|begin|from)$/.test(lower) && low === high && /^\d{1,7}(\.\d+)?$/.test(String(low)))
        values.set(
          lowerName,
          typeof low === 'string' ? String(Math.floor(Number(low) / 2)) : Math.floor(Number(low) / 2),
        )
      if (!isAfter(low, high) || low === undefined || high === undefined) continue
      // A price may fall until the evening.
      if (/^open/.test(lower) && !isTimeOfDay(low)) continue
      values.set(lowerName, high)
      values.set(upperName, low)
    }
}

/** `quota_used` is at most `quota_max`. */
export const limitParts: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, restAsPart } of names.values()) {
    if (restAsPart === undefined) continue
    const whole = findName(names, (other, facts) => other !== name && facts.restAsWhole === restAsPart)
    const [part, most] = [values.get(name), whole === undefined ? undefined : values.get(whole)]
    if (whole === undefined || part === undefined || most === undefined || !isAfter(part, most)) continue
    // What was received was requested before.
    if (momentOf(part) !== undefined || momentOf(most) !== undefined) continue
    if (!isFree(name) || !isFree(whole)) continue
    values.set(name, most)
    values.set(whole, part)
  }
}

/** `paid_towards_goal` is at most `goal`. */
export const limitTowards: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, goal] = /_(?:towards?|of|against)_(\w+)$/.exec(snake) ?? []
    const whole = goal === undefined ? undefined : findName(names, (_, facts) => facts.snake === goal)
    const [part, most] = [values.get(name), whole === undefined ? undefined : values.get(whole)]
    if (isFree(name) && part !== undefined && most !== undefined && isAfter(part, most))
      values.set(name, typeof most === 'number' ? Math.floor(most * 0.4) : most)
  }
}

const isTimeOfDay = (value: Json): boolean => typeof value === 'string' && /^\d\d:\d\d(:\d\d)?Z?$/.test(value)

const isTime = (value: string): boolean => /^\d{4}-\d\d/.test(value)

const isAfter = (one: Json | undefined, other: Json | undefined): boolean => {
  if (typeof one === 'number' && typeof other === 'number') return one > other
  if (typeof one !== 'string' || typeof other !== 'string') return false
  if (/^\d+$/.test(one) && /^\d+$/.test(other)) return Number(one) > Number(other)
  const areTimes = (isTime(one) && isTime(other)) || (isTimeOfDay(one) && isTimeOfDay(other))
  return areTimes && one > other
}
