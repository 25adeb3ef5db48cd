/**
 * Numbers with check digits: bank accounts, cards, articles and journals. Their checks succeed, but no bank or publisher uses them.
 */
import type { Random } from '../values/random.ts'

export const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => random.integer(0, 9)).join('')

/** The remainder of a long number, digit by digit. */
const remainder = (number: string, divisor: number): number =>
  [...number].reduce((rest, digit) => (rest * 10 + Number(digit)) % divisor, 0)

/** Letters as two digits: A is 10. */
const toDigits = (text: string): string => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

/** What precedes the account of each country, and how many digits follow. */
const accounts: Readonly<Record<string, readonly [bank: string, length: number]>> = {
  DE: ['10000000', 10],
  FR: ['2004101005', 11],
  GB: ['NWBK', 14],
  SE: ['500', 17],
}

/** ISO 13616. A German one where the country has none. */
export const createIban = (random: Random, country: string): string => {
  const code = country in accounts ? country : 'DE'
  const [bank, length] = accounts[code] ?? ['10000000', 10]
  const own = bank + digits(random, length)
  return ibanOf(code, code === 'FR' ? own + frenchKey(own) : own)
}

/** With its check digits. */
export const ibanOf = (country: string, account: string): string => {
  const check = 98 - remainder(toDigits(`${account}${country}00`), 97)
  return `${country}${String(check).padStart(2, '0')}${account}`
}

/** The key that ends a French account. */
const frenchKey = (account: string): string => {
  const weighted = 89 * Number(account.slice(0, 5)) + 15 * Number(account.slice(5, 10)) + 3 * Number(account.slice(10))
  return String(97 - (weighted % 97)).padStart(2, '0')
}

/** ISO 9362: bank, country, place. */
export const createBic = (random: Random, country: string): string =>
  `${random.pick(['NWBK', 'COBA', 'BNPA', 'HAND', 'MARK'])}${country}${random.pick(['2L', 'FF', 'PP', 'SS'])}`

/** A number of 16 digits with the check digit of Luhn's algorithm. */
export const createCardNumber = (random: Random): string => {
  const start = `4${digits(random, 14)}`
  return start + luhnDigit(start)
}

/** The digit that follows the others of a card number. */
export const luhnDigit = (others: string): string => {
  const sum = [...others].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** EAN-13, which ISBN uses too. */
export const createEan = (random: Random, prefix = '20'): string => {
  const start = prefix + digits(random, 12 - prefix.length)
  const sum = [...start].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return start + String((10 - (sum % 10)) % 10)
}

/** Of one of the forms with the check digit of GS1: a form with fewer digits has zeros before them. */
export const createBarcode = (random: Random, form: string | undefined): string => {
  const length = form === undefined ? 13 : (gsLengths[form] ?? 13)
  const start = `2${digits(random, length - 2)}`
  const sum = [...start.padStart(13, '0')].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  )
  return start + String((10 - (sum % 10)) % 10)
}

const gsLengths: Readonly<Record<string, number>> = { ean8: 8, upc: 12, ean13: 13, gtin14: 14 }

/** ISO 3297: the last of eight places is a check digit, of which X is 10. */
export const createIssn = (random: Random): string => {
  const start = digits(random, 7)
  const sum = [...start].reduce((total, digit, index) => total + Number(digit) * (8 - index), 0)
  const check = (11 - (sum % 11)) % 11
  return `${start.slice(0, 4)}-${start.slice(4)}${check === 10 ? 'X' : check}`
}
