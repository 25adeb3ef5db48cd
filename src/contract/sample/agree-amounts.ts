/**
 * Makes the amounts of one object agree: a total is the sum of its parts, a tax or a fee is a part of what it is for, and nobody
 * pays or gets back more than the total.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonObject } from '../values/json-object.ts'
import { stateOf } from './agree-states.ts'
import { type Agreeable, type AgreeingStep, findName, hasName, type Names } from './agreeable.ts'
import type { NameFacts } from './name-facts.ts'

/** What is free costs nothing. */
export const clearPrice: AgreeingStep = ({ values, isFree }, names) => {
  const isGratis = hasName(names, (name, { isPlan }) => isPlan && /^free$/i.test(String(values.get(name))))
  if (!isGratis) return
  for (const { name, snake } of names.values())
    if (
      /^(price|amount|cost|fee|unit_price|monthly_price)$/.test(snake) &&
      typeof values.get(name) === 'number' &&
      isFree(name)
    )
      values.set(name, 0)
}

export const minorName = /^(.*?)_?(in_)?(cents|pence|base_units?|minor_units?|smallest_units?)$/

/** `value_in_base_units` is a hundred times `value`. */
export const multiplyMinor: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, stem = ''] = minorName.exec(snake) ?? []
    const held = values.get(name)
    if (stem === '' || !isAmount(held ?? null) || !isFree(name)) continue
    const main = findName(names, (_, facts) => facts.snake === stem)
    const amount = main === undefined ? undefined : values.get(main)
    if (!isAmount(amount ?? null)) continue
    const minor = Math.round(Number(amount) * 100)
    values.set(name, typeof held === 'string' ? String(minor) : minor)
  }
}

const isAmount = (value: Json | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d{1,2})?$/.test(value))

const without = '_?(excl(uding|usive)?|without|before|ex|no)_?(tax(es)?|vat)'
const within = '_?(incl(uding|usive)?|with|after|inc)_?(tax(es)?|vat)'

const patterns = {
  net: new RegExp(
    `^(sub_?total|net|net_?(amount|total|price|value|cost|sales)|(amount|total|price)_?net|((total|amount|price|cost)_?)?(${without.slice(2)}))$`,
  ),
  tax: /^(total_?|sales_?)?(tax(es)?|vat|gst)(_?(amount|total|value|cost))?$|^(amount|total)_?(tax(es)?|vat)$/,
  whole: new RegExp(
    `^(total|grand_?total|order_?total|total_?(amount|price|cost|value|due)|(amount|price)_?total|(total_?)?(amount_?|price_?)?gross(_?(amount|pay|total|price|value))?|((total|amount|price|cost)_?)?(${within.slice(2)}))$`,
  ),
  base: /^(base|taxable|taxed|net)_?amount$|^(tax|vat)_?base(_?amount)?$/,
  plain: /^(price|amount|sum|value)$/,
  discount: /^(total_?)?discounts?(_?(amount|total|value))?$/,
  shipping: /^(total_?)?(shipping|delivery|freight|handling|postage)(_?(amount|cost|total|price|fee|charge))?$/,
  tip: /^(tip|gratuity)(_?amount)?$/,
  fee: /^([a-z]+_)?(fees?|commission|surcharge)(_?(amount|total))?$/,
  paid: /^(amount_?paid|paid_?amount|paid|total_?paid|amount_?captured|captured_?amount|amount_?received)$/,
  refunded: /^(amount_?refunded|refund(ed)?_?amount|refunded|total_?refunded)$/,
  due: /^(amount_?(due|remaining|outstanding)|due_?amount|balance_?due|unpaid(_?(amount|balance|total))?|(amount|balance)_?unpaid|remaining_?(amount|balance)|outstanding(_?(amount|balance))?)$/,
  quantity: /^(quantity|qty)$/,
  unit: /^((net_?)?unit_?(price|cost|amount)|net_unit_price|price|(price|amount|cost)_per_unit)$/,
  balance: /^balance$/,
  line: /^(line_?total|total_?price|sub_?total|row_?total|extended_?price)$/,
} as const

type Role = keyof typeof patterns

interface Amounts {
  /** The name of the amount; undefined if there is none. */
  readonly find: (role: Role) => string | undefined
  /** 0 if there is none. */
  readonly read: (name: string | undefined) => number
  readonly write: (name: string | undefined, amount: number) => void
}

const amountsOf = ({ values, isFree }: Agreeable, names: Names): Amounts | undefined => {
  const amounts = [...names].filter(([name, { isMoney }]) => isMoney && isAmount(values.get(name)))
  if (amounts.length < 2) return undefined
  const isWhole = amounts.every(([name]) => Number.isInteger(values.get(name)))
  return {
    find: (role) => amounts.find(([, { snake }]) => patterns[role].test(snake))?.[0],
    read: (name) => (name === undefined ? 0 : Number(values.get(name))),
    write: (name, amount) => {
      if (name === undefined || !isFree(name) || amount < 0) return
      const rounded = isWhole ? Math.round(amount) : Math.round(amount * 100) / 100
      values.set(name, typeof values.get(name) === 'string' ? rounded.toFixed(2) : rounded)
    },
  }
}

export const agreeAmounts: AgreeingStep = (object, names) => {
  const inObjects = amountObjects(object, names)
  if (inObjects.size < 2) {
    clearTrouble(object, names)
    for (const group of groupsOf(names)) agreeGroup(object, group)
    return
  }
  const values = new Map(object.values)
  for (const [name, { amount }] of inObjects) values.set(name, amount)
  agreeAmounts({ ...object, values, isFree: (name) => inObjects.has(name) || object.isFree(name) }, names)
  for (const [name, value] of values) {
    const inside = inObjects.get(name)
    object.values.set(name, inside ? { ...inside.part, [inside.inner]: value } : value)
  }
}

interface AmountObject {
  readonly part: JsonObject
  /** The name of its amount. */
  readonly inner: string
  readonly amount: Json
}

/** Amounts that are objects, beside their currency: `subtotal: { value, currency }`. */
const amountObjects = ({ values, isFree, isFreeIn }: Agreeable, names: Names): ReadonlyMap<string, AmountObject> => {
  const found = new Map<string, AmountObject>()
  for (const { name, isMoney } of names.values()) {
    const part = isMoney && isFree(name) ? values.get(name) : undefined
    if (!isJsonObject(part) || !Object.keys(part).some((inner) => /^currency/i.test(inner))) continue
    const amounts = Object.entries(part).filter(([, value]) => isAmount(value))
    const [[inner, amount] = []] = amounts
    if (amounts.length !== 1 || inner === undefined || amount === undefined) continue
    if (/^(amount|value|total|units)$/i.test(inner) && isFreeIn(name, inner)) found.set(name, { part, inner, amount })
  }
  return found
}

const trouble =
  /(^|_)(refund(ed|s)?|chargeback|charged_back|disputed|cancell?ed|failed|written_off|overdue|penalty|penalties)(_|$)/

/** Nothing has been refunded unless the state or the name of the object names that. */
const clearTrouble = (object: Agreeable, names: Names): void => {
  const said = `${object.owner} ${stateOf(object, names) ?? ''}`
  if (/refund|charge_?back|disput|cancel|fail|overdue|return/i.test(said)) return
  for (const { name, snake, isMoney } of names.values()) {
    const value = object.values.get(name)
    if (!isMoney || !trouble.test(snake) || !isAmount(value ?? null) || !object.isFree(name)) continue
    object.values.set(name, typeof value === 'string' ? '0.00' : 0)
  }
}

/** Amounts in one currency, or of one thing: `net_amount_local` and `vat_amount_local`. The first group is that of plain names. */
const groupsOf = (names: Names): readonly Names[] => {
  const groups = new Map<string, Map<string, NameFacts>>()
  for (const facts of names.values()) {
    const { name } = facts
    if (!facts.isMoney) continue
    const words = facts.snake.split('_')
    for (const [key, snake] of [
      [`-${words.at(-1)}`, words.slice(0, -1)],
      [`${words[0]}-`, words.slice(1)],
      [`${words.slice(0, 2).join('_')}-`, words.slice(2)],
    ] as const)
      if (snake.length > 0 && !/^-(amount|price|value|cost|total)$/.test(key)) {
        const group = groups.get(key) ?? new Map<string, NameFacts>()
        groups.set(key, group.set(name, { ...facts, snake: snake.join('_') }))
      }
  }
  const isGroup = (group: Names): boolean => {
    const found = [...group.values()].flatMap(({ snake }) => partRoles.filter((role) => patterns[role].test(snake)))
    return (
      group.size > 1 &&
      found.length > 0 &&
      [...group.values()].some(({ snake }) => wholes.some((role) => patterns[role].test(snake)))
    )
  }
  return [names, ...[...groups.values()].filter(isGroup)]
}

const wholes = ['net', 'whole', 'plain'] as const

const agreeGroup = (object: Agreeable, names: Names): void => {
  const amounts = amountsOf(object, names)
  if (!amounts) return
  const isLine = multiply(object, amounts, names)
  taxBase(object, amounts)
  raiseTax(amounts)
  applyRates(object, amounts, names, isLine)
  addUp(amounts, isLine)
  repeatNet(amounts, names)
  limitPayments(amounts)
  limitInstalments(amounts, names)
  limitUnit(amounts, names)
  limitOthers(amounts, names)
}

/** The amount of a tax is its rate of what is taxed. */
const taxBase = ({ values, owner }: Agreeable, { find, read, write }: Amounts): void => {
  const [base, amount] = [find('base'), find('plain')]
  const rate = [values.get('rate'), values.get('percentage'), values.get('percent')].find(
    (one) => typeof one === 'number',
  )
  if (base === undefined || amount === undefined || !/(^|[^a-z])(tax(es)?|vat)/i.test(`${owner} ${base}`)) return
  write(amount, (read(base) * Math.min(Number(rate ?? 20), 30)) / 100)
}

/** A tax is at least a hundredth. */
const raiseTax = ({ find, read, write }: Amounts): void => {
  const [tax, net, whole] = [find('tax'), find('net'), find('whole')]
  const base = read(net ?? whole)
  if (read(tax) > 0 && read(tax) < base / 100) write(tax, net === undefined ? base / 6 : base * limits.tax[1])
}

/** An amount is the quantity of its price, less the discount. Whether there is such an amount. */
const multiply = ({ values }: Agreeable, { find, read, write }: Amounts, names: Names): boolean => {
  const [quantity, unit, line, plain] = [find('quantity'), find('unit'), find('line'), find('plain') ?? find('whole')]
  if (!quantity || !unit) return false
  const [net, discount] = [find('net'), find('discount')]
  const isOfUnit = /unit/.test(names.get(unit)?.snake ?? '')
  const full = read(quantity) * read(unit)
  const isNet = net !== undefined && net !== unit && (/net/.test(names.get(unit)?.snake ?? '') || isOfUnit)
  const amount = isNet
    ? net
    : line && line !== unit
      ? line
      : plain && plain !== unit && isOfUnit && (!find('tax') || plain === find('plain'))
        ? plain
        : undefined
  if (amount === undefined) return false
  const rateName = findName(names, (_, { snake }) => rateNames.discount.test(snake))
  const rate = rateName === undefined || rateName === discount ? undefined : readRate(values.get(rateName))
  if (discount && rate !== undefined) write(discount, full * Math.min(shareOf(rate), limits.discount[0]))
  else if (discount && read(discount) > full * limits.discount[0]) write(discount, full * limits.discount[1])
  write(amount, full - read(discount))
  return true
}

/** Of a rate that is a share or a percentage. */
const shareOf = (rate: number): number => (rate < 1 ? rate : rate / 100)

/** The most that a part such as a tax is of the whole, and how much it is otherwise. */
const limits = {
  tax: [0.3, 0.2],
  discount: [0.5, 0.1],
  shipping: [0.3, 0.1],
  tip: [0.3, 0.1],
  fee: [0.2, 0.03],
} as const
const partRoles = ['tax', 'discount', 'shipping', 'tip', 'fee'] as const

const rateNames = {
  tax: /^(total_|sales_)?(tax|vat|gst)_?(rate|percent|percentage|pct)$/,
  discount: /^discount_?(rate|percent|percentage|pct)$/,
  fee: /^(fee|commission)_?(rate|percent|percentage|pct)$/,
} as const

/** `tax` is `tax_rate` of what is taxed. */
const applyRates = ({ values }: Agreeable, { find, read, write }: Amounts, names: Names, isLine: boolean): void => {
  const base = find('net') ?? find('base') ?? find('plain') ?? find('whole')
  for (const role of ['tax', 'discount', 'fee'] as const) {
    const part = isLine && role === 'discount' ? undefined : find(role)
    const name = findName(
      names,
      (other, { snake }) =>
        rateNames[role].test(snake) || (role === 'tax' && taxName.test(snake) && isPercent(values.get(other))),
    )
    const rate = name === undefined ? undefined : readRate(values.get(name))
    if (part === undefined || part === name || base === undefined || part === base || rate === undefined) continue
    write(part, read(base) * Math.min(shareOf(rate), limits[role][0]))
  }
}

const taxName = /^(tax|vat|gst)$/

/** `22%`. */
const isPercent = (value: Json | undefined): boolean => typeof value === 'string' && /^\d+(\.\d+)? ?%$/.test(value)

const readRate = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : isPercent(value) ? Number.parseFloat(String(value)) : undefined

const addUp = ({ find, read, write }: Amounts, isLine: boolean): void => {
  const tax = find('tax')
  const net = find('net') ?? (tax && find('whole') ? find('plain') : undefined)
  const whole = find('whole') ?? (net || tax ? find('plain') : undefined)
  const base = net ?? whole ?? find('plain')
  if (base === undefined) return
  for (const role of partRoles) {
    const part = find(role)
    const [most, usual] = limits[role]
    if (part !== undefined && part !== base && read(part) > read(base) * most) write(part, read(base) * usual)
  }
  // The amount of a line has no discount in it any more.
  const added = read(tax) + read(find('shipping')) + read(find('tip')) - (isLine ? 0 : read(find('discount')))
  if (net && whole && net !== whole) write(whole, read(net) + added)
}

/** `net_amount` beside `amount_excluding_tax`, and `net_tax_amount` beside `total_tax_amount`. */
const repeatNet = ({ find, read, write }: Amounts, names: Names): void => {
  for (const role of ['net', 'whole', 'tax'] as const) {
    const own = find(role)
    if (own === undefined) continue
    for (const { name, snake } of names.values()) {
      const isSame = role === 'net' ? /^net_amount$/.test(snake) : patterns[role].test(snake.replace(/^net_/, ''))
      if (name !== own && snake.startsWith('net_') && isSame) write(name, read(own))
    }
  }
}

const instalment = /(^|_)(instal+ments?|monthly|weekly)(_(price|amount|payment|fee|value))?$/

/** What is paid in several parts costs more than one of them. */
const limitInstalments = ({ find, read, write }: Amounts, names: Names): void => {
  const whole = find('whole') ?? find('plain') ?? find('net')
  if (whole === undefined || instalment.test(names.get(whole)?.snake ?? '')) return
  for (const { name, snake, isMoney } of names.values())
    if (isMoney && instalment.test(snake) && read(name) > read(whole) / 2) write(name, read(whole) / 12)
}

/** `category_unit_price` is at most the amount. */
const limitUnit = ({ find, read, write }: Amounts, names: Names): void => {
  const whole = find('whole') ?? find('plain')
  if (whole === undefined || find('quantity') !== undefined || !/amount|total/.test(names.get(whole)?.snake ?? ''))
    return
  for (const { name, snake, isMoney } of names.values())
    if (isMoney && /(^|_)unit_(price|cost)$/.test(snake) && read(name) > read(whole)) write(name, read(whole) / 4)
}

/** What is called an amount beside the whole is a part of it. */
const limitOthers = ({ find, read, write }: Amounts, names: Names): void => {
  const whole = find('whole') ?? find('plain')
  if (whole === undefined || !/(^|_)(total|amount)(_|$)/.test(names.get(whole)?.snake ?? '')) return
  for (const { name, snake, isMoney } of names.values())
    if (name !== whole && isMoney && isPart(snake) && read(name) > read(whole)) write(name, read(whole) * 0.1)
}

const isPart = (snake: string): boolean =>
  /_amount$/.test(snake) && (/exempt|deduct/.test(snake) || !beyondWhole.test(snake)) && !patterns.net.test(snake)

const beyondWhole =
  /base|taxable|max|limit|total|gross|credit|budget|annual|original|balance|target|goal|before|min|order|invoice/

const limitPayments = ({ find, read, write }: Amounts): void => {
  const [plain, paid, refunded, due] = [find('plain'), find('paid'), find('refunded'), find('due')]
  // A loan costs a little more than what was lent.
  const cost = find('whole')
  if (cost && plain && due && !find('quantity') && read(cost) > read(plain) * 2) write(cost, read(plain) * 1.15)
  const whole = cost ?? plain
  if (!whole) return
  if (paid && read(paid) > read(whole)) write(paid, read(whole))
  if (refunded && read(refunded) > read(paid ?? whole)) write(refunded, read(paid ?? whole))
  const balance = find('balance')
  if (balance && read(balance) > read(whole)) write(balance, read(whole))
  if (due && due !== whole) write(due, read(whole) - read(paid))
}
