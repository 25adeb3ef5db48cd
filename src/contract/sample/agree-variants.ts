/**
 * Makes an object that is of one of several kinds agree with its kind: beside `type: card` it has `card`, but not `bank_account`.
 */
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { memoizeNames } from '../values/memoize.ts'
import type { Agreeable, AgreeingStep } from './agreeable.ts'
import { snakeCase } from './record-subject.ts'

export const kindName = /(^|_)(type|kind|method|mode|provider|channel|source|platform)$/

const drop = ({ values, emptiness }: Agreeable, name: string): void => {
  const how = emptiness(name)
  if (how === 'absent') values.delete(name)
  if (how === 'null') values.set(name, null)
}

/** `event_details` of the type `EVENT`. */
const formOfPart = /_(details?|info|data|config|configuration|settings|options|attributes|params|parameters)$/

export const keepOwnVariant: AgreeingStep = (object, names) => {
  const { values, membersOf, isFree } = object
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (!kindName.test(snake) || typeof own !== 'string') continue
    const others = new Set(membersOf(name).flatMap((member) => (typeof member === 'string' ? [snakeCase(member)] : [])))
    others.delete(snakeCase(own))
    for (const [part, facts] of names)
      if (others.has(facts.snake.replace(formOfPart, '')) && isJsonObject(values.get(part)) && isFree(part))
        drop(object, part)
  }
}

/** Whether a description may say when a property is there. */
export const hasCondition = /\b(only|if|when)\b/i

/** Words that a description may have without meaning a kind, unless they are quoted. */
const common =
  /^(text|name|default|standard|custom|none|other|all|value|date|number|string|list|new|user|id|any|type)$/i

const mentions = (sentence: string, member: string): boolean => {
  const plain = member.replace(/[^A-Za-z0-9_ -]/g, '')
  if (plain.length < 3) return false
  const quoted = new RegExp(`[\`'"]${plain}[\`'"]`, 'i').test(sentence)
  return quoted || (!common.test(plain) && new RegExp(`\\b${plain.replaceAll('_', '[_ ]')}\\b`, 'i').test(sentence))
}

/** `Only set for tracks of the type video`, beside `type: audio`. */
export const dropWhatOthersHave: AgreeingStep = (object, names) => {
  const { values, membersOf, emptiness, conditionOf } = object
  for (const { name: kind, snake } of names.values()) {
    const own = values.get(kind)
    if (!kindName.test(snake) || typeof own !== 'string') continue
    const others = membersOf(kind).filter((member): member is string => typeof member === 'string' && member !== own)
    if (others.length === 0) continue
    for (const name of names.keys()) {
      const sentences = name === kind || emptiness(name) !== 'absent' ? [] : (conditionOf(name)?.split(/[.\n]/) ?? [])
      const isOfOther = sentences.some(
        (sentence) =>
          hasCondition.test(sentence) &&
          others.some((member) => mentions(sentence, member)) &&
          !mentions(sentence, own),
      )
      if (isOfOther) values.delete(name)
    }
  }
}

/** What a record has one of, in the order of preference: how somebody pays, where something runs, how somebody is notified. */
const alternatives: readonly (readonly string[])[] = [
  'card credit_card debit_card payment_card bank_account bank bank_transfer wire sepa sepa_debit sepa_direct_debit direct_debit iban ach ach_debit us_bank_account paypal apple_pay google_pay klarna ideal giropay sofort wallet crypto cash check cheque voucher gift_card invoice_payment'.split(
    ' ',
  ),
  'aws amazon s3 gcp google gcs azure azure_blob digital_ocean ibm openstack on_premise sftp ftp'.split(' '),
  'github gitlab bitbucket bitbucket_server azure_repos'.split(' '),
  'image photo picture video audio document sticker location contacts voice gif animation'.split(' '),
  'sms voice_call push whatsapp messenger slack telegram'.split(' '),
  'individual company organization organisation business'.split(' '),
  'daily_schedule weekly_schedule monthly_schedule yearly_schedule'.split(' '),
  'efs fsx'.split(' '),
  'device virtual_machine'.split(' '),
  'daily_recurrence weekly_recurrence monthly_recurrence yearly_recurrence'.split(' '),
]

const setByPart = new Map(alternatives.flatMap((set) => set.map((part) => [part, set] as const)))

const setOf = memoizeNames((snake: string): readonly string[] | undefined =>
  setByPart.get(snake.replace(formOfPart, '')),
)

export const isAlternative = (snake: string): boolean => setOf(snake) !== undefined

/** Of the optional parts that exclude each other, the first one, or the one that a kind names. */
export const keepOneAlternative: AgreeingStep = (object, names) => {
  const { values, isFree, emptiness } = object
  const said = [...names].flatMap(([name, { snake }]) =>
    kindName.test(snake) && typeof values.get(name) === 'string' ? [snakeCase(String(values.get(name)))] : [],
  )
  for (const set of alternatives) {
    const parts = [...names].filter(
      ([name, { snake }]) => setOf(snake) === set && (isJsonObject(values.get(name)) || isJsonArray(values.get(name))),
    )
    if (parts.length < 2) continue
    const [kept] =
      parts.find(([, { snake }]) => said.includes(snake)) ??
      parts.find(([name]) => emptiness(name) === 'never') ??
      parts[0] ??
      []
    for (const [name] of parts) if (name !== kept && isFree(name)) drop(object, name)
  }
}

export const excludingName = /^(?:not|exclude|excluded|deny|denied|disallowed)_(\w+)$/

/** Either what is included or what is excluded: `actions` and `not_actions`. */
export const dropExcluding: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  for (const { name, snake } of names.values()) {
    const [, about = ''] = excludingName.exec(snake) ?? []
    const isBeside = [...names].some(
      ([other, facts]) =>
        isJsonArray(values.get(other)) &&
        other !== name &&
        facts.snake.replace(/^(included?|allowed?|allow)_/, '') === about,
    )
    if (!isBeside || !isJsonArray(values.get(name)) || !isFree(name)) continue
    drop(object, name)
    if (values.has(name) && values.get(name) !== null) values.set(name, [])
  }
}

export const percentName = /(^|_)(percent|percentage)$/
const reduction = /(^|_)(discounts?|rebates?|coupons?|promotions?|vouchers?|surcharges?|commissions?)(_|$)/

/** A discount is an amount or a share. */
export const keepAmount: AgreeingStep = (object, names) => {
  const { values, isFree, owner } = object
  const isReduction = reduction.test(snakeCase(owner.split(' ')[0] ?? ''))
  for (const { name, snake } of names.values()) {
    const about = snake.replace(/_?(percent|percentage)$/, '')
    const isOne = about === '' ? isReduction : reduction.test(about)
    if (!percentName.test(snake) || !isOne || !isFree(name)) continue
    const fixed =
      about === '' ? /^(fixed_)?amount(_off)?$|^(value|fixed)$/ : new RegExp(`^${about}_(fix|fixed|fixed_amount)$`)
    if ([...names].some(([other, facts]) => fixed.test(facts.snake) && values.get(other) !== null)) {
      drop(object, name)
      if (typeof values.get(name) === 'number') values.set(name, 0)
    }
  }
}
