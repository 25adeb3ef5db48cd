/**
 * Makes how often something is repeated agree with when: what is repeated each day has no weekday and no day of the month.
 */
import { drop, mayDrop } from './agree-events.ts'
import { type AgreeingStep, findName } from './agreeable.ts'
import { factsOf } from './record-facts.ts'

export const dayOfRepeatName =
  /^(repeat_|recurrence_|recur_)?((on_)?(week_?days?|days_of_(the_)?week|day_of_(the_)?week|by_?day)|month_?days?|month_?type|days?_of_(the_)?month|by_?month_?day|week_of_(the_)?month)$/
const ofMonth = /month/
const repeated =
  /^(\w+_)?(frequency|repeat|repeats|recurrence|repeat_type|recurrence_type|interval_type|schedule_type)$/

/** `month_day` beside `frequency: daily`. A weekday may be that of a week or of a month. */
export const dropOtherDays: AgreeingStep = (object, names) => {
  const { values } = object
  const name = findName(
    names,
    (own, { snake }) => repeated.test(snake) && factsOf(values.get(own))?.interval !== undefined,
  )
  const interval = name === undefined ? undefined : factsOf(values.get(name))?.interval
  if (interval === undefined) return
  for (const { name: day, snake } of names.values()) {
    if (!dayOfRepeatName.test(snake) || !mayDrop(object, day)) continue
    const isMeant = ofMonth.test(snake) ? /^(month|quarter|year)$/.test(interval) : /^(week|month)$/.test(interval)
    if (!isMeant) drop(object, day)
  }
}
