/**
 * Makes counts agree with lists: the list is beside the count, or one of the two is in an object beside the other.
 */
import type { JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { readCount, writeCount } from './agree-bounds.ts'
import { stateOf } from './agree-states.ts'
import { type Agreeable, type AgreeingStep, findName, hasName, type Names } from './agreeable.ts'
import type { NameFacts, ReadName } from './name-facts.ts'
import { phaseOfState } from './phases.ts'

/** `members_count` and `members`. Objects such as `stats` may have either. */
export const mayCount = ({ counted, snake }: NameFacts): boolean =>
  counted !== undefined || /(^|_)(counts?|stats|statistics|summary|totals|counters|metrics|metadata|meta)$/.test(snake)

/** `label_count` beside `summary.labels`. */
const measureWithin = (part: JsonObject, lengths: Map<string, number>, readName: ReadName): void => {
  for (const [name, list] of Object.entries(part)) {
    const { listed } = readName(name)
    if (isJsonArray(list) && !lengths.has(listed)) lengths.set(listed, list.length)
  }
}

/** `stats.member_count` beside `members`. */
const countWithin = (object: Agreeable, name: string, lengths: ReadonlyMap<string, number>): void => {
  const { values, isFree, isFreeIn, readName } = object
  const part = values.get(name)
  if (!isJsonObject(part) || !isFree(name)) return
  const counted = Object.entries(part).map(([inner, value]) => {
    const length = lengths.get(readName(inner).counted ?? '')
    const isCounted = length !== undefined && readCount(value) !== undefined && isFreeIn(name, inner)
    return [inner, isCounted ? (typeof value === 'string' ? String(length) : length) : value] as const
  })
  values.set(name, Object.fromEntries(counted))
}

export const countLists: AgreeingStep = (object, names) => {
  const { values, isFree, readName } = object
  const own = new Map<string, number>()
  const lengths = new Map<string, number>()
  for (const { name, listed } of names.values()) {
    const list = values.get(name)
    if (isJsonArray(list)) own.set(listed, Math.min(list.length, own.get(listed) ?? list.length))
    else if (isJsonObject(list)) measureWithin(list, lengths, readName)
  }
  for (const [listed, length] of own) lengths.set(listed, length)
  if (lengths.size === 0) return
  // `artists` and `artist_items` are the same ones.
  for (const { name, listed } of names.values()) {
    const list = values.get(name)
    const length = lengths.get(listed) ?? 0
    if (isJsonArray(list) && list.length > length && isFree(name)) values.set(name, list.slice(0, length))
  }
  const [only] = lengths.size === 1 ? lengths.values() : []
  for (const facts of names.values()) {
    const { name } = facts
    const counted = facts.snake === 'count' ? only : lengths.get(facts.counted ?? '')
    if (counted !== undefined && readCount(values.get(name)) !== undefined) writeCount(object, name, counted)
    else if (mayCount(facts) && own.size > 0) countWithin(object, name, own)
  }
}

export const totalName =
  /^(total|total_?(items|results|records|elements|hits|entries|rows)|num_?(results|rows)|(results?|rows?|records?)_?count)$/

/** Numbers of a total that was worked on, which a list beside it is not about. */
const workedOn = /^(processed|completed|succeeded|failed|errors?|errored|imported|skipped|remaining|pending)(_count)?$/

export const emptyName = /^(is_?)?empty$/

/** What the items of a page are called. */
export const page = /^(items|results|records|elements|hits|entries|data|content|list|rows)$/

/** `total` beside the only list, if it is not an amount. */
export const countOnlyList: AgreeingStep = (object, names: Names) => {
  const { values, isFree } = object
  const lists = [...values].flatMap(([name, value]) => (isJsonArray(value) ? [{ name, length: value.length }] : []))
  const items = lists.filter(({ name }) => page.test(names.get(name)?.snake ?? ''))
  const isOfWork = hasName(
    names,
    (name, { snake }) => workedOn.test(snake) && readCount(values.get(name)) !== undefined,
  )
  const [only] = items.length === 1 ? items : lists.length === 1 && !isOfWork ? lists : []
  if (!only || hasName(names, (_, { isMoney, snake }) => isMoney && !totalName.test(snake) && !/page/.test(snake)))
    return
  for (const { name, snake } of names.values())
    if (totalName.test(snake) && Number.isInteger(readCount(values.get(name)))) writeCount(object, name, only.length)
    else if (emptyName.test(snake) && typeof values.get(name) === 'boolean' && isFree(name))
      values.set(name, only.length === 0)
}

export const childrenName = /^(children|child|subordinate|descendant)s?$/

/** What a folder contains, by kinds, without what ends a plural. */
const kindOfChild = /^(sub_?)?(fil|folder|room|directory|document|imag|video)$/

/** The number of all children is the sum of their kinds: of `files` and `folders`. */
export const countChildren: AgreeingStep = (object, names) => {
  const { values } = object
  const whole = findName(
    names,
    (name, { counted }) =>
      counted !== undefined && childrenName.test(counted) && readCount(values.get(name)) !== undefined,
  )
  if (whole === undefined) return
  const kinds = [...names].flatMap(([name, { counted }]) => {
    const count = counted !== undefined && kindOfChild.test(counted) ? readCount(values.get(name)) : undefined
    return count === undefined ? [] : [{ name, count }]
  })
  if (kinds.length < 2) return
  const isListed = [...values].some(
    ([name, list]) => isJsonArray(list) && childrenName.test(names.get(name)?.listed ?? ''),
  )
  // The list beside them says how many there are.
  if (isListed && readCount(values.get(whole)) === 0) for (const { name } of kinds) writeCount(object, name, 0)
  else
    writeCount(
      object,
      whole,
      kinds.reduce((sum, { count }) => sum + count, 0),
    )
}

export const rejectedName =
  /^(disapproved|rejected|failed|pending|excluded|blocked|denied|declined|invalid|missing|unavailable|skipped)_(\w+)$/
const admitted =
  /^(approved|accepted|included|allowed|successful|succeeded|completed|valid|available|delivered|processed)_/

const troubled = /^(disapproved|rejected|failed|declined|denied|invalid)_/

/** What comes after the end, if at all. */
export const reversalsName = /^(refunds?(_ids)?|chargebacks|disputes|reversals|cancellations)$/

export const errorsName = /(^|_)(errors|failures|exceptions)$/

/** Nothing was rejected unless the record failed; what is in `approved_countries` is not in `pending_countries` as well. */
export const emptyRejected: AgreeingStep = (object, names) => {
  const { values, isFree, owner } = object
  const phase = phaseOfState(stateOf(object, names))
  const hasFailed = phase === 'failed'
  for (const { name, snake } of names.values()) {
    const isReversal = reversalsName.test(snake) && (phase === 'open' || phase === 'active')
    const isTroubles = errorsName.test(snake) && phase !== undefined && !hasFailed
    if ((isReversal || isTroubles) && isJsonArray(values.get(name)) && isFree(name)) values.set(name, [])
    const [, word = '', about] = rejectedName.exec(snake) ?? []
    if (about === undefined || !isJsonArray(values.get(name)) || !isFree(name)) continue
    const isTrouble = troubled.test(snake) && !hasFailed && !owner.toLowerCase().includes(word.slice(0, 5))
    const beside = findName(
      names,
      (other, facts) =>
        facts.snake !== about && facts.snake.replace(admitted, '') === about && isJsonArray(values.get(other)),
    )
    // What has not begun has done nothing yet, and what is under way has something left.
    const isLeft = word === 'pending' && (phase === 'open' || phase === 'active')
    if (isLeft && phase === 'open' && beside !== undefined && isFree(beside)) values.set(beside, [])
    if (isTrouble || (beside !== undefined && !isLeft)) values.set(name, [])
  }
}
