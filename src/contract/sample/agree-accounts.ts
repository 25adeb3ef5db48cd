/**
 * Makes the numbers of one card or bank account agree: a card begins as its brand says, and the parts of an IBAN are those beside
 * it.
 */
import type { Json } from '../../ports.ts'
import { type Agreeable, type AgreeingStep, findName, findText, type Names } from './agreeable.ts'
import { ibanOf, luhnDigit } from './check-digits.ts'

const brandName = /(^|_)(brand|card_?type|network|scheme|card_?brand|payment_?system|issuer_?network|type)$/
const numberName = /^(card_?)?(number|pan|card_?number|account_?number)$/
const lastName = /(^|_)(last_?(4|four)(_?digits)?|card_?last\w*)$/
const firstName = /(^|_)(bin|iin|first_?(6|six)(_?digits)?|card_?prefix)$/

export const cardName = new RegExp(`${numberName.source}|${lastName.source}|${firstName.source}`)

interface Brand {
  readonly pattern: RegExp
  /** How its numbers begin, and how long they are. */
  readonly start: string
  readonly length: number
}

const brands: readonly Brand[] = [
  { pattern: /^visa/, start: '4', length: 16 },
  { pattern: /^(master_?card|mc|euro_?card)/, start: '5', length: 16 },
  { pattern: /^(amex|american_?express)/, start: '37', length: 15 },
  { pattern: /^discover/, start: '6011', length: 16 },
  { pattern: /^diners/, start: '36', length: 14 },
  { pattern: /^jcb/, start: '3530', length: 16 },
  { pattern: /^maestro/, start: '6759', length: 16 },
  { pattern: /^(china_?)?union_?pay/, start: '62', length: 16 },
]

const isOfBrand = (value: Json | undefined, { pattern }: Brand): boolean =>
  typeof value === 'string' && pattern.test(value.toLowerCase().replace(/[^a-z]+/g, '_'))

export const agreeCard: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const number = findText(object, names, numberName, /^\d{13,19}$/)
  const branded = findName(
    names,
    (name, { snake }) => brandName.test(snake) && brands.some((brand) => isOfBrand(values.get(name), brand)),
  )
  if (branded === undefined) return
  const documented = number && !isFree(number[0]) ? number[1] : undefined
  if (documented !== undefined) nameBrand(object, branded, documented)
  const brand = brands.find((one) => isOfBrand(values.get(branded), one))
  if (!brand) return
  const own = documented ?? (number && beginLike(number[1], brand))
  const first = findText(object, names, firstName, /^\d{6,8}$/)
  const last = findText(object, names, lastName, /^\d{4}$/)
  const start = own ?? (first && brand.start + first[1].slice(brand.start.length))
  if (number && own !== undefined && isFree(number[0])) values.set(number[0], own)
  if (first && start !== undefined && isFree(first[0])) values.set(first[0], start.slice(0, first[1].length))
  if (last && own !== undefined && isFree(last[0])) values.set(last[0], own.slice(-4))
}

/** The brand of a documented number. */
const nameBrand = ({ values, membersOf }: Agreeable, name: string, documented: string): void => {
  const brand = brands.find(({ start }) => documented.startsWith(start))
  const member = brand && membersOf(name).find((one) => isOfBrand(one, brand))
  if (member !== undefined) values.set(name, member)
}

const beginLike = (number: string, { start, length }: Brand): string => {
  const body = (start + number.slice(start.length)).slice(0, length - 1).padEnd(length - 1, '0')
  return body + luhnDigit(body)
}

/** Numbers of banks that only one country has. */
const national: readonly (readonly [name: RegExp, country: string])[] = [
  [/(^|_)(routing_?(number|code|transit)?|aba|ach|fedwire)(_?(number|code))?$/, 'US'],
  [/(^|_)sort_?code$/, 'GB'],
  [/(^|_)bsb(_?(number|code))?$/, 'AU'],
  [/(^|_)(blz|bankleitzahl)$/, 'DE'],
  [/(^|_)ifsc(_?code)?$/, 'IN'],
  [/(^|_)clabe$/, 'MX'],
  [/(^|_)(transit|institution)_?number$/, 'CA'],
]

/** An account with an IBAN has no number of an American bank. */
const dropOtherCountries = ({ values, isFree, emptiness }: Agreeable, names: Names, country: string): void => {
  for (const { name, snake } of names.values()) {
    const [, only] = national.find(([pattern]) => pattern.test(snake)) ?? []
    if (only === undefined || only === country || !isFree(name)) continue
    const how = emptiness(name)
    if (how === 'absent') values.delete(name)
    if (how === 'null') values.set(name, null)
  }
}

export const accountName = /(^|_)iban$/

/** The parts of an IBAN by their names: the account without the country, its number, its bank. */
export const agreeAccount: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const [, written] = findText(object, names, accountName, /^[A-Z]{2}\d\d[A-Z0-9 ]{11,38}$/) ?? []
  if (written === undefined) return
  const iban = written.replaceAll(' ', '')
  dropOtherCountries(object, names, iban.slice(0, 2))
  const own = iban.slice(4)
  const isGerman = iban.startsWith('DE')
  for (const { name, snake } of names.values()) {
    const value = values.get(name)
    if (typeof value !== 'string' || !isFree(name)) continue
    if (/(^|_)bban$/.test(snake)) values.set(name, own)
    else if (/(^|_)account_?(number|no)$|^number$/.test(snake))
      values.set(name, isGerman ? own.slice(8) : own.slice(-10))
    else if (/(^|_)(bank_?(code|number|id)|blz)$/.test(snake) && isGerman) values.set(name, own.slice(0, 8))
    else if (/(^|_)(bic|swift)(_?code)?$/.test(snake) && /^[A-Z]{6}/.test(value))
      values.set(name, value.slice(0, 4) + iban.slice(0, 2) + value.slice(6))
  }
}

export const identificationName = /^identification$/

const schemeName = /^(scheme(_name)?|identification_(scheme|type))$/

/** `Identification` in the form that its scheme says: an IBAN, the number of a card, a BIC. */
export const agreeIdentification: AgreeingStep = (object, names) => {
  const [, scheme] = findText(object, names, schemeName) ?? []
  const own = findText(object, names, identificationName, /^\d{14}$/)
  if (scheme === undefined || !own || !object.isFree(own[0])) return
  const [name, digits] = own
  const kind = /(?:^|[._-])(IBAN|PAN|BICFI|BIC|Paym)$/i.exec(scheme)?.[1]?.toUpperCase()
  if (kind === 'IBAN') object.values.set(name, ibanOf('GB', `NWBK${digits}`))
  if (kind === 'PAN') object.values.set(name, `4${digits}${luhnDigit(`4${digits}`)}`)
  if (kind === 'PAYM') object.values.set(name, `+447700900${digits.slice(-3)}`)
  if (kind === 'BIC' || kind === 'BICFI') object.values.set(name, 'NWBKGB2L')
}
