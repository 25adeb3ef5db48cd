/**
 * Makes agree who a record is about: two contacts are two persons, a device has no email of a person, a personal account is that of a
 * person.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type AgreeingStep, findName, hasName } from './agreeable.ts'
import { areNeutral, fullNameOf } from './known-words.ts'
import { snakeCase } from './record-subject.ts'
import { words } from './words.ts'

const other = /^(secondary|second|alternate|alternative|joint|co)_(.*(?:^|_))?(first|given)_name$/
export const otherFirstName = (snake: string): boolean => other.test(snake)

const after = (list: readonly string[], word: Json | undefined, steps: number): string | undefined => {
  const at = typeof word === 'string' ? list.indexOf(word) : -1
  return at === -1 ? undefined : list[(at + steps) % list.length]
}

/** `secondary_first_name` beside the same `primary_first_name` is another person, whose email is another one, too. */
export const separatePersons: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, prefix, rest = '', word] = other.exec(snake) ?? []
    if (prefix === undefined) continue
    const end = `${rest}${word}_name`
    const first = values.get(name)
    const isSame = hasName(
      names,
      (one, facts) =>
        one !== name &&
        values.get(one) === first &&
        facts.snake.replace(/^(primary|first|main|applicant)_/, '') === end,
    )
    const last = findName(
      names,
      (_, facts) => facts.snake.startsWith(`${prefix}_`) && /_(last|family|sur)_?name$/.test(facts.snake),
    )
    const surname = last === undefined ? undefined : values.get(last)
    const [newFirst, newLast] = [after(words.firstNames, first, 5), after(words.lastNames, surname, 7)]
    if (!isSame || newFirst === undefined || newLast === undefined) continue
    const [from, to] = [
      [String(first), String(surname)],
      [newFirst, newLast],
    ]
    for (const [detail, facts] of names) {
      const own = values.get(detail)
      if (!facts.snake.startsWith(`${prefix}_`) || typeof own !== 'string' || !isFree(detail)) continue
      values.set(detail, rename(own, from, to))
    }
  }
}

/** The names in a name, an email or a login, in either case. */
const rename = (text: string, from: readonly string[], to: readonly string[]): string =>
  from.reduce((renamed, word, index) => {
    const next = to[index] ?? word
    return renamed
      .replace(new RegExp(`\\b${word}\\b`), next)
      .replace(new RegExp(`(?<![a-z])${word.toLowerCase()}(?![a-z])`), next.toLowerCase())
  }, text)

export const emailName = /^(e_?mail(_address)?|user_principal_name|upn)$/
const machine = /^(device|application|app|bot|machine|service_principal|managed_identity)$/
const personalEmail = /^([a-z]+)\.([a-z]+)@/

/** An identity of a device or an application has no email of a person. */
export const dropMachineEmail: AgreeingStep = ({ values, owner, isFree, emptiness }, names) => {
  const [own = ''] = owner.split(' ')
  if (!machine.test(snakeCase(own)) || values.size > 6) return
  if (hasName(names, (_, { snake }) => /(first|last|given|family|user|full|contact)_?name/.test(snake))) return
  for (const { name, snake } of names.values()) {
    if (!emailName.test(snake) || !isFree(name)) continue
    if (emptiness(name) === 'absent') values.delete(name)
    if (emptiness(name) === 'null') values.set(name, null)
  }
}

const ofMember =
  /^(invited?_?\w*|role|roles|permissions?|user_id|user_type|collaborator\w*|member\w*|accepted_\w*|last_login\w*)$/
const ownerOfMember =
  /(^|_)(collaborators?|users?|members?|invitees?|attendees?|guests?|subscribers?|reps?|representatives?|sales_?(people|persons?)|agents?)(_|$)/

/** `Ada Okafor` of `ada.okafor@example.com`; undefined if its names are not known ones. */
const personOfEmail = (email: Json | undefined): string | undefined => {
  const [, one, last] = personalEmail.exec(String(email)) ?? []
  return fullNameOf(one, last)
}

const isTwoWords = (value: Json | undefined): boolean =>
  typeof value === 'string' && areNeutral(value.toLowerCase().split(' '))

/** A member is called like the email says, not like a thing. */
export const nameMember: AgreeingStep = ({ values, owner, isFree }, names) => {
  const isMember = ownerOfMember.test(snakeCase(owner)) || hasName(names, (_, { snake }) => ofMember.test(snake))
  const email = isMember ? findName(names, (_, { snake }) => emailName.test(snake)) : undefined
  const person = email === undefined ? undefined : personOfEmail(values.get(email))
  if (person === undefined) return
  for (const { name, snake } of names.values())
    if (/^(full_?|display_?)?name$/.test(snake) && isTwoWords(values.get(name)) && isFree(name))
      values.set(name, person)
}

/** `display_name` beside `name: { given_name, family_name }`. */
export const nameByParts: AgreeingStep = ({ values, isFree, readName }, names) => {
  const parts = findName(names, (name, { snake }) => snake === 'name' && isJsonObject(values.get(name)))
  const held = parts === undefined ? undefined : values.get(parts)
  if (!isJsonObject(held)) return
  const find = (pattern: RegExp): Json | undefined =>
    Object.entries(held).find(([key]) => pattern.test(readName(key).snake))?.[1]
  const [first, last] = [find(/^(first|given)_?name$/), find(/^(last|family)_?name$|^surname$/)]
  if (typeof first !== 'string' || typeof last !== 'string') return
  for (const { name, snake } of names.values())
    if (/^(display|formatted|full)_?name$/.test(snake) && typeof values.get(name) === 'string' && isFree(name))
      values.set(name, `${first} ${last}`)
}

export const holderKind = /^(account|customer|holder|party|entity|client)_type$/
const company = new RegExp(`^(${words.companies.join('|')}) (${words.companySuffixes.join('|')})$`)
const holder = /^(name|account_?name|(account_?)?holder_?name|owner_?name|legal_name)$/
const listOfHolders = /^(accounts?|holders?|owners?|part(y|ies))$/

/** A personal account is that of a person. */
export const nameOwner: AgreeingStep = ({ values, isFree, isFreeIn, readName }, names) => {
  const isPersonal = hasName(
    names,
    (name, { snake }) =>
      holderKind.test(snake) && /^(personal|individual|private|person)$/i.test(String(values.get(name))),
  )
  if (!isPersonal) return
  const personFor = (text: string): string =>
    `${words.firstNames[text.length % words.firstNames.length]} ${words.lastNames[(text.length * 3) % words.lastNames.length]}`
  const renameIn = (part: JsonObject, path: readonly (string | number)[]): JsonObject =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => [
        key,
        typeof value === 'string' &&
        company.test(value) &&
        holder.test(readName(key).snake) &&
        (path.length === 0 ? isFree(key) : isFreeIn(...path, key))
          ? personFor(value)
          : value,
      ]),
    )
  for (const { name, snake } of names.values()) {
    const held = values.get(name)
    if (typeof held === 'string' && company.test(held) && holder.test(snake) && isFree(name))
      values.set(name, personFor(held))
    if (!listOfHolders.test(snake)) continue
    if (isJsonObject(held)) values.set(name, renameIn(held, [name]))
    if (isJsonArray(held))
      values.set(
        name,
        held.map((item, index) => (isJsonObject(item) ? renameIn(item, [name, index]) : item)),
      )
  }
}
