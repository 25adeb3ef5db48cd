/**
 * Which names of properties, parameters and headers hold personal data, and which strings are recognised by their form.
 */
import { rememberNames } from '../../journal/redact.ts'
import { holdsSecret, plainName as plain } from '../../journal/secret-names.ts'
import type { SecretKind } from './substitutes.ts'
import { isCard, isIban } from './substitutes.ts'

export const kindOfSecret = (name: string): SecretKind | undefined => (holdsSecret(name) ? 'secret' : undefined)

const personalNames: readonly (readonly [RegExp, SecretKind])[] = [
  [/e?mail(address)?$/, 'email'],
  [/phone|mobile(number)?$|^cell|^fax|msisdn|^tel$|telephone/, 'phone'],
  [
    /^(first|given|last|family|middle|full|maiden|sur|display|legal|nick|preferred|card|account)(holder)?name$|^surname$|^username$|^login$/,
    'name',
  ],
  [
    /(holder|customer|contact|owner|recipient|sender|patient|employee|guest|author|billing|shipping)name$|^cardholder$|^accountholder$/,
    'name',
  ],
  [
    /^(street|streetaddress|addressline\d?|address\d|line\d|addr\d?|homeaddress|postaladdress|billingaddress|shippingaddress|address|streetname)$/,
    'street',
  ],
  [/^(city|town|suburb|district)$/, 'city'],
  [/^(zip|zipcode|postcode|postalcode|plz)$/, 'other'],
  [/^(birthdate|dateofbirth|dob|birthday|birthdayon|bornon|borndate)$/, 'date'],
  [/iban$/, 'iban'],
  [/^(cardnumber|creditcard|creditcardnumber|pan|ccnumber)$/, 'card'],
  [
    /^(ssn|socialsecuritynumber|taxid|taxnumber|passport|passportnumber|nationalid|drivers?licen[cs]e|licensenumber|accountnumber|routingnumber|sortcode|insurancenumber)$/,
    'other',
  ],
  [/^ip$|ip(v4|v6)?addr(ess)?$|^(client|remote|source|last|signin)ip$/, 'ip'],
]

/** Names of objects that describe a person: the `name` in them is one of a person. */
const persons =
  /(user|customer|person|people|contact|owner|author|patient|employee|member|guest|student|recipient|sender|client|driver|passenger|holder|admin|staff|teacher|buyer|seller|assignee|creator|profile|beneficiary)s?$/

export const isPersonName = (name: string): boolean => persons.test(plain(name))

/** Properties beside a `name` that only persons have. */
export const showsPerson = (names: readonly string[]): boolean =>
  names.some((name) =>
    /^(e?mail(address)?|firstname|lastname|phone(number)?|birthdate|dateofbirth|dob|gender)$/.test(plain(name)),
  )

export const kindOfPersonal = rememberNames((name: string): SecretKind | undefined => {
  const word = plain(name)
  return personalNames.find(([pattern]) => pattern.test(word))?.[1]
})

export interface FoundText {
  readonly kind: SecretKind
  /** What it captures as `before` belongs to what is found. Looking backwards from a rare character takes much less time. */
  readonly pattern: RegExp
  /** Part of everything that is found: a text without it need not be searched. */
  readonly needs?: string
  readonly accepts?: (text: string) => boolean
  /** Whether it is a credential, which is replaced in any case. */
  readonly isSecret?: boolean
}

/** Each pattern takes linear time. */
export const recognised: readonly FoundText[] = [
  // At the beginning of a word, or after a first part of it: `token-eyJ…`.
  {
    kind: 'secret',
    isSecret: true,
    needs: 'eyJ',
    pattern: /(?<=(?<![\w-])(?:\w{1,30}[-_])?)eyJ[\w-]{8,}(?:\.[\w-]*){2,4}/g,
  },
  {
    kind: 'secret',
    isSecret: true,
    pattern: /\b(?:sk|pk|rk|ghp|gho|ghs|xox[abp]|glpat|whsec|key|tok)[_-][\w-]{12,300}/g,
  },
  { kind: 'secret', isSecret: true, pattern: /\bAKIA[A-Z\d]{16}\b/g },
  {
    kind: 'secret',
    isSecret: true,
    // An encrypted one has headers, and one that is cut off no end (RFC 1421).
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,30000}(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: 'secret', isSecret: true, pattern: /(?<=\b(?:Bearer|Basic) )[\w.~+/-]{6,2000}=*/g },
  { kind: 'secret', isSecret: true, needs: '://', pattern: /(?<=:\/\/)[^\s/@:]{1,100}:[^\s/@]{1,200}(?=@)/g },
  { kind: 'email', pattern: /@(?<=(?<before>[\w.%+-]{1,64})@)[A-Za-z\d](?:[A-Za-z\d-]{0,62}\.){1,8}[A-Za-z]{2,24}/g },
  { kind: 'iban', pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b/g, accepts: isIban },
  { kind: 'card', pattern: /\b\d(?:[ -]?\d){12,18}\b/g, accepts: isCard },
  { kind: 'ip', pattern: /\b(?:\d{1,3}\.){3}\d{1,3}\b/g, accepts: (text) => isAddress(text) },
  {
    kind: 'ip',
    pattern: /(?<![\w:])(?:[\da-f]{1,4}:){2,7}(?::?[\da-f]{1,4}){0,6}(?![\w:])/gi,
    accepts: (text) => text.includes('::') || text.split(':').length === 8,
  },
  { kind: 'phone', pattern: /\+\d(?:[ ().-]{0,2}\d){7,14}\b/g },
  { kind: 'phone', pattern: /(?<![\w-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-])/g },
]

/** Loopback and unspecified addresses belong to nobody. */
const isAddress = (text: string): boolean =>
  text.split('.').every((part) => Number(part) < 256) && !/^(127\.|0\.)/.test(text)

/** The text with everything replaced that the pattern of a FoundText finds. */
export const replaceFound = (text: string, pattern: RegExp, replace: (found: string) => string): string => {
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const before = match.groups?.before ?? ''
    const start = Math.max(match.index - before.length, end)
    // All of what belongs to it belongs to the one before.
    if (before !== '' && start === match.index) continue
    const next = match.index + match[0].length
    parts.push(text.slice(end, start), replace(text.slice(start, next)))
    end = next
  }
  parts.push(text.slice(end))
  return parts.join('')
}
