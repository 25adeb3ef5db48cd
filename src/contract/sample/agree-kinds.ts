/**
 * Makes values agree with the kind that another property of their object names: an enum that mentions members of another one, the
 * value of a field of the type `email`, the reasons for a state.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray } from '../values/json-object.ts'
import { findState } from './agree-states.ts'
import { type AgreeingStep, findName, hasName } from './agreeable.ts'
import { areNeutral } from './known-words.ts'
import { snakeCase } from './record-subject.ts'
import { isInitialState, isOnState, isTroubledState, isUnfinishedState } from './states.ts'
import { words } from './words.ts'

export const enumName =
  /(^|_)(type|kind|category|object|resource|entity|model|method|channel|provider|source|platform|subject|reason|event|action)$/

/** Longer enums are not compared. */
const maxMembers = 80

/** Words that say nothing of what a thing is. */
const general =
  /^(default|none|other|all|new|custom|standard|active|true|false|in|out|to|on|off|any|unknown|api|the|id)$/

const stringsIn = (members: readonly Json[]): readonly string[] =>
  members.length > maxMembers ? [] : members.filter((member): member is string => typeof member === 'string')

/** Whether a member is about another one: `user_created` about `user`. */
const mentions = (text: string, other: string): boolean =>
  `_${snakeCase(text)}_`.includes(`_${snakeCase(other)}_`) && snakeCase(text) !== snakeCase(other)

const wordsOf = (text: string): readonly string[] =>
  snakeCase(text)
    .split('_')
    .filter((word) => word.length > 3 && !general.test(word) && !/^(type|notification|event)$/.test(word))

/** `file_upload` of a category for the type `s3_upload`: other members that have a word of a more special one. */
const sharing = (
  { name, members }: { readonly name: string; readonly members: readonly string[] },
  special: string,
  own: string,
  said: string,
): readonly string[] => {
  const isGeneral = /(category|class|group)$/i.test(name) || /sub_?(type|category|kind)$/i.test(special)
  const words = isGeneral ? wordsOf(said) : []
  if (words.length === 0 || wordsOf(own).some((word) => words.includes(word))) return []
  return members.filter((member) => wordsOf(member).some((word) => words.includes(word)))
}

export const contentName = /^(content|media)_id$/

/** Beside `content_id` it is the kind of a content, not a media type. */
export const nameContent: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values())
    if (/^(content|media)_type$/.test(snake) && isFree(name) && /^\w+\/\w+$/.test(String(values.get(name))))
      values.set(name, 'standard')
}

/** `event_type: user_created` beside `object_type: user`. */
export const agreeMentions: AgreeingStep = ({ values, membersOf }, names) => {
  const listed = [...names].flatMap(([name, { snake }]) => {
    const members = enumName.test(snake) && typeof values.get(name) === 'string' ? stringsIn(membersOf(name)) : []
    return members.length > 0 ? [{ name, members: members.filter((member) => !general.test(snakeCase(member))) }] : []
  })
  for (const plain of listed)
    for (const about of listed) {
      if (plain === about) continue
      const [own, said] = [String(values.get(plain.name)), String(values.get(about.name))]
      const mentioned = plain.members.filter((member) => mentions(said, member))
      const meant = mentioned.length > 0 ? mentioned : sharing(plain, about.name, own, said)
      if (meant.length === 0 || meant.includes(own)) continue
      const fitting = about.members.find((member) => mentions(member, own) && !isTroubledState(member))
      if (fitting !== undefined) values.set(about.name, fitting)
      else values.set(plain.name, [...meant].sort((one, other) => other.length - one.length)[0] ?? own)
    }
}

export const typeName = /^((field|value|data|input|contact|attribute|property|answer)_?)?(type|kind|format)$/

const valueName = /^((default|string|current|raw)_?)?(value|val|answer|default)$/

const number = words.nouns.indexOf.bind(words.nouns)

/** How a field of a type is written; the noun that it would be decides which one. */
const writers: readonly (readonly [type: RegExp, write: (noun: string) => string])[] = [
  [
    /^e_?mail(_address)?$/,
    (noun) => `${words.firstNames[number(noun)]}.${words.lastNames[number(noun)]}@example.com`.toLowerCase(),
  ],
  [/^((tele)?phone|tel|mobile|sms)(_number)?$/, (noun) => `+131255501${10 + number(noun)}`],
  [/^(ur[il]|link|website|href)$/, (noun) => `https://example.com/${noun}`],
  [/^date$/, (noun) => `2024-03-${10 + number(noun)}`],
  [/^(date_?time|timestamp)$/, (noun) => `2024-03-${10 + number(noun)}T09:30:00Z`],
  [/^(int|integer|int32|int64|long|number|numeric|float|double|decimal)$/, (noun) => String(1 + number(noun))],
  [/^(bool|boolean|check_?box|flag|switch|toggle)$/, () => 'true'],
  [/^colou?r$/, () => '#1976d2'],
  [/^(ip|ipv4|ip_address)$/, (noun) => `192.0.2.${10 + number(noun)}`],
  [/^(json|object|map)$/, () => '{}'],
]

/** `value` beside `type: EMAIL`. */
export const writeTyped: AgreeingStep = ({ values, isFree }, names) => {
  const types = [...names].flatMap(([name, { snake }]) => {
    const said = values.get(name)
    return typeName.test(snake) && typeof said === 'string' ? [snakeCase(said)] : []
  })
  const [, write] = writers.find(([pattern]) => types.some((type) => pattern.test(type))) ?? []
  if (!write) return
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (valueName.test(snake) && typeof own === 'string' && isFree(name) && words.nouns.includes(own))
      values.set(name, write(own))
  }
}

export const typeOfName = /^([a-z]+)_type$/

/** `grantee` beside `grantee_type: Email`. */
export const writeNamedType: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name: type, snake } of names.values()) {
    const [, about] = typeOfName.exec(snake) ?? []
    const said = values.get(type)
    const [, write] = (typeof said === 'string' && writers.find(([pattern]) => pattern.test(snakeCase(said)))) || []
    const name = about === undefined ? undefined : findName(names, (_, facts) => facts.snake === about)
    const own = name === undefined ? undefined : values.get(name)
    if (!write || name === undefined || typeof own !== 'string' || !isFree(name)) continue
    // Two words that mean nothing.
    const parts = own.split(/[-_]/)
    if (areNeutral(parts)) values.set(name, write(parts[1] ?? ''))
  }
}

export const headersName = /(^|_)headers?$/

/** `content_type` beside `request_headers: "Content-Type: application/json"`. */
export const repeatContentType: AgreeingStep = ({ values, isFree }, names) => {
  const [said] = [...names].flatMap(([name, { snake }]) => {
    const [, type] = headersName.test(snake)
      ? (/content-type["']?\s*[:=]\s*["']?([a-z]+\/[\w.+-]+)/i.exec(String(values.get(name))) ?? [])
      : []
    return type === undefined ? [] : [type]
  })
  if (said === undefined) return
  for (const { name, snake } of names.values())
    if (/(^|_)content_type$/.test(snake) && typeof values.get(name) === 'string' && isFree(name)) values.set(name, said)
}

export const reasonName =
  /(^|_)(invalid\w*|fail\w*|errors?|reject\w*|declin\w*|denial|health|unhealthy|degraded|disabled|block\w*|suspen\w*|cancel\w*|terminat\w*|void\w*|dispute|refund)_?reasons?(_?codes?)?$/

export const endReasonName =
  /^(end(ed)?|stop(ped)?|clos(e|ed|ing)|finish(ed)?|exit|hang_?up|leave|left|completion|shutdown)_?reasons?(_?codes?)?$|^reasons?_(\w+_)?(ended|stopped|closed|finished|completed)$/

/** What is healthy has no reason for being invalid, and what is at work none for its end. */
export const dropReasons: AgreeingStep = ({ values, isFree, membersOf, emptiness }, names) => {
  const state = findState(values, names)?.state
  if (state === undefined || isTroubledState(state)) return
  const isBefore = isInitialState(state) || isUnfinishedState(state) || isOnState(state)
  for (const { name, snake } of names.values()) {
    const isUnfounded = reasonName.test(snake) || (isBefore && endReasonName.test(snake))
    if (!isUnfounded || (!isFree(name) && membersOf(name).length === 0)) continue
    const how = emptiness(name)
    if (how === 'absent') values.delete(name)
    else if (how === 'null') values.set(name, null)
    else if (isJsonArray(values.get(name))) values.set(name, [])
  }
}

export const fillerName = /(^|_)(type|kind|class|variant|format)$/
const filler = /^(standard|custom|default)$/

/** Nothing says what kinds there are, so where a kind is optional it is left out. */
export const dropFillers: AgreeingStep = ({ values, isFree, membersOf, emptiness }, names) => {
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (!fillerName.test(snake) || typeof own !== 'string' || !filler.test(own) || values.size < 3) continue
    if (isFree(name) && membersOf(name).length === 0 && emptiness(name) === 'absent') values.delete(name)
  }
}

export const closedCount = /^closed_[a-z]+(_count)?$/

/** What counts its open and closed items is open itself. */
export const openWithCounts: AgreeingStep = ({ values, isFree, membersOf }, names) => {
  const counted = [...names.values()].filter(({ snake }) => closedCount.test(snake))
  const isCounted = counted.some(({ snake }) =>
    hasName(names, (_, facts) => facts.snake === snake.replace(/^closed/, 'open')),
  )
  if (!isCounted) return
  for (const { name, snake } of names.values())
    if (
      /^(state|status)$/.test(snake) &&
      typeof values.get(name) === 'string' &&
      isFree(name) &&
      membersOf(name).length === 0
    )
      values.set(name, 'open')
}
