/**
 * Leaves out what cannot be there beside something else: what a description excludes, the part that another kind has, the details of
 * another way to pay.
 */
import type { JsonObject } from '../../ports.ts'
import { isJsonObject } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { drop, mayDrop } from './agree-events.ts'
import { kindName } from './agree-variants.ts'
import type { Agreeable, AgreeingStep, Names } from './agreeable.ts'
import { snakeCase } from './record-subject.ts'

/** `Both a and b may not be set`, `Either you specify this value, or you specify b`, `mutually exclusive with b`. */
const exclusion =
  /\bmutually exclusive\b|\bboth\b.{1,120}\b(?:may|can|must|should) ?not be (?:set|used|specified|provided|present|defined)\b|\beither (?:you )?(?:specify|set|use|provide|include) this\b|\beither (?:you )?(?:specify|set|use|provide|include)\b.{1,160}\bor you\b|\b(?:can ?not|may not|must not|can't) be (?:set|used|specified|provided|combined|present)(?: in the same \w+)? (?:together |along |in combination |in conjunction |at the same time )?(?:with|as)\b|\bbut not both\b/i

/** The sentences of a description that exclude another property, without HTML. */
export const exclusionsOf = memoize((keywords: JsonObject): readonly string[] => {
  const { description } = keywords
  return typeof description === 'string' && exclusion.test(description)
    ? description
        .replace(/<[^>]*>/g, '')
        .split(/(?<=[.\n])\s+/)
        .filter((sentence) => exclusion.test(sentence))
    : []
})

const mentions = (sentence: string, name: string): boolean =>
  name.length > 3 && new RegExp(`(?<![\\w.])${name.replace(/[^\w]/g, '\\$&')}(?!\\w)`).test(sentence)

/** Of two properties of which a description excludes one beside the other, the first one is there. */
export const dropExcluded = (object: Agreeable, exclusions: ReadonlyMap<string, readonly string[]>): void => {
  const excludes = (one: string, other: string): boolean =>
    exclusions.get(one)?.some((sentence) => mentions(sentence, other)) === true
  const kept: string[] = []
  for (const name of object.values.keys()) {
    const isExcluded = kept.some((other) => excludes(name, other) || excludes(other, name))
    if (isExcluded && mayDrop(object, name)) drop(object, name)
    else kept.push(name)
  }
}

/** Where two names differ in one word, these words. */
const differingWords = (one: string, other: string): readonly [string, string] | undefined => {
  const [words, others] = [one.split('_'), other.split('_')]
  const at = words.flatMap((word, index) => (word === others[index] ? [] : [index]))
  const [index] = at
  if (words.length < 2 || words.length !== others.length || at.length !== 1 || index === undefined) return undefined
  return [words[index] ?? '', others[index] ?? '']
}

/** `actor_user` rather than `actor_group` beside `type: user-role-actor`, which may also be `group-role-actor`. */
export const keepNamedPart: AgreeingStep = (object, names) => {
  const { values, membersOf } = object
  const parts = [...names].filter(([name]) => isJsonObject(values.get(name)))
  if (parts.length < 2) return
  for (const { name: kind, snake } of names.values()) {
    const own = values.get(kind)
    if (!kindName.test(snake) || typeof own !== 'string') continue
    const wordsOf = (text: string): readonly string[] => snakeCase(text).split('_')
    const others = membersOf(kind).flatMap((member) => (typeof member === 'string' ? wordsOf(member) : []))
    for (const [name, facts] of parts) {
      const isOfOther = parts.some(([, beside]) => {
        const [word = '', kept = ''] = differingWords(facts.snake, beside.snake) ?? []
        return wordsOf(own).includes(kept) && !wordsOf(own).includes(word) && others.includes(word)
      })
      if (isOfOther && mayDrop(object, name)) drop(object, name)
    }
  }
}

/** How somebody pays, as the beginning of names: `ach_address1`. */
const wayToPay = /^(credit_card|debit_card|bank_transfer|bank_account|ach|paypal|sepa|gocardless)_\w/

export const isOfWayToPay = (snake: string): boolean => wayToPay.test(snake)

/** Beside `type: CreditCard` there are no details of a bank transfer. */
export const keepWayToPay: AgreeingStep = (object: Agreeable, names: Names) => {
  const { values } = object
  const said = [...names].flatMap(([name, { snake }]) =>
    kindName.test(snake) ? [snakeCase(String(values.get(name) ?? ''))] : [],
  )
  const ways = [...names].flatMap(([name, { snake }]) => {
    const [, way] = wayToPay.exec(snake) ?? []
    return way === undefined || kindName.test(snake) ? [] : [{ name, way }]
  })
  const kept = ways.find(({ way }) => said.includes(way))?.way
  if (kept === undefined) return
  for (const { name, way } of ways) if (way !== kept && mayDrop(object, name)) drop(object, name)
}
