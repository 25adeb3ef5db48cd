/**
 * A member of an enum: the code of the record's country or currency, otherwise any that says something.
 */
import type { Json } from '../../ports.ts'
import type { MergedSchema } from '../schema/merge-schema.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import type { Random } from '../values/random.ts'
import { membersOf } from './documented-members.ts'
import { fitsPhase, isResultName, type Phase, phaseOfState } from './phases.ts'
import type { Place } from './places.ts'
import { chooseAgreeing, noFacts } from './record-facts.ts'
import { codesOf, genderOf, placeOf, type ScalarContext, snakeCase } from './record-subject.ts'
import { findExample } from './schema-facts.ts'
import { isEmptyMember, isStateName, isTroubledState } from './states.ts'

/** A member of an enum, or of a list in a description; null only if there is no other. */
export const pickMember = (
  merged: MergedSchema,
  context: Pick<ScalarContext, 'name' | 'owner' | 'seed' | 'recordPointer' | 'personPointer' | 'facts'> & {
    readonly phase?: Phase | undefined
    readonly isItem?: boolean
  },
  random: Random,
): Json | undefined => {
  const { types } = merged
  const { name, owner, phase } = context
  const members = membersOf(merged)
  const allowed = members.filter((value) => value !== null && (!types || types.some((type) => isOfType(value, type))))
  const isCurrency = /currency/i.test(name) || (/^(code|iso_?code)$/i.test(name) && /currency/i.test(owner))
  const place = placeOf(isCurrency ? { ...context, recordPointer: '' } : context)
  const local = isCurrency ? codesOf(place) : localWords(snakeCase(name), place)
  const spelled = local.map(plainWord)
  const own = allowed.find((value) => typeof value === 'string' && spelled.includes(plainWord(value)))
  if (own !== undefined) return own
  const gender = /gender|(^|_)sex$|salutation/i.test(name) ? genderOf(context) : undefined
  const fitting = allowed.find(
    (value) => gender !== undefined && typeof value === 'string' && genders[gender].test(value),
  )
  if (fitting !== undefined) return fitting
  // Generated addresses are of this version.
  const address = allowed.find((value) => typeof value === 'string' && /^ip_?v?4$/i.test(value))
  if (address !== undefined) return address
  // Its coordinates are those of a place.
  if (allowed.includes('Point') && allowed.includes('Polygon')) return 'Point'
  // Of links, most lead to the record itself.
  if (/^method$/i.test(name) && allowed.includes('GET') && /^_?links?( |$)/i.test(owner)) return 'GET'
  const kind = kindOfOwner(name, owner, allowed)
  if (kind !== undefined && context.isItem !== true) return kind
  const telling = chooseAgreeing(
    name,
    allowed.filter((value) => !isEmptyMember(value)),
    context.facts ?? noFacts,
  )
  // A record that is about to vanish is rarely what a list shows.
  const saysState = isStateName(name) || isResultName(name) || listsOutcomes(members)
  // The documented one fits the documented values beside it. Those of a list differ, and so do the states of records.
  const documented = saysState || context.isItem === true ? undefined : findExample(merged)
  if (documented !== undefined && telling.includes(documented) && !isTroubled(documented)) return documented
  const lasting = saysState
    ? telling.filter((value) => phase === 'failed' || !isTroubled(value))
    : /(type|availability)$/i.test(name)
      ? telling.filter((value) => !isVanishing(value))
      : telling
  // The state of a part fits that of the whole, or is near it: of `started` and `ended` the first one beside `queued`.
  const ofPart = saysState && phase !== undefined ? lasting : []
  const suited = ofPart.filter((value) => phase !== undefined && fitsPhase(value, phase))
  const near = phase === 'open' ? ofPart.filter((value) => phaseOfState(value) === 'active') : []
  const [best = allowed] = [suited, near, lasting, telling].filter((some) => some.length > 0)
  return allowed.length === 0 ? members[0] : random.pick(best)
}

/** `flash_call` for the type of a flash call, `Parameter` for that of a ParameterExpression: the longest member that its name begins or ends with. */
const kindOfOwner = (name: string, owner: string, members: readonly Json[]): string | undefined => {
  const typed = /^(?:(\w+)_)?(?:type|kind)$/.exec(snakeCase(name))
  if (!typed) return undefined
  const about = typed[1] ?? ''
  const called = owner.split(' ').map((part) => snakeCase(part.split('.').at(-1) ?? ''))
  const named = members.filter((member): member is string => {
    if (typeof member !== 'string') return false
    const snake = snakeCase(member)
    const word = about !== '' && snake.endsWith(`_${about}`) ? snake.slice(0, -about.length - 1) : snake
    return (
      word.length > 2 &&
      !general.test(word) &&
      called.some((part) => part === word || part.startsWith(`${word}_`) || part.endsWith(`_${word}`))
    )
  })
  return [...named].sort((one, other) => other.length - one.length)[0]
}

/** Words of a name that do not say which kind. */
const general =
  /^(new|get|list|add|item|items|object|type|all|any|not|and|default|index|label|block|call|value|update|create|delete|base|common|response|request|other|standard|custom|general|normal|user|account)$/

/** Longer enums are about something else. */
const maxOutcomes = 20

/** Whether an enum has a success as well as a failure, whatever it is called. */
const listsOutcomes = memoize(
  (members: readonly Json[]): boolean =>
    members.length <= maxOutcomes &&
    members.some((member) => phaseOfState(member) === 'failed') &&
    members.some((member) => phaseOfState(member) === 'done'),
)

/** `en_US` and `EN-US` are one word. */
const plainWord = (text: string): string => text.toUpperCase().replace(/[\s_]+/g, '-')

/** How a property of this name may tell where the record is. */
const localWords = (snake: string, place: Place): readonly string[] => {
  const { country, nationality, language, languageName, timeZone, codes } = place
  if (/country/.test(snake)) return [...codesOf(place), country]
  if (/nationality/.test(snake)) return [nationality, ...codes]
  if (/(^|_)(language|lang|locale|culture)(_?(code|tag|id))?$/.test(snake))
    return [`${language}-${codes[0]}`, language, languageName]
  if (/time_?zone|(^|_)tz$/.test(snake)) return [timeZone]
  return /(^|_)(region|continent|data_?cent(er|re))(_?(code|name|id))?$/.test(snake)
    ? (regions.find(([pattern]) => pattern.test(timeZone))?.[1] ?? [])
    : []
}

const regions: readonly (readonly [timeZone: RegExp, words: readonly string[]])[] = [
  [/^Europe/, ['EU', 'EUROPE', 'EMEA', 'WESTERN EUROPE', 'EU-WEST-1', 'EU-CENTRAL-1']],
  [/^America/, ['US', 'NA', 'NORTH AMERICA', 'AMERICAS', 'AMERICA', 'US-EAST-1']],
  [/^Australia/, ['AP', 'APAC', 'AU', 'OCEANIA', 'AUSTRALIA', 'ASIA PACIFIC', 'AP-SOUTHEAST-2']],
]

const genders = { female: /^(f|female|woman|w|ms\.?|mrs\.?|miss)$/i, male: /^(m|male|man|mr\.?)$/i } as const

const isVanishing = (value: Json): boolean =>
  typeof value === 'string' && /(^|[^a-z])(delet|remov|purg|empti|coming_?soon)/i.test(value)

/** What has failed has reasons and times that other records lack. */
const isTroubled = (value: Json): boolean => typeof value === 'string' && isTroubledState(value)

const isOfType = (value: Json, type: string): boolean => {
  if (type === 'integer' || type === 'number') return typeof value === 'number'
  if (type === 'array') return isJsonArray(value)
  return type === 'object' ? isJsonObject(value) : typeof value === type
}
