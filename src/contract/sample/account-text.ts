/**
 * Strings about bank accounts and cards, by the name of the property. The first row whose pattern matches is used.
 */
import { createBic, createCardNumber, createIban, digits } from './check-digits.ts'
import { placeOf } from './record-subject.ts'
import { fillDigits, hex } from './text-by-format.ts'
import type { Row } from './text-writers.ts'
import { words } from './words.ts'

export const accounts: readonly Row[] = [
  [
    /(^|_)(iban|international_?bank_?account_?(number|no))$/,
    (context) => createIban(context.random, placeOf(context).codes[0]),
  ],
  [
    /(^|_)(bic|swift|swift_?bic|(business|bank)_?identifier)(_?code)?$/,
    (context) => {
      const bic = createBic(context.random, placeOf(context).codes[0])
      return [bic, `${bic}XXX`]
    },
  ],
  [
    /(^|_)(first|last)_?(six|6|eight|8)(_?(digits|chars|characters))?$/,
    ({ random, name: own }) => hex(random, /eight|8/.test(own) ? 8 : 6),
  ],
  [/(last_?(4|four)(_?digits)?|card_?(last|suffix).*|^(dynamic_)?last4)$/, ({ random }) => digits(random, 4)],
  [/card_?(number_?)?(prefix|bin)$/, ({ random }) => `4${digits(random, 5)}`],
  [/(^|_)(card_?)?pan$|card_?number$/, ({ random }) => createCardNumber(random)],
  [/(^|_)(cvc|cvv|cvc2|cvv2|security_?code)$/, ({ random }) => digits(random, 3)],
  [
    /(^|_)brand(_?name)?$|card_?(scheme|network|type)$/,
    ({ random, owner, name: own, facts, keywords: { description } }) => {
      const brand = facts?.get('brand')
      if (brand !== undefined && brand !== 'other') return brand
      const isOfCard =
        typeof description === 'string' && /\b(visa|master_?card|(credit|debit|payment) cards?)\b/i.test(description)
      return isOfCard || /card|payment|source/i.test(owner + own)
        ? random.pick(['visa', 'mastercard', 'amex'])
        : random.pick(words.companies)
    },
  ],
  [/(bank_?)?account_?(number|no)$/, ({ random }) => digits(random, 10)],
  [/routing_?number$/, ({ random }) => random.pick(['110000000', '021000021'])],
  [/sort_?code$/, ({ random }) => fillDigits(random, '20-##-##')],
]
