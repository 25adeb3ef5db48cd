/**
 * Makes the times of one object agree with the enum of its state, if that lists the states in their order: what comes after the current
 * one has not happened, and what comes before happened in this order.
 */
import { drop, early, isTime, mayDrop } from './agree-events.ts'
import type { AgreeingStep } from './agreeable.ts'
import { momentOf } from './moments.ts'
import { phaseOfState } from './phases.ts'
import { stemOf, withoutKind } from './states.ts'

const rankOf = { open: 0, active: 1, done: 2, failed: 2 } as const

/** Whether an enum lists the states of a life in their order, rather than those of the alphabet or the last ones first. */
const isInOrder = (members: readonly string[]): boolean => {
  const known = members.flatMap((member) => {
    const phase = phaseOfState(member)
    return phase === undefined ? [] : [rankOf[phase]]
  })
  const isSorted = members.every((member, index) => index === 0 || (members[index - 1] ?? '') < member)
  return (
    !(isSorted && members.length > 2) && known.every((rank, index) => index === 0 || (known[index - 1] ?? 0) <= rank)
  )
}

/** `settled_at` beside `status: held`, which may also be `settled`. */
export const followStates: AgreeingStep = (object, names) => {
  const { values, membersOf, isFree } = object
  for (const { name: stateName, stateRank } of names.values()) {
    const members = membersOf(stateName).filter((member): member is string => typeof member === 'string')
    const own = members.indexOf(String(values.get(stateName)))
    if (stateRank === undefined || own === -1 || members.length < 2 || !isInOrder(members)) continue
    const stems = members.map((member) => stemOf(withoutKind(member)))
    const reached = [...names].flatMap(([name, { detailOf, timeEvent }]) => {
      const value = values.get(name)
      const stem = detailOf === undefined ? timeEvent : stemOf(detailOf)
      const index = stem === undefined || early.test(stem) || !isTime(value) ? -1 : stems.indexOf(stem)
      if (index > own && mayDrop(object, name)) drop(object, name)
      return index >= 0 && index <= own && isFree(name) && value !== undefined ? [{ name, index, value }] : []
    })
    const ordered = reached.sort((one, other) => one.index - other.index)
    const moments = ordered
      .map(({ value }) => value)
      .sort((one, other) => (momentOf(one) ?? 0) - (momentOf(other) ?? 0))
    // Only in one form.
    if (new Set(moments.map((moment) => `${typeof moment}${String(moment).length}`)).size === 1)
      for (const [index, { name }] of ordered.entries()) values.set(name, moments[index] ?? null)
  }
}
