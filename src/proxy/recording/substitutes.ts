/**
 * Substitutes in place of personal data and secrets. Each depends on a running number and on the form of the original, never
 * on its content, so that nobody can compute the original from it.
 */
import { createRandom } from '../../contract/values/random.ts'

/** What kind of value is replaced. */
export type SecretKind =
  | 'secret'
  | 'email'
  | 'phone'
  | 'name'
  | 'street'
  | 'city'
  | 'date'
  | 'iban'
  | 'card'
  | 'ip'
  | 'other'

/** `number` is another one for each original of the kind, from 1. */
export const substitute = (kind: SecretKind, original: string, number: number): string => {
  switch (kind) {
    case 'email':
      return `person${number}@example.com`
    case 'phone':
      return substitutePhone(original, number)
    case 'name':
      return substituteName(original, number)
    case 'street':
      return `${number} Example Street`
    case 'city':
      return `Exampleton ${toLetters(number)}`
    case 'date':
      return substituteDate(original, number)
    case 'iban':
      return substituteIban(original, number)
    case 'card':
      return substituteCard(original, number)
    case 'ip':
      return original.includes(':') ? `2001:db8::${number.toString(16)}` : substituteAddress(number)
    case 'secret':
    case 'other':
      return reshape(original, number)
  }
}

const digits = [...'0123456789']
const firstDigits = digits.slice(1)
const letters = [...'abcdefghijklmnopqrstuvwxyz']
const hexLetters = letters.slice(0, 6)

/** Characters of a value that are replaced one by one; longer ones repeat the substitute of their beginning. */
const maxShaped = 10_000

/**
 * Other letters for letters and other digits for digits: the length, the case and everything else stay. Where there are few of
 * them, other characters are replaced as well.
 */
export const reshape = (original: string, number: number): string => {
  if (original.length > maxShaped) {
    const beginning = reshape(original.slice(0, maxShaped), number)
    return beginning.repeat(Math.ceil(original.length / beginning.length)).slice(0, original.length)
  }
  const random = createRandom(number * 7919 + original.length)
  const lower = isHex.test(original) ? hexLetters : letters
  const upper = lower.map((letter) => letter.toUpperCase())
  const others = original.replace(/[\p{L}\p{M}\p{N}]+/gu, '')
  const isMostlyOther = 2 * others.length > original.length
  let made = ''
  const pick = (from: readonly string[]): string => from[Math.floor(random.fraction() * from.length)] ?? ''
  for (const character of original) {
    const kind = kindOfCharacter(character)
    if (kind === 'digit') made += pick(made === '' ? firstDigits : digits)
    else if (kind === 'upper') made += pick(upper)
    else if (kind === 'letter' || (isMostlyOther && kind !== 'space')) made += pick(lower)
    else made += character
  }
  return made
}

const kindOfCharacter = (character: string): 'digit' | 'upper' | 'letter' | 'space' | 'other' => {
  if (character >= 'a' && character <= 'z') return 'letter'
  if (character >= '0' && character <= '9') return 'digit'
  if (/\p{N}/u.test(character)) return 'digit'
  if (/\p{Lu}/u.test(character)) return 'upper'
  if (/[\p{L}\p{M}]/u.test(character)) return 'letter'
  return /\s/.test(character) ? 'space' : 'other'
}

const isHex = /^[\da-f-]+$/i

/** Replaces the digits of a text, in order; what is beyond the given ones stays. */
const fillDigits = (text: string, replacements: string): string => {
  let at = 0
  return text.replace(/\d/g, (digit) => replacements[at++] ?? digit)
}

const countDigits = (text: string): number => text.replace(/\D/g, '').length

/** The first two digits are those of the original: the country, or the kind of number. */
const substitutePhone = (original: string, number: number): string => {
  const length = countDigits(original)
  const kept = original.replace(/\D/g, '').slice(0, 2)
  const rest = length - kept.length
  return fillDigits(original, kept + String(number).padStart(rest, '5550000000000').slice(-rest))
}

const firstNames =
  'Alma Bela Cleo Dara Enzo Faye Gino Hana Ines Jora Kian Lena Milo Nora Otis Pina Quin Rhea Suri Tavi'.split(' ')
const lastNames =
  'Ashby Birch Colby Dunmore Elwood Fenton Garrick Holt Irwell Jarrow Kelso Lomax Marden Norwood Oakes'.split(' ')

const substituteName = (original: string, number: number): string => {
  const first = firstNames[number % firstNames.length] ?? ''
  const last = lastNames[number % lastNames.length] ?? ''
  const round = Math.floor(number / (firstNames.length * 3))
  const made = /\s/.test(original.trim()) ? `${first} ${last}` : first
  const unique = round === 0 ? made : made + toLetters(round).toLowerCase()
  if (original === original.toUpperCase()) return unique.toUpperCase()
  return original === original.toLowerCase() ? unique.toLowerCase() : unique
}

const toLetters = (number: number): string =>
  String(number).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')

/** Another day of the same form. */
const substituteDate = (original: string, number: number): string => {
  const [, date, rest = ''] = /^(\d{4}-\d{2}-\d{2})(.*)$/s.exec(original) ?? []
  if (date === undefined) return reshape(original, number)
  const day = new Date(Date.UTC(1970 + (number % 40), number % 12, 1 + (number % 28)))
  return day.toISOString().slice(0, 10) + rest
}

/** ISO 13616: the check digits are right for the substituted account. */
const substituteIban = (original: string, number: number): string => {
  const plain = original.replace(/\s/g, '')
  const country = plain.slice(0, 2).toUpperCase()
  const account = plain.slice(4).replace(/\d/g, '0')
  const tail = String(number)
  const filled = account.slice(0, Math.max(0, account.length - tail.length)) + tail
  const check = String(98 - remainder97(`${filled}${country}00`)).padStart(2, '0')
  const made = `${country}${check}${filled}`
  let at = 0
  return original.replace(/\S/g, () => made[at++] ?? '')
}

export const isIban = (text: string): boolean => {
  const plain = text.replace(/\s/g, '').toUpperCase()
  return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(plain) && remainder97(plain.slice(4) + plain.slice(0, 4)) === 1
}

const remainder97 = (text: string): number => {
  let remainder = 0
  for (const character of text.toUpperCase())
    for (const digit of /\d/.test(character) ? character : String(character.charCodeAt(0) - 55))
      remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

/** The check digit of Luhn is right. */
const substituteCard = (original: string, number: number): string => {
  const length = countDigits(original)
  const first = original.replace(/\D/g, '')[0] ?? '4'
  const body = first + String(number).padStart(length - 2, '0')
  const check = (10 - (luhnSum(`${body}0`) % 10)) % 10
  return fillDigits(original, body + check)
}

export const isCard = (text: string): boolean => {
  const digits = text.replace(/[ -]/g, '')
  return /^\d{13,19}$/.test(digits) && luhnSum(digits) % 10 === 0 && !/^0+$/.test(digits)
}

const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)

/** Addresses for documentation (RFC 5737), then those for tests (RFC 2544). */
const substituteAddress = (number: number): string => {
  const networks = ['192.0.2', '198.51.100', '203.0.113']
  const network = networks[Math.floor((number - 1) / 254)] ?? `198.18.${Math.floor(number / 254) % 256}`
  return `${network}.${((number - 1) % 254) + 1}`
}
