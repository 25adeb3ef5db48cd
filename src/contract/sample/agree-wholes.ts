/**
 * Makes the numbers of one object agree that are called by what they are to each other: what was done and what was not is together
 * all, a mean is at most the total, and what is available is what is on hand without what is reserved.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { drop } from './agree-events.ts'
import { readAmount as read, writeAmount as write } from './agree-sums.ts'
import { type Agreeable, type AgreeingStep, findName, type Names } from './agreeable.ts'
import type { NameFacts } from './name-facts.ts'
import { type NumberRole, undoneName } from './number-roles.ts'
import { snakeCase } from './record-subject.ts'

interface Found {
  readonly name: string
  readonly snake: string
  readonly value: number
}

type IsWanted = (snake: string, facts: NameFacts) => boolean

const findAll = ({ values }: Agreeable, names: Names, isWanted: IsWanted): readonly Found[] =>
  [...names].flatMap(([name, facts]) => {
    const value = isWanted(facts.snake, facts) ? read(values.get(name)) : undefined
    return value === undefined ? [] : [{ name, snake: facts.snake, value }]
  })

const find = (object: Agreeable, names: Names, isWanted: IsWanted): Found | undefined =>
  findAll(object, names, isWanted)[0]

const withRole = (object: Agreeable, names: Names, role: NumberRole): readonly Found[] =>
  findAll(object, names, (_, { numberRole }) => numberRole === role)

/** What is left of a whole without its parts as they are now. */
const without = ({ values }: Agreeable, whole: number, parts: readonly Pick<Found, 'name'>[]): number =>
  parts.reduce((left, { name }) => left - (read(values.get(name)) ?? 0), whole)

const counting = /^(total|count|number|num|no|of|the|all|overall|input|original|sum|gross)$/

/** The words of a name in any order, without how it counts. */
const keyOf = (snake: string): string =>
  snake
    .split('_')
    .filter((word) => word !== '' && !counting.test(word))
    .map((word) => word.replace(/(?<=..[^su])s$/, ''))
    .sort()
    .join(' ')

/** `applied_amount` and `unapplied_amount` are together the `amount`. */
export const completeWhole: AgreeingStep = (object, names) => {
  for (const { name, snake, value } of withRole(object, names, 'undone')) {
    const done = keyOf(snake.replace(undoneName, '$1$2'))
    const all = keyOf(snake.replace(undoneName, '$1'))
    const whole = find(object, names, (other) =>
      all === '' ? /^(total|count)(_count)?$/.test(other) : other !== snake && keyOf(other) === all,
    )
    if (!whole) continue
    const part = find(object, names, (other) => other !== snake && keyOf(other) === done)
    // Nothing of a draft has been paid.
    if (part && object.phase === 'open' && names.get(part.name)?.isMoney === true) write(object, part.name, 0)
    const most = whole.value
    if (part && !object.isFree(name)) write(object, part.name, Math.max(0, most - value))
    if (part && (read(object.values.get(part.name)) ?? 0) > most) write(object, part.name, most)
    const returned =
      all === 'amount'
        ? find(object, names, (other) => /^(refund(ed)?_amount|amount_refunded)$/.test(other))
        : undefined
    const rest = part
      ? most - (read(object.values.get(part.name)) ?? 0) - (returned?.value ?? 0)
      : Math.min(value, most)
    write(object, name, Math.max(0, rest))
  }
}

/** What adds up: a mean of 4 stars is not a part of all ratings. */
const addsUp =
  /^(revenue|amount|value|price|cost|spend|spent|sale|income|profit|earning|time|duration|length|size|byte|second|ms|minute|hour|distance|calorie|weight|quantity|fee|payment|msec|milli|millisecond)$/
const plainTotal = /^(revenue|sales|spend|spent|earnings|income|profit|cost)$/

const wordsOf = (snake: string): readonly string[] =>
  snake
    .split('_')
    .filter((word) => !/^(average|avg|mean|total|sum|overall|gross|of|per)$/.test(word))
    .map((word) => word.replace(/(?<=..[^su])s$/, ''))

/** What of the whole falls to one of those that are counted beside it; at most the whole, if nobody counts them. */
const divide = (
  object: Agreeable,
  names: Names,
  { name, value }: Found,
  whole: Found,
  what: readonly string[],
): void => {
  const key = [...what].sort().join(' ')
  const count = key === '' ? undefined : find(object, names, (other) => keyOf(other) === key)
  if (count !== undefined && Number.isInteger(count.value))
    write(object, name, count.value === 0 ? 0 : whole.value / count.value)
  else if (value > whole.value) write(object, name, whole.value / 4)
}

/** `average_order_revenue` is at most `total_revenue`, and as many times as there are orders. */
export const limitAverages: AgreeingStep = (object, names) => {
  for (const mean of withRole(object, names, 'average')) {
    const words = wordsOf(mean.snake)
    const last = words.at(-1) ?? ''
    if (!addsUp.test(last)) continue
    const whole = find(object, names, (other) => {
      if (other === mean.snake || (!/(^|_)(total|sum|overall|gross)(_|$)/.test(other) && !plainTotal.test(other)))
        return false
      const own = wordsOf(other)
      return own.at(-1) === last && own.every((word) => words.includes(word))
    })
    if (!whole) continue
    const own = wordsOf(whole.snake)
    divide(
      object,
      names,
      mean,
      whole,
      words.filter((word) => !own.includes(word)),
    )
  }
}

/** `cost_per_click` is the share of a click of the cost, and `per_try_timeout` is within `timeout`. */
export const limitShares: AgreeingStep = (object, names) => {
  for (const share of withRole(object, names, 'per')) {
    const [, each] = /^per_[a-z]+_(\w+)$/.exec(share.snake) ?? []
    const [, of = '', what = ''] = /^(\w+)_per_(\w+)$/.exec(share.snake) ?? []
    const words = wordsOf(of)
    if (each === undefined && (!addsUp.test(words.at(-1) ?? '') || /(^|_)(max|min|limit)(_|$)/.test(share.snake)))
      continue
    const whole = find(object, names, (other) =>
      each === undefined ? other === `total_${of}` || (other === of && plainTotal.test(of)) : other === each,
    )
    if (whole) divide(object, names, share, whole, each === undefined ? wordsOf(what) : [])
  }
}

const ofStock = /(^|_)(units?|quantity|qty|stock|count|inventory)(_|$)/
const reserved = /(^|_)(reserved|allocated|committed|picked|held|on_hold)(_|$)/
const available = /(^|_)(available|sellable)(_|$)/
const awaited = /(^|_)back_?order(ed)?(_|$)/

/** What is on hand is reserved or available, and nobody waits for what is available. */
export const shareStock: AgreeingStep = (object, names) => {
  const [hand] = withRole(object, names, 'on-hand')
  if (!hand) return
  const parts = findAll(
    object,
    names,
    (snake) =>
      ofStock.test(snake) ||
      reserved.exec(snake)?.[0] === snake ||
      available.exec(snake)?.[0] === snake ||
      awaited.test(snake),
  ).filter(({ name }) => name !== hand.name)
  const taken = parts.filter(({ snake }) => reserved.test(snake))
  const sum = taken.reduce((all, { value }) => all + value, 0)
  if (sum > hand.value) for (const { name } of taken) write(object, name, Math.floor(hand.value / (taken.length + 2)))
  const left = without(object, hand.value, taken)
  const free = parts.find(({ snake }) => available.test(snake))
  if (!free || left < 0) return
  write(object, free.name, left)
  if (left > 0) for (const { name, snake } of parts) if (awaited.test(snake)) write(object, name, 0)
}

/** A reply is to what came before it: `reply_to_post_number` is less than `post_number`. */
export const replyToEarlier: AgreeingStep = (object, names) => {
  for (const { name, snake, value } of withRole(object, names, 'earlier')) {
    const [, what] = /_to_(\w+)$/.exec(snake) ?? []
    const own = find(object, names, (other) => other === what)
    if (!own || value < own.value || !object.isFree(name)) continue
    if (own.value > 1) write(object, name, Math.max(1, Math.floor(own.value / 2)))
    else drop(object, name)
  }
}

/** `airs_after_season_number` is less than `airs_before_season_number`. */
export const precede: AgreeingStep = (object, names) => {
  for (const { snake, value } of withRole(object, names, 'after')) {
    const later = find(object, names, (other) => other === snake.replace(/(^|_)after_/, '$1before_'))
    if (later && value >= later.value) write(object, later.name, value + 1)
  }
}

const sizeName = /^(file_?)?(size|bytes)(_?in_?bytes)?$|^size_bytes$/

/** The sizes in an object, or in the items of a list. */
const sizeIn = (held: Json, { readName }: Agreeable): number =>
  isJsonArray(held)
    ? held.reduce<number>((sum, item) => sum + (isJsonObject(item) ? ownSize(item, readName) : 0), 0)
    : isJsonObject(held)
      ? ownSize(held, readName)
      : 0

const ownSize = (held: JsonObject, readName: Agreeable['readName']): number => {
  for (const [name, value] of Object.entries(held))
    if (typeof value === 'number' && sizeName.test(readName(name).snake)) return value
  return 0
}

/** `full_size` is that of all parts. */
export const sumSizes: AgreeingStep = (object, names) => {
  const [whole] = withRole(object, names, 'size')
  if (!whole) return
  const sum = [...object.values.values()].reduce<number>((all, held) => all + sizeIn(held, object), 0)
  if (sum > whole.value) write(object, whole.name, sum)
}

const taxName = /(^|_)(vat|tax|gst)(_amount)?$/
const notDue = /(^|_)(exempt|rate|percent|percentage|id|number|code)(_|$)/

/** Taxes are a part of what is taxed, and what is to be paid is what was collected without what may be deducted. */
export const limitTurnoverTaxes: AgreeingStep = (object, names) => {
  const base = withRole(object, names, 'base').find(({ snake }) => !/exempt/.test(snake))
  if (!base) return
  const taxes = findAll(object, names, (snake) => taxName.test(snake) && !notDue.test(snake))
  for (const { name, value } of taxes) if (value > base.value * 0.25) write(object, name, base.value * 0.2)
  const named = (pattern: RegExp): readonly number[] =>
    taxes.flatMap(({ name, snake }) => (pattern.test(snake) ? [read(object.values.get(name)) ?? 0] : []))
  const due = taxes.find(({ snake }) => /^(payable|net|due)_/.test(snake))
  const [collected] = named(/^(collected|output|sales|charged)_/)
  if (!due || collected === undefined) return
  const deducted = taxes.filter(({ snake }) => /^(deductible|input|credit|deducted|recoverable)_/.test(snake))
  if (deducted.reduce((sum, { name }) => sum + (read(object.values.get(name)) ?? 0), 0) > collected)
    for (const { name } of deducted) write(object, name, collected / (deducted.length + 1))
  write(object, due.name, without(object, collected, deducted))
}

/** A block has several records in it. */
export const fillBlocks: AgreeingStep = (object, names) => {
  const [block] = withRole(object, names, 'block')
  const record = find(object, names, (snake) => /^(record|row|line)_?(length|size)$/.test(snake))
  if (block && record && record.value > 0 && block.value % record.value !== 0)
    write(object, block.name, record.value * 10)
}

const otherShare =
  /^(fee|commission|tax|marketplace|platform|app|application|affiliate|agency|reseller)_(amount|share|earnings|payout)$/

/** The main share of an amount is what the others leave. */
export const splitAmount: AgreeingStep = (object, names) => {
  const [main] = withRole(object, names, 'main-share')
  const whole = find(object, names, (snake) => /^(amount|total_amount|total)$/.test(snake))
  if (!main || !whole) return
  const others = findAll(object, names, (snake) => otherShare.test(snake))
  if (others.length === 0) return
  for (const { name, value } of others) if (value > whole.value * 0.3) write(object, name, whole.value * 0.1)
  write(object, main.name, without(object, whole.value, others))
}

const childList = /(^|_)(child(ren)?(_[a-z]+)?|sub_?[a-z]+|replies|nodes)$/

/** What is within another one is a level deeper. */
export const deepen: AgreeingStep = (object, names) => {
  for (const { name, snake, value } of withRole(object, names, 'depth'))
    for (const [list, facts] of names) {
      const items = object.values.get(list)
      if (!childList.test(facts.snake) || !isJsonArray(items)) continue
      const changed = items.map((item, index) => {
        if (!isJsonObject(item)) return item
        const inner = Object.keys(item).find((one) => object.readName(one).snake === snake)
        const isFree = inner !== undefined && typeof item[inner] === 'number' && object.isFreeIn(list, index, inner)
        return isFree ? { ...item, [inner ?? name]: value + 1 } : item
      })
      object.values.set(list, changed)
    }
}

/** `total_item_count` of an object with nothing in any of its lists is 0. */
export const countNothing: AgreeingStep = (object, names) => {
  const lists = [...object.values.values()].filter(isJsonArray)
  if (lists.length === 0 || lists.some(({ length }) => length > 0)) return
  for (const { name } of findAll(object, names, (snake) => /(^|_)items?_?count$/.test(snake))) write(object, name, 0)
}

const startName = /^(start|first|from)(_?(index|item|at|record|row))?$|^(item|record|row)_?start$|^offset$/
const pageLists = /^(items|results|records|elements|hits|entries|data|content|values|resources|rows|list)$/

/** The index of the last item of a page follows from the first one and from how many are shown. */
export const endPage: AgreeingStep = (object, names) => {
  const [end] = withRole(object, names, 'page-end')
  const start = find(object, names, (snake) => startName.test(snake))
  const lists = [...names].filter(([name, { snake }]) => pageLists.test(snake) && isJsonArray(object.values.get(name)))
  const list = object.values.get(lists[0]?.[0] ?? '')
  if (!end || !start || lists.length !== 1 || !isJsonArray(list)) return
  write(object, end.name, Math.max(start.value, start.value + list.length - 1))
  const most = findName(
    names,
    (name, { snake }) =>
      /^(max_?(results|items)|limit|page_?size)$/.test(snake) && read(object.values.get(name)) !== undefined,
  )
  const size = find(object, names, (snake) => snake === 'size')
  if (most !== undefined && size) write(object, size.name, list.length)
}

const spanStart = /^(start|begin|offset)(_(offset|position|pos|char|index))?$/
const spanText = /^(text|tag|word|token|match|matched_text|normalized_text|user_?name|mention|surface|url)$/
/** What is found in a text, unlike the words of a speech, which begin and end at times. */
const found =
  /(^|_)(entit(y|ies)|annotations?|mentions?|(hash|cash)_?tags?|tags?|urls?|tokens?|spans?|highlights?|match(es)?|profanity|occurrences?|keywords?)(_|$)/
const spoken = /transcript|caption|subtitle|segment|cue|utterance|speech|audio|video/

/** Where a word is in a text: it ends as many letters after its beginning as it has. */
export const measureSpan: AgreeingStep = (object, names) => {
  const [end] = withRole(object, names, 'text-end')
  if (!end || object.values.size > 8 || !object.isFree(end.name)) return
  const owner = snakeCase(object.owner)
  const isInText = /char/.test(end.snake) || (found.test(owner) && !spoken.test(owner))
  if (!isInText) return
  const start = find(object, names, (snake) => spanStart.test(snake))
  const text = findName(names, (name, { snake }) => spanText.test(snake) && typeof object.values.get(name) === 'string')
  // A link is behind the words.
  const isLink = end.snake === 'length' && names.get(text ?? '')?.snake === 'url'
  const written = text === undefined || isLink ? '' : String(object.values.get(text))
  if (!start || written === '' || !Number.isInteger(start.value) || start.value > 100_000) return
  // Before the name is a sign: `#MondayMotivation`.
  const isSigned = /^(tag|user_?name|mention)$/.test(names.get(text ?? '')?.snake ?? '') && !/^[#@$]/.test(written)
  const length = written.length + Number(isSigned)
  write(object, end.name, end.snake === 'length' ? length : start.value + length)
}

/** Lists in an object and in the objects within it, unless they are documented. */
const listsIn = ({ values, isFree, isFreeIn }: Agreeable): readonly (readonly [string, readonly Json[]])[] =>
  [...values].flatMap(([name, held]) => {
    if (isJsonArray(held)) return isFree(name) ? [[name, held] as const] : []
    if (!isJsonObject(held) || !isFree(name)) return []
    return Object.entries(held).flatMap(([inner, list]) =>
      isJsonArray(list) && isFreeIn(name, inner) ? [[inner, list] as const] : [],
    )
  })

/** Totals that may be sums of money. */
const ofMoney =
  /(^|_)(refund|discount|charge|tax|fee|payment|tip|cost|credit|debit|surcharge|expense|sale|payout|deposit|amount|price|revenue|balance)e?s?(_|$)/

/** A documented total of a list that was generated is that of this list: the author had another one in mind. */
export const raiseTotals: AgreeingStep = (object, names) => {
  const documented = withRole(object, names, 'whole-of').filter(
    ({ name, snake, value }) =>
      /[^su]s$/.test(snake) &&
      !ofMoney.test(snake) &&
      !object.isFree(name) &&
      object.membersOf(name).length === 0 &&
      Number.isInteger(value),
  )
  if (documented.length === 0) return
  const lists = listsIn(object).filter(([, { length }]) => length > 0)
  for (const { name, snake, value } of documented) {
    const key = keyOf(snake)
    for (const [list, items] of lists) {
      const isCounted = keyOf(object.readName(list).snake) === key
      const sum = isCounted ? items.length : sumOf(items, key, object)
      if (sum === undefined || sum === 0 || (!isCounted && sum <= value)) continue
      object.values.set(name, typeof object.values.get(name) === 'string' ? String(sum) : sum)
    }
  }
}

const sumOf = (items: readonly Json[], key: string, { readName }: Agreeable): number | undefined => {
  let sum = 0
  for (const item of items) {
    const own = isJsonObject(item)
      ? Object.entries(item).find(
          ([name]) => /^(num|number_of)_|_count$/.test(readName(name).snake) && keyOf(readName(name).snake) === key,
        )
      : undefined
    const count = own === undefined ? undefined : read(own[1])
    if (count === undefined) return undefined
    sum += count
  }
  return sum
}

const shareName = /^(percent|percentage|pct|share)$/

/** `percentage` of an item is the share of its `votes` in `total_votes`. */
export const shareInLists: AgreeingStep = (object, names) => {
  for (const { snake, value } of withRole(object, names, 'whole-of')) {
    if (ofMoney.test(snake)) continue
    const key = keyOf(snake.replace(/_in_(image|picture)$/, ''))
    for (const list of names.keys()) {
      const items = object.values.get(list)
      if (!isJsonArray(items) || value <= 0) continue
      const changed = items.map((item, index) => {
        if (!isJsonObject(item)) return item
        const own = Object.keys(item).map((inner) => [inner, object.readName(inner).snake] as const)
        const [percent] = own.find(([, inner]) => shareName.test(inner)) ?? []
        const [count] = own.find(([, inner]) => keyOf(inner) === key) ?? []
        const [held, part] = [
          percent === undefined ? undefined : item[percent],
          count === undefined ? undefined : read(item[count]),
        ]
        if (percent === undefined || part === undefined || part > value || read(held) === undefined) return item
        if (!object.isFreeIn(list, index, percent)) return item
        const share = Math.round((part / value) * 10_000) / 100
        const isWhole = typeof held === 'number' && Number.isInteger(held)
        return { ...item, [percent]: typeof held === 'string' ? String(share) : isWhole ? Math.round(share) : share }
      })
      object.values.set(list, changed)
    }
  }
}

/** Things that are called by several words. */
const families: readonly RegExp[] = [
  /^(shipments?|labels?|parcels?|packages?)$/,
  /^(participants?|attendees?|guests?|members?|registrants?|invitees?)$/,
  /^(items?|lines?|positions?|line_items?|entries|products?|articles?)$/,
]

/** `shipments: 86` beside the list of `labels` is its length, if no other list has that name. */
export const countFamily: AgreeingStep = (object, names) => {
  for (const { name, snake, value } of withRole(object, names, 'same-as-list')) {
    const family = families.find((one) => one.test(snake.replace(/_?count$/, '')))
    if (!family || !Number.isInteger(value)) continue
    const lists = [...names].flatMap(([list, facts]) => {
      const held = object.values.get(list)
      return isJsonArray(held) && family.test(facts.snake.replace(/_(ids?|list)$/, '')) ? [held.length] : []
    })
    if (lists.length === 1) write(object, name, lists[0] ?? value)
  }
}

/** What is earned in some hours. */
export const payHours: AgreeingStep = (object, names) => {
  const [hours] = withRole(object, names, 'hours')
  const rate = find(object, names, (snake) => /^((hourly|pay|hour|unit)_)?rate$/.test(snake))
  const amount = find(object, names, (snake) => /^(amount|total|total_amount|gross_pay)$/.test(snake))
  if (hours && rate && amount) write(object, amount.name, hours.value * rate.value)
}
