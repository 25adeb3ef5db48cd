/**
 * Keeps amounts and counts within an object at most as large as those of the object itself that they are a part of: the cashback of a
 * payment, its refunds, the budget of a member of a project, what was consumed of a capacity.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { minorName } from './agree-amounts.ts'
import type { Agreeable, AgreeingStep, Names } from './agreeable.ts'

/** Objects and lists that are about a part of an amount, and how much of it is usual. */
const parts: readonly (readonly [name: RegExp, share: number, most?: number])[] = [
  // Up to the next whole amount.
  [/(^|_)round_?ups?$/, 0.4, 1],
  [
    /(^|_)(cash_?backs?|refunds?|refunded|adjust(ed|ments?)(_by)?|captures?|reimbursements?|chargebacks?|credits)$/,
    0.3,
  ],
  [/(^|_)(fees?|charges|cancell?ation_?(fee|policy|policies|price)|commissions?|surcharges?|tips?|tax(es)?)$/, 0.05],
]

const used = /(^|_)(consumed|used|usage|spent|occupied|allocated|reserved|loaded)$/

/** What limits how much may be used. */
const capacity = /^((max|total)_)?(capacity|limit|quota|budget|allowance)$/

const amountName =
  /^(grand_)?total$|^(total_?)?(amount|price|value|sum|cost)(_(due|value))?$|^(retail|sell(ing)?|public|room|gross)_(rate|price)$/

/** Of one with the same name in each item: `budget_amount` of a project and of its members. */
const shared = /(^|_)budget(_(amount|hours|value))?$/

const read = (value: Json | undefined): number | undefined => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(value) ? Number(value) : undefined
}

const writeLike = (held: Json, amount: number): Json => {
  if (typeof held === 'string') return held.includes('.') ? amount.toFixed(2) : String(Math.floor(amount))
  return Number.isInteger(held) ? Math.floor(amount) : Math.floor(amount * 100) / 100
}

type Path = readonly (string | number)[]

/** The part with amounts that are at most the limit, also in the objects and lists within it. */
const limit = (
  object: Agreeable,
  held: Json,
  path: Path,
  isWanted: (snake: string) => boolean,
  most: number,
  share: number,
): Json => {
  if (path.length > 5) return held
  if (isJsonArray(held)) return held.map((item, index) => limit(object, item, [...path, index], isWanted, most, share))
  if (!isJsonObject(held)) return held
  const changed: Record<string, Json> = {}
  for (const [name, value] of Object.entries(held)) {
    const amount = isWanted(object.readName(name).snake) ? read(value) : undefined
    const inner = [...path, name]
    if (amount === undefined) changed[name] = limit(object, value, inner, isWanted, most, share)
    else changed[name] = amount > most && object.isFreeIn(...inner) ? writeLike(value, most * share) : value
  }
  return withMinor(object, held, changed)
}

/** `value_in_base_units` follows a `value` that has been changed. */
const withMinor = ({ readName }: Agreeable, before: JsonObject, after: JsonObject): JsonObject => {
  const minors = Object.keys(after).filter((name) => minorName.test(readName(name).snake))
  if (minors.length === 0) return after
  const changed: Record<string, Json> = { ...after }
  for (const name of minors) {
    const [, stem = ''] = minorName.exec(readName(name).snake) ?? []
    const main = Object.keys(after).find((other) => readName(other).snake === stem)
    const amount = main === undefined || before[main] === after[main] ? undefined : read(after[main])
    if (amount !== undefined) changed[name] = Math.round(amount * 100)
  }
  return changed
}

/** An amount of its own, also with its currency in an object: `amount: { value, currency }`. */
const amountIn = (value: Json | undefined, readName: Agreeable['readName']): number | undefined => {
  if (!isJsonObject(value)) return read(value)
  const found: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [readName(name).snake, inner]),
  )
  return (
    read(found.value) ?? read(found.amount) ?? (isJsonObject(found.total) ? amountIn(found.total, readName) : undefined)
  )
}

export const isPartOfAmount = (snake: string): boolean =>
  used.test(snake) || shared.test(snake) || parts.some(([pattern]) => pattern.test(snake))

export const limitInner: AgreeingStep = (object, names) => {
  const { values } = object
  const amountOf = (pattern: RegExp): number | undefined => {
    for (const { name, snake } of names.values()) {
      const amount = pattern.test(snake) ? amountIn(values.get(name), object.readName) : undefined
      if (amount !== undefined && amount > 0) return amount
    }
    return undefined
  }
  const whole = amountOf(amountName) ?? orderedAmount(object)
  const most = amountOf(capacity)
  for (const { name, snake } of names.values()) {
    const held = values.get(name)
    if (held === undefined || (!isJsonObject(held) && !isJsonArray(held))) continue
    const part = parts.find(([pattern]) => pattern.test(snake))
    if (part && whole !== undefined)
      values.set(
        name,
        limit(
          object,
          held,
          [name],
          (inner) => /^(amount|value|price|charge)$/.test(inner),
          Math.min(whole, part[2] ?? whole),
          part[1],
        ),
      )
    else if (used.test(snake) && most !== undefined)
      values.set(
        name,
        limit(object, held, [name], (inner) => /^(amount|value|units|total)$/.test(inner), most, 0.4),
      )
    else if (isJsonArray(held)) shareBudgets(object, names, name)
  }
}

const orders = /^(initiation|instruction|payment|transaction|transfer|order)$/
const ordered = /^(instructed|first_payment|payment|transaction|transfer|order|equivalent)_amount$/

/** What a payment is of: `initiation.instructed_amount` beside its `charges`. */
const orderedAmount = ({ values, readName }: Agreeable): number | undefined => {
  for (const [name, held] of values) {
    if (ordered.test(readName(name).snake)) return amountIn(held, readName)
    if (!isJsonObject(held) || !orders.test(readName(name).snake)) continue
    for (const [inner, value] of Object.entries(held))
      if (ordered.test(readName(inner).snake)) return amountIn(value, readName)
  }
  return undefined
}

/** The budgets of several members are together at most the one beside them. */
const shareBudgets = (object: Agreeable, names: Names, list: string): void => {
  for (const { name, snake } of names.values()) {
    const budget = shared.test(snake) ? read(object.values.get(name)) : undefined
    const held = object.values.get(list)
    if (budget === undefined || !isJsonArray(held) || held.length === 0) continue
    const isWanted = (inner: string): boolean => inner === snake
    object.values.set(list, limit(object, held, [list], isWanted, budget / held.length, 0.8))
  }
}
