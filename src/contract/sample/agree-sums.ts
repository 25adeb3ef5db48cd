/**
 * Makes the numbers of one object agree with those of its parts: a total is the sum of the items of a list, and of the counts
 * beside it that are called by one word more.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type Agreeable, type AgreeingStep, findName, hasName, type Names } from './agreeable.ts'
import { momentOf } from './moments.ts'
import { type Quantity, readQuantity } from './quantities.ts'
import { snakeCase } from './record-subject.ts'

const read = (value: Json | undefined): number | undefined => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(value) ? Number(value) : undefined
}

const write = ({ values, isFree }: Agreeable, name: string, amount: number): void => {
  const held = values.get(name)
  if (!isFree(name) || held === undefined) return
  const rounded = Math.round(amount * 100) / 100
  if (typeof held === 'number') values.set(name, Number.isInteger(held) ? Math.round(rounded) : rounded)
  else values.set(name, String(held).includes('.') ? rounded.toFixed(2) : String(rounded))
}

export { read as readAmount, write as writeAmount }

const isLimit = (snake: string): boolean =>
  /(^|_)(limit|max|maximum|capacity|quota|goal|target|allow\w*|budget|cap|included|min|minimum|lifetime|available)(_|$)/.test(
    snake,
  )

/** Words of what overlaps with other parts, or does not belong to the whole. */
const overlaps = /(^|_)(unique|distinct|new|estimated|expected|previous|last|max|min|limit|avg|average|per)(_|$)/

/** `services` beside `service_count_tcp` and `service_count_udp` is their sum. */
export const sumParts: AgreeingStep = (object, names) => {
  const found: (Quantity & { readonly name: string; readonly value: number; readonly snake: string })[] = []
  for (const { name, snake } of names.values()) {
    const value = read(object.values.get(name))
    const quantity = value === undefined || value > 1e8 ? undefined : readQuantity(snake)
    if (quantity && !quantity.isMeasure && value !== undefined) found.push({ ...quantity, name, value, snake })
  }
  if (found.length < 3) return
  for (const whole of found) {
    if (isLimit(whole.snake) || whole.words.length === 0) continue
    const parts = found.filter(
      ({ words, snake, period }) =>
        words.length === whole.words.length + 1 &&
        period === whole.period &&
        !isLimit(snake) &&
        !overlaps.test(snake) &&
        whole.words.every((word) => words.includes(word)),
    )
    if (parts.length > 1)
      write(
        object,
        whole.name,
        parts.reduce((sum, { value }) => sum + value, 0),
      )
  }
}

/** Numbers that do not count towards a total. */
const noKind =
  /(^|_)(total|sub|grand|unit|per|avg|average|mean|max|min|last|previous|new|old|pct|percent|rate|from|daily|dv)(_|$)/
export const kindTotal =
  /^total_(?!(price|amount|cost|value|tax|due|paid|sum)(_|$)|.*(price|cost|time|duration|count|number|size|pages?|items|results)(_|$))(\w+)$/

/** `total_fat` is the sum of `saturated_fat` and `trans_fat`. */
export const sumKinds: AgreeingStep = (object, names) => {
  for (const { name, snake } of names.values()) {
    const about = kindTotal.exec(snake)?.at(-1)
    if (about === undefined || read(object.values.get(name)) === undefined) continue
    const kinds = [...names].flatMap(([other, facts]) =>
      facts.snake.endsWith(`_${about}`) && !noKind.test(facts.snake) ? (read(object.values.get(other)) ?? []) : [],
    )
    const sum = kinds.reduce((all, kind) => all + kind, 0)
    if (kinds.length > 1 && sum < 1e8) write(object, name, sum)
  }
}

/** Lists of objects in an object, and in the objects within it. */
const listsIn = (
  values: Iterable<readonly [string, Json]>,
  depth = 0,
): readonly (readonly [string, readonly Json[]])[] =>
  [...values].flatMap(([name, value]) => {
    if (isJsonArray(value)) return value.length > 0 && value.every(isJsonObject) ? [[name, value] as const] : []
    return isJsonObject(value) && depth === 0 ? listsIn(Object.entries(value), 1) : []
  })

const lineLists =
  /(^|_)((shopping_?)?(cart|basket)|items?|lines?|entries|positions|products|orders?_?rows?|rows|charges|services|articles)$/
const lineAmounts = [
  /^(gross_?(amount|total|price)|(total_)?gross)$/,
  /^(line_?|row_?|item_?)?(total|amount|sub_?total)(_?(amount|price))?$/,
  /^(total_?price|extended_?price|net_?amount)$/,
  /^(price|unit_?price|cost)$/,
] as const
const wholeAmounts = [
  /^(sub_?total|net|net_?(amount|total|price))(_?(amount|price))?$/,
  /^(total|amount|total_?(amount|price|cost|value)|(total_?)?gross(_?(total|amount))?|grand_?total)$/,
] as const

/** What the lines of an order amount to; undefined if they have no amounts. */
const sumLines = (lines: readonly Json[]): number | undefined => {
  let sum = 0
  for (const line of lines) {
    const own = isJsonObject(line)
      ? Object.entries(line).map(([name, value]) => [snakeCase(name), read(value)] as const)
      : []
    const role = lineAmounts.findIndex((pattern) =>
      own.some(([name, value]) => value !== undefined && pattern.test(name)),
    )
    const amount = own.find(([name, value]) => value !== undefined && lineAmounts[role]?.test(name))?.[1]
    if (amount === undefined) return undefined
    const quantity = role < 3 ? 1 : (own.find(([name]) => /^(quantity|qty)$/.test(name))?.[1] ?? 1)
    sum += amount * quantity
  }
  return sum
}

/** What is not added up. */
const single = /(^|_)(price|rate|percent|percentage|unit|per|id|quantity|qty)(_|$)/

/** `tax_amount` beside lines that each have a `tax_amount`. */
const sumSame = (object: Agreeable, names: Names, lines: readonly Json[], summed: Set<string>): void => {
  for (const { name, snake, isMoney } of names.values()) {
    if (!isMoney || single.test(snake) || summed.has(name) || read(object.values.get(name)) === undefined) continue
    const own = lines.map((line) =>
      isJsonObject(line) ? read(Object.entries(line).find(([inner]) => snakeCase(inner) === snake)?.[1]) : undefined,
    )
    if (!own.every((value) => value !== undefined)) continue
    write(
      object,
      name,
      own.reduce<number>((sum, value) => sum + Number(value), 0),
    )
    summed.add(name)
  }
}

export const paymentLists = /(^|_)(payments|payment_(line_?)?items|allocations|splits|instal+ments)$/
const payment =
  /^(amount|value|total|sum|pay_?value|(payment|allocation|allocated|split|instal+ment|share)_?amount|amount_?paid|paid_?amount)$/
const paid = [
  /^(amount_?paid|paid_?amount|paid|total_?paid)$/,
  /^(total|amount|(total|order)_?(amount|price|cost|value)|grand_?total|gross_?total)$/,
] as const

/** The payments of an order amount to what was paid. */
export const splitPayments: AgreeingStep = (object, names) => {
  const { values, isFreeIn, readName } = object
  for (const { name, snake } of names.values()) {
    const list = values.get(name)
    if (!paymentLists.test(snake) || !isJsonArray(list) || list.length === 0) continue
    const whole = paid.flatMap((pattern) =>
      [...names].flatMap(([other, facts]) => (pattern.test(facts.snake) ? (read(values.get(other)) ?? []) : [])),
    )[0]
    if (whole === undefined) continue
    const share = Math.round((whole / list.length) * 100) / 100
    const split = list.map((item, index) =>
      isJsonObject(item)
        ? Object.fromEntries(
            Object.entries(item).map(([inner, value]) => {
              const isOwn = payment.test(readName(inner).snake) && isFreeIn(name, index, inner)
              if (!isOwn || read(value) === undefined) return [inner, value]
              return [inner, typeof value === 'string' ? share.toFixed(2) : share]
            }),
          )
        : item,
    )
    values.set(name, split)
    // Nothing is left of what has been paid in full.
    for (const [other, facts] of names)
      if (leftName.test(facts.snake) && isLeft(values.get(other))) write(object, other, 0)
  }
}

const leftName = /^(balance|balance_?due|(amount|remaining)_?(due|amount|balance|unallocated)|unallocated(_amount)?)$/
const isLeft = (value: Json | undefined): boolean => read(value) !== undefined

export const taxLists = /^(\w+_)?tax(es)?(_(lines|items|details|breakdown|amounts))?$/

/** Each tax is for the net price beside the list, which is the price without all of them. */
export const addTaxes: AgreeingStep = (object, names) => {
  const { values, isFreeIn } = object
  const named = (pattern: RegExp) => findName(names, (_, { snake }) => pattern.test(snake))
  const [net, price] = [named(/^net_?(price|amount|total|value)?$/), named(/^(price|total|amount|gross(_\w+)?)$/)]
  const base = read(net === undefined ? undefined : values.get(net))
  if (base === undefined || base <= 0) return
  for (const { name, snake } of names.values()) {
    const list = values.get(name)
    if (!taxLists.test(snake) || !isJsonArray(list) || !list.every(isJsonObject)) continue
    let sum = 0
    const taxed = list.map((tax, index) => {
      const amounts = new Map(Object.keys(tax).map((inner) => [snakeCase(inner), inner]))
      const [of, amount, rate] = [amounts.get('base_amount'), amounts.get('amount'), amounts.get('rate')]
      const before = read(amount === undefined ? undefined : tax[amount])
      if (amount === undefined || before === undefined || !isFreeIn(name, index, amount)) return tax
      const percent = Math.min(read(rate === undefined ? undefined : tax[rate]) ?? 20, 25)
      const own = Math.round((base * percent) / list.length) / 100
      sum += own
      const changed: Record<string, Json> = { ...tax, [amount]: own }
      if (of !== undefined && isFreeIn(name, index, of)) changed[of] = base
      // The rates of several taxes are together the one that is usual.
      if (rate !== undefined && typeof tax[rate] === 'number' && isFreeIn(name, index, rate))
        changed[rate] = Math.round((percent * 100) / list.length) / 100
      const charge = amounts.get('charge')
      if (charge !== undefined && typeof tax[charge] === 'number' && isFreeIn(name, index, charge))
        changed[charge] = own
      return changed
    })
    values.set(name, taxed)
    if (price !== undefined && sum > 0) write(object, price, base + sum)
  }
}

/** `units` beside a list of what has `units`, and the amount of an order beside its lines. */
export const sumLists: AgreeingStep = (object, names) => {
  const lists = listsIn(object.values)
  if (lists.length === 0) return
  const summed = new Set<string>()
  for (const [name, list] of lists) {
    if (!lineLists.test(snakeCase(name))) continue
    sumSame(object, names, list, summed)
    const sum = sumLines(list)
    const pattern = wholeAmounts.find((one) => hasName(names, (_, { snake }) => one.test(snake)))
    const whole = pattern && findName(names, (_, { snake }) => pattern.test(snake))
    const isFirst = whole !== undefined && !summed.has(whole) && read(object.values.get(whole)) !== undefined
    if (sum === undefined || !isFirst) continue
    write(object, whole, sum)
    summed.add(whole)
  }
  for (const { name, snake, isCount } of names.values()) {
    const own =
      isCount && !isLimit(snake) && read(object.values.get(name)) !== undefined ? readQuantity(snake) : undefined
    if (!own || own.words.length === 0 || (own.isMeasure && !/(^|_)(size|bytes)$/.test(snake))) continue
    for (const [, list] of lists) {
      const counts = list.map((item) => countOf(item, own.words))
      if (counts.every((count) => count !== undefined))
        write(
          object,
          name,
          counts.reduce<number>((sum, count) => sum + Number(count), 0),
        )
    }
  }
}

const countOf = (item: Json, words: readonly string[]): number | undefined => {
  if (!isJsonObject(item)) return undefined
  for (const [name, value] of Object.entries(item)) {
    const isNumber = read(value) !== undefined && momentOf(value) === undefined
    const own = isNumber ? readQuantity(snakeCase(name)) : undefined
    if (own && own.words.join(' ') === words.join(' ') && !isLimit(snakeCase(name))) return Number(value)
  }
  return undefined
}
